#include "doc/passes/embedded_html.h"

#include "text/html.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kSource = "src=\"";
constexpr std::string_view kOpen = "<eq>";
constexpr std::string_view kClose = "</eq>";

std::string prefix_sources(std::string_view html, std::string_view image_dir) {
  std::string out;
  out.reserve(html.size());
  size_t pos = 0;
  for (size_t found = html.find(kSource); found != std::string_view::npos;
       found = html.find(kSource, pos)) {
    const size_t value = found + kSource.size();
    out += html.substr(pos, value - pos);
    pos = value;
    const std::string_view rest = html.substr(value);
    if (rest.empty() || rest.starts_with('"') || rest.starts_with("data:")) continue;
    out += image_dir;
    out += '/';
  }
  out += html.substr(pos);
  return out;
}

std::string convert_formulas(std::string_view html) {
  std::string out;
  out.reserve(html.size());
  size_t pos = 0;
  while (true) {
    const size_t open = html.find(kOpen, pos);
    if (open == std::string_view::npos) break;
    const size_t inner = open + kOpen.size();
    const size_t close = html.find(kClose, inner);
    if (close == std::string_view::npos) break;
    out += html.substr(pos, open - pos);
    out += " $" + text::unescape_html(html.substr(inner, close - inner)) + "$ ";
    pos = close + kClose.size();
  }
  out += html.substr(pos);
  return out;
}

}  // namespace

std::string format_embedded_html(std::string_view html, std::string_view image_dir) {
  return convert_formulas(prefix_sources(html, image_dir));
}

}  // namespace mineru::doc
