#include "engine/loop.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace mineru::engine {

namespace {

using Clock = std::chrono::steady_clock;

// Adds the time until its end to a counter, also when the work throws.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  Clock::time_point start_;
};

}  // namespace

Loop::Loop(const Network& network, const LoopOptions& options)
    : network_(network), options_(options), kv_(network.decoder, options.num_pages) {}

Loop::~Loop() {
  for (const auto& sequence : sequences_) {
    if (sequence) leave(*sequence);
  }
}

void Loop::add(std::unique_ptr<Sequence> sequence) { sequences_.push_back(std::move(sequence)); }

void Loop::step() {
  reap();
  if (sequences_.empty()) return;
  const Step step = plan();
  try {
    execute(step);
  } catch (...) {
    fail_step(step, current_error());
  }
  remove_left();
}

void Loop::reap() {
  const Clock::time_point now = Clock::now();
  for (const auto& sequence : sequences_) {
    if (const auto reason = sequence->interrupted(now)) finish(*sequence, *reason);
  }
  remove_left();
  const auto is_alive = [](const JobShare& share) { return share.sequence != nullptr; };
  if (!job_.empty() && std::none_of(job_.begin(), job_.end(), is_alive)) drop_job();
}

Step Loop::plan() {
  states_.clear();
  for (const auto& sequence : sequences_) {
    states_.push_back({.open = sequence->open,
                       .needs_vision = sequence->needs_vision(),
                       .in_job = sequence->in_job,
                       .replies = sequence->has_generated(),
                       .num_patches = sequence->num_patches(),
                       .num_rows = sequence->num_rows(),
                       .num_cached = sequence->num_cached(),
                       .num_pages = static_cast<int>(sequence->kv().pages().size())});
  }
  return next_step({.mode = options_.mode,
                    .max_rows = options_.max_rows,
                    .max_sequences = options_.max_sequences,
                    .max_patches = options_.max_patches,
                    .page_tokens = model::kPageTokens,
                    .num_free_pages = kv_.num_free(),
                    .job_in_flight = !job_.empty(),
                    .last_was_vision = last_was_vision_,
                    .sequences = states_});
}

void Loop::execute(const Step& step) {
  last_was_vision_ = step.kind == Step::Kind::kVision;
  switch (step.kind) {
    case Step::Kind::kVision: return run_vision(step);
    case Step::Kind::kForward: return run_forward(step);
    case Step::Kind::kIdle: break;
  }
  // The scheduler promises otherwise; a loop that turns without working would be worse.
  fail(*sequences_.front(), Error(Code::kInternal, "the scheduler found nothing to do"));
}

void Loop::run_vision(const Step& step) {
  const Stopwatch stopwatch(stats_.vision.seconds);
  ++stats_.vision.steps;
  if (!step.new_job.empty()) start_job(step);
  if (network_.advance_vision(step.layers)) hand_out_embeddings();
}

void Loop::start_job(const Step& step) {
  std::vector<const model::PatchGrid*> pictures;
  for (const int index : step.new_job) {
    Sequence& sequence = *sequences_[static_cast<size_t>(index)];
    sequence.open = true;
    sequence.in_job = true;
    job_.push_back({.sequence = &sequence, .num_rows = sequence.num_embedding_rows()});
    for (const model::PatchGrid& picture : sequence.pictures()) pictures.push_back(&picture);
    stats_.image_patches += sequence.num_patches();
  }
  network_.start_vision(pictures);
}

void Loop::hand_out_embeddings() {
  const std::vector<float> embeddings = network_.take_embeddings();
  const auto hidden = static_cast<size_t>(network_.decoder.hidden_size);
  std::span<const float> rest(embeddings);
  for (const JobShare& share : job_) {
    const size_t size = share.num_rows * hidden;
    if (size > rest.size()) {
      throw_error(Code::kInternal, "vision: {} numbers for pictures, expected at least {}",
                  embeddings.size(), embeddings.size() - rest.size() + size);
    }
    if (share.sequence != nullptr) {
      share.sequence->set_embeddings(rest.first(size));
      share.sequence->in_job = false;
    }
    rest = rest.subspan(size);
  }
  job_.clear();
}

void Loop::run_forward(const Step& step) {
  const bool has_prompt =
      std::any_of(step.rows.begin(), step.rows.end(), [this](const RowShare& share) {
        return share.num_rows > 1 ||
               !sequences_[static_cast<size_t>(share.sequence)]->has_generated();
      });
  StepStats& kind = has_prompt ? stats_.prefill : stats_.decode;
  const Stopwatch stopwatch(kind.seconds);
  ++kind.steps;
  for (const int index : step.preempted) {
    Sequence& sequence = *sequences_[static_cast<size_t>(index)];
    kv_.release(sequence.kv());
    sequence.forget_cache();
    ++stats_.preemptions;
  }
  batch_.clear();
  askers_.clear();
  for (const RowShare& share : step.rows) {
    Sequence& sequence = *sequences_[static_cast<size_t>(share.sequence)];
    sequence.open = true;
    MINERU_CHECK(kv_.try_reserve(sequence.kv(), sequence.num_rows()));
    const bool decodes = sequence.has_generated() && share.num_rows == 1;
    if (!decodes) stats_.prompt_tokens += share.num_rows;
    sequence.append_rows(share.num_rows, batch_);
    if (batch_.back().wants_logits) askers_.push_back(&sequence);
  }
  const nn::Matrix<const float> logits = network_.forward(batch_, kv_);
  sample(step, logits);
}

void Loop::sample(const Step& step, nn::Matrix<const float> logits) {
  const Stopwatch stopwatch(stats_.sampling_seconds);
  for (const RowShare& share : step.rows) {
    sequences_[static_cast<size_t>(share.sequence)]->mark_cached(share.num_rows);
  }
  choices_.assign(askers_.size(), Choice{});
  network_.parallel_for(
      static_cast<int>(askers_.size()), [this, &logits](int item, int /*worker*/) {
        const auto i = static_cast<size_t>(item);
        choices_[i] = askers_[i]->choose({logits.row(item), static_cast<size_t>(logits.cols)});
      });
  for (size_t i = 0; i < askers_.size(); ++i) {
    Sequence& sequence = *askers_[i];
    if (choices_[i].token < 0) {
      fail(sequence, Error(Code::kInternal, "the network's logits are not numbers"));
      continue;
    }
    ++stats_.generated_tokens;
    if (const auto reason = sequence.accept(choices_[i])) finish(sequence, *reason);
  }
}

void Loop::fail_step(const Step& step, const Error& error) {
  if (step.kind == Step::Kind::kVision) {
    for (const JobShare& share : job_) {
      if (share.sequence != nullptr) fail(*share.sequence, error);
    }
    drop_job();
    return;
  }
  for (const RowShare& share : step.rows) {
    const auto& sequence = sequences_[static_cast<size_t>(share.sequence)];
    if (!sequence->left) fail(*sequence, error);
  }
}

void Loop::finish(Sequence& sequence, FinishReason reason) {
  leave(sequence);
  sequence.finish(reason);
}

void Loop::fail(Sequence& sequence, const Error& error) {
  leave(sequence);
  ++stats_.failed;
  sequence.mailbox().fail(error);
}

void Loop::leave(Sequence& sequence) {
  kv_.release(sequence.kv());
  for (JobShare& share : job_) {
    if (share.sequence == &sequence) share.sequence = nullptr;
  }
  sequence.left = true;
  ++stats_.finished;
  num_unfinished_.fetch_sub(1, std::memory_order_relaxed);
}

void Loop::remove_left() {
  std::erase_if(sequences_, [](const auto& sequence) { return sequence->left; });
}

void Loop::fail_all(const Error& error) {
  for (const auto& sequence : sequences_) fail(*sequence, error);
  remove_left();
  if (!job_.empty()) drop_job();
}

void Loop::drop_job() {
  job_.clear();
  network_.drop_vision();
}

const EngineStats& Loop::stats() {
  stats_.num_pages = kv_.num_pages();
  stats_.pages_used = kv_.num_pages() - kv_.num_free();
  const auto open = std::count_if(sequences_.begin(), sequences_.end(),
                                  [](const auto& sequence) { return sequence->open; });
  stats_.running = static_cast<int>(open);
  stats_.queue_depth = static_cast<int>(sequences_.size()) - stats_.running;
  return stats_;
}

}  // namespace mineru::engine
