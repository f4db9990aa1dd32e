#include "remote/remote_generator.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <semaphore>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/remote/loopback_server.h"

namespace mineru::remote {
namespace {

using engine::FinishReason;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::string chat_reply(const std::string& text) {
  return http_answer(
      200, R"({"choices":[{"finish_reason":"stop","message":{"content":")" + text + R"("}}]})");
}

engine::Request question(const std::string& text) {
  engine::Request request;
  request.messages.push_back({"user", {}});
  request.messages.back().parts.emplace_back().text = text;
  return request;
}

// A server with one model, whose replies the test scripts.
class RemoteGeneratorTest : public testing::Test {
 protected:
  // The server is on this machine, whatever proxy leads elsewhere.
  static void SetUpTestSuite() { ::setenv("no_proxy", "127.0.0.1", 1); }

  std::unique_ptr<RemoteGenerator> connect(RemoteOptions options = {}) {
    options.url = server_.url();
    return RemoteGenerator::connect(options);
  }

  template <typename Call>
  static Error failure(Call call) {
    try {
      call();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "no error";
    return Error(Code::kInternal, "");
  }

  ~RemoteGeneratorTest() override { go_on_.release(100); }

  // Of the test; the server's threads call it.
  LoopbackServer::Script chat_ = [](const std::string&) { return chat_reply("hello"); };
  std::counting_semaphore<1000> go_on_{0};  // for scripts that wait
  std::atomic<int> asked_{0};
  LoopbackServer server_{[this](const std::string& request) {
    if (request.starts_with("GET /v1/models ")) {
      return http_answer(200, R"({"data":[{"id":"m","max_model_len":16384}]})");
    }
    ++asked_;
    return chat_(request);
  }};
};

TEST_F(RemoteGeneratorTest, Replies) {
  std::string seen;
  chat_ = [&seen](const std::string& request) {
    seen = request;
    return chat_reply("hello<|im_end|>");
  };
  const auto remote = connect({.api_key = "key"});
  EXPECT_EQ(remote->info().model_name, "m");
  EXPECT_EQ(remote->info().context_tokens, 16384);
  EXPECT_EQ(remote->info().num_parallel, 100);
  const auto stream = remote->submit(question("Hi"));
  std::string piece;
  ASSERT_TRUE(stream->next(piece));
  EXPECT_EQ(piece, "hello");
  EXPECT_FALSE(stream->next(piece));
  EXPECT_EQ(stream->result().text, "hello");
  EXPECT_TRUE(seen.starts_with("POST /v1/chat/completions HTTP/1.1\r\n")) << seen;
  EXPECT_THAT(seen, HasSubstr("Authorization: Bearer key\r\n"));
  EXPECT_THAT(seen, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(seen, HasSubstr(R"({"model":"m","messages":[{"role":"user","content":[)"));
}

TEST_F(RemoteGeneratorTest, TriesAgainWhatMayWorkLater) {
  chat_ = [this](const std::string&) {
    if (asked_ == 1) return http_answer(503, "");
    if (asked_ == 2) return std::string();  // broken off
    return chat_reply("third time");
  };
  const auto remote = connect();
  EXPECT_EQ(complete(*remote, question("Hi")).text, "third time");
  EXPECT_EQ(asked_, 3);
}

TEST_F(RemoteGeneratorTest, GivesUpAfterSomeAttemptsWhenTheServerSays) {
  chat_ = [](const std::string&) { return http_answer(503, "", "Retry-After: 1\r\n"); };
  const auto remote = connect();
  const auto begun = std::chrono::steady_clock::now();
  const Error error = failure([&] { complete(*remote, question("Hi")); });
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 3s);
  EXPECT_EQ(error.code(), Code::kResourceExhausted);
  EXPECT_THAT(error.message(), HasSubstr("completions (4 attempts): the server answered 503"));
  EXPECT_EQ(asked_, 4);
}

TEST_F(RemoteGeneratorTest, WhatFailsNamesTheUrl) {
  chat_ = [](const std::string&) { return http_answer(400, "bad words\nand more"); };
  const auto remote = connect();
  const Error error = failure([&] { complete(*remote, question("Hi")); });
  EXPECT_EQ(error.code(), Code::kInvalidArgument);
  EXPECT_EQ(error.message(),
            server_.url() + "/v1/chat/completions: the server answered 400: bad words");
  EXPECT_EQ(asked_, 1);
}

TEST_F(RemoteGeneratorTest, ManyAtOnceButNoMoreThanAllowed) {
  std::atomic<int> busy{0};
  std::atomic<int> most{0};
  chat_ = [&](const std::string&) {
    int now = ++busy;
    for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
    }
    std::this_thread::sleep_for(20ms);
    --busy;
    return chat_reply("x");
  };
  const auto remote = connect({.max_in_flight = 4});
  std::vector<std::future<std::string>> texts;
  for (int i = 0; i < 12; ++i) {
    texts.push_back(
        std::async(std::launch::async, [&] { return complete(*remote, question("Hi")).text; }));
  }
  for (auto& text : texts) EXPECT_EQ(text.get(), "x");
  EXPECT_EQ(most, 4);
}

TEST_F(RemoteGeneratorTest, CancelledAndLateRepliesEndAtOnce) {
  chat_ = [this](const std::string&) {
    go_on_.acquire();
    return chat_reply("too late");
  };
  const auto remote = connect({.max_in_flight = 1});
  const auto cancelled = remote->submit(question("a"));
  const auto waiting = remote->submit(question("b"));  // for its place
  engine::Request late = question("c");
  late.deadline = std::chrono::steady_clock::now() + 30ms;
  const auto with_deadline = remote->submit(std::move(late));
  EXPECT_EQ(wait(*with_deadline).finish_reason, FinishReason::kDeadline);
  waiting->cancel();
  EXPECT_EQ(wait(*waiting).finish_reason, FinishReason::kCancelled);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(wait(*cancelled, stop.get_token()).finish_reason, FinishReason::kCancelled);
  EXPECT_LE(asked_, 1);
}

TEST_F(RemoteGeneratorTest, EndingItEndsItsReplies) {
  chat_ = [this](const std::string&) {
    go_on_.acquire();
    return chat_reply("too late");
  };
  auto remote = connect();
  const auto stream = remote->submit(question("a"));
  remote.reset();
  EXPECT_EQ(failure([&] { wait(*stream); }).code(), Code::kCancelled);
}

TEST_F(RemoteGeneratorTest, ASilentServerIsGivenUp) {
  chat_ = [this](const std::string&) {
    if (asked_ > 1) return chat_reply("awake");
    go_on_.acquire();
    return std::string();
  };
  const auto remote = connect({.timeout = 1s});
  EXPECT_EQ(complete(*remote, question("Hi")).text, "awake");
  EXPECT_EQ(asked_, 2);
}

TEST_F(RemoteGeneratorTest, ConnectingFailsWithoutDelay) {
  std::string address;
  {
    const LoopbackServer gone([](const std::string&) { return std::string(); });
    address = gone.url();
  }
  const Error error = failure([&] { RemoteGenerator::connect({.url = address}); });
  EXPECT_EQ(error.code(), Code::kNotFound);
  EXPECT_TRUE(error.message().starts_with(address + "/v1/models: ")) << error.message();
  EXPECT_EQ(failure([&] { connect({.model = "other"}); }).code(), Code::kNotFound);
  EXPECT_THAT(failure([&] { connect({.api_key = "a\nHost: b"}); }).message(),
              HasSubstr("control character"));
}

}  // namespace
}  // namespace mineru::remote
