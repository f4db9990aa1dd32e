// Makes a table's HTML fit for Markdown: picture paths and formulas.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc {

// src="NAME" becomes src="IMAGE_DIR/NAME" unless it is a data: URI, and <eq>X</eq> becomes " $X$ "
// with X unescaped.
std::string format_embedded_html(std::string_view html, std::string_view image_dir);

}  // namespace mineru::doc
