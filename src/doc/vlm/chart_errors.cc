#include <stddef.h>

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "doc/vlm/chart_repetition.h"
#include "doc/vlm/chart_rows.h"
#include "doc/vlm/python_text.h"
#include "doc/vlm/repeat_counter.h"
#include "doc/vlm/reply_text.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr size_t kNewlines = 5;
constexpr size_t kMinWholeCodes = 80;
constexpr size_t kCharRun = 20;
constexpr size_t kLineRun = 3;
constexpr size_t kLongLineRun = 2;
constexpr size_t kLongLineCodes = 30;
constexpr size_t kLongLineRepeats = 4;
constexpr size_t kTokenRun = 8;

using Lines = std::vector<std::string_view>;
using Message = std::optional<std::string>;

size_t line_number(std::string_view content, size_t pos) {
  return 1 + count_of(content.substr(0, pos), "\n");
}

Message check_newlines(std::string_view content) {
  const size_t start = content.find(std::string(kNewlines, '\n'));
  if (start == std::string_view::npos) return std::nullopt;
  const size_t end = std::min(content.find_first_not_of('\n', start), content.size());
  return fmt::format("content_repetition_newline: {} consecutive newlines at line {}", end - start,
                     line_number(content, start));
}

// The reference numbers some lines without the empty ones at the start.
std::string_view without_leading_newlines(std::string_view content) {
  content.remove_prefix(std::min(content.find_first_not_of('\n'), content.size()));
  return content;
}

// Length of the shortest text whose repetition is `text`: all of it if there is no shorter one.
size_t repeated_unit(std::string_view text) {
  std::vector<size_t> border(text.size() + 1, 0);  // of each prefix: its longest border
  size_t length = 0;
  for (size_t i = 1; i < text.size(); ++i) {
    while (length > 0 && text[i] != text[length]) length = border[length];
    if (text[i] == text[length]) ++length;
    border[i + 1] = length;
  }
  const size_t period = text.size() - border[text.size()];
  return text.size() % period == 0 ? period : text.size();
}

Message check_whole(std::string_view content) {
  const std::string text = collapse_spaces(python_strip(content));
  if (count_codes(text) < kMinWholeCodes) return std::nullopt;
  const size_t unit = repeated_unit(text);
  if (unit == text.size()) return std::nullopt;
  return fmt::format(
      "content_repetition_whole_content: content repeats {} times, repeated_unit_len={}",
      text.size() / unit, count_codes(text.substr(0, unit)));
}

Message check_characters(std::string_view content) {
  for (size_t pos = 0; pos < content.size();) {
    const size_t end = std::min(content.find_first_not_of(content[pos], pos), content.size());
    if (end - pos >= kCharRun && is_ascii_alnum(content[pos])) {
      return fmt::format(
          "content_repetition_repeated_char: character '{}' repeats {} times at line {}",
          content[pos], end - pos, line_number(content, pos));
    }
    pos = end;
  }
  return std::nullopt;
}

// The first suspicious cell below a separator that has a row above it.
Message check_cells(const Lines& lines) {
  bool in_table = false;
  bool after_row = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto cells = split_chart_row(lines[i]);
    if (!cells) {
      in_table = after_row = false;
      continue;
    }
    if (is_chart_separator(*cells)) {
      in_table = in_table || after_row;
    } else if (in_table) {
      for (size_t c = 0; c < cells->size(); ++c) {
        const Message issue = chart_cell_issue((*cells)[c]);
        if (issue) return fmt::format("{} at line {} cell {}", *issue, i + 1, c + 1);
      }
    }
    after_row = true;
  }
  return std::nullopt;
}

Message check_consecutive_lines(const Lines& lines) {
  for (size_t start = 0; start < lines.size();) {
    const std::string_view line = python_strip(lines[start]);
    size_t end = start + 1;
    while (end < lines.size() && python_strip(lines[end]) == line) ++end;
    const size_t limit = count_codes(line) >= kLongLineCodes ? kLongLineRun : kLineRun;
    if (!line.empty() && end - start >= limit) {
      return fmt::format("content_repetition_consecutive_line: line {} repeats {} times", start + 1,
                         end - start);
    }
    start = end;
  }
  return std::nullopt;
}

Message check_scattered_lines(const Lines& lines) {
  RepeatCounter counter;
  for (const std::string_view line : lines) {
    const std::string_view text = python_strip(line);
    if (count_codes(text) >= kLongLineCodes && !is_chart_separator_line(text)) counter.add(text);
  }
  const auto& entries = counter.entries();
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [](const auto& e) { return e.count >= kLongLineRepeats; });
  if (found == entries.end()) return std::nullopt;
  std::string places;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (python_strip(lines[i]) != found->text) continue;
    places += (places.empty() ? "" : ",") + std::to_string(i + 1);
  }
  return fmt::format(
      "content_repetition_same_line_many_times: same line appears {} times at lines {}",
      found->count, places);
}

// A word of ASCII letters and digits, joined by one of "-_./"; otherwise one character.
size_t token_length(std::string_view text, size_t pos) {
  size_t end = pos;
  while (end < text.size() && is_ascii_alnum(text[end])) ++end;
  if (end == pos) return code_point_at(text, pos).num_bytes;
  while (end + 1 < text.size() && std::string_view("-_./").find(text[end]) != std::string::npos &&
         is_ascii_alnum(text[end + 1])) {
    ++end;
    while (end < text.size() && is_ascii_alnum(text[end])) ++end;
  }
  return end - pos;
}

bool equal_tokens(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (a.empty() || b.empty()) return false;
  const bool ascii = static_cast<signed char>(a[0]) >= 0;
  if (ascii != (static_cast<signed char>(b[0]) >= 0)) return false;
  return ascii ? a.size() == b.size() && to_lower_ascii(a) == to_lower_ascii(b)
               : text::fold_case(a) == text::fold_case(b);
}

Message check_tokens(const Lines& lines) {
  std::string_view first;
  size_t run = 0;
  size_t index = 0;
  const auto message = [&] {
    return fmt::format("content_repetition_single_token: token {} repeats {} times at token {}",
                       quote_like_python(first), run, index - run);
  };
  for (const std::string_view line : lines) {
    if (is_chart_separator_line(line)) continue;
    for (size_t pos = skip_python_space(line, 0); pos < line.size();
         pos = skip_python_space(line, pos)) {
      const std::string_view token = line.substr(pos, token_length(line, pos));
      if (!equal_tokens(first, token)) {
        if (run >= kTokenRun) return message();
        first = token;
        run = 0;
      }
      ++run;
      ++index;
      pos += token.size();
    }
  }
  return run >= kTokenRun ? Message(message()) : std::nullopt;
}

}  // namespace

std::vector<std::string> chart_repetition_errors(std::string_view content) {
  const Lines lines = split_lines(content);
  const Lines inner_lines = split_lines(without_leading_newlines(content));
  std::vector<std::string> errors;
  if (content.find("\\|") != std::string_view::npos) errors.emplace_back("has_pipe_escape");
  for (const Message& message :
       {check_newlines(content), check_whole(content), check_characters(content),
        check_cells(lines), check_consecutive_lines(inner_lines),
        check_scattered_lines(inner_lines), check_tokens(lines)}) {
    if (message) errors.push_back(*message);
  }
  return errors;
}

std::string fix_chart_repetition(std::string_view content) {
  if (chart_repetition_errors(content).empty()) return std::string(content);
  std::string table = largest_chart_table(content);
  return table.empty() ? std::string(content) : table;
}

}  // namespace mineru::doc::vlm
