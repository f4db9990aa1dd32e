#include "doc/flash/figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "doc/flash/roles.h"

namespace mineru::doc::flash {

using media::NativeGraphic;
using media::PageSize;

namespace {

constexpr double kCell = 4;          // points; parts closer than about this stand together
constexpr double kWholePage = 0.85;  // larger graphics are backgrounds
constexpr double kTextCover = 0.30;  // more running text than this inside: a box around text
constexpr size_t kMaxFigures = 200;

struct Cluster {
  Box box;
  int images = 0;
  int drawings = 0;
  int fills = 0;
};

// Marks boxes on a coarse grid and gathers what touches. Linear in boxes and cells.
class Grid {
 public:
  explicit Grid(const PageSize& size)
      : cell_(std::max({kCell, size.width / 600, size.height / 600})),
        columns_(static_cast<int>(size.width / cell_) + 3),
        rows_(static_cast<int>(size.height / cell_) + 3),
        marks_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), 0) {}

  void mark(const Box& b) {
    for (int r = row(b.y0); r <= row(b.y1); ++r) {
      for (int c = column(b.x0); c <= column(b.x1); ++c) at(r, c) = 1;
    }
  }
  // Labels each connected set of marked cells (neighbours in eight directions) with 2, 3, ...
  int label();
  int label_at(const Box& b) const {
    return marks_[static_cast<size_t>(row(b.center_y())) * static_cast<size_t>(columns_) +
                  static_cast<size_t>(column(b.center_x()))];
  }

 private:
  int column(double x) const {
    return std::clamp(static_cast<int>(x / cell_) + 1, 0, columns_ - 1);
  }
  int row(double y) const { return std::clamp(static_cast<int>(y / cell_) + 1, 0, rows_ - 1); }
  int& at(int r, int c) {
    return marks_[static_cast<size_t>(r) * static_cast<size_t>(columns_) + static_cast<size_t>(c)];
  }
  void flood(int r, int c, int label);

  double cell_;
  int columns_;
  int rows_;
  std::vector<int> marks_;
  std::vector<std::pair<int, int>> open_;
};

void Grid::flood(int r, int c, int label) {
  open_.assign(1, {r, c});
  at(r, c) = label;
  while (!open_.empty()) {
    const auto [y, x] = open_.back();
    open_.pop_back();
    for (int ny = std::max(0, y - 1); ny <= std::min(rows_ - 1, y + 1); ++ny) {
      for (int nx = std::max(0, x - 1); nx <= std::min(columns_ - 1, x + 1); ++nx) {
        if (at(ny, nx) != 1) continue;
        at(ny, nx) = label;
        open_.emplace_back(ny, nx);
      }
    }
  }
}

int Grid::label() {
  int next = 2;
  for (int r = 0; r < rows_; ++r) {
    for (int c = 0; c < columns_; ++c) {
      if (at(r, c) == 1) flood(r, c, next++);
    }
  }
  return next;
}

bool in_table(const Box& b, const std::vector<Box>& tables) {
  return std::any_of(tables.begin(), tables.end(), [&](const Box& t) {
    return covered(b, inflate(t, 3, 3)) > 0.5 ||
           (b.area() == 0 && covered(inflate(b, 0.5, 0.5), inflate(t, 3, 3)) > 0.5);
  });
}

std::vector<Cluster> clusters_of(const PageFacts& facts, const std::vector<Box>& tables) {
  const PageSize size = facts.frame.size();
  const double page_area = size.width * size.height;
  std::vector<const NativeGraphic*> parts;
  for (const NativeGraphic& g : facts.graphics) {
    const bool whole = g.box.area() > kWholePage * page_area;
    const bool alone = g.kind == NativeGraphic::Kind::kImage && facts.segments.empty();
    if ((whole && !alone) || in_table(g.box, tables)) continue;
    parts.push_back(&g);
  }
  Grid grid(size);
  for (const NativeGraphic* g : parts) grid.mark(g->box);
  std::vector<Cluster> clusters(static_cast<size_t>(grid.label()));
  for (const NativeGraphic* g : parts) {
    Cluster& cluster = clusters[static_cast<size_t>(grid.label_at(g->box))];
    cluster.box = unite(cluster.box, inflate(g->box, 0.01, 0.01));
    cluster.images +=
        g->kind == NativeGraphic::Kind::kImage || g->kind == NativeGraphic::Kind::kShading;
    cluster.drawings += g->kind == NativeGraphic::Kind::kDrawing;
    cluster.fills += g->kind == NativeGraphic::Kind::kFill;
  }
  // Axes and frames are rules; they widen the drawing that they touch.
  for (const media::NativeRule& rule : facts.rules) {
    const Box b = inflate(rule.box, 0.5, 0.5);
    if (in_table(b, tables)) continue;
    const int label = grid.label_at(b);
    if (label >= 2)
      clusters[static_cast<size_t>(label)].box = unite(clusters[static_cast<size_t>(label)].box, b);
  }
  return clusters;
}

double text_cover(const Box& box, const std::vector<Segment>& segments, double body_size) {
  double area = 0;
  for (const Segment& s : segments) {
    const bool running = s.size > 0.75 * body_size && s.num_chars() > 18;
    if (running) area += intersect(s.box, box).area();
  }
  return box.area() > 0 ? area / box.area() : 0;
}

bool is_figure(const Cluster& c, const PageFacts& facts, const std::vector<Box>& tables,
               double body_size) {
  const double long_side = std::max(c.box.width(), c.box.height());
  const double short_side = std::min(c.box.width(), c.box.height());
  if (long_side < 24 || short_side < 10 || c.box.area() < 700) return false;
  if (in_table(c.box, tables)) return false;
  if (c.images == 0 && c.drawings == 0 && c.fills < 4) return false;
  if (c.images == 0 && c.drawings < 2 && short_side < 2.2 * body_size) return false;
  return text_cover(c.box, facts.segments, body_size) < kTextCover;
}

bool touch(const Box& a, const Box& b, double gap) {
  const bool near = x_overlap(a, b) > -gap && y_overlap(a, b) > -gap;
  return near && std::max(x_overlap(a, b), y_overlap(a, b)) > 0;
}

// Joins what touches until nothing does.
template <typename Item, typename BoxOf, typename Join>
void merge_items(std::vector<Item>& items, double gap, BoxOf box_of, Join join) {
  for (size_t i = 0; i < items.size(); ++i) {
    for (size_t k = i + 1; k < items.size();) {
      if (!touch(box_of(items[i]), box_of(items[k]), gap)) {
        ++k;
        continue;
      }
      join(items[i], items[k]);
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(k));
      k = i + 1;
    }
  }
}

void merge_touching(std::vector<Box>& boxes, double gap) {
  merge_items(
      boxes, gap, [](const Box& b) { return b; }, [](Box& a, const Box& b) { a = unite(a, b); });
}

// After labels have made them larger.
void merge_grown(std::vector<Figure>& figures, double gap) {
  merge_items(
      figures, gap, [](const Figure& f) { return f.box; },
      [](Figure& a, Figure& b) {
        a.box = unite(a.box, b.box);
        a.labels.insert(a.labels.end(), std::make_move_iterator(b.labels.begin()),
                        std::make_move_iterator(b.labels.end()));
      });
}

// Tick labels, axis titles, "(a)": short, close by, and not a caption.
bool is_label(const Box& text, int num_chars, double size, const Box& figure, double body_size) {
  if (size > 1.3 * body_size && num_chars > 4) return false;
  if (text.width() > 0.62 * figure.width() && num_chars > 28) return false;
  const Box reach = inflate(figure, 0.9 * body_size, 0.9 * body_size);
  const bool touches = x_overlap(text, reach) > 0 && y_overlap(text, reach) > 0;
  const bool beside = text.center_x() > figure.x0 - 2.5 * body_size &&
                      text.center_x() < figure.x1 + 2.5 * body_size;
  return touches && beside && num_chars <= 48;
}

bool is_caption_line(const Segment& s) {
  return caption_kind(s.plain_text()) != CaptionKind::kNone;
}

// Where the captions begin: nothing at or below a caption's first line is a label of what is above.
double limit_below(const Box& figure, const std::vector<Segment>& segments) {
  double limit = 1e9;
  for (const Segment& s : segments) {
    if (s.box.center_y() > figure.center_y() && x_overlap(s.box, figure) > 0 &&
        is_caption_line(s)) {
      limit = std::min(limit, s.box.y0 - 0.1 * s.size);
    }
  }
  return limit;
}

// A line of running text continues to the left or right of this piece.
bool has_neighbour(const std::vector<Segment>& segments, size_t index) {
  const Segment& s = segments[index];
  for (size_t k = 0; k < segments.size(); ++k) {
    const Segment& other = segments[k];
    if (k == index || other.num_chars() < 12 ||
        std::abs(other.baseline - s.baseline) > 0.2 * s.size)
      continue;
    if (std::max(other.box.x0 - s.box.x1, s.box.x0 - other.box.x1) < 1.5 * s.size) return true;
  }
  return false;
}

void absorb_labels(Figure& out, PageFacts& facts, double body_size) {
  Box& figure = out.box;
  const double limit = limit_below(figure, facts.segments);
  for (int pass = 0; pass < 4; ++pass) {
    const Box before = figure;
    Box grown = figure;
    const auto take = [&](const Box& text, int chars, double size, bool inside_only) {
      if (covered(text, figure) > 0.6) return true;
      if (inside_only || text.center_y() > limit || !is_label(text, chars, size, figure, body_size))
        return false;
      grown = unite(grown, text);
      return true;
    };
    std::vector<bool> taken(facts.segments.size(), false);
    for (size_t i = 0; i < facts.segments.size(); ++i) {
      const Segment& s = facts.segments[i];
      const bool near = y_overlap(s.box, inflate(figure, body_size, body_size)) > 0;
      if (near && !is_caption_line(s))
        taken[i] = take(s.box, s.num_chars(), s.size, has_neighbour(facts.segments, i));
      if (taken[i]) out.labels.push_back(s);
    }
    size_t index = 0;
    std::erase_if(facts.segments, [&](const Segment&) { return taken[index++]; });
    for (TurnedText& turned : facts.turned) {
      std::erase_if(turned.segments, [&](const Segment& s) {
        const Box box = facts.frame.to_upright(turned.frame.to_displayed(s.box));
        return take(box, std::min(s.num_chars(), 40), s.size, false);
      });
    }
    figure = grown;
    if (figure == before) break;
  }
}

}  // namespace

namespace {

// Arrows and connecting lines: a rule that touches a figure, and is no longer than it, is a part of
// it.
void add_rules(std::vector<Box>& figures, const PageFacts& facts, const std::vector<Box>& tables) {
  for (Box& figure : figures) {
    const double longest = 1.2 * std::max(figure.width(), figure.height());
    const Box reach = inflate(figure, 3, 3);
    for (const media::NativeRule& rule : facts.rules) {
      const bool touches = x_overlap(rule.box, reach) >= 0 && y_overlap(rule.box, reach) >= 0;
      const double length = std::max(rule.box.width(), rule.box.height());
      if (touches && length < longest && !in_table(inflate(rule.box, 0.5, 0.5), tables))
        figure = unite(figure, inflate(rule.box, 0.5, 0.5));
    }
  }
}

}  // namespace

std::vector<Figure> extract_figures(PageFacts& facts, const std::vector<Box>& tables,
                                    double body_size) {
  std::vector<Box> boxes;
  for (const Cluster& cluster : clusters_of(facts, tables)) {
    if (!cluster.box.empty() && is_figure(cluster, facts, tables, body_size))
      boxes.push_back(cluster.box);
  }
  if (boxes.size() > kMaxFigures) {  // a map or a drawing in a thousand parts: one picture
    Box all;
    for (const Box& b : boxes) all = unite(all, b);
    boxes.assign(1, all);
  }
  add_rules(boxes, facts, tables);
  merge_touching(boxes, 0.8 * body_size);
  std::vector<Figure> figures;
  for (const Box& box : boxes) {
    figures.push_back({box, {}});
    absorb_labels(figures.back(), facts, body_size);
  }
  merge_grown(figures, 0.8 * body_size);
  const PageSize size = facts.frame.size();
  for (Figure& figure : figures)
    figure.box = intersect(figure.box, {0, 0, size.width, size.height});
  std::sort(figures.begin(), figures.end(), [](const Figure& a, const Figure& b) {
    return std::pair(a.box.y0, a.box.x0) < std::pair(b.box.y0, b.box.x0);
  });
  return figures;
}

}  // namespace mineru::doc::flash
