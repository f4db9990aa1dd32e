#include "doc/writers/mathml.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "doc/passes/latex.h"
#include "doc/writers/inline_text.h"
#include "doc/writers/mathml_elements.h"
#include "doc/writers/mathml_symbols.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

constexpr int kMaxDepth = 60;
constexpr size_t kMaxBytes = 64 << 10;  // longer ones are no formulas, and cost time

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct Atom {
  std::string xml;
  bool limits = false;    // its scripts stand below and above
  bool function = false;  // wants a little room before its argument
};

class Converter {
 public:
  explicit Converter(std::string_view latex) : in_(latex) {}

  // The inside of <math>; nothing where a part is not known.
  std::optional<std::string> run() {
    std::string out = rows({});
    if (failed_ || at_ < in_.size()) return std::nullopt;
    if (!tag_.empty()) out += math_space("2em") + tag_;
    return out;
  }

 private:
  // Everything ends at once: what was made so far is thrown away.
  Atom fail() {
    failed_ = true;
    at_ = in_.size();
    return {};
  }

  void skip_spaces() {
    while (at_ < in_.size() && is_space(in_[at_])) ++at_;
  }

  bool next_is(std::string_view text) const { return in_.substr(at_).starts_with(text); }

  // The macro at at_, without its backslash; "" where none is.
  std::string_view peek_macro() const {
    if (at_ + 1 >= in_.size() || in_[at_] != '\\') return {};
    size_t end = at_ + 1;
    while (end < in_.size() && is_letter(in_[end])) ++end;
    return in_.substr(at_ + 1, std::max<size_t>(end - at_ - 1, 1));
  }

  // What ends a row: it belongs to whoever began the row.
  bool at_end_of_row() const {
    if (at_ >= in_.size() || in_[at_] == '}' || in_[at_] == '&') return true;
    if (in_[at_] == ']' && in_brackets_) return true;
    if (in_[at_] != '\\') return false;
    const std::string_view macro = peek_macro();
    return macro == "\\" || macro == "cr" || macro == "end" || macro == "right" ||
           macro == "middle";
  }

  std::string row() {
    std::string out;
    for (skip_spaces(); !at_end_of_row(); skip_spaces()) {
      Atom next = atom();
      const bool after_factor = out.ends_with("</mi>") || out.ends_with("</mn>") ||
                                out.ends_with("</msup>") || out.ends_with("</msub>");
      if (next.function && after_factor) out += math_space("0.167em");
      out += with_scripts(std::move(next));
    }
    return out;
  }

  std::string grouped_row() { return element("mrow", row()); }

  // Of a braced group, behind its "{".
  std::string group() {
    const Alphabet outside = alphabet_;
    const bool outside_brackets = std::exchange(in_brackets_, false);
    std::string out = deeper([this] { return grouped_row(); });
    alphabet_ = outside;
    in_brackets_ = outside_brackets;
    if (!next_is("}")) fail();
    if (!failed_) ++at_;
    return out;
  }

  template <typename Read>
  std::string deeper(Read read) {
    if (++depth_ > kMaxDepth) fail();
    std::string out = failed_ ? std::string() : read();
    --depth_;
    return out;
  }

  // A group, or one character, or one macro with what belongs to it.
  std::string argument() {
    skip_spaces();
    if (at_end_of_row()) return fail().xml;
    if (in_[at_] == '{') {
      ++at_;
      return group();
    }
    if (is_digit(in_[at_])) return element("mn", in_.substr(at_++, 1));
    return deeper([this] { return atom().xml; });
  }

  std::string argument_in(Alphabet alphabet) {
    const Alphabet outside = std::exchange(alphabet_, alphabet);
    std::string out = argument();
    alphabet_ = outside;
    return out;
  }

  // "{...}" as it stands; braces in it are paired.
  std::string_view raw_argument() {
    skip_spaces();
    if (!next_is("{")) {
      fail();
      return {};
    }
    const size_t start = ++at_;
    int open = 1;
    for (; at_ < in_.size(); ++at_) {
      if (in_[at_] == '\\') {
        ++at_;
        continue;
      }
      open += in_[at_] == '{' ? 1 : in_[at_] == '}' ? -1 : 0;
      if (open == 0) return in_.substr(start, at_++ - start);
    }
    fail();
    return {};
  }

  // "[...]" if it is there, as a formula.
  std::optional<std::string> optional_argument() {
    skip_spaces();
    if (!next_is("[")) return std::nullopt;
    ++at_;
    const bool outside = std::exchange(in_brackets_, true);
    std::string out = deeper([this] { return grouped_row(); });
    in_brackets_ = outside;
    if (!next_is("]")) fail();
    if (!failed_) ++at_;
    return out;
  }

  std::string with_scripts(Atom base) {
    std::string sub;
    std::string sup;
    std::string primes;
    while (true) {
      skip_spaces();
      if (next_is("\\limits") || next_is("\\nolimits")) {
        base.limits = next_is("\\limits");
        at_ += peek_macro().size() + 1;
      } else if (next_is("'")) {
        primes += "′";
        ++at_;
      } else if (next_is("_") && sub.empty()) {
        ++at_;
        sub = argument();
      } else if (next_is("^") && sup.empty()) {
        ++at_;
        sup = argument();
      } else {
        break;
      }
    }
    if (!primes.empty()) sup = element("mrow", element("mo", primes) + sup);
    std::string out = scripted(base, sub, sup);
    const bool argument_follows = at_ < in_.size() &&
                                  (is_letter(in_[at_]) || is_digit(in_[at_]) || in_[at_] == '\\') &&
                                  !at_end_of_row();
    if (base.function && argument_follows) out += math_space("0.167em");
    return out;
  }

  static std::string scripted(const Atom& base, const std::string& sub, const std::string& sup) {
    if (sub.empty() && sup.empty()) return base.xml;
    const std::string both = base.xml + sub + sup;
    if (sup.empty()) return element(base.limits ? "munder" : "msub", both);
    if (sub.empty()) return element(base.limits ? "mover" : "msup", both);
    return element(base.limits ? "munderover" : "msubsup", both);
  }

  Atom atom() {
    const char c = in_[at_];
    if (c == '\\') return macro();
    if (c == '{') {
      ++at_;
      return {group()};
    }
    if (c == '^' || c == '_') return {"<mrow></mrow>"};
    if (is_digit(c)) return {number()};
    if (is_letter(c)) return {letters()};
    if (c == '~') {
      ++at_;
      return {math_space("0.25em")};
    }
    if (static_cast<unsigned char>(c) >= 0x80) return {foreign()};
    ++at_;
    switch (c) {
      case '-': return {element("mo", "−")};
      case '*': return {element("mo", "∗")};
      case '<': return {element("mo", "&lt;")};
      case '>': return {element("mo", "&gt;")};
      case '"': return {element("mo", "&quot;")};
      case '\'': return {element("mo", "′")};
      case '$':
      case '#':
      case '%': return fail();
      default: return {operator_element(std::string_view(&in_[at_ - 1], 1))};
    }
  }

  std::string number() {
    const size_t start = at_;
    while (at_ < in_.size() && is_digit(in_[at_])) ++at_;
    const bool fraction = at_ + 1 < in_.size() && in_[at_] == '.' && is_digit(in_[at_ + 1]);
    if (fraction) {
      for (++at_; at_ < in_.size() && is_digit(in_[at_]);) ++at_;
    }
    return element("mn", in_alphabet_all(in_.substr(start, at_ - start)));
  }

  std::string in_alphabet_all(std::string_view text) const {
    std::string out;
    for (const char c : text) text::append_utf8(out, in_alphabet(char32_t(c), alphabet_));
    return out;
  }

  // One letter, or a word in upright ones.
  std::string letters() {
    size_t end = at_ + 1;
    const bool word = alphabet_ == Alphabet::kUpright || alphabet_ == Alphabet::kSans ||
                      alphabet_ == Alphabet::kMono;
    while (word && end < in_.size() && is_letter(in_[end])) ++end;
    const std::string_view text = in_.substr(at_, end - at_);
    at_ = end;
    const bool upright = alphabet_ != Alphabet::kNone && text.size() == 1;
    return element("mi", in_alphabet_all(text), upright ? "mathvariant=\"normal\"" : "");
  }

  // A character outside ASCII: a letter of the text around it, or a sign.
  std::string foreign() {
    const std::u32string rest = text::from_utf8(in_.substr(at_, 4));
    std::string sign;
    text::append_utf8(sign, rest.front());
    at_ += std::min(sign.size(), in_.size() - at_);
    if (text::is_cjk(rest.front())) return element("mtext", safe_text(sign));
    return element(text::is_letter(rest.front()) ? "mi" : "mo", safe_text(sign));
  }

  Atom macro() {
    const std::string_view name = peek_macro();
    if (name.empty()) return fail();
    at_ += name.size() + 1;
    const MathSymbol symbol = math_symbol(name);
    switch (symbol.kind) {
      case SymbolKind::kLetter: return {letter_element(symbol.text)};
      case SymbolKind::kOperator: return {operator_element(symbol.text)};
      case SymbolKind::kBig: return {element("mo", symbol.text, "movablelimits=\"true\""), true};
      case SymbolKind::kFunction: return {element("mi", symbol.text), false, true};
      case SymbolKind::kLimit:
        return {element("mo", symbol.text, "movablelimits=\"true\" lspace=\"0\" rspace=\"0\""),
                true, true};
      case SymbolKind::kSpace: return {math_space(symbol.text)};
      case SymbolKind::kIgnored: return {};
      case SymbolKind::kNone: break;
    }
    return structure(name);
  }

  std::string letter_element(std::string_view letter) const {
    std::u32string codes = text::from_utf8(letter);
    for (char32_t& code : codes) code = in_alphabet(code, alphabet_);
    const bool capital_greek = codes.size() == 1 && codes[0] >= U'Α' && codes[0] <= U'Ω';
    return element("mi", text::to_utf8(codes), capital_greek ? "mathvariant=\"normal\"" : "");
  }

  Atom structure(std::string_view name) {
    if (name == "frac" || name == "dfrac" || name == "tfrac" || name == "cfrac") {
      const std::string above = argument();
      return {element("mfrac", above + argument(),
                      name == "dfrac" || name == "cfrac" ? "displaystyle=\"true\"" : "")};
    }
    if (name == "binom" || name == "dbinom" || name == "tbinom") {
      const std::string above = argument();
      const std::string pair = element("mfrac", above + argument(), "linethickness=\"0\"");
      return {element("mrow", "<mo>(</mo>" + pair + "<mo>)</mo>")};
    }
    if (name == "sqrt") {
      const auto index = optional_argument();
      const std::string inside = argument();
      return {index ? element("mroot", inside + *index) : element("msqrt", inside)};
    }
    if (name == "left") return {fenced()};
    if (name == "begin") return {environment()};
    if (const std::string_view sign = accent_sign(name); !sign.empty()) return accent(name, sign);
    if (name == "underline") {
      return {element("mrow", argument(), "class=\"under\"")};
    }
    if (name == "overbrace") return {element("mover", argument() + "<mo>⏞</mo>"), true};
    if (name == "underbrace") return {element("munder", argument() + "<mo>⏟</mo>"), true};
    if (name == "overset" || name == "stackrel") return stacked("mover");
    if (name == "underset") return stacked("munder");
    if (name == "xrightarrow") return arrow("→");
    if (name == "xleftarrow") return arrow("←");
    return letters_or_text(name);
  }

  Atom accent(std::string_view name, std::string_view sign) {
    // A line that every font has, at its length.
    if (sign == "¯") return {element("mrow", argument(), "class=\"over\"")};
    const bool wide = name.starts_with("wide") || name.starts_with("over");
    const std::string mark = element("mo", sign, wide ? "stretchy=\"true\"" : "stretchy=\"false\"");
    return {element("mover", argument() + mark, sign == "→" ? "" : "class=\"accent\"")};
  }

  Atom stacked(std::string_view how) {
    const std::string small = argument();
    return {element(how, argument() + small)};
  }

  Atom arrow(std::string_view sign) {
    const auto below = optional_argument();
    const std::string above = argument();
    const std::string mark = element("mo", sign, "stretchy=\"true\"");
    if (!below) return {element("mover", mark + above)};
    return {element("munderover", mark + *below + above)};
  }

  Atom letters_or_text(std::string_view name) {
    static constexpr std::pair<std::string_view, Alphabet> kAlphabets[] = {
        {"mathrm", Alphabet::kUpright},      {"mathbf", Alphabet::kBold},
        {"boldsymbol", Alphabet::kBold},     {"bm", Alphabet::kBold},
        {"mathcal", Alphabet::kScript},      {"mathscr", Alphabet::kScript},
        {"mathbb", Alphabet::kDoubleStruck}, {"mathfrak", Alphabet::kFraktur},
        {"mathsf", Alphabet::kSans},         {"mathtt", Alphabet::kMono},
        {"mathit", Alphabet::kNone},         {"mathnormal", Alphabet::kNone}};
    for (const auto& [macro, alphabet] : kAlphabets) {
      if (macro == name) return {argument_in(alphabet)};
    }
    static constexpr std::pair<std::string_view, Alphabet> kSwitches[] = {
        {"rm", Alphabet::kUpright}, {"bf", Alphabet::kBold}, {"cal", Alphabet::kScript},
        {"it", Alphabet::kNone},    {"sf", Alphabet::kSans}, {"tt", Alphabet::kMono}};
    for (const auto& [macro, alphabet] : kSwitches) {
      if (macro != name) continue;
      alphabet_ = alphabet;
      return {};
    }
    for (const char* text :
         {"text", "textrm", "textbf", "textit", "textsf", "texttt", "mbox", "hbox", "textnormal"}) {
      if (name == text) return {text_element(raw_argument())};
    }
    return others(name);
  }

  Atom others(std::string_view name) {
    if (name == "operatorname") {
      const bool star = next_is("*");
      if (star) ++at_;
      return {argument_in(Alphabet::kUpright), star, true};
    }
    if (name == "tag" || name == "tag*") {
      tag_ = text_element("(" + std::string(raw_argument()) + ")");
      return {};
    }
    if (name == "label" || name == "color") {
      raw_argument();
      return {};
    }
    if (name == "textcolor") {
      raw_argument();
      return {argument()};
    }
    if (name == "phantom") return {element("mphantom", argument())};
    if (name == "boxed" || name == "fbox") {
      return {element("mrow", argument(), "class=\"boxed\"")};
    }
    if (name == "hspace") {
      raw_argument();
      return {math_space("1em")};
    }
    if (name == "mathop") return {argument(), true};
    for (const char* same : {"mathrel", "mathbin", "mathord", "mathopen", "mathclose", "mathpunct",
                             "mathinner", "smash", "ensuremath"}) {
      if (name == same) return {argument()};
    }
    if (name == "pmod") {
      return {math_space("0.5em") + element("mrow", "<mo>(</mo><mi>mod</mi>" + math_space("0.3em") +
                                                        argument() + "<mo>)</mo>")};
    }
    if (name == "substack") return {substack()};
    if (name == "not") return negated();
    return sized_delimiter(name);
  }

  // Stands over the sign that follows.
  Atom negated() {
    skip_spaces();
    if (at_end_of_row()) return fail();
    Atom sign = atom();
    constexpr std::string_view kEnd = "</mo>";
    if (!sign.xml.ends_with(kEnd)) return fail();
    sign.xml.insert(sign.xml.size() - kEnd.size(), "\u0338");
    return sign;
  }

  // \big( and the like.
  Atom sized_delimiter(std::string_view name) {
    if (name.size() > 3 && (name.back() == 'l' || name.back() == 'r' || name.back() == 'm')) {
      name.remove_suffix(1);
    }
    static constexpr std::pair<std::string_view, std::string_view> kSizes[] = {
        {"big", "1.2em"}, {"Big", "1.8em"}, {"bigg", "2.4em"}, {"Bigg", "3em"}};
    for (const auto& [macro, size] : kSizes) {
      if (macro != name) continue;
      const std::string height(size);
      return {element("mo", delimiter(),
                      "stretchy=\"true\" minsize=\"" + height + "\" maxsize=\"" + height + "\"")};
    }
    return fail();
  }

  // The sign of a delimiter; "" for ".".
  std::string delimiter() {
    skip_spaces();
    if (at_ >= in_.size()) return fail().xml;
    const std::string_view name = peek_macro();
    if (!name.empty()) {
      at_ += name.size() + 1;
      const MathSymbol symbol = math_symbol(name);
      return symbol.kind == SymbolKind::kOperator ? std::string(symbol.text) : fail().xml;
    }
    const char c = in_[at_++];
    if (c == '.') return "";
    if (c == '<') return "⟨";
    if (c == '>') return "⟩";
    if (std::string_view("()[]/|").find(c) == std::string_view::npos) return fail().xml;
    return std::string(1, c);
  }

  static std::string growing(const std::string& sign, std::string_view form) {
    if (sign.empty()) return {};
    return element("mo", sign,
                   "stretchy=\"true\" fence=\"true\" form=\"" + std::string(form) + "\"");
  }

  std::string fenced() {
    std::string out = growing(delimiter(), "prefix");
    const bool outside = std::exchange(in_brackets_, false);
    while (!failed_) {
      out += deeper([this] { return grouped_row(); });
      const bool middle = next_is("\\middle");
      if (!middle && !next_is("\\right")) fail();
      if (failed_) break;
      at_ += middle ? 7 : 6;
      out += growing(delimiter(), middle ? "infix" : "postfix");
      if (!middle) break;
    }
    in_brackets_ = outside;
    return element("mrow", out);
  }

  // Cells between & in rows between \\; without any of them what stands there. Classes by turns.
  std::string rows(std::string_view columns) {
    std::vector<std::vector<std::string>> table(1);
    while (!failed_) {
      table.back().push_back(row());
      if (next_is("&")) {
        ++at_;
      } else if (next_is("\\\\") || next_is("\\cr")) {
        at_ += peek_macro().size() + 1;
        skip_row_gap();
        table.emplace_back();
      } else {
        break;
      }
    }
    const bool is_empty = table.back().size() == 1 && table.back().front().empty();
    if (table.size() > 1 && is_empty) table.pop_back();
    if (columns.empty() && table.size() == 1 && table[0].size() == 1) return table[0][0];
    std::string out;
    for (const std::vector<std::string>& cells : table) {
      std::string line;
      for (size_t i = 0; i < cells.size(); ++i) {
        std::string attributes;
        if (!columns.empty()) {
          attributes = "class=\"" + std::string(1, columns[i % columns.size()]) + "\"";
        }
        line += element("mtd", cells[i], attributes);
      }
      out += element("mtr", line);
    }
    const bool formulas = columns == "rl" || columns == "rcl";
    return element("mtable", out, formulas ? "displaystyle=\"true\"" : "");
  }

  // "[2pt]" or "*" behind the end of a row.
  void skip_row_gap() {
    if (next_is("*")) ++at_;
    if (!next_is("[")) return;
    const size_t end = in_.substr(at_, 12).find(']');
    if (end != std::string_view::npos) at_ += end + 1;
  }

  std::string environment() {
    const std::string_view name = raw_argument();
    const MathFence* const known = math_environment(name);
    if (known == nullptr) return fail().xml;
    std::string columns(known->columns);
    if (name == "array" || name == "subarray") {
      for (const char c : raw_argument()) {
        if (c == 'l' || c == 'c' || c == 'r') columns += c;
      }
    } else if (name.starts_with("align") && name.find("at") != std::string_view::npos) {
      raw_argument();
    }
    std::string out = growing(std::string(known->open), "prefix");
    const bool outside = std::exchange(in_brackets_, false);
    out += deeper([&] { return rows(columns); });
    in_brackets_ = outside;
    out += growing(std::string(known->close), "postfix");
    if (!next_is("\\end")) return fail().xml;
    at_ += 4;
    if (raw_argument() != name) return fail().xml;
    return element("mrow", out);
  }

  std::string substack() {
    skip_spaces();
    if (!next_is("{")) return fail().xml;
    ++at_;
    std::string out = deeper([this] { return rows({}); });
    if (!next_is("}")) return fail().xml;
    ++at_;
    return element("mrow", out);
  }

  // Blanks at its ends count.
  std::string text_element(std::string_view latex) {
    std::string out;
    for (size_t i = 0; i < latex.size(); ++i) {
      char c = latex[i];
      if (c == '\\') {
        constexpr std::string_view kEscaped = "%$#&_{} ,";
        if (++i >= latex.size() || kEscaped.find(latex[i]) == std::string_view::npos) {
          return fail().xml;
        }
        c = latex[i] == ',' ? ' ' : latex[i];
      } else if (c == '{' || c == '}') {
        continue;
      } else if (c == '$') {
        return fail().xml;
      }
      out += is_space(c) || c == '~' ? "\u00a0" : std::string(1, c);
    }
    return element("mtext", safe_text(out));
  }

  std::string_view in_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  bool in_brackets_ = false;  // "]" ends the row
  Alphabet alphabet_ = Alphabet::kNone;
  std::string tag_;
};

}  // namespace

std::optional<std::string> latex_to_mathml(std::string_view latex, MathStyle style) {
  if (latex.size() > kMaxBytes) return std::nullopt;
  const auto mended = mend_latex(latex);
  if (!mended || text::trim(*mended).empty()) return std::nullopt;
  const auto inside = Converter(*mended).run();
  if (!inside) return std::nullopt;
  const std::string source =
      element("annotation", safe_text(text::trim(latex)), "encoding=\"application/x-tex\"");
  return element("math", element("semantics", element("mrow", *inside) + source),
                 style == MathStyle::kDisplay ? "display=\"block\"" : "");
}

}  // namespace mineru::doc
