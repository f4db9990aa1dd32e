// Two repairs of a table's HTML: pictures named by a token, and formulas. Pure functions,
// thread-safe, total.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace mineru::doc::vlm {

// "[AC7K]", with or without white space inside its brackets, becomes <img src="URI"/>. Keys of
// `token_to_uri` carry the brackets.
std::string replace_table_images(std::string html,
                                 const std::map<std::string, std::string>& token_to_uri);

// \(...\) and \[...\] become <eq>...</eq>, trimmed; what is in <eq> already stays as it is.
std::string wrap_table_formulas(std::string_view html);

}  // namespace mineru::doc::vlm
