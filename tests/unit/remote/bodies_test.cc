// What is sent and how answers are read: pure functions.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "remote/http_outcome.h"
#include "remote/picture_url.h"
#include "remote/reply_body.h"
#include "remote/request_body.h"
#include "remote/retry_policy.h"
#include "remote/server_url.h"

namespace mineru::remote {
namespace {

using engine::FinishReason;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_view_literals;

template <typename Call>
Error failure(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(Code::kInternal, "");
}

TEST(ServerUrl, KeepsThePathOnlyBeforeASlash) {
  EXPECT_EQ(server_urls("http://h:1").chat, "http://h:1/v1/chat/completions");
  EXPECT_EQ(server_urls("https://h/prefix").models, "https://h/v1/models");
  EXPECT_EQ(server_urls("https://h/prefix//").models, "https://h/prefix/v1/models");
  EXPECT_EQ(server_urls("http://h?x=1").models, "http://h/v1/models");
  EXPECT_EQ(server_urls("http://[::1]:80/").models, "http://[::1]:80/v1/models");
}

TEST(ServerUrl, CredentialsAreNoPartOfIt) {
  const ServerUrls urls = server_urls("http://me:p@ss@h:1/x/");
  EXPECT_EQ(urls.credentials, "me:p@ss");
  EXPECT_EQ(urls.models, "http://h:1/x/v1/models");
  EXPECT_EQ(server_urls("http://me:%25p%40%zz%4@h").credentials, "me:%p@%zz%4");
  EXPECT_EQ(server_urls("http://h/a@b/").credentials, "");
}

TEST(ServerUrl, RefusesWhatIsNone) {
  for (const char* const address : {"", "h:30000", "ftp://h", "http://", "http:///x/", "http://:1",
                                    "http://h /", "http://u@"}) {
    EXPECT_EQ(failure([&] { server_urls(address); }).code(), Code::kInvalidArgument) << address;
  }
}

TEST(PictureUrl, KnowsFormatsByTheirFirstBytes) {
  EXPECT_EQ(picture_format("\xFF\xD8\xFF\xE0"), "jpeg");
  EXPECT_EQ(picture_format("GIF87a"), "gif");
  EXPECT_EQ(picture_format("II*\0"sv), "tiff");
  EXPECT_EQ(picture_url("\x89PNG"), "data:image/png;base64,iVBORw==");
  for (const std::string_view bytes : {""sv, "RIFF0000WAVE"sv, "RIFF0WEBP"sv, "MM\0\0"sv}) {
    EXPECT_EQ(failure([&] { picture_format(bytes); }).code(), Code::kUnsupported) << bytes;
  }
}

engine::Request question() {
  engine::Request request;
  request.messages.push_back({"system", {}});
  request.messages.back().parts.emplace_back().text = "Be brief.";
  request.messages.push_back({"user", {}});
  request.messages.back().parts.emplace_back().image = media::Image(1, 1);
  request.messages.back().parts.emplace_back().text = "What?\xff";
  return request;
}

TEST(RequestBody, InTheReferencesOrder) {
  engine::Request request = question();
  request.sampling = {
      .top_p = 0.01, .top_k = 1, .presence_penalty = 1, .no_repeat_ngram_size = 100};
  request.special_tokens = engine::SpecialTokens::kKeep;
  const std::vector<std::string> urls = {"data:x"};
  EXPECT_EQ(request_body(request, urls, {.model = "m", .priority = 3}),
            "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
            "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":"
            "\"data:x\"}},{\"type\":\"text\",\"text\":\"What?\ufffd\"}]}],\"priority\":3,"
            "\"temperature\":0.0,\"top_p\":0.01,\"top_k\":1,\"presence_penalty\":1.0,"
            "\"frequency_penalty\":0.0,\"repetition_penalty\":1.0,\"vllm_xargs\":{"
            "\"no_repeat_ngram_size\":100,\"debug\":false},\"skip_special_tokens\":false}");
}

TEST(RequestBody, OfAQuestionOfOnesOwn) {
  engine::Request request = question();
  request.messages[1].parts.erase(request.messages[1].parts.begin());
  request.max_new_tokens = 20;
  request.sampling.temperature = 0.5;
  request.sampling.seed = 9;
  const std::string body = request_body(request, {}, {.model = "m", .priority = {}});
  EXPECT_THAT(body, HasSubstr(R"("content":[{"type":"text","text":"What?)"));
  EXPECT_THAT(body, HasSubstr(R"("repetition_penalty":1.0,"seed":9,"max_completion_tokens":20,)"
                              R"("max_tokens":20,"skip_special_tokens":true})"));
  EXPECT_THAT(body, testing::Not(HasSubstr("top_k")));
  EXPECT_THAT(body, testing::Not(HasSubstr("vllm_xargs")));
}

TEST(RequestBody, OpenAiGetsWhatItKnows) {
  engine::Request request = question();
  request.sampling.top_k = 1;
  const std::vector<std::string> urls = {"data:x"};
  const std::string body = request_body(request, urls, {.model = "GPT-4o", .priority = {}});
  for (const char* const key : {"top_k", "repetition_penalty", "skip_special_tokens"}) {
    EXPECT_THAT(body, testing::Not(HasSubstr(key)));
  }
}

std::string answer(const std::string& choice) {
  return R"({"usage":{"prompt_tokens":5,"completion_tokens":2},"choices":[)" + choice + "]}";
}

TEST(ReplyBody, Text) {
  const engine::Reply reply = read_reply(
      200, answer(R"({"finish_reason":"length","message":{"content":"a<|im_end|><|im_end|>"}})"));
  EXPECT_EQ(reply.text, "a<|im_end|>");
  EXPECT_EQ(reply.finish_reason, FinishReason::kLength);
  EXPECT_EQ(reply.usage.prompt_tokens, 5);
  EXPECT_EQ(reply.usage.completion_tokens, 2);
  EXPECT_FALSE(reply.mean_probability);
  EXPECT_FALSE(reply.min_probability);
}

TEST(ReplyBody, ErrorsSayWhatWasExpected) {
  const auto message = [](const std::string& body) {
    const Error error = failure([&] { read_reply(200, body); });
    EXPECT_EQ(error.code(), Code::kCorruptData) << body;
    return error.message();
  };
  EXPECT_EQ(message(""), "expected a JSON object, found no JSON");
  EXPECT_EQ(message("[1]"), "expected a JSON object, found JSON of kind array");
  EXPECT_EQ(message("{}"), "choices: expected a list with a reply, found null");
  EXPECT_EQ(message(R"({"choices":[]})"),
            "choices: expected a list with a reply, found an empty one");
  EXPECT_EQ(message(R"({"choices":[{}]})"),
            "finish_reason: expected \"stop\" or \"length\", found null");
  EXPECT_EQ(message(answer(R"({"finish_reason":"stop"})")),
            "message: expected an object, found null");
  EXPECT_EQ(message(answer(R"({"finish_reason":"stop","message":{}})")),
            "content: expected text, found nothing");
  EXPECT_EQ(message(R"({"object":"error","message":"full"})"),
            "the server answered with an error: full");
  const Error broken = failure([] {
    read_reply(200, answer(R"({"finish_reason":"content_filter","message":{"content":"x"}})"));
  });
  EXPECT_EQ(broken.code(), Code::kUnsupported);
  EXPECT_THAT(broken.message(), HasSubstr("'content_filter', expected 'stop' or 'length'"));
}

TEST(ReplyBody, OtherStatuses) {
  const auto error = [](long status, const std::string& body) {
    return failure([&] { read_reply(status, body); });
  };
  EXPECT_EQ(error(201, answer("")).code(), Code::kInternal);
  EXPECT_EQ(error(500, "oops\nmore").message(), "the server answered 500: oops");
  EXPECT_EQ(error(502, "<html>").message(), "the server answered 502");
  EXPECT_EQ(error(503, "").code(), Code::kResourceExhausted);
  EXPECT_EQ(error(429, "").code(), Code::kResourceExhausted);
  EXPECT_EQ(error(400, R"({"error":{"message":"too long"}})").message(),
            "the server answered 400: too long");
  EXPECT_EQ(error(404, R"({"detail":"Not Found"})").code(), Code::kInvalidArgument);
  EXPECT_THAT(error(403, "").message(), HasSubstr("MINERU_VL_API_KEY"));
  EXPECT_EQ(error(400, std::string(5000, 'x')).message().size(), 225U);
}

TEST(ReplyBody, ModelsAreChosenByName) {
  const auto models =
      read_models(200, R"({"data":[{"id":"a","max_model_len":16384},{"id":""},5,{"id":"b"}]})");
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[0].context_tokens, 16384);
  EXPECT_EQ(choose_model(models, "b").name, "b");
  EXPECT_EQ(choose_model({models[0]}, "").name, "a");
  EXPECT_EQ(failure([&] { choose_model(models, "c"); }).message(),
            "expected the model 'c', found 'a', 'b'");
  EXPECT_THAT(failure([&] { choose_model(models, ""); }).message(), HasSubstr("--served-model"));
  EXPECT_EQ(failure([&] { choose_model({}, ""); }).code(), Code::kNotFound);
  EXPECT_EQ(failure([] { read_models(200, "{}"); }).code(), Code::kCorruptData);
}

TEST(RetryPolicy, BusyServersAndBrokenConnections) {
  for (const long status : {429, 502, 503, 504}) {
    EXPECT_TRUE(is_worth_retrying(HttpOutcome::kOk, status)) << status;
  }
  for (const long status : {200, 201, 400, 401, 404, 422, 500}) {
    EXPECT_FALSE(is_worth_retrying(HttpOutcome::kOk, status)) << status;
  }
  EXPECT_TRUE(is_worth_retrying(HttpOutcome::kTemporary, 0));
  EXPECT_TRUE(is_worth_retrying(HttpOutcome::kUnreachable, 0));
  EXPECT_FALSE(is_worth_retrying(HttpOutcome::kFailed, 0));
}

TEST(RetryPolicy, WaitsLongerEachTime) {
  EXPECT_DOUBLE_EQ(seconds_before_retry(1, 0, 1), 1);
  EXPECT_DOUBLE_EQ(seconds_before_retry(3, 0, 1), 4);
  EXPECT_DOUBLE_EQ(seconds_before_retry(3, 0, 0.25), 1);
  EXPECT_DOUBLE_EQ(seconds_before_retry(1, 7, 0), 7);
  EXPECT_DOUBLE_EQ(seconds_before_retry(1, 4000, 0), 120);
}

TEST(HttpOutcome, OfAStatus) {
  EXPECT_EQ(outcome_of_status(206), HttpOutcome::kOk);
  EXPECT_EQ(outcome_of_status(404), HttpOutcome::kNotThere);
  EXPECT_EQ(outcome_of_status(416), HttpOutcome::kRange);
  EXPECT_EQ(outcome_of_status(503), HttpOutcome::kTemporary);
  EXPECT_EQ(outcome_of_status(301), HttpOutcome::kFailed);
}

}  // namespace
}  // namespace mineru::remote
