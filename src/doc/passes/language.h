// Guesses the language of a paragraph from its scripts.
#pragma once

#include <string_view>

namespace mineru::doc {

// "ja" with any kana, else "ko" with any Hangul, else "zh" with any Han, else "en"; "" for white
// space only. Decides how lines are joined, so CJK or not is what matters.
std::string_view detect_language(std::string_view text);

// Written without spaces between words, or joined so by the reference: zh, ja, ko.
bool is_cjk_language(std::string_view language);

}  // namespace mineru::doc
