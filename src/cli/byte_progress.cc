#include "cli/byte_progress.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/display_text.h"

namespace mineru::cli {

namespace {

constexpr double kRedrawSeconds = 0.1;  // more often than this nobody can read
constexpr double kPlainSeconds = 10.0;  // a log file wants few lines
constexpr double kMinMeasured = 0.5;    // seconds of work before a speed means anything
constexpr int kMinBarColumns = 10;
constexpr int kMaxBarColumns = 30;

std::string facts_of(const ByteView& view) {
  if (view.total == 0) return {};
  std::string facts = fmt::format("{} of {}", format_bytes(view.done), format_bytes(view.total));
  if (view.bytes_per_second <= 0) return facts;
  const double left = static_cast<double>(view.total - std::min(view.done, view.total));
  facts +=
      fmt::format("  {}/s  {} left", format_bytes(static_cast<uint64_t>(view.bytes_per_second)),
                  format_clock(left / view.bytes_per_second));
  return facts;
}

}  // namespace

std::string render_bytes(const ByteView& view, int columns) {
  const int room = columns - 1;  // a character in the last column makes some terminals wrap
  const std::string facts = facts_of(view);
  if (facts.empty()) return fit_width(view.name, std::max(0, room));
  const int rest = room - display_width(facts) - 2;
  const int bar_columns = std::min(kMaxBarColumns, rest - display_width(view.name) - 2);
  if (bar_columns >= kMinBarColumns) {
    const double share = static_cast<double>(view.done) / static_cast<double>(view.total);
    return fmt::format("{}  {}  {}", view.name, render_bar(share, bar_columns), facts);
  }
  if (rest < 4) return fit_width(facts, std::max(0, room));
  return fmt::format("{}  {}", fit_width(view.name, rest), facts);
}

std::string render_bytes_plain(const ByteView& view) {
  const std::string facts = facts_of(view);
  return fmt::format("{}{}{}\n", view.name, facts.empty() ? "" : ": ", facts);
}

ByteProgress::ByteProgress(Console& console, Mode mode, Clock clock)
    : console_(console), mode_(mode), clock_(std::move(clock)), last_shown_(clock_()) {}

void ByteProgress::update(const std::string& name, uint64_t done, uint64_t total, Pace pace) {
  if (mode_ == Mode::kSilent) return;
  const double now = clock_();
  if (pace == Pace::kIdle) {
    mark_.reset();
  } else if (!mark_ || done < mark_->bytes) {
    mark_ = {now, done};
  }
  if (now - last_shown_ < (console_.terminal() ? kRedrawSeconds : kPlainSeconds)) return;
  last_shown_ = now;
  ByteView view{.name = printable(name), .done = done, .total = total, .bytes_per_second = 0};
  if (mark_ && now - mark_->seconds >= kMinMeasured) {
    view.bytes_per_second = static_cast<double>(done - mark_->bytes) / (now - mark_->seconds);
  }
  if (console_.terminal()) {
    console_.set_status(render_bytes(view, console_.columns()));
  } else {
    console_.err(render_bytes_plain(view));
  }
}

void ByteProgress::end() { console_.set_status(""); }

}  // namespace mineru::cli
