#include "model/pretokenizer.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mineru::model {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
  Words words;
  for (size_t pos = 0; pos < text.size(); pos += words.back().size()) {
    words.emplace_back(next_word(text, pos));
  }
  return words;
}

// Expected values come from pre_tokenizers.Split of `tokenizers` 0.23.3.
TEST(NextWord, LettersTakeOneCharacterBeforeThem) {
  EXPECT_EQ(words_of("Hello world"), (Words{"Hello", " world"}));
  EXPECT_EQ(words_of("(a)(b)"), (Words{"(a", ")(", "b", ")"}));
  EXPECT_EQ(words_of("\tx  y"), (Words{"\tx", " ", " y"}));
  EXPECT_EQ(words_of("\u3000中文。字"), (Words{"\u3000中文", "。字"}));
  EXPECT_EQ(words_of("e\u0301a"), (Words{"e", "\u0301a"}));
}

TEST(NextWord, NumbersStandAlone) {
  EXPECT_EQ(words_of("a12 3½x"), (Words{"a", "1", "2", " ", "3", "½", "x"}));
  EXPECT_EQ(words_of("٣Ⅷ"), (Words{"٣", "Ⅷ"}));
}

TEST(NextWord, SymbolsTakeASpaceBeforeAndNewlinesAfter) {
  EXPECT_EQ(words_of("a ?!\r\n\nb"), (Words{"a", " ?!\r\n\n", "b"}));
  EXPECT_EQ(words_of("\u00a0?!"), (Words{"\u00a0", "?!"}));
  EXPECT_EQ(words_of("😀👍🏽 "), (Words{"😀👍🏽", " "}));
}

TEST(NextWord, SpaceEndsAfterTheLastNewlineOrBeforeItsLastCharacter) {
  EXPECT_EQ(words_of("a  \n \n  b"), (Words{"a", "  \n \n", " ", " b"}));
  EXPECT_EQ(words_of("   1"), (Words{"  ", " ", "1"}));
  EXPECT_EQ(words_of("a   "), (Words{"a", "   "}));
  EXPECT_EQ(words_of(" \u2003\t"), (Words{" \u2003\t"}));
  EXPECT_EQ(words_of("\n\nx"), (Words{"\n\n", "x"}));
  EXPECT_EQ(words_of(" \u2029!"), (Words{" ", "\u2029", "!"}));
}

TEST(NextWord, ContractionsIgnoreCase) {
  EXPECT_EQ(words_of("don't I'LL we'Ve"), (Words{"don", "'t", " I", "'LL", " we", "'Ve"}));
  EXPECT_EQ(words_of("'sa 'rx 'r"), (Words{"'s", "a", " '", "rx", " '", "r"}));
  EXPECT_EQ(words_of("'rx"), (Words{"'rx"}));
  EXPECT_EQ(words_of("x'\u017fy"), (Words{"x", "'\u017f", "y"}));
  EXPECT_EQ(words_of("'"), (Words{"'"}));
  EXPECT_EQ(words_of("''s"), (Words{"''", "s"}));
}

TEST(NextWord, EveryByteBelongsToOneWord) {
  const std::string text = std::string("\0 'x\u0301", 6) + " \t\n😀½ \u2028a";
  std::string joined;
  for (const std::string& word : words_of(text)) joined += word;
  EXPECT_EQ(joined, text);
  EXPECT_TRUE(words_of("").empty());
}

TEST(CharClass, KnowsTheEdgesOfItsTable) {
  EXPECT_EQ(char_class('A'), CharClass::kLetter);
  EXPECT_EQ(char_class('@'), CharClass::kOther);
  EXPECT_EQ(char_class('9'), CharClass::kNumber);
  EXPECT_EQ(char_class(0x85), CharClass::kSpace);
  EXPECT_EQ(char_class(0x1C), CharClass::kOther) << "a space for Python only";
  EXPECT_EQ(char_class(0x200B), CharClass::kOther);
  EXPECT_EQ(char_class(0x1C89), CharClass::kLetter) << "Unicode 16";
  EXPECT_EQ(char_class(0x323AF), CharClass::kLetter);
  EXPECT_EQ(char_class(0x323B0), CharClass::kOther);
  EXPECT_EQ(char_class(0x10FFFF), CharClass::kOther);
}

TEST(CharClass, HasAsManyMembersAsTheLibrary) {
  int letters = 0;
  int numbers = 0;
  int spaces = 0;
  for (char32_t code = 0; code < 0x110000; ++code) {
    const CharClass what = char_class(code);
    letters += what == CharClass::kLetter ? 1 : 0;
    numbers += what == CharClass::kNumber ? 1 : 0;
    spaces += what == CharClass::kSpace ? 1 : 0;
  }
  EXPECT_EQ(letters, 141028);
  EXPECT_EQ(numbers, 1911);
  EXPECT_EQ(spaces, 25);
}

}  // namespace
}  // namespace mineru::model
