#include "doc/flash/table_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

constexpr std::u32string_view kBullets = U"•·▪●○‣■□◦∙";

bool is_hyphen(char32_t c) { return c == U'-' || c == 0x2010 || c == 0x00AD; }

// A bullet or "1." or "(a)" with more text behind it.
bool starts_item(const std::u32string& line) {
  if (line.size() < 3) return false;
  if (kBullets.find(line[0]) != std::u32string_view::npos) return true;
  size_t i = line[0] == U'(' ? 1 : 0;
  const size_t digits = i;
  while (i < line.size() && i - digits < 2 && text::is_digit(line[i])) ++i;
  if (i == digits && i < line.size() && line[i] >= U'a' && line[i] <= U'e') ++i;
  if (i == digits || i >= line.size()) return false;
  const bool closed = line[i] == U')' || (line[i] == U'.' && digits == 0) || line[i] == U'、';
  return closed && i + 1 < line.size() && (line[i + 1] == U' ' || line[i] == U'、');
}

bool drops_hyphen(const std::u32string& a, const std::u32string& b) {
  return a.size() >= 2 && is_hyphen(a.back()) && text::is_letter(a[a.size() - 2]) && !b.empty() &&
         text::is_lower(b.front());
}

void remove_last_hyphen(std::string& out) {
  // The hyphen is the last code point, or stands before a closing script tag: then it stays.
  std::u32string codes = text::from_utf8(out);
  if (!codes.empty() && is_hyphen(codes.back())) {
    codes.pop_back();
    out = text::to_utf8(codes);
  }
}

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != word[i]) return false;
  }
  return true;
}

}  // namespace

std::string join_cell_lines(const std::vector<Segment>& lines) {
  std::vector<std::u32string> plain;
  int items = 0;
  double pitch = std::numeric_limits<double>::max();
  for (size_t i = 0; i < lines.size(); ++i) {
    plain.push_back(text::from_utf8(lines[i].plain_text()));
    items += starts_item(plain.back());
    if (i > 0) pitch = std::min(pitch, lines[i].baseline - lines[i - 1].baseline);
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string text = lines[i].text();
    if (i == 0) {
      out = text;
      continue;
    }
    const bool far = lines.size() >= 3 && lines[i].baseline - lines[i - 1].baseline >
                                              1.6 * std::max(pitch, lines[i].size);
    if ((items >= 2 && starts_item(plain[i])) || far) {
      out += '\n';
    } else if (drops_hyphen(plain[i - 1], plain[i])) {
      remove_last_hyphen(out);
    } else if (plain[i].empty() || plain[i - 1].empty() || !text::is_cjk(plain[i - 1].back()) ||
               !text::is_cjk(plain[i].front())) {
      out += ' ';
    }
    out += text;
  }
  return out;
}

bool reads_on(const std::string& line, const std::string& next) {
  const std::u32string a = text::from_utf8(line);
  const std::u32string b = text::from_utf8(next);
  if (a.empty() || b.empty()) return false;
  if (is_hyphen(a.back()) && a.size() > 1) return true;
  if (a.back() == U',' || a.back() == U'/' || a.back() == U'&' || a.back() == U'，') return true;
  if (b.front() == U'(' && b.back() == U')') return true;
  return text::is_lower(b.front());
}

bool is_cjk_text(const std::string& utf8) {
  const std::u32string codes = text::from_utf8(utf8);
  const auto count =
      std::count_if(codes.begin(), codes.end(), [](char32_t c) { return text::is_cjk(c); });
  return 2 * static_cast<size_t>(count) > codes.size();
}

bool has_digit(const std::string& utf8) {
  return std::any_of(utf8.begin(), utf8.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_value(const std::string& utf8) {
  const std::u32string codes = text::from_utf8(utf8);
  if (codes.empty()) return false;
  const auto letters =
      std::count_if(codes.begin(), codes.end(), [](char32_t c) { return text::is_letter(c); });
  // Beyond this lie CJK punctuation and signs of scripts that are not known to be letters.
  constexpr char32_t kLastSymbol = 0x2FFF;
  if (letters == 0) return *std::max_element(codes.begin(), codes.end()) <= kLastSymbol;
  // Units and marks: "12 ms", "3.4k", "n/a".
  return has_digit(utf8) ? letters <= 3 : codes.size() <= 3 && letters <= 2;
}

bool has_leader(const std::string& utf8) {
  int dots = 0;
  for (const char32_t c : text::from_utf8(utf8)) {
    if (c == U'.' || c == U'·' || c == U'…' || c == U'．') {
      dots += c == U'…' ? 3 : 1;
      if (dots >= 6) return true;
    } else if (c != U' ') {
      dots = 0;
    }
  }
  return false;
}

bool starts_caption(const std::string& utf8) {
  constexpr std::array<std::string_view, 8> kWords = {"table",   "tab.", "figure", "fig.",
                                                      "tableau", "表",   "图",     "圖"};
  const std::string_view start = std::string_view(utf8).substr(0, 16);
  return has_digit(std::string(start)) &&
         std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return starts_with_word(start, word); });
}

bool starts_algorithm(const std::string& utf8) {
  constexpr std::array<std::string_view, 5> kWords = {"algorithm", "listing", "procedure", "算法",
                                                      "protocol"};
  const std::string_view start = std::string_view(utf8).substr(0, 16);
  return has_digit(std::string(start)) &&
         std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return starts_with_word(start, word); });
}

}  // namespace mineru::doc::flash
