// Progress of the documents in work, for a person: a bar on a terminal, now and then a line
// elsewhere.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "cli/console.h"

namespace mineru::cli {

struct ProgressView {
  std::string name;               // of the document, printable
  std::string doing = "reading";  // while there are no pages to count
  int document = 1;               // one-based
  int documents = 1;
  int others = 0;  // documents that are in work as well
  int pages_done = 0;
  int pages_total = 0;      // 0: not known yet
  double seconds = 0;       // since the document was begun
  double seconds_idle = 0;  // since its last page
  int warnings = 0;
  int failed = 0;  // pages
};

// What one finished page changes.
struct PageDone {
  int pages_done = 0;
  int pages_total = 0;
  int warnings = 0;  // of this page
  bool failed = false;
};

// Time left of the document; negative while nothing can be said.
double seconds_left(const ProgressView& view);

// One line, less than `columns` wide, without colour. Narrow windows lose the least important
// first.
std::string render_progress(const ProgressView& view, int columns);

// What is said now and then where no line can be redrawn.
std::string render_progress_plain(const ProgressView& view);

// Clock in seconds, from any start.
using Clock = std::function<double()>;
double steady_seconds();

// Several documents may be in work; the one that was begun first is shown. Thread-safe.
class Progress {
 public:
  enum class Mode { kShown, kSilent };

  Progress(Console& console, Mode mode, Clock clock = steady_seconds);

  // `document`: one-based, names it until it ends.
  void begin_document(const std::string& name, int document, int documents);
  // Work without pages: "NAME  loading, 5 s" until end_all().
  void begin_task(const std::string& name, const std::string& doing);
  void page_done(int document, const PageDone& page);
  // Redraws, so that a long page does not look like a hang.
  void tick();
  void end_document(int document);
  void end_all();  // leaves nothing of the bar behind

 private:
  enum class Urgency { kNow, kWhenDue };
  struct Active {
    ProgressView view;
    double begun = 0;
    double last_page = 0;
  };

  void begin(ProgressView view);
  void show(Urgency urgency);  // under the lock

  Console& console_;
  const Mode mode_;
  const Clock clock_;
  std::mutex mutex_;              // guards the rest; taken before the console's
  std::map<int, Active> active_;  // by document
  double last_shown_ = 0;
};

}  // namespace mineru::cli
