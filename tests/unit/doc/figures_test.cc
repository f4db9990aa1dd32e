#include "doc/flash/figures.h"

#include <gtest/gtest.h>

#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

using Kind = media::NativeGraphic::Kind;

class Figures : public testing::Test {
 protected:
  Figures() {
    facts.frame = {{400, 600}, 0};
    facts.segments = Typesetter(50, 350, 60).paragraph(prose(60)).lines();
    text_lines = facts.segments.size();
  }
  void draw(Kind kind, const Box& box) { facts.graphics.push_back({kind, box}); }
  std::vector<Figure> extract(const std::vector<Box>& tables = {}) {
    return extract_figures(facts, tables, 10);
  }

  PageFacts facts;
  size_t text_lines = 0;
};

TEST_F(Figures, NoneOnAPageOfText) { EXPECT_TRUE(extract().empty()); }

TEST_F(Figures, Raster) {
  draw(Kind::kImage, {100, 300, 300, 400});
  const auto found = extract();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].box.x0, 100, 0.1);
  EXPECT_NEAR(found[0].box.y1, 400, 0.1);
  EXPECT_EQ(facts.segments.size(), text_lines);
}

TEST_F(Figures, TwoApartAreTwoTopToBottom) {
  draw(Kind::kImage, {100, 450, 300, 550});
  draw(Kind::kImage, {100, 250, 300, 350});
  const auto found = extract();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_LT(found[0].box.y0, found[1].box.y0);
}

TEST_F(Figures, StripsOfOnePictureAreOne) {
  for (int i = 0; i < 5; ++i) draw(Kind::kImage, {100, 300.0 + 20 * i, 300, 320.0 + 20 * i});
  EXPECT_EQ(extract().size(), 1u);
}

TEST_F(Figures, PlotTakesItsLabels) {
  for (int i = 0; i < 6; ++i)
    draw(Kind::kDrawing, {120.0 + 25 * i, 320, 145.0 + 25 * i, 320.0 + 12 * (i + 1)});
  facts.rules.push_back({{120, 395, 280, 395.5}, true});
  facts.segments.push_back(line_at(105, 330, "50", {.size = 7}));
  facts.segments.push_back(line_at(180, 404, "years", {.size = 7}));
  facts.segments.push_back(line_at(180, 350, "peak", {.size = 7}));
  const auto found = extract();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].labels.size(), 3u);
  EXPECT_EQ(facts.segments.size(), text_lines);
  EXPECT_LE(found[0].box.x0, 106);
  EXPECT_GE(found[0].box.y1, 404);
}

TEST_F(Figures, CaptionIsNoLabel) {
  draw(Kind::kImage, {100, 300, 300, 400});
  facts.segments.push_back(line_at(100, 410, "Figure 1: Peak"));
  facts.segments.push_back(line_at(100, 422, "of the years"));
  EXPECT_TRUE(extract()[0].labels.empty());
  EXPECT_EQ(facts.segments.size(), text_lines + 2);
}

TEST_F(Figures, CaptionAboveIsNoLabel) {
  draw(Kind::kImage, {100, 300, 300, 400});
  facts.segments.push_back(line_at(100, 296, "Figure 1: Peak"));
  EXPECT_TRUE(extract()[0].labels.empty());
}

TEST_F(Figures, ParagraphRightBelowIsNoLabel) {
  draw(Kind::kImage, {50, 300, 350, 400});
  const auto below = Typesetter(50, 350, 412).paragraph(prose(60)).lines();
  facts.segments.insert(facts.segments.end(), below.begin(), below.end());
  EXPECT_TRUE(extract()[0].labels.empty());
  EXPECT_EQ(facts.segments.size(), text_lines + below.size());
}

TEST_F(Figures, TurnedAxisTitleIsALabel) {
  for (int i = 0; i < 6; ++i) draw(Kind::kDrawing, {120.0 + 25 * i, 300, 145.0 + 25 * i, 400});
  TurnedText turned{{facts.frame.page, 90}, {}};
  Segment title = line_at(0, 0, "flow");
  title.box = turned.frame.to_upright(Box{105, 330, 115, 350});
  turned.segments.push_back(title);
  facts.turned.push_back(turned);
  ASSERT_EQ(extract().size(), 1u);
  EXPECT_TRUE(facts.turned[0].segments.empty());
}

TEST_F(Figures, BoxAroundTextIsNone) {
  const auto text = Typesetter(110, 290, 320).paragraph(prose(60)).lines();
  facts.segments.insert(facts.segments.end(), text.begin(), text.end());
  draw(Kind::kFill, {100, 300, 300, text.back().box.y1 + 6});
  draw(Kind::kDrawing, {100, 300, 300, text.back().box.y1 + 6});
  EXPECT_TRUE(extract().empty());
  EXPECT_EQ(facts.segments.size(), text_lines + text.size());
}

TEST_F(Figures, BackgroundOfThePageIsNone) {
  draw(Kind::kImage, {0, 0, 400, 600});
  EXPECT_TRUE(extract().empty());
}

TEST_F(Figures, PageThatIsAPictureIsOne) {
  facts.segments.clear();
  draw(Kind::kImage, {0, 0, 400, 600});
  EXPECT_EQ(extract().size(), 1u);
}

TEST_F(Figures, TinyMarksAreNone) {
  draw(Kind::kDrawing, {100, 300, 108, 308});
  draw(Kind::kImage, {200, 300, 210, 310});
  draw(Kind::kFill, {50, 400, 350, 401});
  EXPECT_TRUE(extract().empty());
}

TEST_F(Figures, PartsOfTablesAreNone) {
  draw(Kind::kDrawing, {110, 310, 150, 340});
  draw(Kind::kDrawing, {160, 310, 200, 340});
  draw(Kind::kImage, {210, 310, 260, 360});
  EXPECT_TRUE(extract({{100, 300, 300, 400}}).empty());
}

TEST_F(Figures, MapOfAThousandPiecesIsOne) {
  facts.frame.page = {1600, 2400};
  for (int i = 0; i < 1000; ++i) {
    const double x = 60 + (i % 25) * 45;
    const double y = 400 + (i / 25) * 45;
    draw(Kind::kImage, {x, y, x + 28, y + 28});
  }
  EXPECT_EQ(extract().size(), 1u);
}

TEST_F(Figures, StaysOnThePage) {
  draw(Kind::kImage, {-50, 400, 500, 700});
  for (const Figure& figure : extract()) {
    EXPECT_GE(figure.box.x0, 0);
    EXPECT_LE(figure.box.x1, 400);
    EXPECT_LE(figure.box.y1, 600);
  }
}

}  // namespace
}  // namespace mineru::doc::flash
