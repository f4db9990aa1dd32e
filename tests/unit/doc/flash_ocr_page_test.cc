// Words of overlapping windows become the words of one page.
#include <gtest/gtest.h>

#include "doc/flash/ocr_page.h"

namespace mineru::doc::flash {
namespace {

using media::OcrWord;

OcrWord word(const std::string& text, const media::Box& box, int line = 0) {
  return {text, box, 0.9, line, 0, 0};
}

std::vector<std::string> texts(const std::vector<OcrWord>& words) {
  std::vector<std::string> result;
  for (const OcrWord& w : words) result.push_back(w.text);
  return result;
}

TEST(MergeWindows, AWordInTheOverlapCountsOnce) {
  const auto merged = merge_windows(
      {{{0, 0, 100, 100}, {word("a", {10, 10, 20, 20}), word("b", {10, 80, 20, 90})}},
       {{0, 70, 100, 170}, {word("b", {10.2, 80.1, 20.1, 90}), word("c", {10, 150, 20, 160})}}});
  EXPECT_EQ(texts(merged), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(MergeWindows, WhatABorderCutIsTakenFromTheOtherWindow) {
  // The overlap is 70..100. The first window sees half of the line at 95..105.
  const auto merged = merge_windows(
      {{{0, 0, 100, 100}, {word("b", {10, 80, 20, 90}), word("HALF", {10, 95, 60, 100})}},
       {{0, 70, 100, 170}, {word("ha1f", {10, 70, 60, 73}), word("whole", {10, 95, 60, 105})}}});
  EXPECT_EQ(texts(merged), (std::vector<std::string>{"b", "whole"}));
}

TEST(MergeWindows, AWordOnTheSeamIsNeitherLostNorDoubled) {
  // The seam is at 85; the windows do not agree on which side the middle lies.
  for (const double shift : {-0.4, 0.4}) {
    const auto merged =
        merge_windows({{{0, 0, 100, 100}, {word("x", {10, 80 + shift, 20, 90 + shift})}},
                       {{0, 70, 100, 170}, {word("x", {10, 80 - shift, 20, 90 - shift})}}});
    EXPECT_EQ(texts(merged), (std::vector<std::string>{"x"}));
  }
}

TEST(MergeWindows, LinesOfDifferentWindowsStayApart) {
  const auto merged = merge_windows({{{0, 0, 100, 100}, {word("a", {10, 10, 20, 20}, 3)}},
                                     {{0, 70, 100, 170}, {word("b", {10, 150, 20, 160}, 3)}}});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_NE(merged[0].block, merged[1].block);
}

TEST(MergeWindows, OfAPageUpsideDownComeInReadingOrder) {
  const auto merged = merge_windows({{{0, 70, 100, 170}, {word("b", {10, 150, 20, 160})}},
                                     {{0, 0, 100, 100}, {word("a", {10, 10, 20, 20})}}});
  EXPECT_EQ(texts(merged), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace mineru::doc::flash
