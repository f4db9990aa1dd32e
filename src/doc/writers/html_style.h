// How the HTML page looks.
#pragma once

#include <string_view>

namespace mineru::doc {

// CSS for light and dark screens and for paper; loads nothing.
std::string_view html_style();

}  // namespace mineru::doc
