#include "text/utf8_assembler.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

using namespace std::string_literals;

constexpr const char* kBroken = "\ufffd";

std::string whole(std::string_view bytes) {
  Utf8Assembler assembler;
  std::string out = assembler.push(bytes);
  return out + assembler.finish();
}

// Left: bytes; right: what Python's bytes.decode("utf-8", "replace") makes of them.
std::vector<std::pair<std::string, std::string>> python_cases() {
  const std::string b = kBroken;
  return {
      {"", ""},
      {"a\0b"s, "a\0b"s},
      {"é中😀", "é中😀"},
      {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
      {"\x80", b},
      {"\xC0\xAF", b + b},
      {"\xE0\x80\xAF", b + b + b},
      {"\xE0\xA0", b},
      {"\xE0\xA0z", b + "z"},
      {"\xED\xA0\x80", b + b + b},
      {"\xED\x9F\xBF", "\xED\x9F\xBF"},
      {"\xF0\x80\x80\x80", b + b + b + b},
      {"\xF0\x9F\x98", b},
      {"\xF0\x9F\x98z\x98", b + "z" + b},
      {"\xF4\x90\x80\x80", b + b + b + b},
      {"\xF5\xFF", b + b},
      {"\xC3\xC3\xA9", b + "é"},
      {"\xE4\xB8\xE4\xB8\xAD", b + "中"},
      {"a\xF1\x80\x80\xE1\x80\xC2"
       "b\x80"
       "c\x80\xBF"
       "d",
       "a" + b + b + b + "b" + b + "c" + b + b + "d"},
  };
}

TEST(Utf8Assembler, ReplacesMaximalBrokenPartsAsPythonDoes) {
  for (const auto& [bytes, expected] : python_cases()) EXPECT_EQ(whole(bytes), expected);
}

TEST(Utf8Assembler, PiecesOfAnySizeGiveTheSameText) {
  std::string bytes;
  std::string expected;
  for (const auto& [part, text] : python_cases()) {
    bytes += part + "|";
    expected += text + "|";
  }
  for (size_t size = 1; size <= bytes.size(); ++size) {
    Utf8Assembler assembler;
    std::string out;
    for (size_t pos = 0; pos < bytes.size(); pos += size) {
      out += assembler.push(std::string_view(bytes).substr(pos, size));
    }
    EXPECT_EQ(out + assembler.finish(), expected) << "pieces of " << size;
  }
}

TEST(Utf8Assembler, KeepsBackWhatMayStillGoOn) {
  Utf8Assembler assembler;
  EXPECT_EQ(assembler.push("a\xF0\x9F"), "a");
  EXPECT_EQ(assembler.push(""), "");
  EXPECT_EQ(assembler.push("\x98"), "");
  EXPECT_EQ(assembler.push("\x80!"), "😀!");
  EXPECT_EQ(assembler.push("\xF0\x9F"), "");
  EXPECT_EQ(assembler.push("x"), "\ufffdx");
  EXPECT_EQ(assembler.finish(), "");
}

TEST(Utf8Assembler, BrokenStartIsNotKeptBack) {
  Utf8Assembler assembler;
  EXPECT_EQ(assembler.push("\xED"), "");
  EXPECT_EQ(assembler.push("\xA0"), "\ufffd\ufffd");
  EXPECT_EQ(assembler.push("\xFF"), "\ufffd");
}

TEST(Utf8Assembler, IsEmptyAfterFinish) {
  Utf8Assembler assembler;
  EXPECT_EQ(assembler.push("\xE4\xB8"), "");
  EXPECT_EQ(assembler.finish(), "\ufffd");
  EXPECT_EQ(assembler.finish(), "");
  EXPECT_EQ(assembler.push("\xAD"), "\ufffd");
  EXPECT_EQ(assembler.push("中"), "中");
}

}  // namespace
}  // namespace mineru::text
