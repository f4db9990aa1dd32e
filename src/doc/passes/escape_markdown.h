// Escapes what Markdown would take for markup.
#pragma once

#include <string>
#include <string_view>

namespace mineru::doc {

// A backslash before each of * _ ` ~ $ that is not escaped already. # [ ] < > | stay: the reference
// leaves them.
std::string escape_markdown_text(std::string_view text);

// A backslash before a heading or list marker ("# ", "- ", "+ ", up to three blanks before it) at
// the start of a paragraph.
std::string escape_block_prefix(std::string_view text);

}  // namespace mineru::doc
