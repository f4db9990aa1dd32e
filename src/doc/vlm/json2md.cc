#include "doc/vlm/json2md.h"

#include <stddef.h>

#include <optional>
#include <string_view>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

bool has_ideograph(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    const CodePoint next = code_point_at(text, pos);
    const bool unified = next.code >= 0x4E00 && next.code <= 0x9FFF;
    if (unified || (next.code >= 0x3400 && next.code <= 0x4DBF)) return true;
    pos += next.num_bytes;
  }
  return false;
}

}  // namespace

std::string json2md(const std::vector<ContentBlock>& blocks) {
  std::vector<std::string> entries;
  std::optional<size_t> latest_text;
  for (const ContentBlock& block : blocks) {
    if (!block.content || block.content->empty()) continue;
    if (block.merge_prev && latest_text) {
      if (!has_ideograph(*block.content)) entries[*latest_text] += ' ';
      entries[*latest_text] += *block.content;
      continue;
    }
    if (block.type == ContentType::kText) latest_text = entries.size();
    entries.push_back(*block.content);
  }
  std::string markdown;
  for (const std::string& entry : entries) {
    if (!markdown.empty()) markdown += "\n\n";
    markdown += entry;
  }
  return markdown;
}

}  // namespace mineru::doc::vlm
