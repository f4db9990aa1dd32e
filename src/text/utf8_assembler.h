// Bytes that arrive in pieces (tokens) become whole characters.
#pragma once

#include <string>
#include <string_view>

namespace mineru::text {

// What is not UTF-8 becomes U+FFFD, one for each maximal broken part (Unicode 15, section 3.9, as
// Rust and Python do). Value, not thread-safe.
class Utf8Assembler {
 public:
  // The characters that are complete now; a piece that may still go on is kept back.
  std::string push(std::string_view bytes);
  // What was kept back, as U+FFFD; the assembler is empty afterwards.
  std::string finish();

 private:
  std::string pending_;  // the start of a character, at most 3 bytes
};

}  // namespace mineru::text
