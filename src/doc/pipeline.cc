#include "doc/pipeline.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>

#include "base/ordered_window.h"
#include "base/thread_group.h"
#include "doc/crops.h"
#include "doc/flash/page_layout.h"
#include "doc/overlay.h"
#include "doc/page_selection.h"

namespace mineru::doc {

using media::PageSource;

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kAuto: return "auto";
    case Method::kText: return "txt";
    case Method::kOcr: return "ocr";
  }
  return "auto";
}

namespace {

constexpr int kSamplePages = 12;

// What reading a page gave: its facts, or why there are none.
using Reading = std::variant<flash::PageFacts, Error>;

class DocumentRun {
 public:
  DocumentRun(const std::filesystem::path& input, const ParseOptions& options, std::stop_token stop)
      : input_(input), options_(options), stop_(std::move(stop)) {
    sources_.resize(static_cast<size_t>(std::max(1, options.num_workers)));
    sources_[0] = open();
    pages_ = select_pages(options.pages, sources_[0]->page_count());
  }

  // Reads a few pages and learns what the document looks like; `on_read` hears how many there are.
  void learn(const std::function<void(int)>& on_read);
  // Calls `emit` for every page in order, as it becomes final.
  void run(const std::function<void(Page&&)>& emit);

  const std::vector<int>& pages() const { return pages_; }
  PageSource& source() { return *sources_[0]; }

 private:
  std::unique_ptr<PageSource> open() const {
    return media::open_pages(
        input_,
        {options_.password,
         options_.compat == Compat::kReference ? media::Alpha::kDrop : media::Alpha::kCompose,
         options_.limits},
        options_.worker);
  }
  PageSource& source_of(int worker) {
    auto& source = sources_[static_cast<size_t>(worker)];
    if (source == nullptr) source = open();
    return *source;
  }
  int threads_for(size_t items) const {
    return static_cast<int>(std::min(sources_.size(), std::max<size_t>(1, items)));
  }
  Reading read(PageSource& source, int place) const;
  LaidPage lay_out(int worker, int place);
  LaidPage page_of(PageSource& source, int place, Reading reading) const;

  const std::filesystem::path& input_;
  const ParseOptions& options_;
  std::stop_token stop_;
  std::vector<int> pages_;  // zero-based in the source
  std::vector<std::unique_ptr<PageSource>>
      sources_;                     // one a worker thread, opened on its first page
  std::map<int, Reading> samples_;  // by place in pages_; read-only in run()
  flash::Profile profile_;
};

Reading DocumentRun::read(PageSource& source, int place) const {
  try {
    return flash::read_page(source, pages_[static_cast<size_t>(place)], options_);
  } catch (...) {
    return current_error();
  }
}

void DocumentRun::learn(const std::function<void(int)>& on_read) {
  const std::vector<int> places = sample_places(static_cast<int>(pages_.size()), kSamplePages);
  OrderedWindow<std::pair<int, Reading>> window(places.size(), places.size());
  const ThreadGroup threads(threads_for(places.size()), [&](int worker) {
    while (const auto item = window.claim()) {
      const int place = places[*item];
      try {
        window.put(*item, {place, read(source_of(worker), place)});
      } catch (...) {
        window.put(*item, {place, current_error()});
      }
      if (stop_.stop_requested()) window.close();
    }
  });
  while (auto sample = window.take()) {
    samples_.emplace(sample->first, std::move(sample->second));
    on_read(static_cast<int>(samples_.size()));
  }
  std::vector<const flash::PageFacts*> facts;
  for (const auto& [place, reading] : samples_) {
    if (const auto* page = std::get_if<flash::PageFacts>(&reading)) facts.push_back(page);
  }
  profile_ = flash::learn_profile(facts);
}

LaidPage failed_page(const Error& error) {
  LaidPage laid;
  laid.page.status =
      error.code() == Code::kDeadlineExceeded ? PageStatus::kTimeout : PageStatus::kFailed;
  laid.page.diagnostics.push_back({error.code(), error.message()});
  return laid;
}

LaidPage DocumentRun::page_of(PageSource& source, int place, Reading reading) const {
  const int number = pages_[static_cast<size_t>(place)];
  if (const Error* error = std::get_if<Error>(&reading)) return failed_page(*error);
  LaidPage laid = flash::layout_page(std::move(std::get<flash::PageFacts>(reading)), profile_);
  laid.page.page_idx = place;
  if (!wants_crops(laid.page)) return laid;
  try {
    const double scale = media::reference_scale(laid.page.size);
    cut_crops(laid.page, source.render(number, scale), scale);
  } catch (const Error& error) {
    laid.page.diagnostics.push_back(
        {error.code(), "the pictures of this page could not be cut: " + error.message()});
  }
  return laid;
}

LaidPage DocumentRun::lay_out(int worker, int place) {
  LaidPage laid;
  try {
    PageSource& source = source_of(worker);
    const auto sample = samples_.find(place);
    laid = page_of(source, place, sample != samples_.end() ? sample->second : read(source, place));
  } catch (...) {
    laid = failed_page(current_error());
  }
  laid.page.page_idx = place;
  laid.page.source_page = pages_[static_cast<size_t>(place)];
  return laid;
}

void DocumentRun::run(const std::function<void(Page&&)>& emit) {
  OrderedWindow<LaidPage> window(pages_.size(), 2 * sources_.size() + 1);
  const ThreadGroup threads(threads_for(pages_.size()), [&](int worker) {
    while (const auto place = window.claim()) {
      window.put(*place, lay_out(worker, static_cast<int>(*place)));
      if (stop_.stop_requested()) window.close();
    }
  });
  try {
    std::optional<LaidPage> previous;
    while (auto next = window.take()) {
      if (previous) {
        continue_references(*previous, *next);
        join_across_pages(*previous, *next);
        emit(std::move(previous->page));
      }
      previous = std::move(next);
    }
    if (previous) emit(std::move(previous->page));
  } catch (...) {
    window.close();  // the threads end before the exception leaves
    throw;
  }
}

bool contiguous(const std::vector<int>& pages) {
  return pages.back() - pages.front() + 1 == static_cast<int>(pages.size());
}

// The reference's companions of the text; a document is complete without them.
void write_companions(DocumentRun& run, const ParseOptions& options, const std::string& stem,
                      std::span<const media::OverlayPage> overlay, ParseSummary& summary) {
  const auto attempt = [&](const char* what, const std::function<void()>& write) {
    try {
      write();
    } catch (const Error& error) {
      summary.diagnostics.push_back(
          {error.code(), fmt::format("{} was not written: {}", what, error.message())});
    }
  };
  if (options.origin && !contiguous(run.pages())) {
    summary.diagnostics.push_back(
        {Code::kUnsupported, "_origin.pdf was not written: the pages asked for have gaps"});
  } else if (options.origin) {
    const auto path = summary.folder / (stem + "_origin.pdf");
    attempt("the copy of the pages (_origin.pdf)",
            [&] { run.source().write_pdf(run.pages().front(), run.pages().back(), path); });
  }
  if (options.overlay && !overlay.empty()) {
    const auto path = summary.folder / (stem + "_layout.pdf");
    attempt("the layout picture (_layout.pdf)", [&] { run.source().write_overlay(overlay, path); });
    if (overlay.size() < static_cast<size_t>(summary.pages_ok)) {
      summary.diagnostics.push_back(
          {Code::kResourceExhausted,
           fmt::format("_layout.pdf shows the first {} pages only", overlay.size())});
    }
  }
}

}  // namespace

ParseSummary parse_document(const std::filesystem::path& input,
                            const std::filesystem::path& out_root, const std::string& stem,
                            const ParseOptions& options, const std::stop_token& stop,
                            const std::function<void(const ParseProgress&)>& on_page) {
  DocumentRun run(input, options, stop);
  ParseSummary summary;
  summary.folder = out_root / stem / method_name(options.method);
  summary.pages_total = static_cast<int>(run.pages().size());
  DocumentWriter writer(
      {summary.folder, stem, "flash", options.tables, options.formulas, options.compat});
  ParseProgress progress{.pages_total = summary.pages_total};
  const auto report = [&] {
    if (on_page) on_page(progress);
  };
  report();
  run.learn([&](int pages_read) {
    progress.pages_read = pages_read;
    report();
  });
  std::vector<media::OverlayPage> overlay;
  run.run([&](Page&& page) {
    writer.add(page);
    const bool is_drawn = options.overlay && page.status == PageStatus::kOk;
    if (is_drawn && overlay.size() < options.max_overlay_pages) overlay.push_back(overlay_of(page));
    ++(page.status == PageStatus::kOk ? summary.pages_ok : summary.pages_failed);
    ++progress.pages_done;
    progress.page = &page;
    report();
  });
  writer.finish();
  if (summary.pages_ok > 0 && !stop.stop_requested())
    write_companions(run, options, stem, overlay, summary);
  return summary;
}

}  // namespace mineru::doc
