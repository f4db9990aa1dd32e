// From what was typed to the list of files to parse.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace mineru::cli {

enum class Recursive { kNo, kYes };

struct InputList {
  std::vector<std::filesystem::path> files;    // in order: as given, within a folder by name
  std::vector<std::filesystem::path> skipped;  // in folders, and neither PDF nor picture
};

// Files are taken as they are, even if missing: parsing them says what is wrong. Of folders, the
// files whose first bytes look like a PDF or a picture; hidden ones and what lies in `output` are
// passed over. Links to folders are not followed, as they can go round in circles.
// Errors: kIo (a folder cannot be listed).
InputList collect_inputs(std::span<const std::filesystem::path> given, Recursive recursive,
                         const std::filesystem::path& output);

}  // namespace mineru::cli
