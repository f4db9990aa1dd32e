// A page for the model that is not there: layouts, replies, and a picture to cut crops from.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "media/image.h"
#include "unit/engine_support/scripted_generator.h"

namespace mineru::doc::vlm {

// A record of the layout reply; the box on the grid of 0..1000.
inline std::string record(const std::array<int, 4>& box, std::string_view type,
                          std::string_view tail = "<|rotate_up|>") {
  return fmt::format("<|box_start|>{:03} {:03} {:03} {:03}<|box_end|><|ref_start|>{}<|ref_end|>{}",
                     box[0], box[1], box[2], box[3], type, tail);
}

inline std::string_view prompt_of(const engine::Request& request) {
  return request.messages.back().parts.back().text;
}
inline bool is_layout(const engine::Request& request) {
  return prompt_of(request) == "\nLayout Detection:";
}
inline const media::Image& picture_of(const engine::Request& request) {
  return *request.messages.back().parts.front().image;
}

// Every pixel tells where it is: red is x / 4, green is y / 4.
inline media::Image page_picture(int width, int height) {
  const size_t bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  MemoryMap pixels = MemoryMap::anonymous(bytes);
  const auto out = pixels.mutable_bytes();
  for (size_t i = 0; i < bytes; i += 3) {
    const size_t pixel = i / 3;
    out[i] = static_cast<std::byte>(pixel % static_cast<size_t>(width) / 4);
    out[i + 1] = static_cast<std::byte>(pixel / static_cast<size_t>(width) / 4);
    out[i + 2] = std::byte{0};
  }
  return {width, height, std::move(pixels)};
}

// Red and green of a pixel, times 4: where on the page it comes from.
inline std::pair<int, int> origin_of(const media::Image& picture, int x, int y) {
  const auto row = picture.view().row(y);
  const auto at = static_cast<size_t>(x) * 3;
  return {row[at] * 4, row[at + 1] * 4};
}

}  // namespace mineru::doc::vlm
