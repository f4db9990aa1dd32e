// What a model that errs may do to a page (docs/odd-inputs.md, rows C9, D1 to D4, E16).
#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "doc/vlm/page_ink.h"
#include "doc/vlm/page_parser.h"
#include "unit/doc/vlm_support.h"

namespace mineru::doc::vlm {
namespace {

using engine::FinishReason;
using engine::Reply;
using engine::Request;
using engine::ScriptedGenerator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Box = std::array<double, 4>;

constexpr const char* kJunk = "]]<|txtMask fill:#>]]<|txtMask fill:#>";
constexpr const char* kNoTable = "I see a table";
constexpr const char* kTable = "<fcel>a<fcel>b<nl>";

// White, or black, with a square of the other colour.
media::Image plain_page(int side_of_square, uint8_t paper = 255) {
  constexpr int kSide = 200;
  MemoryMap pixels = MemoryMap::anonymous(size_t{kSide} * kSide * 3);
  const auto out = pixels.mutable_bytes();
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool marked = x < side_of_square && y < side_of_square;
      const auto level = static_cast<std::byte>(marked ? 255 - paper : paper);
      for (size_t c = 0; c < 3; ++c) out[(static_cast<size_t>(y) * kSide + x) * 3 + c] = level;
    }
  }
  return {kSide, kSide, std::move(pixels)};
}

void paint(media::Image& page, int x0, int y0, int side) {
  MemoryMap pixels = MemoryMap::anonymous(page.num_bytes());
  const auto out = pixels.mutable_bytes();
  std::ranges::copy(page.bytes(), out.begin());
  for (int y = y0; y < y0 + side; ++y) {
    const size_t row =
        (static_cast<size_t>(y) * static_cast<size_t>(page.width()) + static_cast<size_t>(x0)) * 3;
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(row), side * 3, std::byte{0});
  }
  page = media::Image(page.width(), page.height(), std::move(pixels));
}

// The dark squares in the four quarters of the picture, left ones first.
std::string squares_in(const media::Image& picture) {
  std::string layout;
  const int half = picture.width() / 2;
  for (const int left : {0, half}) {
    for (const int top : {0, half}) {
      std::array<int, 4> box = {1000, 1000, 0, 0};
      for (int y = top; y < top + half; ++y) {
        for (int x = left; x < left + half; ++x) {
          if (picture.view().row(y)[static_cast<size_t>(x) * 3] > 128) continue;
          const auto grid = [&](int at) { return at * 1000 / picture.width(); };
          box = {std::min(box[0], grid(x)), std::min(box[1], grid(y)),
                 std::max(box[2], grid(x + 1)), std::max(box[3], grid(y + 1))};
        }
      }
      layout += record(box, "text");
    }
  }
  return layout;
}

std::vector<std::string> messages_of(const PageReading& reading) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : reading.diagnostics) messages.push_back(diagnostic.message);
  return messages;
}

class VlmOddReplies : public ::testing::Test {
 protected:
  PageReading read(ScriptedGenerator& generator, const PageHelp& help = {}) const {
    return PageParser(generator, options, std::stop_token()).read(page.view(), help);
  }
  // `layouts`: replies to one request for the layout after the other.
  PageReading read(const std::vector<std::string>& layouts, const std::string& content,
                   const PageHelp& help = {}) {
    size_t next = 0;
    ScriptedGenerator generator([&](const Request& request) -> std::string {
      return is_layout(request) ? layouts.at(next++) : content;
    });
    PageReading reading = read(generator, help);
    requests = generator.requests();
    return reading;
  }

  media::Image page = page_picture(800, 1000);
  PageParserOptions options;
  std::vector<std::shared_ptr<const Request>> requests;
};

TEST(PageInk, StandsOutFromThePaper) {
  EXPECT_FALSE(has_ink(plain_page(0).view()));
  EXPECT_FALSE(has_ink(plain_page(0, 0).view()));  // all black
  EXPECT_FALSE(has_ink(plain_page(2).view()));     // dust
  EXPECT_TRUE(has_ink(plain_page(3).view()));      // a dot
  EXPECT_TRUE(has_ink(plain_page(3, 0).view()));
  EXPECT_FALSE(has_ink(plain_page(80, 150).view()));  // a shadow: 150 and 105
  EXPECT_TRUE(has_ink(page_picture(800, 1000).view()));
}

// D3
TEST_F(VlmOddReplies, LayoutWithoutRegionsIsAskedForOnceMore) {
  page = plain_page(50);  // whose edges each filter softens in its own way
  const std::string layout = record({100, 100, 900, 200}, "text");
  for (const std::string junk : {kJunk, "", "<|box_start|>100 100", "I am sorry"}) {
    const PageReading reading = read({junk, layout}, "words");
    ASSERT_EQ(reading.blocks.size(), 1u) << junk;
    EXPECT_EQ(reading.blocks[0].content, "words");
    EXPECT_EQ(reading.blocks[0].bbox, (Box{0.1, 0.1, 0.9, 0.2}));
    EXPECT_THAT(messages_of(reading), ElementsAre(HasSubstr("the reply names no region"),
                                                  "layout: a second request found regions"));
    ASSERT_EQ(requests.size(), 3u);
    // Another filter made the second picture.
    EXPECT_TRUE(is_layout(*requests[1]));
    EXPECT_FALSE(
        std::ranges::equal(picture_of(*requests[0]).bytes(), picture_of(*requests[1]).bytes()));
  }
}

TEST_F(VlmOddReplies, PageWithoutRegionsIsReadAsOneText) {
  for (const std::string junk : {kJunk, "", "\xff\xfe<|ref_start|>", "<|box_start|><|box_end|>"}) {
    const PageReading reading = read({junk, junk}, "all the words");
    ASSERT_EQ(reading.blocks.size(), 1u) << junk;
    EXPECT_EQ(reading.blocks[0].type, ContentType::kText);
    EXPECT_EQ(reading.blocks[0].bbox, (Box{0, 0, 1, 1}));
    EXPECT_EQ(reading.blocks[0].content, "all the words");
    EXPECT_THAT(messages_of(reading),
                ElementsAre(HasSubstr("the reply names no region"),
                            "layout: no region was found; the page was read as one text"));
    ASSERT_EQ(requests.size(), 3u);
    EXPECT_EQ(prompt_of(*requests[2]), "\nText Recognition:");
    EXPECT_EQ(picture_of(*requests[2]).width(), 800);
    EXPECT_EQ(picture_of(*requests[2]).height(), 1000);
  }
  // What shows no text has none.
  EXPECT_THAT(read({"", ""}, "[Non-Text]").blocks, IsEmpty());
}

TEST_F(VlmOddReplies, RegionsOfOthersStandInForALayout) {
  ContentBlock title;
  title.type = ContentType::kTitle;
  title.bbox = {0.1, 0.1, 0.5, 0.2};
  PageHelp help;
  help.regions = [&] { return std::vector<ContentBlock>{title}; };
  const PageReading reading = read({kJunk, kJunk}, "Heading", help);
  ASSERT_EQ(reading.blocks.size(), 1u);
  EXPECT_EQ(reading.blocks[0].type, ContentType::kTitle);
  EXPECT_EQ(reading.blocks[0].content, "Heading");
  EXPECT_THAT(messages_of(reading),
              ElementsAre(HasSubstr("the reply names no region"),
                          "layout: no region was found; those of the PDF's text were used"));
  help.regions = [] { return std::vector<ContentBlock>(); };
  EXPECT_EQ(read({kJunk, kJunk}, "words", help).blocks.at(0).bbox, (Box{0, 0, 1, 1}));
}

TEST_F(VlmOddReplies, BlankPageStaysEmpty) {
  for (const uint8_t paper : {uint8_t{255}, uint8_t{0}}) {
    page = plain_page(0, paper);
    for (const std::string junk : {kJunk, ""}) {
      const PageReading reading = read({junk}, "hallucinated");
      EXPECT_THAT(reading.blocks, IsEmpty());
      EXPECT_THAT(messages_of(reading), IsEmpty());
      EXPECT_EQ(requests.size(), 1u);
    }
  }
  page = plain_page(3);
  EXPECT_EQ(read({kJunk, kJunk}, ".").blocks.at(0).content, ".");
}

TEST_F(VlmOddReplies, ReferenceAsksOnceAndLeavesThePageEmpty) {
  options.compat = Compat::kReference;
  EXPECT_THAT(read({kJunk}, "words").blocks, IsEmpty());
  EXPECT_EQ(requests.size(), 1u);
}

// D4
TEST_F(VlmOddReplies, TableThatSaysNothingIsTurnedTheOtherWay) {
  for (const std::string poor : {kNoTable, "<ecel><ecel><nl><ecel><ecel><nl>", ""}) {
    int tables = 0;
    ScriptedGenerator generator([&](const Request& request) -> std::string {
      if (is_layout(request)) return record({100, 100, 300, 600}, "table", "<|rotate_right|>");
      return ++tables == 1 ? poor : kTable;
    });
    const PageReading reading = read(generator);
    EXPECT_EQ(reading.blocks.at(0).content, "<table><tr><td>a</td><td>b</td></tr></table>");
    EXPECT_EQ(reading.blocks[0].angle, 270);
    EXPECT_THAT(messages_of(reading),
                ElementsAre("crop 1 (table): it is turned the other way than the layout says"));
    const auto asked = generator.requests();
    ASSERT_EQ(asked.size(), 3u);
    // The crop is 160 x 500 at (80, 100).
    EXPECT_EQ(origin_of(picture_of(*asked[1]), 0, 0), (std::pair{236, 100}));
    EXPECT_EQ(origin_of(picture_of(*asked[2]), 0, 0), (std::pair{80, 596}));
  }
}

TEST_F(VlmOddReplies, TableIsTurnedOnlyOnceAndOnlyIfItLiesOnItsSide) {
  struct Case {
    const char* tail;
    size_t num_requests;
  };
  for (const Case& c : {Case{"<|rotate_left|>", 3}, Case{"<|rotate_down|>", 3},
                        Case{"<|rotate_up|>", 2}, Case{"", 2}}) {
    const PageReading reading = read({record({100, 100, 300, 600}, "table", c.tail)}, kNoTable);
    EXPECT_EQ(requests.size(), c.num_requests) << c.tail;
    EXPECT_EQ(reading.blocks.at(0).content.value_or(""), "");
    EXPECT_THAT(messages_of(reading),
                ElementsAre("crop 1 (table): the reply is no table, its picture stands for it"));
  }
  options.compat = Compat::kReference;
  read({record({100, 100, 300, 600}, "table", "<|rotate_left|>")}, kNoTable);
  EXPECT_EQ(requests.size(), 2u);
}

TEST_F(VlmOddReplies, FirstReplyIsKeptWhereTheSecondIsNoBetter) {
  int tables = 0;
  ScriptedGenerator generator([&](const Request& request) -> Reply {
    Reply reply;
    reply.mean_probability = 0.5;
    if (is_layout(request)) {
      reply.text = record({100, 100, 300, 600}, "table", "<|rotate_left|>");
    } else if (++tables == 1) {
      reply.text = kTable;
      reply.finish_reason = FinishReason::kRepetition;
    } else {
      throw_error(Code::kInternal, "broken");
    }
    return reply;
  });
  const PageReading reading = read(generator);
  EXPECT_EQ(reading.blocks.at(0).content, "<table><tr><td>a</td><td>b</td></tr></table>");
  EXPECT_EQ(reading.blocks[0].angle, 270);
  EXPECT_EQ(reading.blocks[0].confidence, 0.5);
  EXPECT_THAT(messages_of(reading),
              ElementsAre("crop 1 (table) was not read: broken",
                          "crop 1 (table): the model repeated itself without end; one copy was "
                          "kept"));
}

// C9
TEST_F(VlmOddReplies, PageThatIsOnePictureIsReadAsText) {
  for (const std::string type : {"image", "chart", "image_block"}) {
    const PageReading reading = read({record({10, 10, 990, 990}, type)}, "printed words");
    ASSERT_EQ(reading.blocks.size(), 2u) << type;
    EXPECT_EQ(content_type_name(reading.blocks[0].type), type);
    EXPECT_EQ(reading.blocks[0].content, std::nullopt);
    EXPECT_EQ(reading.blocks[1].type, ContentType::kText);
    EXPECT_EQ(reading.blocks[1].content, "printed words");
    EXPECT_EQ(reading.blocks[1].bbox, (Box{0.01, 0.01, 0.99, 0.99}));
    EXPECT_THAT(messages_of(reading),
                ElementsAre("layout: the page is one picture; it was read as text, too"));
  }
}

TEST_F(VlmOddReplies, PicturesAreNotReadWhereThereIsTextOrRoomForIt) {
  // A photograph without text.
  PageReading reading = read({record({0, 0, 1000, 1000}, "image")}, "[Non-Text]");
  EXPECT_EQ(reading.blocks.size(), 1u);
  EXPECT_THAT(messages_of(reading), IsEmpty());
  // Too small; with text beside it.
  EXPECT_EQ(read({record({100, 100, 900, 900}, "image")}, "x").blocks.size(), 1u);
  EXPECT_EQ(requests.size(), 1u);
  reading = read({record({0, 0, 1000, 900}, "image") + record({0, 920, 1000, 990}, "text")}, "x");
  EXPECT_EQ(reading.blocks.size(), 2u);
  // Its page number alone says nothing of it.
  reading =
      read({record({0, 0, 1000, 900}, "image") + record({480, 950, 520, 970}, "page_number")}, "x");
  EXPECT_EQ(reading.blocks.size(), 3u);
  options.compat = Compat::kReference;
  EXPECT_EQ(read({record({0, 0, 1000, 1000}, "image")}, "x").blocks.size(), 1u);
}

// D1, D2: what parse_layout makes of each is in vlm_layout_test.cc; here nothing of it may hurt.
TEST_F(VlmOddReplies, BoxesThatCannotBe) {
  page = page_picture(500, 500);
  const PageReading reading =
      read({record({100, 100, 100, 300}, "text") +  // no width
            record({0, 998, 1000, 999}, "text") +   // half a pixel
            record({900, 400, 100, 200}, "text") +  // corners swapped
            record({0, 0, 1001, 20}, "text") +      // off the grid
            "<|box_start|>-5 000 100 100<|box_end|><|ref_start|>text<|ref_end|>" +
            record({100, 500, 900, 510}, "foo") + record({100, 600, 900, 650}, "inline_formula") +
            record({100, 700, 900, 750}, "unknown") + record({100, 800, 900, 850}, "TEXT", "")},
           "words");
  ASSERT_EQ(reading.blocks.size(), 4u);
  EXPECT_EQ(reading.blocks[0].bbox, (Box{0, 0.998, 1, 0.999}));
  EXPECT_EQ(reading.blocks[0].content, "words");
  EXPECT_EQ(reading.blocks[1].bbox, (Box{0.1, 0.2, 0.9, 0.4}));
  EXPECT_EQ(reading.blocks[2].type, ContentType::kImage);
  EXPECT_EQ(reading.blocks[3].angle, std::nullopt);
  EXPECT_THAT(messages_of(reading), IsEmpty());
}

TEST_F(VlmOddReplies, FlatCropsShowAtLeastOnePixel) {
  page = page_picture(500, 500);
  options.compat = Compat::kProduct;
  // 0.998 * 500 = 499, 0.999 * 500 = 499.5, which rounds to the even 500.
  read({record({0, 998, 1000, 999}, "text") + record({0, 1, 1000, 2}, "text")}, "words");
  ASSERT_EQ(requests.size(), 3u);
  for (size_t i = 1; i < requests.size(); ++i) {
    EXPECT_GE(picture_of(*requests[i]).height(), 28);
    EXPECT_GE(picture_of(*requests[i]).width(), 28);
  }
}

// E16
TEST_F(VlmOddReplies, EmptyRepliesAreEmptyContents) {
  std::string layout;
  int y = 10;
  for (const char* type : {"text", "title", "table", "equation", "code", "algorithm", "list",
                           "image", "chart", "image_caption", "header", "footnote", "ref_text",
                           "index", "equation_block", "image_block", "list_item"}) {
    layout += record({100, y, 900, y + 40}, type);
    y += 50;
  }
  for (const ImageAnalysis analysis : {ImageAnalysis::kNo, ImageAnalysis::kYes}) {
    options.image_analysis = analysis;
    const PageReading reading = read({layout}, "");
    EXPECT_EQ(reading.blocks.size(), 16u);  // the frame of equations holds none
    for (const ContentBlock& block : reading.blocks) EXPECT_EQ(block.content.value_or(""), "");
  }
}

// E1: 40 rows that are the same are no circle, a formula of a few pixels is no page.
TEST_F(VlmOddReplies, RepliesHaveAsMuchRoomAsTheirCrops) {
  read({record({100, 100, 900, 200}, "table") + record({100, 300, 900, 330}, "text")}, kTable);
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0]->max_new_tokens, 0);
  EXPECT_EQ(requests[1]->max_new_tokens, 256 + 640 * 100 / 64);
  EXPECT_EQ(requests[1]->sampling.no_repeat_ngram_size, 0);
  EXPECT_EQ(requests[1]->loop_guard.copies, 48);
  EXPECT_EQ(requests[1]->loop_guard.min_tokens, 1024);
  EXPECT_EQ(requests[2]->max_new_tokens, 256 + 640 * 30 / 64);
  EXPECT_EQ(requests[2]->sampling.no_repeat_ngram_size, 100);
  options.compat = Compat::kReference;
  read({record({100, 100, 900, 200}, "table")}, kTable);
  EXPECT_EQ(requests[1]->max_new_tokens, 0);
  EXPECT_EQ(requests[1]->sampling.no_repeat_ngram_size, 100);
  EXPECT_EQ(requests[1]->loop_guard.copies, 8);
}

// D10
TEST_F(VlmOddReplies, TextThatHasNoRoomIsLeftOut) {
  const std::string review(400, 'w');
  const PageReading reading = read({record({100, 100, 600, 106}, "text")}, review);
  EXPECT_EQ(reading.blocks.at(0).content, "");  // 400 x 6 pixels
  EXPECT_THAT(messages_of(reading),
              ElementsAre("crop 1 (text): no room for the 400 bytes that the model read there; "
                          "they were left out"));
  EXPECT_EQ(read({record({100, 100, 600, 116}, "text")}, review).blocks.at(0).content, review);
}

// D5: boxes are parts of the page, whatever its shape, though the model sees a square.
TEST_F(VlmOddReplies, BoxesFitPagesOfEveryShape) {
  const std::vector<std::pair<int, int>> sizes = {{900, 900}, {600, 1200}, {1500, 500}};
  for (const auto& [width, height] : sizes) {
    page = media::Image(width, height);
    const int side = 90;
    std::vector<Box> truth;
    for (const int x : {60, width - 60 - side}) {
      for (const int y : {60, height - 60 - side}) {
        paint(page, x, y, side);
        truth.push_back({x * 1.0 / width, y * 1.0 / height, (x + side) * 1.0 / width,
                         (y + side) * 1.0 / height});
      }
    }
    ScriptedGenerator generator([&](const Request& request) -> std::string {
      return is_layout(request) ? squares_in(picture_of(request)) : "x";
    });
    const PageReading reading = read(generator);
    ASSERT_EQ(reading.blocks.size(), 4u);
    for (size_t i = 0; i < 4; ++i) {
      const media::Box box = box_of(reading.blocks[i]);
      const Box& t = truth[i];
      const media::Box real = {t[0], t[1], t[2], t[3]};
      const double both = media::covered(box, real) * box.area();
      EXPECT_GT(both / (box.area() + real.area() - both), 0.9) << width << " x " << height;
    }
  }
}

// E4: two columns, and a figure over one and a half of them.
TEST_F(VlmOddReplies, TheOrderIsThatOfTheModel) {
  const PageReading reading =
      read({record({50, 50, 480, 300}, "text") + record({520, 50, 950, 200}, "text") +
            record({50, 320, 700, 600}, "image") + record({50, 620, 480, 900}, "text") +
            record({720, 320, 950, 600}, "text") + record({520, 620, 950, 900}, "text")},
           "x");
  std::vector<double> tops;
  for (const ContentBlock& block : reading.blocks) tops.push_back(block.bbox[1]);
  EXPECT_THAT(tops, ElementsAre(0.05, 0.05, 0.32, 0.62, 0.32, 0.62));
}

TEST_F(VlmOddReplies, LeastProbabilityIsKept) {
  ScriptedGenerator generator([](const Request& request) {
    Reply reply;
    reply.text = is_layout(request) ? record({100, 100, 900, 300}, "text") : "SZE15";
    reply.mean_probability = 0.75;
    reply.min_probability = 0.125;
    return reply;
  });
  const PageReading reading = read(generator);
  EXPECT_EQ(reading.blocks.at(0).confidence, 0.75);
  EXPECT_EQ(reading.blocks.at(0).min_confidence, 0.125);
}

}  // namespace
}  // namespace mineru::doc::vlm
