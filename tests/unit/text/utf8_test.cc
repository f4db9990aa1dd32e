#include "text/utf8.h"

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

TEST(Utf8, ReadsAnyBytes) {
  EXPECT_EQ(from_utf8("a\xffz"), U"a\xFFFDz");
  EXPECT_EQ(to_utf8(from_utf8("中文😀")), "中文😀");
  EXPECT_EQ(to_utf8(std::u32string{0xD800, 0x110000}), "\ufffd\ufffd");
}

TEST(Utf8, FoldsCaseBeyondAscii) {
  EXPECT_EQ(fold_case("ÄBC Я"), fold_case("äbc я"));
  EXPECT_EQ(fold_case("Straße"), "strasse");
  EXPECT_EQ(fold_case("\xff"), "\ufffd");
}

TEST(Utf8, NormalizesToComposedFormWithoutLigatures) {
  EXPECT_EQ(normalize("e\u0301 \ufb01x \ufb04"), "\u00e9 fix ffl");
}

TEST(Utf8, TrimsUnicodeSpace) {
  EXPECT_EQ(trim(" \t\u3000\u00a0x y\u2003\n"), "x y");
  EXPECT_EQ(trim("\u3000"), "");
}

TEST(Utf8, CutsBetweenCharacters) {
  EXPECT_EQ(truncate_utf8("a中", 3), "a");
  EXPECT_EQ(truncate_utf8("a中", 4), "a中");
  EXPECT_EQ(truncate_utf8("中", 0), "");
}

TEST(Utf8, KnowsScripts) {
  EXPECT_TRUE(is_han(U'中'));
  EXPECT_FALSE(is_han(U'ア'));
  EXPECT_TRUE(is_cjk(U'ア'));
  EXPECT_TRUE(is_cjk(U'，'));
  EXPECT_FALSE(is_cjk(U'é'));
  EXPECT_TRUE(is_lower(U'é'));
  EXPECT_FALSE(is_lower(U'É'));
}

}  // namespace
}  // namespace mineru::text
