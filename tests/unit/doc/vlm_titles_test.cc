// Levels of titles.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "doc/vlm/page_blocks.h"
#include "doc/vlm/titles.h"

namespace mineru::doc::vlm {
namespace {

using ::testing::ElementsAre;

struct TitlePage {
  void add(const std::string& text, double height, ContentType type = ContentType::kTitle,
           double width = 300) {
    Block block;
    block.type = BlockType::kTitle;
    block.index = static_cast<int>(regions.size());
    block.bbox = {0, 0, width, height};
    Span span;
    span.content = text;
    block.lines.push_back({block.bbox, {span}});
    regions.push_back({Role::kLeaf, block});
    content.emplace_back().type = type;
  }
  std::vector<int> levels(PageKind kind, Compat compat) {
    set_title_levels(regions, content, kind, compat);
    std::vector<int> all;
    for (const Region& region : regions) all.push_back(region.block.level);
    return all;
  }
  Regions regions;
  std::vector<ContentBlock> content;
};

TEST(Titles, TheLargestOfTheFirstPageIsTheDocuments) {
  TitlePage page;
  page.add("1 Introduction", 14);
  page.add("On trams", 20);
  page.add("1.1 Rails", 12);
  EXPECT_THAT(page.levels(PageKind::kFirst, Compat::kProduct), ElementsAre(2, 1, 3));
  EXPECT_THAT(page.levels(PageKind::kFirst, Compat::kReference), ElementsAre(2, 1, 2));
  EXPECT_THAT(page.levels(PageKind::kLater, Compat::kProduct), ElementsAre(2, 2, 3));
}

TEST(Titles, NoneStandsOut) {
  TitlePage page;
  page.add("Methods", 14);
  page.add("Results", 14.5);
  EXPECT_THAT(page.levels(PageKind::kFirst, Compat::kProduct), ElementsAre(2, 2));
}

TEST(Titles, WhatTheModelSaysHolds) {
  TitlePage page;
  page.add("Small", 10, ContentType::kDocTitle);
  page.add("Large", 20, ContentType::kParagraphTitle);
  EXPECT_THAT(page.levels(PageKind::kFirst, Compat::kProduct), ElementsAre(1, 2));
}

// What the model read has no lines: two lines of small type are no large title.
TEST(Titles, HeightIsNotSize) {
  TitlePage page;
  page.add("Large type", 30, ContentType::kTitle, 150);
  page.add("A heading that goes on and on, so that it needs two lines", 36, ContentType::kTitle,
           200);
  EXPECT_THAT(page.levels(PageKind::kFirst, Compat::kProduct), ElementsAre(1, 2));
}

TEST(Titles, OfAPageThatTheModelRead) {
  std::vector<ContentBlock> content;
  const auto add = [&](const std::string& text, const std::array<double, 4>& box) {
    ContentBlock& block = content.emplace_back();
    block.type = ContentType::kTitle;
    block.bbox = box;
    block.angle = 0;
    block.content = text;
  };
  add("Counting Bicycles", {0.1, 0.05, 0.5, 0.09});
  add("1 Data", {0.1, 0.2, 0.2, 0.22});
  add("1.1 Streets", {0.1, 0.3, 0.25, 0.32});
  const auto levels = [&](int page_idx, Compat compat) {
    Page page;
    page.size = {600, 800};
    page.page_idx = page_idx;
    build_page(page, content, compat);
    std::vector<int> all;
    for (const Block& block : page.para_blocks) all.push_back(block.level);
    return all;
  };
  EXPECT_THAT(levels(0, Compat::kProduct), ElementsAre(1, 2, 3));
  EXPECT_THAT(levels(1, Compat::kProduct), ElementsAre(2, 2, 3));
  const std::vector<int> flat = levels(0, Compat::kReference);
  EXPECT_THAT(flat, ElementsAre(flat[0], flat[0], flat[0])) << "the reference has none";
}

}  // namespace
}  // namespace mineru::doc::vlm
