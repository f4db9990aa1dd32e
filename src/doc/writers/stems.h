// Names of the result folders, from the names of the input files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mineru::doc {

// File name without its extension, at most 200 bytes, so that the longest name made from it fits a
// file system's 255. Never "", "." or "..": those become "document".
std::string output_stem(const std::filesystem::path& input);

// Stems that differ also where case does not count: a later equal one gets _2, _3, ..., leaving out
// what another input is called.
std::vector<std::string> uniquify_stems(const std::vector<std::string>& stems);

}  // namespace mineru::doc
