#include "engine/scheduler.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mineru::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Kind = Step::Kind;

SequenceState waiting_text(int rows) { return {.num_rows = rows}; }
SequenceState waiting_picture(int patches, int rows) {
  return {.needs_vision = true, .num_patches = patches, .num_rows = rows};
}
// All but the newest token went through the decoder.
SequenceState decoding(int rows) {
  return {.open = true,
          .replies = true,
          .num_rows = rows,
          .num_cached = rows - 1,
          .num_pages = (rows - 1 + 31) / 32};
}
SequenceState prefilling(int rows, int cached) {
  return {.open = true, .num_rows = rows, .num_cached = cached, .num_pages = (rows + 31) / 32};
}

struct Case {
  std::string name;
  SchedulerState state;
  std::vector<SequenceState> sequences;
  Kind kind;
  std::vector<RowShare> rows = {};
  std::vector<int> preempted = {};
  std::vector<int> new_job = {};
  int layers = 0;
};

std::vector<Case> row_cases() {
  const auto mode = ScheduleMode::kThroughput;
  return {
      {"nothing to do", {.mode = mode}, {}, Kind::kIdle},
      {"a prompt in one piece",
       {.mode = mode, .num_free_pages = 10},
       {waiting_text(70)},
       Kind::kForward,
       {{0, 70}}},
      {"a prompt in chunks",
       {.mode = mode, .max_rows = 50, .num_free_pages = 10},
       {waiting_text(120)},
       Kind::kForward,
       {{0, 50}}},
      {"the next chunk has its pages already",
       {.mode = mode, .max_rows = 50, .num_free_pages = 0},
       {prefilling(120, 50)},
       Kind::kForward,
       {{0, 50}}},
      {"decoding first, prompts fill the step",
       {.mode = mode, .max_rows = 100, .num_free_pages = 20},
       {decoding(40), waiting_text(80), decoding(50), waiting_text(80)},
       Kind::kForward,
       {{0, 1}, {2, 1}, {1, 80}, {3, 18}}},
      {"no more places than agreed",
       {.mode = mode, .max_sequences = 2, .num_free_pages = 20},
       {decoding(40), waiting_text(10), waiting_text(10)},
       Kind::kForward,
       {{0, 1}, {1, 10}}},
  };
}

std::vector<Case> page_cases() {
  const auto mode = ScheduleMode::kThroughput;
  return {
      {"a prompt that does not fit waits, and nobody overtakes it",
       {.mode = mode, .num_free_pages = 3},
       {decoding(40), waiting_text(100), waiting_text(5)},
       Kind::kForward,
       {{0, 1}}},
      {"a prompt leaves a page for each that decodes",
       {.mode = mode, .num_free_pages = 3},
       {decoding(40), waiting_text(64)},
       Kind::kForward,
       {{0, 1}, {1, 64}}},
      {"a prompt alone may take all pages",
       {.mode = mode, .num_free_pages = 3},
       {waiting_text(96)},
       Kind::kForward,
       {{0, 96}}},
      {"a full page needs another",
       {.mode = mode, .num_free_pages = 1},
       {decoding(33), waiting_text(5)},
       Kind::kForward,
       {{0, 1}}},
      {"the youngest gives its pages to the oldest",
       {.mode = mode, .num_free_pages = 0},
       {decoding(33), decoding(50), decoding(60)},
       Kind::kForward,
       {{0, 1}, {1, 1}},
       {2}},
      {"the youngest goes if it is the one that needs a page",
       {.mode = mode, .num_free_pages = 0},
       {decoding(50), decoding(65)},
       Kind::kForward,
       {{0, 1}},
       {1}},
      {"a prompt on its way is younger, too",
       {.mode = mode, .num_free_pages = 0},
       {decoding(33), prefilling(100, 20)},
       Kind::kForward,
       {{0, 1}},
       {1}},
      {"two go if one is not enough",
       {.mode = mode, .num_free_pages = 0},
       {decoding(33), decoding(65), decoding(20), decoding(20)},
       Kind::kForward,
       {{0, 1}, {1, 1}},
       {3, 2}},
      {"who starts over brings all tokens",
       {.mode = mode, .num_free_pages = 5},
       {decoding(40), {.open = true, .replies = true, .num_rows = 60}},
       Kind::kForward,
       {{0, 1}, {1, 60}}},
  };
}

const SequenceState kInJob = {
    .open = true, .needs_vision = true, .in_job = true, .num_patches = 100, .num_rows = 40};

std::vector<Case> document_cases() {
  const auto documents = ScheduleMode::kThroughput;
  return {
      {"documents: vision runs ahead of decoding",
       {.mode = documents, .num_free_pages = 20, .last_was_vision = true},
       {decoding(40), waiting_picture(100, 40)},
       Kind::kVision,
       {},
       {},
       {1},
       8},
      {"documents: until the places are taken",
       {.mode = documents, .max_sequences = 1, .num_free_pages = 20},
       {decoding(40), waiting_picture(100, 40)},
       Kind::kForward,
       {{0, 1}}},
      {"pictures are encoded together up to a limit, in order",
       {.mode = documents, .max_patches = 250, .num_free_pages = 20},
       {waiting_picture(100, 40), waiting_text(5), waiting_picture(150, 40),
        waiting_picture(1, 40)},
       Kind::kVision,
       {},
       {},
       {0, 2},
       8},
      {"a larger picture comes alone",
       {.mode = documents, .max_patches = 250, .num_free_pages = 20},
       {waiting_picture(999, 400), waiting_picture(1, 40)},
       Kind::kVision,
       {},
       {},
       {0},
       8},
      {"a job in flight goes on",
       {.mode = documents, .num_free_pages = 20, .job_in_flight = true},
       {kInJob, waiting_picture(1, 40)},
       Kind::kVision,
       {},
       {},
       {},
       8},
  };
}

std::vector<Case> chat_cases() {
  const auto chat = ScheduleMode::kLatency;
  return {
      {"chat: a short slice of vision",
       {.mode = chat, .num_free_pages = 20, .job_in_flight = true},
       {decoding(40), kInJob},
       Kind::kVision,
       {},
       {},
       {},
       2},
      {"chat: then a token",
       {.mode = chat, .num_free_pages = 20, .job_in_flight = true, .last_was_vision = true},
       {decoding(40), kInJob},
       Kind::kForward,
       {{0, 1}}},
      {"chat: nobody waits for tokens",
       {.mode = chat, .num_free_pages = 20, .job_in_flight = true, .last_was_vision = true},
       {kInJob},
       Kind::kVision,
       {},
       {},
       {},
       8},
      {"chat: long prompts come in parts while others decode",
       {.mode = chat, .max_rows = 100, .num_free_pages = 20},
       {decoding(40), waiting_text(90)},
       Kind::kForward,
       {{0, 1}, {1, 25}}},
      {"chat: and in one piece when nobody does",
       {.mode = chat, .max_rows = 100, .num_free_pages = 20},
       {waiting_text(90)},
       Kind::kForward,
       {{0, 90}}},
  };
}

void check(std::vector<Case> cases) {
  for (Case& test : cases) {
    SCOPED_TRACE(test.name);
    test.state.sequences = test.sequences;
    const Step step = next_step(test.state);
    EXPECT_EQ(step.kind, test.kind);
    EXPECT_EQ(step.rows, test.rows);
    EXPECT_EQ(step.preempted, test.preempted);
    EXPECT_EQ(step.new_job, test.new_job);
    EXPECT_EQ(step.layers, test.layers);
  }
}

TEST(Scheduler, FillsStepsWithRows) { check(row_cases()); }

TEST(Scheduler, SharesPages) { check(page_cases()); }

TEST(Scheduler, LetsVisionRunAheadForDocuments) { check(document_cases()); }

TEST(Scheduler, SlicesVisionForChats) { check(chat_cases()); }

// A day of random requests on too few pages: whatever comes, every step works on something that
// fits, and all requests end.
class Simulation {
 public:
  Simulation(ScheduleMode mode, uint32_t seed) : state_{.mode = mode}, random_(seed) {
    state_.max_rows = 40;
    state_.max_sequences = 5;
    state_.max_patches = 60;
    for (int i = 0; i < 40; ++i) {
      const bool picture = below(2) == 0;
      sequences_.push_back({.needs_vision = picture,
                            .num_patches = picture ? below(90) + 1 : 0,
                            .num_rows = below(150) + 1});
      replies_.push_back(below(100) + 1);
    }
  }

  void run() {
    int steps = 0;
    while (!sequences_.empty()) {
      ASSERT_LT(++steps, 100000);
      state_.sequences = sequences_;
      state_.num_free_pages = kPages - used_pages();
      const Step step = next_step(state_);
      ASSERT_NE(step.kind, Kind::kIdle);
      state_.last_was_vision = step.kind == Kind::kVision;
      if (step.kind == Kind::kVision) {
        ASSERT_NO_FATAL_FAILURE(see(step));
      } else {
        ASSERT_NO_FATAL_FAILURE(forward(step));
      }
      const auto open = std::count_if(sequences_.begin(), sequences_.end(),
                                      [](const SequenceState& s) { return s.open; });
      ASSERT_LE(open, state_.max_sequences);
    }
  }

 private:
  static constexpr int kPages = 9;  // 288 tokens; the longest request has 250

  int below(int end) {
    random_ = random_ * 1664525U + 1013904223U;
    return static_cast<int>((random_ >> 8U) % static_cast<uint32_t>(end));
  }
  int used_pages() const {
    int used = 0;
    for (const SequenceState& sequence : sequences_) used += sequence.num_pages;
    return used;
  }

  void see(const Step& step) {
    for (const int i : step.new_job) {
      sequences_[static_cast<size_t>(i)].open = sequences_[static_cast<size_t>(i)].in_job = true;
    }
    if (!step.new_job.empty()) layers_left_ = 20;
    ASSERT_GT(step.layers, 0);
    layers_left_ -= step.layers;
    state_.job_in_flight = layers_left_ > 0;
    if (state_.job_in_flight) return;
    for (SequenceState& sequence : sequences_) {
      if (sequence.in_job) sequence.in_job = sequence.needs_vision = false;
    }
  }

  void forward(const Step& step) {
    for (const int i : step.preempted) {
      sequences_[static_cast<size_t>(i)].num_pages = 0;
      sequences_[static_cast<size_t>(i)].num_cached = 0;
    }
    int rows = 0;
    ASSERT_FALSE(step.rows.empty());
    for (const RowShare& share : step.rows) {
      SequenceState& sequence = sequences_[static_cast<size_t>(share.sequence)];
      ASSERT_FALSE(sequence.needs_vision);
      ASSERT_GT(share.num_rows, 0);
      ASSERT_LE(sequence.num_cached + share.num_rows, sequence.num_rows);
      sequence.open = true;
      sequence.num_pages = std::max(sequence.num_pages, (sequence.num_rows + 31) / 32);
      sequence.num_cached += share.num_rows;
      rows += share.num_rows;
      if (sequence.num_cached < sequence.num_rows) continue;
      sequence.replies = true;
      ++sequence.num_rows;
      --replies_[static_cast<size_t>(share.sequence)];
    }
    ASSERT_LE(rows, state_.max_rows);
    ASSERT_LE(used_pages(), kPages);
    for (size_t i = sequences_.size(); i-- > 0;) {
      if (replies_[i] > 0) continue;
      sequences_.erase(sequences_.begin() + static_cast<std::ptrdiff_t>(i));
      replies_.erase(replies_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  SchedulerState state_;
  uint32_t random_;
  std::vector<SequenceState> sequences_;
  std::vector<int> replies_;  // tokens still to come
  int layers_left_ = 0;
};

TEST(Scheduler, AlwaysGetsOn) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    for (const ScheduleMode mode : {ScheduleMode::kThroughput, ScheduleMode::kLatency}) {
      ASSERT_NO_FATAL_FAILURE(Simulation(mode, seed).run());
    }
  }
}

}  // namespace
}  // namespace mineru::engine
