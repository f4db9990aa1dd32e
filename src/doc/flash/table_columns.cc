#include "doc/flash/table_columns.h"

#include <algorithm>
#include <utility>

namespace mineru::doc::flash {

namespace {

struct Span {
  double x0 = 0;
  double x1 = 0;
};

// Spans of the row's pieces, cut at the separators.
std::vector<Span> row_spans(const PageWords& words, const VisualRow& row, double gap_em,
                            std::span<const double> separators) {
  std::vector<Span> spans;
  for (const Piece& piece : words.pieces(row, gap_em)) {
    double x0 = piece.box.x0;
    for (const double separator : separators) {
      if (separator <= x0 + 0.5 || separator >= piece.box.x1 - 0.5) continue;
      spans.push_back({x0, separator - 0.3});
      x0 = separator + 0.3;
    }
    spans.push_back({x0, piece.box.x1});
  }
  return spans;
}

struct Event {
  double x = 0;
  int step = 0;
};

std::vector<Event> sweep_events(const std::vector<std::vector<Span>>& rows) {
  std::vector<Event> events;
  for (const auto& spans : rows) {
    for (const Span& span : spans) {
      events.push_back({span.x0, 1});
      events.push_back({span.x1, -1});
    }
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return a.x != b.x ? a.x < b.x : a.step > b.step;
  });
  return events;
}

// Intervals that more than `tolerated` rows cover.
std::vector<WhiteColumn> covered_intervals(const std::vector<Event>& events, int tolerated,
                                           double min_gap) {
  std::vector<WhiteColumn> intervals;
  int depth = 0;
  for (const Event& event : events) {
    const int before = depth;
    depth += event.step;
    if (before <= tolerated && depth > tolerated) {
      if (!intervals.empty() && event.x - intervals.back().x1 < min_gap) continue;
      intervals.push_back({event.x, event.x});
    } else if (before > tolerated && depth <= tolerated) {
      intervals.back().x1 = event.x;
    }
  }
  return intervals;
}

// A row in ten may run over a gap, e.g. one long entry. Such gaps part a column only where both
// sides are well filled.
void split_at_rare_crossings(std::vector<WhiteColumn>& columns, const std::vector<Event>& events,
                             int num_rows, double em) {
  const int tolerated = num_rows / 12;
  if (tolerated == 0) return;
  const std::vector<WhiteColumn> dense = covered_intervals(events, tolerated, 0.5 * em);
  std::vector<WhiteColumn> result;
  for (const WhiteColumn& column : columns) {
    WhiteColumn open = column;
    for (size_t i = 0; i + 1 < dense.size(); ++i) {
      if (dense[i].x0 < open.x0 - 0.1 || dense[i + 1].x1 > column.x1 + 0.1) continue;
      result.push_back({open.x0, dense[i].x1});
      open.x0 = dense[i + 1].x0;
    }
    result.push_back(open);
  }
  columns = std::move(result);
}

// Text that is merely indented in some rows never stands beside the other: one column.
void merge_exclusive(std::vector<WhiteColumn>& columns, const std::vector<std::vector<Span>>& rows,
                     double em) {
  for (size_t c = 0; c + 1 < columns.size();) {
    const WhiteColumn& a = columns[c];
    const WhiteColumn& b = columns[c + 1];
    const bool near = b.x0 - a.x1 < 0.8 * em;
    const auto touches = [](const std::vector<Span>& spans, const WhiteColumn& column) {
      return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
        return media::overlap(span.x0, span.x1, column.x0, column.x1) > 0;
      });
    };
    const bool together =
        !near || std::any_of(rows.begin(), rows.end(), [&](const std::vector<Span>& spans) {
          return touches(spans, a) && touches(spans, b);
        });
    if (together) {
      ++c;
    } else {
      columns[c].x1 = b.x1;
      columns.erase(columns.begin() + static_cast<long>(c) + 1);
    }
  }
}

// Labels of several rows stand alone on theirs: what touches no column is one of its own.
void add_lone_columns(std::vector<WhiteColumn>& columns, std::vector<Span> lone, double em) {
  std::sort(lone.begin(), lone.end(), [](const Span& a, const Span& b) { return a.x0 < b.x0; });
  const size_t count = columns.size();
  for (const Span& span : lone) {
    if (columns.size() > count && span.x0 < columns.back().x1) {
      columns.back().x1 = std::max(columns.back().x1, span.x1);
      continue;
    }
    const bool touches =
        std::any_of(columns.begin(), columns.end(), [&](const WhiteColumn& column) {
          return media::overlap(span.x0, span.x1, column.x0, column.x1) > -kCellGapEm * em;
        });
    if (!touches) columns.push_back({span.x0, span.x1});
  }
  std::sort(columns.begin(), columns.end(),
            [](const WhiteColumn& a, const WhiteColumn& b) { return a.x0 < b.x0; });
}

}  // namespace

std::vector<WhiteColumn> white_columns(const PageWords& words, std::span<const VisualRow> rows,
                                       std::span<const double> separators) {
  std::vector<std::vector<Span>> spans;
  std::vector<Span> lone;
  double em = 0;
  Box all;
  // With hardly a row to compare, only a gap that is wide by itself counts.
  const auto several = std::count_if(rows.begin(), rows.end(), [&](const VisualRow& row) {
    return words.pieces(row, kCellGapEm).size() >= 2;
  });
  const double gap_em = several <= 2 ? 1.6 * kCellGapEm : kCellGapEm;
  for (const VisualRow& row : rows) {
    all = unite(all, row.box);
    std::vector<Span> of_row = row_spans(words, row, gap_em, separators);
    if (of_row.size() < 2) {
      lone.insert(lone.end(), of_row.begin(), of_row.end());
      continue;
    }
    em = std::max(em, row.size);
    spans.push_back(std::move(of_row));
  }
  if (spans.empty()) return {{all.x0, all.x1}};
  const std::vector<Event> events = sweep_events(spans);
  std::vector<WhiteColumn> columns = covered_intervals(events, 0, 0.1);
  split_at_rare_crossings(columns, events, static_cast<int>(spans.size()), em);
  if (columns.size() > kMaxColumns) return columns;  // no table; what follows is quadratic
  merge_exclusive(columns, spans, em);
  add_lone_columns(columns, std::move(lone), em);
  return columns;
}

}  // namespace mineru::doc::flash
