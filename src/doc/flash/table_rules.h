// Rules of a page as lines: dashes and touching pieces joined, grouped where they cross.
#pragma once

#include <vector>

#include "media/native_page.h"

namespace mineru::doc::flash {

struct RuleLine {
  double position = 0;  // y of a horizontal, x of a vertical line
  double start = 0;
  double end = 0;
  double thickness = 0;

  double length() const { return end - start; }
};

struct RuleLines {
  std::vector<RuleLine> horizontal;  // by position
  std::vector<RuleLine> vertical;
};

// Numbers of lines that hang together by crossing or touching.
struct RuleComponent {
  std::vector<int> horizontal;
  std::vector<int> vertical;
};

// Ends of lines that should meet are up to this far apart, points.
inline constexpr double kJoinGap = 3.0;
// Lines closer than this are one (double rules, both edges of a thin box), points.
inline constexpr double kSameLine = 3.5;
// Lines a page may have; a map or a drawing has more, and no table that rules would find.
inline constexpr int kMaxLines = 5000;

// Empty when there are more than kMaxLines lines even after joining.
RuleLines join_rules(const std::vector<media::NativeRule>& rules);

// Only components with at least two horizontal lines and a vertical one, or one and two.
std::vector<RuleComponent> connect(const RuleLines& lines);

// Sorted values less than `tolerance` from their group's first become one, their middle.
std::vector<double> distinct(std::vector<double> values, double tolerance);

}  // namespace mineru::doc::flash
