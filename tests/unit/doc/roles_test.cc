#include "doc/flash/roles.h"

#include <gtest/gtest.h>

#include "doc/passes/heading_number.h"
#include "unit/doc/case_file.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

const Box kColumn = {50, 0, 350, 800};

TEST(Roles, NumberingDepths) {
  for (const Case& c : read_cases("layout/numbering_depth.case"))
    EXPECT_EQ(std::to_string(numbering_depth(c.input)), c.expected) << c.place << ": " << c.input;
}

TEST(Roles, CaptionKinds) {
  for (const Case& c : read_cases("layout/caption_kind.case")) {
    const CaptionKind kind = caption_kind(c.input);
    const char* name = kind == CaptionKind::kFigure  ? "figure"
                       : kind == CaptionKind::kTable ? "table"
                                                     : "none";
    EXPECT_EQ(name, c.expected) << c.place << ": " << c.input;
  }
}

TEST(Roles, KnownHeadings) {
  for (const char* yes : {"Abstract", "REFERENCES", " Acknowledgments ", "摘要", "参考文献"})
    EXPECT_TRUE(is_known_heading(yes)) << yes;
  for (const char* no : {"References are", "The abstract", "摘要如下", ""})
    EXPECT_FALSE(is_known_heading(no)) << no;
}

TEST(Roles, FootnoteMarks) {
  const auto starts = [](const char* text) {
    return starts_like_footnote(rows_of({line_at(50, 100, text)}, kColumn)[0]);
  };
  for (const char* yes : {"^3 The corpus", "* Corresponding", "† Deceased", "‡ See", "①注", "§ x"})
    EXPECT_TRUE(starts(yes)) << yes;
  for (const char* no : {"3 The corpus", "The corpus", "• item"}) EXPECT_FALSE(starts(no)) << no;
}

// The role of one paragraph of the lines.
Role role_of_lines(const std::vector<Segment>& lines, TextContext context = {.body_face = 1}) {
  const auto paragraphs = paragraphs_of(rows_of(lines, kColumn), kColumn, context);
  EXPECT_EQ(paragraphs.size(), 1u);
  return paragraphs.front().role;
}
Role role_of_line(const char* text, const Face& face = {}, double x = 50) {
  return role_of_lines({line_at(x, 100, text, face)});
}

TEST(Roles, Headings) {
  EXPECT_EQ(role_of_line("A large heading", {.size = 14}), Role::kTitle);
  EXPECT_EQ(role_of_line("A bold heading", {.bold = true}), Role::kTitle);
  EXPECT_EQ(role_of_line("2.1 Numbered and italic", {.italic = true}), Role::kTitle);
  EXPECT_EQ(role_of_line("2.1 Numbered, in another font", {.face = 9}), Role::kTitle);
  EXPECT_EQ(role_of_line("IV. EXPERIMENTS", {}, 150), Role::kTitle);
  EXPECT_EQ(role_of_line("Abstract"), Role::kTitle);
  EXPECT_EQ(role_of_line("第三章 巡检与维护", {.size = 16}), Role::kTitle);
}

TEST(Roles, NoHeadings) {
  EXPECT_EQ(role_of_line("An ordinary line"), Role::kText);
  EXPECT_EQ(role_of_line("A bold sentence ends here.", {.bold = true}), Role::kText);
  EXPECT_EQ(role_of_line("Small bold print", {.size = 8, .bold = true}), Role::kText);
  EXPECT_EQ(role_of_line("2.1 numbered only"), Role::kText);
  EXPECT_EQ(role_of_line("Figure 3: A bold caption", {.bold = true}), Role::kText);
  EXPECT_EQ(role_of_line("Ines Ekholm ^a , Paulo Ferreira ^b", {.size = 13}), Role::kText);
  EXPECT_EQ(role_of_line("12345", {.bold = true}), Role::kText);
}

TEST(Roles, CodeNeedsTwoLinesInOneWidth) {
  const Face mono = {.monospace = true};
  EXPECT_EQ(role_of_lines({line_at(50, 100, "def f():", mono), line_at(70, 112, "pass", mono)}),
            Role::kCode);
  EXPECT_EQ(role_of_line("file.txt", mono), Role::kText);
  EXPECT_EQ(role_of_lines({line_at(50, 100, "ann@river.example", mono),
                           line_at(50, 112, "bob@river.example", mono)}),
            Role::kText);
}

TEST(Roles, ReferencesFollowTheirHeading) {
  TextContext context = {.body_face = 1};
  Typesetter column(50, 350, 100);
  column.face.bold = true;
  column.paragraph("References").skip(12).face.bold = false;
  column.hang = 12;
  column.paragraph("Abara, H. 2011. " + prose(14)).paragraph("Brandvold, S. 1996. " + prose(12, 1));
  const auto paragraphs = paragraphs_of(rows_of(column.lines(), kColumn), kColumn, context);
  ASSERT_EQ(paragraphs.size(), 3u);
  EXPECT_EQ(paragraphs[0].role, Role::kTitle);
  EXPECT_EQ(paragraphs[1].role, Role::kReference);
  EXPECT_EQ(paragraphs[2].role, Role::kReference);
  EXPECT_TRUE(context.in_references);
}

TEST(Roles, AnotherHeadingEndsTheReferences) {
  TextContext context = {.body_face = 1, .in_references = true};
  (void)paragraphs_of(rows_of({line_at(50, 100, "Appendix", {.bold = true})}, kColumn), kColumn,
                      context);
  EXPECT_FALSE(context.in_references);
}

}  // namespace
}  // namespace mineru::doc::flash
