// Tall and wide pages in windows.
#include "doc/page_windows.h"

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

using media::Box;

TEST(PageWindows, UsualPagesAreOneWindow) {
  EXPECT_EQ(page_windows({595, 842}), (std::vector<Box>{{0, 0, 595, 842}}));
  EXPECT_EQ(page_windows({842, 595}), (std::vector<Box>{{0, 0, 842, 595}}));
  EXPECT_EQ(page_windows({595, 1785}), (std::vector<Box>{{0, 0, 595, 1785}}));  // 3:1
}

TEST(PageWindows, ATallPageIsReadFromTopToBottom) {
  const std::vector<Box> windows = page_windows({600, 2000});
  ASSERT_EQ(windows.size(), 3u);
  EXPECT_EQ(windows[0], (Box{0, 0, 600, 840}));
  EXPECT_EQ(windows[1], (Box{0, 580, 600, 1420}));
  EXPECT_EQ(windows[2], (Box{0, 1160, 600, 2000}));
}

TEST(PageWindows, AWidePageIsReadFromLeftToRight) {
  const std::vector<Box> windows = page_windows({2000, 600});
  ASSERT_EQ(windows.size(), 3u);
  EXPECT_EQ(windows[1], (Box{580, 0, 1420, 600}));
}

TEST(PageWindows, CoverThePageAndOverlapByATenth) {
  for (const media::PageSize size : {media::PageSize{595, 14400},
                                     {226.5, 850.3},
                                     {14400, 72.4},
                                     {100, 301},
                                     {400, 1201},
                                     {3, 14400},
                                     {90, 40000}}) {
    const std::vector<Box> windows = page_windows(size);
    const bool tall = size.height > size.width;
    const double longer = tall ? size.height : size.width;
    const auto begin = [&](const Box& b) { return tall ? b.y0 : b.x0; };
    const auto end = [&](const Box& b) { return tall ? b.y1 : b.x1; };
    SCOPED_TRACE(testing::Message() << size.width << " x " << size.height);
    ASSERT_GT(windows.size(), 1u);
    EXPECT_LE(windows.size(), 250u);
    EXPECT_EQ(begin(windows.front()), 0);
    EXPECT_EQ(end(windows.back()), longer);
    const double length = end(windows.front());
    for (size_t i = 0; i < windows.size(); ++i) {
      EXPECT_EQ(tall ? windows[i].width() : windows[i].height(), tall ? size.width : size.height);
      EXPECT_NEAR(end(windows[i]) - begin(windows[i]), length, 1);
      if (i == 0) continue;
      EXPECT_GT(begin(windows[i]), begin(windows[i - 1]));
      EXPECT_GE(end(windows[i - 1]) - begin(windows[i]), 0.1 * length - 1);
      EXPECT_GE(end(windows[i - 1]) - begin(windows[i]), 47);
    }
  }
}

TEST(PageWindows, AStripOfOneLineNeedsFewOfThem) {
  EXPECT_EQ(page_windows({0.36, 180}).size(), 1u);
  EXPECT_EQ(page_windows({1080, 3.6}).size(), 7u);
}

}  // namespace
}  // namespace mineru::doc
