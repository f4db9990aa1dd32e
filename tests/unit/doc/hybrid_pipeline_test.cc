// Whole documents through the worker program, a scripted model, and the PDF's own text.
#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "doc/pipeline.h"
#include "unit/base/temp_folder.h"
#include "unit/doc/tiny_pdf.h"
#include "unit/doc/vlm_support.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;
using engine::Request;
using engine::ScriptedGenerator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using vlm::is_layout;
using vlm::prompt_of;
using vlm::record;

// The lines stand at 52..62, 64..74, ... points of 600.
constexpr const char* kPage =
    "Trams of the town\n"
    "\n"
    "The old tram line runs along the river and\n"
    "crosses the bridge before it turns to the\n"
    "market, where most of the riders get off.";

// With more text below, in no region: enough to judge the page by its share of odd characters.
std::string long_page(const std::string& page) {
  std::string text = page;
  for (int i = 0; i < 6; ++i) text += "\nMore text, for a page is judged by how much of it is odd.";
  return text;
}

std::string layout_of_page() {
  return record({110, 80, 900, 110}, "title") + record({110, 124, 900, 190}, "text") +
         record({110, 300, 900, 400}, "table") + record({110, 450, 900, 500}, "equation");
}

class HybridPipeline : public ::testing::Test {
 protected:
  HybridPipeline() {
    options.backend = Backend::kHybrid;
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    options.overlay = false;
    options.origin = false;
  }

  ParseSummary parse(const std::string& pdf, const std::string& layout) {
    asked.clear();
    messages.clear();
    ScriptedGenerator generator([&](const Request& request) -> std::string {
      if (is_layout(request)) return layout;
      const std::lock_guard lock(mutex);
      asked.emplace_back(prompt_of(request).substr(1));
      if (asked.back() == "Table Recognition:") return "<fcel>a<fcel>b<nl>";
      if (asked.back() == "Formula Recognition:") return "x^2";
      return "read by the model";
    });
    options.generator = &generator;
    write_file(folder / "in.pdf", pdf);
    last = folder / ("out" + std::to_string(++runs));
    ParseSummary summary = parse_document(folder / "in.pdf", last, "stem", options, {},
                                          [&](const ParseProgress& progress) {
                                            if (progress.page == nullptr) return;
                                            for (const auto& found : progress.page->diagnostics)
                                              messages.push_back(found.message);
                                          });
    std::sort(asked.begin(), asked.end());
    output = summary.folder;
    return summary;
  }

  std::string markdown() const { return read_file(output / "stem.md"); }
  nlohmann::ordered_json json(const std::string& suffix) const {
    return nlohmann::ordered_json::parse(read_file(output / ("stem" + suffix)));
  }

  const TempFolder folder;
  ParseOptions options;
  std::mutex mutex;
  std::vector<std::string> asked;     // prompts, sorted, without those of the layout
  std::vector<std::string> messages;  // diagnostics of the pages
  fs::path last;
  fs::path output;
  int runs = 0;
};

constexpr const char* kText =
    "The old tram line runs along the river and crosses the bridge before it turns to the market, "
    "where most of the riders get off.";

TEST_F(HybridPipeline, TextComesFromThePdfAndTheRestFromTheModel) {
  const ParseSummary summary = parse(tiny_pdf({kPage}), layout_of_page());
  EXPECT_EQ(summary.pages_ok, 1);
  EXPECT_EQ(summary.folder, last / "stem" / "hybrid_auto");
  EXPECT_THAT(asked, ElementsAre("Formula Recognition:", "Table Recognition:"));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(markdown(), std::string("# Trams of the town\n\n") + kText +
                            "\n\n<table><tr><td>a</td><td>b</td></tr></table>\n\n$$\nx^2\n$$");
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["_backend"], "hybrid");
  EXPECT_EQ(middle["_effort"], "medium");
  EXPECT_EQ(middle["_ocr_enable"], false);
  const auto& page = middle["pdf_info"][0];
  EXPECT_EQ(page["page_info"]["ocr"], false);
  const auto& text = page["para_blocks"][1];
  ASSERT_EQ(text["lines"].size(), 3u);
  EXPECT_EQ(text["lines"][1]["spans"][0]["content"], "crosses the bridge before it turns to the");
  EXPECT_EQ(text["lines"][1]["bbox"][0], 50);
  const auto model = json("_model.json");
  EXPECT_TRUE(model[0][1]["content"].is_null());
  EXPECT_EQ(model[0][3]["content"], "\\[\nx^2\n\\]");
}

// docs/odd-inputs.md, row D3.
TEST_F(HybridPipeline, PageWithoutRegionsHasThoseOfItsText) {
  parse(tiny_pdf({kPage}), "]]<|txtMask fill:#>]]");
  EXPECT_EQ(markdown(), std::string("Trams of the town\n\n") + kText);
  EXPECT_THAT(asked, IsEmpty());
  EXPECT_THAT(messages,
              ElementsAre("layout: the reply names no region: \"]]<|txtMask fill:#>]]\"",
                          "layout: no region was found; those of the PDF's text were used"));
  // Without text of its own the page is read as one.
  options.method = Method::kOcr;
  parse(tiny_pdf({kPage}), "");
  EXPECT_EQ(markdown(), "read by the model");
  EXPECT_THAT(asked, ElementsAre("Text Recognition:"));
  // A blank page stays blank.
  options.method = Method::kAuto;
  parse(tiny_pdf({" "}), "");
  EXPECT_EQ(markdown(), "");
  EXPECT_THAT(asked, IsEmpty());
}

TEST_F(HybridPipeline, ReferenceModeGivesTheSameText) {
  options.compat = Compat::kReference;
  parse(tiny_pdf({kPage}), layout_of_page());
  EXPECT_THAT(asked, ElementsAre("Formula Recognition:", "Table Recognition:"));
  EXPECT_THAT(markdown(), HasSubstr(kText));
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["_ocr_enable"], false);
  EXPECT_EQ(middle["pdf_info"][0]["para_blocks"][0]["level"], 1);
}

TEST_F(HybridPipeline, GarbledPageIsReadByTheModel) {
  parse(tiny_pdf({long_page(kPage)}, {"<20> <7E> <E020>"}), layout_of_page());
  EXPECT_THAT(asked, ElementsAre("Formula Recognition:", "Table Recognition:", "Text Recognition:",
                                 "Text Recognition:"));
  EXPECT_THAT(messages, ElementsAre(HasSubstr("the PDF's text cannot be trusted")));
  EXPECT_THAT(markdown(), HasSubstr("# read by the model\n\nread by the model"));
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["_ocr_enable"], true);
  EXPECT_EQ(middle["pdf_info"][0]["page_info"]["ocr"], true);
}

TEST_F(HybridPipeline, GarbledBlockIsReadByTheModel) {
  const std::string page = "ODD trams of the town" + std::string(kPage).substr(17);
  parse(tiny_pdf({long_page(page)}, {"<44> <44> <E044>", "<4F> <4F> <E04F>"}), layout_of_page());
  EXPECT_THAT(asked,
              ElementsAre("Formula Recognition:", "Table Recognition:", "Text Recognition:"));
  EXPECT_THAT(markdown(), HasSubstr("# read by the model\n\n"));
  EXPECT_THAT(markdown(), HasSubstr("runs along the river"));
  EXPECT_THAT(messages, ElementsAre("the PDF's text of 1 of 4 regions is not what one sees; "
                                    "the model read them"));
}

TEST_F(HybridPipeline, TextThatLiesIsReadByTheModel) {
  parse(tiny_pdf({kPage}, {"<61> <79> <0062>"}), layout_of_page());  // "a" says that it is a "b"
  EXPECT_THAT(markdown(), HasSubstr("# read by the model\n\nread by the model"));
  EXPECT_THAT(messages, ElementsAre(HasSubstr("of 2 of 4 regions is not what one sees")));
}

TEST_F(HybridPipeline, MethodDecidesForAllPages) {
  options.method = Method::kOcr;
  ParseSummary summary = parse(tiny_pdf({kPage}), layout_of_page());
  EXPECT_EQ(summary.folder, last / "stem" / "hybrid_ocr");
  EXPECT_THAT(markdown(), HasSubstr("# read by the model\n\nread by the model"));
  EXPECT_EQ(json("_middle.json")["_ocr_enable"], true);
  options.method = Method::kText;
  summary = parse(tiny_pdf({kPage}, {"<61> <79> <0062>"}), layout_of_page());
  EXPECT_EQ(summary.folder, last / "stem" / "hybrid_txt");
  EXPECT_THAT(markdown(), HasSubstr("# Tsbnt pg uif upxo"));
}

TEST_F(HybridPipeline, HighEffortReadsTextWithFormulas) {
  const std::string page = std::string(kPage) + "\nThe sum # of all riders @ is small.";
  const std::string layout =
      record({110, 124, 900, 168}, "text") + record({110, 184, 900, 208}, "text");
  const std::string pdf = tiny_pdf({page}, {"<23> <23> <2211>", "<40> <40> <2264>"});
  parse(pdf, layout);
  EXPECT_THAT(asked, IsEmpty());
  EXPECT_THAT(markdown(), HasSubstr("The sum \u2211 of all riders \u2264 is small."));
  options.effort = Effort::kHigh;
  parse(pdf, layout);
  EXPECT_THAT(asked, ElementsAre("Text Recognition:"));
  EXPECT_THAT(markdown(), HasSubstr("The old tram line"));
  EXPECT_THAT(markdown(), HasSubstr("read by the model"));
  EXPECT_EQ(json("_middle.json")["_effort"], "high");
}

TEST_F(HybridPipeline, ParagraphsGoOnOverleafWhateverTheWorkers) {
  const std::string line = "the old tram line runs along the river and";
  std::vector<std::string> pages(4, line + "\n" + line + "\n" + line);
  pages.push_back("2.1 Rails\n\n" + line + "\n" + line);
  const std::string layout = record({110, 80, 900, 146}, "text");
  std::map<int, std::string> all;
  for (const int workers : {1, 3}) {
    options.num_workers = workers;
    EXPECT_EQ(parse(tiny_pdf(pages), layout).pages_ok, 5);
    all[workers] = read_file(output / "stem_middle.json") + markdown();
  }
  EXPECT_EQ(all[1], all[3]);
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["pdf_info"][0]["para_blocks"][0]["lines"].size(), 12u);
  EXPECT_EQ(middle["pdf_info"][0]["para_blocks"][0]["lines"][3]["spans"][0]["cross_page"], true);
  for (const int page : {1, 2, 3}) {
    EXPECT_EQ(middle["pdf_info"][static_cast<size_t>(page)]["para_blocks"][0]["lines_deleted"],
              true);
  }
  // A digit begins something new.
  EXPECT_THAT(markdown(), HasSubstr("river and\n\n2.1 Rails"));
}

TEST_F(HybridPipeline, NeedsAGenerator) {
  write_file(folder / "in.pdf", tiny_pdf({kPage}));
  try {
    parse_document(folder / "in.pdf", folder / "out", "stem", options, {}, nullptr);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_THAT(error.message(), HasSubstr("the backend hybrid needs a model"));
  }
}

}  // namespace
}  // namespace mineru::doc
