// Pieces of Mermaid that several passes look for.
#pragma once

#include <stddef.h>

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

inline constexpr std::string_view kMermaidArrow = "-->";

// End of the run of characters that the model's node ids are made of: ASCII letters and digits,
// '_', '-', ideographs U+4E00..U+9FA5. `pos` itself if there is none.
size_t skip_mermaid_id(std::string_view text, size_t pos);

// ASCII letters, digits and '_', the first no digit: what every renderer takes.
bool is_legal_mermaid_id(std::string_view id);

// <-->, with or without white space inside; its length, 0 if there is none at `pos`.
size_t two_way_arrow_length(std::string_view text, size_t pos);
bool has_two_way_arrow(std::string_view text);

// Lines joined by '\n', with one at the end where `original` has one.
std::string join_mermaid_lines(const std::vector<std::string>& lines, std::string_view original);

// `separator` outside of quotes, brackets and |labels|.
std::vector<std::string_view> split_mermaid(std::string_view text, std::string_view separator);

}  // namespace mineru::doc::vlm
