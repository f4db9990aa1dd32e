// One page's picture through a scripted model.
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/thread_group.h"
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

class VlmPage : public ::testing::Test {
 protected:
  PageReading read(ScriptedGenerator& generator, std::stop_token stop = {}) const {
    return PageParser(generator, options, std::move(stop)).read(page.view());
  }

  // Replies to crops in the order of their submission.
  PageReading read(const std::string& layout, const std::vector<std::string>& contents) const {
    size_t next = 0;
    ScriptedGenerator generator([&](const Request& request) -> std::string {
      return is_layout(request) ? layout : contents.at(next++);
    });
    return read(generator);
  }

  media::Image page = page_picture(800, 1000);
  PageParserOptions options;
};

std::vector<std::string> messages_of(const PageReading& reading) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : reading.diagnostics) messages.push_back(diagnostic.message);
  return messages;
}

TEST_F(VlmPage, AsksForTheLayoutAndThenForEveryRegion) {
  ScriptedGenerator generator([](const Request& request) -> std::string {
    if (is_layout(request)) {
      return record({100, 50, 900, 80}, "title") + "\n" + record({100, 100, 900, 300}, "table") +
             "\n" + record({100, 400, 900, 500}, "equation") + "\n" +
             record({100, 600, 900, 900}, "image") + "<|im_end|>";
    }
    if (prompt_of(request) == "\nTable Recognition:") return "<fcel>a<fcel>b<nl><|im_end|>";
    if (prompt_of(request) == "\nFormula Recognition:") return "\\[E=mc^2\\]<|im_end|>";
    return "1 Introduction<|im_end|>";
  });
  const PageReading reading = read(generator);
  EXPECT_THAT(messages_of(reading), IsEmpty());
  ASSERT_EQ(reading.blocks.size(), 4u);
  EXPECT_EQ(reading.blocks[0].content, "1 Introduction");
  EXPECT_EQ(reading.blocks[1].content, "<table><tr><td>a</td><td>b</td></tr></table>");
  EXPECT_EQ(reading.blocks[2].content, "\\[\nE=mc^2\n\\]");
  EXPECT_EQ(reading.blocks[3].content, std::nullopt);  // pictures are not described

  const auto requests = generator.requests();
  ASSERT_EQ(requests.size(), 4u);
  for (const auto& request : requests) {
    ASSERT_EQ(request->messages.size(), 2u);
    EXPECT_EQ(request->messages[0].role, "system");
    EXPECT_EQ(request->messages[0].parts.at(0).text, "You are a helpful assistant.");
    EXPECT_EQ(request->messages[1].role, "user");
    ASSERT_EQ(request->messages[1].parts.size(), 2u);
    EXPECT_EQ(request->special_tokens, engine::SpecialTokens::kKeep);
    EXPECT_TRUE(request->loop_guard.enabled);
    const bool table = prompt_of(*request) == "\nTable Recognition:";
    EXPECT_EQ(request->sampling.no_repeat_ngram_size, table ? 0 : 100);
    EXPECT_EQ(request->loop_guard.min_tokens, table ? 1024 : 160);
    EXPECT_EQ(request->sampling.temperature, 0);
  }
  EXPECT_EQ(picture_of(*requests[0]).width(), 1036);
  EXPECT_EQ(picture_of(*requests[0]).height(), 1036);
  EXPECT_EQ(requests[0]->sampling.presence_penalty, 0);
  EXPECT_EQ(prompt_of(*requests[1]), "\nText Recognition:");
  EXPECT_EQ(requests[1]->sampling.presence_penalty, 1);
  EXPECT_EQ(picture_of(*requests[1]).width(), 640);
  EXPECT_EQ(picture_of(*requests[1]).height(), 30);
  EXPECT_EQ(origin_of(picture_of(*requests[1]), 0, 0), (std::pair{80, 48}));
  EXPECT_EQ(prompt_of(*requests[2]), "\nTable Recognition:");
  EXPECT_EQ(requests[2]->sampling.frequency_penalty, 0.005);
  EXPECT_EQ(prompt_of(*requests[3]), "\nFormula Recognition:");
}

TEST_F(VlmPage, PicturesAreDescribedWhereTheModelCan) {
  options.image_analysis = ImageAnalysis::kYes;
  const PageReading reading =
      read(record({100, 600, 900, 900}, "image"),
           {"<|class_start|>natural_image<|class_end|><|sub_class_start|><|sub_class_end|>"
            "<|caption_start|>A cat<|caption_end|><|content_start|><|content_end|>"});
  EXPECT_EQ(reading.blocks.at(0).content, "A cat");
}

TEST_F(VlmPage, TurnedContentIsMadeUpright) {
  ScriptedGenerator generator([](const Request& request) -> std::string {
    if (!is_layout(request)) return "<fcel>x<nl>";
    return record({100, 100, 300, 600}, "text", "<|rotate_right|>") +
           record({500, 100, 700, 600}, "text", "<|rotate_down|>") +
           record({750, 100, 950, 600}, "table", "<|rotate_left|>");
  });
  const PageReading reading = read(generator);
  const auto requests = generator.requests();
  ASSERT_EQ(requests.size(), 4u);
  // Crop 1 is 160 x 500 at (80, 100), turned counter-clockwise: its right edge comes to the top.
  const media::Image& right = picture_of(*requests[1]);
  EXPECT_EQ(right.width(), 500);
  EXPECT_EQ(right.height(), 160);
  EXPECT_EQ(origin_of(right, 0, 0), (std::pair{236, 100}));
  EXPECT_EQ(origin_of(right, 0, 159), (std::pair{80, 100}));
  EXPECT_EQ(origin_of(right, 499, 0), (std::pair{236, 596}));
  const media::Image& down = picture_of(*requests[2]);
  EXPECT_EQ(down.width(), 160);
  EXPECT_EQ(origin_of(down, 0, 0), (std::pair{556, 596}));
  const media::Image& left = picture_of(*requests[3]);
  EXPECT_EQ(left.width(), 500);
  EXPECT_EQ(origin_of(left, 0, 0), (std::pair{600, 596}));
  EXPECT_EQ(reading.blocks.at(0).angle, 90);
}

TEST_F(VlmPage, SmallCropsAreEnlargedAndLargeOnesLimited) {
  options.max_side = 768;
  options.resample = media::Filter::kLanczos;
  page = page_picture(1000, 1200);
  ScriptedGenerator generator([](const Request& request) -> std::string {
    if (!is_layout(request)) return "x";
    return record({100, 100, 110, 110}, "text") + record({0, 500, 1000, 700}, "text");
  });
  read(generator);
  const auto requests = generator.requests();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(picture_of(*requests[0]).width(), 768);
  EXPECT_EQ(picture_of(*requests[0]).height(), 768);
  EXPECT_EQ(std::min(picture_of(*requests[1]).width(), picture_of(*requests[1]).height()), 28);
  EXPECT_EQ(picture_of(*requests[2]).width(), 768);
  EXPECT_EQ(picture_of(*requests[2]).height(), 184);  // 1000 x 240
}

TEST_F(VlmPage, ConfidenceIsTheMeanProbability) {
  ScriptedGenerator generator([](const Request& request) {
    Reply reply;
    reply.text = is_layout(request) ? record({100, 100, 900, 300}, "text") : "words";
    reply.mean_probability = 0.75;
    return reply;
  });
  EXPECT_EQ(read(generator).blocks.at(0).confidence, 0.75);
}

TEST_F(VlmPage, CropThatFailsCostsOnlyItself) {
  ScriptedGenerator generator([](const Request& request) -> std::string {
    if (is_layout(request)) {
      return record({100, 100, 900, 200}, "text") + record({100, 300, 900, 400}, "table") +
             record({100, 500, 900, 600}, "text");
    }
    if (prompt_of(request) == "\nTable Recognition:") throw_error(Code::kInternal, "broken");
    return "good";
  });
  const PageReading reading = read(generator);
  ASSERT_EQ(reading.blocks.size(), 3u);
  EXPECT_EQ(reading.blocks[0].content, "good");
  EXPECT_EQ(reading.blocks[1].content, std::nullopt);
  EXPECT_EQ(reading.blocks[2].content, "good");
  EXPECT_THAT(messages_of(reading), ElementsAre("crop 2 (table) was not read: broken"));
  EXPECT_EQ(reading.diagnostics[0].code, Code::kInternal);
}

TEST_F(VlmPage, SubmitThatFailsCostsOnlyItsCrop) {
  engine::ScriptOptions script;
  script.on_submit = [](const Request& request) {
    if (!is_layout(request) && picture_of(request).height() == 50) {
      throw_error(Code::kInvalidArgument, "unusable picture");
    }
  };
  ScriptedGenerator generator(
      [](const Request& request) -> std::string {
        if (!is_layout(request)) return "good";
        return record({100, 100, 900, 150}, "text") + record({100, 300, 900, 400}, "text");
      },
      script);
  const PageReading reading = read(generator);
  EXPECT_EQ(reading.blocks.at(1).content, "good");
  EXPECT_THAT(messages_of(reading), ElementsAre("crop 1 (text) was not read: unusable picture"));
}

TEST_F(VlmPage, FullQueueIsWaitedFor) {
  ScriptedGenerator* self = nullptr;
  engine::ScriptOptions script;
  script.on_submit = [&](const Request&) {
    if (self->in_flight() >= 2) throw_error(Code::kResourceExhausted, "queue full");
  };
  std::string layout;
  for (int i = 0; i < 9; ++i) layout += record({100, 100 * i + 10, 900, 100 * i + 90}, "text");
  ScriptedGenerator generator(
      [&](const Request& request) { return is_layout(request) ? layout : std::string("x"); },
      script);
  self = &generator;
  const PageReading reading = read(generator);
  EXPECT_THAT(messages_of(reading), IsEmpty());
  for (const ContentBlock& block : reading.blocks) EXPECT_EQ(block.content, "x");
}

TEST_F(VlmPage, LayoutThatFailsCostsThePage) {
  ScriptedGenerator generator(
      [](const Request&) -> std::string { throw_error(Code::kInternal, "broken"); });
  EXPECT_THROW(read(generator), Error);
}

TEST_F(VlmPage, RepliesThatDoNotEndAreKeptAndReported) {
  ScriptedGenerator generator([](const Request& request) {
    Reply reply;
    reply.usage.completion_tokens = 7;
    if (is_layout(request)) {
      reply.text = record({100, 100, 900, 200}, "text") + record({100, 300, 900, 350}, "text") +
                   "<|box_start|>100 9";
      reply.finish_reason = FinishReason::kLength;
    } else if (picture_of(request).height() == 100) {
      reply.text = "la la";
      reply.finish_reason = FinishReason::kRepetition;
    } else {
      reply.text = "too long";
      reply.finish_reason = FinishReason::kLength;
    }
    return reply;
  });
  const PageReading reading = read(generator);
  ASSERT_EQ(reading.blocks.size(), 2u);
  EXPECT_EQ(reading.blocks[0].content, "la la");
  EXPECT_EQ(reading.blocks[1].content, "too long");
  EXPECT_THAT(messages_of(reading),
              ElementsAre("layout: the reply was cut off after 7 tokens, the rest is missing",
                          "crop 1 (text): the model repeated itself without end; one copy was kept",
                          "crop 2 (text): the reply was cut off after 7 tokens, the rest is "
                          "missing"));
}

TEST_F(VlmPage, GarbageIsAnEmptyPageThatSaysSoInTheReference) {
  options.compat = Compat::kReference;
  EXPECT_THAT(messages_of(read("", {})), IsEmpty());  // an empty page has no regions
  for (const std::string garbage :
       {"I am sorry", "<|box_start|><|box_end|>", "\xff\xfe<|ref_start|>", "0 0 0 0"}) {
    const PageReading reading = read(garbage, {});
    EXPECT_THAT(reading.blocks, IsEmpty());
    EXPECT_THAT(messages_of(reading), ElementsAre(HasSubstr("the reply names no region")));
  }
}

TEST_F(VlmPage, ReplyThatIsNoTable) {
  const PageReading reading = read(record({100, 100, 900, 200}, "table"), {"I see a table"});
  EXPECT_THAT(messages_of(reading),
              ElementsAre("crop 1 (table): the reply is no table, its picture "
                          "stands for it"));
  EXPECT_EQ(reading.blocks.at(0).content.value_or(""), "");
}

TEST_F(VlmPage, NumberOfPicturesInMemoryIsBounded) {
  std::string layout;
  for (int i = 0; i < 60; ++i) {
    layout += record({100, 16 * i, 900, 16 * i + 15}, "text");
  }
  for (const int most : {1, 5}) {
    options.max_in_flight = most;
    ScriptedGenerator generator([&](const Request& request) {
      return is_layout(request) ? layout : std::to_string(picture_of(request).height());
    });
    const PageReading reading = read(generator);
    EXPECT_EQ(reading.blocks.size(), 60u);
    EXPECT_EQ(generator.requests().size(), 61u);
    EXPECT_EQ(generator.max_in_flight(), most);
    EXPECT_EQ(generator.num_cancelled(), 0);
  }
}

TEST_F(VlmPage, StopCancelsWhatIsInFlight) {
  std::string layout;
  for (int i = 0; i < 20; ++i) layout += record({100, 40 * i + 1, 900, 40 * i + 30}, "text");
  std::stop_source stop;
  int crops = 0;
  ScriptedGenerator generator([&](const Request& request) -> std::string {
    if (is_layout(request)) return layout;
    if (++crops == 3) stop.request_stop();
    return "x";
  });
  options.max_in_flight = 8;
  try {
    read(generator, stop.get_token());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kCancelled);
  }
  EXPECT_EQ(generator.in_flight(), 0);
  EXPECT_GE(generator.num_cancelled(), 5);
  EXPECT_LT(generator.requests().size(), 20u);
}

TEST_F(VlmPage, StopWakesAWaitingPage) {
  engine::ScriptOptions script;
  script.delay = std::chrono::hours(1);
  ScriptedGenerator generator([](const Request&) -> std::string { return ""; }, script);
  std::stop_source stop;
  const ThreadGroup later(1, [&stop](int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  EXPECT_THROW(read(generator, stop.get_token()), Error);
}

}  // namespace
}  // namespace mineru::doc::vlm
