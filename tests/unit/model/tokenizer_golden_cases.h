// Cases that tools/oracle/tokenizer_goldens.py wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/tokenizer.h"

namespace mineru::model::testing {

inline std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

inline std::vector<int32_t> ids_of(const nlohmann::json& list) {
  return list.get<std::vector<int32_t>>();
}

inline void expect_string_case(const Tokenizer& tokenizer, const nlohmann::json& golden) {
  const auto digits = golden.at("hex").get<std::string>();
  SCOPED_TRACE("text in hex: " + digits);
  const std::string bytes = from_hex(digits);
  EXPECT_EQ(tokenizer.encode(bytes, AddedTokens::kPlainText), ids_of(golden.at("plain")));
  const auto recognised = tokenizer.encode(bytes, AddedTokens::kRecognise);
  EXPECT_EQ(recognised, ids_of(golden.at("recognised")));
  EXPECT_EQ(tokenizer.decode(recognised, SkipSpecial::kNo), golden.at("kept").get<std::string>());
  EXPECT_EQ(tokenizer.decode(recognised, SkipSpecial::kYes),
            golden.at("skipped").get<std::string>());
}

}  // namespace mineru::model::testing
