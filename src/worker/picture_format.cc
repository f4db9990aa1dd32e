#include "worker/picture_format.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace mineru::worker {

namespace {

using namespace std::string_view_literals;

bool has_at(std::string_view bytes, size_t offset, std::string_view mark) {
  return bytes.size() >= offset + mark.size() && bytes.substr(offset, mark.size()) == mark;
}

struct Foreign {
  size_t offset;
  std::string_view mark;
  std::string_view sentence;
};

constexpr std::string_view kHeic = "HEIC picture: not supported; convert to PNG or JPEG";
constexpr std::string_view kAvif = "AVIF picture: not supported; convert to PNG or JPEG";
constexpr std::string_view kJpeg2000 = "JPEG 2000 picture: not supported; convert to PNG or JPEG";
constexpr std::string_view kJpegXl = "JPEG XL picture: not supported; convert to PNG or JPEG";
constexpr std::string_view kZip =
    "ZIP archive or Office document: not supported; print or export it to PDF";

// First match wins.
constexpr auto kForeign = std::to_array<Foreign>({
    {4, "ftypheic"sv, kHeic},
    {4, "ftypheix"sv, kHeic},
    {4, "ftypmif1"sv, kHeic},
    {4, "ftypmsf1"sv, kHeic},
    {4, "ftypavif"sv, kAvif},
    {4, "ftypavis"sv, kAvif},
    {0, "\x00\x00\x00\x0CjP  "sv, kJpeg2000},
    {0, "\xFF\x4F\xFF\x51"sv, kJpeg2000},
    {0, "\x00\x00\x00\x0CJXL "sv, kJpegXl},
    {0, "\xFF\x0A"sv, kJpegXl},
    {0, "PK\x03\x04"sv, kZip},
    {0, "PK\x05\x06"sv, kZip},
    {0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
     "old Office document: not supported; print or export it to PDF"},
    {0, "{\\rtf"sv, "RTF document: not supported; print or export it to PDF"},
    {0, "%!PS"sv, "PostScript: not supported; convert to PDF, for example with ps2pdf"},
    {0, "AT&TFORM"sv, "DjVu document: not supported; convert to PDF"},
    {0, "8BPS"sv, "Photoshop picture: not supported; convert to PNG or JPEG"},
    {0, "\x00\x00\x01\x00"sv, "icon file: not supported; convert to PNG"},
    {0, "\x1F\x8B"sv, "gzip file: not supported; unpack it first"},
    {0, "Rar!"sv, "RAR archive: not supported; unpack it first"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "7-Zip archive: not supported; unpack it first"},
    {0, "<svg"sv, "SVG drawing: not supported; convert to PDF or PNG"},
    {0, "<?xml"sv, "XML (perhaps an SVG drawing): not supported; convert to PDF or PNG"},
    {0, "<!DOCTYPE html"sv, "HTML page: not supported; print it to PDF"},
    {0, "<html"sv, "HTML page: not supported; print it to PDF"},
});

}  // namespace

PictureFormat sniff_picture(std::string_view bytes) {
  if (has_at(bytes, 0, "\x89PNG\r\n\x1A\n"sv)) return PictureFormat::kPng;
  if (has_at(bytes, 0, "\xFF\xD8\xFF"sv)) return PictureFormat::kJpeg;
  if (has_at(bytes, 0, "RIFF"sv) && has_at(bytes, 8, "WEBP"sv)) return PictureFormat::kWebp;
  for (const std::string_view mark :
       {"II\x2A\x00"sv, "MM\x00\x2A"sv, "II\x2B\x00"sv, "MM\x00\x2B"sv}) {
    if (has_at(bytes, 0, mark)) return PictureFormat::kTiff;
  }
  if (has_at(bytes, 0, "GIF87a"sv) || has_at(bytes, 0, "GIF89a"sv)) return PictureFormat::kGif;
  // Two letters are little; the reserved words that follow the size are zero in every BMP.
  if (has_at(bytes, 0, "BM"sv) && has_at(bytes, 6, "\0\0\0\0"sv)) return PictureFormat::kBmp;
  return PictureFormat::kNone;
}

std::string describe_foreign_format(std::string_view bytes) {
  for (const Foreign& f : kForeign) {
    if (has_at(bytes, f.offset, f.mark)) return std::string(f.sentence);
  }
  return "neither a PDF nor a picture that can be read (PNG, JPEG, WebP, TIFF, GIF, BMP)";
}

}  // namespace mineru::worker
