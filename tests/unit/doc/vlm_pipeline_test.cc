// Whole documents through the worker program and a scripted model.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
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
using vlm::is_layout;
using vlm::picture_of;
using vlm::prompt_of;
using vlm::record;
using Files = std::map<std::string, std::string>;  // contents by name

// The model of these tests tells pages apart by their ink: how dark the layout picture is.
int darkness(const media::Image& picture) {
  int64_t sum = 0;
  for (const std::byte value : picture.bytes()) sum += 255 - std::to_integer<int>(value);
  return static_cast<int>(sum / 100'000);
}

// Text of a page with `lines` lines: more lines, more ink.
std::string page_text(int lines) {
  std::string text = "x";
  for (int i = 0; i < lines; ++i) text += "\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";
  return text;
}

class VlmPipeline : public ::testing::Test {
 protected:
  VlmPipeline() {
    options.backend = Backend::kVlm;
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    options.overlay = false;
    options.origin = false;
  }

  fs::path document(int num_pages) {
    std::vector<std::string> pages;
    for (int i = 0; i < num_pages; ++i) pages.push_back(page_text(2 * i));
    write_file(folder / "in.pdf", tiny_pdf(pages));
    return folder / "in.pdf";
  }

  ParseSummary parse(engine::Generator& generator, const fs::path& input, std::stop_token stop = {},
                     const std::function<void(const ParseProgress&)>& on_page = nullptr) {
    options.generator = &generator;
    last = folder / ("out" + std::to_string(++runs));
    return parse_document(input, last, "stem", options, std::move(stop), on_page);
  }

  Files files() const {
    Files all;
    for (const auto& entry : fs::recursive_directory_iterator(last)) {
      if (entry.is_regular_file())
        all[fs::relative(entry.path(), last).string()] = read_file(entry.path());
    }
    return all;
  }
  std::string markdown() const { return read_file(last / "stem" / "vlm" / "stem.md"); }
  nlohmann::ordered_json json(const std::string& suffix) const {
    return nlohmann::ordered_json::parse(read_file(last / "stem" / "vlm" / ("stem" + suffix)));
  }

  const TempFolder folder;
  ParseOptions options;
  fs::path last;
  int runs = 0;
};

// A title, a text as tall as the page is dark, a picture, a table, a page number.
std::string rich_layout(const Request& request) {
  const int bottom = 200 + darkness(picture_of(request)) % 100;
  return record({100, 50, 900, 80}, "title") + record({100, 100, 900, bottom}, "text") +
         record({100, 310, 900, 330}, "image_caption") + record({100, 340, 900, 600}, "image") +
         record({100, 650, 900, 800}, "table") + record({100, 820, 900, 870}, "equation") +
         record({450, 960, 550, 980}, "page_number");
}

std::string rich_reply(const Request& request) {
  if (is_layout(request)) return rich_layout(request);
  if (prompt_of(request) == "\nTable Recognition:") return "<fcel>a<fcel>b<nl>";
  if (prompt_of(request) == "\nFormula Recognition:") return "x^2";
  return fmt::format("words {}x{}", picture_of(request).width(), picture_of(request).height());
}

TEST_F(VlmPipeline, LayoutBecomesMarkdownAndAllFiles) {
  ScriptedGenerator generator{ScriptedGenerator::TextScript(rich_reply)};
  options.overlay = true;
  options.origin = true;
  const ParseSummary summary = parse(generator, document(1));
  EXPECT_EQ(summary.pages_ok, 1);
  EXPECT_EQ(summary.folder, last / "stem" / "vlm");
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["_backend"], "vlm");
  const auto& page = middle["pdf_info"][0];
  ASSERT_EQ(page["para_blocks"].size(), 5u);
  const auto& image = page["para_blocks"][2];
  EXPECT_EQ(image["blocks"][0]["type"], "image_caption");
  const std::string image_path = image["blocks"][1]["lines"][0]["spans"][0]["image_path"];
  const std::string formula_path = page["para_blocks"][4]["lines"][0]["spans"][0]["image_path"];
  const std::string text = page["para_blocks"][1]["lines"][0]["spans"][0]["content"];
  const std::string height = text.substr(text.rfind('x') + 1);
  // 400 x 600 points at 200 dpi are 1112 x 1667 pixels.
  EXPECT_EQ(markdown(), "# words 890x50\n\nwords 890x" + height +
                            "\n\nwords 890x33  \n![](images/" + image_path +
                            ")\n\n<table><tr><td>a</td><td>b</td></tr></table>\n\n$$\nx^2\n$$");
  EXPECT_EQ(page["discarded_blocks"][0]["type"], "page_number");
  EXPECT_TRUE(fs::exists(summary.folder / "images" / image_path));
  EXPECT_TRUE(fs::exists(summary.folder / "images" / formula_path));
  EXPECT_TRUE(fs::exists(summary.folder / "stem_layout.pdf"));
  EXPECT_TRUE(fs::exists(summary.folder / "stem_origin.pdf"));
  EXPECT_EQ(json("_content_list.json").size(), 6u);
  EXPECT_EQ(json("_content_list_v2.json").size(), 1u);

  const auto model = json("_model.json");
  ASSERT_EQ(model.size(), 1u);
  ASSERT_EQ(model[0].size(), 7u);
  EXPECT_EQ(model[0][0].dump(),
            R"({"type":"title","bbox":[0.1,0.05,0.9,0.08],"angle":0,"content":"words 890x50"})");
  EXPECT_EQ(model[0][1]["content"], text);
  EXPECT_EQ(model[0][1]["merge_prev"], false);
  EXPECT_TRUE(model[0][3]["content"].is_null());
  EXPECT_EQ(model[0][5]["content"], "\\[\nx^2\n\\]");
}

TEST_F(VlmPipeline, PagesLeaveInOrderWhateverTheirReplies) {
  std::mutex mutex;
  std::mt19937 random(1);  // NOLINT: the same delays in every run
  engine::ScriptOptions script;
  script.delay = std::chrono::milliseconds(2);
  ScriptedGenerator generator(
      [&](const Request& request) {
        int delay = 0;
        {
          const std::lock_guard lock(mutex);
          delay = static_cast<int>(random() % 8);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(delay));
        return rich_reply(request);
      },
      script);
  const fs::path input = document(9);
  parse(generator, input);
  const Files one = files();
  EXPECT_EQ(json("_model.json").size(), 9u);
  for (const int workers : {2, 4}) {
    options.num_workers = workers;
    std::vector<int> order;
    parse(generator, input, {}, [&](const ParseProgress& progress) {
      if (progress.page != nullptr) order.push_back(progress.page->page_idx);
    });
    EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
    EXPECT_EQ(files(), one) << workers;
  }
}

TEST_F(VlmPipeline, SeveralPagesWaitForTheModelAtOnceWithinABound) {
  std::string layout;
  for (int i = 0; i < 40; ++i) layout += record({100, 20 * i, 900, 20 * i + 15}, "text");
  engine::ScriptOptions script;
  script.info.num_parallel = 3;
  script.delay = std::chrono::milliseconds(3);
  ScriptedGenerator generator(
      [&](const Request& request) { return is_layout(request) ? layout : std::string("x"); },
      script);
  options.num_workers = 3;
  parse(generator, document(6));
  EXPECT_GT(generator.max_in_flight(), 4);   // more than the share of one page
  EXPECT_LE(generator.max_in_flight(), 12);  // 4 * num_parallel
}

TEST_F(VlmPipeline, FailuresBecomeDiagnosticsOfTheirPage) {
  std::atomic<int> layouts = 0;
  ScriptedGenerator generator([&](const Request& request) -> std::string {
    if (is_layout(request)) {
      if (++layouts == 2) throw_error(Code::kInternal, "layout broke");
      return record({100, 100, 900, 200}, "text") + record({100, 300, 900, 500}, "table");
    }
    if (prompt_of(request) == "\nTable Recognition:") throw_error(Code::kInternal, "table broke");
    return "good";
  });
  std::vector<std::string> messages;
  std::vector<PageStatus> statuses;
  const ParseSummary summary =
      parse(generator, document(3), {}, [&](const ParseProgress& progress) {
        if (progress.page == nullptr) return;
        statuses.push_back(progress.page->status);
        for (const auto& diagnostic : progress.page->diagnostics) {
          messages.push_back(diagnostic.message);
        }
      });
  EXPECT_EQ(summary.pages_ok, 2);
  EXPECT_EQ(summary.pages_failed, 1);
  EXPECT_THAT(statuses, ElementsAre(PageStatus::kOk, PageStatus::kFailed, PageStatus::kOk));
  EXPECT_THAT(messages, ElementsAre("crop 2 (table) was not read: table broke", "layout broke",
                                    "crop 2 (table) was not read: table broke"));
  // The table that was not read is there as its picture.
  EXPECT_THAT(markdown(), HasSubstr("good\n\n![](images/"));
  const auto middle = json("_middle.json");
  EXPECT_EQ(middle["pdf_info"][0]["diagnostics"][0]["message"],
            "crop 2 (table) was not read: table broke");
  EXPECT_EQ(middle["pdf_info"][1]["status"], "failed");
  EXPECT_EQ(json("_model.json")[1].dump(), "[]");
}

TEST_F(VlmPipeline, ListOfReferencesGoesOnOverThePages) {
  ScriptedGenerator generator([](const Request& request) -> std::string {
    if (is_layout(request)) {
      return record({100, 100, 900, 300}, "list") + record({100, 100, 900, 300}, "ref_text");
    }
    return "[1] A. Author";
  });
  std::vector<int> order;
  parse(generator, document(3), {}, [&](const ParseProgress& progress) {
    if (progress.page != nullptr) order.push_back(progress.page->page_idx);
  });
  EXPECT_THAT(order, ElementsAre(0, 1, 2));
  EXPECT_EQ(markdown(), "[1] A. Author  \n[1] A. Author  \n[1] A. Author");
  EXPECT_EQ(json("_middle.json")["pdf_info"][2]["para_blocks"][0]["lines_deleted"], true);
}

TEST_F(VlmPipeline, StopCancelsAndKeepsWhatIsDone) {
  for (const int workers : {1, 3}) {
    options.num_workers = workers;
    std::stop_source stop;
    int done = 0;
    engine::ScriptOptions script;
    script.delay = std::chrono::milliseconds(1);
    ScriptedGenerator generator{ScriptedGenerator::TextScript(rich_reply), script};
    const ParseSummary summary =
        parse(generator, document(20), stop.get_token(), [&](const ParseProgress& progress) {
          done = progress.pages_done;
          if (done == 2) stop.request_stop();
        });
    EXPECT_GE(done, 2);
    EXPECT_LT(done, 20);
    EXPECT_EQ(summary.pages_ok, done);
    EXPECT_EQ(summary.pages_failed, 0);
    EXPECT_EQ(json("_middle.json")["pdf_info"].size(), static_cast<size_t>(done));
    EXPECT_EQ(json("_model.json").size(), static_cast<size_t>(done));
    EXPECT_EQ(generator.in_flight(), 0);
  }
}

TEST_F(VlmPipeline, StopDoesNotWaitForTheModel) {
  engine::ScriptOptions script;
  script.delay = std::chrono::hours(1);
  std::stop_source stop;
  script.on_submit = [&](const Request&) { stop.request_stop(); };
  ScriptedGenerator generator{ScriptedGenerator::TextScript(rich_reply), script};
  const ParseSummary summary = parse(generator, document(2), stop.get_token());
  EXPECT_EQ(summary.pages_ok, 0);
  EXPECT_EQ(summary.pages_failed, 0);
  EXPECT_EQ(generator.num_cancelled(), 1);
}

TEST_F(VlmPipeline, CellsGoOnOverleafAsTheModelSays) {
  std::string answer = "[0, 1]";
  ScriptedGenerator generator([&](const Request& request) -> std::string {
    if (!request.messages.back().parts.front().image) return answer;
    if (is_layout(request)) return record({100, 80, 900, 200}, "table");
    const bool first = darkness(picture_of(request)) == 0;  // page 1 has hardly any ink
    return first ? "<fcel>1<fcel>first part of<nl>"
                 : "<ecel><fcel>the sentence<nl><fcel>2<fcel>b<nl>";
  });
  const fs::path input = document(2);
  parse(generator, input);
  EXPECT_EQ(markdown(),
            "<table><tr><td>1</td><td>first part of the sentence</td></tr>"
            "<tr><td>2</td><td>b</td></tr></table>");
  EXPECT_EQ(json("_model.json")[1][0]["cell_merge"], (std::vector<int>{0, 1}));
  const Files one = files();
  options.num_workers = 3;
  parse(generator, input);
  EXPECT_EQ(files(), one);
  answer = "no";
  parse(generator, input);
  EXPECT_EQ(
      markdown(),
      "<table><tr><td>1</td><td>first part of</td></tr><tr><td></td><td>the sentence</td></tr>"
      "<tr><td>2</td><td>b</td></tr></table>");
  EXPECT_THAT(std::string(json("_middle.json")["pdf_info"][1]["diagnostics"][0]["message"]),
              HasSubstr("is not known: the reply was \"no\""));
}

TEST_F(VlmPipeline, OrderIsThatOfTheModelOrThatOfTheColumns) {
  const std::string layout =
      record({100, 600, 900, 700}, "text") + record({100, 100, 900, 150}, "text");
  ScriptedGenerator generator([&](const Request& request) {
    return is_layout(request) ? layout : fmt::format("high {}", picture_of(request).height());
  });
  parse(generator, document(1));
  EXPECT_EQ(markdown(), "high 167\n\nhigh 83");
  options.order = Order::kXy;
  parse(generator, document(1));
  EXPECT_EQ(markdown(), "high 83\n\nhigh 167");
  options.compat = Compat::kReference;
  parse(generator, document(1));
  EXPECT_EQ(markdown(), "high 167\n\nhigh 83");
}

TEST_F(VlmPipeline, NeedsAGenerator) {
  try {
    parse_document(document(1), folder / "out", "stem", options, {}, nullptr);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    EXPECT_THAT(error.message(), HasSubstr("needs a model"));
  }
}

}  // namespace
}  // namespace mineru::doc
