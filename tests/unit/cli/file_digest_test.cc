#include "cli/file_digest.h"

#include <unistd.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace mineru::cli {
namespace {

// Expected values: sha256sum, git hash-object.
TEST(FileDigest, KnownValues) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("digest_{}", ::getpid());
  write_file(path, "hello\n");
  EXPECT_EQ(file_digest(path, DigestKind::kSha256),
            "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  EXPECT_EQ(file_digest(path, DigestKind::kGitBlob), "ce013625030ba8dba906f756967f9e9ca394464a");
  write_file(path, "");
  EXPECT_EQ(file_digest(path, DigestKind::kSha256),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(file_digest(path, DigestKind::kGitBlob), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  write_file(path, std::string(3'000'000, 'a'));
  uint64_t seen = 0;
  EXPECT_EQ(file_digest(path, DigestKind::kSha256, [&](uint64_t bytes) { seen += bytes; }),
            "2a152c894398719c0570f83fac34ac03a0f6e8e474b995c2403aa5434f7b9dd4");
  EXPECT_EQ(seen, 3'000'000u);
  std::filesystem::remove(path);
  EXPECT_THROW(file_digest(path, DigestKind::kSha256), Error);
}

}  // namespace
}  // namespace mineru::cli
