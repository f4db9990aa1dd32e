#include "doc/passes/latex.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace mineru::doc {

namespace {

constexpr size_t kMaxDepth = 200;
constexpr size_t kMaxBracketBytes = 1000;  // of an optional argument, of an environment's columns

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 6> kAligning = {"\\matrix", "\\pmatrix",  "\\bmatrix",
                                                       "\\cases",  "\\substack", "\\eqalign"};

// How many arguments a macro takes; most take none.
int arity_of(std::string_view macro) {
  static constexpr std::array<std::string_view, 11> kTwo = {
      "\\frac",   "\\dfrac",   "\\tfrac",    "\\cfrac",    "\\binom",    "\\dbinom",
      "\\tbinom", "\\overset", "\\underset", "\\stackrel", "\\textcolor"};
  static constexpr std::array<std::string_view, 32> kOne = {
      "\\sqrt",          "\\mathrm",     "\\mathbf",
      "\\mathit",        "\\mathsf",     "\\mathtt",
      "\\mathcal",       "\\mathbb",     "\\mathfrak",
      "\\mathscr",       "\\overline",   "\\underline",
      "\\hat",           "\\widehat",    "\\tilde",
      "\\widetilde",     "\\bar",        "\\vec",
      "\\dot",           "\\ddot",       "\\check",
      "\\breve",         "\\acute",      "\\grave",
      "\\overbrace",     "\\underbrace", "\\overrightarrow",
      "\\overleftarrow", "\\boldsymbol", "\\operatorname",
      "\\boxed",         "\\phantom"};
  if (is_one_of(macro, kTwo)) return 2;
  return is_one_of(macro, kOne) ? 1 : 0;
}

// Their argument is text, in which no sign is a sign of mathematics.
bool takes_text(std::string_view macro) {
  static constexpr std::array<std::string_view, 9> kText = {"\\text",   "\\textrm", "\\textbf",
                                                            "\\textit", "\\textsf", "\\texttt",
                                                            "\\mbox",   "\\hbox",   "\\tag"};
  return is_one_of(macro, kText);
}

bool is_formula_bracket(std::string_view token) {
  return token == "\\(" || token == "\\)" || token == "\\[" || token == "\\]";
}

bool has_columns(std::string_view environment) {
  static constexpr std::array<std::string_view, 5> kWithColumns = {"array", "tabular", "subarray",
                                                                   "alignedat", "alignat"};
  return is_one_of(environment, kWithColumns);
}

bool is_delimiter(std::string_view token) {
  static constexpr std::array<std::string_view, 33> kMacros = {
      "\\{",        "\\}",         "\\|",           "\\lbrace",     "\\rbrace",     "\\langle",
      "\\rangle",   "\\lvert",     "\\rvert",       "\\lVert",      "\\rVert",      "\\vert",
      "\\Vert",     "\\lfloor",    "\\rfloor",      "\\lceil",      "\\rceil",      "\\lbrack",
      "\\rbrack",   "\\lgroup",    "\\rgroup",      "\\lmoustache", "\\rmoustache", "\\backslash",
      "\\uparrow",  "\\downarrow", "\\updownarrow", "\\Uparrow",    "\\Downarrow",  "\\Updownarrow",
      "\\ulcorner", "\\urcorner",  "\\lt"};
  static constexpr std::string_view kSigns = "()[]/|.<>";
  if (token.size() == 1) return kSigns.find(token[0]) != std::string_view::npos;
  return is_one_of(token, kMacros);
}

enum class Kind { kBrace, kLeft, kEnvironment };

// A group that is open, and what is known of the atom before the reading position in it.
struct Group {
  Kind kind = Kind::kBrace;
  std::string_view name;  // of an environment
  bool aligned = false;   // braces of a macro that is an environment: \\matrix{a & b}
  bool has_sub = false;
  bool has_sup = false;
  int missing = 0;  // arguments that the macro before still takes
};

Group brace() { return {}; }
Group left() {
  Group group;
  group.kind = Kind::kLeft;
  return group;
}
Group environment_of(std::string_view name) {
  Group group;
  group.kind = Kind::kEnvironment;
  group.name = name;
  return group;
}

class Mender {
 public:
  explicit Mender(std::string_view latex) : in_(latex) { out_.reserve(latex.size() + 8); }

  std::optional<std::string> run() {
    while (at_ < in_.size() && !failed_) step();
    while (!groups_.empty()) close_top();
    fill_arguments();
    if (failed_) return std::nullopt;
    if (!aligned_) return std::move(out_);
    if (has_tag_) return std::nullopt;  // which no such environment may hold
    // A bracket would be an option of the environment.
    const size_t first = out_.find_first_not_of(" \t\n\r");
    const bool bracket = first != std::string::npos && out_[first] == '[';
    return (bracket ? "\\begin{aligned}{}" : "\\begin{aligned}") + out_ + "\\end{aligned}";
  }

 private:
  Group& top() { return groups_.empty() ? outermost_ : groups_.back(); }

  // From at_ on; empty at the end.
  std::string_view next_token() const {
    if (at_ >= in_.size()) return {};
    if (in_[at_] != '\\') return in_.substr(at_, 1);
    size_t end = at_ + 1;
    while (end < in_.size() && is_letter(in_[end])) ++end;
    if (end == at_ + 1 && end < in_.size()) ++end;
    return in_.substr(at_, end - at_);
  }

  void copy(std::string_view token) {
    out_ += token;
    at_ += token.size();
  }

  void copy_spaces() {
    while (at_ < in_.size() && is_space(in_[at_])) out_ += in_[at_++];
  }

  void step() {
    const std::string_view token = next_token();
    if (is_space(token[0])) return copy(token);
    after_aligning_ = std::exchange(aligns_next_, false);
    if (token.size() > 1 || token[0] == '\\') return macro(token);
    switch (token[0]) {
      case '{': return open(brace(), token);
      case '}': return close_brace();
      case '_':
      case '^': return script(token[0]);
      case '\'': return primes();
      case '&': return column();
      case '$':
      case '#':
      case '%':
        atom();
        out_ += '\\';
        return copy(token);
      default: atom(); return copy(token);
    }
  }

  // Something stands here: the argument of the macro before, or an atom of its own.
  void atom() {
    Group& group = top();
    if (group.missing > 0) {
      --group.missing;
    } else {
      group.has_sub = group.has_sup = false;
    }
  }

  void fill_arguments() {
    for (; top().missing > 0; --top().missing) out_ += "{}";
  }

  void open(Group group, std::string_view token) {
    if (groups_.size() >= kMaxDepth) failed_ = true;
    atom();
    copy(token);
    group.aligned = group.kind == Kind::kBrace && after_aligning_;
    groups_.push_back(group);
  }

  void close_top() {
    fill_arguments();
    const Group group = groups_.back();
    groups_.pop_back();
    switch (group.kind) {
      case Kind::kBrace: out_ += '}'; return;
      case Kind::kLeft: out_ += "\\right."; return;
      case Kind::kEnvironment: out_.append("\\end{").append(group.name).append("}"); return;
    }
  }

  // Closes what is open within the innermost group that `wanted` is true for. False: there is none.
  template <typename Wanted>
  bool close_up_to(const Wanted& wanted) {
    const auto found = std::find_if(groups_.rbegin(), groups_.rend(), wanted);
    if (found == groups_.rend()) return false;
    while (!wanted(groups_.back())) close_top();
    fill_arguments();
    return true;
  }

  // Only \left may be left open within braces: an environment more likely has one brace too many.
  void close_brace() {
    const auto found = std::find_if(groups_.rbegin(), groups_.rend(),
                                    [](const Group& g) { return g.kind != Kind::kLeft; });
    if (found == groups_.rend() || found->kind != Kind::kBrace) {
      ++at_;
      return;
    }
    while (groups_.back().kind != Kind::kBrace) close_top();
    fill_arguments();
    groups_.pop_back();
    copy("}");
  }

  // An atom has one subscript and one superscript.
  void take_script(bool Group::*taken) {
    fill_arguments();
    Group& group = top();
    if (group.*taken) {
      out_ += "{}";
      group.has_sub = group.has_sup = false;
    }
    group.*taken = true;
  }

  void script(char sign) {
    take_script(sign == '_' ? &Group::has_sub : &Group::has_sup);
    copy(in_.substr(at_, 1));
    top().missing = 1;
  }

  // Primes and a superscript right behind them are one.
  void primes() {
    take_script(&Group::has_sup);
    while (at_ < in_.size() && in_[at_] == '\'') copy("'");
    const size_t next = in_.find_first_not_of(" \t\n\r", at_);
    if (next == std::string_view::npos || in_[next] != '^') return;
    copy(in_.substr(at_, next + 1 - at_));
    top().missing = 1;
  }

  // "&": of the innermost environment.
  void column() {
    if (!close_up_to([](const Group& g) { return g.kind == Kind::kEnvironment || g.aligned; })) {
      while (!groups_.empty()) close_top();
      aligned_ = true;
    }
    fill_arguments();
    top().has_sub = top().has_sup = false;
    copy("&");
  }

  void line_end() {
    fill_arguments();
    top().has_sub = top().has_sup = false;
    copy(R"(\\)");
  }

  void macro(std::string_view token) {
    if (token == "\\" || is_formula_bracket(token)) {
      at_ += token.size();  // nothing follows, or a formula within a formula
    } else if (token == "\\\\") {
      line_end();
    } else if (token == "\\left") {
      open(left(), token);
      delimiter();
    } else if (token == "\\right") {
      right();
    } else if (token == "\\begin" || token == "\\end") {
      environment(token);
    } else if (token == "\\limits" || token == "\\nolimits") {
      copy(token);
    } else if (takes_text(token)) {
      text(token);
    } else {
      plain(token);
    }
  }

  void plain(std::string_view token) {
    atom();
    copy(token);
    aligns_next_ = is_one_of(token, kAligning);
    const int arity = arity_of(token);
    if (arity == 0) return;
    if (token == "\\sqrt") copy_bracket('[', ']');
    top().missing += arity;
  }

  void delimiter() {
    copy_spaces();
    const std::string_view token = next_token();
    if (!token.empty() && is_delimiter(token)) return copy(token);
    out_ += '.';
  }

  // Braces that are still open close before it.
  void right() {
    const auto found = std::find_if(groups_.rbegin(), groups_.rend(),
                                    [](const Group& g) { return g.kind != Kind::kBrace; });
    if (found == groups_.rend() || found->kind != Kind::kLeft) {
      atom();
      out_ += "\\left.";
    } else {
      while (groups_.back().kind != Kind::kLeft) close_top();
      fill_arguments();
      groups_.pop_back();
    }
    copy("\\right");
    delimiter();
  }

  void environment(std::string_view token) {
    const size_t open_brace = in_.find_first_not_of(" \t\n\r", at_ + token.size());
    if (open_brace == std::string_view::npos || in_[open_brace] != '{') return fail();
    const std::string_view rest = in_.substr(open_brace + 1, kMaxBracketBytes);
    size_t length = 0;
    while (length < rest.size() && (is_letter(rest[length]) || rest[length] == '*')) ++length;
    if (length == 0 || length == rest.size() || rest[length] != '}') return fail();
    const std::string_view name = rest.substr(0, length);
    const size_t end = open_brace + 1 + length + 1;
    if (token == "\\begin") {
      open(environment_of(name), in_.substr(at_, end - at_));
      copy_bracket('[', ']');
      if (has_columns(name) && !copy_bracket('{', '}')) fail();
      return;
    }
    const auto same = [name](const Group& group) {
      return group.kind == Kind::kEnvironment && group.name == name;
    };
    if (!close_up_to(same)) {
      at_ = end;  // ends nothing
      return;
    }
    groups_.pop_back();
    copy(in_.substr(at_, end - at_));
  }

  // Copies an argument that is no mathematics. False: none follows.
  bool copy_bracket(char open, char close) {
    const size_t start = std::min(in_.find_first_not_of(" \t\n\r", at_), in_.size());
    if (start == in_.size() || in_[start] != open) return false;
    int depth = 0;
    const size_t limit = std::min(in_.size(), start + kMaxBracketBytes);
    for (size_t i = start; i < limit; ++i) {
      if (in_[i] == open) ++depth;
      if (in_[i] != close || --depth > 0) continue;
      copy(in_.substr(at_, i + 1 - at_));
      return true;
    }
    return false;
  }

  // \text{...}: braces are closed, and nothing else is touched.
  void text(std::string_view token) {
    if (token == "\\tag" && std::exchange(has_tag_, true)) return fail();
    atom();
    copy(token);
    copy_spaces();
    if (at_ >= in_.size() || in_[at_] != '{') {
      top().missing = 1;
      return;
    }
    int depth = 0;
    while (at_ < in_.size()) {
      const std::string_view next = next_token();
      if (next == "\\") break;
      depth += next == "{" ? 1 : 0;
      depth -= next == "}" ? 1 : 0;
      copy(next);
      if (depth == 0) return;
    }
    at_ = in_.size();
    out_.append(static_cast<size_t>(depth), '}');
  }

  void fail() { failed_ = true; }

  std::string_view in_;
  std::string out_;
  size_t at_ = 0;
  std::vector<Group> groups_;
  Group outermost_;
  bool aligns_next_ = false;     // the next group is the argument of \matrix or the like
  bool after_aligning_ = false;  // this token is
  bool aligned_ = false;
  bool has_tag_ = false;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> mend_latex(std::string_view latex) { return Mender(latex).run(); }

bool is_valid_latex(std::string_view latex) {
  const auto mended = mend_latex(latex);
  return mended && *mended == latex;
}

}  // namespace mineru::doc
