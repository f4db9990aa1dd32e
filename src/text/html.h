// HTML text escaping, both ways.
#pragma once

#include <string>
#include <string_view>

namespace mineru::text {

// & < > " ' as entities (&quot; and &#x27;), as Python's html.escape writes them.
std::string escape_html(std::string_view bytes);

// & < > only: for text between tags, where quotes may stay readable.
std::string escape_html_text(std::string_view bytes);

// Numeric references, and the names that HTML writers use for escaping (amp, lt, gt, quot, apos,
// nbsp), all with their semicolon; anything else stays as it is. One pass: "&amp;lt;" is "&lt;".
std::string unescape_html(std::string_view bytes);

}  // namespace mineru::text
