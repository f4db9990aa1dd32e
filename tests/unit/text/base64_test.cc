#include "text/base64.h"

#include <string_view>

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

TEST(Base64, HasPadding) {
  const auto base64 = [](std::string_view bytes) {
    return to_base64(std::as_bytes(std::span(bytes)));
  };
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

}  // namespace
}  // namespace mineru::text
