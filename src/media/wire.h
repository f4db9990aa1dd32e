// Messages between the program and its media worker: one struct and one field list each.
// The only header of media that the worker includes (it brings geometry and native_page, plain
// values, with it).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/archive.h"
#include "media/geometry_fields.h"
#include "media/native_page.h"
#include "media/wire_channel.h"

namespace mineru::media {

template <class Archive, archive::Is<NativeFont> T>
void fields(Archive& ar, T& font) {
  ar(font.name, font.bold, font.italic, font.monospace, font.symbolic, font.embedded);
}

template <class Archive, archive::Is<NativeChar> T>
void fields(Archive& ar, T& c) {
  ar(c.code, c.box, c.cell, c.origin, c.size_pt, c.font, c.angle_deg, c.generated, c.unmapped,
     c.invisible, c.undrawn);
}

template <class Archive, archive::Is<NativeRule> T>
void fields(Archive& ar, T& rule) {
  ar(rule.box, rule.horizontal);
}

template <class Archive, archive::Is<NativeGraphic> T>
void fields(Archive& ar, T& graphic) {
  ar(graphic.kind, graphic.box);
}

template <class Archive, archive::Is<NativePage> T>
void fields(Archive& ar, T& page) {
  ar(page.size, page.rotation, page.fonts, page.chars, page.rules, page.graphics, page.no_size,
     page.truncated);
}

}  // namespace mineru::media

template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::media::NativeGraphic::Kind> = 4;

namespace mineru::media::wire {

using archive::decode;
using archive::encode;

// Request kinds. Each takes the request and gives the answer named beside it.
enum class Op : uint32_t {
  kHealth,        // Nothing -> HealthAnswer
  kOpen,          // OpenRequest + document -> OpenAnswer
  kPageSizes,     // PageRange -> PageSizesAnswer
  kRender,        // RenderRequest -> RenderAnswer + shared memory of width * height * 3 bytes
  kNativePage,    // NativePageRequest -> NativePage
  kWritePdf,      // PageRange + output file -> Nothing
  kWriteOverlay,  // OverlayRequest + output file -> Nothing
  kRecognize,     // RecognizeRequest + shared memory of pixels -> RecognizeAnswer
  kOrientation,   // OrientationRequest + shared memory of pixels -> OrientationAnswer
  kTestFault,     // TestFaultRequest; only where the environment has MINERU_WORKER_TEST=1
};

// Exit status of a worker that met its memory limit.
inline constexpr int kExitOutOfMemory = 77;

// Answer kinds: the answer above, or a Failure.
enum class Status : uint32_t { kOk, kFailed };

struct Nothing {};
template <class Archive, archive::Is<Nothing> T>
void fields(Archive&, T&) {}

struct Failure {
  Code code = Code::kInternal;
  std::string message;
};
template <class Archive, archive::Is<Failure> T>
void fields(Archive& ar, T& m) {
  ar(m.code, m.message);
}

struct HealthAnswer {
  std::string pdfium_version;
  std::string vips_version;
  std::string tesseract_version;
  std::vector<std::string> ocr_languages;
  std::vector<std::string> picture_formats;
  bool sandboxed = false;
};
template <class Archive, archive::Is<HealthAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.pdfium_version, m.vips_version, m.tesseract_version, m.ocr_languages, m.picture_formats,
     m.sandboxed);
}

struct OpenRequest {
  uint64_t document_bytes = 0;
  std::string password;
  bool drop_alpha = false;
  int64_t max_pixels = 0;
  int32_t max_pages = 0;
};
template <class Archive, archive::Is<OpenRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.document_bytes, m.password, m.drop_alpha, m.max_pixels, m.max_pages);
}

struct OpenAnswer {
  bool is_pdf = false;
  int32_t page_count = 0;
};
template <class Archive, archive::Is<OpenAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.is_pdf, m.page_count);
}

// Zero-based, both ends included.
struct PageRange {
  int32_t first = 0;
  int32_t last = 0;
};
template <class Archive, archive::Is<PageRange> T>
void fields(Archive& ar, T& m) {
  ar(m.first, m.last);
}

struct PageSizesAnswer {
  std::vector<PageSize> sizes;  // 0 x 0: that page cannot be read
};
template <class Archive, archive::Is<PageSizesAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.sizes);
}

struct RenderRequest {
  int32_t page = 0;
  double scale = 1;
  Box region = {};  // points; empty: the whole page
};
template <class Archive, archive::Is<RenderRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.page, m.scale, m.region);
}

struct RenderAnswer {
  int32_t width = 0;
  int32_t height = 0;
};
template <class Archive, archive::Is<RenderAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.width, m.height);
}

struct NativePageRequest {
  int32_t page = 0;
  int32_t max_chars = 0;
  int32_t max_graphics = 0;
};
template <class Archive, archive::Is<NativePageRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.page, m.max_chars, m.max_graphics);
}

struct OverlayItem {
  Box box;
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;
  bool filled = true;
  std::string label;
};
template <class Archive, archive::Is<OverlayItem> T>
void fields(Archive& ar, T& m) {
  ar(m.box, m.red, m.green, m.blue, m.filled, m.label);
}

struct OverlaySheet {
  int32_t page = 0;
  std::vector<OverlayItem> items;
};
template <class Archive, archive::Is<OverlaySheet> T>
void fields(Archive& ar, T& m) {
  ar(m.page, m.items);
}

struct OverlayRequest {
  std::vector<OverlaySheet> sheets;
};
template <class Archive, archive::Is<OverlayRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.sheets);
}

struct RecognizeRequest {
  int32_t width = 0;
  int32_t height = 0;
  int32_t dpi = 0;
  std::string languages;
};
template <class Archive, archive::Is<RecognizeRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.width, m.height, m.dpi, m.languages);
}

struct RecognizedWord {
  std::string text;
  Box box;
  double confidence = 0;
  int32_t line = 0;
  int32_t paragraph = 0;
  int32_t block = 0;
};
template <class Archive, archive::Is<RecognizedWord> T>
void fields(Archive& ar, T& m) {
  ar(m.text, m.box, m.confidence, m.line, m.paragraph, m.block);
}

struct RecognizeAnswer {
  std::vector<RecognizedWord> words;
};
template <class Archive, archive::Is<RecognizeAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.words);
}

struct OrientationRequest {
  int32_t width = 0;
  int32_t height = 0;
  int32_t dpi = 0;
};
template <class Archive, archive::Is<OrientationRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.width, m.height, m.dpi);
}

struct OrientationAnswer {
  int32_t rotate_cw_deg = 0;
  double confidence = 0;
  std::string script;
};
template <class Archive, archive::Is<OrientationAnswer> T>
void fields(Archive& ar, T& m) {
  ar(m.rotate_cw_deg, m.confidence, m.script);
}

enum class TestFault : uint32_t {
  kAbort,
  kHang,
  kSleep,
  kEatMemory,
  kExecute,
  kWriteFile,
  kConnect
};
}  // namespace mineru::media::wire

template <>
inline constexpr uint64_t mineru::archive::kEnumCount<mineru::media::wire::TestFault> = 7;

namespace mineru::media::wire {

struct TestFaultRequest {
  TestFault fault = TestFault::kAbort;
};
template <class Archive, archive::Is<TestFaultRequest> T>
void fields(Archive& ar, T& m) {
  ar(m.fault);
}

}  // namespace mineru::media::wire
