// A folder of its own for one test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mineru {

// Removed with all that is in it. Not thread-safe.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mineru-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw_errno(Code::kIo, name);
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace mineru
