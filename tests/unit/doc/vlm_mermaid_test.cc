// Flowcharts: every pass against the reference, and the whole.
#include <string>

#include <gtest/gtest.h>

#include "doc/vlm/mermaid.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc::vlm {
namespace {

using Pass = std::string (*)(std::string_view);

std::string repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

void check_pass(std::string_view step, Pass pass, int num_rows) {
  const auto check = [pass](const auto& input, const auto& expected, const std::string&) {
    EXPECT_EQ(pass(input.template get<std::string>()), expected.template get<std::string>())
        << input;
  };
  EXPECT_EQ(testing::for_each_vector(step, check), num_rows);
  EXPECT_EQ(testing::for_each_vector(step, check, "random_replies.jsonl"), 32);
}

TEST(Mermaid, NodeIdsEqualTheReference) {
  check_pass("mermaid_node_id", legalize_mermaid_node_ids, 9);
}
TEST(Mermaid, InvalidEdgesEqualTheReference) {
  check_pass("mermaid_invalid_edge", drop_invalid_mermaid_edges, 4);
}
TEST(Mermaid, SubgraphsEqualTheReference) {
  check_pass("mermaid_subgraph", fix_mermaid_subgraphs, 5);
}
TEST(Mermaid, FencesEqualTheReference) { check_pass("mermaid_strict", fence_mermaid, 13); }

TEST(Mermaid, RepetitionEqualsTheReference) {
  const auto check = [](const auto& input, const auto& expected, const std::string&) {
    std::vector<MermaidIssue> issues;
    for (const auto& issue : expected) {
      issues.push_back(
          {issue["reason"], issue["node_id"], issue["repeat_count"], issue["snippet"]});
    }
    EXPECT_EQ(mermaid_repetition_issues(input.template get<std::string>()), issues) << input;
  };
  EXPECT_EQ(testing::for_each_vector("mermaid_repetition", check), 7);
  EXPECT_EQ(testing::for_each_vector("mermaid_repetition", check, "random_replies.jsonl"), 32);
}

TEST(Mermaid, ALongLabelOfFewLines) {
  const std::string lines =
      repeat("a", 100) + "<br>" + repeat("b", 100) + "<br>" + repeat("c", 100) + "<br>";
  const auto issues = mermaid_repetition_issues("X[\"" + repeat(lines, 7) + "\"]");
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues[0].reason, "long_low_diversity_label");
  EXPECT_EQ(issues[0].repeat_count, 21U);
  EXPECT_EQ(issues[0].snippet, repeat("a", 100));
}

TEST(Mermaid, AllPasses) {
  EXPECT_EQ(clean_mermaid("grap TD\nStart here -> End\nsubgraph 1) x\nA --> B | C\nend"),
            "```mermaid\ngraph TD\nStart here --> End\nsubgraph sg_1_x[\"1) x\"]\nend\n```");
  EXPECT_EQ(clean_mermaid("graph TD\n" + repeat("A --> B\n", 8)), "");
  EXPECT_EQ(clean_mermaid(" \n"), "");
}

TEST(Mermaid, CollidingIdsAreNumbered) {
  EXPECT_EQ(legalize_mermaid_node_ids("a b-->a-b\na.b-->a b"),
            "  aB[\"a b\"] --> aB2[\"a-b\"]\n  aB3[\"a.b\"] --> aB");
  EXPECT_EQ(fix_mermaid_subgraphs("subgraph a_b_2\nsubgraph a-b\nsubgraph a.b\nsubgraph a+b"),
            "subgraph a_b_2\nsubgraph a_b[\"a-b\"]\nsubgraph a_b_3[\"a.b\"]\n"
            "subgraph a_b_4[\"a+b\"]");
}

TEST(Mermaid, LongRepliesTakeLinearTime) {
  constexpr size_t kCount = 200'000;
  EXPECT_EQ(clean_mermaid(repeat("a-->", kCount)).find('\n'), 10U);
  EXPECT_EQ(fence_mermaid(repeat("a[", kCount)), "```mermaid\n" + repeat("a[", kCount) + "\n```");
  EXPECT_EQ(fence_mermaid(repeat("a[x]", kCount)),
            "```mermaid\n" + repeat("a[\"x\"]", kCount) + "\n```");
  EXPECT_FALSE(mermaid_repetition_issues(repeat("a[\"x\"]\n", kCount)).empty());
  EXPECT_TRUE(mermaid_repetition_issues(repeat("a[\"", kCount)).empty());
  EXPECT_EQ(drop_invalid_mermaid_edges(repeat("a-->|b\n", kCount)), "\n");
  const std::string numbered = fix_mermaid_subgraphs(repeat("subgraph 1\n", kCount));
  EXPECT_TRUE(numbered.ends_with("subgraph sg_1_200000[\"1\"]\n"));
}

}  // namespace
}  // namespace mineru::doc::vlm
