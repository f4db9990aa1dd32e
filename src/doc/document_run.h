// The pages of one document: made by several threads, joined and handed on in order by one.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <semaphore>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/ordered_window.h"
#include "base/thread_group.h"
#include "doc/page_backend.h"
#include "doc/page_journal.h"
#include "doc/page_sources.h"

namespace mineru::doc {

// Used once. Not thread-safe; what it calls is called from one thread, but for the backend.
template <PageBackend Maker>
class DocumentRun {
 public:
  // All must outlive this. `pages`: zero-based in the source.
  DocumentRun(PageSources& sources, Maker& maker, const std::vector<int>& pages,
              PageJournal& journal, const ParseOptions& options, std::stop_token stop)
      : sources_(sources),
        maker_(maker),
        pages_(pages),
        journal_(journal),
        slots_(options.page_slots),
        stop_(std::move(stop)) {
    if (options.max_seconds > 0) {
      deadline_ = Clock::now() + std::chrono::seconds(options.max_seconds);
      max_seconds_ = options.max_seconds;
    }
  }

  // Reads a few pages and learns what the document looks like; `on_read` hears how many there are.
  void learn(const std::function<void(int)>& on_read);
  // Calls `emit` for every page in order, as it becomes final.
  void run(const std::function<void(Page&&)>& emit);

 private:
  using Clock = std::chrono::steady_clock;

  // A share of the pages that may be in work at once, over all documents.
  class Slot {
   public:
    explicit Slot(std::counting_semaphore<>* slots) : slots_(slots) {
      if (slots_ != nullptr) slots_->acquire();
    }
    ~Slot() {
      if (slots_ != nullptr) slots_->release();
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

   private:
    std::counting_semaphore<>* slots_;
  };

  void read_samples(const std::vector<int>& places, const std::function<void(int)>& on_read);
  LaidPage lay_out(int worker, int place);
  LaidPage make(int worker, int place);
  LaidPage failed_page(const Error& error) const;
  bool is_all_there() const;

  PageSources& sources_;
  Maker& maker_;
  const std::vector<int>& pages_;
  PageJournal& journal_;
  std::counting_semaphore<>* slots_;
  std::stop_token stop_;
  std::optional<Clock::time_point> deadline_;
  int max_seconds_ = 0;
  std::map<int, Error> unread_;  // samples that no worker could read, by place
};

template <PageBackend Maker>
bool DocumentRun<Maker>::is_all_there() const {
  for (size_t place = 0; place < pages_.size(); ++place) {
    if (!journal_.has(static_cast<int>(place))) return false;
  }
  return true;
}

template <PageBackend Maker>
void DocumentRun<Maker>::learn(const std::function<void(int)>& on_read) {
  if (const auto learned = journal_.learned()) {
    maker_.restore(*learned);
    return;
  }
  if (is_all_there()) return;
  read_samples(maker_.samples(), on_read);
  maker_.learn();
  // Of pages that were never read, nothing was learned that the next run should believe.
  if (!stop_.stop_requested()) journal_.save_learned(maker_.learned());
}

template <PageBackend Maker>
void DocumentRun<Maker>::read_samples(const std::vector<int>& places,
                                      const std::function<void(int)>& on_read) {
  OrderedWindow<std::optional<Error>> window(places.size(), places.size());
  const ThreadGroup threads(sources_.threads_for(places.size()), [&](int worker) {
    while (const auto item = window.claim()) {
      std::optional<Error> error;
      try {
        const Slot slot(slots_);
        maker_.read_sample(sources_.of(worker), places[*item]);
      } catch (...) {
        error = current_error();
      }
      window.put(*item, std::move(error));
      if (stop_.stop_requested()) window.close();
    }
  });
  for (size_t i = 0; auto error = window.take(); ++i) {
    if (*error) unread_.emplace(places[i], std::move(**error));
    on_read(static_cast<int>(i) + 1);
  }
}

template <PageBackend Maker>
LaidPage DocumentRun<Maker>::failed_page(const Error& error) const {
  LaidPage laid;
  laid.page.status =
      error.code() == Code::kDeadlineExceeded ? PageStatus::kTimeout : PageStatus::kFailed;
  const bool stopped = error.code() == Code::kCancelled && stop_.stop_requested();
  if (stopped) laid.page.status = PageStatus::kSkipped;
  laid.page.diagnostics.push_back({error.code(), error.message()});
  return laid;
}

template <PageBackend Maker>
LaidPage DocumentRun<Maker>::make(int worker, int place) {
  const auto unread = unread_.find(place);
  if (unread != unread_.end()) throw Error(unread->second);
  const Slot slot(slots_);
  return maker_.make_page(sources_.of(worker), place);
}

template <PageBackend Maker>
LaidPage DocumentRun<Maker>::lay_out(int worker, int place) {
  LaidPage laid;
  bool is_worth_keeping = true;
  try {
    if (auto kept = journal_.load(place)) return std::move(*kept);
    is_worth_keeping = !deadline_ || Clock::now() < *deadline_;
    if (!is_worth_keeping) {
      throw_error(Code::kDeadlineExceeded, "not begun: the document's {} s were over",
                  max_seconds_);
    }
    laid = make(worker, place);
  } catch (...) {
    laid = failed_page(current_error());
  }
  laid.page.page_idx = place;
  laid.page.source_page = pages_[static_cast<size_t>(place)];
  if (is_worth_keeping && laid.page.status != PageStatus::kSkipped) journal_.save(place, laid);
  return laid;
}

template <PageBackend Maker>
void DocumentRun<Maker>::run(const std::function<void(Page&&)>& emit) {
  OrderedWindow<LaidPage> window(pages_.size(), 2 * sources_.size() + 1);
  const ThreadGroup threads(sources_.threads_for(pages_.size()), [&](int worker) {
    while (const auto place = window.claim()) {
      window.put(*place, lay_out(worker, static_cast<int>(*place)));
      if (stop_.stop_requested()) window.close();
    }
  });
  try {
    std::vector<LaidPage> waiting;
    const auto emit_first = [&](size_t count) {
      for (size_t i = 0; i < count; ++i) emit(std::move(waiting[i].page));
      waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
    };
    while (auto next = window.take()) {
      if (next->page.status == PageStatus::kSkipped) continue;  // stopped: it is not written
      waiting.push_back(std::move(*next));
      emit_first(maker_.join(waiting));
    }
    maker_.finish(waiting);
    emit_first(waiting.size());
  } catch (...) {
    window.close();  // the threads end before the exception leaves
    throw;
  }
}

}  // namespace mineru::doc
