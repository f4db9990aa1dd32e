// Writes one document's results into the reference's folder layout, page by page.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "doc/page.h"

namespace mineru::doc {

enum class Compat { kProduct, kReference };

// Files that are written beside each other; images/ comes with any of them that links to it.
struct Formats {
  bool markdown = true;  // STEM.md
  bool json = true;      // STEM_middle.json, both content lists, STEM_model.json
  bool html = false;     // STEM.html, self-contained: pictures embedded
  bool chunks = false;   // STEM_chunks.jsonl, for retrieval
};

// Tables in the Markdown. kAuto: as Markdown where nothing is lost, which needs a table without
// merged cells and without line breaks, formulas or pictures in cells; else as HTML.
enum class TableFormat { kHtml, kMarkdown, kAuto };

// Headers, footers, page numbers and margin text in Markdown and HTML. They are always in the JSON.
enum class Furniture { kDrop, kKeep, kComment };

enum class MarkdownMode {
  kMm,   // with pictures
  kNlp,  // text only: no pictures, charts and tables (the reference's nlp_markdown)
};

// How the text is written; none of it changes what is recognised.
struct OutputOptions {
  Formats formats;
  TableFormat tables = TableFormat::kHtml;
  Furniture furniture = Furniture::kDrop;
  MarkdownMode markdown = MarkdownMode::kMm;
  bool page_markers = false;  // <!-- page 3 --> before what stands on page 3 of the input
};

// What the reference says of its backend `hybrid` in middle.json.
struct HybridFacts {
  std::string effort;       // `_effort`
  bool ocr_enable = false;  // `_ocr_enable`: pages are read from their pixels
};

struct WriterOptions {
  std::filesystem::path folder;  // OUT/STEM/METHOD; made if missing
  std::string stem;              // file names are STEM.md, STEM_content_list.json, ...
  std::string backend;           // `_backend` of middle.json: "flash", "vlm", "hybrid"
  bool model = false;            // STEM_model.json: what the model read
  bool tables = true;            // Markdown: table as HTML, otherwise as its picture
  bool formulas = true;          // Markdown: display formula as LaTeX, otherwise as its picture
  Compat compat = Compat::kProduct;
  OutputOptions output = {};
  std::optional<HybridFacts> hybrid = std::nullopt;
};

// The file to tell a person about: the first there is of STEM.md, STEM.html, STEM_middle.json and
// STEM_chunks.jsonl.
std::filesystem::path main_file(const std::filesystem::path& folder, const std::string& stem,
                                const Formats& formats);

// The files of the formats that were asked for, STEM_model.json only where a model read, and
// images/ where one of them links to it. Memory does not grow with the number of pages. Files carry
// their final names only after finish(); before that they end in ".partial", so that what exists
// under a final name is always whole. Not thread-safe. Errors: kIo.
class DocumentWriter {
 public:
  explicit DocumentWriter(WriterOptions options);
  ~DocumentWriter();  // without finish(): the partial files stay, and stay readable
  DocumentWriter(const DocumentWriter&) = delete;
  DocumentWriter& operator=(const DocumentWriter&) = delete;

  // In order of page_idx. `page` is final: nothing of it changes later.
  void add(const Page& page);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mineru::doc
