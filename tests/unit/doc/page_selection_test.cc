#include "doc/page_selection.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::doc {
namespace {

using Pages = std::vector<int>;

TEST(SelectPages, NoRangesAreAllPages) { EXPECT_EQ(select_pages({}, 3), (Pages{0, 1, 2})); }

TEST(SelectPages, RangesCountFromOne) {
  EXPECT_EQ(select_pages({{1, 2}}, 5), (Pages{0, 1}));
  EXPECT_EQ(select_pages({{5, 5}}, 5), Pages{4});
}

TEST(SelectPages, NegativeCountFromTheEnd) {
  EXPECT_EQ(select_pages({{-1, -1}}, 5), Pages{4});
  EXPECT_EQ(select_pages({{-2, -1}}, 5), (Pages{3, 4}));
  EXPECT_EQ(select_pages({{2, -2}}, 5), (Pages{1, 2, 3}));
}

TEST(SelectPages, SortedWithoutRepeats) {
  EXPECT_EQ(select_pages({{4, 5}, {1, 2}, {2, 4}}, 6), (Pages{0, 1, 2, 3, 4}));
}

TEST(SelectPages, ClampedToTheDocument) {
  EXPECT_EQ(select_pages({{3, 100}}, 4), (Pages{2, 3}));
  EXPECT_EQ(select_pages({{-100, 2}}, 4), (Pages{0, 1}));
  EXPECT_EQ(select_pages({{2, 2'000'000'000}}, 3), (Pages{1, 2}));
}

TEST(SelectPages, NothingLeftSaysHowManyPagesThereAre) {
  for (const PageRange range : {PageRange{8, 9}, PageRange{3, 2}, PageRange{-9, -8}}) {
    try {
      (void)select_pages({range}, 7);
      ADD_FAILURE() << range.first << ".." << range.last;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kInvalidArgument);
      EXPECT_NE(error.message().find("7 pages"), std::string::npos) << error.message();
    }
  }
}

TEST(SelectPages, OneGoodRangeIsEnough) { EXPECT_EQ(select_pages({{8, 9}, {2, 2}}, 3), Pages{1}); }

TEST(SamplePlaces, AllOfAFewPages) {
  EXPECT_EQ(sample_places(1, 12), Pages{0});
  EXPECT_EQ(sample_places(3, 12), (Pages{0, 1, 2}));
  EXPECT_EQ(sample_places(0, 12), Pages{});
}

TEST(SamplePlaces, NeighboursAtBeginningMiddleAndEnd) {
  EXPECT_EQ(sample_places(100, 12), (Pages{0, 1, 2, 3, 48, 49, 50, 51, 96, 97, 98, 99}));
}

TEST(SamplePlaces, NeverTooManyNorOutside) {
  for (int count = 0; count < 60; ++count) {
    const Pages places = sample_places(count, 12);
    EXPECT_LE(places.size(), 12u);
    EXPECT_EQ(places.size(), static_cast<size_t>(std::min(count, 12))) << count;
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
    EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
    if (count == 0) continue;
    EXPECT_GE(places.front(), 0);
    EXPECT_LT(places.back(), count);
  }
}

}  // namespace
}  // namespace mineru::doc
