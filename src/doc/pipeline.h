// doc: pages become blocks, blocks become documents. Owns the block model, the backends, the passes
// and the writers. May include base, text, media and engine; never model, nn, kernels. Starts at
// parse_document. Errors: what costs a page becomes a Diagnostic on it;
// what costs the document is thrown. Threads: page tasks run on a small pool, each with a media
// worker of its own; results leave in page order on the caller's thread.
#pragma once

#include <filesystem>
#include <functional>
#include <semaphore>
#include <stop_token>
#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/writers/document_writer.h"
#include "media/page_source.h"
#include "media/resample.h"

namespace mineru::engine {
class Generator;
}

namespace mineru::doc {

enum class Backend {
  kFlash,   // no model: what the PDF says, or OCR, laid out by geometry
  kVlm,     // the model looks at the page
  kHybrid,  // the model finds what is on the page, and reads what the PDF's text does not say
};
std::string_view backend_name(Backend backend);  // "flash", "vlm", "hybrid"
inline bool uses_model(Backend backend) { return backend != Backend::kFlash; }

enum class Method {
  kAuto,
  kText,
  kOcr
};  // use the PDF's text, or read the pixels; auto: decide a page

std::string_view method_name(Method method);  // "auto", "txt", "ocr"

// Of kHybrid. kMedium: text comes from the PDF wherever it can be trusted; pictures are not
// described. kHigh: text with formulas, or with a single character that has no meaning, is read.
enum class Effort { kMedium, kHigh };
std::string_view effort_name(Effort effort);  // "medium", "high"

// Of pictures that are blurred or tiny: enlarged and sharpened before they are read. kAuto: where a
// cheap measure of sharpness says that it is needed.
enum class Enhance { kAuto, kOff, kOn };
std::string_view enhance_name(Enhance enhance);  // "auto", "off", "on"

// Of the blocks that a model finds on a page: as it names them, or column by column.
enum class Order { kModel, kXy };
std::string_view order_name(Order order);  // "model", "xy"

// One-based as a person writes them; negative counts from the end: {1, 5} = pages 1 to 5.
struct PageRange {
  int first = 1;
  int last = -1;
};

// What becomes of pages that an earlier run with the same input and options has finished.
enum class Resume {
  kNo,            // they are done again
  kYes,           // they are taken over
  kRetryFailed,   // the good ones are taken over, those that failed are done again
  kSkipExisting,  // a document that has a result of any kind is left as it is
};

struct ParseOptions {
  Backend backend = Backend::kFlash;
  Method method = Method::kAuto;
  std::vector<PageRange> pages;  // empty: all
  std::string password;
  std::string ocr_languages = "eng+chi_sim";  // Tesseract's notation
  int num_workers = 1;                        // page tasks in flight, each with a media worker
  // Page tasks in flight over all documents that are in work; borrowed. Null: no bound.
  std::counting_semaphore<>* page_slots = nullptr;
  bool tables = true;
  bool formulas = true;
  bool overlay = true;  // write STEM_layout.pdf
  // Of the layout picture: it is for a person's eyes, and drawing thousands of pages would make the
  // worker's memory grow with the document.
  size_t max_overlay_pages = 500;
  bool origin = true;  // write STEM_origin.pdf
  Compat compat = Compat::kProduct;
  OutputOptions output;
  Enhance enhance = Enhance::kAuto;  // kOff with Compat::kReference, whatever is asked
  Resume resume = Resume::kNo;
  int max_seconds = 0;              // pages that are not begun by then time out; 0: no limit
  Effort effort = Effort::kMedium;  // of kHybrid only
  // Of kVlm and kHybrid. The generator is borrowed and must be there.
  engine::Generator* generator = nullptr;
  std::string model_identity;  // names the weights and their precision, for Resume
  int max_side = 0;  // pictures for the model are no larger; 0: as large as the reference's
  media::Filter resample = media::Filter::kBicubic;
  Order order = Order::kModel;  // with Compat::kReference always
  bool image_analysis = false;  // ask what pictures show; MinerU2.5-2509 was not trained to say
  media::Limits limits;
  media::WorkerOptions worker;
};

struct ParseProgress {
  int pages_done = 0;
  int pages_total = 0;
  int pages_read = 0;          // pages that were read ahead to learn what the document looks like
  const Page* page = nullptr;  // the one just finished, valid during the call; null at the start
};

struct ParseSummary {
  std::filesystem::path folder;  // where the results lie
  int pages_total = 0;
  int pages_ok = 0;
  int pages_failed = 0;
  int pages_kept = 0;                   // of both: taken over from an earlier run
  bool already_done = false;            // nothing was written: an earlier run's result stands
  std::vector<Diagnostic> diagnostics;  // of the document; those of pages are in their Page
};

// Parses one document into `out_root`/`stem`/<method>/, with kVlm `out_root`/`stem`/vlm/, with
// kHybrid `out_root`/`stem`/hybrid_<method>/. Calls `on_page` on this thread at the start, after
// each page that is read ahead (without a page), and after each page that is written. A page that
// fails is counted and reported, and the rest goes on; a stop request ends after the pages in work
// (with a model: cancels them), with what is finished written. While a document is in work, its
// pages are also kept in STEM_pages.journal, which goes when all of them are good.
// Errors: kCancelled (stopped before the first page), the document cannot be opened (see
// media::open_pages), no page is in the range or no generator was given (kInvalidArgument), the
// output cannot be written (kIo).
ParseSummary parse_document(const std::filesystem::path& input,
                            const std::filesystem::path& out_root, const std::string& stem,
                            const ParseOptions& options, const std::stop_token& stop,
                            const std::function<void(const ParseProgress&)>& on_page);

}  // namespace mineru::doc
