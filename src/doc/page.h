// One page's result, and what went wrong on it. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "doc/block.h"
#include "doc/vlm/content_block.h"

namespace mineru::doc {

// Something a user should know that did not stop the page.
struct Diagnostic {
  Code code = Code::kInternal;
  std::string message;  // says what was lost, and what to do
};

enum class PageStatus { kOk, kFailed, kSkipped, kTimeout };
std::string_view page_status_name(PageStatus status);  // "ok", ...

// A picture cut from the page, to be written to images/<name>.
struct CutImage {
  std::string name;  // "<64 hex digits>.jpg"; of a picture in a table maybe another format
  std::string jpeg;  // file contents
};

// What was done to the page's picture before it was read.
struct Enhancement {
  double sharpness = 0;  // as measured before; media/enhance.h
  double scale = 1;      // enlarged by this much
  bool sharpened = false;
};

struct Page {
  int page_idx = 0;      // zero-based within the selected range, as the reference counts
  int source_page = 0;   // zero-based in the input
  media::PageSize size;  // points, as displayed
  int rotation = 0;      // clockwise, of the PDF's /Rotate; all boxes are as displayed, after it
  PageStatus status = PageStatus::kOk;
  bool used_ocr = false;
  std::optional<Enhancement> enhancement = {};
  std::vector<Diagnostic> diagnostics;
  std::vector<Block> preproc_blocks;    // before merging across columns and pages
  std::vector<Block> para_blocks;       // after it; what the Markdown shows
  std::vector<Block> discarded_blocks;  // headers, footers, page numbers, ...
  std::vector<CutImage> images;
  std::vector<vlm::ContentBlock> model_blocks;  // what the model read; empty without one
};

}  // namespace mineru::doc
