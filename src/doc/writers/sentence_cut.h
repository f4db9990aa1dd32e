// Cuts long text where sentences end.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace mineru::doc {

// Parts [from, to) of at most `wanted` characters where sentences allow it, of at most twice as
// many in any case; else they end at a line's end, at a blank, or anywhere. White space between
// parts belongs to none; everything else belongs to one.
std::vector<std::pair<size_t, size_t>> cut_at_sentences(std::u32string_view text, size_t wanted);

}  // namespace mineru::doc
