// Headers, footers, page numbers (furniture.cc) and what the pages of a document share
// (profile.cc).
#include "doc/flash/furniture.h"

#include <gtest/gtest.h>

#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

constexpr media::PageSize kPage = {400, 600};

// A page with 30 lines of text from y = 100 to 460.
PageFacts page_of_text(int variant = 0) {
  PageFacts facts;
  facts.frame = {kPage, 0};
  Typesetter column(50, 350, 110);
  for (int i = 0; column.lines().size() < 30; ++i) column.paragraph(prose(40, variant + i));
  facts.segments = column.lines();
  return facts;
}

PageFacts with(PageFacts facts, double x, double baseline, const std::string& text,
               Face face = {}) {
  facts.segments.push_back(line_at(x, baseline, text, face));
  return facts;
}

Profile profile_of(const std::vector<PageFacts>& pages) {
  std::vector<const PageFacts*> samples;
  for (const PageFacts& page : pages) samples.push_back(&page);
  return make_profile(samples);
}

// "header:A running head|page_number:7"
std::string furniture_of(PageFacts facts, const Profile& profile) {
  std::string out;
  for (const Furniture& f : extract_furniture(facts, profile)) {
    if (!out.empty()) out += '|';
    out += std::string(block_type_name(f.type)) + ":" + f.segment.text();
  }
  return out;
}
std::string furniture_of(const PageFacts& lone_page) {
  return furniture_of(lone_page, profile_of({lone_page}));
}

TEST(Profile, SizeAndFaceOfTheBody) {
  PageFacts page = page_of_text();
  page = with(page, 50, 40, "A heading in large type", {.size = 18, .face = 3});
  page = with(page, 50, 580, "small print", {.size = 7, .face = 4});
  const Profile profile = profile_of({page});
  EXPECT_NEAR(profile.body_size, 10, 0.01);
  EXPECT_EQ(profile.body_face, 1u);
  ASSERT_EQ(profile.heading_sizes.size(), 1u);
  EXPECT_NEAR(profile.heading_sizes[0], 18, 0.3);
  EXPECT_TRUE(profile.has_document_title);
}

TEST(Profile, NothingToGoBy) {
  const Profile profile = make_profile({});
  EXPECT_GT(profile.body_size, 0);
  EXPECT_TRUE(profile.bands.empty());
  EXPECT_FALSE(profile.has_document_title);
}

TEST(Profile, KeysLeaveOutWhatChanges) {
  EXPECT_EQ(furniture_key("Page 12 of 30"), furniture_key("page 3 of 30"));
  EXPECT_EQ(furniture_key("12"), "");
  EXPECT_NE(furniture_key("Left"), furniture_key("Right"));
}

TEST(Furniture, PlainPageHasNone) { EXPECT_EQ(furniture_of(page_of_text()), ""); }

TEST(Furniture, RepeatedHeader) {
  const PageFacts one = with(page_of_text(1), 50, 88, "Storage service report 3");
  const PageFacts two = with(page_of_text(2), 50, 88, "Storage service report 4");
  EXPECT_EQ(furniture_of(one, profile_of({one, two})), "header:Storage service report 3");
  EXPECT_EQ(furniture_of(one, profile_of({one})),
            "");  // alone, so close to the text, it may be text
}

TEST(Furniture, AlternatingLeftAndRight) {
  std::vector<PageFacts> pages;
  for (int i = 0; i < 4; ++i) {
    pages.push_back(with(page_of_text(i), i % 2 == 0 ? 50 : 250, 60,
                         i % 2 == 0 ? "The narrow channel" : "Of bridges, tunnels"));
  }
  const Profile profile = profile_of(pages);
  EXPECT_EQ(furniture_of(pages[0], profile), "header:The narrow channel");
  EXPECT_EQ(furniture_of(pages[3], profile), "header:Of bridges, tunnels");
}

// No text comes back, but the place does.
TEST(Furniture, HeadersThatChangeFromChapterToChapter) {
  std::vector<PageFacts> pages;
  for (const char* chapter : {"Introduction", "Study site", "Methods", "Results"})
    pages.push_back(with(page_of_text(static_cast<int>(pages.size())), 50, 70, chapter));
  const Profile profile = profile_of(pages);
  EXPECT_EQ(furniture_of(pages[2], profile), "header:Methods");
  const PageFacts unseen = with(page_of_text(9), 50, 70, "Discussion");
  EXPECT_EQ(furniture_of(unseen, profile), "header:Discussion");
}

TEST(Furniture, PageNumbers) {
  for (const char* number : {"12", "- 12 -", "xii", "Page 3 of 9", "第 3 页", "3/12", "— 23 —"})
    EXPECT_EQ(furniture_of(with(page_of_text(), 190, 560, number)),
              std::string("page_number:") + number);
}

TEST(Furniture, NumberAmidTheTextStays) {
  EXPECT_EQ(furniture_of(with(page_of_text(), 190, 482, "12")), "");
  PageFacts page = page_of_text();
  page.segments.push_back(line_at(360, page.segments[10].baseline, "12"));
  EXPECT_EQ(furniture_of(page), "");
}

TEST(Furniture, HeaderBesideItsPageNumber) {
  const PageFacts page =
      with(with(page_of_text(), 50, 60, "206"), 150, 60, "I. Ekholm et al. / River Studies");
  EXPECT_EQ(furniture_of(page), "page_number:206|header:I. Ekholm et al. / River Studies");
}

TEST(Furniture, HeaderAboveARule) {
  PageFacts page = with(page_of_text(), 50, 70, "Annals of the Society");
  page.rules.push_back({{50, 75, 350, 75.5}, true});
  EXPECT_EQ(furniture_of(page), "header:Annals of the Society");
}

TEST(Furniture, SmallFooterFarOut) {
  const PageFacts page = with(page_of_text(), 50, 585, "Quayside Ltd, internal", {.size = 8});
  EXPECT_EQ(furniture_of(page), "footer:Quayside Ltd, internal");
}

TEST(Furniture, TitleAtTheTopIsNoHeader) {
  EXPECT_EQ(furniture_of(with(page_of_text(), 50, 60, "The narrow channel", {.size = 18})), "");
}

TEST(Furniture, FirstLineOfTheTextIsNoHeader) {
  PageFacts page;
  page.frame = {kPage, 0};
  page.segments = Typesetter(50, 350, 30).paragraph(prose(200)).lines();
  EXPECT_EQ(furniture_of(page), "");
}

// As on tests/data/pages/02: a tick of a plot in the other column, level with the first line.
TEST(Furniture, TickOfAPlotIsNoPageNumber) {
  PageFacts page;
  page.frame = {kPage, 0};
  page.segments = Typesetter(50, 190, 60).paragraph(prose(120)).lines();
  page.segments.push_back(line_at(218, 61, "100", {.size = 8}));
  page.graphics.push_back({media::NativeGraphic::Kind::kDrawing, {230, 50, 350, 150}});
  EXPECT_EQ(furniture_of(page), "");
}

// A page that has nothing but such lines keeps them: they are its text.
TEST(Furniture, PageOfAHeaderOnlyKeepsIt) {
  const PageFacts one = with(page_of_text(1), 50, 60, "Storage service report");
  const PageFacts two = with(page_of_text(2), 50, 60, "Storage service report");
  PageFacts bare;
  bare.frame = {kPage, 0};
  bare = with(bare, 50, 60, "Storage service report");
  const Profile profile = profile_of({one, two, bare});
  EXPECT_EQ(furniture_of(one, profile), "header:Storage service report");
  EXPECT_EQ(extract_furniture(bare, profile).size(), 0u);
  EXPECT_EQ(bare.segments.size(), 1u);
}

TEST(Furniture, TakesOnlyWhatItReturns) {
  PageFacts page = with(page_of_text(), 190, 560, "12");
  const size_t before = page.segments.size();
  EXPECT_EQ(extract_furniture(page, profile_of({page})).size(), 1u);
  EXPECT_EQ(page.segments.size(), before - 1);
}

}  // namespace
}  // namespace mineru::doc::flash
