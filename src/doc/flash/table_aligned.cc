// Tables without rules: columns of short pieces whose edges line up over several rows.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "doc/flash/table_columns.h"
#include "doc/flash/table_grid.h"
#include "doc/flash/table_text.h"

namespace mineru::doc::flash {

namespace {

constexpr double kEdgeEm = 0.4;        // edges that line up
constexpr size_t kMaxOpenBlocks = 40;  // side by side on a page
constexpr size_t kMinBlockRuns = 3;
constexpr double kMinConfidence = 0.7;

// Neighbouring short pieces of one row.
struct Run {
  std::vector<Piece> pieces;
  Box box;
  double baseline = 0;
  double size = 0;
};

struct Block {
  std::vector<Run> runs;
  Box box;
};

struct Column {
  std::vector<Piece> pieces;
  std::vector<std::string> texts;
  bool aligned = false;
  double values = 0;  // share of its cells that are numbers and the like
};

std::vector<Run> runs_of(const PageWords& words, const VisualRow& row) {
  std::vector<Run> runs;
  bool open = false;
  for (Piece& piece : words.pieces(row, kColumnGapEm)) {
    if (words.line(piece.words).num_chars() > kMaxCellChars) {
      open = false;
      continue;
    }
    if (!open) runs.push_back({{}, {}, row.baseline, row.size});
    open = true;
    runs.back().box = unite(runs.back().box, piece.box);
    runs.back().pieces.push_back(std::move(piece));
  }
  std::erase_if(runs, [](const Run& run) { return run.pieces.size() < 2; });
  return runs;
}

// Moves blocks that end too far above `row` out of `open`; those with enough runs are `done`.
void close_blocks(const VisualRow& row, std::vector<Block>& open, std::vector<Block>& done) {
  for (size_t i = 0; i < open.size();) {
    const Run& last = open[i].runs.back();
    if (row.baseline - last.baseline <= kMaxPitchEm * last.size) {
      ++i;
      continue;
    }
    if (open[i].runs.size() >= kMinBlockRuns) done.push_back(std::move(open[i]));
    if (i + 1 < open.size()) open[i] = std::move(open.back());
    open.pop_back();
  }
}

// Whether the run stands below the block, at its pitch and in its size.
bool continues(const Block& block, const Run& run) {
  const Run& last = block.runs.back();
  const size_t count = block.runs.size();
  const double pitch = run.baseline - last.baseline;
  const double usual =
      count < 2 ? pitch : (last.baseline - block.runs[0].baseline) / static_cast<double>(count - 1);
  return x_overlap(run.box, block.box) > 0.5 * std::min(run.box.width(), block.box.width()) &&
         pitch < 1.7 * usual && std::abs(run.size - last.size) < 0.15 * last.size;
}

// Adds the run to the block that it continues, or opens one for it.
void add_run(Run run, std::vector<Block>& open) {
  auto block = std::find_if(open.begin(), open.end(),
                            [&run](const Block& other) { return continues(other, run); });
  if (block == open.end()) {
    if (open.size() >= kMaxOpenBlocks) return;
    open.emplace_back();
    block = open.end() - 1;
  }
  block->box = unite(block->box, run.box);
  block->runs.push_back(std::move(run));
}

// Runs below each other at a regular pitch.
std::vector<Block> find_blocks(const PageWords& words) {
  std::vector<int> free;
  for (int word = 0; word < words.size(); ++word) {
    if (words.is_free(word)) free.push_back(word);
  }
  std::vector<Block> open;
  std::vector<Block> done;
  for (const VisualRow& row : words.rows(free)) {
    close_blocks(row, open, done);
    for (Run& run : runs_of(words, row)) add_run(std::move(run), open);
  }
  for (Block& block : open) {
    if (block.runs.size() >= kMinBlockRuns) done.push_back(std::move(block));
  }
  return done;
}

// Share of the values that lie near the most common one.
double agreement(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  size_t best = 0;
  for (size_t begin = 0, end = 0; begin < values.size(); ++begin) {
    while (end < values.size() && values[end] - values[begin] <= tolerance) ++end;
    best = std::max(best, end - begin);
  }
  return static_cast<double>(best) / static_cast<double>(values.size());
}

bool is_marker(const std::string& text) {
  if (text.size() > 9 || text.empty()) return false;
  const char last = text.back();
  const char first = text.front();
  if (first == '[' && last == ']') return true;
  if (last == ')' || last == '.') return text.size() <= 5;
  return static_cast<unsigned char>(first) > 0x7f && text.size() <= 3;  // a bullet
}

bool is_equation_label(const std::string& text) {
  return text.size() >= 3 && text.front() == '(' && text.back() == ')' && has_digit(text) &&
         text.size() <= 8;
}

bool is_whole_number(const std::string& text) {
  return !text.empty() && text.size() <= 4 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <typename Predicate>
double share(const std::vector<std::string>& texts, Predicate predicate) {
  const auto count = std::count_if(texts.begin(), texts.end(), predicate);
  return texts.empty() ? 0 : static_cast<double>(count) / static_cast<double>(texts.size());
}

class BlockJudge {
 public:
  BlockJudge(const PageView& view, const Block& block) : view_(view), block_(block) {}

  double confidence() {
    if (!sort_into_columns()) return 0;
    if (is_list() || is_contents() || is_running() || is_author_block() || is_drawing()) return 0;
    const size_t rows = block_.runs.size();
    const bool any_values = std::any_of(columns_.begin(), columns_.end(),
                                        [](const Column& c) { return c.values >= 0.6; });
    double sum = 0.4;
    sum += rows >= 4 ? 0.1 : 0;
    sum += rows >= 6 ? 0.05 : 0;
    sum += columns_.size() >= 3 ? 0.1 : 0;
    sum += any_values ? 0.2 : 0;
    sum += has_heading() ? 0.1 : 0;
    sum += regular_pitch() ? 0.1 : -0.1;
    sum += filled_ >= 0.85 ? 0.1 : 0;
    return std::min(sum, 0.9);
  }

 private:
  bool sort_into_columns() {
    std::vector<VisualRow> rows;
    for (const Run& run : block_.runs) {
      VisualRow row{{}, run.baseline, run.size, run.box};
      for (const Piece& piece : run.pieces) {
        row.words.insert(row.words.end(), piece.words.begin(), piece.words.end());
      }
      rows.push_back(std::move(row));
    }
    const std::vector<WhiteColumn> white = white_columns(view_.words, rows, {});
    columns_.resize(white.size());
    size_t cells = 0;
    for (const VisualRow& row : rows) {
      for (Piece& piece : view_.words.pieces(row, kCellGapEm)) {
        for (size_t c = 0; c < white.size(); ++c) {
          if (media::overlap(piece.box.x0, piece.box.x1, white[c].x0, white[c].x1) <= 0) continue;
          columns_[c].texts.push_back(view_.words.line(piece.words).plain_text());
          columns_[c].pieces.push_back(std::move(piece));
          ++cells;
          break;
        }
      }
    }
    if (columns_.size() < 2) return false;
    filled_ =
        static_cast<double>(cells) / static_cast<double>(columns_.size() * block_.runs.size());
    size_t aligned = 0;
    for (Column& column : columns_) {
      column.aligned = column.pieces.size() >= 3 && is_aligned(column);
      column.values = share(column.texts, is_value);
      aligned += column.aligned;
    }
    return aligned >= 2 && 2 * aligned > columns_.size() && filled_ >= 0.6;
  }

  bool is_aligned(const Column& column) const {
    std::vector<double> left;
    std::vector<double> right;
    std::vector<double> centre;
    for (const Piece& piece : column.pieces) {
      left.push_back(piece.box.x0);
      right.push_back(piece.box.x1);
      centre.push_back(piece.box.center_x());
    }
    const double tolerance = kEdgeEm * block_.runs.front().size;
    return std::max({agreement(left, tolerance), agreement(right, tolerance),
                     agreement(centre, tolerance)}) >= 0.74;
  }

  // Labels with text behind them, formulas with numbers.
  bool is_list() const {
    size_t math = 0;
    size_t words = 0;
    size_t monospace = 0;
    for (const Run& run : block_.runs) {
      for (const Piece& piece : run.pieces) {
        for (const int word : piece.words) {
          ++words;
          math += view_.words.at(word).word->math;
          monospace += view_.words.at(word).word->monospace;
        }
      }
    }
    if (3 * math > words || 2 * monospace > words) return true;
    if (share(columns_.back().texts, is_equation_label) >= 0.5) return true;
    return columns_.size() == 2 && share(columns_.front().texts, is_marker) >= 0.6;
  }

  bool is_contents() const {
    for (const Column& column : columns_) {
      if (share(column.texts, has_leader) > 0.3) return true;
    }
    // Page numbers that grow, behind titles that may have growing numbers themselves.
    const bool numbered = columns_.size() >= 3 && grows(columns_.front().texts);
    const size_t titles = columns_.size() - 1 - (numbered ? 1 : 0);
    size_t texts = 0;
    for (const Column& column : columns_) texts += column.values < 0.4;
    return texts == titles && titles >= 1 && columns_.size() <= 3 &&
           (numbered || columns_.back().texts.size() >= 4) && grows(columns_.back().texts);
  }

  static bool grows(const std::vector<std::string>& numbers) {
    return share(numbers, is_whole_number) == 1 &&
           std::is_sorted(numbers.begin(), numbers.end(),
                          [](const std::string& a, const std::string& b) {
                            return a.size() != b.size() ? a.size() < b.size() : a < b;
                          });
  }

  // Lines that fill their column.
  bool is_running() const {
    size_t running = 0;
    for (const Column& column : columns_) {
      double widest = 0;
      for (const Piece& piece : column.pieces) widest = std::max(widest, piece.box.width());
      size_t full = 0;
      size_t words = 0;
      for (const Piece& piece : column.pieces) {
        full += piece.box.width() > 0.88 * widest;
        words += piece.words.size();
      }
      running += 2 * full > column.pieces.size() && words >= 4 * column.pieces.size() &&
                 column.values < 0.3;
    }
    return running > 0 && 2 * running >= columns_.size();
  }

  bool is_author_block() const {
    int mails = 0;
    for (const Column& column : columns_) {
      for (const std::string& text : column.texts) mails += text.find('@') != std::string::npos;
    }
    return mails >= 2;
  }

  bool is_drawing() const {
    // Labels of a figure stand inside it or close to its strokes.
    const Box around = inflate(block_.box, 2 * view_.body_size, 2 * view_.body_size);
    const GraphicsInside inside = graphics_inside(view_, around, {}, {});
    return inside.picture_share > 0.3 || inside.drawings > 3;
  }

  // First row bold, and the others not.
  bool has_heading() const {
    const auto bold = [&](const Run& run) {
      return std::all_of(run.pieces.begin(), run.pieces.end(), [&](const Piece& piece) {
        return view_.words.at(piece.words.front()).word->bold;
      });
    };
    return bold(block_.runs.front()) && !bold(block_.runs[1]);
  }

  bool regular_pitch() const {
    std::vector<double> pitches;
    for (size_t i = 1; i < block_.runs.size(); ++i) {
      pitches.push_back(block_.runs[i].baseline - block_.runs[i - 1].baseline);
    }
    return agreement(pitches, 0.2 * block_.runs.front().size) >= 0.6;
  }

  const PageView& view_;
  const Block& block_;
  std::vector<Column> columns_;
  double filled_ = 0;
};

}  // namespace

std::vector<Table> find_aligned_tables(PageView& view) {
  std::vector<Table> tables;
  for (const Block& block : find_blocks(view.words)) {
    const double confidence = BlockJudge(view, block).confidence();
    if (confidence < kMinConfidence) continue;
    const Box area = inflate(block.box, 1, 1);
    const OpenRegion region{area, area, {}, {}, {}};
    Grid grid = analyse_open_region(view, region);
    if (grid.num_columns() < 2 || grid.num_rows() < 3) continue;
    view.words.take(view.words.inside(region.area));
    tables.push_back(make_table(view.words, std::move(grid), confidence));
  }
  return tables;
}

}  // namespace mineru::doc::flash
