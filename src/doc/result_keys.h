// Names of what a result depends on: is what lies in the output folder the answer to this question?
#pragma once

#include <filesystem>
#include <string>

#include "doc/pipeline.h"

namespace mineru::doc {

// SHA-256 of a file's content, 64 lower-case hex digits. Errors: kNotFound, kIo.
std::string content_digest(const std::filesystem::path& path);

struct ResultKeys {
  std::string pages;   // of the input, the program's version and all options that pages depend on
  std::string result;  // and of those that the files depend on
};
ResultKeys result_keys(const std::string& input_digest, const ParseOptions& options);

}  // namespace mineru::doc
