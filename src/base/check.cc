#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace mineru {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: this is a bug in mineru.cpp: check failed: %s\n", file, line,
               condition);
  std::abort();
}

}  // namespace mineru
