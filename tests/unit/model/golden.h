// What Hugging Face transformers computed with the tiny checkpoints of tests/golden.
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/memory_map.h"
#include "media/image.h"
#include "model/weight_source.h"

namespace mineru::model {

inline const std::vector<std::string>& golden_names() {
  static const std::vector<std::string> names{"flat-tied-bf16", "nested-untied-f32",
                                              "nested-tied-f16"};
  return names;
}

class Golden {
 public:
  explicit Golden(const std::string& name)
      : folder_(std::filesystem::path(MINERU_TEST_DATA).parent_path() / "golden" / name),
        values_(MemoryMap::file(folder_ / "goldens.safetensors")) {
    std::ifstream(folder_ / "goldens.json") >> json_;
    entries_ = parse_safetensors(values_.bytes(), "goldens.safetensors");
  }

  const std::filesystem::path& folder() const { return folder_; }
  const nlohmann::json& prompts() const { return json_.at("prompts"); }

  // Rows of "<prompt>.<part>"; empty if there is none.
  std::vector<std::vector<float>> rows(const std::string& name) const {
    std::vector<std::vector<float>> result;
    for (const SafetensorsEntry& entry : entries_) {
      if (entry.name != name) continue;
      const size_t width = static_cast<size_t>(entry.shape.back());
      for (size_t at = 0; at < entry.num_bytes; at += width * sizeof(float)) {
        std::vector<float> row(width);
        std::memcpy(row.data(), values_.bytes().data() + entry.offset + at, width * sizeof(float));
        result.push_back(std::move(row));
      }
    }
    return result;
  }

 private:
  std::filesystem::path folder_;
  MemoryMap values_;
  std::vector<SafetensorsEntry> entries_;
  nlohmann::json json_;
};

// The picture that the oracle draws.
inline media::Image golden_picture(int width, int height) {
  MemoryMap pixels =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  std::byte* to = pixels.mutable_bytes().data();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      *to++ = static_cast<std::byte>((x * 7 + y * 3) % 256);
      *to++ = static_cast<std::byte>((x * x + y * 5) % 256);
      *to++ = static_cast<std::byte>(x * y % 256);
    }
  }
  return {width, height, std::move(pixels)};
}

// Largest difference, relative to the largest expected value.
inline double relative_error(std::span<const float> found, std::span<const float> expected) {
  double difference = 0;
  double largest = 1e-30;
  for (size_t i = 0; i < expected.size(); ++i) {
    difference = std::max(difference, std::abs(static_cast<double>(found[i]) - expected[i]));
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
  }
  return difference / largest;
}

}  // namespace mineru::model
