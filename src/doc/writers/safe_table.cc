#include "doc/writers/safe_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "doc/writers/html_tokens.h"
#include "doc/writers/inline_text.h"

namespace mineru::doc {

namespace {

using Kind = HtmlToken::Kind;

constexpr size_t kMaxOpen = 100;  // deeper elements are left out, their text stays

constexpr std::array<std::string_view, 20> kAllowed = {
    "table", "thead", "tbody", "tfoot",  "tr", "td", "th", "caption", "p",   "ul",
    "ol",    "li",    "b",     "strong", "i",  "em", "u",  "s",       "sub", "sup"};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_section(std::string_view name) { return is_one_of(name, {"thead", "tbody", "tfoot"}); }
bool is_cell(std::string_view name) { return is_one_of(name, {"td", "th", "caption"}); }

class Cleaner {
 public:
  explicit Cleaner(const TableParts& parts) : parts_(parts) {}

  std::string run(std::string_view html) {
    for (const HtmlToken& token : html_tokens(html)) take(token);
    end_formula();
    close_to(0);
    return std::move(out_);
  }

 private:
  void take(const HtmlToken& token) {
    if (token.kind == Kind::kText) {
      if (in_formula_) {
        formula_ += token.text;
      } else {
        take_text(token.text);
      }
    } else if (token.name == "eq") {
      end_formula();
      in_formula_ = token.kind == Kind::kOpen;
    } else if (token.kind == Kind::kClose) {
      close(token.name);
    } else if (token.name == "br") {
      out_ += "<br>";
    } else if (token.name == "img") {
      out_ += parts_.picture(token.attribute("src"));
    } else {
      open(token);
    }
  }

  // Blanks between the tags of a table are no text of it.
  void take_text(const std::string& text) {
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    const bool between = !open_.empty() && !is_cell(open_.back()) &&
                         (open_.back() == "table" || open_.back() == "tr" ||
                          is_section(open_.back()) || is_one_of(open_.back(), {"ul", "ol"}));
    if (!blank || !between) out_ += safe_text(text);
  }

  void end_formula() {
    if (in_formula_) out_ += parts_.formula(formula_);
    in_formula_ = false;
    formula_.clear();
  }

  void open(const HtmlToken& token) {
    const std::string& name = token.name;
    if (std::find(kAllowed.begin(), kAllowed.end(), name) == kAllowed.end()) {
      // Their contents stand apart, as text.
      if (!out_.empty() && is_one_of(name, {"div", "h1", "h2", "h3", "h4"})) out_ += ' ';
      return;
    }
    end_before(name);
    if (open_.size() >= kMaxOpen) return;
    out_ += "<" + name;
    if (name == "td" || name == "th") {
      for (const char* attribute : {"rowspan", "colspan"}) {
        const int span = span_attribute(token, attribute);
        if (span > 1) out_ += std::string(" ") + attribute + "=\"" + std::to_string(span) + "\"";
      }
    }
    out_ += '>';
    open_.push_back(name);
  }

  // A cell ends where the next begins, and so on.
  void end_before(std::string_view name) {
    if (name == "tr") {
      end_down_to("table", [](std::string_view open) { return open == "tr" || is_cell(open); });
    } else if (is_cell(name)) {
      end_down_to("table", is_cell);
    } else if (is_section(name)) {
      end_down_to("table", [](std::string_view open) {
        return open == "tr" || is_cell(open) || is_section(open);
      });
    } else if (name == "li") {
      end_down_to("ul", [](std::string_view open) { return open == "li"; });
    } else if (is_one_of(name, {"p", "table", "ul", "ol"})) {
      end_down_to("table", [](std::string_view open) { return open == "p"; });
    }
  }

  // Closes the outermost element that `ends` names within the innermost `around`.
  template <typename Ends>
  void end_down_to(std::string_view around, Ends ends) {
    size_t first = open_.size();
    for (size_t i = open_.size(); i-- > 0;) {
      const bool is_list = around == "ul" && open_[i] == "ol";
      if (open_[i] == around || is_list || open_[i] == "table") break;
      if (ends(open_[i])) first = i;
    }
    close_to(first);
  }

  void close(const std::string& name) {
    for (size_t i = open_.size(); i-- > 0;) {
      if (open_[i] == name) return close_to(i);
      // What is open in a cell is not closed from outside of it by chance.
      if (open_[i] == "table") return;
    }
  }

  void close_to(size_t size) {
    while (open_.size() > size) {
      out_ += "</" + open_.back() + ">";
      open_.pop_back();
    }
  }

  const TableParts& parts_;
  std::string out_;
  std::vector<std::string> open_;
  bool in_formula_ = false;
  std::string formula_;
};

}  // namespace

std::string safe_table(std::string_view html, const TableParts& parts) {
  return Cleaner(parts).run(html);
}

}  // namespace mineru::doc
