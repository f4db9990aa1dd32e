#include "doc/vlm/mermaid.h"

namespace mineru::doc::vlm {

std::string clean_mermaid(std::string_view content) {
  if (!mermaid_repetition_issues(content).empty()) return "";
  std::string fixed = legalize_mermaid_node_ids(content);
  fixed = drop_invalid_mermaid_edges(fixed);
  fixed = fix_mermaid_subgraphs(fixed);
  return fence_mermaid(fixed);
}

}  // namespace mineru::doc::vlm
