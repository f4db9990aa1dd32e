// No pass over what the model writes takes more than linear time, whatever it writes.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <time.h>

#include "doc/hybrid/formula_numbers.h"
#include "doc/passes/content_clean.h"
#include "doc/passes/embedded_html.h"
#include "doc/passes/escape_markdown.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/latex.h"
#include "doc/vlm/cell_merge.h"
#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/equation_chain.h"
#include "doc/vlm/inline_formula.h"
#include "doc/vlm/json2md.h"
#include "doc/vlm/layout_grammar.h"
#include "doc/vlm/mermaid.h"
#include "doc/vlm/page_blocks.h"
#include "doc/vlm/pipe_table.h"
#include "doc/vlm/post_process.h"
#include "doc/vlm/table_html.h"
#include "doc/vlm/table_merge_rows.h"
#include "doc/vlm/table_pictures.h"
#include "doc/vlm/table_tokens.h"
#include "doc/vlm/text_chain.h"
#include "doc/writers/markdown_writer.h"

namespace mineru::doc::vlm {
namespace {

struct Pass {
  const char* name;
  void (*run)(const std::string& text);
};

ContentBlock block_of(ContentType type, const std::string& content) {
  ContentBlock block;
  block.type = type;
  block.bbox = {0.1, 0.1, 0.9, 0.9};
  block.content = content;
  return block;
}

// From a reply to the Markdown.
void run_page(ContentType type, const std::string& text) {
  Page page;
  page.size = {600, 800};
  page.model_blocks = post_process({block_of(type, text)});
  build_page(page, page.model_blocks, Compat::kProduct);
  (void)markdown_paragraphs(page, {});
}

const Pass kPasses[] = {
    {"parse_layout", [](const std::string& s) { (void)parse_layout(s); }},
    {"otsl", [](const std::string& s) { (void)otsl_to_html(s, Compat::kProduct); }},
    {"otsl, reference", [](const std::string& s) { (void)otsl_to_html(s, Compat::kReference); }},
    {"equation", [](const std::string& s) { (void)repair_equation(s); }},
    {"equation, reference",
     [](const std::string& s) { (void)repair_equation(s, Compat::kReference); }},
    {"mend_latex", [](const std::string& s) { (void)mend_latex(s); }},
    {"text", [](const std::string& s) { (void)repair_text(s); }},
    {"table formulas", [](const std::string& s) { (void)wrap_table_formulas(s); }},
    {"table pictures",
     [](const std::string& s) {
       std::vector<CutImage> images;
       (void)take_table_pictures(replace_table_images(s, {{"[AC7K]", "data:x"}}), images);
     }},
    {"pipe table",
     [](const std::string& s) {
       (void)pure_table_to_html(s);
       (void)markdown_table_malformed(s);
     }},
    {"mermaid",
     [](const std::string& s) {
       (void)clean_mermaid(s);
       (void)fence_mermaid(s);
     }},
    {"mermaid repairs",
     [](const std::string& s) {
       (void)fix_mermaid_subgraphs(drop_invalid_mermaid_edges(legalize_mermaid_node_ids(s)));
     }},
    {"chart",
     [](const std::string& s) {
       (void)chart_repetition_errors(s);
       (void)fix_chart_repetition(s);
     }},
    {"cell merge",
     [](const std::string& s) {
       (void)parse_cell_merge(s);
       const ContentBlock table = block_of(ContentType::kTable, s);
       (void)cell_merge_task({table}, {table}, Compat::kProduct);
     }},
    {"table merge",
     [](const std::string& s) { (void)merge_table_rows(s, s, {1}, Compat::kProduct); }},
    {"table merge, reference",
     [](const std::string& s) { (void)merge_table_rows(s, s, {1}, Compat::kReference); }},
    {"small passes",
     [](const std::string& s) {
       (void)clean_code(s);
       (void)clean_brackets(s);
       (void)clean_formula(s);
       (void)split_inline_formulas(s, {});
       (void)escape_block_prefix(escape_markdown_text(s));
       (void)narrow_full_width(narrow_alphanumerics(s));
       (void)format_embedded_html(s, "images");
       (void)hybrid::formula_number(s);
       (void)json2md({block_of(ContentType::kText, s), block_of(ContentType::kText, s)});
     }},
    {"page of text", [](const std::string& s) { run_page(ContentType::kText, s); }},
    {"page of a title", [](const std::string& s) { run_page(ContentType::kTitle, s); }},
    {"page of a table", [](const std::string& s) { run_page(ContentType::kTable, s); }},
    {"page of a formula", [](const std::string& s) { run_page(ContentType::kEquation, s); }},
    {"page of code", [](const std::string& s) { run_page(ContentType::kCode, s); }},
    {"page of an algorithm", [](const std::string& s) { run_page(ContentType::kAlgorithm, s); }},
    {"page of a picture",
     [](const std::string& s) {
       for (const char* kind : {"flowchart", "chart", "pure_table", "pure_formula"}) {
         run_page(ContentType::kImage, fmt::format("<|class_start|>{}<|class_end|>"
                                                   "<|content_start|>{}<|content_end|>",
                                                   kind, s));
       }
     }},
};

// `head`, then `unit` again and again, then `tail`.
struct Kind {
  std::string_view unit;
  std::string_view head = "";
  std::string_view tail = "";

  std::string text(size_t bytes) const {
    std::string out(head);
    while (out.size() < bytes) out += unit;
    return out.append(tail);
  }
};

const Kind kKinds[] = {{"{"},
                       {"}"},
                       {"{}"},
                       {"{", "", "}"},
                       {"\\left("},
                       {"\\right)"},
                       {"\\left"},
                       {"\\left\\{ x"},
                       {"\\left(", "", "\\right)"},
                       {"\\begin{array}{l}"},
                       {"\\end{array}"},
                       {"\\begin{"},
                       {"\\begin{array}{l} a & b \\\\ "},
                       {"\\sqrt["},
                       {"\\tag{"},
                       {"\\frac"},
                       {"\\text{"},
                       {"\\bigl ("},
                       {"_"},
                       {"^"},
                       {"'"},
                       {"' "},
                       {"x_1"},
                       {"_{a}"},
                       {"_{"},
                       {"&"},
                       {"\\\\"},
                       {"\\"},
                       {"\\("},
                       {"\\)"},
                       {"\\["},
                       {"\\]"},
                       {"\\(x\\)"},
                       {"\\[1\\]"},
                       {"\\(", "", "\\)"},
                       {"\\[", "", "\\]"},
                       {"\\(_"},
                       {"___"},
                       {"\\in"},
                       {"$"},
                       {"`"},
                       {"*"},
                       {"#"},
                       {"- "},
                       {"```\n"},
                       {"<fcel>"},
                       {"<fcel>a"},
                       {"<ecel>"},
                       {"<lcel>"},
                       {"<ucel>"},
                       {"<xcel>"},
                       {"<nl>"},
                       {"<fcel>a<nl>"},
                       {"<fcel>a<lcel><nl>"},
                       {"<ucel><nl>", "<fcel>a<nl>"},
                       {"<lcel>", "<fcel>a"},
                       {"<fcel>a<nl>", "<fcel><fcel><fcel><fcel><fcel><fcel><fcel><nl>"},
                       {"<"},
                       {"<a"},
                       {"<td"},
                       {"<td>"},
                       {"</td>"},
                       {"<tr>"},
                       {"<table>"},
                       {"<br>", "<td>"},
                       {"<a \""},
                       {"<a '<a \""},
                       {"<tr><td>x</td></tr>", "<table>", "</table>"},
                       {"<tr></tr>", "<table>", "</table>"},
                       {"<tr><td rowspan=\"9999\">x</td></tr>", "<table>", "</table>"},
                       {"<td rowspan=\"9999\">x</td>", "<table><tr>", "</tr></table>"},
                       {"<tr><td></td></tr>",
                        "<table><tr><td colspan=\"999\" rowspan=\"9999\">x</td></tr>", "</table>"},
                       {"<tr><td colspan=\"999\">x</td></tr>", "<table>", "</table>"},
                       {"<eq>"},
                       {"<eq>", "", "</eq>"},
                       {"<eq>x</eq>"},
                       {"&amp;"},
                       {"&a"},
                       {"["},
                       {"[ "},
                       {"[AC7K]"},
                       {"[1,"},
                       {"[0, 1"},
                       {"src=\""},
                       {"<img src=\"data:image/png;base64,"},
                       {"a|b\n"},
                       {"|"},
                       {"| a "},
                       {"|\n"},
                       {"|-"},
                       {"| a | b |\n", "| a | b |\n|---|---|\n"},
                       {"|---|---|\n"},
                       {"---\n"},
                       {"\\|"},
                       {"::"},
                       {";"},
                       {"A --> B\n"},
                       {"A[\"x\"] --> B\n"},
                       {"A-->"},
                       {"A[\""},
                       {"[\"a\"]"},
                       {"subgraph a b\n"},
                       {"A -->|x "},
                       {"- ->"},
                       {"graph TD;"},
                       {"%%"},
                       {"a-b "},
                       {"<|box_start|>"},
                       {"<|box_start|>0 0 9 9<|box_end|><|ref_start|>"},
                       {"<|box_start|>0 0 9 9<|box_end|><|ref_start|>text<|ref_end|>txt_contd_tgt"},
                       {"<|box_start|>1 "},
                       {"<|ref_end|>"},
                       {"<|content_start|>"},
                       {"<|class_start|>"},
                       {"[Non-Text]"},
                       {"a"},
                       {"a "},
                       {" "},
                       {"\n"},
                       {" \n"},
                       {"1"},
                       {"1, "},
                       {"ab\n"},
                       {"A"},
                       {"\u4e2d"},
                       {"\u3000"},
                       {"\uff11"},
                       {"\xff"},
                       {"\xf0\x9f"},
                       {std::string_view("\0", 1)}};

// Of this thread's processor time: other processes do not count.
double seconds_now() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds(const Pass& pass, const std::string& text) {
  const double start = seconds_now();
  pass.run(text);
  return seconds_now() - start;
}

struct Growth {
  double short_time = 1e9;
  double long_time = 1e9;  // of four times as much
};

// 4 times the text takes 4 times as long, or not worth mentioning; quadratic would be 16 times.
// What other processes leave of the caches differs: several tries.
bool grows_linearly(const Pass& pass, const Kind& kind, size_t bytes, Growth& growth) {
  constexpr double kFloor = 0.0005;
  const std::string small = kind.text(bytes);
  const std::string large = kind.text(4 * bytes);
  growth = {};
  for (int i = 0; i < 5; ++i) {
    growth.short_time = std::min(growth.short_time, seconds(pass, small));
    growth.long_time = std::min(growth.long_time, seconds(pass, large));
    if (growth.long_time < 11 * std::max(growth.short_time, kFloor)) return true;
  }
  return false;
}

// A longer text tells a pass that grows too fast from one that has left the processor's caches.
void check(const Pass& pass, const Kind& kind) {
  Growth growth;
  for (const size_t bytes : {16'000, 64'000}) {
    if (grows_linearly(pass, kind, bytes, growth)) return;
  }
  ADD_FAILURE() << pass.name << " of " << kind.head << "..." << kind.unit << "..." << kind.tail
                << ": " << growth.short_time << " s, four times that: " << growth.long_time << " s";
}

TEST(VlmGrowth, EveryPassIsLinear) {
#ifdef MINERU_SANITIZED
  GTEST_SKIP() << "times of instrumented code say nothing";
#endif
  for (const Pass& pass : kPasses) {
    for (const Kind& kind : kKinds) check(pass, kind);
  }
}

}  // namespace
}  // namespace mineru::doc::vlm
