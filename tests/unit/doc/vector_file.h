// Reads the rows of tests/data/vectors: what the reference made of invented inputs.
#pragma once

#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mineru::doc::testing {

// Input, expected output, and where the row stands: "postprocess.jsonl:12 (layout_parse)".
using VectorCheck = std::function<void(const nlohmann::ordered_json&, const nlohmann::ordered_json&,
                                       const std::string&)>;

// Calls `check` for every row of one step; a step without rows fails the test. Returns their
// number.
inline int for_each_vector(std::string_view step, const VectorCheck& check,
                           const std::string& name = "postprocess.jsonl") {
  std::ifstream file(std::string(MINERU_TEST_DATA) + "/vectors/" + name);
  int num_rows = 0;
  int line_number = 0;
  for (std::string line; std::getline(file, line);) {
    ++line_number;
    const auto row = nlohmann::ordered_json::parse(line);
    if (row["step"].get<std::string>() != step) continue;
    ++num_rows;
    const std::string place =
        name + ":" + std::to_string(line_number) + " (" + std::string(step) + ")";
    SCOPED_TRACE(place);
    check(row["input"], row["expected"], place);
  }
  EXPECT_GT(num_rows, 0) << name << ": no row of step " << step;
  return num_rows;
}

}  // namespace mineru::doc::testing
