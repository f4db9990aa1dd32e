// Which regions the model reads, and how it is asked, against the reference.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "doc/vlm/content_json.h"
#include "doc/vlm/crop_plan.h"
#include "doc/vlm/prompts.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using testing::for_each_vector;
using Json = nlohmann::ordered_json;

Json request_json(const Crop& crop) {
  const engine::Sampling sampling = sampling_for(crop.prompt);
  int width = crop.box.x1 - crop.box.x0;
  int height = crop.box.y1 - crop.box.y0;
  if (crop.counterclockwise_deg % 180 != 0) std::swap(width, height);
  return {{"index", crop.block},
          {"prompt", prompt_text(crop.prompt)},
          {"presence_penalty", sampling.presence_penalty},
          {"frequency_penalty", sampling.frequency_penalty},
          {"crop_size", {width, height}}};
}

void check_plan(const Json& input, const Json& expected, const std::string&) {
  std::vector<ContentBlock> blocks = content_blocks_from_json(input["blocks"]);
  CropOptions options;
  const bool analysis = input.value("image_analysis", true);
  options.image_analysis = analysis ? ImageAnalysis::kYes : ImageAnalysis::kNo;
  options.not_extract = input.value("not_extract_list", std::vector<std::string>());
  const PixelSize page = {input["page_size"][0], input["page_size"][1]};
  const std::vector<Crop> crops = prepare_for_extract(blocks, page, options);

  Json requests = Json::array();
  for (const Crop& crop : crops) requests.push_back(request_json(crop));
  Json wanted = expected["requests"];
  for (Json& request : wanted) request.erase("final_size");  // resized_by_need makes it
  EXPECT_EQ(requests, wanted);
  Json types = Json::array();
  Json absorbed = Json::array();
  for (size_t i = 0; i < blocks.size(); ++i) {
    types.push_back(content_type_name(blocks[i].type));
    if (blocks[i].absorbed_by_table) absorbed.push_back(i);
  }
  EXPECT_EQ(types, expected["block_types_after"]);
  EXPECT_EQ(absorbed, expected["absorbed"]);
}

void check_map(const Json& input, const Json& expected, const std::string&) {
  Json found = Json::object();
  for (const TableImages& table : table_images(content_blocks_from_json(input))) {
    found[std::to_string(table.table)] = table.images;
  }
  EXPECT_EQ(found, expected);
}

TEST(CropPlan, EqualsTheReference) {
  EXPECT_EQ(for_each_vector("prepare_for_extract", check_plan), 5);
  EXPECT_EQ(for_each_vector("prepare_for_extract", check_plan, "random_passes.jsonl"), 25);
}

TEST(CropPlan, TableImagesEqualTheReference) {
  EXPECT_EQ(for_each_vector("table_image_map", check_map), 3);
  EXPECT_EQ(for_each_vector("table_image_map", check_map, "random_passes.jsonl"), 25);
}

TEST(CropPlan, BoxesEqualTheReference) {
  for_each_vector("crop_box", [](const Json& input, const Json& expected, const std::string&) {
    const PixelSize page = {input["page_size"][0], input["page_size"][1]};
    const PixelBox box = crop_box(input["bbox"].get<std::array<double, 4>>(), page);
    EXPECT_EQ((Json{box.x0, box.y0, box.x1, box.y1}), expected["box"]);
  });
}

ContentBlock block(ContentType type, std::array<double, 4> bbox) {
  ContentBlock block;
  block.type = type;
  block.bbox = bbox;
  return block;
}

TEST(CropPlan, AbsorbedPicturesComeInReadingOrder) {
  std::vector<ContentBlock> blocks = {block(ContentType::kImage, {0.5, 0.2, 0.6, 0.3}),
                                      block(ContentType::kTable, {0, 0, 1, 1}),
                                      block(ContentType::kImage, {0.1, 0.2, 0.2, 0.3}),
                                      block(ContentType::kImage, {0.8, 0.1, 0.9, 0.2})};
  const std::vector<Crop> crops = prepare_for_extract(blocks, {100, 100});
  ASSERT_EQ(crops.size(), 1U);
  EXPECT_EQ(crops[0].block, 1U);
  EXPECT_EQ(crops[0].absorbed, (std::vector<size_t>{3, 2, 0}));
}

TEST(CropPlan, TurnsAndDropsCropsWithoutPixels) {
  std::vector<ContentBlock> blocks = {block(ContentType::kText, {0.1, 0.1, 0.5, 0.102}),
                                      block(ContentType::kText, {0.1, 0.1, 0.5, 0.2})};
  blocks[1].angle = 270;
  const std::vector<Crop> crops = prepare_for_extract(blocks, {100, 100});
  ASSERT_EQ(crops.size(), 1U);
  EXPECT_EQ(crops[0].block, 1U);
  EXPECT_EQ(crops[0].counterclockwise_deg, 270);
  EXPECT_EQ(crops[0].box, (PixelBox{10, 10, 50, 20}));
}

TEST(CropPlan, BoxesStayOnThePage) {
  EXPECT_EQ(crop_box({-0.5, 0, 2, 1}, {10, 20}), (PixelBox{0, 0, 10, 20}));
}

TEST(Prompts, LayoutIsSampledWithoutPenalties) {
  EXPECT_EQ(prompt_text(PromptKind::kLayout), "\nLayout Detection:");
  const engine::Sampling sampling = sampling_for(PromptKind::kLayout);
  EXPECT_EQ(sampling.temperature, 0);
  EXPECT_EQ(sampling.top_p, 0.01);
  EXPECT_EQ(sampling.top_k, 1);
  EXPECT_EQ(sampling.presence_penalty, 0);
  EXPECT_EQ(sampling.frequency_penalty, 0);
  EXPECT_EQ(sampling.repetition_penalty, 1);
  EXPECT_EQ(sampling.no_repeat_ngram_size, 100);
}

TEST(Prompts, EveryTypeHasOne) {
  EXPECT_EQ(prompt_kind(ContentType::kTable), PromptKind::kTable);
  EXPECT_EQ(prompt_kind(ContentType::kEquation), PromptKind::kEquation);
  EXPECT_EQ(prompt_kind(ContentType::kImage), PromptKind::kPicture);
  EXPECT_EQ(prompt_kind(ContentType::kChart), PromptKind::kPicture);
  EXPECT_EQ(prompt_kind(ContentType::kCode), PromptKind::kText);
  EXPECT_EQ(prompt_kind(ContentType::kTitle), PromptKind::kText);
  EXPECT_EQ(prompt_text(PromptKind::kCellMerge), "");
  EXPECT_EQ(sampling_for(PromptKind::kCellMerge).frequency_penalty, 0.05);
}

TEST(ContentBlock, NamesAndTypesAgree) {
  for (int i = 0; i <= static_cast<int>(ContentType::kUnknown); ++i) {
    const auto type = static_cast<ContentType>(i);
    EXPECT_EQ(content_type_from_name(content_type_name(type)), type);
  }
  EXPECT_EQ(content_type_name(ContentType::kPageFootnote), "page_footnote");
  EXPECT_FALSE(content_type_from_name("Text"));
}

}  // namespace
}  // namespace mineru::doc::vlm
