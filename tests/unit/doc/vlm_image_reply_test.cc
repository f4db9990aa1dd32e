// The analysis of pictures and charts.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/content_json.h"
#include "doc/vlm/image_reply.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

std::string reply_of(const std::string& image_class, const std::string& content) {
  return "<|class_start|>" + image_class + "<|class_end|><|sub_class_start|>Sub<|sub_class_end|>" +
         "<|caption_start|> A caption. <|caption_end|><|content_start|>" + content +
         "<|content_end|>";
}

ImageMutation mutation_of(const std::string& image_class, const std::string& content) {
  return image_mutation(parse_image_reply(reply_of(image_class, content)));
}

TEST(ImageReply, FieldsEqualTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    const ImageReply reply = parse_image_reply(input.template get<std::string>());
    EXPECT_EQ(reply.image_class, expected["class"].template get<std::string>());
    EXPECT_EQ(reply.sub_class, expected["sub_class"].template get<std::string>());
    EXPECT_EQ(reply.caption, expected["caption"].template get<std::string>());
    EXPECT_EQ(reply.content, expected["content"].template get<std::string>());
  };
  EXPECT_EQ(testing::for_each_vector("image_chart_parse", check), 12);
}

TEST(ImageReply, BlocksEqualTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    ContentBlock block = content_block_from_json(input);
    apply_image_reply(block, {.compat = Compat::kReference});
    EXPECT_EQ(content_block_to_json(block).dump(), expected.dump()) << input;
  };
  EXPECT_EQ(testing::for_each_vector("picture_block", check, "random_replies.jsonl"), 32);
}

TEST(ImageReply, WhatTheClassesBecome) {
  const ImageMutation photo = mutation_of("natural_image", "text");
  EXPECT_EQ(photo.type, ContentType::kImage);
  EXPECT_EQ(photo.sub_type, "natural_image");
  EXPECT_EQ(photo.content, "A caption.");
  const ImageMutation seal = mutation_of("SEAL", "words on it");
  EXPECT_EQ(seal.type, ContentType::kImage);
  EXPECT_EQ(seal.sub_type, "seal");
  EXPECT_EQ(seal.content, "words on it");
  const ImageMutation formula = mutation_of("pure_formula", "x^2");
  EXPECT_EQ(formula.type, ContentType::kEquation);
  EXPECT_EQ(formula.sub_type, std::nullopt);
  EXPECT_EQ(formula.content, "x^2");
  const ImageMutation chart = mutation_of("chart", "no table");
  EXPECT_EQ(chart.type, ContentType::kChart);
  EXPECT_EQ(chart.sub_type, "sub");
  EXPECT_EQ(chart.content, "no table");
}

TEST(ImageReply, FormulasOfATableAreWrappedOnRequest) {
  const ImageReply reply = parse_image_reply(reply_of("pure_table", "<fcel>\\(x\\)<nl>"));
  EXPECT_EQ(image_mutation(reply).content, "<table><tr><td><eq>x</eq></td></tr></table>");
  EXPECT_EQ(image_mutation(reply, {.wrap_formulas = WrapFormulas::kNo}).content,
            "<table><tr><td>\\(x\\)</td></tr></table>");
}

TEST(ImageReply, ContentWithoutAnEnd) {
  EXPECT_EQ(parse_image_reply("<|content_start|> cut off").content, " cut off");
  EXPECT_EQ(parse_image_reply("<|content_start|>a<|content_start|>b").content, "");
  EXPECT_EQ(parse_image_reply("<|content_end|><|content_start|>b").content, "");
}

TEST(ImageReply, ABlockWithoutAnyTag) {
  ContentBlock block;
  block.type = ContentType::kChart;
  block.content = "free text";
  apply_image_reply(block);
  EXPECT_EQ(block.type, ContentType::kImage);
  EXPECT_EQ(block.sub_type, "");
  EXPECT_EQ(block.content, "");
}

}  // namespace
}  // namespace mineru::doc::vlm
