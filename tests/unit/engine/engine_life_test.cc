// Requests that do not end by themselves: cancelled, late, refused, failed, left behind.
#include <sys/resource.h>

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "base/thread_group.h"
#include "engine/engine.h"
#include "unit/engine/fake_network.h"
#include "unit/engine_support/requests.h"

namespace mineru::engine {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Request endless() {
  Request request = text_request("hash:");
  request.loop_guard.enabled = false;
  return request;
}

Request small_picture() {
  media::Image image(28, 28);
  return picture_request(std::move(image), "colours");
}

// Whether the batch has rows of a prompt that starts with this letter.
bool has_prompt_with(model::TokenBatch batch, char letter) {
  return std::ranges::any_of(batch, [letter](const model::TokenRow& row) {
    return row.position == 0 && row.token == letter;
  });
}

template <typename Predicate>
EngineStats stats_when(const Engine& engine, Predicate predicate) {
  EngineStats stats = engine.stats();
  for (int i = 0; i < 5000 && !predicate(stats); ++i) {
    std::this_thread::sleep_for(milliseconds(1));
    stats = engine.stats();
  }
  return stats;
}

// The error that ends a stream; the text before it is thrown away.
std::optional<Error> error_of(TokenStream& stream) {
  try {
    wait(stream);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

TEST(EngineLife, CancelEndsAReply) {
  FakeNetwork fake;
  fake.max_position = 1 << 20;
  Engine engine(fake.network(), {.kv_tokens = 1 << 20});
  const auto stream = engine.submit(endless());
  std::string piece;
  ASSERT_TRUE(stream->next(piece));
  stream->cancel();
  const Reply reply = wait(*stream);
  EXPECT_EQ(reply.finish_reason, FinishReason::kCancelled);
  EXPECT_EQ(reply.text.substr(0, piece.size()), piece);
  EXPECT_EQ(stats_when(engine, [](const auto& s) { return s.finished == 1; }).pages_used, 0);
  EXPECT_EQ(complete(engine, text_request("say:next")).text, "next");
}

TEST(EngineLife, AStopRequestCancels) {
  FakeNetwork fake;
  fake.max_position = 1 << 20;
  Engine engine(fake.network(), {.kv_tokens = 1 << 20});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(complete(engine, endless(), stop.get_token()).finish_reason, FinishReason::kCancelled);
}

TEST(EngineLife, DroppingTheStreamCancels) {
  FakeNetwork fake;
  fake.max_position = 1 << 20;
  Engine engine(fake.network(), {.kv_tokens = 1 << 20});
  std::string piece;
  engine.submit(endless())->next(piece);
  const EngineStats stats = stats_when(engine, [](const auto& s) { return s.finished == 1; });
  EXPECT_EQ(stats.finished, 1);
  EXPECT_EQ(stats.failed, 0);
  EXPECT_EQ(stats.pages_used, 0);
  EXPECT_EQ(stats.running, 0);
}

TEST(EngineLife, DroppingDuringVisionDropsTheJob) {
  FakeNetwork fake;
  Gate gate;
  std::atomic<int> drops{0};
  Gate started;
  fake.on_vision = [&] {
    started.open();
    gate.wait();
  };
  fake.on_drop = [&drops] { ++drops; };
  Engine engine(fake.network(), {});
  auto first = engine.submit(small_picture());
  started.wait();
  first.reset();
  const auto second = engine.submit(small_picture());
  gate.open();
  EXPECT_EQ(wait(*second).text, "255");
  EXPECT_EQ(drops.load(), 1);
}

TEST(EngineLife, DeadlinesEndRepliesEarlyOrBeforeTheyStart) {
  FakeNetwork fake;
  fake.max_position = 1 << 20;
  Engine engine(fake.network(), {.kv_tokens = 1 << 20});
  Request late = endless();
  late.deadline = Clock::now() - milliseconds(1);
  const Reply nothing = complete(engine, std::move(late));
  EXPECT_EQ(nothing.finish_reason, FinishReason::kDeadline);
  EXPECT_EQ(nothing.text, "");
  EXPECT_EQ(nothing.mean_probability, 1);
  Request soon = endless();
  soon.deadline = Clock::now() + milliseconds(30);
  const Reply some = complete(engine, std::move(soon));
  EXPECT_EQ(some.finish_reason, FinishReason::kDeadline);
  EXPECT_GT(some.usage.completion_tokens, 0);
}

TEST(EngineLife, AFullQueueRefuses) {
  FakeNetwork fake;
  Gate gate;
  fake.on_forward = [&gate](model::TokenBatch) { gate.wait(); };
  Engine engine(fake.network(), {.max_sequences = 1, .max_queue = 2});
  std::vector<std::unique_ptr<TokenStream>> streams;
  streams.reserve(3);
  for (int i = 0; i < 3; ++i) streams.push_back(engine.submit(text_request("say:x")));
  try {
    engine.submit(text_request("say:x"));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
    EXPECT_EQ(error.message(), "queue full: 3 requests are unfinished, at most 3");
  }
  gate.open();
  for (const auto& stream : streams) {
    EXPECT_EQ(wait(*stream).text, "x");
    // The place is free before the reply is complete.
    EXPECT_NO_THROW(engine.submit(text_request("say:x")));
  }
}

TEST(EngineLife, AFailingStepEndsItsRequestsOnly) {
  FakeNetwork fake;
  Gate gate;
  fake.on_forward = [&gate](model::TokenBatch batch) {
    gate.wait();
    if (has_prompt_with(batch, 'h')) throw_error(Code::kIo, "the step broke");
  };
  Engine engine(fake.network(), {.max_sequences = 1});
  const auto failing = engine.submit(endless());
  const auto waiting = engine.submit(text_request("say:fine"));
  gate.open();
  const std::optional<Error> error = error_of(*failing);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), Code::kIo);
  EXPECT_EQ(error->message(), "the step broke");
  EXPECT_TRUE(error_of(*failing)) << "the error stays";
  EXPECT_EQ(wait(*waiting).text, "fine");
  const EngineStats stats = stats_when(engine, [](const auto& s) { return s.finished == 2; });
  EXPECT_EQ(stats.failed, 1);
  EXPECT_EQ(stats.pages_used, 0);
}

TEST(EngineLife, AFailingVisionStepEndsItsRequestsOnly) {
  FakeNetwork fake;
  Gate gate;
  std::atomic<int> calls{0};
  fake.on_vision = [&] {
    gate.wait();
    if (++calls == 2) throw_error(Code::kInternal, "the picture broke");
  };
  Engine engine(fake.network(), {.max_patches = 4});
  const auto failing = engine.submit(small_picture());
  const auto fine = engine.submit(small_picture());
  const auto text = engine.submit(text_request("say:text"));
  gate.open();
  ASSERT_TRUE(error_of(*failing));
  EXPECT_EQ(wait(*fine).text, "255");
  EXPECT_EQ(wait(*text).text, "text");
}

TEST(EngineLife, LogitsThatAreNoNumbersEndOneRequest) {
  FakeNetwork fake;
  Gate gate;
  fake.on_forward = [&gate](model::TokenBatch) { gate.wait(); };
  Engine engine(fake.network(), {});
  const auto before = engine.submit(text_request("say:before"));
  const auto broken = engine.submit(text_request("nan"));
  const auto after = engine.submit(text_request("say:after"));
  gate.open();
  const std::optional<Error> error = error_of(*broken);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), Code::kInternal);
  EXPECT_EQ(wait(*before).text, "before");
  EXPECT_EQ(wait(*after).text, "after");
}

TEST(EngineLife, EndingTheEngineEndsRepliesWithAnError) {
  FakeNetwork fake;
  fake.max_position = 1 << 20;
  std::unique_ptr<TokenStream> running;
  std::unique_ptr<TokenStream> waiting;
  {
    Engine engine(fake.network(), {.kv_tokens = 1 << 20, .max_sequences = 1});
    running = engine.submit(endless());
    waiting = engine.submit(endless());
    std::string piece;
    ASSERT_TRUE(running->next(piece));
  }
  for (TokenStream* stream : {running.get(), waiting.get()}) {
    const std::optional<Error> error = error_of(*stream);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code(), Code::kCancelled);
    EXPECT_EQ(error->message(), "the engine stopped before the reply was complete");
  }
}

TEST(EngineLife, AFailureBetweenStepsClosesTheEngine) {
  FakeNetwork fake;
  Gate started;
  Gate gate;
  fake.on_vision = [&] {
    started.open();
    gate.wait();
  };
  fake.on_drop = [] { throw_error(Code::kInternal, "no way to drop it"); };
  Engine engine(fake.network(), {.max_sequences = 1});
  auto dropped = engine.submit(small_picture());
  const auto waiting = engine.submit(text_request("say:x"));
  started.wait();
  dropped->cancel();
  gate.open();
  std::optional<Error> error = error_of(*waiting);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message(), "the engine stopped: no way to drop it");
  try {
    engine.submit(text_request("say:x"));
    FAIL() << "accepted";
  } catch (const Error& refused) {
    EXPECT_EQ(refused.message(), "the engine stopped: no way to drop it");
  }
}

TEST(EngineLife, ManyThreadsShareIt) {
  FakeNetwork fake;
  Engine engine(fake.network(), {.kv_tokens = 512, .max_rows = 64, .max_sequences = 4});
  std::atomic<int> right{0};
  {
    const ThreadGroup threads(8, [&](int thread) {
      for (int i = 0; i < 25; ++i) {
        const std::string text = std::to_string(thread) + "-" + std::to_string(i);
        Request request = i % 3 == 0 ? small_picture() : text_request("say:" + text);
        auto stream = engine.submit(std::move(request));
        if (i % 7 == 6) continue;  // dropped
        const std::string reply = wait(*stream).text;
        if (reply == (i % 3 == 0 ? "255" : text)) ++right;
        engine.stats();
      }
    });
  }
  EXPECT_EQ(right.load(), 8 * 22);
  const EngineStats stats = stats_when(engine, [](const auto& s) { return s.finished == 200; });
  EXPECT_EQ(stats.finished, 200);
  EXPECT_EQ(stats.failed, 0);
  EXPECT_EQ(stats.pages_used, 0);
  EXPECT_EQ(stats.running + stats.queue_depth, 0);
}

TEST(EngineLife, StatsCountWorkAndQueue) {
  FakeNetwork fake;
  Gate gate;
  fake.on_forward = [&gate](model::TokenBatch) { gate.wait(); };
  Engine engine(fake.network(), {.kv_tokens = 320, .max_sequences = 1});
  const auto first = engine.submit(small_picture());
  const auto second = engine.submit(text_request("say:abc"));
  const EngineStats before =
      stats_when(engine, [](const auto& s) { return s.running == 1 && s.queue_depth == 1; });
  EXPECT_EQ(before.running, 1);
  EXPECT_EQ(before.queue_depth, 1);
  gate.open();
  wait(*first);
  wait(*second);
  const EngineStats after = stats_when(engine, [](const auto& s) { return s.finished == 2; });
  EXPECT_EQ(after.prompt_tokens, 1 + 7 + 1 + 8);
  EXPECT_EQ(after.generated_tokens, 4 + 4);  // "255", "abc" and a stop token each
  EXPECT_EQ(after.image_patches, 4);
  EXPECT_EQ(after.vision.steps, 3);  // 20 layers, 8 a step
  EXPECT_EQ(after.prefill.steps, 2);
  EXPECT_EQ(after.decode.steps, 6);
  EXPECT_EQ(after.num_pages, 10);
  EXPECT_EQ(after.queue_depth, 0);
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

TEST(EngineLife, AnIdleEngineUsesNoProcessor) {
  FakeNetwork fake;
  Engine engine(fake.network(), {});
  EXPECT_EQ(complete(engine, text_request("say:x")).text, "x");
  std::this_thread::sleep_for(milliseconds(10));
  const double before = cpu_seconds();
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_LT(cpu_seconds() - before, 0.02);
}

}  // namespace
}  // namespace mineru::engine
