#include "media/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "media/size_limits.h"

namespace mineru::media {
namespace {

// 8 bits for the sample and 2 for sums beyond white or below black leave 22 of 32 to the weights.
constexpr int kFractionBits = 22;
constexpr int32_t kHalf = 1 << (kFractionBits - 1);

double cubic_weight(double x) {
  constexpr double kA = -0.5;
  x = std::abs(x);
  if (x < 1) return ((kA + 2) * x - (kA + 3)) * x * x + 1;
  if (x < 2) return (((x - 5) * x + 8) * x - 4) * kA;
  return 0;
}

double sinc(double x) {
  if (x == 0) return 1;
  x *= std::numbers::pi;
  return std::sin(x) / x;
}

double lanczos_weight(double x) { return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0; }

int32_t to_fixed(double weight) {
  const double scaled = weight * (1 << kFractionBits);
  return static_cast<int32_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

// The sum of weight * sample over a window never leaves 32 bits: no window of these two filters has
// absolute weights that sum to 2.
uint8_t to_sample(int32_t sum) {
  return static_cast<uint8_t>(std::clamp(sum >> kFractionBits, 0, 255));
}

// Along one axis: which samples of the source make a sample of the result, and their weights.
// Immutable, thread-safe.
class Windows {
 public:
  struct Window {
    int first = 0;  // sample of the source
    std::span<const int32_t> weights;
  };

  Windows(int source_size, int size, Filter filter) {
    const double scale = static_cast<double>(source_size) / size;
    const double stretch = std::max(scale, 1.0);  // of the filter, when shrinking
    const double support = (filter == Filter::kBicubic ? 2.0 : 3.0) * stretch;
    const double inverse = 1.0 / stretch;
    places_.reserve(static_cast<size_t>(size));
    std::vector<double> exact;
    for (int i = 0; i < size; ++i) {
      const double center = (i + 0.5) * scale;
      const int first = std::max(static_cast<int>(center - support + 0.5), 0);
      const int end = std::min(static_cast<int>(center + support + 0.5), source_size);
      exact.clear();
      double sum = 0;
      for (int x = 0; x < end - first; ++x) {
        const double at = (x + first - center + 0.5) * inverse;
        exact.push_back(filter == Filter::kBicubic ? cubic_weight(at) : lanczos_weight(at));
        sum += exact.back();
      }
      places_.push_back({first, end - first, weights_.size()});
      for (const double weight : exact) weights_.push_back(to_fixed(sum == 0 ? 0 : weight / sum));
      longest_ = std::max(longest_, end - first);
    }
  }

  int size() const { return static_cast<int>(places_.size()); }
  int longest() const { return longest_; }
  Window operator[](int i) const {
    const Place& place = places_[static_cast<size_t>(i)];
    return {place.first,
            std::span(weights_).subspan(place.offset, static_cast<size_t>(place.count))};
  }

 private:
  struct Place {
    int first = 0;
    int count = 0;
    size_t offset = 0;  // in weights_
  };
  std::vector<Place> places_;
  std::vector<int32_t> weights_;
  int longest_ = 0;
};

void resample_row(const uint8_t* row, const Windows& windows, uint8_t* out) {
  for (int i = 0; i < windows.size(); ++i) {
    const Windows::Window window = windows[i];
    const uint8_t* sample = row + static_cast<size_t>(window.first) * 3;
    int32_t red = kHalf;
    int32_t green = kHalf;
    int32_t blue = kHalf;
    for (const int32_t weight : window.weights) {
      red += sample[0] * weight;
      green += sample[1] * weight;
      blue += sample[2] * weight;
      sample += 3;
    }
    *out++ = to_sample(red);
    *out++ = to_sample(green);
    *out++ = to_sample(blue);
  }
}

// One row of the result from the rows above each other in `rows`, `num_bytes` each.
void blend_rows(std::span<const uint8_t* const> rows, std::span<const int32_t> weights,
                size_t num_bytes, uint8_t* out) {
  // Sums of a strip stay in the first-level cache, and the compiler vectorises its loops.
  constexpr size_t kStrip = 1024;
  std::array<int32_t, kStrip> sums;
  for (size_t begin = 0; begin < num_bytes; begin += kStrip) {
    const size_t count = std::min(kStrip, num_bytes - begin);
    std::fill_n(sums.begin(), count, kHalf);
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint8_t* row = rows[i] + begin;
      const int32_t weight = weights[i];
      for (size_t x = 0; x < count; ++x) sums[x] += row[x] * weight;
    }
    for (size_t x = 0; x < count; ++x) out[begin + x] = to_sample(sums[x]);
  }
}

uint8_t* data(MemoryMap& map) { return reinterpret_cast<uint8_t*>(map.mutable_bytes().data()); }

size_t bytes_of(int64_t width, int64_t height) { return static_cast<size_t>(width * height * 3); }

Image resampled_across(const ImageView& image, const Windows& across) {
  MemoryMap pixels = MemoryMap::anonymous(bytes_of(across.size(), image.height));
  for (int y = 0; y < image.height; ++y) {
    resample_row(image.row(y).data(), across, data(pixels) + bytes_of(across.size(), y));
  }
  return {across.size(), image.height, std::move(pixels)};
}

Image resampled_down(const ImageView& image, const Windows& down) {
  const size_t row_bytes = bytes_of(image.width, 1);
  MemoryMap pixels = MemoryMap::anonymous(bytes_of(image.width, down.size()));
  std::vector<const uint8_t*> rows;
  for (int y = 0; y < down.size(); ++y) {
    const auto [first, weights] = down[y];
    rows.clear();
    for (size_t i = 0; i < weights.size(); ++i) {
      rows.push_back(image.row(first + static_cast<int>(i)).data());
    }
    blend_rows(rows, weights, row_bytes, data(pixels) + bytes_of(image.width, y));
  }
  return {image.width, down.size(), std::move(pixels)};
}

// Both passes at once. The first one writes into a ring of as many rows as the second one looks at
// together, so that the picture in between never exists as a whole.
Image resampled(const ImageView& image, const Windows& across, const Windows& down) {
  const int width = across.size();
  const size_t row_bytes = bytes_of(width, 1);
  MemoryMap ring = MemoryMap::anonymous(bytes_of(width, down.longest()));
  const auto ring_row = [&](int y) {
    return data(ring) + static_cast<size_t>(y % down.longest()) * row_bytes;
  };
  MemoryMap pixels = MemoryMap::anonymous(bytes_of(width, down.size()));
  std::vector<const uint8_t*> rows;
  int next = 0;  // row of the source that enters the ring next
  for (int y = 0; y < down.size(); ++y) {
    const auto [first, weights] = down[y];
    const int end = first + static_cast<int>(weights.size());
    for (next = std::max(next, first); next < end; ++next) {
      resample_row(image.row(next).data(), across, ring_row(next));
    }
    rows.clear();
    for (int source_y = first; source_y < end; ++source_y) rows.push_back(ring_row(source_y));
    blend_rows(rows, weights, row_bytes, data(pixels) + bytes_of(width, y));
  }
  return {width, down.size(), std::move(pixels)};
}

}  // namespace

Image resized(const ImageView& image, int width, int height, Filter filter) {
  check_size("the picture", image.width, image.height);
  check_size("the result", width, height);
  if (width == image.width && height == image.height) return copied(image);
  if (height == image.height) {
    return resampled_across(image, Windows(image.width, width, filter));
  }
  const Windows down(image.height, height, filter);
  if (width == image.width) return resampled_down(image, down);
  check_size("the intermediate picture", width, down.longest());
  return resampled(image, Windows(image.width, width, filter), down);
}

}  // namespace mineru::media
