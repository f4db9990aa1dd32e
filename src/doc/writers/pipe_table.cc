#include "doc/writers/pipe_table.h"

#include <algorithm>
#include <vector>

#include "doc/passes/escape_markdown.h"
#include "doc/passes/merge_para_text.h"
#include "doc/writers/html_tokens.h"
#include "text/html.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

using Kind = HtmlToken::Kind;

constexpr size_t kMaxColumns = 1000;
constexpr size_t kMaxCells = 1'000'000;
constexpr size_t kMaxBytes = 16 << 20;  // merged cells are repeated

struct Cell {
  std::string text;
  bool filled = false;  // its place is taken
  int rows_left = 0;    // further rows that it covers
};

// Blanks between words are one, and pipes do not end the cell.
std::string cell_text(std::string_view markdown) {
  std::string out;
  for (const char c : text::trim(markdown)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    if (c == '|') out += '\\';
    out += blank ? ' ' : c;
  }
  return out;
}

class Reader {
 public:
  std::optional<std::string> run(std::string_view html, Loss loss) {
    for (const HtmlToken& token : html_tokens(html)) {
      take(token);
      if (failed_) return std::nullopt;
    }
    end_cell();
    end_row();
    if (failed_ || rows_.empty() || width_ == 0 || rows_.size() * width_ > kMaxCells) {
      return std::nullopt;
    }
    if (loss == Loss::kRefused && (lossy_ || is_ragged_)) return std::nullopt;
    return text();
  }

 private:
  void take(const HtmlToken& token) {
    if (token.kind == Kind::kText) return take_text(token.text);
    const std::string& name = token.name;
    const bool open = token.kind == Kind::kOpen;
    if (name == "table") {
      failed_ = failed_ || (open && ++tables_ > 1);
      if (!open) end_row();
    } else if (name == "tr") {
      end_row();
      row_open_ = open && !row_.empty();  // cells from above reach into it, though it has none
    } else if (name == "td" || name == "th") {
      end_cell();
      if (open) begin_cell(token);
    } else if (in_cell_) {
      take_markup(name, open, token);
    }
  }

  void take_text(const std::string& text) {
    if (!in_cell_) return;
    if (in_formula_) {
      content_ += text;
      return;
    }
    // "<" would open a tag.
    const std::string escaped = escape_markdown_text(text);
    for (const char c : escaped) {
      if (c == '<') {
        content_ += "&lt;";
      } else {
        content_ += c;
      }
    }
  }

  void take_markup(const std::string& name, bool open, const HtmlToken& token) {
    if (name == "br") {
      content_ += "<br>";
      lossy_ = true;
    } else if (name == "eq") {
      content_ += open ? " $" : "$ ";
      in_formula_ = open;
      lossy_ = true;
    } else if (name == "sup" || name == "sub" || name == "b" || name == "i") {
      content_ += (open ? "<" : "</") + name + ">";
    } else if (name == "img") {
      const std::string source = token.attribute("src");
      const bool embedded = source.empty() || source.starts_with("data:");
      if (!embedded) content_ += std::string("![](") + kImageFolder + "/" + source + ")";
      lossy_ = true;
    } else if (name != "thead" && name != "tbody" && name != "tfoot") {
      if (!content_.empty() && content_.back() != ' ') content_ += ' ';
      lossy_ = true;
    }
  }

  void begin_cell(const HtmlToken& cell) {
    in_cell_ = true;
    row_open_ = true;
    columns_ = span_attribute(cell, "colspan");
    row_span_ = span_attribute(cell, "rowspan");
    if (columns_ > 1 || row_span_ > 1) lossy_ = true;
  }

  void end_cell() {
    if (!in_cell_) return;
    in_cell_ = in_formula_ = false;
    size_t column = 0;
    while (column < row_.size() && row_[column].filled) ++column;
    const size_t end = column + static_cast<size_t>(columns_);
    failed_ = failed_ || end > kMaxColumns;
    if (failed_) return;
    if (row_.size() < end) row_.resize(end);
    const std::string text = cell_text(content_);
    content_.clear();
    for (size_t i = column; i < end; ++i) {
      row_[i] = {i == column ? text : std::string(), true, row_span_ - 1};
    }
  }

  void end_row() {
    end_cell();
    if (!row_open_) return;
    row_open_ = false;
    std::vector<std::string> texts;
    std::vector<Cell> next(row_.size());
    for (size_t i = 0; i < row_.size(); ++i) {
      texts.push_back(row_[i].text);
      bytes_ += row_[i].text.size();
      if (row_[i].rows_left == 0) continue;
      next[i] = row_[i];
      --next[i].rows_left;
    }
    while (!next.empty() && !next.back().filled) next.pop_back();
    if (!rows_.empty() && texts.size() != rows_.front().size()) is_ragged_ = true;
    width_ = std::max(width_, texts.size());
    rows_.push_back(std::move(texts));
    row_ = std::move(next);
    cells_ += rows_.back().size();
    failed_ = failed_ || cells_ > kMaxCells || bytes_ > kMaxBytes;
  }

  std::string text() const {
    std::string out;
    for (size_t row = 0; row < rows_.size(); ++row) {
      if (row > 0) out += '\n';
      for (size_t i = 0; i < width_; ++i) {
        out += "| ";
        if (i < rows_[row].size() && !rows_[row][i].empty()) out += rows_[row][i] + " ";
      }
      out += '|';
      if (row > 0) continue;
      out += '\n';
      for (size_t i = 0; i < width_; ++i) out += "| --- ";
      out += '|';
    }
    return out;
  }

  int tables_ = 0;
  bool failed_ = false;
  bool lossy_ = false;
  bool is_ragged_ = false;
  bool in_cell_ = false;
  bool in_formula_ = false;
  bool row_open_ = false;
  int columns_ = 1;
  int row_span_ = 1;
  size_t width_ = 0;
  size_t cells_ = 0;
  size_t bytes_ = 0;
  std::string content_;    // of the cell in work
  std::vector<Cell> row_;  // in work, with the cells that reach into it from above
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

std::optional<std::string> pipe_table(std::string_view html, Loss loss) {
  return Reader().run(html, loss);
}

}  // namespace mineru::doc
