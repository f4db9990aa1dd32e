#include "doc/page_selection.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace mineru::doc {

std::vector<int> select_pages(const std::vector<PageRange>& ranges, int page_count) {
  std::vector<int> pages;
  if (ranges.empty()) {
    pages.resize(static_cast<size_t>(page_count));
    std::iota(pages.begin(), pages.end(), 0);
  } else {
    std::set<int> chosen;
    for (const PageRange& range : ranges) {
      const int first = range.first < 0 ? page_count + range.first : range.first - 1;
      const int last = range.last < 0 ? page_count + range.last : range.last - 1;
      for (int p = std::max(0, first); p <= std::min(last, page_count - 1); ++p) chosen.insert(p);
    }
    pages.assign(chosen.begin(), chosen.end());
  }
  if (pages.empty())
    throw_error(Code::kInvalidArgument,
                "no page is in the range asked for: the document has {} pages", page_count);
  return pages;
}

std::vector<int> sample_places(int count, int most) {
  std::set<int> places;
  if (count <= most) {
    for (int i = 0; i < count; ++i) places.insert(i);
  } else {
    const int run = most / 3;
    for (int i = 0; i < run; ++i) {
      places.insert(i);
      places.insert(count / 2 - run / 2 + i);
      places.insert(count - 1 - i);
    }
  }
  return {places.begin(), places.end()};
}

}  // namespace mineru::doc
