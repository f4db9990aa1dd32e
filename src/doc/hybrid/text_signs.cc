#include "doc/hybrid/text_signs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "text/utf8.h"

namespace mineru::doc::hybrid {

namespace {

constexpr size_t kShortestRun = 4;

bool is_ascii_punctuation(char32_t c) {
  return (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) ||
         (c >= 0x7B && c <= 0x7E);
}

// Those that are written: the ones in GB 2312.
bool is_common(char32_t c) {
  static constexpr std::u32string_view kCommon =
      U"\u7280\u7281\u7284\u728A\u728B\u728D\u728F\u7292\u729F\u72AC\u72AD\u72AF\u72B0\u72B4\u72B6"
      U"\u72B7\u72B8\u72B9\u72C1\u72C2\u72C3\u72C4\u72C8\u72CD\u72CE\u72D0\u72D2\u72D7\u72D9\u72DE";
  return kCommon.find(c) != std::u32string_view::npos;
}

struct ScriptRange {
  char32_t first;
  char32_t last;
};

// Scripts that do not appear in Chinese text; Greek and Cyrillic letters do, in formulas and names.
constexpr std::array<ScriptRange, 16> kForeign = {{{0x0530, 0x058F},    // Armenian
                                                   {0x0590, 0x05FF},    // Hebrew
                                                   {0x0600, 0x06FF},    // Arabic
                                                   {0x0700, 0x074F},    // Syriac
                                                   {0x0900, 0x0DFF},    // of India
                                                   {0x0E00, 0x0E7F},    // Thai
                                                   {0x0E80, 0x0EFF},    // Lao
                                                   {0x0F00, 0x0FFF},    // Tibetan
                                                   {0x1000, 0x109F},    // Burmese
                                                   {0x10A0, 0x10FF},    // Georgian
                                                   {0x1200, 0x137F},    // Ethiopic
                                                   {0x13A0, 0x13FF},    // Cherokee
                                                   {0x1400, 0x167F},    // Canadian
                                                   {0x1780, 0x17FF},    // Khmer
                                                   {0x1800, 0x18AF},    // Mongolian
                                                   {0xA000, 0xA4CF}}};  // Yi

size_t foreign_script(char32_t c) {
  for (size_t i = 0; i < kForeign.size(); ++i) {
    if (c >= kForeign[i].first && c <= kForeign[i].last) return i;
  }
  return kForeign.size();
}

}  // namespace

PunctuationSign punctuation_sign(std::u32string_view text) {
  size_t total = 0;
  size_t marks = 0;
  size_t in_runs = 0;
  std::u32string kinds;  // in runs
  std::u32string run;
  const auto close_run = [&] {
    if (run.size() >= kShortestRun) {
      in_runs += run.size();
      for (const char32_t c : run) {
        if (kinds.find(c) == std::u32string::npos) kinds.push_back(c);
      }
    }
    run.clear();
  };
  for (const char32_t c : text) {
    total += text::is_space(c) ? 0 : 1;
    if (is_ascii_punctuation(c)) {
      ++marks;
      run.push_back(c);
    } else {
      close_run();
    }
  }
  close_run();
  PunctuationSign sign;
  if (total == 0) return sign;
  sign.part = static_cast<double>(marks) / static_cast<double>(total);
  sign.part_in_runs = static_cast<double>(in_runs) / static_cast<double>(total);
  sign.triggered =
      total >= 100 && sign.part >= 0.25 && sign.part_in_runs >= 0.10 && kinds.size() > 1;
  return sign;
}

RareHanSign rare_han_sign(std::u32string_view text) {
  RareHanSign sign;
  int han = 0;
  for (const char32_t c : text) {
    han += text::is_han(c) ? 1 : 0;
    sign.count += c >= 0x7280 && c <= 0x72DF && !is_common(c) ? 1 : 0;
  }
  if (han > 0) sign.part = static_cast<double>(sign.count) / han;
  sign.triggered = sign.count >= 30 && sign.part >= 0.026;
  return sign;
}

bool mixes_scripts(std::u32string_view text) {
  int total = 0;
  int han = 0;
  int foreign = 0;
  std::array<int, kForeign.size()> counts{};
  for (const char32_t c : text) {
    if (text::is_space(c)) continue;
    ++total;
    han += text::is_han(c) ? 1 : 0;
    const size_t script = foreign_script(c);
    if (script == kForeign.size()) continue;
    ++foreign;
    ++counts[script];
  }
  const auto scripts = std::count_if(counts.begin(), counts.end(), [](int n) { return n >= 5; });
  return total >= 300 && han >= 100 && foreign >= 120 && foreign >= 0.18 * total && scripts >= 3;
}

std::string plain_font_name(std::string_view name) {
  if (name.starts_with('/')) name.remove_prefix(1);
  const size_t plus = name.find('+');
  const bool tagged = plus == 6 && std::all_of(name.begin(), name.begin() + 6,
                                               [](char c) { return c >= 'A' && c <= 'Z'; });
  if (tagged) name.remove_prefix(plus + 1);
  return std::string(name);
}

std::vector<int> sampled_pages(int count) {
  constexpr int kMost = 10;
  std::vector<int> pages;
  if (count <= kMost) {
    for (int i = 0; i < count; ++i) pages.push_back(i);
    return pages;
  }
  for (int i = 0; i < kMost; ++i) {
    // nearbyint rounds half to even, as the reference does.
    pages.push_back(static_cast<int>(std::nearbyint(i * (count - 1) / double{kMost - 1})));
  }
  return pages;
}

}  // namespace mineru::doc::hybrid
