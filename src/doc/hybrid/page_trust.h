// Is the text of a PDF what one sees? By page, and for a whole document as the reference decides
// it. No pixels are looked at.
#pragma once

#include <string>

#include "media/native_page.h"

namespace mineru::doc::hybrid {

struct PageTrust {
  bool usable = false;
  std::string reason;  // what is wrong with the text; empty where there is none
};

// An invisible layer under a scan is not usable: the model reads the scan better than whoever made
// that layer.
PageTrust judge_page(const media::NativePage& page);

// Collects a few pages of a document. The reference's signs, except those that need the PDF's font
// dictionaries: what these reveal shows in characters without a Unicode value.
class DocumentTrust {
 public:
  void add(const media::NativePage& page);
  void add(const DocumentTrust& pages);
  // Must the pages be read from their pixels? True without pages.
  bool wants_ocr() const;

 private:
  int pages_ = 0;
  int picture_pages_ = 0;  // pictures cover them
  bool odd_page_ = false;  // one page is enough to condemn the document
  double chars_ = 0;
  double unmapped_ = 0;
  double garbage_ = 0;
  std::u32string text_;  // without white space
};

}  // namespace mineru::doc::hybrid
