#include "doc/writers/mathml_elements.h"

#include <array>

namespace mineru::doc {

namespace {

constexpr MathFence kEnvironments[] = {
    {"matrix", "", "", ""},      {"pmatrix", "(", ")", ""},   {"bmatrix", "[", "]", ""},
    {"Bmatrix", "{", "}", ""},   {"vmatrix", "|", "|", ""},   {"Vmatrix", "‖", "‖", ""},
    {"smallmatrix", "", "", ""}, {"array", "", "", ""},       {"cases", "{", "", "ll"},
    {"aligned", "", "", "rl"},   {"align", "", "", "rl"},     {"align*", "", "", "rl"},
    {"alignedat", "", "", "rl"}, {"alignat", "", "", "rl"},   {"alignat*", "", "", "rl"},
    {"split", "", "", "rl"},     {"eqnarray", "", "", "rcl"}, {"eqnarray*", "", "", "rcl"},
    {"gathered", "", "", ""},    {"gather", "", "", ""},      {"gather*", "", "", ""},
    {"equation", "", "", ""},    {"equation*", "", "", ""},   {"multline", "", "", ""},
    {"multline*", "", "", ""},   {"dcases", "{", "", "ll"},   {"subarray", "", "", ""},
};

}  // namespace

std::string element(std::string_view name, std::string_view content, std::string_view attributes) {
  std::string out = "<" + std::string(name);
  if (!attributes.empty()) out.append(" ").append(attributes);
  return out.append(">").append(content).append("</").append(name).append(">");
}

std::string operator_element(std::string_view sign) {
  static constexpr std::array<std::string_view, 12> kBrackets = {"(", ")", "[", "]", "{", "}",
                                                                 "⟨", "⟩", "⌊", "⌋", "⌈", "⌉"};
  for (const std::string_view bracket : kBrackets) {
    if (sign == bracket) return element("mo", sign, "stretchy=\"false\"");
  }
  if (sign == "|" || sign == "‖" || sign == "/") {
    return element("mo", sign, "stretchy=\"false\" lspace=\"0\" rspace=\"0\"");
  }
  return element("mo", sign);
}

std::string math_space(std::string_view width) {
  return "<mspace width=\"" + std::string(width) + "\"></mspace>";
}

const MathFence* math_environment(std::string_view name) {
  for (const MathFence& fence : kEnvironments) {
    if (fence.environment == name) return &fence;
  }
  return nullptr;
}

}  // namespace mineru::doc
