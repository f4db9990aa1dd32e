#include "doc/vlm/page_checks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "doc/passes/latex.h"
#include "text/html.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kOpen = "<eq>";
constexpr std::string_view kClose = "</eq>";

// False: it cannot be put right, and is left alone.
bool mend(std::string& latex) {
  auto mended = mend_latex(latex);
  if (!mended) return false;
  latex = std::move(*mended);
  return true;
}

// Returns how many became code.
int mend_table(std::string& html) {
  if (html.find(kOpen) == std::string::npos) return 0;
  const std::string_view text = html;
  std::string out;
  int bad = 0;
  size_t done = 0;
  for (size_t open = text.find(kOpen); open != std::string_view::npos;) {
    const size_t inner = open + kOpen.size();
    const size_t close = text.find(kClose, inner);
    if (close == std::string_view::npos) break;
    const std::string_view source = text.substr(inner, close - inner);
    std::string latex = text::unescape_html(source);
    out += text.substr(done, open - done);
    if (is_valid_latex(latex)) {
      out.append(kOpen).append(source).append(kClose);
    } else if (mend(latex)) {
      out.append(kOpen).append(text::escape_html(latex)).append(kClose);
    } else {
      ++bad;
      out.append("<code>").append(source).append("</code>");
    }
    done = close + kClose.size();
    open = text.find(kOpen, done);
  }
  out += text.substr(done);
  html = std::move(out);
  return bad;
}

int check_block(Block& block) {
  int bad = 0;
  for (Line& line : block.lines) {
    for (Span& span : line.spans) {
      if (span.type == SpanType::kTable) {
        bad += mend_table(span.html);
      } else if (span.type == SpanType::kInlineEquation) {
        bad += mend(span.content) ? 0 : 1;
      } else if (span.type == SpanType::kInterlineEquation && !mend(span.content)) {
        block.sub_type = kFormulaText;
        ++bad;
      }
    }
  }
  return bad;
}

bool says_something(const Block& block) {
  return std::any_of(block.lines.begin(), block.lines.end(), [](const Line& line) {
    return std::any_of(line.spans.begin(), line.spans.end(),
                       [](const Span& span) { return !text::trim(span.content).empty(); });
  });
}

}  // namespace

void check_formulas(Regions& regions, Page& page) {
  int bad = 0;
  for (Region& region : regions) bad += check_block(region.block);
  if (bad == 0) return;
  page.diagnostics.push_back(
      {Code::kCorruptData,
       fmt::format("{} formula{} not valid LaTeX; {} shown as picture or as code", bad,
                   bad == 1 ? " is" : "s are", bad == 1 ? "it is" : "they are")});
}

void keep_lone_margins(Page& page) {
  if (!page.preproc_blocks.empty()) return;
  const auto first_blank = std::stable_partition(page.discarded_blocks.begin(),
                                                 page.discarded_blocks.end(), says_something);
  for (auto block = page.discarded_blocks.begin(); block != first_blank; ++block) {
    block->type = BlockType::kText;
    page.preproc_blocks.push_back(std::move(*block));
  }
  page.discarded_blocks.erase(page.discarded_blocks.begin(), first_blank);
}

}  // namespace mineru::doc::vlm
