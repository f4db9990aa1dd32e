#include "doc/flash/roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

using Codes = std::u32string;

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

size_t skip_spaces(const Codes& codes, size_t i) {
  while (i < codes.size() && text::is_space(codes[i])) ++i;
  return i;
}

// "1", "2.3", "2.3.1." at the front, followed by a space or an ideograph: number of levels.
int arabic_depth(const Codes& codes) {
  int depth = 0;
  size_t i = 0;
  while (i < codes.size() && text::is_digit(codes[i])) {
    const size_t start = i;
    while (i < codes.size() && text::is_digit(codes[i])) ++i;
    if (i - start > 2) return 0;
    ++depth;
    if (i < codes.size() && (codes[i] == '.' || codes[i] == 0xFF0E)) ++i;
  }
  if (depth == 0 || i >= codes.size()) return 0;
  if (text::is_space(codes[i])) {
    const size_t next = skip_spaces(codes, i);
    return next < codes.size() && (text::is_letter(codes[next]) || codes[next] == 0x300A) ? depth
                                                                                          : 0;
  }
  if (codes[i] == 0x3001) return depth;  // "1、"
  return text::is_han(codes[i]) && depth > 1 ? depth : 0;
}

bool is_roman(std::u32string_view digits) {
  return !digits.empty() && digits.size() <= 5 &&
         digits.find_first_not_of(U"IVX") == std::u32string_view::npos;
}

int letter_depth(const Codes& codes) {
  const size_t dot = codes.find('.');
  if (dot == Codes::npos || dot > 5 || dot + 2 >= codes.size() || !text::is_space(codes[dot + 1]))
    return 0;
  const std::u32string_view head(codes.data(), dot);
  if (is_roman(head)) return 1;
  return dot == 1 && text::is_upper(codes[0]) ? 2 : 0;
}

int chinese_depth(const Codes& codes) {
  static constexpr std::u32string_view kNumbers = U"一二三四五六七八九十百零0123456789";
  size_t i = 0;
  if (codes.size() > 2 && codes[0] == U'第') {
    i = 1;
    while (i < codes.size() && kNumbers.find(codes[i]) != std::u32string_view::npos) ++i;
    if (i == 1 || i >= codes.size()) return 0;
    if (codes[i] == U'章' || codes[i] == U'篇' || codes[i] == U'部' || codes[i] == U'编') return 1;
    return codes[i] == U'节' || codes[i] == U'条' ? 2 : 0;
  }
  const bool enclosed = !codes.empty() && (codes[0] == U'（' || codes[0] == U'(');
  i = enclosed ? 1 : 0;
  const size_t start = i;
  while (i < codes.size() && i < start + 3 && U'一' <= codes[i] &&
         kNumbers.substr(0, 12).find(codes[i]) != std::u32string_view::npos)
    ++i;
  if (i == start || i >= codes.size()) return 0;
  if (enclosed) return codes[i] == U'）' || codes[i] == U')' ? 2 : 0;
  return codes[i] == U'、' ? 1 : 0;
}

bool is_references_heading(std::string_view text) {
  const std::string lower = lower_ascii(text);
  for (const std::string_view name :
       {"references", "bibliography", "literature cited", "参考文献"}) {
    const size_t at = lower.find(name);
    if (at != std::string::npos && lower.size() <= at + name.size() + 2 && at < 8) return true;
  }
  return false;
}

bool has_letter(const Codes& codes) {
  return std::any_of(codes.begin(), codes.end(), text::is_letter);
}

bool ends_like_sentence(const Codes& codes) {
  if (codes.empty()) return true;
  const char32_t last = codes.back();
  return last == '.' || last == ',' || last == ';' || last == U'。' || last == U'，' ||
         last == U'；' || last == U'：';
}

bool all_capitals(const Codes& codes) {
  int upper = 0;
  for (const char32_t c : codes) {
    if (text::is_lower(c)) return false;
    upper += text::is_upper(c);
  }
  return upper >= 4;
}

bool is_centered(const Paragraph& p, const Box& column) {
  return std::abs(p.box.center_x() - column.center_x()) < 0.05 * column.width() &&
         p.box.x0 > column.x0 + 2 * p.size;
}

// Authors under a title: superscript marks or a list of names.
bool looks_like_names(const Paragraph& p, const std::string& plain) {
  int marks = 0;
  for (const Row& row : p.rows) {
    marks +=
        static_cast<int>(std::count_if(row.line.words.begin(), row.line.words.end(),
                                       [](const Word& w) { return w.script == Script::kSuper; }));
  }
  return marks >= 2 ||
         (std::count(plain.begin(), plain.end(), ',') >= 2 && numbering_depth(plain) == 0);
}

// What OCR makes of a signature or a smudge.
bool is_scribble(const Paragraph& p, const Codes& codes) {
  const auto letters = std::count_if(codes.begin(), codes.end(), [](char32_t c) {
    return text::is_letter(c) || text::is_digit(c) || text::is_space(c);
  });
  double worst = 1;
  for (const Row& row : p.rows) {
    for (const Word& word : row.line.words) worst = std::min(worst, word.confidence);
  }
  return letters * 4 < static_cast<long>(codes.size()) * 3 || worst < 0.4;
}

bool is_heading(const Paragraph& p, const std::string& plain, const Box& column,
                const TextContext& context) {
  const Codes codes = text::from_utf8(plain);
  const size_t rows = p.rows.size();
  if (codes.size() < 2 || codes.size() > 240 || rows > 4 || !has_letter(codes)) return false;
  if (caption_kind(plain) != CaptionKind::kNone && !context.ocr) return false;
  if (looks_like_names(p, plain) || (context.ocr && is_scribble(p, codes))) return false;
  const double ratio = p.size / context.body_size;
  const bool large = ratio > (context.ocr ? 1.35 : 1.13);
  const bool sentence = ends_like_sentence(codes);
  if (is_known_heading(plain) && rows == 1) return true;
  const int depth = numbering_depth(plain);
  if (context.ocr && large &&
      (!p.alone || (ratio < 1.6 && !is_centered(p, column)) || sentence || codes.size() > 60 ||
       p.box.width() > 0.75 * column.width()))
    return false;
  if (large && rows <= 3 && (!sentence || ratio > 1.3)) return !(sentence && codes.size() > 120);
  if (ratio < 0.85 || sentence) return false;
  if (context.ocr && p.alone && is_centered(p, column) &&
      text::is_upper(codes[0]) != text::is_han(codes[0]) && ratio > 0.95)
    return true;
  if (p.bold && rows <= 2 && codes.size() < 160) return p.rows.front().marker != Marker::kBullet;
  if (depth == 0 || rows > 2) return false;
  const bool centered = is_centered(p, column);
  const bool short_line = p.box.width() < 0.6 * column.width() || rows == 2;
  if (context.ocr)
    return p.alone && codes.size() < 40 && depth > 0 && p.box.width() < 0.6 * column.width() &&
           !p.starts_indented;
  return p.italic || p.other_face || all_capitals(codes) || (centered && short_line);
}

// One monospaced line is an address or a file name in running text, not a listing.
bool is_code(const Paragraph& p) {
  const auto is_address = [](const Row& row) {
    return row.line.plain_text().find('@') != std::string::npos;
  };
  return p.rows.size() > 1 &&
         std::all_of(p.rows.begin(), p.rows.end(), [](const Row& row) { return row.monospace; }) &&
         !std::all_of(p.rows.begin(), p.rows.end(), is_address);
}

bool all_formula(const Paragraph& p) {
  return std::all_of(p.rows.begin(), p.rows.end(), [](const Row& row) { return row.formula; });
}

}  // namespace

bool is_known_heading(std::string_view text) {
  static constexpr std::array kKnown = {"abstract",
                                        "introduction",
                                        "references",
                                        "bibliography",
                                        "acknowledgements",
                                        "acknowledgments",
                                        "acknowledgement",
                                        "acknowledgment",
                                        "conclusion",
                                        "conclusions",
                                        "contents",
                                        "appendix",
                                        "keywords",
                                        "摘要",
                                        "参考文献",
                                        "目录",
                                        "前言",
                                        "引言",
                                        "结论",
                                        "致谢",
                                        "附录"};
  const std::string lower = lower_ascii(text::trim(text));
  return std::find(kKnown.begin(), kKnown.end(), lower) != kKnown.end();
}

int numbering_depth(std::string_view heading) {
  const Codes codes = text::from_utf8(text::trim(heading));
  if (const int depth = arabic_depth(codes); depth > 0) return std::min(depth, 4);
  if (const int depth = letter_depth(codes); depth > 0) return depth;
  return chinese_depth(codes);
}

bool starts_like_footnote(const Row& row) {
  const Word& first = row.line.words.front();
  if (first.script == Script::kSuper) return true;
  const Codes codes = text::from_utf8(first.text);
  static constexpr std::u32string_view kMarks = U"*∗†‡§¶※";
  return kMarks.find(codes.front()) != std::u32string_view::npos ||
         (codes.front() >= 0x2460 && codes.front() <= 0x2473);
}

Role role_of(const Paragraph& p, const Box& column, TextContext& context) {
  if (p.rows.front().leader) return Role::kContentsLine;
  if (all_formula(p) && !context.in_references) return Role::kEquation;
  if (is_code(p)) return Role::kCode;
  const std::string plain = p.text();
  if (is_heading(p, plain, column, context)) {
    context.in_references = is_references_heading(plain);
    return Role::kTitle;
  }
  if (context.in_references) return Role::kReference;
  return p.rows.front().marker != Marker::kNone ? Role::kListItem : Role::kText;
}

}  // namespace mineru::doc::flash
