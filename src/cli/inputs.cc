#include "cli/inputs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/unique_fd.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

// Only picks candidates out of a folder; the media worker decides what a file really is.
bool looks_readable(std::string_view head) {
  using namespace std::string_view_literals;
  constexpr std::string_view kStarts[] = {"\x89PNG\r\n"sv, "\xFF\xD8\xFF"sv, "GIF8"sv,
                                          "BM"sv,          "II*\0"sv,        "MM\0*"sv,
                                          "II+\0"sv,       "MM\0+"sv,        "\0\0\0\x0CjP  "sv};
  for (const std::string_view start : kStarts) {
    if (head.starts_with(start)) return true;
  }
  if (head.starts_with("RIFF") && head.size() >= 12 && head.substr(8, 4) == "WEBP") return true;
  return head.find("%PDF-") != std::string_view::npos;  // may follow rubbish within the first KiB
}

std::string read_head(const fs::path& path) {
  // Not to hang on a named pipe that lies in the folder.
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string head(1024, '\0');
  const ssize_t got = file.valid() ? ::read(file.get(), head.data(), head.size()) : 0;
  head.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return head;
}

bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

class Collector {
 public:
  Collector(Recursive recursive, const fs::path& output, InputList& list)
      : recursive_(recursive), list_(list) {
    std::error_code ignored;
    output_ = fs::weakly_canonical(output, ignored);
  }

  void add_folder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::vector<fs::path> folders;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
      std::error_code unknown;
      if (is_hidden(entry->path())) continue;
      if (entry->is_regular_file(unknown)) {
        files.push_back(entry->path());
      } else if (entry->is_directory(unknown) && !entry->is_symlink(unknown)) {
        folders.push_back(entry->path());
      }
    }
    if (failed) {
      throw_error(Code::kIo, "{}: cannot list the folder: {}", folder.string(), failed.message());
    }
    std::sort(files.begin(), files.end());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& file : files) {
      (looks_readable(read_head(file)) ? list_.files : list_.skipped).push_back(file);
    }
    if (recursive_ == Recursive::kNo) return;
    for (const fs::path& below : folders) {
      std::error_code ignored;
      if (fs::weakly_canonical(below, ignored) != output_) add_folder(below);
    }
  }

 private:
  const Recursive recursive_;
  InputList& list_;
  fs::path output_;
};

}  // namespace

InputList collect_inputs(std::span<const fs::path> given, Recursive recursive,
                         const fs::path& output) {
  InputList list;
  Collector collector(recursive, output, list);
  for (const fs::path& path : given) {
    std::error_code unknown;
    if (fs::is_directory(path, unknown)) {
      collector.add_folder(path);
    } else {
      list.files.push_back(path);
    }
  }
  return list;
}

}  // namespace mineru::cli
