#include <string>
#include <string_view>

#include "doc/flash/table.h"
#include "text/html.h"

namespace mineru::doc::flash {

namespace {

constexpr std::string_view kTags[] = {"<sup>", "</sup>", "<sub>", "</sub>"};

// Text comes from the page: only the tags that Segment::text() writes, properly paired, may pass.
std::string cell_html(const std::string& text) {
  std::string out;
  std::string_view open;  // closing tag that is due
  size_t plain = 0;
  const auto flush = [&](size_t end) {
    out += text::escape_html(std::string_view(text).substr(plain, end - plain));
  };
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      flush(i);
      out += "<br>";
      plain = ++i;
      continue;
    }
    std::string_view tag;
    if (text[i] == '<') {
      for (const std::string_view candidate : kTags) {
        if (text.compare(i, candidate.size(), candidate) == 0) tag = candidate;
      }
    }
    const bool opens = !tag.empty() && tag[1] != '/';
    const std::string_view closing = tag == kTags[0] ? kTags[1] : kTags[3];
    if (tag.empty() ||
        (opens ? !open.empty() || text.find(closing, i) == std::string::npos : tag != open)) {
      ++i;
      continue;
    }
    flush(i);
    out += tag;
    open = opens ? closing : std::string_view();
    plain = i += tag.size();
  }
  flush(text.size());
  return out;
}

void append_span(std::string& out, std::string_view name, int span) {
  if (span > 1)
    out.append(" ").append(name).append("=\"").append(std::to_string(span)).append("\"");
}

}  // namespace

std::string table_html(const Table& table) {
  std::string out = "<table>";
  size_t next = 0;
  for (int row = 0; row < table.num_rows; ++row) {
    out += "<tr>";
    for (; next < table.cells.size() && table.cells[next].row == row; ++next) {
      const TableCell& cell = table.cells[next];
      out += "<td";
      append_span(out, "rowspan", cell.row_span);
      append_span(out, "colspan", cell.column_span);
      out.append(">").append(cell_html(cell.text)).append("</td>");
    }
    out += "</tr>";
  }
  return out + "</table>";
}

}  // namespace mineru::doc::flash
