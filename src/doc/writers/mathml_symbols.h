// What macros without arguments stand for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mineru::doc {

enum class SymbolKind {
  kNone,      // not known
  kLetter,    // <mi>
  kOperator,  // <mo>
  kBig,       // <mo> with limits above and below
  kFunction,  // "sin": <mi> of several letters
  kLimit,     // "lim": a function with limits below
  kSpace,     // `text` is its width
  kIgnored,   // changes nothing that is shown
};

struct MathSymbol {
  SymbolKind kind = SymbolKind::kNone;
  std::string_view text;
};

MathSymbol math_symbol(std::string_view name);  // without its backslash

// The sign that an accent puts above; "" for other macros.
std::string_view accent_sign(std::string_view name);

enum class Alphabet { kNone, kUpright, kBold, kScript, kDoubleStruck, kFraktur, kSans, kMono };

// The letter or digit of that alphabet; what it lacks stays.
char32_t in_alphabet(char32_t code, Alphabet alphabet);

}  // namespace mineru::doc
