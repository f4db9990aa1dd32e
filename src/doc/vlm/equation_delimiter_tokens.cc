#include "doc/vlm/equation_delimiter_tokens.h"

#include <algorithm>
#include <array>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kLeft = "\\left";
constexpr std::string_view kRight = "\\right";

constexpr int kAny = -1;   // the invisible delimiter: partner of all
constexpr int kLone = -2;  // known, and nobody's partner

struct Name {
  std::string_view text;
  int pair;
  bool counted = true;  // by count_left; \right counts whatever follows it
};

constexpr std::array<Name, 20> kLeftNames = {{
    {"\\lbrace", 0}, {"\\lVert", 1}, {"\\lvert", 2},  {"\\rvert", kLone}, {"\\rVert", kLone},
    {"\\vert", 3},   {"\\Vert", 4},  {"\\lfloor", 5}, {"\\lbrack", 6},    {"\\langle", 7},
    {"|", 8},        {"\\|", 9},     {"[", 10},       {"]", 11},          {"(", 12},
    {"\\{", 13},     {"\\}", 14},    {".", kAny},     {")", 15, false},   {"/", 16, false},
}};

constexpr std::array<Name, 20> kRightNames = {{
    {"\\rbrace", 0}, {"\\lVert", 1}, {"\\lvert", 2},  {"\\rvert", kLone}, {"\\rVert", kLone},
    {"\\vert", 3},   {"\\Vert", 4},  {"\\rfloor", 5}, {"\\rbrack", 6},    {"\\rangle", 7},
    {"|", 8},        {"\\|", 9},     {"]", 10},       {"[", 11},          {")", 12},
    {"\\}", 13},     {"\\{", 14},    {".", kAny},     {"(", 15},          {"/", 16},
}};

// Length of the counted name at the start of `text`, 0 if there is none. No name is a prefix of
// another one.
size_t name_length(const std::array<Name, 20>& names, std::string_view text) {
  for (const Name& name : names) {
    if (name.counted && text.starts_with(name.text)) return name.text.size();
  }
  return 0;
}

size_t right_name_length(std::string_view text) {
  const size_t length = name_length(kRightNames, text);
  if (length > 0 || text.starts_with('\n')) return length;
  return code_point_at(text, 0).num_bytes;
}

// Length of the counted token at the start of `text`, which is a backslash.
size_t left_length(std::string_view text) {
  if (!text.starts_with(kLeft)) return 0;
  const size_t name = name_length(kLeftNames, text.substr(kLeft.size()));
  return name == 0 ? 0 : kLeft.size() + name;
}

size_t right_length(std::string_view text) {
  if (!text.starts_with(kRight)) return 0;
  const size_t name = right_name_length(text.substr(kRight.size()));
  return name == 0 ? 0 : kRight.size() + name;
}

size_t count_tokens(std::string_view latex, size_t (*length_of)(std::string_view)) {
  size_t count = 0;
  size_t pos = latex.find('\\');
  while (pos != std::string_view::npos) {
    const size_t length = length_of(latex.substr(pos));
    if (length > 0) ++count;
    pos = latex.find('\\', pos + std::max<size_t>(length, 1));
  }
  return count;
}

std::optional<DelimiterToken> find_name(const std::array<Name, 20>& names, std::string_view text,
                                        Side side) {
  for (const Name& name : names) {
    if (name.text == text) return DelimiterToken{side, name.pair};
  }
  return std::nullopt;
}

}  // namespace

std::optional<DelimiterToken> delimiter_token(std::string_view piece) {
  if (piece.starts_with(kLeft)) {
    return find_name(kLeftNames, piece.substr(kLeft.size()), Side::kLeft);
  }
  if (piece.starts_with(kRight)) {
    return find_name(kRightNames, piece.substr(kRight.size()), Side::kRight);
  }
  return std::nullopt;
}

bool are_partners(const DelimiterToken& left, const DelimiterToken& right) {
  if (left.side != Side::kLeft || right.side != Side::kRight) return false;
  if (left.pair == kLone || right.pair == kLone) return false;
  return left.pair == right.pair || left.pair == kAny || right.pair == kAny;
}

size_t count_left(std::string_view latex) { return count_tokens(latex, left_length); }

size_t count_right(std::string_view latex) { return count_tokens(latex, right_length); }

std::vector<std::string_view> split_at_delimiters(std::string_view latex) {
  std::vector<std::string_view> pieces;
  const auto add = [&](size_t from, size_t to) {
    const std::string_view piece = latex.substr(from, to - from);
    if (!python_strip(piece).empty()) pieces.push_back(piece);
  };
  size_t start = 0;
  size_t pos = latex.find('\\');
  while (pos != std::string_view::npos) {
    const std::string_view rest = latex.substr(pos);
    const size_t length = std::max(left_length(rest), right_length(rest));
    if (length > 0) {
      add(start, pos);
      add(pos, pos + length);
      start = pos + length;
    }
    pos = latex.find('\\', pos + std::max<size_t>(length, 1));
  }
  add(start, latex.size());
  return pieces;
}

}  // namespace mineru::doc::vlm
