#include "media/clarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace mineru::media {

namespace {

constexpr int kLevels = 256;

using Histogram = std::array<int64_t, kLevels>;
using GreyRow = std::vector<int>;

void grey_row(const ImageView& image, int y, GreyRow& out) {
  const uint8_t* pixel = image.row(y).data();
  for (size_t x = 0; x < out.size(); ++x, pixel += 3) {
    out[x] = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
  }
}

// Paper and ink, whichever is the lighter one.
struct Tones {
  int paper = 255;
  int ink = 0;
  int contrast() const { return std::abs(paper - ink); }
  bool is_ink(int grey) const { return 2 * std::abs(grey - paper) > contrast(); }
};

Tones find_tones(const ImageView& image) {
  Histogram counts{};
  GreyRow row(static_cast<size_t>(image.width));
  for (int y = 0; y < image.height; ++y) {
    grey_row(image, y, row);
    for (const int grey : row) ++counts[static_cast<size_t>(grey)];
  }
  // A five-hundredth of the pixels may be specks.
  const int64_t few = int64_t{image.width} * image.height / 500;
  int darkest = 0;
  for (int64_t seen = 0; darkest < kLevels - 1; ++darkest) {
    seen += counts[static_cast<size_t>(darkest)];
    if (seen > few) break;
  }
  int lightest = kLevels - 1;
  for (int64_t seen = 0; lightest > darkest; --lightest) {
    seen += counts[static_cast<size_t>(lightest)];
    if (seen > few) break;
  }
  const auto paper = std::max_element(counts.begin(), counts.end()) - counts.begin();
  const bool dark_paper = 2 * paper < darkest + lightest;
  return dark_paper ? Tones{darkest, lightest} : Tones{lightest, darkest};
}

double find_sharpness(const ImageView& image, const Tones& tones) {
  if (image.width < 3 || image.height < 3) return 0;
  const size_t width = static_cast<size_t>(image.width);
  GreyRow above(width), here(width), below(width);
  grey_row(image, 0, above);
  grey_row(image, 1, here);
  // Gradients below this are paper, noise, and soft shades. Twice the gradient, squared.
  const int64_t least = int64_t{tones.contrast()} * tones.contrast() / 100;
  int64_t slopes = 0;
  int64_t bends = 0;
  for (int y = 1; y + 1 < image.height; ++y) {
    grey_row(image, y + 1, below);
    for (size_t x = 1; x + 1 < width; ++x) {
      const int64_t across = here[x + 1] - here[x - 1];
      const int64_t down = below[x] - above[x];
      const int64_t slope = across * across + down * down;
      if (slope < least) continue;
      const int64_t bend = 4 * here[x] - here[x - 1] - here[x + 1] - above[x] - below[x];
      slopes += slope;
      bends += bend * bend;
    }
    std::swap(above, here);
    std::swap(here, below);
  }
  if (slopes == 0) return 0;
  return std::sqrt(static_cast<double>(bends) / static_cast<double>(slopes));
}

// A run of ink in a row, and the component that it belongs to.
struct Run {
  int begin = 0;
  int end = 0;
  size_t component = 0;
};

struct Component {
  int left = 0, right = 0, top = 0, bottom = 0;
};

// Finds what hangs together, row by row. Components are united by a forest of parents.
class ComponentFinder {
 public:
  void add_row(int y, const std::vector<int>& row, const Tones& tones) {
    current_.clear();
    const int width = static_cast<int>(row.size());
    size_t candidate = 0;
    for (int x = 0; x < width; ++x) {
      if (!tones.is_ink(row[static_cast<size_t>(x)])) continue;
      Run run{x, x, parents_.size()};
      while (x < width && tones.is_ink(row[static_cast<size_t>(x)])) ++x;
      run.end = x;
      parents_.push_back(run.component);
      boxes_.push_back({run.begin, run.end, y, y + 1});
      while (candidate < before_.size() && before_[candidate].end < run.begin) ++candidate;
      for (size_t i = candidate; i < before_.size() && before_[i].begin <= run.end; ++i) {
        unite(before_[i].component, run.component);
      }
      current_.push_back(run);
    }
    std::swap(before_, current_);
  }

  // Boxes of whole components.
  std::vector<Component> components() {
    std::vector<Component> result;
    for (size_t i = 0; i < parents_.size(); ++i) {
      if (parents_[i] == i) result.push_back(boxes_[i]);
    }
    return result;
  }

 private:
  size_t root(size_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }

  void unite(size_t a, size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    parents_[b] = a;
    Component& box = boxes_[a];
    const Component& other = boxes_[b];
    box = {std::min(box.left, other.left), std::max(box.right, other.right),
           std::min(box.top, other.top), std::max(box.bottom, other.bottom)};
  }

  std::vector<Run> before_;
  std::vector<Run> current_;
  std::vector<size_t> parents_;
  std::vector<Component> boxes_;
};

// Median height of what may be letters or words that run together, each counted by its width.
double find_text_height(const ImageView& image, const Tones& tones) {
  ComponentFinder finder;
  GreyRow row(static_cast<size_t>(image.width));
  for (int y = 0; y < image.height; ++y) {
    grey_row(image, y, row);
    finder.add_row(y, row, tones);
  }
  constexpr int kMaxHeight = 200;
  std::array<int64_t, kMaxHeight> widths{};
  for (const Component& c : finder.components()) {
    const int height = c.bottom - c.top;
    const int width = c.right - c.left;
    const bool may_be_text = height >= 3 && height < kMaxHeight && width <= 20 * height;
    if (may_be_text) widths[static_cast<size_t>(height)] += std::min(width, 2 * height);
  }
  const int64_t total = std::accumulate(widths.begin(), widths.end(), int64_t{0});
  int64_t seen = 0;
  for (size_t height = 0; height < widths.size(); ++height) {
    seen += widths[height];
    if (seen > 0 && 2 * seen >= total) return static_cast<double>(height);
  }
  return 0;
}

}  // namespace

Clarity measure_clarity(const ImageView& image) {
  constexpr int kLeastContrast = 24;  // of 255; below it nothing can be told from noise
  if (image.width < 1 || image.height < 1) return {};
  const Tones tones = find_tones(image);
  if (tones.contrast() < kLeastContrast) return {};
  return {find_sharpness(image, tones), find_text_height(image, tones)};
}

}  // namespace mineru::media
