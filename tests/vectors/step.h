// mineru-vectors: one step of the reference, run through our code.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vectors {

using Json = nlohmann::ordered_json;

// Our result for the row's input, in the shape of its "expected". Throws for an input that is
// none.
using Step = std::function<Json(const Json& input, Compat compat)>;

// By the name in the row.
using Steps = std::map<std::string, Step, std::less<>>;

void add_text_steps(Steps& steps);
void add_equation_steps(Steps& steps);
void add_table_steps(Steps& steps);
void add_picture_steps(Steps& steps);
void add_page_steps(Steps& steps);
void add_pixel_steps(Steps& steps);
void add_hybrid_steps(Steps& steps);
void add_http_steps(Steps& steps);

// A pass from text to text.
using TextPass = std::string (*)(std::string_view);
inline Step on_text(TextPass pass) {
  return [pass](const Json& input, Compat) { return Json(pass(input.get<std::string>())); };
}
using CompatTextPass = std::string (*)(std::string_view, Compat);
inline Step on_text(CompatTextPass pass) {
  return [pass](const Json& input, Compat compat) {
    return Json(pass(input.get<std::string>(), compat));
  };
}

}  // namespace mineru::doc::vectors
