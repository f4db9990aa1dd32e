#include "doc/page_workers.h"

#include <algorithm>

namespace mineru::doc {

int reference_page_workers(int pages, int threads, int cpus) {
  constexpr int kMost = 3;
  constexpr int kPagesEach = 30;
  return std::max(1, std::min({cpus, kMost, threads, std::max(1, pages / kPagesEach)}));
}

int num_page_workers(int pages, int threads, int cpus, Compat compat) {
  if (compat == Compat::kReference) return reference_page_workers(pages, threads, cpus);
  return std::clamp(pages, 1, std::max(1, threads));
}

}  // namespace mineru::doc
