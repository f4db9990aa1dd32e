#include "engine/scheduler.h"

#include <algorithm>
#include <cstddef>

namespace mineru::engine {

namespace {

// Layers a vision step: so many that a step is worth its overhead, so few that cancelling and, in
// latency mode, the next token do not wait long.
constexpr int kLongSlice = 8;
constexpr int kShortSlice = 2;
// Share of the rows that a prompt may take while others watch their replies grow.
constexpr int kLatencyShare = 4;

class Planner {
 public:
  explicit Planner(const SchedulerState& state)
      : state_(state),
        pages_(state.sequences.size()),
        cached_(state.sequences.size()),
        may_work_(state.sequences.size()),
        free_(state.num_free_pages) {
    int places = state.max_sequences;
    for (const SequenceState& sequence : state.sequences) places -= sequence.open ? 1 : 0;
    for (size_t i = 0; i < state.sequences.size(); ++i) {
      const SequenceState& sequence = state.sequences[i];
      pages_[i] = sequence.num_pages;
      cached_[i] = sequence.num_cached;
      may_work_[i] = sequence.open || places-- > 0;
    }
  }

  Step plan() {
    const bool vision = state_.job_in_flight || first_for_vision() >= 0;
    if (vision && state_.mode == ScheduleMode::kThroughput) return vision_step(kLongSlice);
    if (vision && !state_.last_was_vision) {
      return vision_step(anyone_for_forward() ? kShortSlice : kLongSlice);
    }
    add_decoding();
    add_prompts();
    if (!step_.rows.empty()) {
      step_.kind = Step::Kind::kForward;
      return std::move(step_);
    }
    return vision ? vision_step(kLongSlice) : Step{};
  }

 private:
  const SequenceState& at(size_t i) const { return state_.sequences[i]; }
  size_t count() const { return state_.sequences.size(); }
  int pages_for(int rows) const { return (rows + state_.page_tokens - 1) / state_.page_tokens; }
  int missing_pages(size_t i) const { return std::max(0, pages_for(at(i).num_rows) - pages_[i]); }
  int rows_left(size_t i) const { return at(i).num_rows - cached_[i]; }
  bool decodes(size_t i) const { return at(i).replies && cached_[i] > 0 && rows_left(i) == 1; }
  bool has_prompt_rows(size_t i) const {
    return may_work_[i] && !at(i).needs_vision && !at(i).in_job && rows_left(i) > 0 && !decodes(i);
  }

  int first_for_vision() const {
    for (size_t i = 0; i < count(); ++i) {
      if (may_work_[i] && at(i).needs_vision && !at(i).in_job) return static_cast<int>(i);
    }
    return -1;
  }

  bool anyone_for_forward() const {
    for (size_t i = 0; i < count(); ++i) {
      if (decodes(i) || has_prompt_rows(i)) return true;
    }
    return false;
  }

  Step vision_step(int layers) const {
    Step step;
    step.kind = Step::Kind::kVision;
    step.layers = layers;
    if (state_.job_in_flight) return step;
    int patches = 0;
    for (size_t i = 0; i < count(); ++i) {
      if (!may_work_[i] || !at(i).needs_vision || at(i).in_job) continue;
      if (!step.new_job.empty() && patches + at(i).num_patches > state_.max_patches) break;
      patches += at(i).num_patches;
      step.new_job.push_back(static_cast<int>(i));
    }
    return step;
  }

  void preempt(size_t victim) {
    free_ += pages_[victim];
    pages_[victim] = 0;
    cached_[victim] = 0;
    step_.preempted.push_back(static_cast<int>(victim));
  }

  // Takes pages from the youngest until sequence i has what it needs; false if it was the youngest.
  bool make_room_for(size_t i) {
    for (size_t victim = count(); missing_pages(i) > free_ && victim-- > i + 1;) {
      if (pages_[victim] > 0) preempt(victim);
    }
    return missing_pages(i) <= free_;
  }

  void take_pages(size_t i) {
    const int missing = missing_pages(i);
    free_ -= missing;
    pages_[i] += missing;
  }

  void add_decoding() {
    for (size_t i = 0; i < count(); ++i) {
      if (!decodes(i)) continue;
      if (make_room_for(i)) {
        take_pages(i);
        step_.rows.push_back({.sequence = static_cast<int>(i), .num_rows = 1});
      } else {
        preempt(i);
      }
    }
  }

  void add_prompts() {
    const auto num_decoding = static_cast<int>(step_.rows.size());
    int room = state_.max_rows - num_decoding;
    if (state_.mode == ScheduleMode::kLatency && num_decoding > 0) {
      room = std::min(room, std::max(1, state_.max_rows / kLatencyShare));
    }
    // Who was just sent away must not come back in the same step.
    bool may_start = step_.preempted.empty();
    for (size_t i = 0; i < count() && room > 0; ++i) {
      if (!has_prompt_rows(i)) continue;
      const int missing = missing_pages(i);
      if (missing > 0) {
        // The replies that decode will want a page each before long.
        may_start = may_start && missing + num_decoding <= free_;
        if (!may_start) continue;
        take_pages(i);
      }
      const int rows = std::min(room, rows_left(i));
      step_.rows.push_back({.sequence = static_cast<int>(i), .num_rows = rows});
      room -= rows;
    }
  }

  const SchedulerState& state_;
  std::vector<int> pages_;
  std::vector<int> cached_;
  std::vector<bool> may_work_;
  int free_;
  Step step_;
};

}  // namespace

Step next_step(const SchedulerState& state) { return Planner(state).plan(); }

}  // namespace mineru::engine
