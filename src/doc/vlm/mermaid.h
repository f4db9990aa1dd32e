// Flowcharts that the model spells in Mermaid: runaway replies are found, and the slips that keep
// a renderer from reading the others are repaired. One file per pass (mermaid_*.cc). Pure
// functions, thread-safe, total, linear in the text.
#pragma once

#include <stddef.h>

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc::vlm {

// What a flowchart becomes: a fenced block, or "" for an empty or a runaway one.
std::string clean_mermaid(std::string_view content);

// A sign that the model fell into a loop.
struct MermaidIssue {
  std::string reason;  // "same_edge_repetition"
  std::string node_id;
  size_t repeat_count = 0;
  std::string snippet;

  bool operator==(const MermaidIssue&) const = default;
};
std::vector<MermaidIssue> mermaid_repetition_issues(std::string_view content);

// "Top Layer --> Sun" has no legal node id: TopLayer["Top Layer"] --> Sun.
std::string legalize_mermaid_node_ids(std::string_view content);

// Lines such as "G --> node(DRAM)| H", whose label has one bar, go.
std::string drop_invalid_mermaid_edges(std::string_view content);

// "subgraph 1) Trigger" becomes subgraph sg_1_Trigger["1) Trigger"].
std::string fix_mermaid_subgraphs(std::string_view content);

// The body of the fence, arrows and headers spelled right, labels quoted, fenced again.
std::string fence_mermaid(std::string_view content);

}  // namespace mineru::doc::vlm
