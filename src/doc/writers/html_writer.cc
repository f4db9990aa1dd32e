#include "doc/writers/html_writer.h"

#include <algorithm>
#include <span>
#include <utility>

#include "doc/passes/title_level.h"
#include "doc/writers/html_blocks.h"
#include "doc/writers/html_style.h"
#include "doc/writers/inline_text.h"
#include "text/base64.h"

namespace mineru::doc {

namespace {

constexpr int kMaxWaiting = 64;
// Around the name of a picture that is not here yet. No text that is shown has such characters.
constexpr char kMarkBegin = '\x01';
constexpr char kMarkEnd = '\x02';
constexpr std::string_view kNoPicture = "data:,";

std::string_view media_type(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return "image/png";
  if (bytes.starts_with("GIF8")) return "image/gif";
  if (bytes.starts_with("RIFF")) return "image/webp";
  return "image/jpeg";
}

// "" where the page has no such picture.
std::string data_uri(const Page& page, std::string_view name) {
  for (const CutImage& image : page.images) {
    if (image.name != name) continue;
    const auto bytes = std::as_bytes(std::span(image.jpeg));
    return "data:" + std::string(media_type(image.jpeg)) + ";base64," + text::to_base64(bytes);
  }
  return {};
}

// `html` with its marks replaced by the page's pictures; the others stay, or go if `last`.
std::string fill_in(std::string_view html, const Page* page, bool last) {
  std::string out;
  size_t plain = 0;
  for (size_t at = html.find(kMarkBegin); at != std::string_view::npos;
       at = html.find(kMarkBegin, plain)) {
    const size_t end = html.find(kMarkEnd, at);
    out += html.substr(plain, at - plain);
    plain = end + 1;
    const std::string_view name = html.substr(at + 1, end - at - 1);
    const std::string uri = page == nullptr ? "" : data_uri(*page, name);
    if (!uri.empty()) {
      out += uri;
    } else {
      out += last ? kNoPicture : html.substr(at, plain - at);
    }
  }
  return out + std::string(html.substr(plain));
}

// A name is a plain file name; what is none has no picture.
bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  });
}

std::string first_title(const Page& page, const std::string& otherwise) {
  for (const Block& block : page.para_blocks) {
    if (block.type != BlockType::kTitle || title_level(block.level) == 0) continue;
    std::string title = plain_text(block);
    if (!title.empty()) return title;
  }
  return otherwise;
}

std::string head(const std::string& title, const std::string& stem) {
  const std::string shown = safe_text(title);
  std::string out =
      "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "img-src data:; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      shown + "</title>\n<style>\n";
  out += html_style();
  out += "</style>\n</head>\n<body>\n<header><b>" + shown + "</b>";
  if (stem != title) out += " <span>" + safe_text(stem) + "</span>";
  return out + "</header>\n<main>\n";
}

}  // namespace

HtmlWriter::HtmlWriter(std::string stem, RenderOptions options)
    : stem_(std::move(stem)), options_(options) {}

std::string_view HtmlWriter::tail() { return "</main>\n</body>\n</html>\n"; }

std::string HtmlWriter::add(const Page& page) {
  std::string out;
  if (!begun_) out = head(first_title(page, stem_), stem_);
  begun_ = true;
  if (!waiting_.empty()) waiting_ = fill_in(waiting_, &page, false);
  waiting_ += page_html(page, options_, [&page](const std::string& name) {
    if (!is_name(name)) return std::string(kNoPicture);
    const std::string uri = data_uri(page, name);
    return uri.empty() ? kMarkBegin + name + kMarkEnd : uri;
  });
  const bool complete = waiting_.find(kMarkBegin) == std::string::npos;
  if (!complete && ++pages_waiting_ < kMaxWaiting) return out;
  return out + release();
}

std::string HtmlWriter::release() {
  pages_waiting_ = 0;
  return fill_in(std::exchange(waiting_, {}), nullptr, true);
}

std::string HtmlWriter::finish() {
  std::string out = begun_ ? std::string() : head(stem_, stem_);
  begun_ = true;
  return out + release();
}

}  // namespace mineru::doc
