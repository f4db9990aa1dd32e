// HTML text escaping.
#pragma once

#include <string>
#include <string_view>

namespace mineru::text {

// & < > " ' as entities (&quot; and &#x27;), as Python's html.escape writes them.
std::string escape_html(std::string_view bytes);

}  // namespace mineru::text
