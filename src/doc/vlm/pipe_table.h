// Markdown pipe tables in the model's replies. Pure functions, thread-safe, total.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// The text must be one table and nothing else: a header, a separator, rows of equal width.
std::optional<std::string> markdown_table_to_html(std::string_view text);

// Whether text with a table in it has one that renderers would not recognise.
bool markdown_table_malformed(std::string_view text);

// HTML, Markdown or OTSL as HTML; "" for anything else.
std::string pure_table_to_html(std::string_view text, Compat compat = Compat::kProduct);

}  // namespace mineru::doc::vlm
