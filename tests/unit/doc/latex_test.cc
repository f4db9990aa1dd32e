// LaTeX that renders (docs/odd-inputs.md, row E7).
#include "doc/passes/latex.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

std::string mended(std::string_view latex) { return mend_latex(latex).value_or("none"); }

TEST(Latex, WhatIsValidStays) {
  for (const char* latex : {
           "",
           "E = mc^2",
           R"(\frac { a } { b } + \sqrt[3]{x} + \frac12 + \frac ab + \frac\alpha\beta)",
           R"(\left[ \frac { a } { b } \right] _ { 1 } ^ { 2 })",
           R"(\left\{ \begin{array}{l} a & b \\ c \end{array} \right.)",
           R"(\begin{array} { c | c } { a } & { b } \\[2pt] \hline c & d \end{array})",
           R"(\begin{aligned} a & = b \\ & = \left( c + d \right) \end{aligned})",
           R"(\begin{cases} a & b \\ c & d \end{cases} \tag{1})",
           R"(\sum\limits_{i=1}^{n} x_i' + x''^2 + x'_1 + f^{(n)}_k)",
           R"(\text{a_b $x$ 50%} \quad \{ a \} \% \# \$ \_ \&)",
           R"(\substack{i \\ j} \matrix{a & b \cr c & d})",
           R"(\left\| x \right\| _2^2 \left< a \middle| b \right> \leftarrow \rightarrow)",
           R"(\operatorname*{arg\,min}_{x} \underset{x}{\max} \mathrm { d } x \overline{AB})",
           R"(\int_{0}^{\infty} e^{-x^{2}} \, dx = \frac{\sqrt{\pi}}{2})",
           R"(x_{a}{}_{b} \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}^{-1})",
           "x > 0 \xe4\xb8\xad",
       }) {
    EXPECT_EQ(mended(latex), latex);
    EXPECT_TRUE(is_valid_latex(latex)) << latex;
  }
}

TEST(Latex, BracesAreBalanced) {
  EXPECT_EQ(mended(R"(\frac{a}{b)"), R"(\frac{a}{b})");
  EXPECT_EQ(mended("x^{ab"), "x^{ab}");
  EXPECT_EQ(mended("a}b"), "ab");
  EXPECT_EQ(mended(R"(\text{for all x)"), R"(\text{for all x})");
  EXPECT_EQ(mended(R"(\begin{array}{l} {a & b} \\ c \end{array})"),
            R"(\begin{array}{l} {a }& b \\ c \end{array})");
}

TEST(Latex, PairsAreCompleted) {
  EXPECT_EQ(mended(R"(\left( a)"), R"(\left( a\right.)");
  EXPECT_EQ(mended(R"(a \right))"), R"(a \left.\right))");
  EXPECT_EQ(mended(R"(\left( {a \right) b})"), R"(\left( {a }\right) b)");
  EXPECT_EQ(mended(R"({ \left( a })"), R"({ \left( a \right.})");
  EXPECT_EQ(mended(R"(\left x \right)"), R"(\left .x \right.)");
  EXPECT_EQ(mended(R"(\begin{cases} a & b)"), R"(\begin{cases} a & b\end{cases})");
  EXPECT_EQ(mended(R"(a \end{cases})"), "a ");
  EXPECT_EQ(mended(R"(a & b \\ c & d)"), R"(\begin{aligned}a & b \\ c & d\end{aligned})");
}

TEST(Latex, ScriptsAndArguments) {
  EXPECT_EQ(mended("x_1_2"), "x_1{}_2");
  EXPECT_EQ(mended("x^a^b"), "x^a{}^b");
  EXPECT_EQ(mended("x_{a}^{b}_{c}"), "x_{a}^{b}{}_{c}");
  EXPECT_EQ(mended("x^2'"), "x^2{}'");
  EXPECT_EQ(mended("x_"), "x_{}");
  EXPECT_EQ(mended(R"({x^} + \frac{a})"), R"({x^{}} + \frac{a}{})");
  EXPECT_EQ(mended(R"(\sqrt)"), R"(\sqrt{})");
}

TEST(Latex, SignsOfTheSourceAreEscaped) {
  EXPECT_EQ(mended("50% of #3 at $5"), R"(50\% of \#3 at \$5)");
  EXPECT_EQ(mended("x\\"), "x");
}

TEST(Latex, SomeCannotBeMended) {
  EXPECT_EQ(mend_latex(R"(\begin{)"), std::nullopt);
  EXPECT_EQ(mend_latex(R"(\begin x)"), std::nullopt);
  EXPECT_EQ(mend_latex(R"(\begin{array} a & b \end{array})"), std::nullopt);  // no columns
  EXPECT_EQ(mend_latex(R"(a & b \tag{1})"), std::nullopt);
  EXPECT_EQ(mend_latex(std::string(300, '{')), std::nullopt);
  EXPECT_FALSE(is_valid_latex(R"(\begin{)"));
}

// Mending once is enough, whatever it is.
TEST(Latex, MendedIsValid) {
  const std::vector<std::string> parts = {"{",
                                          "}",
                                          "\\left",
                                          "\\right",
                                          "(",
                                          ")",
                                          ".",
                                          "\\begin{array}{l}",
                                          "\\end{array}",
                                          "\\begin{cases}",
                                          "\\end{cases}",
                                          "&",
                                          "\\\\",
                                          "_",
                                          "^",
                                          "'",
                                          "x",
                                          " ",
                                          "\\frac",
                                          "\\sqrt",
                                          "[",
                                          "]",
                                          "\\text{",
                                          "\\tag{1}",
                                          "$",
                                          "%",
                                          "\\",
                                          "\\{",
                                          "\\|",
                                          "\\alpha",
                                          "\\limits",
                                          "\\matrix",
                                          "\\middle",
                                          "\\operatorname",
                                          "1",
                                          "\xe4\xb8\xad"};
  std::mt19937 random(3);  // NOLINT: the same formulas in every run
  int mendable = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string latex;
    for (size_t n = random() % 14; n-- > 0;) latex += parts[random() % parts.size()];
    const auto once = mend_latex(latex);
    if (!once) continue;
    ++mendable;
    EXPECT_EQ(mend_latex(*once), once) << latex;
  }
  EXPECT_GT(mendable, 10'000);
}

}  // namespace
}  // namespace mineru::doc
