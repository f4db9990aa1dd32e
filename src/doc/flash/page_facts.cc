#include "doc/flash/page_facts.h"

#include <utility>

#include "doc/flash/glyph.h"
#include "doc/flash/line_builder.h"
#include "doc/flash/ocr_lines.h"
#include "doc/flash/text_trust.h"

namespace mineru::doc::flash {

using media::NativePage;
using media::PageSource;

namespace {

constexpr double kOrientationConfidence = 2.0;  // Tesseract's scale

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

// One language reads better, and faster, than several where the script tells which it must be.
std::string languages_for(const std::string& asked, const std::string& script) {
  const bool both = asked == "eng+chi_sim" || asked == "chi_sim+eng";
  if (!both) return asked;
  if (script == "Han" || script == "HanS" || script == "Japanese" || script == "Korean")
    return "chi_sim";
  return script == "Latin" || script == "Cyrillic" || script == "Fraktur" ? "eng" : asked;
}

void read_by_ocr(PageFacts& facts, PageSource& source, int page, const ParseOptions& options) {
  const double scale = media::reference_scale(facts.frame.page);
  const int dpi = std::max(70, static_cast<int>(scale * 72));
  media::Image image = source.render(page, scale);
  const media::Orientation turn = source.ocr().detect_orientation(image.view(), dpi);
  if (turn.rotate_cw_deg != 0 && turn.confidence >= kOrientationConfidence) {
    image = media::turned(image.view(), turn.rotate_cw_deg);
    facts.frame.rotate_cw = turn.rotate_cw_deg;
  } else {
    facts.frame.rotate_cw = 0;
  }
  const auto words = source.ocr().recognize(
      image.view(), {languages_for(options.ocr_languages, turn.script), dpi});
  facts.segments = segments_of_words(words, scale);
  facts.turned.clear();
  facts.used_ocr = true;
}

}  // namespace

PageFacts read_page(PageSource& source, int page, const ParseOptions& options) {
  PageFacts facts;
  facts.frame.page = source.page_size(page);
  NativePage native = source.native_page(page);
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
