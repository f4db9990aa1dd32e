// What the engine does next: the whole policy as a function of plain numbers, without threads and
// without a model.
#pragma once

#include <span>
#include <vector>

namespace mineru::engine {

enum class ScheduleMode {
  // Documents: vision runs ahead until all places are taken, so that many replies decode together.
  kThroughput,
  // Somebody watches: vision and long prompts come in short slices between the steps of decoding.
  kLatency,
};

// One unfinished request. Rows are tokens (or embeddings) that must go through the decoder.
struct SequenceState {
  bool open = false;          // it has one of the places: it was given work before
  bool needs_vision = false;  // pictures that are not encoded
  bool in_job = false;        // they are being encoded
  bool replies = false;       // tokens were generated
  int num_patches = 0;
  int num_rows = 0;    // prompt and reply
  int num_cached = 0;  // rows whose keys and values are there
  int num_pages = 0;   // held
};

struct SchedulerState {
  ScheduleMode mode = ScheduleMode::kThroughput;
  int max_rows = 512;      // of one forward step
  int max_sequences = 16;  // places
  int max_patches = 4096;  // of pictures that are encoded together; a larger one comes alone
  int page_tokens = 32;
  int num_free_pages = 0;
  bool job_in_flight = false;  // even if all that it was for are gone
  bool last_was_vision = false;
  std::span<const SequenceState> sequences = {};  // in order of arrival
};

struct RowShare {
  int sequence = 0;  // index
  int num_rows = 0;  // the next ones
  bool operator==(const RowShare&) const = default;
};

struct Step {
  enum class Kind {
    kIdle,
    kVision,   // `layers` of the job in flight, or of a new one made of `new_job`
    kForward,  // `rows`, after `preempted` gave their pages back
  };
  Kind kind = Kind::kIdle;
  int layers = 0;
  std::vector<int> new_job;
  std::vector<int> preempted;
  // Pages for all of num_rows of each sequence are free. Decoding first, then prompts.
  std::vector<RowShare> rows;
};

// Rules:
//  - Places, pages and turns go by arrival: nobody overtakes an older request that waits for them.
//  - A decoding reply that needs a page takes it from the youngest that holds some; that one starts
//    over later and keeps its tokens. So the oldest always gets on.
//  - A prompt starts only if there are pages for all of it, and one more for each decoding reply.
//  - Idle only if there is no sequence.
Step next_step(const SchedulerState& state);

}  // namespace mineru::engine
