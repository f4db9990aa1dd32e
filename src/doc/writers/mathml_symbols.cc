#include "doc/writers/mathml_symbols.h"

#include <array>
#include <utility>

namespace mineru::doc {

namespace {

struct Entry {
  std::string_view name;
  MathSymbol symbol;
};

using enum SymbolKind;

constexpr Entry kSymbols[] = {
    {"alpha", {kLetter, "α"}},
    {"beta", {kLetter, "β"}},
    {"gamma", {kLetter, "γ"}},
    {"delta", {kLetter, "δ"}},
    {"epsilon", {kLetter, "ϵ"}},
    {"varepsilon", {kLetter, "ε"}},
    {"zeta", {kLetter, "ζ"}},
    {"eta", {kLetter, "η"}},
    {"theta", {kLetter, "θ"}},
    {"vartheta", {kLetter, "ϑ"}},
    {"iota", {kLetter, "ι"}},
    {"kappa", {kLetter, "κ"}},
    {"lambda", {kLetter, "λ"}},
    {"mu", {kLetter, "μ"}},
    {"nu", {kLetter, "ν"}},
    {"xi", {kLetter, "ξ"}},
    {"pi", {kLetter, "π"}},
    {"varpi", {kLetter, "ϖ"}},
    {"rho", {kLetter, "ρ"}},
    {"varrho", {kLetter, "ϱ"}},
    {"sigma", {kLetter, "σ"}},
    {"varsigma", {kLetter, "ς"}},
    {"tau", {kLetter, "τ"}},
    {"upsilon", {kLetter, "υ"}},
    {"phi", {kLetter, "ϕ"}},
    {"varphi", {kLetter, "φ"}},
    {"chi", {kLetter, "χ"}},
    {"psi", {kLetter, "ψ"}},
    {"omega", {kLetter, "ω"}},
    {"Gamma", {kLetter, "Γ"}},
    {"Delta", {kLetter, "Δ"}},
    {"Theta", {kLetter, "Θ"}},
    {"Lambda", {kLetter, "Λ"}},
    {"Xi", {kLetter, "Ξ"}},
    {"Pi", {kLetter, "Π"}},
    {"Sigma", {kLetter, "Σ"}},
    {"Upsilon", {kLetter, "Υ"}},
    {"Phi", {kLetter, "Φ"}},
    {"Psi", {kLetter, "Ψ"}},
    {"Omega", {kLetter, "Ω"}},
    {"infty", {kLetter, "∞"}},
    {"partial", {kLetter, "∂"}},
    {"nabla", {kLetter, "∇"}},
    {"hbar", {kLetter, "ℏ"}},
    {"ell", {kLetter, "ℓ"}},
    {"Re", {kLetter, "ℜ"}},
    {"Im", {kLetter, "ℑ"}},
    {"aleph", {kLetter, "ℵ"}},
    {"emptyset", {kLetter, "∅"}},
    {"varnothing", {kLetter, "∅"}},
    {"imath", {kLetter, "ı"}},
    {"jmath", {kLetter, "ȷ"}},
    {"wp", {kLetter, "℘"}},
    {"angle", {kLetter, "∠"}},
    {"triangle", {kLetter, "△"}},
    {"square", {kLetter, "□"}},
    {"top", {kLetter, "⊤"}},
    {"bot", {kLetter, "⊥"}},
    {"forall", {kOperator, "∀"}},
    {"exists", {kOperator, "∃"}},
    {"nexists", {kOperator, "∄"}},
    {"neg", {kOperator, "¬"}},
    {"lnot", {kOperator, "¬"}},
    {"pm", {kOperator, "±"}},
    {"mp", {kOperator, "∓"}},
    {"times", {kOperator, "×"}},
    {"div", {kOperator, "÷"}},
    {"cdot", {kOperator, "⋅"}},
    {"ast", {kOperator, "∗"}},
    {"star", {kOperator, "⋆"}},
    {"circ", {kOperator, "∘"}},
    {"bullet", {kOperator, "∙"}},
    {"oplus", {kOperator, "⊕"}},
    {"ominus", {kOperator, "⊖"}},
    {"otimes", {kOperator, "⊗"}},
    {"odot", {kOperator, "⊙"}},
    {"wedge", {kOperator, "∧"}},
    {"land", {kOperator, "∧"}},
    {"vee", {kOperator, "∨"}},
    {"lor", {kOperator, "∨"}},
    {"cap", {kOperator, "∩"}},
    {"cup", {kOperator, "∪"}},
    {"setminus", {kOperator, "∖"}},
    {"dagger", {kOperator, "†"}},
    {"ddagger", {kOperator, "‡"}},
    {"le", {kOperator, "≤"}},
    {"leq", {kOperator, "≤"}},
    {"leqslant", {kOperator, "⩽"}},
    {"ge", {kOperator, "≥"}},
    {"geq", {kOperator, "≥"}},
    {"geqslant", {kOperator, "⩾"}},
    {"lt", {kOperator, "&lt;"}},
    {"gt", {kOperator, "&gt;"}},
    {"ll", {kOperator, "≪"}},
    {"gg", {kOperator, "≫"}},
    {"ne", {kOperator, "≠"}},
    {"neq", {kOperator, "≠"}},
    {"equiv", {kOperator, "≡"}},
    {"approx", {kOperator, "≈"}},
    {"sim", {kOperator, "∼"}},
    {"simeq", {kOperator, "≃"}},
    {"cong", {kOperator, "≅"}},
    {"propto", {kOperator, "∝"}},
    {"triangleq", {kOperator, "≜"}},
    {"doteq", {kOperator, "≐"}},
    {"asymp", {kOperator, "≍"}},
    {"prec", {kOperator, "≺"}},
    {"succ", {kOperator, "≻"}},
    {"preceq", {kOperator, "⪯"}},
    {"succeq", {kOperator, "⪰"}},
    {"in", {kOperator, "∈"}},
    {"notin", {kOperator, "∉"}},
    {"ni", {kOperator, "∋"}},
    {"subset", {kOperator, "⊂"}},
    {"subseteq", {kOperator, "⊆"}},
    {"subsetneq", {kOperator, "⊊"}},
    {"supset", {kOperator, "⊃"}},
    {"supseteq", {kOperator, "⊇"}},
    {"mid", {kOperator, "∣"}},
    {"nmid", {kOperator, "∤"}},
    {"parallel", {kOperator, "∥"}},
    {"perp", {kOperator, "⟂"}},
    {"vdash", {kOperator, "⊢"}},
    {"models", {kOperator, "⊨"}},
    {"to", {kOperator, "→"}},
    {"rightarrow", {kOperator, "→"}},
    {"leftarrow", {kOperator, "←"}},
    {"gets", {kOperator, "←"}},
    {"uparrow", {kOperator, "↑"}},
    {"downarrow", {kOperator, "↓"}},
    {"mapsto", {kOperator, "↦"}},
    {"Rightarrow", {kOperator, "⇒"}},
    {"implies", {kOperator, "⟹"}},
    {"Leftarrow", {kOperator, "⇐"}},
    {"iff", {kOperator, "⟺"}},
    {"hookrightarrow", {kOperator, "↪"}},
    {"nearrow", {kOperator, "↗"}},
    {"searrow", {kOperator, "↘"}},
    {"Uparrow", {kOperator, "⇑"}},
    {"Downarrow", {kOperator, "⇓"}},
    {"cdots", {kOperator, "⋯"}},
    {"ldots", {kOperator, "…"}},
    {"dots", {kOperator, "…"}},
    {"dotsc", {kOperator, "…"}},
    {"dotsb", {kOperator, "⋯"}},
    {"vdots", {kOperator, "⋮"}},
    {"ddots", {kOperator, "⋱"}},
    {"prime", {kOperator, "′"}},
    {"colon", {kOperator, ":"}},
    {"backslash", {kOperator, "\\"}},
    {"therefore", {kOperator, "∴"}},
    {"because", {kOperator, "∵"}},
    {"vert", {kOperator, "|"}},
    {"lvert", {kOperator, "|"}},
    {"rvert", {kOperator, "|"}},
    {"Vert", {kOperator, "‖"}},
    {"lVert", {kOperator, "‖"}},
    {"rVert", {kOperator, "‖"}},
    {"langle", {kOperator, "⟨"}},
    {"rangle", {kOperator, "⟩"}},
    {"lfloor", {kOperator, "⌊"}},
    {"rfloor", {kOperator, "⌋"}},
    {"lceil", {kOperator, "⌈"}},
    {"rceil", {kOperator, "⌉"}},
    {"lbrace", {kOperator, "{"}},
    {"rbrace", {kOperator, "}"}},
    {"lbrack", {kOperator, "["}},
    {"rbrack", {kOperator, "]"}},
    {"{", {kOperator, "{"}},
    {"}", {kOperator, "}"}},
    {"|", {kOperator, "‖"}},
    {"%", {kOperator, "%"}},
    {"$", {kOperator, "$"}},
    {"#", {kOperator, "#"}},
    {"&", {kOperator, "&amp;"}},
    {"_", {kOperator, "_"}},
    {"leftrightarrow", {kOperator, "↔"}},
    {"Leftrightarrow", {kOperator, "⇔"}},
    {"longrightarrow", {kOperator, "⟶"}},
    {"longleftarrow", {kOperator, "⟵"}},
    {"Longrightarrow", {kOperator, "⟹"}},
    {"Longleftrightarrow", {kOperator, "⟺"}},
    {"rightleftharpoons", {kOperator, "⇌"}},
    {"degree", {kLetter, "°"}},
    {"checkmark", {kLetter, "✓"}},
    {"S", {kLetter, "§"}},
    {"P", {kLetter, "¶"}},
    {"pounds", {kLetter, "£"}},
    {"yen", {kLetter, "¥"}},
    {"sum", {kBig, "∑"}},
    {"prod", {kBig, "∏"}},
    {"coprod", {kBig, "∐"}},
    {"bigcup", {kBig, "⋃"}},
    {"bigcap", {kBig, "⋂"}},
    {"bigoplus", {kBig, "⨁"}},
    {"bigotimes", {kBig, "⨂"}},
    {"bigvee", {kBig, "⋁"}},
    {"bigwedge", {kBig, "⋀"}},
    {"bigsqcup", {kBig, "⨆"}},
    {"int", {kOperator, "∫"}},
    {"iint", {kOperator, "∬"}},
    {"iiint", {kOperator, "∭"}},
    {"oint", {kOperator, "∮"}},
    {"sin", {kFunction, "sin"}},
    {"cos", {kFunction, "cos"}},
    {"tan", {kFunction, "tan"}},
    {"cot", {kFunction, "cot"}},
    {"sec", {kFunction, "sec"}},
    {"csc", {kFunction, "csc"}},
    {"arcsin", {kFunction, "arcsin"}},
    {"arccos", {kFunction, "arccos"}},
    {"arctan", {kFunction, "arctan"}},
    {"sinh", {kFunction, "sinh"}},
    {"cosh", {kFunction, "cosh"}},
    {"tanh", {kFunction, "tanh"}},
    {"coth", {kFunction, "coth"}},
    {"log", {kFunction, "log"}},
    {"ln", {kFunction, "ln"}},
    {"lg", {kFunction, "lg"}},
    {"exp", {kFunction, "exp"}},
    {"arg", {kFunction, "arg"}},
    {"deg", {kFunction, "deg"}},
    {"dim", {kFunction, "dim"}},
    {"ker", {kFunction, "ker"}},
    {"hom", {kFunction, "hom"}},
    {"det", {kLimit, "det"}},
    {"lim", {kLimit, "lim"}},
    {"limsup", {kLimit, "lim sup"}},
    {"liminf", {kLimit, "lim inf"}},
    {"max", {kLimit, "max"}},
    {"min", {kLimit, "min"}},
    {"sup", {kLimit, "sup"}},
    {"inf", {kLimit, "inf"}},
    {"gcd", {kLimit, "gcd"}},
    {"Pr", {kLimit, "Pr"}},
    {"bmod", {kOperator, "mod"}},
    {",", {kSpace, "0.167em"}},
    {":", {kSpace, "0.222em"}},
    {">", {kSpace, "0.222em"}},
    {";", {kSpace, "0.278em"}},
    {"!", {kSpace, "-0.167em"}},
    {" ", {kSpace, "0.25em"}},
    {"\n", {kSpace, "0.25em"}},
    {"quad", {kSpace, "1em"}},
    {"qquad", {kSpace, "2em"}},
    {"enspace", {kSpace, "0.5em"}},
    {"thinspace", {kSpace, "0.167em"}},
    {"limits", {kIgnored, ""}},
    {"nolimits", {kIgnored, ""}},
    {"displaystyle", {kIgnored, ""}},
    {"textstyle", {kIgnored, ""}},
    {"scriptstyle", {kIgnored, ""}},
    {"scriptscriptstyle", {kIgnored, ""}},
    {"nonumber", {kIgnored, ""}},
    {"notag", {kIgnored, ""}},
    {"hline", {kIgnored, ""}},
    {"/", {kIgnored, ""}},
    {"hfill", {kIgnored, ""}},
    {"strut", {kIgnored, ""}},
};

constexpr std::pair<std::string_view, std::string_view> kAccents[] = {
    {"hat", "^"},           {"widehat", "^"},  {"tilde", "~"},
    {"widetilde", "~"},     {"bar", "¯"},      {"vec", "→"},
    {"dot", "˙"},           {"ddot", "¨"},     {"check", "ˇ"},
    {"breve", "˘"},         {"acute", "´"},    {"grave", "`"},
    {"overline", "¯"},      {"mathring", "˚"}, {"overrightarrow", "→"},
    {"overleftarrow", "←"},
};

// First code points for A, a and 0; 0: the alphabet has none.
struct Starts {
  char32_t upper;
  char32_t lower;
  char32_t digit;
};

constexpr std::array<Starts, 8> kStarts = {{{0, 0, 0},
                                            {0, 0, 0},
                                            {0x1D400, 0x1D41A, 0x1D7CE},
                                            {0x1D49C, 0x1D4B6, 0},
                                            {0x1D538, 0x1D552, 0x1D7D8},
                                            {0x1D504, 0x1D51E, 0},
                                            {0x1D5A0, 0x1D5BA, 0x1D7E2},
                                            {0x1D670, 0x1D68A, 0x1D7F6}}};

// Letters that Unicode had before it got the alphabets.
constexpr std::pair<char32_t, char32_t> kOlder[] = {
    {0x1D49D, U'ℬ'}, {0x1D4A0, U'ℰ'}, {0x1D4A1, U'ℱ'}, {0x1D4A3, U'ℋ'}, {0x1D4A4, U'ℐ'},
    {0x1D4A7, U'ℒ'}, {0x1D4A8, U'ℳ'}, {0x1D4AD, U'ℛ'}, {0x1D4BA, U'ℯ'}, {0x1D4BC, U'ℊ'},
    {0x1D4C4, U'ℴ'}, {0x1D53A, U'ℂ'}, {0x1D53F, U'ℍ'}, {0x1D545, U'ℕ'}, {0x1D547, U'ℙ'},
    {0x1D548, U'ℚ'}, {0x1D549, U'ℝ'}, {0x1D551, U'ℤ'}, {0x1D506, U'ℭ'}, {0x1D50B, U'ℌ'},
    {0x1D50C, U'ℑ'}, {0x1D515, U'ℜ'}, {0x1D51D, U'ℨ'}};

}  // namespace

MathSymbol math_symbol(std::string_view name) {
  for (const Entry& entry : kSymbols) {
    if (entry.name == name) return entry.symbol;
  }
  return {};
}

std::string_view accent_sign(std::string_view name) {
  for (const auto& [accent, sign] : kAccents) {
    if (accent == name) return sign;
  }
  return {};
}

char32_t in_alphabet(char32_t code, Alphabet alphabet) {
  const Starts& starts = kStarts[static_cast<size_t>(alphabet)];
  char32_t mapped = code;
  if (code >= 'A' && code <= 'Z' && starts.upper != 0) mapped = starts.upper + (code - 'A');
  if (code >= 'a' && code <= 'z' && starts.lower != 0) mapped = starts.lower + (code - 'a');
  if (code >= '0' && code <= '9' && starts.digit != 0) mapped = starts.digit + (code - '0');
  if (alphabet == Alphabet::kBold && code >= U'Α' && code <= U'Ω') {
    mapped = 0x1D6A8 + (code - U'Α');
  }
  if (alphabet == Alphabet::kBold && code >= U'α' && code <= U'ω') {
    mapped = 0x1D6C2 + (code - U'α');
  }
  for (const auto& [gap, letter] : kOlder) {
    if (gap == mapped) return letter;
  }
  return mapped;
}

}  // namespace mineru::doc
