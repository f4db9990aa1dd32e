#include "media/enhance.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "media/resample.h"
#include "media/size_limits.h"

namespace mineru::media {

namespace {

constexpr int kOne = 1 << 12;  // 1.0 in weights

// Half of a symmetric kernel, the middle first; its sum over both sides is kOne.
std::vector<int> gaussian(double radius) {
  const int reach = std::max(1, static_cast<int>(std::ceil(2.5 * radius)));
  std::vector<double> values;
  double sum = 0;
  for (int i = 0; i <= reach; ++i) {
    values.push_back(std::exp(-0.5 * i * i / (radius * radius)));
    sum += (i == 0 ? 1 : 2) * values.back();
  }
  std::vector<int> weights;
  int rest = kOne;
  for (int i = reach; i > 0; --i) {
    const int weight = static_cast<int>(values[static_cast<size_t>(i)] / sum * kOne + 0.5);
    weights.push_back(weight);
    rest -= 2 * weight;
  }
  weights.push_back(rest);
  std::reverse(weights.begin(), weights.end());
  return weights;
}

// One row blurred across; samples of the three colours in turn.
void blur_across(std::span<const uint8_t> row, const std::vector<int>& weights,
                 std::vector<int>& out) {
  const int width = static_cast<int>(row.size() / 3);
  const int reach = static_cast<int>(weights.size()) - 1;
  for (int x = 0; x < width; ++x) {
    for (int colour = 0; colour < 3; ++colour) {
      const auto at = [&](int column) {
        return int{row[static_cast<size_t>(3 * std::clamp(column, 0, width - 1) + colour)]};
      };
      int sum = weights[0] * at(x);
      for (int i = 1; i <= reach; ++i)
        sum += weights[static_cast<size_t>(i)] * (at(x - i) + at(x + i));
      out[static_cast<size_t>(3 * x + colour)] = sum >> 4;  // 8 bits of fraction
    }
  }
}

}  // namespace

EnhancePlan plan_enhancement(const Clarity& clarity, const ImageView& image, Need need) {
  // Measured with Tesseract on pages made worse on purpose; docs/pipeline.md has the figures.
  const bool asked = need == Need::kAsked;
  const double least_height = asked ? 14 : 11;
  const double least_sharpness = asked ? 0.6 : 0.4;
  EnhancePlan plan;
  if (clarity.sharpness <= 0) return plan;
  if (clarity.text_height > 0 && clarity.text_height < least_height) {
    constexpr double kUsualHeight = 20;
    constexpr double kMaxScale = 4;
    constexpr double kMaxPixels = 16e6;  // A4 at 400 dpi; beyond it OCR takes minutes
    const double pixels = static_cast<double>(image.width) * image.height;
    const double scale = std::min({kUsualHeight / clarity.text_height, kMaxScale,
                                   std::sqrt(kMaxPixels / std::max(1.0, pixels))});
    if (scale >= 1.25) plan.scale = scale;
  }
  if (clarity.sharpness < least_sharpness) {
    const double blur = std::min(4.0, 0.5 / clarity.sharpness);
    plan.radius = blur * plan.scale;
    plan.sharpen_by = std::clamp(1.5 * (blur - 1), 0.75, 3.0);
  } else if (asked && plan.scale == 1) {
    plan.radius = 1;
    plan.sharpen_by = 0.5;
  }
  return plan;
}

Image sharpened(const ImageView& image, double radius, double amount) {
  check_size("the picture", image.width, image.height);
  const std::vector<int> weights = gaussian(std::max(0.3, radius));
  const int reach = static_cast<int>(weights.size()) - 1;
  const size_t samples = static_cast<size_t>(image.width) * 3;
  const int strength = static_cast<int>(amount * 256 + 0.5);
  // The blurred rows around the current one, by their number.
  const size_t kept = weights.size() * 2;
  std::vector<std::vector<int>> rows(kept, std::vector<int>(samples));
  const auto blurred = [&](int y) -> std::vector<int>& {
    return rows[static_cast<size_t>(std::clamp(y, 0, image.height - 1)) % kept];
  };
  MemoryMap pixels = MemoryMap::anonymous(samples * static_cast<size_t>(image.height));
  std::byte* out = pixels.mutable_bytes().data();
  int next = 0;
  for (int y = 0; y < image.height; ++y, out += samples) {
    for (; next < image.height && next <= y + reach; ++next) {
      blur_across(image.row(next), weights, blurred(next));
    }
    const auto source = image.row(y);
    for (size_t i = 0; i < samples; ++i) {
      int64_t sum = int64_t{weights[0]} * blurred(y)[i];
      for (int k = 1; k <= reach; ++k) {
        sum += int64_t{weights[static_cast<size_t>(k)]} * (blurred(y - k)[i] + blurred(y + k)[i]);
      }
      const int soft = static_cast<int>(sum >> 12);  // 8 bits of fraction
      const int value = source[i] * 256;
      const int sharp = value + (strength * (value - soft) >> 8);
      out[i] = static_cast<std::byte>(std::clamp((sharp + 128) >> 8, 0, 255));
    }
  }
  return {image.width, image.height, std::move(pixels)};
}

Image enhanced(const ImageView& image, const EnhancePlan& plan) {
  const auto larger = [&](int side) {
    return std::max(1, static_cast<int>(std::lround(side * plan.scale)));
  };
  Image result = plan.scale == 1
                     ? copied(image)
                     : resized(image, larger(image.width), larger(image.height), Filter::kLanczos);
  return plan.sharpen_by > 0 ? sharpened(result.view(), plan.radius, plan.sharpen_by)
                             : std::move(result);
}

}  // namespace mineru::media
