#include "text/digest.h"

#include <span>

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

TEST(Digest, Sha256OfKnownText) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, Md5InPieces) {
  Md5 md5;
  for (const std::string_view piece : {"message ", "digest"}) {
    md5.update(std::as_bytes(std::span(piece)));
  }
  EXPECT_EQ(md5.hex_upper(), "F96B697D7CB7938D525A2F31AAF161D0");
}

}  // namespace
}  // namespace mineru::text
