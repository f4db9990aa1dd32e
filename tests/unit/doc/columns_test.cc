#include "doc/flash/columns.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace mineru::doc::flash {
namespace {

using media::Box;

// Elements with names; regions come out as "title|left left|right".
class Page {
 public:
  // `count` lines of text, 12 points apart, the first one's top at y.
  Page& lines(const std::string& name, double x0, double x1, double y, int count) {
    for (int i = 0; i < count; ++i) add(name, {x0, y + 12 * i, x1, y + 12 * i + 10}, true);
    return *this;
  }
  Page& text(const std::string& name, const Box& box) { return add(name, box, true); }
  Page& figure(const std::string& name, const Box& box) { return add(name, box, false); }

  // One name for lines that follow each other.
  std::string order(double min_gutter = 6) const {
    std::string out;
    for (const Region& region : reading_order(elements_, min_gutter)) {
      if (!out.empty()) out += '|';
      std::string last;
      for (const int i : region.elements) {
        const std::string& name = names_[static_cast<size_t>(i)];
        if (name != last) out += last.empty() ? name : " " + name;
        last = name;
      }
    }
    return out;
  }
  std::vector<Region> regions() const { return reading_order(elements_, 6); }

 private:
  Page& add(const std::string& name, const Box& box, bool is_text) {
    elements_.push_back({box, is_text});
    names_.push_back(name);
    return *this;
  }
  std::vector<Element> elements_;
  std::vector<std::string> names_;
};

TEST(Columns, EmptyPage) { EXPECT_EQ(Page().order(), ""); }

TEST(Columns, OneColumnIsOneRegion) { EXPECT_EQ(Page().lines("a", 50, 350, 50, 20).order(), "a"); }

TEST(Columns, ElementsComeTopToBottom) {
  EXPECT_EQ(Page().text("b", {50, 70, 350, 80}).text("a", {50, 50, 350, 60}).order(), "a b");
}

TEST(Columns, TwoColumnsLeftFirst) {
  EXPECT_EQ(Page().lines("right", 210, 350, 50, 20).lines("left", 50, 190, 50, 20).order(),
            "left|right");
}

TEST(Columns, RegionsKnowTheirColumn) {
  const auto regions = Page().lines("l", 50, 190, 50, 20).lines("r", 210, 350, 50, 20).regions();
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_DOUBLE_EQ(regions[0].column.x0, 50);
  EXPECT_LE(regions[0].column.x1, 210);
  EXPECT_GE(regions[0].column.x1, 190);
  EXPECT_GE(regions[1].column.x0, 190);
  EXPECT_DOUBLE_EQ(regions[1].column.y1, 50 + 12 * 19 + 10);
}

TEST(Columns, TitleAndFigureAcrossBothColumns) {
  const Page page = Page()
                        .lines("title", 80, 320, 20, 2)
                        .lines("left", 50, 190, 60, 10)
                        .lines("right", 210, 350, 60, 10)
                        .figure("figure", {50, 190, 350, 300})
                        .lines("left2", 50, 190, 310, 10)
                        .lines("right2", 210, 350, 310, 10);
  EXPECT_EQ(page.order(), "title|left|right|figure|left2|right2");
}

TEST(Columns, FigureInOneColumnStaysThere) {
  const Page page = Page()
                        .lines("left", 50, 190, 50, 20)
                        .figure("figure", {210, 50, 350, 150})
                        .lines("right", 210, 350, 160, 10);
  EXPECT_EQ(page.order(), "left|figure right");
}

TEST(Columns, ThreeColumns) {
  const Page page =
      Page().lines("c", 260, 350, 50, 20).lines("a", 50, 140, 50, 20).lines("b", 155, 245, 50, 20);
  EXPECT_EQ(page.order(), "a|b|c");
}

TEST(Columns, TwoColumnsAboveThree) {
  const Page page = Page()
                        .lines("1", 50, 190, 50, 12)
                        .lines("2", 210, 350, 50, 12)
                        .lines("middle", 50, 350, 200, 3)
                        .lines("a", 50, 140, 240, 15)
                        .lines("b", 155, 245, 240, 15)
                        .lines("c", 260, 350, 240, 15);
  EXPECT_EQ(page.order(), "1|2|middle|a|b|c");
}

TEST(Columns, ShortLastColumn) {
  EXPECT_EQ(Page().lines("left", 50, 190, 50, 30).lines("right", 210, 350, 50, 4).order(),
            "left|right");
}

// Lines that end early on the left open no wider a gutter than there is.
TEST(Columns, RaggedLeftColumn) {
  Page page;
  for (int i = 0; i < 20; ++i)
    page.text("left", {50, 50.0 + 12 * i, 190.0 - (i % 4) * 15, 60.0 + 12 * i});
  EXPECT_EQ(page.lines("right", 210, 350, 50, 20).order(), "left|right");
}

TEST(Columns, NarrowGapIsNoGutter) {
  const Page page = Page().lines("left", 50, 197, 50, 20).lines("right", 201, 350, 50, 20);
  EXPECT_EQ(page.regions().size(), 1u);
  EXPECT_EQ(page.order(3), "left|right");
}

TEST(Columns, BulletsOpenNoGutter) {
  Page page;
  for (int i = 0; i < 12; ++i) {
    page.text("bullet", {50, 50.0 + 12 * i, 55, 60.0 + 12 * i});
    page.text("item", {70, 50.0 + 12 * i, 350, 60.0 + 12 * i});
  }
  EXPECT_EQ(page.regions().size(), 1u);
}

TEST(Columns, EquationNumbersOpenNoGutter) {
  Page page;
  page.lines("text", 50, 350, 50, 3);
  for (int i = 0; i < 5; ++i) {
    page.text("formula", {120, 100.0 + 30 * i, 250, 112.0 + 30 * i});
    page.text("number", {335, 100.0 + 30 * i, 350, 112.0 + 30 * i});
  }
  page.lines("after", 50, 350, 260, 3);
  EXPECT_EQ(page.regions().size(), 1u);
}

// Two signatures side by side.
TEST(Columns, TwoShortLinesBesideTwoAreNoColumns) {
  const Page page = Page()
                        .lines("text", 50, 350, 50, 6)
                        .lines("left", 50, 150, 130, 2)
                        .lines("right", 250, 350, 130, 2)
                        .lines("text", 50, 350, 160, 6);
  EXPECT_EQ(page.regions().size(), 1u);
}

// The figure begins exactly where the gutter is narrowest.
TEST(Columns, FigureThatTouchesTheGutter) {
  const Page page = Page()
                        .lines("left", 50, 193, 50, 30)
                        .figure("figure", {200, 50, 350, 150})
                        .lines("right", 207, 350, 160, 20);
  EXPECT_EQ(page.order(), "left|figure right");
}

TEST(Columns, EveryElementIsInOneRegion) {
  const Page page = Page()
                        .lines("title", 80, 320, 20, 2)
                        .lines("left", 50, 190, 60, 30)
                        .figure("figure", {180, 200, 260, 260})
                        .lines("right", 210, 350, 60, 30);
  std::multiset<int> seen;
  for (const Region& region : page.regions())
    seen.insert(region.elements.begin(), region.elements.end());
  ASSERT_EQ(seen.size(), 63u);
  for (int i = 0; i < 63; ++i) EXPECT_EQ(seen.count(i), 1u);
}

TEST(Columns, PageOfTenThousandWordsEnds) {
  Page page;
  for (int i = 0; i < 10'000; ++i) {
    const double x = 5.0 * (i % 100);
    const double y = 7.0 * (i / 100);
    page.text("w", {x, y, x + 4, y + 6});
  }
  EXPECT_GE(page.regions().size(), 1u);
}

}  // namespace
}  // namespace mineru::doc::flash
