// Traps for bugs in our own code. Never reachable from input: foreign bytes raise Error instead.
#pragma once

namespace mineru {

// Prints the failed condition with its place to stderr, and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace mineru

// Always on.
#define MINERU_CHECK(condition) \
  ((condition) ? void() : ::mineru::check_failed(#condition, __FILE__, __LINE__))

// Costly checks: debug and sanitizer builds only.
#if !defined(NDEBUG) || defined(MINERU_SANITIZED)
#define MINERU_DCHECK(condition) MINERU_CHECK(condition)
#else
#define MINERU_DCHECK(condition) void()
#endif
