#include "cli/watched_files.h"

#include <system_error>

#include "doc/writers/stems.h"
#include "text/utf8.h"

namespace mineru::cli {

std::string WatchedFiles::free_stem(const std::filesystem::path& file) {
  const std::string stem = doc::output_stem(file);
  std::string candidate = stem;
  for (int n = 2; !stems_.insert(text::fold_case(candidate)).second; ++n) {
    candidate = stem + "_" + std::to_string(n);
  }
  return candidate;
}

std::vector<Document> WatchedFiles::new_documents(const std::vector<std::filesystem::path>& files) {
  std::vector<Document> documents;
  for (const std::filesystem::path& path : files) {
    std::error_code gone;
    const State state{std::filesystem::file_size(path, gone),
                      std::filesystem::last_write_time(path, gone)};
    if (gone) continue;
    const auto [found, is_first_look] = files_.try_emplace(path);
    File& file = found->second;
    if (is_first_look) file.stem = free_stem(path);
    if (is_first_look || file.state != state) {
      file.state = state;
      file.given_out = false;
    } else if (!file.given_out) {
      file.given_out = true;
      documents.push_back({path, file.stem});
    }
  }
  return documents;
}

}  // namespace mineru::cli
