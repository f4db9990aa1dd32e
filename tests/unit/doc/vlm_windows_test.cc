// Pages that are read in windows (docs/odd-inputs.md, row B6): nothing is lost, nothing twice.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "doc/page_windows.h"
#include "doc/pipeline.h"
#include "doc/vlm/window_reading.h"
#include "unit/base/temp_folder.h"
#include "unit/doc/vlm_support.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;
using engine::Request;
using engine::ScriptedGenerator;
using media::Box;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using vlm::ContentBlock;
using vlm::ContentType;
using vlm::PageReading;

// What stands on a page, in points.
struct Thing {
  const char* name;
  Box box;
  ContentType type = ContentType::kText;
};

// Sees what is in a window, cut by its edges.
class WindowReading : public ::testing::Test {
 protected:
  std::vector<std::string> read() {
    const PageReading reading = vlm::read_windows(
        page, windows, [this](const Box& window, const std::vector<ContentBlock>* regions) {
          return regions == nullptr ? see(window) : look_again(window, *regions);
        });
    blocks = reading.blocks;
    std::vector<std::string> names;
    for (const ContentBlock& block : blocks) names.push_back(block.content.value_or("-"));
    return names;
  }

  PageReading see(const Box& window) const {
    PageReading reading;
    for (const Thing& thing : things) {
      const Box shown = intersect(thing.box, window);
      if (shown.width() < 3 || shown.height() < 3) continue;
      ContentBlock block;
      block.type = thing.type;
      block.bbox = {
          (shown.x0 - window.x0) / window.width(), (shown.y0 - window.y0) / window.height(),
          (shown.x1 - window.x0) / window.width(), (shown.y1 - window.y0) / window.height()};
      block.content = shown == thing.box ? thing.name : "part";
      reading.blocks.push_back(block);
    }
    return reading;
  }

  PageReading look_again(const Box& box, const std::vector<ContentBlock>& regions) {
    ++looked_again;
    PageReading reading;
    reading.blocks = regions;
    for (const Thing& thing : things) {
      if (media::covered(thing.box, box) > 0.99) reading.blocks.at(0).content = thing.name;
    }
    return reading;
  }

  static Box intersect(const Box& a, const Box& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
  }

  media::PageSize page = {600, 2200};
  std::vector<Box> windows = {{0, 0, 600, 800}, {0, 700, 600, 1500}, {0, 1400, 600, 2200}};
  std::vector<Thing> things;
  std::vector<ContentBlock> blocks;
  int looked_again = 0;
};

TEST_F(WindowReading, EveryBlockOnceInOrder) {
  things = {{"top", {50, 100, 550, 200}},
            {"in the overlap", {50, 720, 550, 780}},
            {"cut by the first window", {50, 785, 550, 815}},
            {"in the second", {50, 900, 550, 1000}},
            {"cut by the third", {50, 1380, 550, 1420}},
            {"last", {50, 2000, 550, 2200}}};
  EXPECT_THAT(read(), ElementsAre("top", "in the overlap", "cut by the first window",
                                  "in the second", "cut by the third", "last"));
  EXPECT_EQ(looked_again, 0);
  EXPECT_NEAR(blocks[2].bbox[1], 785.0 / 2200, 1e-9);
  EXPECT_NEAR(blocks[2].bbox[3], 815.0 / 2200, 1e-9);
  EXPECT_NEAR(blocks[5].bbox[3], 1, 1e-9);
}

TEST_F(WindowReading, WhatNoWindowShowsWholeIsReadAgain) {
  things = {{"before", {50, 100, 550, 200}},
            {"long", {50, 600, 550, 1000}},
            {"beside", {50, 1010, 550, 1100}},
            {"table", {50, 1300, 550, 1600}, ContentType::kTable}};
  EXPECT_THAT(read(), ElementsAre("before", "long", "beside", "table"));
  EXPECT_EQ(looked_again, 2);
  EXPECT_NEAR(blocks[1].bbox[1], 600.0 / 2200, 1e-9);
  EXPECT_NEAR(blocks[1].bbox[3], 1000.0 / 2200, 1e-9);
  EXPECT_EQ(blocks[3].type, ContentType::kTable);
}

TEST_F(WindowReading, WhatIsLongerThanTwoWindowsStaysInParts) {
  things = {{"all", {50, 100, 550, 2100}, ContentType::kImage}};
  EXPECT_THAT(read(), ElementsAre("part", "part", "part"));
}

TEST_F(WindowReading, OtherKindsAreNotTheSame) {
  // A caption in a picture, at the same place.
  things = {{"picture", {50, 710, 550, 790}, ContentType::kImage},
            {"words", {60, 720, 540, 780}},
            {"list", {50, 900, 550, 1000}, ContentType::kList},
            {"item", {50, 900, 550, 1000}}};
  EXPECT_THAT(read(), ElementsAre("picture", "words", "list", "item"));
}

TEST_F(WindowReading, WidePagesGoFromLeftToRight) {
  page = {2200, 600};
  windows = {{0, 0, 800, 600}, {700, 0, 1500, 600}, {1400, 0, 2200, 600}};
  things = {{"left", {100, 50, 300, 550}},
            {"cut", {690, 50, 810, 550}},
            {"right", {1900, 50, 2100, 550}}};
  EXPECT_THAT(read(), ElementsAre("left", "cut", "right"));
}

// A page of 595 x 14,400 points with a line every 100, whose number is its bars: one bar for each
// bit that is set, between two that are always there.
constexpr int kNumLines = 143;
constexpr double kBarWidth = 20;
constexpr double kFirstBar = 60;
constexpr int kNumBits = 8;

std::string pdf_of(const std::string& content, const std::string& resources) {
  const std::vector<std::string> objects = {
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 14400]/Contents 4 0 R/Resources<<" + resources +
          ">>>>",
      fmt::format("<</Length {}>>stream\n{}\nendstream", content.size(), content)};
  std::string out = "%PDF-1.7\n";
  std::string table = "xref\n0 5\n0000000000 65535 f \n";
  for (size_t i = 0; i < objects.size(); ++i) {
    table += fmt::format("{:010} 00000 n \n", out.size());
    out += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  return out + table +
         fmt::format("trailer<</Size 5/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", out.size());
}

std::string bars() {
  std::string content;
  for (int line = 1; line <= kNumLines; ++line) {
    const int code = line << 1 | 1 | 1 << (kNumBits + 1);
    for (int bit = 0; bit < kNumBits + 2; ++bit) {
      if ((code >> bit & 1) == 0) continue;
      content += fmt::format("{} {} {} 12 re f\n", kFirstBar + 2 * kBarWidth * bit,
                             14400 - 100 * line, kBarWidth);
    }
  }
  return content;
}

bool is_dark(std::span<const uint8_t> row, int x) { return row[static_cast<size_t>(x) * 3] < 128; }

// Every run of rows with ink is a text over the whole width.
std::string layout_of(const media::Image& picture) {
  std::string layout;
  int top = -1;
  for (int y = 0; y <= picture.height(); ++y) {
    bool ink = false;
    for (int x = 0; y < picture.height() && x < picture.width(); ++x) {
      ink = ink || is_dark(picture.view().row(y), x);
    }
    if (ink && top < 0) top = y;
    if (ink || top < 0) continue;
    const auto grid = [&](int at) { return at * 1000 / picture.height(); };
    layout += vlm::record({0, grid(top), 1000, std::min(1000, grid(y) + 1)}, "text");
    top = -1;
  }
  return layout;
}

// What the bars say; a line of which half is missing says something else.
std::string number_in(const media::Image& picture) {
  const double scale = picture.width() / 595.0;
  // The row with the most ink.
  int best = 0;
  int most = -1;
  for (int y = 0; y < picture.height(); ++y) {
    int ink = 0;
    for (int x = 0; x < picture.width(); ++x) ink += is_dark(picture.view().row(y), x) ? 1 : 0;
    if (ink > most) best = y;
    most = std::max(most, ink);
  }
  int code = 0;
  for (int bit = 0; bit < kNumBits + 2; ++bit) {
    const int x = static_cast<int>((kFirstBar + kBarWidth / 2 + 2 * kBarWidth * bit) * scale);
    if (is_dark(picture.view().row(best), x)) code |= 1 << bit;
  }
  const bool whole = picture.height() > 10 * scale;
  return fmt::format("{}{}", whole ? "line " : "cut ", code >> 1 & ((1 << kNumBits) - 1));
}

class TallPage : public ::testing::Test {
 protected:
  std::string markdown(Backend backend, const std::string& pdf) {
    const fs::path input = folder / "in.pdf";
    write_file(input, pdf);
    ParseOptions options;
    options.backend = backend;
    options.enhance = Enhance::kOff;
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    options.overlay = false;
    options.origin = false;
    options.generator = &generator;
    const ParseSummary summary =
        parse_document(input, folder / "out", "stem", options, {}, nullptr);
    EXPECT_EQ(summary.pages_ok, 1);
    return read_file(summary.folder / "stem.md");
  }

  static std::string all_lines() {
    std::string lines = "line 1";
    for (int line = 2; line <= kNumLines; ++line) lines += fmt::format("\n\nline {}", line);
    return lines;
  }

  const TempFolder folder;
  ScriptedGenerator generator{ScriptedGenerator::TextScript([](const Request& request) {
    const media::Image& picture = vlm::picture_of(request);
    return vlm::is_layout(request) ? layout_of(picture) : number_in(picture);
  })};
};

TEST_F(TallPage, EveryLineIsReadOnceInOrder) {
  EXPECT_EQ(markdown(Backend::kVlm, pdf_of(bars(), "")), all_lines());
  const size_t windows = page_windows({595, 14400}).size();
  size_t layouts = 0;
  for (const auto& request : generator.requests()) layouts += vlm::is_layout(*request) ? 1 : 0;
  EXPECT_EQ(layouts, windows);
}

TEST_F(TallPage, HybridReadsBarsAsWell) {
  EXPECT_EQ(markdown(Backend::kHybrid, pdf_of(bars(), "")), all_lines());
}

TEST_F(TallPage, HybridTakesTheTextOfThePdf) {
  std::string content = "BT /F1 14 Tf\n";
  for (int line = 1; line <= kNumLines; ++line) {
    content += fmt::format("1 0 0 1 60 {} Tm (line {}) Tj\n", 14400 - 100 * line, line);
  }
  const std::string font = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
  EXPECT_EQ(markdown(Backend::kHybrid, pdf_of(content + "ET", font)), all_lines());
  // Halves of lines at the edges of windows may have no text of their own.
  size_t crops = 0;
  for (const auto& request : generator.requests()) crops += vlm::is_layout(*request) ? 0 : 1;
  EXPECT_LE(crops, 4u);
}

}  // namespace
}  // namespace mineru::doc
