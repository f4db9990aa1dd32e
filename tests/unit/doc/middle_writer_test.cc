#include "doc/writers/middle_writer.h"

#include <gtest/gtest.h>

#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;
using testing::text_block;

Page failed_page() {
  Page page;
  page.page_idx = 2;
  page.source_page = 6;
  page.size = {595.276, 841.89};
  page.status = PageStatus::kFailed;
  page.used_ocr = true;
  page.diagnostics = {{Code::kCorruptData, "page 7: broken"}};
  return page;
}

TEST(MiddleWriter, ProductKeysFollowTheReferences) {
  EXPECT_EQ(middle_page(failed_page(), Compat::kProduct).dump(),
            R"({"preproc_blocks":[],"discarded_blocks":[],"page_size":[595,841],"page_idx":2,)"
            R"("para_blocks":[],"status":"failed","diagnostics":[{"code":"corrupt_data",)"
            R"("message":"page 7: broken"}],"page_info":{"size":[595.276,841.89],)"
            R"("unit":"pt","rotation":0,"source_page":6,"ocr":true}})");
}

TEST(MiddleWriter, StatesRotationAndEnhancement) {
  Page page = failed_page();
  page.rotation = 270;
  page.enhancement = {0.12345, 2.5, true};
  const auto info = middle_page(page, Compat::kProduct)["page_info"];
  EXPECT_EQ(info["rotation"], 270);
  EXPECT_EQ(info["enhancement"].dump(), R"({"sharpness":0.123,"scale":2.5,"sharpened":true})");
}

TEST(MiddleWriter, ReferenceHasNoKeysOfOurs) {
  Page page = failed_page();
  Block title = text_block(BlockType::kTitle, {});
  title.confidence = title.min_confidence = 0.5;
  page.para_blocks = {title};
  EXPECT_EQ(middle_page(page, Compat::kReference).dump(),
            R"({"preproc_blocks":[],"discarded_blocks":[],"page_size":[595,841],"page_idx":2,)"
            R"("para_blocks":[{"bbox":[61,79,550,158],"type":"title","angle":0,"lines":[],)"
            R"("index":0}]})");
}

TEST(MiddleWriter, ProductShowsLevelAndConfidence) {
  Page page;
  Block title = text_block(BlockType::kTitle, {});
  title.level = 2;
  title.confidence = 0.87654;
  title.min_confidence = 0.12345;
  page.para_blocks = {title};
  const Json block = middle_page(page, Compat::kProduct)["para_blocks"][0];
  EXPECT_EQ(block["level"], 2);
  EXPECT_EQ(block["confidence"], 0.877);
  EXPECT_EQ(block["min_confidence"], 0.123);
  EXPECT_EQ(middle_page(page, Compat::kReference)["para_blocks"][0]["level"], 2);
}

TEST(MiddleWriter, OnlyPreprocBlocksKeepFullWidthLetters) {
  Page page;
  page.preproc_blocks = {text_block(BlockType::kText, {"Ａ１"})};
  page.para_blocks = page.preproc_blocks;
  page.discarded_blocks = {text_block(BlockType::kHeader, {"Ｂ"})};
  const Json json = middle_page(page, Compat::kProduct);
  const auto content = [&](const char* list) {
    return json[list][0]["lines"][0]["spans"][0]["content"].get<std::string>();
  };
  EXPECT_EQ(content("preproc_blocks"), "Ａ１");
  EXPECT_EQ(content("para_blocks"), "A1");
  EXPECT_EQ(content("discarded_blocks"), "B");
}

}  // namespace
}  // namespace mineru::doc
