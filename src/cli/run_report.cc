#include "cli/run_report.h"

#include "base/file.h"

namespace mineru::cli {

void RunReport::add(int number, const DocumentResult& result) {
  Entry& entry = entries_[number];
  entry.json = json_document(result);
  if (result.status() != DocumentStatus::kFailed) entry.main_file = result.main_file();
}

void RunReport::write(const std::filesystem::path& path, const RunTotals& totals,
                      const PeakMemory& memory) const {
  const auto add_line = [](std::string& text, const std::string& line) {
    text += "\n  " + line.substr(0, line.find('\n'));
  };
  std::string text = "{\"documents\": [";
  for (bool first = true; const auto& [number, entry] : entries_) {
    if (!first) text += ',';
    first = false;
    add_line(text, entry.json);
  }
  text += "\n],\n\"end\":";
  add_line(text, json_end(totals, memory));
  write_file(path, text + "\n}\n");
}

std::vector<std::filesystem::path> RunReport::written() const {
  std::vector<std::filesystem::path> paths;
  for (const auto& [number, entry] : entries_) {
    if (!entry.main_file.empty()) paths.push_back(entry.main_file);
  }
  return paths;
}

}  // namespace mineru::cli
