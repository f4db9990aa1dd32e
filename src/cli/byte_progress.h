// Progress of something that is counted in bytes, for a person: a bar on a terminal, now and then a
// line elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/console.h"
#include "cli/progress.h"

namespace mineru::cli {

struct ByteView {
  std::string name;  // what is at work, printable
  uint64_t done = 0;
  uint64_t total = 0;           // 0: not known yet
  double bytes_per_second = 0;  // 0: not known yet
};

// One line, less than `columns` wide, without colour. Narrow windows lose the bar first.
std::string render_bytes(const ByteView& view, int columns);
// What is said now and then where no line can be redrawn.
std::string render_bytes_plain(const ByteView& view);

// Not thread-safe: who does the work calls it, several times a second.
class ByteProgress {
 public:
  enum class Mode { kShown, kSilent };

  ByteProgress(Console& console, Mode mode, Clock clock = steady_seconds);
  ~ByteProgress() { end(); }
  ByteProgress(const ByteProgress&) = delete;
  ByteProgress& operator=(const ByteProgress&) = delete;

  // kIdle: bytes were skipped or read again, which says nothing about the speed.
  enum class Pace { kWork, kIdle };
  void update(const std::string& name, uint64_t done, uint64_t total, Pace pace = Pace::kWork);
  void end();  // leaves nothing of the bar behind

 private:
  Console& console_;
  const Mode mode_;
  const Clock clock_;
  double last_shown_;
  // Where the present run of work began.
  struct Mark {
    double seconds = 0;
    uint64_t bytes = 0;
  };
  std::optional<Mark> mark_;
};

}  // namespace mineru::cli
