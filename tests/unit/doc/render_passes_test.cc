// Every row of the reference's vectors for the text passes, exactly.
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "doc/passes/algorithm_html.h"
#include "doc/passes/content_clean.h"
#include "doc/passes/embedded_html.h"
#include "doc/passes/escape_markdown.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/language.h"
#include "doc/passes/line_hyphen.h"
#include "doc/passes/merge_para_text.h"
#include "doc/passes/title_level.h"
#include "doc/writers/image_names.h"
#include "doc/writers/stems.h"
#include "text/digest.h"
#include "text/utf8.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

using testing::Json;
using testing::text_block;

std::string filled_page_md5(const Json& input) {
  std::string pixels;
  for (int i = 0; i < input["w"].get<int>() * input["h"].get<int>(); ++i) {
    for (const Json& channel : input["fill"]) pixels += static_cast<char>(channel.get<int>());
  }
  text::Digest md5(text::Digest::Kind::kMd5);
  md5.update(std::as_bytes(std::span(pixels)));
  return md5.hex_upper();
}

Json image_file_name_step(const Json& input) {
  const std::string md5 = filled_page_md5(input);
  const std::string type = input["type"];
  const IntBox box = to_int_box(testing::to_box(input));
  const int page = input["page"];
  const std::string key = type + "/" + md5 + "_" + std::to_string(page) + "_" +
                          std::to_string(box.x0) + "_" + std::to_string(box.y0) + "_" +
                          std::to_string(box.x1) + "_" + std::to_string(box.y1);
  return {{"page_md5", md5},
          {"key", key},
          {"file", image_file_name(testing::to_span_type(type), md5, page, box)}};
}

Json merge_step(const Json& input) {
  MergeOptions options;
  options.join = LineJoin::kReference;
  return merge_para_text(testing::to_block(input["block"]), options);
}

Json level_step(const Json& input) {
  if (!input.contains("level")) return title_level(std::nullopt);
  return title_level(input["level"].get<int>());
}

using Step = std::function<Json(const Json&)>;

Step on_text(std::string (*pass)(std::string_view)) {
  return [pass](const Json& input) { return Json(pass(input.get<std::string>())); };
}

std::map<std::string, Step> steps() {
  return {
      {"escape_markdown_text", on_text(escape_markdown_text)},
      {"escape_text_block_prefix", on_text(escape_block_prefix)},
      {"fullwidth_exclude_marks", on_text(narrow_alphanumerics)},
      {"code_content_clean", on_text(clean_code)},
      {"clean_content", on_text(clean_brackets)},
      {"isolated_formula_clean", on_text(clean_formula)},
      {"hyphen_at_line_end",
       [](const Json& input) { return Json(ends_with_hyphen(input.get<std::string>())); }},
      {"merge_para_text", merge_step},
      {"format_embedded_html",
       [](const Json& input) {
         return Json(format_embedded_html(input["html"].get<std::string>(),
                                          input["img_dir"].get<std::string>()));
       }},
      {"algorithm_html",
       [](const Json& input) { return Json(algorithm_html(testing::to_lines(input))); }},
      {"image_file_name", image_file_name_step},
      {"uniquify_task_stems",
       [](const Json& input) {
         return Json(uniquify_stems(input.get<std::vector<std::string>>()));
       }},
      {"truncate_utf8",
       [](const Json& input) {
         return Json(std::string(text::truncate_utf8(input["value"].get<std::string>(),
                                                     input["max_bytes"].get<size_t>())));
       }},
      {"title_level", level_step},
  };
}

TEST(Passes, EqualTheReferenceOnEveryVector) {
  const std::map<std::string, Step> known = steps();
  std::map<std::string, int> counts;
  for (const Json& row : testing::read_lines("passes.jsonl")) {
    const std::string step = row["step"];
    ASSERT_TRUE(known.contains(step)) << step;
    EXPECT_EQ(known.at(step)(row["input"]), row["expected"]) << row.dump();
    ++counts[step];
  }
  EXPECT_EQ(counts.size(), known.size());
  for (const auto& [step, count] : counts) {
    RecordProperty(step, count);
    std::printf("%-26s %d rows\n", step.c_str(), count);
  }
}

TEST(Passes, DetectLanguageLooksAtScripts) {
  EXPECT_EQ(detect_language("The cat"), "en");
  EXPECT_EQ(detect_language("中文 with English"), "zh");
  EXPECT_EQ(detect_language("これは漢字です"), "ja");
  EXPECT_EQ(detect_language("한국어"), "ko");
  EXPECT_EQ(detect_language("Ελληνικά"), "en");
  EXPECT_EQ(detect_language(" \n"), "");
  EXPECT_EQ(detect_language(""), "");
  EXPECT_TRUE(is_cjk_language("ko"));
  EXPECT_FALSE(is_cjk_language("en"));
}

// A Chinese report full of English terms: words must not grow together at line ends.
TEST(Passes, MergeKeepsLatinWordsApartInCjkText) {
  const Block mixed = text_block(
      BlockType::kText, {"本文使用 deep", "learning 方法，在 Image-", "Net", "上训练。", "第二"});
  EXPECT_EQ(merge_para_text(mixed, {}), "本文使用 deep learning 方法，在 Image-Net上训练。第二");
  EXPECT_EQ(merge_para_text(mixed, {.join = LineJoin::kReference}),
            "本文使用 deeplearning 方法，在 Image-Net上训练。第二");
  const Block name = text_block(BlockType::kText, {"written by 王伟 in the", "year 2020."});
  EXPECT_EQ(merge_para_text(name, {}), "written by 王伟 in the year 2020.");
}

TEST(Passes, MergeJoinsDividedWordsOnlyBeforeLowerCase) {
  EXPECT_EQ(merge_para_text(text_block(BlockType::kText, {"re\u2010", "search"}), {}), "research");
  EXPECT_EQ(merge_para_text(text_block(BlockType::kText, {"non-", "Euclidean"}), {}),
            "non-Euclidean");
  EXPECT_EQ(merge_para_text(text_block(BlockType::kText, {"pages 3-", "4"}), {}), "pages 3- 4");
}

TEST(Passes, MergeEscapesListMarkersInParagraphsOnly) {
  const Block dash = text_block(BlockType::kText, {"- a_b"});
  EXPECT_EQ(merge_para_text(dash, {}), "\\- a\\_b");
  EXPECT_EQ(merge_para_text(dash, {.list_item = true}), "- a\\_b");
  EXPECT_EQ(merge_para_text(text_block(BlockType::kRefText, {"- a"}), {}), "- a");
  EXPECT_EQ(merge_para_text(text_block(BlockType::kCodeBody, {"a_b"}), {}), "a_b");
}

TEST(Passes, MergeShowsAPictureForAFormulaWhenAsked) {
  Block block = text_block(BlockType::kInterlineEquation, {"x"});
  block.lines[0].spans[0].type = SpanType::kInterlineEquation;
  EXPECT_EQ(merge_para_text(block, {}), "$$\nx\n$$");
  EXPECT_EQ(merge_para_text(block, {.formulas = false}), "");
  block.lines[0].spans[0].image_path = "a.jpg";
  EXPECT_EQ(merge_para_text(block, {.formulas = false}), "![](images/a.jpg)");
}

TEST(Passes, AlgorithmKeepsLinesAndSeparatesFormulas) {
  Line line;
  for (const char* formula : {"a", "b"}) {
    Span span;
    span.type = SpanType::kInlineEquation;
    span.content = formula;
    line.spans.push_back(span);
  }
  EXPECT_EQ(algorithm_html({line, line}),
            "<div class=\"mineru-algorithm\" style=\"white-space: pre-wrap; "
            "font-family:monospace;\">\n$a$ $b$\n$a$ $b$\n</div>");
}

TEST(Passes, CleanBracketsStaysLinear) {
  std::string nested;
  for (int i = 0; i < 200'000; ++i) nested += "\\[";
  nested += '\n';
  for (int i = 0; i < 200'000; ++i) nested += "\\]";
  EXPECT_EQ(clean_brackets(nested), nested);
}

TEST(Passes, EmbeddedHtmlLeavesUnclosedFormulasAlone) {
  EXPECT_EQ(format_embedded_html("<eq>a <td src=\"\">", "images"), "<eq>a <td src=\"\">");
  EXPECT_EQ(format_embedded_html("<eq>&amp;lt;</eq><eq>b</eq>", "images"), " $&lt;$  $b$ ");
}

TEST(Stems, ComeFromFileNames) {
  EXPECT_EQ(output_stem("a/b/report.v2.pdf"), "report.v2");
  EXPECT_EQ(output_stem("a/...pdf"), "document");
  EXPECT_EQ(output_stem(""), "document");
  const std::string han = "中";
  std::string name;
  for (int i = 0; i < 80; ++i) name += han;
  EXPECT_EQ(output_stem(name + ".pdf").size(), 198u);
}

TEST(Stems, StayUniqueForManyEqualNames) {
  const std::vector<std::string> unique = uniquify_stems(std::vector<std::string>(20'000, "Ä"));
  EXPECT_EQ(unique.front(), "Ä");
  EXPECT_EQ(unique.back(), "Ä_20000");
  EXPECT_EQ(uniquify_stems({"Ä", "ä"}), (std::vector<std::string>{"Ä", "ä_2"}));
}

TEST(ImageNames, AreEmptyWithoutAnArea) {
  EXPECT_EQ(image_file_name(SpanType::kImage, "AB", 0, {5, 5, 5, 9}), "");
}

TEST(IntBoxes, TruncateTwice) {
  const IntBox box = to_int_box({61.9, 158.4, 550.8, 79.2});
  EXPECT_EQ(box, (IntBox{61, 79, 550, 158}));
  EXPECT_EQ(to_thousandths(box, {612.5, 792.7}), (IntBox{99, 99, 898, 199}));
  EXPECT_EQ(to_int_box({-1e300, 0, 1e300, 1}), (IntBox{-1'000'000'000, 0, 1'000'000'000, 1}));
}

}  // namespace
}  // namespace mineru::doc
