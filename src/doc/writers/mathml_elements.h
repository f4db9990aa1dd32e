// Pieces of MathML as text.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc {

// "<mi attributes>content</mi>"; the content is MathML already.
std::string element(std::string_view name, std::string_view content,
                    std::string_view attributes = "");

// A sign between others. Brackets grow only after \left, and a bar has no room around it.
std::string operator_element(std::string_view sign);

std::string math_space(std::string_view width);

// An environment of rows.
struct MathFence {
  std::string_view environment;
  std::string_view open;
  std::string_view close;
  std::string_view columns;  // classes of cells, by turns
};

const MathFence* math_environment(std::string_view name);  // null: not known

}  // namespace mineru::doc
