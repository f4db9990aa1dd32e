// Makes the HTML page of a document, page by page.
#pragma once

#include <string>
#include <string_view>

#include "doc/page.h"
#include "doc/writers/render.h"

namespace mineru::doc {

// One file that needs no other: style and pictures are in it, formulas are MathML, and nothing is
// loaded or run (a content security policy says so, too). Its title is the first heading of the
// first page, else the stem. A picture of a later page, as tables over several pages have them,
// holds back what follows it, for 64 pages at most. Not thread-safe.
class HtmlWriter {
 public:
  HtmlWriter(std::string stem, RenderOptions options);

  // What the file grows by. In page order.
  std::string add(const Page& page);
  // The rest of it, before the tail.
  std::string finish();
  static std::string_view tail();  // closes the document after any piece

 private:
  std::string release();

  std::string stem_;
  RenderOptions options_;
  std::string waiting_;  // with marks where pictures are missing
  int pages_waiting_ = 0;
  bool begun_ = false;
};

}  // namespace mineru::doc
