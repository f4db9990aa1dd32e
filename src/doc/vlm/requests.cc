#include "doc/vlm/requests.h"

#include <utility>

#include <fmt/format.h>

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kEndToken = "<|im_end|>";

// Of a crop: the smallest print that can be read has a hundred pixels a letter, and LaTeX has
// several tokens for one.
constexpr int kFewTokens = 256;
constexpr size_t kPixelsPerToken = 64;

constexpr engine::LoopGuard kTableGuard = {.enabled = true, .copies = 48, .min_tokens = 1024};

engine::Request request_of(PromptKind kind) {
  engine::Request request;
  engine::Message& system = request.messages.emplace_back();
  system.role = "system";
  system.parts.emplace_back().text = kSystemPrompt;
  request.messages.emplace_back().role = "user";
  request.sampling = sampling_for(kind);
  request.special_tokens = engine::SpecialTokens::kKeep;  // layouts and tables consist of them
  return request;
}

}  // namespace

engine::Request request_for(PromptKind kind, media::Image picture, Compat compat) {
  engine::Request request = request_of(kind);
  if (compat == Compat::kProduct && kind != PromptKind::kLayout) {
    request.max_new_tokens =
        kFewTokens + static_cast<int>(picture.num_bytes() / 3 / kPixelsPerToken);
  }
  if (compat == Compat::kProduct && kind == PromptKind::kTable) {
    request.sampling.no_repeat_ngram_size = 0;
    request.loop_guard = kTableGuard;
  }
  auto& parts = request.messages.back().parts;
  parts.emplace_back().image = std::move(picture);
  parts.emplace_back().text = prompt_text(kind);
  return request;
}

engine::Request request_for(std::string question) {
  engine::Request request = request_of(PromptKind::kCellMerge);
  request.messages.back().parts.emplace_back().text = std::move(question);
  return request;
}

std::string take_text(engine::Reply& reply) {
  if (reply.text.ends_with(kEndToken)) reply.text.resize(reply.text.size() - kEndToken.size());
  return std::move(reply.text);
}

void note_end(const engine::Reply& reply, const std::string& place,
              std::vector<Diagnostic>& diagnostics) {
  switch (reply.finish_reason) {
    case engine::FinishReason::kStop: return;
    case engine::FinishReason::kLength:
      diagnostics.push_back(
          {Code::kResourceExhausted,
           fmt::format("{}: the reply was cut off after {} tokens, the rest is missing", place,
                       reply.usage.completion_tokens)});
      return;
    case engine::FinishReason::kRepetition:
      diagnostics.push_back({Code::kCorruptData,
                             place + ": the model repeated itself without end; one copy was kept"});
      return;
    case engine::FinishReason::kCancelled:
      diagnostics.push_back({Code::kCancelled, place + ": reading was cancelled"});
      return;
    case engine::FinishReason::kDeadline:
      diagnostics.push_back({Code::kDeadlineExceeded, place + ": reading took too long"});
      return;
  }
}

}  // namespace mineru::doc::vlm
