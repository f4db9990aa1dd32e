#include "cli/page_ranges.h"

#include <charconv>
#include <optional>

#include "base/error.h"
#include "text/utf8.h"

namespace mineru::cli {

namespace {

// Takes a number, possibly negative, off the front of `rest`; nothing if there is none.
std::optional<int> take_number(std::string_view& rest) {
  int value = 0;
  const char* const end = rest.data() + rest.size();
  const auto [stop, error] = std::from_chars(rest.data(), end, value);
  if (error != std::errc()) return std::nullopt;
  rest.remove_prefix(static_cast<size_t>(stop - rest.data()));
  return value;
}

void skip_spaces(std::string_view& rest) {
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
}

[[noreturn]] void throw_bad_item(std::string_view item, std::string_view why) {
  throw_error(
      Code::kInvalidArgument,
      "'{}' {}; write pages like 1-5,9,-1 (first page is 1, last is -1, 3- is 3 to the end)", item,
      why);
}

doc::PageRange parse_item(std::string_view item) {
  if (item.empty()) throw_bad_item(item, "is an empty item");
  std::string_view rest = item;
  doc::PageRange range;
  const std::optional<int> first = take_number(rest);
  if (!first) throw_bad_item(item, "is not a page or a range of pages");
  range.first = *first;
  range.last = *first;
  skip_spaces(rest);
  if (!rest.empty() && rest.front() == '-') {
    rest.remove_prefix(1);
    skip_spaces(rest);
    range.last = rest.empty() ? -1 : take_number(rest).value_or(0);
    if (range.last == 0) throw_bad_item(item, "is not a page or a range of pages");
  }
  if (!rest.empty()) throw_bad_item(item, "is not a page or a range of pages");
  if (range.first == 0) throw_bad_item(item, "starts at page 0");
  // Ends of different sign can only be compared once the number of pages is known.
  const bool comparable = (range.first > 0) == (range.last > 0);
  if (comparable && range.first > range.last) throw_bad_item(item, "runs backwards");
  return range;
}

}  // namespace

std::vector<doc::PageRange> parse_page_ranges(std::string_view text) {
  std::vector<doc::PageRange> ranges;
  while (true) {
    const size_t comma = text.find(',');
    ranges.push_back(parse_item(text::trim(text.substr(0, comma))));
    if (comma == std::string_view::npos) return ranges;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace mineru::cli
