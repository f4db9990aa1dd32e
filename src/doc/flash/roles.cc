#include "doc/flash/roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "doc/passes/heading_number.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

using Codes = std::u32string;

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
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

// What headings are judged by.
struct HeadingLook {
  double ratio = 1;       // of the font size to the running text's
  bool sentence = false;  // ends like one
  int depth = 0;          // of its number
  bool centered = false;
  double width = 0;  // of the column's
};

// On a scan sizes are noisy and nothing is known to be bold: a heading must stand alone.
bool is_scanned_heading(const Paragraph& p, const Codes& codes, const HeadingLook& look) {
  if (!p.alone || look.sentence || codes.size() > 60 || is_scribble(p, codes)) return false;
  if (look.ratio > 1.35) return look.width <= 0.75 && (look.centered || look.ratio >= 1.6);
  if (look.ratio < 0.85) return false;
  const bool begins = text::is_upper(codes[0]) || text::is_han(codes[0]);
  if (look.centered && begins && look.ratio > 0.95) return true;
  return look.depth > 0 && codes.size() < 40 && look.width < 0.6 && !p.starts_indented;
}

bool is_typeset_heading(const Paragraph& p, const Codes& codes, const HeadingLook& look) {
  const size_t rows = p.rows.size();
  if (look.ratio > 1.13 && rows <= 3 && (!look.sentence || look.ratio > 1.3)) {
    return !look.sentence || codes.size() <= 120;
  }
  if (look.ratio < 0.85 || look.sentence || rows > 2) return false;
  if (p.bold && codes.size() < 160) return p.rows.front().marker != Marker::kBullet;
  if (look.depth == 0) return false;
  const bool set_apart = look.centered && (look.width < 0.6 || rows == 2);
  return p.italic || p.other_face || all_capitals(codes) || set_apart;
}

bool is_heading(const Paragraph& p, const std::string& plain, const Box& column,
                const TextContext& context) {
  const Codes codes = text::from_utf8(plain);
  const bool possible = codes.size() >= 2 && codes.size() <= 240 && p.rows.size() <= 4;
  if (!possible || !has_letter(codes) || looks_like_names(p, plain)) return false;
  if (is_known_heading(plain) && p.rows.size() == 1) return true;
  const HeadingLook look{.ratio = p.size / context.body_size,
                         .sentence = ends_like_sentence(codes),
                         .depth = numbering_depth(plain),
                         .centered = is_centered(p, column),
                         .width = p.box.width() / std::max(1.0, column.width())};
  if (context.ocr) return is_scanned_heading(p, codes, look);
  return caption_kind(plain) == CaptionKind::kNone && is_typeset_heading(p, codes, look);
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
