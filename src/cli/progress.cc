#include "cli/progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "cli/display_text.h"

namespace mineru::cli {

namespace {

constexpr double kRedrawSeconds = 0.1;  // more often than this nobody can read
constexpr double kPlainSeconds = 10.0;  // a log file wants few lines
constexpr int kMinNameColumns = 12;
constexpr int kMinBarColumns = 10;
constexpr int kMaxBarColumns = 30;

// Padded, their width stays the same from page to page: a bar that moves about is hard to read.
enum class Padding { kNone, kSteady };

// Most important first: when they do not all fit into a line, the last ones go.
std::vector<std::string> progress_facts(const ProgressView& view, Padding padding) {
  const auto pad = [padding](const std::string& text, size_t columns) {
    const bool short_of = padding == Padding::kSteady && text.size() < columns;
    return short_of ? std::string(columns - text.size(), ' ') + text : text;
  };
  std::vector<std::string> facts;
  if (view.pages_total == 0) {
    facts.push_back(view.seconds < 1
                        ? view.doing
                        : fmt::format("{}, {}", view.doing, format_clock(view.seconds)));
    return facts;
  }
  const std::string total = fmt::format("{}", view.pages_total);
  const std::string done = pad(fmt::format("{}", view.pages_done), total.size());
  facts.push_back(fmt::format("page {}/{}", done, total));
  const double left = seconds_left(view);
  facts.push_back(left >= 0 ? pad(format_clock(left), 4) + " left" : format_clock(view.seconds));
  const std::string rate = format_rate(view.pages_done, view.seconds - view.seconds_idle);
  if (!rate.empty()) facts.push_back(pad(rate, 12));
  if (view.failed > 0) facts.push_back(fmt::format("{} failed", view.failed));
  if (view.warnings > 0) facts.push_back(format_count(view.warnings, "warning"));
  if (view.others > 0) facts.push_back(format_count(view.others, "more document"));
  return facts;
}

std::string join_facts(const std::vector<std::string>& facts, size_t count) {
  std::string joined;
  for (size_t i = 0; i < count; ++i) joined += (i == 0 ? "" : "  ") + facts[i];
  return joined;
}

}  // namespace

double seconds_left(const ProgressView& view) {
  if (view.pages_done <= 0 || view.pages_done >= view.pages_total) return -1;
  const double per_page = (view.seconds - view.seconds_idle) / view.pages_done;
  const double left = per_page * (view.pages_total - view.pages_done) - view.seconds_idle;
  return std::max(0.0, left);
}

std::string render_progress(const ProgressView& view, int columns) {
  const int room = columns - 1;  // a character in the last column makes some terminals wrap
  const std::string place =
      view.documents > 1 ? fmt::format("[{}/{}] ", view.document, view.documents) : std::string();
  const int place_columns = display_width(place);
  const int name_columns = display_width(view.name);
  const int name_wanted = std::min(name_columns, kMinNameColumns);
  const std::vector<std::string> facts = progress_facts(view, Padding::kSteady);

  size_t shown = facts.size();
  while (shown > 1 &&
         place_columns + name_wanted + 2 + display_width(join_facts(facts, shown)) > room) {
    --shown;
  }
  const std::string right = join_facts(facts, shown);
  int rest = room - place_columns - display_width(right) - 2;
  if (rest < 4) return fit_width(place + right, std::max(0, room));

  std::string bar;
  const int bar_columns = std::min(kMaxBarColumns, rest - std::min(name_columns, rest / 2) - 2);
  if (view.pages_total > 0 && bar_columns >= kMinBarColumns) {
    bar = render_bar(static_cast<double>(view.pages_done) / view.pages_total, bar_columns) + "  ";
    rest -= bar_columns + 2;
  }
  return fmt::format("{}{}  {}{}", place, fit_width(view.name, rest), bar, right);
}

std::string render_progress_plain(const ProgressView& view) {
  const std::vector<std::string> facts = progress_facts(view, Padding::kNone);
  std::string line = view.name + ": ";
  for (size_t i = 0; i < facts.size(); ++i) line += (i == 0 ? "" : ", ") + facts[i];
  return line + "\n";
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Progress::Progress(Console& console, Mode mode, Clock clock)
    : console_(console), mode_(mode), clock_(std::move(clock)) {}

void Progress::begin_document(const std::string& name, int document, int documents) {
  begin({.name = name, .document = document, .documents = documents});
}

void Progress::begin_task(const std::string& name, const std::string& doing) {
  begin({.name = name, .doing = doing});
}

void Progress::begin(ProgressView view) {
  const std::scoped_lock lock(mutex_);
  const double now = clock_();
  // The document's own line comes soon enough.
  if (!console_.terminal() && active_.empty()) last_shown_ = now;
  const int document = view.document;
  active_[document] = {std::move(view), now, now};
  if (console_.terminal()) show(Urgency::kNow);
}

void Progress::page_done(int document, const PageDone& page) {
  const std::scoped_lock lock(mutex_);
  const auto found = active_.find(document);
  if (found == active_.end()) return;
  ProgressView& view = found->second.view;
  view.pages_done = page.pages_done;
  view.pages_total = page.pages_total;
  view.warnings += page.warnings;
  view.failed += page.failed ? 1 : 0;
  found->second.last_page = clock_();
  show(Urgency::kWhenDue);
}

void Progress::tick() {
  const std::scoped_lock lock(mutex_);
  show(Urgency::kWhenDue);
}

void Progress::end_document(int document) {
  const std::scoped_lock lock(mutex_);
  active_.erase(document);
  if (active_.empty()) {
    console_.set_status("");
  } else if (console_.terminal()) {
    show(Urgency::kNow);
  }
}

void Progress::end_all() {
  const std::scoped_lock lock(mutex_);
  active_.clear();
  console_.set_status("");
}

void Progress::show(Urgency urgency) {
  if (active_.empty() || mode_ == Mode::kSilent) return;
  const double now = clock_();
  const double due = console_.terminal() ? kRedrawSeconds : kPlainSeconds;
  if (urgency == Urgency::kWhenDue && now - last_shown_ < due) return;
  last_shown_ = now;
  const Active& first = active_.begin()->second;
  ProgressView view = first.view;
  view.others = static_cast<int>(active_.size()) - 1;
  view.seconds = now - first.begun;
  view.seconds_idle = now - first.last_page;
  if (console_.terminal()) {
    console_.set_status(render_progress(view, console_.columns()));
  } else {
    console_.err(render_progress_plain(view));
  }
}

}  // namespace mineru::cli
