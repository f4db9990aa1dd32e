#include "model/prompt.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "model/config_json.h"

namespace mineru::model {

namespace {

constexpr std::string_view kDefaultSystem = "You are a helpful assistant.";

int32_t control_token(const Tokenizer& tokenizer, std::string_view content) {
  const auto id = tokenizer.token_id(content);
  if (!id) {
    throw_error(Code::kUnsupported, "tokenizer.json: added_tokens: expected \"{}\", found none",
                content);
  }
  return *id;
}

// Writes rows from left to right. Text is collected up to the next control token and encoded as
// one piece, because words may span the seams between a template and what is put into it.
class Builder {
 public:
  Builder(const Tokenizer& tokenizer, const ModelConfig& config)
      : tokenizer_(tokenizer),
        config_(config),
        im_start_(control_token(tokenizer, "<|im_start|>")),
        im_end_(control_token(tokenizer, "<|im_end|>")) {}

  void open_message(std::string_view role) {
    control(im_start_);
    text(role);
    text("\n");
  }

  void close_message() {
    control(im_end_);
    text("\n");
  }

  void text(std::string_view part) { pending_ += part; }

  void picture(const GridThw& grid) {
    const int merge = config_.vision.spatial_merge_size;
    if (grid.t < 1 || grid.h < 1 || grid.w < 1 || grid.h % merge != 0 || grid.w % merge != 0) {
      throw_error(
          Code::kInvalidArgument,
          "prompt: picture {}: expected a grid with sides in multiples of {}, found {}x{}x{}",
          num_pictures_, merge, grid.t, grid.h, grid.w);
    }
    control(config_.tokens.vision_start);
    const int rows = grid.h / merge;
    const int columns = grid.w / merge;
    const int32_t base = prompt_.next_rope;
    int32_t image_row = 0;
    for (int t = 0; t < grid.t; ++t) {
      for (int h = 0; h < rows; ++h) {
        for (int w = 0; w < columns; ++w) {
          prompt_.rows.push_back({.token = config_.tokens.image_pad,
                                  .image = num_pictures_,
                                  .image_row = image_row++,
                                  .rope = {base + t, base + h, base + w}});
        }
      }
    }
    prompt_.next_rope = base + std::max({grid.t, rows, columns});
    ++num_pictures_;
    control(config_.tokens.vision_end);
  }

  Prompt finish() {
    flush_text();
    return std::move(prompt_);
  }

 private:
  void control(int32_t id) {
    flush_text();
    push(id);
  }

  void flush_text() {
    for (const int32_t id : tokenizer_.encode(pending_, AddedTokens::kPlainText)) push(id);
    pending_.clear();
  }

  void push(int32_t id) {
    const int32_t at = prompt_.next_rope++;
    prompt_.rows.push_back({.token = id, .rope = {at, at, at}});
  }

  const Tokenizer& tokenizer_;
  const ModelConfig& config_;
  const int32_t im_start_;
  const int32_t im_end_;
  std::string pending_;
  int32_t num_pictures_ = 0;
  Prompt prompt_;
};

void check_messages(std::span<const PromptMessage> messages) {
  if (messages.empty()) {
    throw_error(Code::kInvalidArgument, "prompt: expected a message, found none");
  }
  for (size_t i = 0; i < messages.size(); ++i) {
    const std::string& role = messages[i].role;
    if (role == "system" || role == "user" || role == "assistant") continue;
    throw_error(Code::kInvalidArgument,
                "prompt: message {}: expected the role system, user or assistant, found {}", i,
                in_quotes(role));
  }
}

}  // namespace

Prompt build_prompt(std::span<const PromptMessage> messages, const Tokenizer& tokenizer,
                    const ModelConfig& config) {
  check_messages(messages);
  Builder builder(tokenizer, config);
  if (messages.front().role != "system") {
    builder.open_message("system");
    builder.text(kDefaultSystem);
    builder.close_message();
  }
  for (const PromptMessage& message : messages) {
    builder.open_message(message.role);
    for (const PromptPart& part : message.parts) {
      if (const auto* grid = std::get_if<GridThw>(&part)) {
        builder.picture(*grid);
      } else {
        builder.text(std::get<std::string>(part));
      }
    }
    builder.close_message();
  }
  builder.open_message("assistant");
  return builder.finish();
}

}  // namespace mineru::model
