#include "doc/pipeline.h"

#include <concepts>
#include <optional>
#include <system_error>
#include <utility>

#include "doc/document_run.h"
#include "doc/flash_backend.h"
#include "doc/hybrid_backend.h"
#include "doc/overlay.h"
#include "doc/page_backend.h"
#include "doc/page_journal.h"
#include "doc/page_selection.h"
#include "doc/page_sources.h"
#include "doc/passes/merge_para_text.h"
#include "doc/result_keys.h"
#include "doc/status_file.h"
#include "doc/vlm_backend.h"

namespace mineru::doc {

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

std::string_view order_name(Order order) { return order == Order::kXy ? "xy" : "model"; }

std::string_view enhance_name(Enhance enhance) {
  switch (enhance) {
    case Enhance::kAuto: return "auto";
    case Enhance::kOff: return "off";
    case Enhance::kOn: return "on";
  }
  return "auto";
}

namespace {

bool contiguous(const std::vector<int>& pages) {
  return pages.back() - pages.front() + 1 == static_cast<int>(pages.size());
}

// Where the results of a document lie.
struct Place {
  std::filesystem::path folder;
  std::string stem;

  std::filesystem::path file(std::string_view suffix) const {
    return folder / (stem + std::string(suffix));
  }
};

std::string folder_name(const ParseOptions& options) {
  const std::string method(method_name(options.method));
  switch (options.backend) {
    case Backend::kFlash: return method;
    case Backend::kVlm: return "vlm";
    case Backend::kHybrid: return "hybrid_" + method;
  }
  return method;
}

// One call of parse_document.
struct Job {
  const std::vector<int>& pages;  // zero-based in the source
  Place place;
  const ParseOptions& options;
  PageJournal& journal;
  const std::stop_token& stop;
  const std::function<void(const ParseProgress&)>& on_page;
};

// The reference's companions of the text; a document is complete without them.
void write_companions(media::PageSource& source, const Job& job,
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
    const auto path = job.place.file("_origin.pdf");
    attempt("the copy of the pages (_origin.pdf)",
            [&] { source.write_pdf(job.pages.front(), job.pages.back(), path); });
  }
  if (job.options.overlay && !overlay.empty()) {
    const auto path = job.place.file("_layout.pdf");
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
WriterOptions writer_options(const Job& job, const Maker& maker) {
  const ParseOptions& options = job.options;
  return {.folder = job.place.folder,
          .stem = job.place.stem,
          .backend = Maker::name(),
          .model = Maker::kHasModel,
          .tables = options.tables,
          .formulas = options.formulas,
          .compat = options.compat,
          .output = options.output,
          .hybrid = hybrid_facts(options, maker)};
}

template <PageBackend Maker>
ParseSummary parse_pages(const Job& job, PageSources& sources, Maker& maker, StatusFile& status) {
  const ParseOptions& options = job.options;
  ParseSummary summary;
  summary.folder = job.place.folder;
  summary.pages_total = static_cast<int>(job.pages.size());
  for (int place = 0; place < summary.pages_total; ++place) {
    summary.pages_kept += job.journal.has(place) ? 1 : 0;
  }
  ParseProgress progress{.pages_total = summary.pages_total};
  const auto report = [&] {
    if (job.on_page) job.on_page(progress);
  };
  report();
  DocumentRun<Maker> run(sources, maker, job.pages, job.journal, options, job.stop);
  run.learn([&](int pages_read) {
    progress.pages_read = pages_read;
    report();
  });
  if (job.stop.stop_requested()) throw_error(Code::kCancelled, "stopped before the first page");
  DocumentWriter writer(writer_options(job, maker));
  std::vector<media::OverlayPage> overlay;
  run.run([&](Page&& page) {
    writer.add(page);
    const bool is_good = page.status == PageStatus::kOk;
    if (is_good && options.overlay && overlay.size() < options.max_overlay_pages) {
      overlay.push_back(overlay_of(page));
    }
    ++(is_good ? summary.pages_ok : summary.pages_failed);
    if (!is_good) status.failures.push_back({page.source_page, page.status, page.diagnostics});
    ++progress.pages_done;
    progress.page = &page;
    report();
  });
  writer.finish();
  if (summary.pages_ok > 0 && !job.stop.stop_requested())
    write_companions(sources.first(), job, overlay, summary);
  return summary;
}

ParseSummary parse_with_backend(const Job& job, PageSources& sources, StatusFile& status) {
  switch (job.options.backend) {
    case Backend::kVlm: {
      VlmBackend maker(job.options, job.pages, job.stop);
      return parse_pages(job, sources, maker, status);
    }
    case Backend::kHybrid: {
      HybridBackend maker(job.options, job.pages, job.stop);
      return parse_pages(job, sources, maker, status);
    }
    case Backend::kFlash: break;
  }
  FlashBackend maker(job.options, job.pages);
  return parse_pages(job, sources, maker, status);
}

bool has_any_result(const Place& place) {
  for (const std::string_view suffix : {"_status.json", ".md", "_middle.json"}) {
    std::error_code unknown;
    if (std::filesystem::exists(place.file(suffix), unknown)) return true;
  }
  return false;
}

// Is there nothing left to do?
bool is_done(const StatusFile& earlier, const std::string& result_key, Resume resume) {
  if (earlier.result_key != result_key || !earlier.is_complete()) return false;
  return resume == Resume::kYes || earlier.failures.empty();
}

ParseSummary summary_of(const StatusFile& earlier, const Place& place) {
  ParseSummary summary;
  summary.folder = place.folder;
  summary.pages_total = earlier.pages_total;
  summary.pages_ok = summary.pages_kept = earlier.pages_ok;
  summary.pages_failed = earlier.pages_failed();
  summary.pages_kept += summary.pages_failed;
  summary.already_done = true;
  return summary;
}

PageJournal::Keep pages_to_keep(Resume resume) {
  switch (resume) {
    case Resume::kYes: return PageJournal::Keep::kAll;
    case Resume::kRetryFailed: return PageJournal::Keep::kGoodPages;
    case Resume::kNo:
    case Resume::kSkipExisting: break;
  }
  return PageJournal::Keep::kNothing;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw_error(Code::kIo, "cannot create {}: {}", folder.string(), error.message());
}

// Of a run that was killed while it replaced a file (base/file.h).
void remove_leftovers(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".mineru-") && name.ends_with(".tmp")) {
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

// What a run that ended leaves for the next one.
void settle(PageJournal& journal, const Place& place, StatusFile& status, ParseSummary& summary) {
  if (const auto error = journal.save_error()) {
    summary.diagnostics.push_back(
        {error->code(), "--resume will not find the pages of this document: " + error->message()});
  }
  status.pages_total = summary.pages_total;
  status.pages_ok = summary.pages_ok;
  status.diagnostics = summary.diagnostics;
  write_status_file(place.file("_status.json"), status);
  if (status.is_complete() && status.failures.empty()) journal.remove();
}

}  // namespace

ParseSummary parse_document(const std::filesystem::path& input,
                            const std::filesystem::path& out_root, const std::string& stem,
                            const ParseOptions& options, const std::stop_token& stop,
                            const std::function<void(const ParseProgress&)>& on_page) {
  const Place place{out_root / stem / folder_name(options), stem};
  const auto earlier = read_status_file(place.file("_status.json"));
  if (options.resume == Resume::kSkipExisting && has_any_result(place)) {
    return summary_of(earlier.value_or(StatusFile{}), place);
  }
  StatusFile status;
  status.input = input.filename().string();
  status.input_sha256 = content_digest(input);
  status.backend = backend_name(options.backend);
  const ResultKeys keys = result_keys(status.input_sha256, options);
  status.result_key = keys.result;
  const bool resumes = options.resume == Resume::kYes || options.resume == Resume::kRetryFailed;
  if (resumes && earlier && is_done(*earlier, keys.result, options.resume)) {
    return summary_of(*earlier, place);
  }
  PageSources sources(input, options);
  const std::vector<int> pages = select_pages(options.pages, sources.first().page_count());
  make_folder(place.folder);
  PageJournal journal(place.file("_pages.journal"), keys.pages, pages_to_keep(options.resume));
  // No other run is at work here: the journal is ours.
  remove_leftovers(place.folder);
  remove_leftovers(place.folder / kImageFolder);
  const Job job{pages, place, options, journal, stop, on_page};
  ParseSummary summary = parse_with_backend(job, sources, status);
  settle(journal, place, status, summary);
  return summary;
}

}  // namespace mineru::doc
