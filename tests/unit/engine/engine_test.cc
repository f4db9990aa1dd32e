#include "engine/engine.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <gtest/gtest.h>

#include "unit/engine/fake_network.h"
#include "unit/engine_support/requests.h"

namespace mineru::engine {
namespace {

media::Image picture(int width, int height, uint8_t colour) {
  MemoryMap pixels =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  std::ranges::fill(pixels.mutable_bytes(), std::byte{colour});
  return {width, height, std::move(pixels)};
}

std::string error_of(Generator& generator, Request request) {
  try {
    generator.submit(std::move(request));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    return error.message();
  }
  return "accepted";
}

TEST(Engine, RepliesUntilTheStopToken) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  const Reply reply = complete(engine, text_request("say:hello"));
  EXPECT_EQ(reply.text, "hello");
  EXPECT_EQ(reply.finish_reason, FinishReason::kStop);
  EXPECT_EQ(reply.usage.prompt_tokens, 10);
  EXPECT_EQ(reply.usage.completion_tokens, 6);  // the stop token is one, and no text
  EXPECT_EQ(reply.usage.image_tokens, 0);
  EXPECT_GT(reply.min_probability, 0.999);
  EXPECT_LE(reply.mean_probability, 1.0);
  EXPECT_EQ(complete(engine, text_request("say:")).text, "");
}

TEST(Engine, StreamsWholeCharacters) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  const std::string text = "h\u00e9l\u6f22\U0001F600 ok";
  const auto stream = engine.submit(text_request("say:" + text + "\xE6\xBC"));
  std::string all;
  std::string piece;
  while (stream->next(piece)) {
    ASSERT_FALSE(piece.empty());
    EXPECT_NE(static_cast<unsigned char>(piece[0]) & 0xC0U, 0x80U);
    all += piece;
  }
  EXPECT_EQ(all, text + "\uFFFD");  // what never became a character
  EXPECT_EQ(stream->result().text, all);
  EXPECT_FALSE(stream->next(piece));
}

TEST(Engine, SpecialTokensAreTextOnlyWhenAskedFor) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  EXPECT_EQ(complete(engine, text_request("marker")).text, "x");
  Request request = text_request("marker");
  request.special_tokens = SpecialTokens::kKeep;
  EXPECT_EQ(complete(engine, std::move(request)).text, "<m>x");
}

TEST(Engine, LengthEndsAReply) {
  FakeNetwork fake;
  Engine engine(fake.network(), {.kv_tokens = 64});
  EXPECT_EQ(engine.info().context_tokens, 64);
  Request request = text_request("hash:1");
  request.max_new_tokens = 5;
  Reply reply = complete(engine, std::move(request));
  EXPECT_EQ(reply.finish_reason, FinishReason::kLength);
  EXPECT_EQ(reply.text.size(), 5U);
  EXPECT_EQ(reply.usage.completion_tokens, 5);
  // 7 tokens of prompt leave 57 of 64.
  reply = complete(engine, text_request("hash:1"));
  EXPECT_EQ(reply.finish_reason, FinishReason::kLength);
  EXPECT_EQ(reply.usage.completion_tokens, 57);
}

TEST(Engine, ReadsPicturesInOrder) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  Request request = picture_request(picture(56, 84, 7), "colours");
  request.messages[0].parts.emplace_back().image = picture(28, 28, 9);
  const Reply reply = complete(engine, std::move(request));
  EXPECT_EQ(reply.text, "7,9");
  EXPECT_EQ(reply.usage.image_tokens, 2 * 3 + 1);
  EXPECT_EQ(reply.usage.prompt_tokens, 7 + 7 + 1);
}

TEST(Engine, EncodesPicturesOfSeveralRequestsTogether) {
  FakeNetwork fake;
  Gate gate;
  std::atomic<bool> in_work{false};
  fake.on_vision = [&] {
    in_work = true;
    in_work.notify_all();
    gate.wait();
  };
  Engine engine(fake.network(), {});
  std::vector<std::unique_ptr<TokenStream>> streams;
  streams.reserve(6);
  for (int i = 0; i < 6; ++i) {
    streams.push_back(engine.submit(
        picture_request(picture(28, 28 * (i + 1), static_cast<uint8_t>(50 + i)), "colours")));
    in_work.wait(false);  // the first one is encoded alone
  }
  gate.open();
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(wait(*streams[static_cast<size_t>(i)]).text, std::to_string(50 + i));
  }
  EXPECT_EQ(fake.max_pictures.load(), 5);  // those that came while the first was in work
}

TEST(Engine, CirclesEndWithOneCopy) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  Reply reply = complete(engine, text_request("loop:abcdefghij"));
  EXPECT_EQ(reply.finish_reason, FinishReason::kRepetition);
  EXPECT_EQ(reply.text, "abcdefghij");
  EXPECT_EQ(reply.usage.completion_tokens, 160);
  Request request = text_request("loop:abc");
  request.loop_guard.enabled = false;
  request.max_new_tokens = 500;
  EXPECT_EQ(complete(engine, std::move(request)).finish_reason, FinishReason::kLength);
}

TEST(Engine, PenaltiesAndBansReachTheSampler) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  Request request = text_request("say:aaaa");
  request.sampling.presence_penalty = 25;  // more than the logit of what it wants to say
  request.max_new_tokens = 2;
  const std::string text = complete(engine, std::move(request)).text;
  EXPECT_EQ(text.substr(0, 1), "a");
  EXPECT_NE(text.substr(1, 1), "a");
}

// Requests whose replies depend on every token, position and page before.
Request nth_request(int i) {
  Request request = i % 3 == 2
                        ? picture_request(picture(28 * (i + 1), 56, 40), "hash:")
                        : text_request("hash:" + std::string(static_cast<size_t>(i * 7), 'q'));
  request.max_new_tokens = 40 + i * 11;
  if (i % 2 == 1) {
    request.sampling.temperature = 3;
    request.sampling.seed = static_cast<uint64_t>(i);
  }
  return request;
}

std::vector<std::string> replies_alone(int count) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  std::vector<std::string> texts;
  texts.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) texts.push_back(complete(engine, nth_request(i)).text);
  return texts;
}

// All nine are there before the first token.
std::vector<std::string> replies_together(FakeNetwork& fake, const EngineOptions& options,
                                          EngineStats& stats) {
  Gate gate;
  fake.on_forward = [&gate](model::TokenBatch) { gate.wait(); };
  Engine engine(fake.network(), options);
  std::vector<std::unique_ptr<TokenStream>> streams;
  streams.reserve(9);
  for (int i = 0; i < 9; ++i) streams.push_back(engine.submit(nth_request(i)));
  gate.open();
  std::vector<std::string> texts;
  texts.reserve(streams.size());
  for (const auto& stream : streams) texts.push_back(wait(*stream).text);
  do stats = engine.stats();
  while (stats.finished < 9);
  return texts;
}

TEST(Engine, RepliesDoNotDependOnTheOthers) {
  const std::vector<std::string> alone = replies_alone(9);
  EXPECT_EQ(alone[0].size(), 40U);
  for (const ScheduleMode mode : {ScheduleMode::kThroughput, ScheduleMode::kLatency}) {
    FakeNetwork fake;
    EngineStats stats;
    EXPECT_EQ(replies_together(fake, {.max_rows = 24, .mode = mode}, stats), alone);
    EXPECT_GE(fake.max_logits.load(), 8);
    EXPECT_EQ(stats.preemptions, 0);
    EXPECT_EQ(stats.pages_used, 0);
  }
}

TEST(Engine, RepliesDoNotDependOnPreemption) {
  const std::vector<std::string> alone = replies_alone(9);
  FakeNetwork fake;
  EngineStats stats;
  // The longest request has 128 + 62 tokens, six pages.
  EXPECT_EQ(replies_together(fake, {.kv_tokens = 7 * 32, .max_rows = 24}, stats), alone);
  EXPECT_GT(stats.preemptions, 0);
  EXPECT_EQ(stats.pages_used, 0);
}

TEST(Engine, RefusesWhatCannotWork) {
  FakeNetwork fake;
  Engine engine(fake.network(), {.kv_tokens = 64, .max_sequences = 1, .max_queue = 0});
  EXPECT_EQ(
      error_of(engine, text_request("say:" + std::string(59, 'x'))),
      "the prompt has 64 tokens (0 of them pictures); with at least one token of reply it must "
      "fit into a context of 64");
  EXPECT_EQ(error_of(engine, picture_request(picture(280, 280, 1), "colours")),
            "the prompt has 108 tokens (100 of them pictures); with at least one token of reply it "
            "must fit into a context of 64");
  EXPECT_EQ(error_of(engine, picture_request(picture(10, 10, 1), "colours")), "picture too small");
  EXPECT_EQ(error_of(engine, Request()), "no message");
  Request request = text_request("say:x");
  request.max_new_tokens = -1;
  EXPECT_EQ(error_of(engine, std::move(request)), "max_new_tokens: -1 is negative");
  request = text_request("say:x");
  request.sampling.top_p = 2;
  EXPECT_EQ(error_of(engine, std::move(request)), "top_p: 2 is outside 0 to 1");
  // None of them kept the only place; a prompt that just fits is answered.
  const Reply reply = complete(engine, text_request("say:" + std::string(58, 'x')));
  EXPECT_EQ(reply.text, "x");
  EXPECT_EQ(reply.finish_reason, FinishReason::kLength);
}

TEST(Engine, RefusesOptionsThatMakeNoSense) {
  FakeNetwork fake;
  EXPECT_THROW(Engine(fake.network(), {.max_sequences = 0}), Error);
  EXPECT_THROW(Engine(fake.network(), {.kv_tokens = -1}), Error);
  EXPECT_THROW(Engine(fake.network(), {.max_rows = 0}), Error);
  // A page of this network takes 2 * 32 floats.
  EXPECT_THROW(Engine(fake.network(), {.kv_bytes = 255}), Error);
  EXPECT_EQ(Engine(fake.network(), {.kv_bytes = 512}).info().context_tokens, 64);
  EXPECT_EQ(Engine(fake.network(), {}).info().context_tokens, 4096);
  EXPECT_EQ(Engine(fake.network(), {.max_sequences = 3}).info().num_parallel, 3);
}

}  // namespace
}  // namespace mineru::engine
