// Markdown tables, charts and pictures in replies. A repaired chart has a header and a separator,
// and the analysis of a picture always ends in one of four kinds of block.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/image_reply.h"
#include "doc/vlm/pipe_table.h"
#include "doc/vlm/python_text.h"

namespace {

namespace vlm = mineru::doc::vlm;
using mineru::doc::Compat;

void check_html(std::string_view text) {
  const auto html = vlm::markdown_table_to_html(text);
  if (!html) return;
  MINERU_CHECK(html->starts_with("<table><tr><th>") && html->ends_with("</tr></table>"));
  MINERU_CHECK(vlm::count_of(*html, "<td>") == vlm::count_of(*html, "</td>"));
  MINERU_CHECK(vlm::count_of(*html, "<th>") >= 2);
  // Every row is as wide as the header.
  const size_t rows = vlm::count_of(*html, "<tr>");
  MINERU_CHECK(vlm::count_of(*html, "<td>") == (rows - 1) * vlm::count_of(*html, "<th>"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_html(text);
  (void)vlm::markdown_table_malformed(text);
  (void)vlm::pure_table_to_html(text, Compat::kReference);
  (void)vlm::chart_repetition_errors(text);
  const std::string table = vlm::largest_chart_table(text);
  MINERU_CHECK(table.empty() ||
               (table.starts_with("| ") && table.find(" |\n| --- |") != std::string::npos));
  const auto mutation = vlm::image_mutation(vlm::parse_image_reply(text));
  using vlm::ContentType;
  MINERU_CHECK(mutation.type == ContentType::kImage || mutation.type == ContentType::kChart ||
               mutation.type == ContentType::kTable || mutation.type == ContentType::kEquation);
  return 0;
}
