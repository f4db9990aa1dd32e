#include "text/digest.h"

#include <string_view>

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

TEST(Digest, Sha256OfKnownText) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, Md5InPieces) {
  Digest md5(Digest::Kind::kMd5);
  for (const std::string_view piece : {"message ", "digest"}) md5.update(piece);
  EXPECT_EQ(md5.hex_upper(), "F96B697D7CB7938D525A2F31AAF161D0");
}

TEST(Digest, ShaInPieces) {
  Digest sha1(Digest::Kind::kSha1);
  Digest sha256(Digest::Kind::kSha256);
  for (const std::string_view piece : {"a", "", "bc"}) {
    sha1.update(piece);
    sha256.update(piece);
  }
  EXPECT_EQ(sha1.hex(), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha256.hex(), sha256_hex("abc"));
}

}  // namespace
}  // namespace mineru::text
