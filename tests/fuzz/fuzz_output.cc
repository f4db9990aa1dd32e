// What was recognised, on its way into HTML and Markdown for people: whatever the text, only known
// elements come out, paired, and no text gets lost between the parts of a long one.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "doc/writers/html_tokens.h"
#include "doc/writers/inline_text.h"
#include "doc/writers/mathml.h"
#include "doc/writers/pipe_table.h"
#include "doc/writers/safe_table.h"
#include "doc/writers/sentence_cut.h"
#include "text/utf8.h"

namespace {

using namespace mineru;

bool is_known(std::string_view name) {
  static constexpr std::array<std::string_view, 41> kNames = {
      "table", "thead",      "tbody",  "tfoot", "tr",         "td",       "th",
      "p",     "caption",    "ul",     "ol",    "li",         "b",        "strong",
      "i",     "em",         "u",      "s",     "sub",        "sup",      "math",
      "mi",    "mo",         "mn",     "mrow",  "mtext",      "mspace",   "mfrac",
      "msqrt", "mroot",      "msub",   "msup",  "msubsup",    "munder",   "mover",
      "mtr",   "munderover", "mtable", "mtd",   "annotation", "semantics"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || name == "mphantom";
}

// Every element is known and closed by its own tag, and carries no script.
void check_html(std::string_view html) {
  std::vector<std::string> open;
  for (const doc::HtmlToken& token : doc::html_tokens(html)) {
    if (token.kind == doc::HtmlToken::Kind::kText || token.name == "br") continue;
    MINERU_CHECK(is_known(token.name));
    for (const auto& [name, value] : token.attributes) {
      MINERU_CHECK(!name.starts_with("on") && name != "style" && name != "href" && name != "src");
    }
    if (token.kind == doc::HtmlToken::Kind::kOpen) {
      open.push_back(token.name);
      continue;
    }
    MINERU_CHECK(!open.empty() && open.back() == token.name);
    open.pop_back();
  }
  MINERU_CHECK(open.empty());
}

void check_cut(std::string_view text) {
  const std::u32string whole = text::from_utf8(text);
  size_t last = 0;
  for (const auto& [from, to] : doc::cut_at_sentences(whole, 20)) {
    MINERU_CHECK(last <= from && from < to && to - from <= 40);
    for (; last < from; ++last) MINERU_CHECK(text::is_space(whole[last]));
    last = to;
  }
  for (; last < whole.size(); ++last) MINERU_CHECK(text::is_space(whole[last]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const doc::TableParts parts = {.formula =
                                     [](const std::string& latex) {
                                       return doc::latex_to_mathml(latex, doc::MathStyle::kInline)
                                           .value_or(doc::safe_text(latex));
                                     },
                                 .picture = [](const std::string&) { return std::string("<br>"); }};
  check_html(doc::safe_table(text, parts));
  check_html(doc::safe_text_with_scripts(text));
  if (const auto math = doc::latex_to_mathml(text, doc::MathStyle::kDisplay)) check_html(*math);
  const auto table = doc::pipe_table(text, doc::Loss::kAllowed);
  MINERU_CHECK(!table || (table->starts_with("| ") && table->ends_with("|")));
  MINERU_CHECK(table || !doc::pipe_table(text, doc::Loss::kRefused));
  check_cut(text);
  return 0;
}
