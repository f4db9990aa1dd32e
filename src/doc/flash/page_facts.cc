#include "doc/flash/page_facts.h"

#include <utility>

#include "doc/flash/glyph.h"
#include "doc/flash/line_builder.h"
#include "doc/flash/ocr_lines.h"
#include "doc/flash/ocr_page.h"
#include "doc/flash/text_trust.h"

namespace mineru::doc::flash {

using media::NativePage;
using media::PageSource;

namespace {

void turn_graphics(PageFacts& facts, NativePage& native) {
  for (media::NativeRule& rule : native.rules) {
    rule.box = facts.frame.to_upright(rule.box);
    if (facts.frame.rotate_cw % 180 != 0) rule.horizontal = !rule.horizontal;
  }
  for (media::NativeGraphic& graphic : native.graphics)
    graphic.box = facts.frame.to_upright(graphic.box);
  facts.rules = std::move(native.rules);
  facts.graphics = std::move(native.graphics);
}

void read_native(PageFacts& facts, const NativePage& native, Layer layer) {
  facts.frame.rotate_cw = dominant_rotation(native);
  facts.segments = build_segments(native, facts.frame, layer);
  for (const int rotation : {0, 90, 180, 270}) {
    if (rotation == facts.frame.rotate_cw) continue;
    TurnedText turned{{native.size, rotation}, {}};
    turned.segments = build_segments(native, turned.frame, layer);
    if (!turned.segments.empty()) facts.turned.push_back(std::move(turned));
  }
}

void read_by_ocr(PageFacts& facts, PageSource& source, int page, const ParseOptions& options) {
  PageDrawing drawing(source, page, options);
  const OcrPage read = recognize_page(drawing, source.ocr(), options.ocr_languages);
  facts.frame.rotate_cw = read.rotate_cw;
  facts.segments = segments_of_words(read.words, read.scale);
  facts.turned.clear();
  facts.used_ocr = true;
  facts.enhancement = drawing.enhancement();
  for (Diagnostic& diagnostic : drawing.diagnostics())
    facts.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

PageFacts read_page(PageSource& source, int page, const ParseOptions& options) {
  PageFacts facts;
  facts.frame.page = source.page_size(page);
  NativePage native = source.native_page(page);
  facts.rotation = native.rotation;
  facts.diagnostics = doubts_about(native);
  if (native.truncated) {
    facts.diagnostics.push_back(
        {Code::kResourceExhausted,
         "the page has more objects than the limits allow; the rest was not read"});
  }
  repair_symbols(native);
  const TextTrust trust = judge_native_text(native);
  const bool ocr =
      options.method == Method::kOcr || (options.method == Method::kAuto && trust.wants_ocr);
  if (!ocr || trust.visible_usable) {
    read_native(facts, native, trust.hidden_usable ? Layer::kInvisible : Layer::kVisible);
  }
  if (ocr) {
    try {
      if (!trust.reason.empty() && trust.reason != "the page is a picture") {
        facts.diagnostics.push_back(
            {Code::kCorruptData, trust.reason + "; the page was read by OCR"});
      }
      read_by_ocr(facts, source, page, options);
    } catch (const Error& error) {
      if (facts.segments.empty() && !trust.visible_usable && native.chars.empty()) throw;
      facts.diagnostics.push_back(
          {error.code(), "OCR failed, the PDF's own text was used: " + error.message()});
      if (facts.segments.empty()) read_native(facts, native, Layer::kVisible);
    }
  }
  turn_graphics(facts, native);
  return facts;
}

}  // namespace mineru::doc::flash
