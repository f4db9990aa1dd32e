// Tables in OTSL, as a model that has lost its way may spell them: whatever the text, HTML comes
// out whose cells and rows are balanced.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/table_html.h"
#include "doc/vlm/table_tokens.h"

namespace {

namespace vlm = mineru::doc::vlm;
using mineru::doc::Compat;

void check_html(std::string_view otsl, Compat compat) {
  const std::string html = vlm::otsl_to_html(otsl, compat);
  const std::string_view trimmed = vlm::python_strip(otsl);
  if (trimmed.starts_with("<table")) return;  // foreign HTML passes unchanged
  MINERU_CHECK(html.empty() ||
               (html.starts_with("<table><tr>") && html.ends_with("</tr></table>")));
  MINERU_CHECK(vlm::count_of(html, "<td") == vlm::count_of(html, "</td>"));
  MINERU_CHECK(vlm::count_of(html, "<tr>") == vlm::count_of(html, "</tr>"));
  MINERU_CHECK(html.empty() || vlm::has_otsl(otsl));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_html(text, Compat::kProduct);
  check_html(text, Compat::kReference);
  const std::string wrapped = vlm::wrap_table_formulas(text);
  MINERU_CHECK(vlm::count_of(wrapped, "<eq>") >= vlm::count_of(text, "<eq>"));
  (void)vlm::replace_table_images(std::string(text), {{"[A]", "data:a"}, {"[A7]", "data:b"}});
  return 0;
}
