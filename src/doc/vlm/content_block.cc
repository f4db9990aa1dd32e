#include "doc/vlm/content_block.h"

#include "base/check.h"

namespace mineru::doc::vlm {

namespace {

// In the order of ContentType.
constexpr std::array<std::string_view, 31> kNames = {
    "text",           "title",          "doc_title",    "paragraph_title", "table",
    "equation",       "formula_number", "code",         "algorithm",       "aside_text",
    "ref_text",       "index",          "phonetic",     "list_item",       "caption",
    "table_caption",  "image_caption",  "code_caption", "footnote",        "table_footnote",
    "image_footnote", "header",         "footer",       "page_number",     "page_footnote",
    "image",          "chart",          "list",         "image_block",     "equation_block",
    "unknown",
};
static_assert(static_cast<size_t>(ContentType::kUnknown) + 1 == kNames.size());

}  // namespace

std::string_view content_type_name(ContentType type) {
  const auto index = static_cast<size_t>(type);
  MINERU_CHECK(index < kNames.size());
  return kNames[index];
}

std::optional<ContentType> content_type_from_name(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ContentType>(i);
  }
  return std::nullopt;
}

}  // namespace mineru::doc::vlm
