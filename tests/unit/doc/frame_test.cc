#include "doc/flash/frame.h"

#include <gtest/gtest.h>

namespace mineru::doc::flash {
namespace {

using media::Box;
using media::Point;

constexpr media::PageSize kPage = {600, 800};

class FrameTurns : public testing::TestWithParam<int> {
 protected:
  Frame frame{kPage, GetParam()};
};

TEST_P(FrameTurns, ThereAndBack) {
  for (const Box& box : {Box{10, 20, 110, 40}, Box{0, 0, 600, 800}, Box{599, 1, 600, 2}}) {
    EXPECT_EQ(frame.to_displayed(frame.to_upright(box)), box);
    EXPECT_EQ(frame.to_upright(frame.to_displayed(frame.to_upright(box))), frame.to_upright(box));
  }
}

TEST_P(FrameTurns, KeepsAreaAndStaysOnThePage) {
  const Box turned = frame.to_upright(Box{10, 20, 110, 40});
  EXPECT_DOUBLE_EQ(turned.area(), 2000);
  EXPECT_FALSE(turned.empty());
  const media::PageSize size = frame.size();
  EXPECT_EQ(intersect(turned, {0, 0, size.width, size.height}), turned);
  EXPECT_EQ(frame.to_upright(Box{0, 0, 600, 800}), (Box{0, 0, size.width, size.height}));
}

TEST_P(FrameTurns, PointsGoWhereBoxesGo) {
  const Point point = frame.to_upright(Point{10, 20});
  const Box box = frame.to_upright(Box{10, 20, 10, 20});
  EXPECT_EQ(point.x, box.x0);
  EXPECT_EQ(point.y, box.y0);
}

INSTANTIATE_TEST_SUITE_P(All, FrameTurns, testing::Values(0, 90, 180, 270));

TEST(Frame, UprightPageIsLeftAlone) {
  const Frame frame{kPage, 0};
  EXPECT_EQ(frame.to_upright(Box{1, 2, 3, 4}), (Box{1, 2, 3, 4}));
  EXPECT_EQ(frame.size().width, 600);
}

// Turned clockwise, the bottom left corner becomes the top left one.
TEST(Frame, QuarterTurnClockwise) {
  const Frame frame{kPage, 90};
  EXPECT_EQ(frame.size().width, 800);
  EXPECT_EQ(frame.size().height, 600);
  EXPECT_EQ(frame.to_upright(Box{0, 790, 20, 800}), (Box{0, 0, 10, 20}));
}

TEST(Frame, HalfTurn) {
  const Frame frame{kPage, 180};
  EXPECT_EQ(frame.to_upright(Box{0, 0, 20, 10}), (Box{580, 790, 600, 800}));
}

// Turned anticlockwise, the top right corner becomes the top left one.
TEST(Frame, ThreeQuarterTurn) {
  const Frame frame{kPage, 270};
  EXPECT_EQ(frame.to_upright(Box{590, 0, 600, 20}), (Box{0, 0, 20, 10}));
}

}  // namespace
}  // namespace mineru::doc::flash
