#include "doc/flash/table_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

// Two baselines closer than this part of the font size are one row: less than half the pitch of
// single-spaced rows, where a label centred on two rows lies.
constexpr double kSameRowEm = 0.3;

int num_words(const std::vector<Segment>& segments) {
  size_t count = 0;
  for (const Segment& segment : segments) count += segment.words.size();
  return static_cast<int>(count);
}

}  // namespace

PageWords::PageWords(const std::vector<Segment>& segments) {
  words_.reserve(static_cast<size_t>(num_words(segments)));
  for (size_t i = 0; i < segments.size(); ++i) {
    for (const Word& word : segments[i].words) {
      words_.push_back({&word, static_cast<int>(i), segments[i].baseline, segments[i].size});
    }
  }
  taken_.assign(words_.size(), 0);
  by_y_.resize(words_.size());
  for (size_t i = 0; i < words_.size(); ++i) by_y_[i] = static_cast<int>(i);
  std::sort(by_y_.begin(), by_y_.end(),
            [this](int a, int b) { return box(a).center_y() < box(b).center_y(); });
}

void PageWords::take(std::span<const int> words) {
  for (const int word : words) taken_[static_cast<size_t>(word)] = 1;
}

std::vector<int> PageWords::inside(const Box& area) const {
  std::vector<int> found;
  auto it = std::lower_bound(by_y_.begin(), by_y_.end(), area.y0,
                             [this](int word, double y) { return box(word).center_y() < y; });
  for (; it != by_y_.end() && box(*it).center_y() <= area.y1; ++it) {
    const double x = box(*it).center_x();
    if (x >= area.x0 && x <= area.x1 && is_free(*it)) found.push_back(*it);
  }
  std::sort(found.begin(), found.end());
  return found;
}

int PageWords::num_between(double y0, double y1) const {
  const auto above = [this](int word, double y) { return box(word).center_y() < y; };
  const auto first = std::lower_bound(by_y_.begin(), by_y_.end(), y0, above);
  const auto last = std::lower_bound(by_y_.begin(), by_y_.end(), y1, above);
  return static_cast<int>(std::max<long>(0, last - first));
}

Box PageWords::bounds(std::span<const int> words) const {
  Box bounds;
  for (const int word : words) bounds = unite(bounds, box(word));
  return bounds;
}

std::vector<VisualRow> PageWords::rows(std::span<const int> words) const {
  std::vector<int> order(words.begin(), words.end());
  std::stable_sort(order.begin(), order.end(),
                   [this](int a, int b) { return at(a).baseline < at(b).baseline; });
  std::vector<VisualRow> rows;
  for (const int word : order) {
    const TableWord& w = at(word);
    if (rows.empty() ||
        w.baseline - rows.back().baseline > kSameRowEm * std::min(w.size, rows.back().size)) {
      rows.push_back({{}, w.baseline, w.size, {}});
    }
    VisualRow& row = rows.back();
    if (w.size > row.size) {
      row.size = w.size;
      row.baseline = w.baseline;
    }
    row.words.push_back(word);
    row.box = unite(row.box, box(word));
  }
  attach_scripts(rows);
  for (VisualRow& row : rows) {
    std::stable_sort(row.words.begin(), row.words.end(),
                     [this](int a, int b) { return box(a).x0 < box(b).x0; });
  }
  return rows;
}

// Small marks that stand alone beside a neighbouring row's words, e.g. a raised dagger.
void PageWords::attach_scripts(std::vector<VisualRow>& rows) const {
  const auto belongs = [this](const VisualRow& mark, const VisualRow& row) {
    if (mark.size > 0.85 * row.size || y_overlap(mark.box, row.box) < 0.5 * mark.box.height()) {
      return false;
    }
    return std::all_of(mark.words.begin(), mark.words.end(), [&](int m) {
      return std::any_of(row.words.begin(), row.words.end(), [&](int w) {
        return std::abs(box(m).x0 - box(w).x1) < 0.3 * row.size ||
               std::abs(box(m).x1 - box(w).x0) < 0.3 * row.size;
      });
    });
  };
  constexpr size_t kMaxMarks = 40;  // bounds the search; a row has far fewer marks
  std::vector<VisualRow> kept;
  for (size_t i = 0; i < rows.size(); ++i) {
    VisualRow* home = nullptr;
    if (rows[i].words.size() <= kMaxMarks) {
      if (!kept.empty() && belongs(rows[i], kept.back())) home = &kept.back();
      if (!home && i + 1 < rows.size() && belongs(rows[i], rows[i + 1])) home = &rows[i + 1];
    }
    if (home) {
      home->words.insert(home->words.end(), rows[i].words.begin(), rows[i].words.end());
      home->box = unite(home->box, rows[i].box);
    } else {
      kept.push_back(std::move(rows[i]));
    }
  }
  rows = std::move(kept);
}

std::vector<Piece> PageWords::pieces(const VisualRow& row, double gap_em) const {
  std::vector<Piece> pieces;
  for (const int word : row.words) {
    // The space of a monospaced font alone is 0.6 em wide.
    // A mark of tiny type beside large text is parted from it by the large one's space.
    const double size = std::max(at(word).size, 0.6 * row.size);
    const double em = size * (at(word).word->monospace ? 1.6 : 1.0);
    if (pieces.empty() || box(word).x0 - pieces.back().box.x1 > gap_em * em) pieces.emplace_back();
    pieces.back().words.push_back(word);
    pieces.back().box = unite(pieces.back().box, box(word));
  }
  return pieces;
}

Segment PageWords::line(std::span<const int> words) const {
  Segment line;
  int last = -1;
  for (const int word : words) {
    Word copy = *at(word).word;
    if (last < 0) {
      copy.space_before = false;
    } else if (at(word).segment != at(last).segment) {
      copy.space_before = box(word).x0 - box(last).x1 > 0.15 * at(word).size;
    }
    line.words.push_back(std::move(copy));
    last = word;
  }
  if (!line.words.empty()) update_extent(line);
  return line;
}

std::string PageWords::text(std::span<const int> words) const {
  std::vector<Segment> lines;
  for (const VisualRow& row : rows(words)) lines.push_back(line(row.words));
  return join_cell_lines(lines);
}

std::vector<Segment> PageWords::rest(const std::vector<Segment>& segments) const {
  std::vector<Segment> rest;
  size_t number = 0;
  for (const Segment& segment : segments) {
    const size_t first = number;
    number += segment.words.size();
    if (std::all_of(taken_.begin() + static_cast<long>(first),
                    taken_.begin() + static_cast<long>(number), [](char t) { return t == 0; })) {
      rest.push_back(segment);
      continue;
    }
    bool open = false;
    for (size_t i = first; i < number; ++i) {
      if (taken_[i]) {
        open = false;
        continue;
      }
      if (!open) rest.emplace_back();
      rest.back().words.push_back(segment.words[i - first]);
      if (!open) rest.back().words.front().space_before = false;
      open = true;
    }
  }
  for (Segment& segment : rest) {
    if (segment.box.empty()) update_extent(segment);
  }
  return rest;
}

}  // namespace mineru::doc::flash
