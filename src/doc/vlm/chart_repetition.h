// Charts that the model spells as Markdown tables: signs that it fell into a loop, and the part of
// such a reply that is still a table. Pure functions, thread-safe, total, linear in the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

// One message for each kind of repetition, in the reference's words; none for a sound reply.
std::vector<std::string> chart_repetition_errors(std::string_view content);

// The reply itself if it is sound or holds no table; its largest well-formed table otherwise.
std::string fix_chart_repetition(std::string_view content);

// The table with the most rows, then columns, then characters, written anew; "" if there is none.
std::string largest_chart_table(std::string_view content);

}  // namespace mineru::doc::vlm
