// Where two JSON values differ.
#pragma once

#include <string>
#include <vector>

#include "vectors/step.h"

namespace mineru::doc::vectors {

enum class KeyOrder {
  kIgnore,
  kCounts,  // as in the reference's files
};

// One line for each place: "$.tasks[0].prompt: expected ..., found ...", at most `kMaxPlaces` and
// a line that says so. Numbers are equal by value: 1 is 1.0.
inline constexpr size_t kMaxPlaces = 6;
std::vector<std::string> differences(const Json& expected, const Json& found, KeyOrder order);

}  // namespace mineru::doc::vectors
