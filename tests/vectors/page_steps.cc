// A page between the model and the document: layout, crops, post-processing.
#include <array>
#include <optional>
#include <utility>

#include "base/error.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/crop_plan.h"
#include "doc/vlm/grouping.h"
#include "doc/vlm/json2md.h"
#include "doc/vlm/layout_grammar.h"
#include "doc/vlm/post_process.h"
#include "doc/vlm/prompts.h"
#include "doc/vlm/table_mask.h"
#include "media/resample.h"
#include "vectors/document_json.h"
#include "vectors/pictures.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

vlm::PixelSize size_from(const Json& json) {
  return {json.at(0).get<int>(), json.at(1).get<int>()};
}

Json pixel_box_json(const vlm::PixelBox& box) {
  return Json::array({box.x0, box.y0, box.x1, box.y1});
}

vlm::PixelBox pixel_box_from(const Json& json) {
  return {json.at(0).get<int>(), json.at(1).get<int>(), json.at(2).get<int>(),
          json.at(3).get<int>()};
}

Json layout_parse(const Json& input, Compat) {
  return vlm::content_blocks_to_json(vlm::parse_layout(input.get<std::string>()));
}

Json bbox_convert(const Json& input, Compat) {
  std::array<int, 4> grid{};
  for (size_t i = 0; i < grid.size(); ++i) {
    const Json& side = input.at(i);
    grid[i] = side.is_string() ? std::stoi(side.get<std::string>()) : side.get<int>();
  }
  const auto box = vlm::to_page_box(grid);
  return box ? Json(*box) : Json();
}

Json request_json(const vlm::Crop& crop) {
  const engine::Sampling sampling = vlm::sampling_for(crop.prompt);
  int width = crop.box.x1 - crop.box.x0;
  int height = crop.box.y1 - crop.box.y0;
  if (crop.counterclockwise_deg % 180 != 0) std::swap(width, height);
  return {{"index", crop.block},
          {"prompt", vlm::prompt_text(crop.prompt)},
          {"presence_penalty", sampling.presence_penalty},
          {"frequency_penalty", sampling.frequency_penalty},
          {"crop_size", {width, height}},
          {"final_size", size_by_need(width, height)}};
}

Json prepare_for_extract(const Json& input, Compat) {
  std::vector<vlm::ContentBlock> blocks = vlm::content_blocks_from_json(input.at("blocks"));
  vlm::CropOptions options;
  const bool analysis = input.value("image_analysis", true);
  options.image_analysis = analysis ? vlm::ImageAnalysis::kYes : vlm::ImageAnalysis::kNo;
  options.not_extract = input.value("not_extract_list", std::vector<std::string>());
  Json requests = Json::array();
  for (const vlm::Crop& crop :
       vlm::prepare_for_extract(blocks, size_from(input.at("page_size")), options)) {
    requests.push_back(request_json(crop));
  }
  Json types = Json::array();
  Json absorbed = Json::array();
  for (size_t i = 0; i < blocks.size(); ++i) {
    types.push_back(vlm::content_type_name(blocks[i].type));
    if (blocks[i].absorbed_by_table) absorbed.push_back(i);
  }
  return {{"requests", std::move(requests)},
          {"block_types_after", std::move(types)},
          {"absorbed", std::move(absorbed)}};
}

Json table_image_map(const Json& input, Compat) {
  Json found = Json::object();
  for (const auto& table : vlm::table_images(vlm::content_blocks_from_json(input))) {
    found[std::to_string(table.table)] = table.images;
  }
  return found;
}

Json crop_box(const Json& input, Compat) {
  const auto bbox = input.at("bbox").get<std::array<double, 4>>();
  return {{"box", pixel_box_json(vlm::crop_box(bbox, size_from(input.at("page_size"))))}};
}

Json rotate_box(const Json& input, Compat) {
  const int angle = input.at("angle").is_null() ? 0 : input.at("angle").get<int>();
  return pixel_box_json(
      vlm::turned_box(pixel_box_from(input.at("box")), size_from(input.at("image_size")), angle));
}

Json contrast_color(const Json& input, Compat) {
  return vlm::contrast_color(input.get<vlm::Rgb>());
}

// Of the picture that tools/oracle/vlm_pass_goldens.py draws: (37x + 101y + 59c) % 256.
Json surrounding_color(const Json& input, Compat) {
  const media::Image image =
      drawn(input.at("size").at(0), input.at("size").at(1),
            [](int x, int y, int c) { return static_cast<uint8_t>(37 * x + 101 * y + 59 * c); });
  return vlm::surrounding_color(image.view(), pixel_box_from(input.at("box")));
}

Json relative_bbox(const Json& input, Compat) {
  const Box found = vlm::relative_box(box_from(input.at("child")), box_from(input.at("parent")));
  return box_json(found);
}

Json post_process(const Json& input, Compat compat) {
  const Json given = input.value("options", Json::object());
  vlm::PostProcessOptions options;
  options.compat = compat;
  options.simple = given.value("simple", false);
  options.handle_equation_block = given.value("handle_equation_block", true);
  options.abandon_list = given.value("abandon_list", false);
  options.abandon_paratext = given.value("abandon_paratext", false);
  options.table_formula_wrap = given.value("enable_table_formula_eq_wrap", true);
  return vlm::content_blocks_to_json(
      vlm::post_process(vlm::content_blocks_from_json(input.at("blocks")), options));
}

Json non_text_cleanup(const Json& input, Compat) {
  std::vector<vlm::ContentBlock> blocks = vlm::content_blocks_from_json(input);
  vlm::clean_non_text(blocks);
  return vlm::content_blocks_to_json(blocks);
}

Json json2md(const Json& input, Compat) {
  return vlm::json2md(vlm::content_blocks_from_json(input));
}

}  // namespace

void add_page_steps(Steps& steps) {
  steps["layout_parse"] = layout_parse;
  steps["bbox_convert"] = bbox_convert;
  steps["prepare_for_extract"] = prepare_for_extract;
  steps["table_image_map"] = table_image_map;
  steps["crop_box"] = crop_box;
  steps["rotate_box"] = rotate_box;
  steps["contrast_color"] = contrast_color;
  steps["surrounding_color"] = surrounding_color;
  steps["relative_bbox"] = relative_bbox;
  steps["post_process"] = post_process;
  steps["non_text_cleanup"] = non_text_cleanup;
  steps["json2md"] = json2md;
}

}  // namespace mineru::doc::vectors
