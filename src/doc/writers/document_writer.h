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
  std::optional<HybridFacts> hybrid = std::nullopt;
};

// STEM.md, STEM_content_list.json, STEM_content_list_v2.json, STEM_middle.json, images/*.jpg, and
// STEM_model.json where a model read. Memory does not grow with the number of pages. Files carry
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
