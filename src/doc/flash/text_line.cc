#include "doc/flash/text_line.h"

#include <map>

namespace mineru::doc::flash {

namespace {

int code_points(std::string_view utf8) {
  int count = 0;
  for (const char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

std::string_view tag_name(Script script) { return script == Script::kSuper ? "sup" : "sub"; }

}  // namespace

std::string Segment::text() const {
  std::string out;
  Script open = Script::kNormal;
  for (const Word& word : words) {
    const bool continues = word.script == open && !(word.space_before && !out.empty());
    if (open != Script::kNormal && !continues) {
      out.append("</").append(tag_name(open)).append(">");
      open = Script::kNormal;
    }
    if (word.space_before && !out.empty()) out += ' ';
    if (word.script != Script::kNormal && open == Script::kNormal) {
      out.append("<").append(tag_name(word.script)).append(">");
      open = word.script;
    }
    out += word.text;
  }
  if (open != Script::kNormal) out.append("</").append(tag_name(open)).append(">");
  return out;
}

std::string Segment::plain_text() const {
  std::string out;
  for (const Word& word : words) {
    if (word.space_before && !out.empty()) out += ' ';
    out += word.text;
  }
  return out;
}

int Segment::num_chars() const {
  int count = 0;
  for (const Word& word : words) count += code_points(word.text);
  return count;
}

void update_extent(Segment& segment) {
  // Size and baseline of the majority, so that a superscript at the front moves nothing.
  std::map<int, int> votes;
  segment.box = {};
  for (const Word& word : segment.words) {
    segment.box = unite(segment.box, word.box);
    votes[static_cast<int>(word.size * 10)] += code_points(word.text);
  }
  int best = 0;
  for (const auto& [size, count] : votes) {
    if (count >= best) {
      best = count;
      segment.size = size / 10.0;
    }
  }
  for (const Word& word : segment.words) {
    if (static_cast<int>(word.size * 10) == static_cast<int>(segment.size * 10 + 0.5)) {
      segment.baseline = word.baseline;
      break;
    }
  }
}

}  // namespace mineru::doc::flash
