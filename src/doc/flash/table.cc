#include "doc/flash/table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "doc/flash/table_grid.h"

namespace mineru::doc::flash {

std::vector<Table> extract_tables(std::vector<Segment>& segments,
                                  const std::vector<media::NativeRule>& rules,
                                  const std::vector<media::NativeGraphic>& graphics,
                                  double body_size) {
  PageWords words(segments);
  if (words.size() == 0) return {};
  const RuleLines lines = join_rules(rules);
  PageView view{words, lines, graphics, std::clamp(body_size, 3.0, 100.0)};
  std::vector<char> used(lines.horizontal.size(), 0);
  std::vector<Table> tables = find_ruled_tables(view, used);
  std::ranges::move(find_booktabs_tables(view, used), std::back_inserter(tables));
  std::ranges::move(find_aligned_tables(view), std::back_inserter(tables));
  if (tables.empty()) return tables;
  segments = words.rest(segments);
  std::stable_sort(tables.begin(), tables.end(), [](const Table& a, const Table& b) {
    return a.box.y0 != b.box.y0 ? a.box.y0 < b.box.y0 : a.box.x0 < b.box.x0;
  });
  return tables;
}

}  // namespace mineru::doc::flash
