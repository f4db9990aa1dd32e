// The steps of the hybrid backend against the reference.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "doc/hybrid/char_text.h"
#include "doc/hybrid/formula_numbers.h"
#include "doc/hybrid/line_grouping.h"
#include "doc/hybrid/paragraph_join.h"
#include "doc/hybrid/pixel_box.h"
#include "doc/hybrid/text_signs.h"
#include "text/utf8.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::hybrid {
namespace {

using Json = nlohmann::ordered_json;

int check_all(std::string_view step, const testing::VectorCheck& check) {
  return testing::for_each_vector(step, check, "hybrid.jsonl");
}

Box box_of(const Json& json) {
  return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>(),
          json[3].get<double>()};
}

std::vector<PlacedChar> chars_of(const Json& json) {
  std::vector<PlacedChar> chars;
  for (const Json& c : json) {
    const std::u32string code = text::from_utf8(c["char"].get<std::string>());
    chars.push_back({code.at(0), box_of(c["bbox"]), c["rotation"], c["char_idx"]});
  }
  return chars;
}

Span span_of(const Json& json) {
  Span span;
  span.bbox = box_of(json["bbox"]);
  span.content = json["content"];
  for (const SpanType type :
       {SpanType::kText, SpanType::kInlineEquation, SpanType::kInterlineEquation}) {
    if (span_type_name(type) == json["type"].get<std::string>()) span.type = type;
  }
  return span;
}

// The box's corners as the reference's detector gives them.
Json corners(const Box& b) { return {{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}}; }
Json corners(const std::vector<Box>& boxes) {
  Json json = Json::array();
  for (const Box& box : boxes) json.push_back(corners(box));
  return json;
}
std::vector<Box> boxes_of(const Json& json) {
  std::vector<Box> boxes;
  for (const Json& box : json) boxes.push_back(box_of(box));
  return boxes;
}

TEST(HybridVectors, CharsBecomeText) {
  const int rows = check_all(
      "chars_to_content", [](const Json& input, const Json& expected, const std::string& place) {
        EXPECT_EQ(text_of_chars(chars_of(input)), expected.get<std::string>()) << place;
      });
  EXPECT_EQ(rows, 12);
}

TEST(HybridVectors, CharsGoToTheirLines) {
  const int rows = check_all(
      "fill_char_in_spans", [](const Json& input, const Json& expected, const std::string& place) {
        std::vector<Box> boxes;
        for (const Json& span : input["spans"]) boxes.push_back(box_of(span["bbox"]));
        Json contents = Json::array();
        Json need_ocr = Json::array();
        for (const FilledBox& filled : fill_boxes(boxes, chars_of(input["chars"]))) {
          contents.push_back(filled.text);
          if (filled.needs_reading) need_ocr.push_back(filled.text);
        }
        EXPECT_EQ(contents, expected["contents"]) << place;
        EXPECT_EQ(need_ocr, expected["need_ocr"]) << place;
      });
  EXPECT_EQ(rows, 4);
}

TEST(HybridVectors, SpansBecomeLines) {
  const int rows = check_all(
      "fix_text_block", [](const Json& input, const Json& expected, const std::string& place) {
        std::vector<Span> spans;
        for (const Json& span : input) spans.push_back(span_of(span));
        const std::vector<Line> lines = lines_of_spans(std::move(spans));
        ASSERT_EQ(lines.size(), expected.size()) << place;
        for (size_t i = 0; i < lines.size(); ++i) {
          EXPECT_EQ(lines[i].bbox, box_of(expected[i]["bbox"])) << place;
          ASSERT_EQ(lines[i].spans.size(), expected[i]["spans"].size()) << place;
          for (size_t k = 0; k < lines[i].spans.size(); ++k) {
            const Span wanted = span_of(expected[i]["spans"][k]);
            EXPECT_EQ(lines[i].spans[k].content, wanted.content) << place;
            EXPECT_EQ(lines[i].spans[k].type, wanted.type) << place;
            EXPECT_EQ(lines[i].spans[k].bbox, wanted.bbox) << place;
          }
        }
      });
  EXPECT_EQ(rows, 5);
}

TEST(HybridVectors, FormulaNumbers) {
  const int rows = check_all("hybrid_formula_number", [](const Json& input, const Json& expected,
                                                         const std::string& place) {
    std::vector<vlm::ContentBlock> blocks;
    for (const Json& json : input) {
      vlm::ContentBlock& block = blocks.emplace_back();
      block.type = *vlm::content_type_from_name(json["type"].get<std::string>());
      block.content = json["content"];
    }
    attach_formula_numbers(blocks);
    Json result = Json::array();
    for (const vlm::ContentBlock& block : blocks) {
      result.push_back(
          {{"type", vlm::content_type_name(block.type)}, {"content", block.content.value()}});
    }
    EXPECT_EQ(result, expected) << place;
  });
  EXPECT_EQ(rows, 7);
}

TEST(HybridVectors, FormulaNumberWithoutParentheses) {
  const int rows = check_all(
      "formula_tag_text", [](const Json& input, const Json& expected, const std::string& place) {
        EXPECT_EQ(formula_number(input.get<std::string>()), expected.get<std::string>()) << place;
      });
  EXPECT_EQ(rows, 5);
}

TEST(HybridVectors, SampledPages) {
  const int rows = check_all(
      "sample_page_indices", [](const Json& input, const Json& expected, const std::string& place) {
        EXPECT_EQ(sampled_pages(input), expected.get<std::vector<int>>()) << place;
      });
  EXPECT_EQ(rows, 9);
}

TEST(HybridVectors, SignsOfGarbledText) {
  int rows = check_all(
      "ascii_punct_signal", [](const Json& input, const Json& expected, const std::string& place) {
        const PunctuationSign sign = punctuation_sign(text::from_utf8(input.get<std::string>()));
        EXPECT_EQ(sign.triggered, expected["triggered"].get<bool>()) << place;
        EXPECT_DOUBLE_EQ(sign.part, expected["ascii_punct_ratio"].get<double>()) << place;
        EXPECT_DOUBLE_EQ(sign.part_in_runs, expected["punct_run_ratio"].get<double>()) << place;
      });
  EXPECT_EQ(rows, 3);
  rows = check_all(
      "u72xx_signal", [](const Json& input, const Json& expected, const std::string& place) {
        const RareHanSign sign = rare_han_sign(text::from_utf8(input.get<std::string>()));
        EXPECT_EQ(sign.count, expected["count"].get<int>()) << place;
        EXPECT_DOUBLE_EQ(sign.part, expected["ratio"].get<double>()) << place;
      });
  EXPECT_EQ(rows, 2);
}

TEST(HybridVectors, FontNames) {
  const int rows = check_all(
      "font_name_norm", [](const Json& input, const Json& expected, const std::string& place) {
        const std::string name = input.is_null() ? "" : input.get<std::string>();
        EXPECT_EQ(plain_font_name(name), expected.get<std::string>()) << place;
      });
  EXPECT_EQ(rows, 4);
}

TEST(HybridVectors, WholeBoxes) {
  const int rows = check_all("normalize_int_bbox",
                             [](const Json& input, const Json& expected, const std::string& place) {
                               std::vector<double> values;
                               for (const Json& item : input) {
                                 if (item.is_array()) {
                                   for (const Json& value : item) values.push_back(value);
                                 } else {
                                   values.push_back(item);
                                 }
                               }
                               std::vector<media::Point> points;
                               for (size_t i = 0; i + 1 < values.size(); i += 2)
                                 points.push_back({values[i], values[i + 1]});
                               const std::optional<IntBox> box = box_around(points);
                               Json result;
                               if (box) result = {box->x0, box->y0, box->x1, box->y1};
                               EXPECT_EQ(result, expected) << place;
                             });
  EXPECT_EQ(rows, 3);
}

TEST(HybridVectors, LineBoxes) {
  int rows = check_all("merge_det_boxes",
                       [](const Json& input, const Json& expected, const std::string& place) {
                         EXPECT_EQ(corners(merge_line_boxes(boxes_of(input))), expected) << place;
                       });
  EXPECT_EQ(rows, 3);
  rows = check_all(
      "update_det_boxes", [](const Json& input, const Json& expected, const std::string& place) {
        std::vector<Box> formulas;
        for (const Json& formula : input["formulas"]) formulas.push_back(box_of(formula["bbox"]));
        EXPECT_EQ(corners(cut_at_formulas(boxes_of(input["boxes"]), formulas)), expected) << place;
      });
  EXPECT_EQ(rows, 3);
}

Block block_of(const Json& json) {
  Block block;
  const std::string type = json["type"];
  block.type = type == "text"    ? BlockType::kText
               : type == "title" ? BlockType::kTitle
                                 : BlockType::kImage;
  block.bbox = box_of(json["bbox"]);
  for (const Json& line : json.value("lines", Json::array())) {
    block.lines.push_back({box_of(line["bbox"]), {}});
    for (const Json& span : line["spans"]) block.lines.back().spans.push_back(span_of(span));
  }
  return block;
}

Json outcome(const Block& block) {
  Json text = Json::array();
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) {
      text.push_back(span.content + (span.cross_page ? "|X" : ""));
    }
  }
  return {{"type", block_type_name(block.type)}, {"text", text}, {"deleted", block.lines_deleted}};
}

TEST(HybridVectors, ParagraphsOverPages) {
  const int rows = check_all("auto_merge_paragraphs",
                             [](const Json& input, const Json& expected, const std::string& place) {
                               std::vector<std::vector<Block>> blocks;
                               for (const Json& page : input["pages"]) {
                                 blocks.emplace_back();
                                 for (const Json& block : page["para_blocks"])
                                   blocks.back().push_back(block_of(block));
                               }
                               std::vector<PageText> pages;
                               pages.reserve(blocks.size());
                               for (auto& page : blocks) pages.push_back({&page, {}});
                               join_paragraphs(pages, {0, pages.size()}, VerticalText::kLeave);
                               Json result = Json::array();
                               for (const auto& page : blocks) {
                                 Json list = Json::array();
                                 for (const Block& block : page) list.push_back(outcome(block));
                                 result.push_back(std::move(list));
                               }
                               EXPECT_EQ(result, expected) << place;
                             });
  EXPECT_EQ(rows, 5);
}

}  // namespace
}  // namespace mineru::doc::hybrid
