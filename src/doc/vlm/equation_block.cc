#include "doc/vlm/equation_block.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "doc/vlm/python_text.h"

namespace mineru::doc::vlm {

namespace {

constexpr double kInside = 0.9;
constexpr std::string_view kTag = "\\tag";

struct Tag {
  size_t start = 0;
  size_t end = 0;
  std::string_view label;
};

// Up to the last closing brace, so that every opening one in it has one to find.
std::string_view up_to_last_brace(std::string_view latex) {
  return latex.substr(0, latex.rfind('}') + 1);
}

// The first \tag{label} at or after `pos` of what up_to_last_brace() gave.
std::optional<Tag> find_tag(std::string_view latex, size_t pos) {
  while (true) {
    const size_t start = latex.find(kTag, pos);
    if (start == std::string_view::npos) return std::nullopt;
    pos = start + kTag.size();
    const size_t open = skip_python_space(latex, pos);
    if (open >= latex.size() || latex[open] != '{') continue;
    const size_t close = latex.find('}', open);
    return Tag{start, close + 1, latex.substr(open + 1, close - open - 1)};
  }
}

size_t count_tags(std::string_view latex) {
  latex = up_to_last_brace(latex);
  size_t count = 0;
  for (auto tag = find_tag(latex, 0); tag; tag = find_tag(latex, tag->end)) ++count;
  return count;
}

void append_without_tags(std::string_view latex, std::string& out) {
  const std::string_view searched = up_to_last_brace(latex);
  size_t copied = 0;
  for (auto tag = find_tag(searched, 0); tag; tag = find_tag(searched, tag->end)) {
    out += latex.substr(copied, tag->start - copied);
    out += '(';
    out += tag->label;
    out += ')';
    copied = tag->end;
  }
  out += latex.substr(copied);
}

// An equation may have one \tag only.
std::string join_equations(const std::vector<std::string_view>& equations) {
  size_t num_tags = 0;
  for (const std::string_view equation : equations) num_tags += count_tags(equation);
  std::string out = "\\begin{array}{l} ";
  for (const std::string_view equation : equations) {
    if (num_tags > 1) {
      append_without_tags(equation, out);
    } else {
      out += equation;
    }
    out += " \\\\ ";
  }
  out += "\\end{array}";
  return out;
}

class Merger {
 public:
  Merger(std::vector<ContentBlock>& blocks, Compat compat)
      : blocks_(blocks), compat_(compat), drop_(blocks.size(), false) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].type == ContentType::kEquation) equations_.push_back(i);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].type == ContentType::kEquationBlock) containers_.push_back(i);
    }
  }

  MergeResult run() {
    std::vector<std::vector<size_t>> members;
    for (const size_t container : containers_) {
      members.push_back(members_of(container));
      if (!all_read(members.back())) return MergeResult::kUnreadEquation;
    }
    for (size_t i = 0; i < containers_.size(); ++i) fill(containers_[i], members[i]);
    size_t index = 0;
    std::erase_if(blocks_, [&](const ContentBlock&) { return drop_[index++]; });
    return MergeResult::kDone;
  }

 private:
  // In the product an equation belongs to one container and must have been read.
  std::vector<size_t> members_of(size_t container) {
    std::vector<size_t> members;
    for (const size_t i : equations_) {
      const bool usable = compat_ == Compat::kReference || (blocks_[i].content && !drop_[i]);
      if (usable && media::covered(box_of(blocks_[i]), box_of(blocks_[container])) > kInside) {
        members.push_back(i);
      }
    }
    if (members.size() < 2) return {};
    for (const size_t i : members) drop_[i] = true;
    return members;
  }

  bool all_read(const std::vector<size_t>& members) const {
    return std::all_of(members.begin(), members.end(),
                       [&](size_t i) { return blocks_[i].content.has_value(); });
  }

  void fill(size_t container, const std::vector<size_t>& members) {
    if (members.empty()) {
      drop_[container] = true;
      return;
    }
    std::vector<std::string_view> equations;
    for (const size_t i : members) equations.push_back(*blocks_[i].content);
    blocks_[container].content = join_equations(equations);
    blocks_[container].type = ContentType::kEquation;
    set_certainty(blocks_[container], members);
  }

  // The mean of the members' means, and the least of their least.
  void set_certainty(ContentBlock& container, const std::vector<size_t>& members) const {
    double sum = 0;
    int count = 0;
    for (const size_t i : members) {
      const ContentBlock& member = blocks_[i];
      if (!member.confidence) continue;
      sum += *member.confidence;
      ++count;
      const double least = member.min_confidence.value_or(*member.confidence);
      container.min_confidence = std::min(container.min_confidence.value_or(1), least);
    }
    if (count > 0) container.confidence = sum / count;
  }

  std::vector<ContentBlock>& blocks_;
  Compat compat_;
  std::vector<bool> drop_;
  std::vector<size_t> equations_;
  std::vector<size_t> containers_;
};

}  // namespace

MergeResult merge_equation_blocks(std::vector<ContentBlock>& blocks, Compat compat) {
  return Merger(blocks, compat).run();
}

}  // namespace mineru::doc::vlm
