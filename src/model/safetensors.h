// The index of a checkpoint that is split into several safetensors files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mineru::model {

// One row of "weight_map".
struct ShardEntry {
  std::string tensor;
  std::string file;  // a plain name in the index's folder, ending in ".safetensors"
};

// Parses model.safetensors.index.json, in order of tensor names. Errors: kCorruptData, among others
// for a file name that leads out of the folder.
std::vector<ShardEntry> parse_safetensors_index(std::string_view json, std::string_view file);

}  // namespace mineru::model
