// text: pure functions on strings: UTF-8, HTML escaping, digests. Includes base only. No state,
// thread-safe. Functions that read text accept any bytes; broken UTF-8 becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace mineru::text {

// Appends one code point; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code);

std::string to_utf8(std::u32string_view codes);
std::u32string from_utf8(std::string_view bytes);

// Unicode classes that document logic asks for.
bool is_space(char32_t code);   // White_Space, and zero-width space
bool is_han(char32_t code);     // unified ideographs with extensions and compatibility forms
bool is_cjk(char32_t code);     // Han, kana, Hangul, CJK and full-width punctuation
bool is_letter(char32_t code);  // general category L*
bool is_upper(char32_t code);   // category Lu
bool is_lower(char32_t code);   // category Ll
bool is_digit(char32_t code);   // category Nd
bool is_private_use(char32_t code);
bool is_control(char32_t code);  // category Cc, less tab, newline and carriage return

// NFC, plus expansion of the Latin ligatures U+FB00..FB06 that fonts put into text layers.
std::string normalize(std::string_view bytes);

// Simple and full case folding: equal for names that differ in case only.
std::string fold_case(std::string_view bytes);

// White space at both ends removed (ASCII and Unicode).
std::string_view trim(std::string_view bytes);

// At most `max_bytes`, cut at a code point boundary.
std::string_view truncate_utf8(std::string_view bytes, size_t max_bytes);

}  // namespace mineru::text
