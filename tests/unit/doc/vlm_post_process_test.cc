// A page's replies on their way to model.json, against the reference, and where we do better.
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/post_process.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;

void check_page(const Json& input, const Json& expected, const std::string&) {
  PostProcessOptions options;
  options.compat = Compat::kReference;
  const Json given = input.value("options", Json::object());
  options.simple = given.value("simple", false);
  options.handle_equation_block = given.value("handle_equation_block", true);
  options.abandon_list = given.value("abandon_list", false);
  options.abandon_paratext = given.value("abandon_paratext", false);
  options.table_formula_wrap = given.value("enable_table_formula_eq_wrap", true);
  const auto blocks = post_process(content_blocks_from_json(input["blocks"]), options);
  EXPECT_EQ(content_blocks_to_json(blocks), expected);
}

TEST(PostProcess, EqualsTheReference) {
  EXPECT_EQ(for_each_vector("post_process", check_page), 9);
  EXPECT_EQ(for_each_vector("post_process", check_page, "random_passes.jsonl"), 25);
}

TEST(PostProcess, PlaceholdersEqualTheReference) {
  for_each_vector("non_text_cleanup",
                  [](const Json& input, const Json& expected, const std::string&) {
                    std::vector<ContentBlock> blocks = content_blocks_from_json(input);
                    clean_non_text(blocks);
                    EXPECT_EQ(content_blocks_to_json(blocks), expected);
                  });
}

ContentBlock block(ContentType type, std::array<double, 4> bbox,
                   std::optional<std::string> content) {
  ContentBlock block;
  block.type = type;
  block.bbox = bbox;
  block.content = std::move(content);
  return block;
}

TEST(PostProcess, AnUnreadEquationDoesNotStopThePage) {
  const auto blocks = post_process({block(ContentType::kEquationBlock, {0, 0, 1, 1}, std::nullopt),
                                    block(ContentType::kEquation, {0, 0, 1, 0.2}, std::nullopt),
                                    block(ContentType::kEquation, {0, 0.3, 1, 0.5}, "\\[x\\]")});
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].content, std::nullopt);
  EXPECT_EQ(blocks[1].content, "\\[\nx\n\\]");
}

TEST(PostProcess, PutsPicturesBackIntoTheirTable) {
  ContentBlock table = block(ContentType::kTable, {0, 0, 1, 1}, "<fcel>[AC7K]<fcel>b<nl>");
  table.table_images["[AC7K]"] = "data:image/jpeg;base64,AAAA";
  ContentBlock image = block(ContentType::kImage, {0.1, 0.1, 0.2, 0.2}, std::nullopt);
  image.absorbed_by_table = true;
  const auto blocks = post_process({table, image});
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(
      blocks[0].content,
      "<table><tr><td><img src=\"data:image/jpeg;base64,AAAA\"/></td><td>b</td></tr></table>");
  EXPECT_TRUE(blocks[0].table_images.empty());
}

TEST(ContentJson, ReadsWhatItWrites) {
  ContentBlock text = block(ContentType::kText, {0, 0.25, 0.5, 1}, "a");
  text.angle = 90;
  text.merge_prev = true;
  ContentBlock image = block(ContentType::kImage, {0, 0, 1, 1}, std::nullopt);
  image.sub_type = "";
  ContentBlock table = block(ContentType::kTable, {0, 0, 1, 1}, "");
  table.cell_merge = {0, 1};
  const Json json = content_blocks_to_json({text, image, table});
  EXPECT_EQ(json.dump(), R"([{"type":"text","bbox":[0.0,0.25,0.5,1.0],"angle":90,"content":"a",)"
                         R"("merge_prev":true},)"
                         R"({"type":"image","bbox":[0.0,0.0,1.0,1.0],"angle":null,"content":null,)"
                         R"("sub_type":""},)"
                         R"({"type":"table","bbox":[0.0,0.0,1.0,1.0],"angle":null,"content":"",)"
                         R"("cell_merge":[0,1]}])");
  EXPECT_EQ(content_blocks_from_json(json), (std::vector<ContentBlock>{text, image, table}));
}

TEST(ContentJson, ReadsWorkingFields) {
  const ContentBlock read =
      content_block_from_json(Json::parse(R"({"type": "table", "bbox": [0, 0, 1, 1], "extra": 1,
                      "_absorbed_by_table": true, "_table_image_token_map": {"[A]": "data:,"}})"));
  EXPECT_TRUE(read.absorbed_by_table);
  EXPECT_EQ(read.table_images.at("[A]"), "data:,");
}

TEST(ContentJson, RefusesWhatIsNoBlock) {
  for (const char* bad :
       {"[]", "{}", R"({"type": "text"})", R"({"type": "banana", "bbox": [0, 0, 1, 1]})",
        R"({"type": "text", "bbox": [0, 0, 1]})", R"({"type": "text", "bbox": [0, 0, 1, "1"]})",
        R"({"type": "text", "bbox": [0, 0, 1, 1], "angle": 45})",
        R"({"type": "text", "bbox": [0, 0, 1, 1], "angle": "up"})",
        R"({"type": "text", "bbox": [0, 0, 1, 1], "content": 1})",
        R"({"type": "text", "bbox": [0, 0, 1, 1], "cell_merge": 1})"}) {
    EXPECT_THROW(content_block_from_json(Json::parse(bad)), Error) << bad;
  }
  EXPECT_THROW(content_blocks_from_json(Json::parse("{}")), Error);
}

}  // namespace
}  // namespace mineru::doc::vlm
