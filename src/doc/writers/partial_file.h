// A file that grows piece by piece and gets its name when it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/unique_fd.h"

namespace mineru::doc {

// Writes to "NAME.partial". Every state between two calls is a complete document, because the
// closing part is written along and overwritten by the next piece. Not thread-safe. Errors: kIo.
class PartialFile {
 public:
  explicit PartialFile(std::filesystem::path path);

  // `tail` closes the document until the next piece comes. Together they must cover the tail that
  // they overwrite.
  void append(std::string_view piece, std::string_view tail);
  // Gives the file its name, replacing what carried it.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path partial_;
  UniqueFd fd_;
  int64_t end_ = 0;  // of the pieces; the tail follows
  size_t tail_size_ = 0;
};

}  // namespace mineru::doc
