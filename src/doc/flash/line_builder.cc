#include "doc/flash/line_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "doc/flash/glyph.h"
#include "text/utf8.h"

namespace mineru::doc::flash {

using media::NativeChar;
using media::NativePage;

namespace {

// All in units of the font size.
constexpr double kWordGap = 0.17;       // wider: another word
constexpr double kSegmentGap = 0.95;    // wider: another segment
constexpr double kBackStep = 0.75;      // a character may step back by this (stacked scripts)
constexpr double kBaselineJump = 0.55;  // further up or down: another line
constexpr double kSizeJump = 1.9;       // drop capitals stand alone

int rotation_of(int angle_deg) {
  const int quadrant = ((angle_deg + 45) / 90) % 4;
  const int off = std::abs(angle_deg - quadrant * 90);
  if (std::min(off, 360 - off) > 5) return -1;
  return (360 - quadrant * 90) % 360;
}

// The same character painted again with a tiny shift, to look bold.
bool is_shadow(const Glyph& glyph, const Run& run) {
  for (size_t back = 1; back <= std::min<size_t>(3, run.size()); ++back) {
    const Glyph& earlier = run[run.size() - back];
    // Exactly the same place: the letters of a ligature, which PDFium gives one box.
    const bool same_place = earlier.box == glyph.box;
    if (!same_place && earlier.code == glyph.code &&
        std::abs(earlier.box.x0 - glyph.box.x0) < 0.12 * glyph.size &&
        std::abs(earlier.baseline - glyph.baseline) < 0.12 * glyph.size) {
      return true;
    }
  }
  return false;
}

bool continues_run(const Glyph& next, const Run& run) {
  const Glyph& last = run.back();
  const double size = std::max(next.size, last.size);
  const double ratio = size / std::min(next.size, last.size);
  if (ratio > kSizeJump) return false;
  if (std::abs(next.baseline - last.baseline) > kBaselineJump * size) return false;
  const double gap = next.box.x0 - last.box.x1;
  // A space glyph in a wide-spaced line counts as much as the spacing of the line itself.
  return gap < kSegmentGap * size && gap > -kBackStep * size - last.box.width();
}

std::vector<Run> collect_runs(const NativePage& page, const Frame& frame, Layer layer) {
  std::vector<Run> runs;
  bool space = false;
  bool generated = false;
  for (const NativeChar& c : page.chars) {
    if (!has_ink(c)) {
      space = true;
      generated = generated || c.generated;
      continue;
    }
    if (c.invisible != (layer == Layer::kInvisible) || rotation_of(c.angle_deg) != frame.rotate_cw)
      continue;
    Glyph glyph = make_glyph(c, page, frame);
    glyph.space_before = space;
    glyph.space_by_gap = generated;
    space = generated = false;
    if (!runs.empty() && is_shadow(glyph, runs.back())) continue;
    if (runs.empty() || !continues_run(glyph, runs.back())) runs.emplace_back();
    runs.back().push_back(glyph);
  }
  return runs;
}

// Size and baseline that most of the run's ink has, larger sizes first: "x2" is an x with a script.
std::pair<double, double> main_line(const Run& run) {
  double size = 0;
  for (const Glyph& g : run) size = std::max(size, g.size);
  size_t large = 0;
  for (const Glyph& g : run) large += g.size > 0.86 * size;
  if (large * 5 < run.size()) {  // a few larger symbols (sums, brackets) do not make the line
    std::vector<double> sizes;
    for (const Glyph& g : run) sizes.push_back(g.size);
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                     sizes.end());
    size = sizes[sizes.size() / 2];
  }
  std::vector<double> baselines;
  for (const Glyph& g : run) {
    if (g.size > 0.86 * size && g.size < 1.2 * size) baselines.push_back(g.baseline);
  }
  if (baselines.empty()) return {size, run.front().baseline};
  std::nth_element(baselines.begin(),
                   baselines.begin() + static_cast<std::ptrdiff_t>(baselines.size() / 2),
                   baselines.end());
  return {size, baselines[baselines.size() / 2]};
}

Script script_of(const Glyph& g, double size, double baseline) {
  const double rise = baseline - g.baseline;
  const bool small = g.size < 0.86 * size;
  if (rise > (small ? 0.12 : 0.28) * size) return Script::kSuper;
  if (rise < -(small ? 0.07 : 0.22) * size) return Script::kSub;
  return Script::kNormal;
}

// Spaced-out capitals ("A B S T R A C T") have wide gaps everywhere: then only wider ones part
// words.
double word_gap(const Run& run, double size) {
  std::vector<double> gaps;
  for (size_t i = 1; i < run.size(); ++i) {
    if (!run[i].space_before) gaps.push_back(run[i].box.x0 - run[i - 1].box.x1);
  }
  if (gaps.size() < 4) return kWordGap * size;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2),
                   gaps.end());
  return std::max(kWordGap * size, gaps[gaps.size() / 2] * 1.6 + 0.02 * size);
}

bool starts_word(const Glyph& g, const Glyph& before, double gap_limit) {
  const double gap = g.box.x0 - before.box.x1;
  // A comma or a full stop belongs to what it follows, be that a narrow superscript.
  if ((g.code == ',' || g.code == '.') && gap < 0.4 * g.size) return false;
  if (gap > gap_limit)
    return !(text::is_cjk(g.code) && text::is_cjk(before.code)) || gap > 0.6 * g.size;
  // PDFium inserts a space where it measured one. One that the PDF has itself counts unless the
  // glyphs touch: some PDFs have spaces between all letters.
  return g.space_before && gap > (g.space_by_gap ? -0.35 : 0.04) * g.size &&
         !(text::is_cjk(g.code) && text::is_cjk(before.code));
}

Word word_of(const Glyph& g, Script script) {
  Word word;
  word.box = g.box;
  word.baseline = g.baseline;
  word.size = g.size;
  word.math = g.math;
  word.script = script;
  if (g.font != nullptr) {
    word.face = static_cast<unsigned>(std::hash<std::string>{}(g.font->name)) | 1U;
    word.bold = g.font->bold;
    word.italic = g.font->italic;
    word.monospace = g.font->monospace;
  }
  return word;
}

Segment make_segment(const Run& run) {
  const auto [size, baseline] = main_line(run);
  const double gap_limit = word_gap(run, size);
  Segment segment;
  std::u32string codes;
  const auto close_word = [&] {
    if (!segment.words.empty()) segment.words.back().text = text::normalize(text::to_utf8(codes));
    codes.clear();
  };
  for (size_t i = 0; i < run.size(); ++i) {
    const Glyph& g = run[i];
    const Script script = script_of(g, size, baseline);
    const bool space = i > 0 && starts_word(g, run[i - 1], gap_limit);
    const Word fresh = word_of(g, script);
    const bool same = i > 0 && !space && script == segment.words.back().script &&
                      fresh.bold == segment.words.back().bold &&
                      fresh.italic == segment.words.back().italic &&
                      fresh.math == segment.words.back().math;
    if (!same) {
      close_word();
      segment.words.push_back(fresh);
      segment.words.back().space_before = space;
    }
    segment.words.back().box = unite(segment.words.back().box, g.box);
    codes.push_back(g.code);
  }
  close_word();
  update_extent(segment);
  return segment;
}

// Joins pieces of one line that the PDF painted out of order.
std::vector<Segment> join_touching(std::vector<Segment> segments) {
  std::vector<size_t> order(segments.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(segments[a].box.x0, a) < std::pair(segments[b].box.x0, b);
  });
  // For each piece, the one that ends where it begins; pieces are looked up by their row.
  std::vector<size_t> target(segments.size());
  for (size_t i = 0; i < target.size(); ++i) target[i] = i;
  std::vector<std::vector<size_t>> rows(4096);
  const auto bucket = [&](double y) { return static_cast<size_t>(std::clamp(y / 4, 0.0, 4095.0)); };
  for (const size_t index : order) {
    Segment& piece = segments[index];
    size_t into = index;
    const size_t row = bucket(piece.baseline);
    for (size_t r = row == 0 ? 0 : row - 1; r <= std::min<size_t>(row + 1, 4095) && into == index;
         ++r) {
      for (size_t k = rows[r].size(); k-- > 0 && rows[r].size() - k < 64;) {
        Segment& left = segments[rows[r][k]];
        const double size = std::max(left.size, piece.size);
        const double gap = piece.box.x0 - left.box.x1;
        if (std::abs(left.baseline - piece.baseline) < 0.2 * size && gap > -0.3 * size &&
            gap < 0.5 * size && size < 1.4 * std::min(left.size, piece.size)) {
          into = rows[r][k];
          piece.words.front().space_before = gap > kWordGap * size;
          left.words.insert(left.words.end(), piece.words.begin(), piece.words.end());
          update_extent(left);
          piece.words.clear();
          break;
        }
      }
    }
    if (into == index) rows[row].push_back(index);
  }
  std::erase_if(segments, [](const Segment& s) { return s.words.empty(); });
  return segments;
}

}  // namespace

int dominant_rotation(const NativePage& page) {
  std::array<int, 4> votes{};
  for (const NativeChar& c : page.chars) {
    const int rotation = rotation_of(c.angle_deg);
    if (has_ink(c) && rotation >= 0) ++votes[static_cast<size_t>(rotation / 90)];
  }
  // Upright unless clearly otherwise: a plot's labels must not turn a page of few words.
  const auto best = std::max_element(votes.begin(), votes.end()) - votes.begin();
  return votes[static_cast<size_t>(best)] > 3 * votes[0] ? static_cast<int>(best) * 90 : 0;
}

std::vector<Segment> build_segments(const NativePage& page, const Frame& frame, Layer layer) {
  std::vector<Segment> segments;
  for (Run& run : collect_runs(page, frame, layer)) {
    combine_accents(run);
    segments.push_back(make_segment(run));
  }
  return join_touching(std::move(segments));
}

}  // namespace mineru::doc::flash
