// Own declarations of PDFium's stable C API, because the wheel that carries the library has no
// headers. Names are PDFium's, so that its documentation can be searched for them.
#pragma once

#include <cstddef>
#include <ctime>
#include <memory>
#include <string>
#include <type_traits>

namespace mineru::worker {

// The struct tags are PDFium's own names.
// NOLINTBEGIN(bugprone-reserved-identifier)
using FPDF_DOCUMENT = struct fpdf_document_t__*;
using FPDF_PAGE = struct fpdf_page_t__*;
using FPDF_BITMAP = struct fpdf_bitmap_t__*;
using FPDF_FORMHANDLE = struct fpdf_form_handle_t__*;
using FPDF_TEXTPAGE = struct fpdf_textpage_t__*;
using FPDF_PAGEOBJECT = struct fpdf_pageobject_t__*;
using FPDF_CLIPPATH = struct fpdf_clippath_t__*;
using FPDF_PATHSEGMENT = const struct fpdf_pathsegment_t*;
using FPDF_FONT = struct fpdf_font_t__*;
using FPDF_ANNOTATION = struct fpdf_annotation_t__*;
// NOLINTEND(bugprone-reserved-identifier)
using FPDF_ANNOTATION_SUBTYPE = int;

using FPDF_BOOL = int;
using FPDF_DWORD = unsigned long;
using FPDF_BYTESTRING = const char*;
using FPDF_WIDESTRING = const unsigned short*;  // UTF-16LE, ends with 0
using FPDF_TEXT_RENDERMODE = int;
using TimeFunction = std::time_t (*)();

inline constexpr unsigned long kErrorPassword = 4;
inline constexpr unsigned long kErrorSecurity = 5;

inline constexpr int kRenderAnnotations = 0x01;
inline constexpr int kBitmapBgr = 2;
inline constexpr int kFormNone = 0;

inline constexpr int kObjectText = 1;
inline constexpr int kObjectPath = 2;
inline constexpr int kObjectImage = 3;
inline constexpr int kObjectShading = 4;
inline constexpr int kObjectForm = 5;

inline constexpr int kSegmentLine = 0;
inline constexpr int kSegmentBezier = 1;
inline constexpr int kSegmentMove = 2;

inline constexpr int kFillNone = 0;
inline constexpr int kFillWinding = 2;

inline constexpr FPDF_DWORD kSaveWithoutSecurity = 3;

struct FS_MATRIX {
  float a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
};
struct FS_RECTF {
  float left = 0, top = 0, right = 0, bottom = 0;
};
struct FS_SIZEF {
  float width = 0, height = 0;
};

struct FPDF_LIBRARY_CONFIG {
  int version = 2;
  const char** user_font_paths = nullptr;
  void* isolate = nullptr;
  unsigned int v8_embedder_slot = 0;
};

// Callbacks of interactive viewers; all absent. PDFium reads up to `version`'s fields only.
struct FPDF_FORMFILLINFO {
  int version = 2;
  void* callbacks[40] = {};
};

struct FPDF_FILEWRITE {
  int version = 1;
  int (*write_block)(FPDF_FILEWRITE* self, const void* data, unsigned long size) = nullptr;
};

struct FPDF_FILEACCESS {
  unsigned long length = 0;
  int (*get_block)(void* parameter, unsigned long position, unsigned char* buffer,
                   unsigned long size) = nullptr;
  void* parameter = nullptr;
};

struct PdfiumApi {
// `result` is a type and `arguments` a parameter list: neither can stand in parentheses.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define MINERU_PDFIUM(result, name, arguments) result(*name) arguments = nullptr;
#include "worker/pdfium_functions.inc"
#undef MINERU_PDFIUM
};

// The library: loaded and initialised on first use. Errors: kNotFound. PDFium is not thread-safe.
const PdfiumApi& pdfium();

// The build this program was configured with, e.g. "159.0.8149.0". Loads nothing.
std::string pdfium_version();

// Owners of PDFium's handles.
template <auto Close>
struct PdfiumClose {
  template <class T>
  void operator()(T* handle) const {
    (pdfium().*Close)(handle);
  }
};
template <class Handle, auto Close>
using PdfiumHandle = std::unique_ptr<std::remove_pointer_t<Handle>, PdfiumClose<Close>>;

using PdfiumDocument = PdfiumHandle<FPDF_DOCUMENT, &PdfiumApi::FPDF_CloseDocument>;
using PdfiumPage = PdfiumHandle<FPDF_PAGE, &PdfiumApi::FPDF_ClosePage>;
using PdfiumBitmap = PdfiumHandle<FPDF_BITMAP, &PdfiumApi::FPDFBitmap_Destroy>;
using PdfiumTextPage = PdfiumHandle<FPDF_TEXTPAGE, &PdfiumApi::FPDFText_ClosePage>;
using PdfiumForm = PdfiumHandle<FPDF_FORMHANDLE, &PdfiumApi::FPDFDOC_ExitFormFillEnvironment>;
using PdfiumAnnotation = PdfiumHandle<FPDF_ANNOTATION, &PdfiumApi::FPDFPage_CloseAnnot>;
using PdfiumFont = PdfiumHandle<FPDF_FONT, &PdfiumApi::FPDFFont_Close>;
using PdfiumObject = PdfiumHandle<FPDF_PAGEOBJECT, &PdfiumApi::FPDFPageObj_Destroy>;

}  // namespace mineru::worker
