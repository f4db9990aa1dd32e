#include "doc/flash/ocr_lines.h"

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace mineru::doc::flash {
namespace {

constexpr double kScale = 2;  // pixels per point

// Words of one line in pixels, as Tesseract finds them: every letter 10 wide, 20 high.
class Read {
 public:
  Read& word(std::string text, double x, double y, double confidence = 0.9, double letter = 10) {
    const auto letters = static_cast<double>(text::from_utf8(text).size());
    words_.push_back(
        {std::move(text), {x, y, x + letter * letters, y + 20}, confidence, line_, 0, 0});
    return *this;
  }
  Read& new_line() {
    ++line_;
    return *this;
  }
  std::vector<Segment> segments() const { return segments_of_words(words_, kScale); }
  std::string text() const {
    std::string out;
    for (const Segment& s : segments()) out += (out.empty() ? "" : "|") + s.text();
    return out;
  }

 private:
  std::vector<media::OcrWord> words_;
  int line_ = 0;
};

TEST(OcrLines, NothingOfNothing) { EXPECT_EQ(Read().text(), ""); }

TEST(OcrLines, WordsOfALine) {
  EXPECT_EQ(Read().word("The", 100, 200).word("river", 138, 200).text(), "The river");
}

TEST(OcrLines, WordsComeFromLeftToRight) {
  EXPECT_EQ(Read().word("river", 138, 200).word("The", 100, 200).text(), "The river");
}

TEST(OcrLines, BoxesAreInPoints) {
  const auto segments = Read().word("river", 100, 200).segments();
  ASSERT_EQ(segments.size(), 1u);
  EXPECT_DOUBLE_EQ(segments[0].box.x0, 50);
  EXPECT_DOUBLE_EQ(segments[0].box.x1, 75);
  EXPECT_GT(segments[0].size, 5);
  EXPECT_LT(segments[0].size, 20);
  EXPECT_DOUBLE_EQ(segments[0].words[0].confidence, 0.9);
}

// Boxes of Chinese characters are ink: their widths say little, where they begin says the size.
TEST(OcrLines, ChineseHasItsSizeByPitch) {
  Read read;
  const double inks[] = {12, 31, 18, 30, 9, 33};
  for (int i = 0; i < 6; ++i) read.word("河", 100 + 32 * i, 200, 0.9, inks[i]);
  read.word("两岸", 100 + 32 * 6, 200, 0.9, 20);
  const auto segments = read.segments();
  ASSERT_EQ(segments.size(), 1u);
  EXPECT_DOUBLE_EQ(segments[0].size, 16);
}

// A page with more notes than text: both settle, and a heading stays what it is.
TEST(OcrLines, RunningTextMayBeTheSmallerPart) {
  Read read;
  const auto line = [&](double pitch, int count, double y) {
    for (int i = 0; i < count; ++i) read.word("河", 100 + pitch * i, y, 0.9, 0.9 * pitch);
    read.new_line();
  };
  line(60, 4, 100);
  for (const double pitch : {31.0, 32.0, 33.0}) line(pitch, 10, 10 * pitch);
  for (const double pitch : {23.0, 24.0, 24.0, 25.0}) line(pitch, 20, 40 * pitch);
  const auto segments = read.segments();
  ASSERT_EQ(segments.size(), 8u);
  EXPECT_DOUBLE_EQ(segments[0].size, 30);
  for (size_t i : {1u, 2u, 3u}) EXPECT_DOUBLE_EQ(segments[i].size, 16) << i;
  for (size_t i : {4u, 5u, 6u, 7u}) EXPECT_DOUBLE_EQ(segments[i].size, 12) << i;
}

TEST(OcrLines, LinesAreSegments) {
  EXPECT_EQ(Read().word("one", 100, 200).new_line().word("two", 100, 230).text(), "one|two");
}

TEST(OcrLines, WideGapParts) {
  EXPECT_EQ(Read().word("left", 100, 200).word("right", 500, 200).text(), "left|right");
}

TEST(OcrLines, ChineseHasNoSpaces) {
  EXPECT_EQ(Read().word("监测", 100, 200).word("终端", 124, 200).text(), "监测终端");
}

TEST(OcrLines, NoiseIsDropped) {
  EXPECT_EQ(Read().word("river", 100, 200).word("|", 158, 200, 0.3).text(), "river");
  EXPECT_EQ(Read().word("river", 100, 200).word("xx", 158, 200, 0.02).text(), "river");
  EXPECT_EQ(Read().word("fog", 100, 200, 0.2).text(), "");  // a line without a sure word
  EXPECT_EQ(Read().word("river", 100, 200).word("–", 158, 200, 0.9).text(), "river –");
}

TEST(OcrLines, UnsureWordsOfASureLineStay) {
  EXPECT_EQ(Read().word("The", 100, 200, 0.9).word("rlver", 138, 200, 0.2).text(), "The rlver");
}

// Widths vary from line to line; sizes near the usual one become it, a heading's does not.
TEST(OcrLines, SizesSettle) {
  Read read;
  for (int i = 0; i < 10; ++i)
    read.word("measured", 100, 200 + 30 * i, 0.9, i == 3 ? 11 : 10).new_line();
  read.word("Heading", 100, 100, 0.9, 20);
  const auto segments = read.segments();
  ASSERT_EQ(segments.size(), 11u);
  for (size_t i = 0; i < 10; ++i) EXPECT_DOUBLE_EQ(segments[i].size, segments[0].size) << i;
  EXPECT_GT(segments[10].size, 1.5 * segments[0].size);
}

}  // namespace
}  // namespace mineru::doc::flash
