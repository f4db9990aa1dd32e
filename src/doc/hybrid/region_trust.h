// Which regions of a page need no reading, because the PDF's own text can stand for them. Pure.
#pragma once

#include <set>

#include "doc/hybrid/ink.h"
#include "doc/hybrid/native_regions.h"

namespace mineru::doc::hybrid {

// Types whose text may come from the PDF. Tables, formulas, code and pictures are looked at.
bool is_native_type(vlm::ContentType type, Compat compat);

enum class Verdict {
  kNative,
  kNoText,     // or hardly any for the ink that is there
  kUntrusted,  // garbled, hidden, or not what one sees
  kFormula,    // the PDF has its characters, but not how they stand
};

struct TrustRules {
  Compat compat = Compat::kProduct;
  bool read_formulas = false;           // kFormula where mathematics stands in the text
  bool read_any_odd = false;            // one character without a meaning is too many
  bool take_all = false;                // the user asked for the PDF's text, whatever it is
  std::set<unsigned> lying_faces = {};  // see font_probe.h
};

Verdict judge_region(const NativeRegion& region, const PagePicture& picture,
                     const TrustRules& rules);

}  // namespace mineru::doc::hybrid
