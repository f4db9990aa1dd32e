#include "doc/writers/mathml.h"

#include <string>

#include <gtest/gtest.h>

namespace mineru::doc {
namespace {

// What stands within <semantics><mrow>, before the source; "" where a part is not covered.
std::string inside(std::string_view latex) {
  const auto math = latex_to_mathml(latex, MathStyle::kInline);
  if (!math) return "";
  const std::string open = "<math><semantics><mrow>";
  EXPECT_TRUE(math->starts_with(open)) << *math;
  const size_t end = math->find("</mrow><annotation");
  EXPECT_NE(end, std::string::npos);
  return math->substr(open.size(), end - open.size());
}

struct Case {
  const char* latex;
  const char* mathml;
};

constexpr Case kCases[] = {
    {"x", "<mi>x</mi>"},
    {"12.5", "<mn>12.5</mn>"},
    {"a-b", "<mi>a</mi><mo>−</mo><mi>b</mi>"},
    {"a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"},
    {"\\alpha", "<mi>α</mi>"},
    {"\\Gamma", "<mi mathvariant=\"normal\">Γ</mi>"},
    {"\\le \\infty", "<mo>≤</mo><mi>∞</mi>"},
    {"x_1", "<msub><mi>x</mi><mn>1</mn></msub>"},
    {"x^{10}", "<msup><mi>x</mi><mrow><mn>10</mn></mrow></msup>"},
    {"x^10", "<msup><mi>x</mi><mn>1</mn></msup><mn>0</mn>"},
    {"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
    {"x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
    {"f'", "<msup><mi>f</mi><mrow><mo>′</mo></mrow></msup>"},
    {"{}^2", "<msup><mrow></mrow><mn>2</mn></msup>"},
    {"\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"},
    {"\\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"},
    {"\\sqrt x", "<msqrt><mi>x</mi></msqrt>"},
    {"\\sqrt[3]{x}", "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>"},
    {"\\binom nk",
     "<mrow><mo>(</mo><mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>"},
    {"\\sum_{i}^n",
     "<munderover><mo movablelimits=\"true\">∑</mo><mrow><mi>i</mi></mrow>"
     "<mi>n</mi></munderover>"},
    {"\\int_0^1", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"},
    {"\\int\\limits_0", "<munder><mo>∫</mo><mn>0</mn></munder>"},
    {"\\sin x", "<mi>sin</mi><mspace width=\"0.167em\"></mspace><mi>x</mi>"},
    {"2\\log(n)",
     "<mn>2</mn><mspace width=\"0.167em\"></mspace><mi>log</mi>"
     "<mo stretchy=\"false\">(</mo><mi>n</mi><mo stretchy=\"false\">)</mo>"},
    {"\\hat x", "<mover class=\"accent\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>"},
    {"\\overline{AB}", "<mrow class=\"over\"><mrow><mi>A</mi><mi>B</mi></mrow></mrow>"},
    {"\\vec v", "<mover><mi>v</mi><mo stretchy=\"false\">→</mo></mover>"},
    {"\\mathrm{kg}", "<mrow><mi>kg</mi></mrow>"},
    {"\\mathrm d", "<mi mathvariant=\"normal\">d</mi>"},
    {"\\mathbb{R}", "<mrow><mi mathvariant=\"normal\">ℝ</mi></mrow>"},
    {"\\mathbf{x}", "<mrow><mi mathvariant=\"normal\">𝐱</mi></mrow>"},
    {"\\mathcal L", "<mi mathvariant=\"normal\">ℒ</mi>"},
    {"\\text{if } x", "<mtext>if\u00a0</mtext><mi>x</mi>"},
    {"\\text{50\\% <b>}", "<mtext>50%\u00a0&lt;b&gt;</mtext>"},
    {"\\left(x\\right.",
     "<mrow><mo stretchy=\"true\" fence=\"true\" form=\"prefix\">(</mo>"
     "<mrow><mi>x</mi></mrow></mrow>"},
    {"\\big|", "<mo stretchy=\"true\" minsize=\"1.2em\" maxsize=\"1.2em\">|</mo>"},
    {"\\not=", "<mo>=\u0338</mo>"},
    {"\\operatorname{rank}A",
     "<mrow><mi>rank</mi></mrow><mspace width=\"0.167em\"></mspace><mi>A</mi>"},
    {"a\\,b", "<mi>a</mi><mspace width=\"0.167em\"></mspace><mi>b</mi>"},
    {"\\overset{!}{=}", "<mover><mrow><mo>=</mo></mrow><mrow><mo>!</mo></mrow></mover>"},
    {"x \\tag{1}", "<mi>x</mi><mspace width=\"2em\"></mspace><mtext>(1)</mtext>"},
    {"{\\bf x}y", "<mrow><mi mathvariant=\"normal\">𝐱</mi></mrow><mi>y</mi>"},
    {"速度 v", "<mtext>速</mtext><mtext>度</mtext><mi>v</mi>"},
    {"\\begin{matrix}a&b\\\\c&d\\end{matrix}",
     "<mrow><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
     "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable></mrow>"},
    {"\\begin{cases}1 & x\\\\ 0\\end{cases}",
     "<mrow><mo stretchy=\"true\" fence=\"true\" form=\"prefix\">{</mo><mtable>"
     "<mtr><mtd class=\"l\"><mn>1</mn></mtd><mtd class=\"l\"><mi>x</mi></mtd></mtr>"
     "<mtr><mtd class=\"l\"><mn>0</mn></mtd></mtr></mtable></mrow>"},
    {"\\begin{aligned}a&=b\\\\[2pt]\\end{aligned}",
     "<mrow><mtable displaystyle=\"true\"><mtr><mtd class=\"r\"><mi>a</mi></mtd>"
     "<mtd class=\"l\"><mo>=</mo><mi>b</mi></mtd></mtr></mtable></mrow>"},
    {"\\begin{array}{l|r}a&b\\end{array}",
     "<mrow><mtable><mtr><mtd class=\"l\"><mi>a</mi></mtd><mtd class=\"r\"><mi>b</mi></mtd>"
     "</mtr></mtable></mrow>"},
    {"a \\\\ b",
     "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr>"
     "</mtable>"},
};

TEST(MathMl, Cases) {
  for (const Case& one : kCases) EXPECT_EQ(inside(one.latex), one.mathml) << one.latex;
}

TEST(MathMl, NotCoveredIsNothing) {
  for (const char* latex : {"", "  ", "\\unheardof x", "\\begin{tikzcd}a\\end{tikzcd}",
                            "\\cancel{x}", "\\text{\\textcolor{red}{x}}"}) {
    EXPECT_FALSE(latex_to_mathml(latex, MathStyle::kInline)) << latex;
  }
}

TEST(MathMl, MendsWhatCanBeMended) {
  EXPECT_EQ(inside("\\frac{a}{b"), "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>");
}

TEST(MathMl, KeepsItsSourceAndItsStyle) {
  EXPECT_EQ(latex_to_mathml(" a<b ", MathStyle::kDisplay),
            "<math display=\"block\"><semantics><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"
            "<annotation encoding=\"application/x-tex\">a&lt;b</annotation></semantics></math>");
}

TEST(MathMl, NoMarkupComesOutOfText) {
  for (const char* latex : {"\\text{<script>alert(1)</script>}", "\\mathrm{</math><script>}",
                            "x^{\\text{\"><img src=x onerror=y>}}", "\\operatorname{<script>}"}) {
    const std::string math = latex_to_mathml(latex, MathStyle::kInline).value_or("");
    EXPECT_EQ(math.find("<script"), std::string::npos) << math;
    EXPECT_EQ(math.find("<img"), std::string::npos) << math;
    EXPECT_EQ(math.find("</math>"), math.empty() ? std::string::npos : math.size() - 7) << math;
  }
}

TEST(MathMl, DeepAndLongInputEnds) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "{";
  EXPECT_FALSE(latex_to_mathml(deep, MathStyle::kInline));
  std::string fractions;
  for (int i = 0; i < 3000; ++i) fractions += "\\frac";
  EXPECT_FALSE(latex_to_mathml(fractions, MathStyle::kInline));
  EXPECT_FALSE(latex_to_mathml(std::string(1 << 20, 'x'), MathStyle::kInline));
  EXPECT_TRUE(latex_to_mathml(std::string(10'000, 'x'), MathStyle::kInline));
}

}  // namespace
}  // namespace mineru::doc
