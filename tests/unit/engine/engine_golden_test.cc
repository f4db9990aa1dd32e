// The whole way with real networks: pictures and messages in, the text that Hugging Face
// transformers generates out, whatever shares the batch.
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "unit/model/golden.h"

namespace mineru::engine {
namespace {

using model::Golden;

Request golden_request(const nlohmann::json& prompt, SpecialTokens special_tokens) {
  Request request;
  request.special_tokens = special_tokens;
  request.max_new_tokens = static_cast<int>(prompt.at("tokens").size());
  for (const auto& message : prompt.at("messages")) {
    Message& target = request.messages.emplace_back();
    target.role = message.at("role");
    if (message.at("content").is_string()) {
      target.parts.emplace_back().text = message.at("content");
      continue;
    }
    for (const auto& part : message.at("content")) {
      Part& into = target.parts.emplace_back();
      if (part.at("type") == "text") {
        into.text = part.at("text");
      } else {
        into.image = model::golden_picture(part.at("width"), part.at("height"));
      }
    }
  }
  return request;
}

std::unique_ptr<Engine> engine_for(const Golden& golden, const EngineOptions& options) {
  auto exec = std::make_unique<nn::Exec>(2);
  auto model = model::Model::load(golden.folder(), *exec);
  return Engine::create(std::move(model), std::move(exec), options);
}

void check_replies(const Golden& golden, Engine& engine) {
  std::vector<std::unique_ptr<TokenStream>> kept;
  std::vector<std::unique_ptr<TokenStream>> skipped;
  for (const auto& prompt : golden.prompts()) {
    kept.push_back(engine.submit(golden_request(prompt, SpecialTokens::kKeep)));
    skipped.push_back(engine.submit(golden_request(prompt, SpecialTokens::kSkip)));
  }
  size_t i = 0;
  for (const auto& [name, prompt] : golden.prompts().items()) {
    SCOPED_TRACE(name);
    const Reply reply = wait(*kept[i]);
    EXPECT_EQ(reply.text, prompt.at("reply").get<std::string>());
    EXPECT_EQ(reply.finish_reason, FinishReason::kLength);
    EXPECT_EQ(reply.usage.prompt_tokens, static_cast<int>(prompt.at("input_ids").size()));
    EXPECT_EQ(reply.usage.completion_tokens, static_cast<int>(prompt.at("tokens").size()));
    EXPECT_EQ(wait(*skipped[i]).text, prompt.at("reply_without_special").get<std::string>());
    ++i;
  }
  EXPECT_GT(i, 0U);
}

TEST(EngineGolden, RepliesAreThoseOfTransformers) {
  for (const std::string& name : model::golden_names()) {
    SCOPED_TRACE(name);
    const Golden golden(name);
    check_replies(golden, *engine_for(golden, {}));
  }
}

TEST(EngineGolden, AlsoInSmallStepsWithFewPages) {
  const Golden golden(model::golden_names().front());
  size_t longest = 0;
  for (const auto& prompt : golden.prompts()) {
    longest = std::max(longest, prompt.at("input_ids").size() + prompt.at("tokens").size());
  }
  const auto engine = engine_for(golden, {.kv_tokens = static_cast<int>(longest) + 64,
                                          .max_rows = 48,
                                          .max_sequences = 6,
                                          .mode = ScheduleMode::kLatency});
  check_replies(golden, *engine);
  EXPECT_GT(engine->stats().preemptions, 0);
}

}  // namespace
}  // namespace mineru::engine
