#include "engine/sequence.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace mineru::engine {

namespace {

std::vector<int32_t> tokens_of(const model::Prompt& prompt) {
  std::vector<int32_t> tokens;
  tokens.reserve(prompt.rows.size());
  for (const model::PromptRow& row : prompt.rows) tokens.push_back(row.token);
  return tokens;
}

int count_image_rows(const model::Prompt& prompt) {
  return static_cast<int>(
      std::count_if(prompt.rows.begin(), prompt.rows.end(),
                    [](const model::PromptRow& row) { return row.image >= 0; }));
}

}  // namespace

PreparedRequest prepare(Request request, const Network& network, int context_tokens) {
  check_sampling(request.sampling);
  if (request.max_new_tokens < 0) {
    throw_error(Code::kInvalidArgument, "max_new_tokens: {} is negative", request.max_new_tokens);
  }
  PreparedRequest prepared;
  std::vector<model::PromptMessage> messages;
  for (Message& message : request.messages) {
    model::PromptMessage& target = messages.emplace_back();
    target.role = std::move(message.role);
    for (Part& part : message.parts) {
      if (!part.image) {
        target.parts.emplace_back(std::move(part.text));
        continue;
      }
      prepared.pictures.push_back(network.make_patches(part.image->view()));
      target.parts.emplace_back(prepared.pictures.back().grid);
      part.image.reset();  // the pixels are in the patches now
    }
  }
  prepared.prompt = network.build_prompt(messages);
  const auto num_rows = static_cast<int>(prepared.prompt.rows.size());
  if (num_rows >= context_tokens) {
    throw_error(
        Code::kInvalidArgument,
        "the prompt has {} tokens ({} of them pictures); with at least one token of reply it "
        "must fit into a context of {}",
        num_rows, count_image_rows(prepared.prompt), context_tokens);
  }
  const int room = context_tokens - num_rows;
  prepared.max_new_tokens =
      request.max_new_tokens == 0 ? room : std::min(room, request.max_new_tokens);
  prepared.sampling = request.sampling;
  prepared.special_tokens = request.special_tokens;
  prepared.loop_guard = request.loop_guard;
  prepared.deadline = request.deadline;
  return prepared;
}

Sequence::Sequence(PreparedRequest request, const Network& network)
    : network_(network),
      prompt_(std::move(request.prompt)),
      pictures_(std::move(request.pictures)),
      sampler_(request.sampling, tokens_of(prompt_)),
      loops_(request.loop_guard),
      max_new_tokens_(static_cast<size_t>(request.max_new_tokens)),
      special_tokens_(request.special_tokens),
      deadline_(request.deadline) {
  first_embedding_.assign(pictures_.size(), 0);
  for (const model::PromptRow& row : prompt_.rows) {
    if (row.image < 0) continue;
    // Rows of one picture are neighbours, pictures come in order.
    if (row.image_row == 0)
      first_embedding_.at(static_cast<size_t>(row.image)) = num_embedding_rows_;
    ++num_embedding_rows_;
  }
  reply_.usage.prompt_tokens = static_cast<int>(prompt_.rows.size());
  reply_.usage.image_tokens = static_cast<int>(num_embedding_rows_);
}

int Sequence::num_patches() const {
  int count = 0;
  for (const model::PatchGrid& picture : pictures_) count += picture.grid.num_patches();
  return count;
}

void Sequence::set_embeddings(std::span<const float> embeddings) {
  embeddings_.assign(embeddings.begin(), embeddings.end());
  pictures_.clear();
  pictures_.shrink_to_fit();
}

void Sequence::append_rows(int count, std::vector<model::TokenRow>& batch) {
  const auto hidden = static_cast<size_t>(network_.decoder.hidden_size);
  const int end = num_cached_ + count;
  MINERU_CHECK(end <= num_rows());
  for (int position = num_cached_; position < end; ++position) {
    model::TokenRow& row = batch.emplace_back();
    row.sequence = &kv_;
    row.position = position;
    row.wants_logits = position + 1 == num_rows();
    const auto index = static_cast<size_t>(position);
    if (index < prompt_.rows.size()) {
      const model::PromptRow& source = prompt_.rows[index];
      row.token = source.token;
      row.rope = source.rope;
      if (source.image >= 0) {
        const size_t embedding = first_embedding_[static_cast<size_t>(source.image)] +
                                 static_cast<size_t>(source.image_row);
        row.embedding = embeddings_.data() + embedding * hidden;
      }
      continue;
    }
    const size_t reply_index = index - prompt_.rows.size();
    row.token = generated_[reply_index];
    row.rope.fill(prompt_.next_rope + static_cast<int32_t>(reply_index));
  }
}

std::string_view Sequence::text_of(int32_t token) const {
  if (special_tokens_ == SpecialTokens::kSkip && network_.is_special(token)) return {};
  return network_.token_bytes(token);
}

std::optional<FinishReason> Sequence::accept(const Choice& choice) {
  sum_probability_ += choice.probability;
  min_probability_ = std::min(min_probability_, choice.probability);
  ++reply_.usage.completion_tokens;
  const std::vector<int32_t>& stop = network_.stop_tokens;
  if (std::find(stop.begin(), stop.end(), choice.token) != stop.end()) return FinishReason::kStop;

  generated_.push_back(choice.token);
  sampler_.accept(choice.token);
  const std::string piece = assembler_.push(text_of(choice.token));
  reply_.text += piece;
  writer_->push(piece);
  kept_tokens_ = loops_.add(choice.token);
  if (kept_tokens_) return FinishReason::kRepetition;
  if (generated_.size() >= max_new_tokens_) return FinishReason::kLength;
  return std::nullopt;
}

std::optional<FinishReason> Sequence::interrupted(std::chrono::steady_clock::time_point now) const {
  if (writer_->is_cancelled()) return FinishReason::kCancelled;
  if (deadline_ && now >= *deadline_) return FinishReason::kDeadline;
  return std::nullopt;
}

std::string Sequence::text_of_first(size_t num_tokens) const {
  text::Utf8Assembler assembler;
  std::string text;
  for (size_t i = 0; i < num_tokens; ++i) text += assembler.push(text_of(generated_[i]));
  return text + assembler.finish();
}

void Sequence::finish(FinishReason reason) {
  const std::string rest = assembler_.finish();
  reply_.text += rest;
  writer_->push(rest);
  if (reason == FinishReason::kRepetition) reply_.text = text_of_first(kept_tokens_.value_or(0));
  reply_.finish_reason = reason;
  const int num_tokens = reply_.usage.completion_tokens;
  reply_.mean_probability = num_tokens == 0 ? 1 : sum_probability_ / num_tokens;
  reply_.min_probability = min_probability_;
  writer_->finish(std::move(reply_));
}

}  // namespace mineru::engine
