// The grid that an OTSL text spells: rows of tokens, padded to equal width, each with its text.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <string_view>
#include <vector>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

enum class OtslToken : uint8_t {
  kFilled,   // <fcel>
  kEmpty,    // <ecel>
  kLeft,     // <lcel>
  kUp,       // <ucel>
  kBoth,     // <xcel>
  kNewline,  // <nl>
};

struct OtslCell {
  std::string_view text;  // as it stands after the token; empty if blank
  OtslToken token = OtslToken::kEmpty;
};

// `cells` row by row; both numbers are 0 when there is no row. Borrows the text.
struct OtslGrid {
  size_t num_rows = 0;
  size_t num_columns = 0;
  std::vector<OtslCell> cells;

  const OtslCell& at(size_t row, size_t column) const { return cells[row * num_columns + column]; }
};

// Empty for more cells than a page can hold: one long row among many short ones is no table.
OtslGrid read_otsl(std::string_view otsl, Compat compat);

bool contains_otsl_token(std::string_view text);

}  // namespace mineru::doc::vlm
