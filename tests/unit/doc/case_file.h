// Tables of tests/cases: one case a line, "input => expected"; "#" starts a comment line.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "text/utf8.h"

namespace mineru::doc {

struct Case {
  std::string input;
  std::string expected;
  std::string place;  // "caption_kind.case:12"
};

// Never empty: a file without cases is an error, as is a line without "=>".
inline std::vector<Case> read_cases(const std::string& name) {
  const std::string file =
      read_file(std::filesystem::path(MINERU_TEST_DATA) / ".." / "cases" / name);
  std::vector<Case> cases;
  int number = 0;
  for (size_t at = 0; at < file.size();) {
    const size_t end = std::min(file.find('\n', at), file.size());
    const std::string line = file.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const size_t arrow = line.rfind("=>");
    const std::string place = name + ":" + std::to_string(number);
    if (arrow == std::string::npos) throw_error(Code::kCorruptData, "{}: no =>", place);
    cases.push_back({std::string(text::trim(line.substr(0, arrow))),
                     std::string(text::trim(line.substr(arrow + 2))), place});
  }
  if (cases.empty()) throw_error(Code::kCorruptData, "{}: no cases", name);
  return cases;
}

}  // namespace mineru::doc
