#include "unit/engine_support/scripted_generator.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/engine_support/requests.h"

namespace mineru::engine {
namespace {

TEST(ScriptedGenerator, AnswersAndRecords) {
  ScriptedGenerator generator(
      [](const Request& request) { return request.messages.at(0).parts.at(0).text + "!"; });
  EXPECT_EQ(complete(generator, text_request("one")).text, "one!");
  EXPECT_EQ(complete(generator, text_request("two")).text, "two!");
  ASSERT_EQ(generator.requests().size(), 2U);
  EXPECT_EQ(generator.requests()[1]->messages[0].parts[0].text, "two");
  EXPECT_EQ(generator.in_flight(), 0);
  EXPECT_EQ(generator.num_cancelled(), 0);
}

TEST(ScriptedGenerator, StreamsWholeCharacters) {
  ScriptedGenerator generator([](const Request&) { return std::string("h\u00e9\u6f22x"); },
                              {.piece_chars = 2});
  const auto stream = generator.submit(text_request(""));
  std::string piece;
  ASSERT_TRUE(stream->next(piece));
  EXPECT_EQ(piece, "h\u00e9");
  ASSERT_TRUE(stream->next(piece));
  EXPECT_EQ(piece, "\u6f22x");
  EXPECT_FALSE(stream->next(piece));
}

TEST(ScriptedGenerator, ErrorsComeOutOfNextAndSubmit) {
  ScriptedGenerator failing(
      [](const Request&) -> std::string { throw_error(Code::kInternal, "scripted"); });
  const auto stream = failing.submit(text_request(""));
  std::string piece;
  EXPECT_THROW(stream->next(piece), Error);
  EXPECT_EQ(failing.in_flight(), 0);

  ScriptedGenerator full(
      [](const Request&) { return std::string(); },
      {.on_submit = [](const Request&) { throw_error(Code::kResourceExhausted, "queue full"); }});
  EXPECT_THROW(full.submit(text_request("")), Error);
}

TEST(ScriptedGenerator, CancelAndDeadlineEndTheDelay) {
  ScriptedGenerator generator([](const Request&) { return std::string("late"); },
                              {.delay = std::chrono::hours(1)});
  const auto cancelled = generator.submit(text_request(""));
  cancelled->cancel();
  EXPECT_EQ(wait(*cancelled).finish_reason, FinishReason::kCancelled);

  Request urgent = text_request("");
  urgent.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  EXPECT_EQ(complete(generator, std::move(urgent)).finish_reason, FinishReason::kDeadline);

  generator.submit(text_request(""));  // dropped
  EXPECT_EQ(generator.num_cancelled(), 2);
  EXPECT_EQ(generator.max_in_flight(), 1);
  EXPECT_EQ(generator.in_flight(), 0);
}

}  // namespace
}  // namespace mineru::engine
