// Flowcharts in replies: every pass takes any text, and passes that repair have nothing left to do
// in what they made.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "doc/vlm/mermaid.h"

namespace {

namespace vlm = mineru::doc::vlm;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string cleaned = vlm::clean_mermaid(text);
  MINERU_CHECK(cleaned.empty() ||
               (cleaned.starts_with("```mermaid\n") && cleaned.ends_with("\n```")));
  const std::string without_edges = vlm::drop_invalid_mermaid_edges(text);
  MINERU_CHECK(vlm::drop_invalid_mermaid_edges(without_edges) == without_edges);
  const std::string subgraphs = vlm::fix_mermaid_subgraphs(text);
  MINERU_CHECK(vlm::fix_mermaid_subgraphs(subgraphs) == subgraphs);
  (void)vlm::legalize_mermaid_node_ids(text);
  (void)vlm::fence_mermaid(text);
  return 0;
}
