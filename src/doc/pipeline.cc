#include "doc/pipeline.h"

#include <algorithm>
#include <concepts>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/cpu_info.h"
#include "base/ordered_window.h"
#include "base/thread_group.h"
#include "doc/flash_backend.h"
#include "doc/hybrid_backend.h"
#include "doc/overlay.h"
#include "doc/page_selection.h"
#include "doc/page_workers.h"
#include "doc/vlm_backend.h"

namespace mineru::doc {

using media::PageSource;

std::string_view backend_name(Backend backend) {
  switch (backend) {
    case Backend::kFlash: return "flash";
    case Backend::kVlm: return "vlm";
    case Backend::kHybrid: return "hybrid";
  }
  return "flash";
}

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kAuto: return "auto";
    case Method::kText: return "txt";
    case Method::kOcr: return "ocr";
  }
  return "auto";
}

std::string_view effort_name(Effort effort) { return effort == Effort::kHigh ? "high" : "medium"; }

std::string_view enhance_name(Enhance enhance) {
  switch (enhance) {
    case Enhance::kAuto: return "auto";
    case Enhance::kOff: return "off";
    case Enhance::kOn: return "on";
  }
  return "auto";
}

namespace {

// What makes the pages of a document; the rest is the same for all of them. Places count in the
// pages that were asked for. Errors of a function cost the page, and so nothing more.
template <typename T>
concept PageBackend = requires(T& backend, const T& ready, PageSource& source, int place,
                               std::vector<LaidPage>& pages) {
  { T::name() } -> std::convertible_to<std::string>;       // `_backend` of middle.json
  { ready.folder() } -> std::convertible_to<std::string>;  // of the results, in OUT/STEM
  { T::kHasModel } -> std::convertible_to<bool>;           // STEM_model.json is written
  // Places of the pages to read ahead, each once, on any thread.
  { ready.samples() } -> std::same_as<std::vector<int>>;
  backend.read_sample(source, place);
  // After the last sample, before the first page.
  backend.learn();
  // On any thread, several at once.
  { ready.make_page(source, place) } -> std::same_as<LaidPage>;
  // In order: `pages.back()` is new and is joined to those before it. How many at the front are
  // final, because nothing that comes can change them.
  { backend.join(pages) } -> std::same_as<size_t>;
  // After the last page: those that are left become final.
  backend.finish(pages);
};

// The workers of a document: a media worker for each, the first one opened at once.
class Sources {
 public:
  Sources(const std::filesystem::path& input, const ParseOptions& options)
      : input_(input), options_(options) {
    sources_.resize(static_cast<size_t>(std::max(1, options.num_workers)));
    sources_[0] = open();
  }

  PageSource& of(int worker) {
    auto& source = sources_[static_cast<size_t>(worker)];
    if (source == nullptr) source = open();
    return *source;
  }
  PageSource& first() { return *sources_[0]; }
  size_t size() const { return sources_.size(); }
  // A model wants many pages at hand, whatever the mode.
  int threads_for(size_t items) const {
    const Compat compat = uses_model(options_.backend) ? Compat::kProduct : options_.compat;
    return num_page_workers(static_cast<int>(items), static_cast<int>(sources_.size()),
                            read_cpu_info().logical_cpus, compat);
  }

 private:
  std::unique_ptr<PageSource> open() const {
    return media::open_pages(
        input_,
        {options_.password,
         options_.compat == Compat::kReference ? media::Alpha::kDrop : media::Alpha::kCompose,
         options_.limits},
        options_.worker);
  }

  const std::filesystem::path& input_;
  const ParseOptions& options_;
  std::vector<std::unique_ptr<PageSource>> sources_;  // one a worker, opened on its first page
};

template <PageBackend Maker>
class DocumentRun {
 public:
  DocumentRun(Sources& sources, Maker& maker, const std::vector<int>& pages, std::stop_token stop)
      : sources_(sources), maker_(maker), pages_(pages), stop_(std::move(stop)) {}

  // Reads a few pages and learns what the document looks like; `on_read` hears how many there are.
  void learn(const std::function<void(int)>& on_read);
  // Calls `emit` for every page in order, as it becomes final.
  void run(const std::function<void(Page&&)>& emit);

 private:
  LaidPage lay_out(int worker, int place);
  LaidPage failed_page(const Error& error) const;

  Sources& sources_;
  Maker& maker_;
  const std::vector<int>& pages_;  // zero-based in the source
  std::stop_token stop_;
  std::map<int, Error> unread_;  // samples that no worker could read, by place
};

template <PageBackend Maker>
void DocumentRun<Maker>::learn(const std::function<void(int)>& on_read) {
  const std::vector<int> places = maker_.samples();
  OrderedWindow<std::optional<Error>> window(places.size(), places.size());
  const ThreadGroup threads(sources_.threads_for(places.size()), [&](int worker) {
    while (const auto item = window.claim()) {
      std::optional<Error> error;
      try {
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
  maker_.learn();
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
LaidPage DocumentRun<Maker>::lay_out(int worker, int place) {
  LaidPage laid;
  const auto unread = unread_.find(place);
  try {
    if (unread != unread_.end()) throw Error(unread->second);
    laid = maker_.make_page(sources_.of(worker), place);
  } catch (...) {
    laid = failed_page(current_error());
  }
  laid.page.page_idx = place;
  laid.page.source_page = pages_[static_cast<size_t>(place)];
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

bool contiguous(const std::vector<int>& pages) {
  return pages.back() - pages.front() + 1 == static_cast<int>(pages.size());
}

// One call of parse_document.
struct Job {
  const std::vector<int>& pages;  // zero-based in the source
  std::filesystem::path out_root;
  std::string stem;
  const ParseOptions& options;
  const std::stop_token& stop;
  const std::function<void(const ParseProgress&)>& on_page;
};

// The reference's companions of the text; a document is complete without them.
void write_companions(PageSource& source, const Job& job,
                      std::span<const media::OverlayPage> overlay, ParseSummary& summary) {
  const auto attempt = [&](const char* what, const std::function<void()>& write) {
    try {
      write();
    } catch (const Error& error) {
      summary.diagnostics.push_back(
          {error.code(), fmt::format("{} was not written: {}", what, error.message())});
    }
  };
  if (job.options.origin && !contiguous(job.pages)) {
    summary.diagnostics.push_back(
        {Code::kUnsupported, "_origin.pdf was not written: the pages asked for have gaps"});
  } else if (job.options.origin) {
    const auto path = summary.folder / (job.stem + "_origin.pdf");
    attempt("the copy of the pages (_origin.pdf)",
            [&] { source.write_pdf(job.pages.front(), job.pages.back(), path); });
  }
  if (job.options.overlay && !overlay.empty()) {
    const auto path = summary.folder / (job.stem + "_layout.pdf");
    attempt("the layout picture (_layout.pdf)", [&] { source.write_overlay(overlay, path); });
    if (overlay.size() < static_cast<size_t>(summary.pages_ok)) {
      summary.diagnostics.push_back(
          {Code::kResourceExhausted,
           fmt::format("_layout.pdf shows the first {} pages only", overlay.size())});
    }
  }
}

// What middle.json says of the backend `hybrid`, after learning.
template <PageBackend Maker>
std::optional<HybridFacts> hybrid_facts(const ParseOptions& options, const Maker& maker) {
  if constexpr (std::same_as<Maker, HybridBackend>) {
    return HybridFacts{std::string(effort_name(options.effort)), maker.reads_pixels()};
  } else {
    return std::nullopt;
  }
}

template <PageBackend Maker>
ParseSummary parse_pages(const Job& job, Sources& sources, Maker& maker) {
  const ParseOptions& options = job.options;
  ParseSummary summary;
  summary.folder = job.out_root / job.stem / maker.folder();
  summary.pages_total = static_cast<int>(job.pages.size());
  ParseProgress progress{.pages_total = summary.pages_total};
  const auto report = [&] {
    if (job.on_page) job.on_page(progress);
  };
  report();
  DocumentRun<Maker> run(sources, maker, job.pages, job.stop);
  run.learn([&](int pages_read) {
    progress.pages_read = pages_read;
    report();
  });
  DocumentWriter writer({.folder = summary.folder,
                         .stem = job.stem,
                         .backend = Maker::name(),
                         .model = Maker::kHasModel,
                         .tables = options.tables,
                         .formulas = options.formulas,
                         .compat = options.compat,
                         .output = options.output,
                         .hybrid = hybrid_facts(options, maker)});
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
  if (summary.pages_ok > 0 && !job.stop.stop_requested())
    write_companions(sources.first(), job, overlay, summary);
  return summary;
}

}  // namespace

ParseSummary parse_document(const std::filesystem::path& input,
                            const std::filesystem::path& out_root, const std::string& stem,
                            const ParseOptions& options, const std::stop_token& stop,
                            const std::function<void(const ParseProgress&)>& on_page) {
  Sources sources(input, options);
  const std::vector<int> pages = select_pages(options.pages, sources.first().page_count());
  const Job job{pages, out_root, stem, options, stop, on_page};
  if (options.backend == Backend::kVlm) {
    VlmBackend maker(options, pages, stop);
    return parse_pages(job, sources, maker);
  }
  if (options.backend == Backend::kHybrid) {
    HybridBackend maker(options, pages, stop);
    return parse_pages(job, sources, maker);
  }
  FlashBackend maker(options, pages);
  return parse_pages(job, sources, maker);
}

}  // namespace mineru::doc
