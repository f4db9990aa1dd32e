#include "doc/vlm/table_tokens.h"

#include <stddef.h>

#include <algorithm>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kOpen = "<eq>";
constexpr std::string_view kClose = "</eq>";

// One kind of delimiter, in text without <eq>.
std::string wrap_between(std::string_view text, std::string_view open, std::string_view close) {
  std::string out;
  out.reserve(text.size());
  size_t pos = 0;
  for (size_t found = text.find(open); found != std::string_view::npos;
       found = text.find(open, pos)) {
    const size_t inner = found + open.size();
    const size_t end = text.find(close, inner + 1);  // a formula has at least one character
    if (end == std::string_view::npos) break;
    out += text.substr(pos, found - pos);
    out += kOpen;
    out += python_strip(text.substr(inner, end - inner));
    out += kClose;
    pos = end + close.size();
  }
  out += text.substr(pos);
  return out;
}

// End of "[AC7K]", spelled at `open` with white space allowed inside the brackets; 0 if it is not
// there.
size_t token_end(std::string_view text, size_t open, std::string_view token) {
  if (token.size() < 2) return 0;
  const std::string_view code = token.substr(1, token.size() - 2);
  const size_t start = skip_python_space(text, open + 1);
  if (!text.substr(start).starts_with(code)) return 0;
  const size_t close = skip_python_space(text, start + code.size());
  return close < text.size() && text[close] == ']' ? close + 1 : 0;
}

std::string wrap_both(std::string_view text) {
  return wrap_between(wrap_between(text, "\\(", "\\)"), "\\[", "\\]");
}

}  // namespace

std::string replace_table_images(std::string html,
                                 const std::map<std::string, std::string>& token_to_uri) {
  if (token_to_uri.empty()) return html;
  const std::string_view text = html;
  std::string out;
  out.reserve(html.size());
  size_t pos = 0;
  for (size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', std::max(pos, open + 1))) {
    for (const auto& [token, uri] : token_to_uri) {
      const size_t end = token_end(text, open, token);
      if (end == 0) continue;
      out += text.substr(pos, open - pos);
      out += "<img src=\"" + uri + "\"/>";
      pos = end;
      break;
    }
  }
  out += text.substr(pos);
  return out;
}

std::string wrap_table_formulas(std::string_view html) {
  std::string out;
  out.reserve(html.size());
  size_t pos = 0;
  for (size_t open = html.find(kOpen); open != std::string_view::npos;
       open = html.find(kOpen, pos)) {
    const size_t close = html.find(kClose, open + kOpen.size());
    if (close == std::string_view::npos) break;
    const size_t end = close + kClose.size();
    out += wrap_both(html.substr(pos, open - pos));
    out += html.substr(open, end - open);
    pos = end;
  }
  return out + wrap_both(html.substr(pos));
}

}  // namespace mineru::doc::vlm
