// Messages between the program and its media worker: one struct and one field list each.
// The only header of media that the worker includes (it brings geometry and native_page, plain
// values, with it).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "media/geometry.h"
#include "media/native_page.h"
#include "media/wire_archive.h"
#include "media/wire_channel.h"

namespace mineru::media {

template <class Archive, wire::Is<Point> T>
void fields(Archive& archive, T& point) {
  archive(point.x, point.y);
}

template <class Archive, wire::Is<PageSize> T>
void fields(Archive& archive, T& size) {
  archive(size.width, size.height);
}

template <class Archive, wire::Is<Box> T>
void fields(Archive& archive, T& box) {
  archive(box.x0, box.y0, box.x1, box.y1);
}

template <class Archive, wire::Is<NativeFont> T>
void fields(Archive& archive, T& font) {
  archive(font.name, font.bold, font.italic, font.monospace, font.symbolic);
}

template <class Archive, wire::Is<NativeChar> T>
void fields(Archive& archive, T& c) {
  archive(c.code, c.box, c.cell, c.origin, c.size_pt, c.font, c.angle_deg, c.generated, c.unmapped,
          c.invisible);
}

template <class Archive, wire::Is<NativeRule> T>
void fields(Archive& archive, T& rule) {
  archive(rule.box, rule.horizontal);
}

template <class Archive, wire::Is<NativeGraphic> T>
void fields(Archive& archive, T& graphic) {
  archive(graphic.kind, graphic.box);
}

template <class Archive, wire::Is<NativePage> T>
void fields(Archive& archive, T& page) {
  archive(page.size, page.fonts, page.chars, page.rules, page.graphics, page.truncated);
}

}  // namespace mineru::media

namespace mineru::media::wire {

template <>
inline constexpr uint64_t kEnumCount<NativeGraphic::Kind> = 4;
template <>
inline constexpr uint64_t kEnumCount<Code> = 10;

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
template <class Archive, Is<Nothing> T>
void fields(Archive&, T&) {}

struct Failure {
  Code code = Code::kInternal;
  std::string message;
};
template <class Archive, Is<Failure> T>
void fields(Archive& archive, T& m) {
  archive(m.code, m.message);
}

struct HealthAnswer {
  std::string pdfium_version;
  std::string vips_version;
  std::string tesseract_version;
  std::vector<std::string> ocr_languages;
  std::vector<std::string> picture_formats;
  bool sandboxed = false;
};
template <class Archive, Is<HealthAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.pdfium_version, m.vips_version, m.tesseract_version, m.ocr_languages, m.picture_formats,
          m.sandboxed);
}

struct OpenRequest {
  uint64_t document_bytes = 0;
  std::string password;
  bool drop_alpha = false;
  int64_t max_pixels = 0;
  int32_t max_pages = 0;
};
template <class Archive, Is<OpenRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.document_bytes, m.password, m.drop_alpha, m.max_pixels, m.max_pages);
}

struct OpenAnswer {
  bool is_pdf = false;
  int32_t page_count = 0;
};
template <class Archive, Is<OpenAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.is_pdf, m.page_count);
}

// Zero-based, both ends included.
struct PageRange {
  int32_t first = 0;
  int32_t last = 0;
};
template <class Archive, Is<PageRange> T>
void fields(Archive& archive, T& m) {
  archive(m.first, m.last);
}

struct PageSizesAnswer {
  std::vector<PageSize> sizes;  // 0 x 0: that page cannot be read
};
template <class Archive, Is<PageSizesAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.sizes);
}

struct RenderRequest {
  int32_t page = 0;
  double scale = 1;
};
template <class Archive, Is<RenderRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.page, m.scale);
}

struct RenderAnswer {
  int32_t width = 0;
  int32_t height = 0;
};
template <class Archive, Is<RenderAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.width, m.height);
}

struct NativePageRequest {
  int32_t page = 0;
  int32_t max_chars = 0;
  int32_t max_graphics = 0;
};
template <class Archive, Is<NativePageRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.page, m.max_chars, m.max_graphics);
}

struct OverlayItem {
  Box box;
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;
  bool filled = true;
  std::string label;
};
template <class Archive, Is<OverlayItem> T>
void fields(Archive& archive, T& m) {
  archive(m.box, m.red, m.green, m.blue, m.filled, m.label);
}

struct OverlaySheet {
  int32_t page = 0;
  std::vector<OverlayItem> items;
};
template <class Archive, Is<OverlaySheet> T>
void fields(Archive& archive, T& m) {
  archive(m.page, m.items);
}

struct OverlayRequest {
  std::vector<OverlaySheet> sheets;
};
template <class Archive, Is<OverlayRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.sheets);
}

struct RecognizeRequest {
  int32_t width = 0;
  int32_t height = 0;
  int32_t dpi = 0;
  std::string languages;
};
template <class Archive, Is<RecognizeRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.width, m.height, m.dpi, m.languages);
}

struct RecognizedWord {
  std::string text;
  Box box;
  double confidence = 0;
  int32_t line = 0;
  int32_t paragraph = 0;
  int32_t block = 0;
};
template <class Archive, Is<RecognizedWord> T>
void fields(Archive& archive, T& m) {
  archive(m.text, m.box, m.confidence, m.line, m.paragraph, m.block);
}

struct RecognizeAnswer {
  std::vector<RecognizedWord> words;
};
template <class Archive, Is<RecognizeAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.words);
}

struct OrientationRequest {
  int32_t width = 0;
  int32_t height = 0;
  int32_t dpi = 0;
};
template <class Archive, Is<OrientationRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.width, m.height, m.dpi);
}

struct OrientationAnswer {
  int32_t rotate_cw_deg = 0;
  double confidence = 0;
  std::string script;
};
template <class Archive, Is<OrientationAnswer> T>
void fields(Archive& archive, T& m) {
  archive(m.rotate_cw_deg, m.confidence, m.script);
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
template <>
inline constexpr uint64_t kEnumCount<TestFault> = 7;

struct TestFaultRequest {
  TestFault fault = TestFault::kAbort;
};
template <class Archive, Is<TestFaultRequest> T>
void fields(Archive& archive, T& m) {
  archive(m.fault);
}

}  // namespace mineru::media::wire
