#include "doc/passes/language.h"

#include "text/utf8.h"

namespace mineru::doc {

namespace {

bool in(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

bool is_kana(char32_t code) {
  return in(code, 0x3041, 0x309F) || in(code, 0x30A1, 0x30FA) || in(code, 0x30FC, 0x30FF) ||
         in(code, 0x31F0, 0x31FF) || in(code, 0xFF66, 0xFF9F);
}

bool is_hangul(char32_t code) {
  return in(code, 0xAC00, 0xD7AF) || in(code, 0x1100, 0x11FF) || in(code, 0x3131, 0x318E);
}

}  // namespace

std::string_view detect_language(std::string_view text) {
  bool any = false;
  bool hangul = false;
  bool han = false;
  for (const char32_t code : text::from_utf8(text)) {
    if (is_kana(code)) return "ja";
    hangul = hangul || is_hangul(code);
    han = han || text::is_han(code);
    any = any || !text::is_space(code);
  }
  if (hangul) return "ko";
  if (han) return "zh";
  return any ? "en" : "";
}

bool is_cjk_language(std::string_view language) {
  return language == "zh" || language == "ja" || language == "ko";
}

}  // namespace mineru::doc
