#include "doc/flash/footnotes.h"

#include <gtest/gtest.h>

#include "unit/doc/typesetter.h"

namespace mineru::doc::flash {
namespace {

const Box kColumn = {50, 50, 350, 580};

class Footnotes : public testing::Test {
 protected:
  Footnotes() { facts.frame = {{400, 600}, 0}; }

  // Body text down to 480, then the notes, set in `note_size`; gives the roles from the notes on.
  std::vector<Role> roles(const std::vector<std::string>& notes, double note_size = 8) {
    Typesetter column(kColumn.x0, kColumn.x1, 300);
    column.paragraph(prose(60)).skip(12);
    column.face.size = note_size;
    for (const std::string& note : notes) column.paragraph(note).skip(4);
    TextContext context{.body_face = 1};
    auto paragraphs = paragraphs_of(rows_of(column.lines(), kColumn), kColumn, context);
    mark_footnotes(paragraphs, kColumn, facts, context);
    EXPECT_EQ(paragraphs.front().role, Role::kText);
    std::vector<Role> out;
    for (size_t i = 1; i < paragraphs.size(); ++i) out.push_back(paragraphs[i].role);
    return out;
  }
  // Between the text and the notes.
  void add_rule(double x0, double x1) {
    const double below =
        static_cast<double>(Typesetter(50, 350, 300).paragraph(prose(60)).baseline());
    facts.rules.push_back({{x0, below, x1, below + 0.5}, true});
  }

  PageFacts facts;
};

TEST_F(Footnotes, SmallAndMarked) {
  EXPECT_EQ(roles({"^3 The corpus is there.", "^4 We count a token."}),
            (std::vector{Role::kFootnote, Role::kFootnote}));
}

TEST_F(Footnotes, BelowAShortRuleNoMarkIsNeeded) {
  EXPECT_NE(roles({"Corresponding author"}), std::vector{Role::kFootnote});
  add_rule(50, 120);
  EXPECT_EQ(roles({"Corresponding author"}), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, LongRuleIsATableOrAFrame) {
  add_rule(50, 340);
  EXPECT_NE(roles({"Corresponding author"}), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, RuleOfAnotherColumn) {
  add_rule(200, 260);
  EXPECT_NE(roles({"Corresponding author"}), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, TextOfFullSizeIsNone) {
  add_rule(50, 120);
  EXPECT_NE(roles({"An ordinary paragraph"}, 10), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, SmallWithoutMarkIsNone) {
  EXPECT_NE(roles({"Small print about nothing"}), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, CaptionIsNone) {
  EXPECT_NE(roles({"Figure 3: The coder in its loop"}), std::vector{Role::kFootnote});
  add_rule(50, 120);
  EXPECT_NE(roles({"Figure 3: The coder in its loop"}), std::vector{Role::kFootnote});
}

TEST_F(Footnotes, UpperHalfOfThePageHasNone) {
  Typesetter column(kColumn.x0, kColumn.x1, 60);
  column.face.size = 8;
  column.paragraph("^a Department of River Studies");
  TextContext context{.body_face = 1};
  auto paragraphs = paragraphs_of(rows_of(column.lines(), kColumn), kColumn, context);
  mark_footnotes(paragraphs, kColumn, facts, context);
  EXPECT_NE(paragraphs[0].role, Role::kFootnote);
}

}  // namespace
}  // namespace mineru::doc::flash
