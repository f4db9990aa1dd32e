#include "doc/vlm/otsl_grid.h"

#include <algorithm>
#include <optional>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

// Padding turns n bytes into up to n^2 / 240 cells; this many are still made in no time.
constexpr size_t kMaxCells = 1'000'000;

struct Spelling {
  std::string_view text;
  OtslToken token;
};

constexpr Spelling kSpellings[] = {
    {"<fcel>", OtslToken::kFilled}, {"<ecel>", OtslToken::kEmpty}, {"<lcel>", OtslToken::kLeft},
    {"<ucel>", OtslToken::kUp},     {"<xcel>", OtslToken::kBoth},  {"<nl>", OtslToken::kNewline},
};

// A token, or the text between two: only the latter has `text`.
struct Part {
  std::string_view text;
  OtslToken token = OtslToken::kEmpty;

  bool is_token() const { return text.empty(); }
};

const Spelling* spelling_at(std::string_view text, size_t pos) {
  for (const Spelling& spelling : kSpellings) {
    if (text.substr(pos).starts_with(spelling.text)) return &spelling;
  }
  return nullptr;
}

// Blank text between tokens is dropped.
std::vector<Part> split_parts(std::string_view otsl) {
  std::vector<Part> parts;
  size_t start = 0;
  const auto add_text = [&](size_t end) {
    const std::string_view text = otsl.substr(start, end - start);
    if (!python_strip(text).empty()) parts.push_back({.text = text});
  };
  for (size_t pos = otsl.find('<'); pos != std::string_view::npos; pos = otsl.find('<', pos)) {
    const Spelling* spelling = spelling_at(otsl, pos);
    if (spelling == nullptr) {
      ++pos;
      continue;
    }
    add_text(pos);
    parts.push_back({.text = {}, .token = spelling->token});
    pos += spelling->text.size();
    start = pos;
  }
  add_text(otsl.size());
  return parts;
}

// Rows with at least one cell, with the text that follows each token in its row.
std::vector<std::vector<OtslCell>> split_rows(const std::vector<Part>& parts) {
  std::vector<std::vector<OtslCell>> rows;
  bool open = false;
  for (const Part& part : parts) {
    if (!part.is_token()) {
      if (open) rows.back().back().text = part.text;
    } else if (part.token == OtslToken::kNewline) {
      open = false;
    } else {
      if (!open) rows.emplace_back();
      rows.back().push_back({.text = {}, .token = part.token});
      open = true;
    }
  }
  return rows;
}

// The reference finds the text of a cell by walking the parts along the padded grid. Text before
// the first token and blank rows bring the two out of step for good.
void assign_texts_in_step(const std::vector<Part>& parts, OtslGrid& grid) {
  size_t next = 0;
  const auto at_token = [&](OtslToken token) {
    return next < parts.size() && parts[next].is_token() && parts[next].token == token;
  };
  for (size_t row = 0; row < grid.num_rows; ++row) {
    for (size_t column = 0; column < grid.num_columns; ++column) {
      OtslCell& cell = grid.cells[row * grid.num_columns + column];
      cell.text = {};
      if (!at_token(cell.token)) continue;
      ++next;
      if (next < parts.size() && !parts[next].is_token()) cell.text = parts[next++].text;
    }
    if (at_token(OtslToken::kNewline)) ++next;
  }
}

}  // namespace

OtslGrid read_otsl(std::string_view otsl, Compat compat) {
  const std::vector<Part> parts = split_parts(otsl);
  const std::vector<std::vector<OtslCell>> rows = split_rows(parts);
  OtslGrid grid;
  grid.num_rows = rows.size();
  for (const auto& row : rows) grid.num_columns = std::max(grid.num_columns, row.size());
  if (rows.empty() || grid.num_columns > kMaxCells / grid.num_rows) return {};
  grid.cells.resize(grid.num_rows * grid.num_columns);
  auto cell = grid.cells.begin();
  for (const auto& row : rows) {
    std::copy(row.begin(), row.end(), cell);
    cell += static_cast<std::ptrdiff_t>(grid.num_columns);
  }
  if (compat == Compat::kReference) assign_texts_in_step(parts, grid);
  return grid;
}

bool contains_otsl_token(std::string_view text) {
  for (size_t pos = text.find('<'); pos != std::string_view::npos; pos = text.find('<', pos + 1)) {
    if (spelling_at(text, pos) != nullptr) return true;
  }
  return false;
}

}  // namespace mineru::doc::vlm
