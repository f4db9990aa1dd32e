// The model's analysis of pictures: flowcharts, charts, tagged fields.
#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/content_json.h"
#include "doc/vlm/image_reply.h"
#include "doc/vlm/mermaid.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

Json image_chart_parse(const Json& input, Compat) {
  const vlm::ImageReply reply = vlm::parse_image_reply(input.get<std::string>());
  return {{"class", reply.image_class},
          {"sub_class", reply.sub_class},
          {"caption", reply.caption},
          {"content", reply.content}};
}

Json picture_block(const Json& input, Compat compat) {
  vlm::ContentBlock block = vlm::content_block_from_json(input);
  vlm::apply_image_reply(block, {.compat = compat});
  return vlm::content_block_to_json(block);
}

Json mermaid_repetition(const Json& input, Compat) {
  Json issues = Json::array();
  for (const vlm::MermaidIssue& issue : vlm::mermaid_repetition_issues(input.get<std::string>())) {
    issues.push_back({{"reason", issue.reason},
                      {"node_id", issue.node_id},
                      {"repeat_count", issue.repeat_count},
                      {"snippet", issue.snippet}});
  }
  return issues;
}

Json chart_errors(const Json& input, Compat) {
  return vlm::chart_repetition_errors(input.get<std::string>());
}

}  // namespace

void add_picture_steps(Steps& steps) {
  steps["image_chart_parse"] = image_chart_parse;
  steps["picture_block"] = picture_block;
  steps["mermaid_node_id"] = on_text(vlm::legalize_mermaid_node_ids);
  steps["mermaid_invalid_edge"] = on_text(vlm::drop_invalid_mermaid_edges);
  steps["mermaid_subgraph"] = on_text(vlm::fix_mermaid_subgraphs);
  steps["mermaid_strict"] = on_text(vlm::fence_mermaid);
  steps["mermaid_repetition"] = mermaid_repetition;
  steps["chart_repetition_errors"] = chart_errors;
  steps["chart_repetition_fix"] = on_text(vlm::fix_chart_repetition);
}

}  // namespace mineru::doc::vectors
