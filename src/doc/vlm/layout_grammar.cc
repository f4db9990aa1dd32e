#include "doc/vlm/layout_grammar.h"

#include <algorithm>
#include <string>
#include <utility>

#include "doc/vlm/python_text.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

// No page has as many, and no context holds as many records; passes compare regions in pairs.
constexpr size_t kMaxRegions = 5000;

constexpr std::string_view kBoxStart = "<|box_start|>";
constexpr std::string_view kBoxEnd = "<|box_end|>";
constexpr std::string_view kRefStart = "<|ref_start|>";
constexpr std::string_view kRefEnd = "<|ref_end|>";
// Part of the token that marks a block as the continuation of the one before.
constexpr std::string_view kContinues = "txt_contd_tgt";
constexpr int kGrid = 1000;
constexpr double kInside = 0.9;

constexpr std::array<std::pair<std::string_view, int>, 4> kAngles = {{
    {"<|rotate_up|>", 0},
    {"<|rotate_right|>", 90},
    {"<|rotate_down|>", 180},
    {"<|rotate_left|>", 270},
}};

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool take(std::string_view literal) {
    if (!rest().starts_with(literal)) return false;
    pos_ += literal.size();
    return true;
  }

  bool take_space() {
    const size_t start = std::exchange(pos_, skip_python_space(text_, pos_));
    return pos_ > start;
  }

  // Decimal digits of any script, as \d and int() have them. Stops counting beyond the grid.
  std::optional<int> take_number() {
    std::optional<int> number;
    while (true) {
      const CodePoint next = code_point_at(text_, pos_);
      const int digit = digit_value(next.code);
      if (next.num_bytes == 0 || digit < 0) return number;
      number = std::min(number.value_or(0) * 10 + digit, kGrid + 1);
      pos_ += next.num_bytes;
    }
  }

  // Up to `end`, which is consumed; nothing when it does not come within `max_bytes`.
  std::optional<std::string_view> take_until(std::string_view end, size_t max_bytes) {
    const size_t length = rest().substr(0, max_bytes + end.size()).find(end);
    if (length == std::string_view::npos) return std::nullopt;
    const std::string_view found = rest().substr(0, length);
    pos_ += length + end.size();
    return found;
  }

  std::string_view rest() const { return text_.substr(pos_); }

 private:
  // The digits of a script stand in a row from its zero on, and rows start where the one before it
  // is no digit or has ended: Unicode keeps every row at ten.
  static int digit_value(char32_t code) {
    if (code >= '0' && code <= '9') return static_cast<int>(code - '0');
    if (code < 0x80 || !text::is_digit(code)) return -1;
    char32_t zero = code;
    while (text::is_digit(zero - 1)) --zero;
    return static_cast<int>((code - zero) % 10);
  }

  std::string_view text_;
  size_t pos_ = 0;
};

// str.lower() as far as it can give one of our names: the Kelvin sign is the only other letter
// whose lower case is ASCII.
std::string lower(std::string_view name) {
  std::string out = replace_all(name, "\u212a", "k");
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::optional<ContentType> to_type(std::string_view name) {
  const std::string lowered = lower(name);
  if (lowered == "unknown") return ContentType::kImage;
  return content_type_from_name(lowered);
}

std::optional<int> take_angle(Cursor& cursor) {
  for (const auto& [token, angle] : kAngles) {
    if (cursor.take(token)) return angle;
  }
  return std::nullopt;
}

// `text` is what follows <|box_start|>, up to the next one.
std::optional<ContentBlock> parse_record(std::string_view text) {
  constexpr size_t kMaxName = 64;  // longer than any name
  Cursor cursor(text);
  std::array<int, 4> grid{};
  for (size_t i = 0; i < grid.size(); ++i) {
    if (i > 0 && !cursor.take_space()) return std::nullopt;
    const std::optional<int> number = cursor.take_number();
    if (!number) return std::nullopt;
    grid[i] = *number;
  }
  if (!cursor.take(kBoxEnd) || !cursor.take(kRefStart)) return std::nullopt;
  const std::optional<std::string_view> name = cursor.take_until(kRefEnd, kMaxName);
  if (!name) return std::nullopt;
  const std::optional<ContentType> type = to_type(*name);
  const std::optional<std::array<double, 4>> bbox = to_page_box(grid);
  if (!type || !bbox) return std::nullopt;
  ContentBlock block;
  block.type = *type;
  block.bbox = *bbox;
  block.angle = take_angle(cursor);
  block.merge_prev =
      *type == ContentType::kText && cursor.rest().find(kContinues) != std::string_view::npos;
  return block;
}

bool may_be_part_of_table(ContentType type) {
  return type == ContentType::kText || type == ContentType::kEquation ||
         type == ContentType::kEquationBlock;
}

// Compares each block with each table; a record is 59 bytes or more, so there are few.
void drop_parts_of_tables(std::vector<ContentBlock>& blocks) {
  std::vector<media::Box> tables;
  for (const ContentBlock& block : blocks) {
    if (block.type == ContentType::kTable) tables.push_back(box_of(block));
  }
  std::erase_if(blocks, [&](const ContentBlock& block) {
    return may_be_part_of_table(block.type) &&
           std::any_of(tables.begin(), tables.end(), [&](const media::Box& table) {
             return media::covered(box_of(block), table) >= kInside;
           });
  });
}

}  // namespace

std::optional<std::array<double, 4>> to_page_box(const std::array<int, 4>& grid) {
  auto [x1, y1, x2, y2] = grid;
  for (const int value : grid) {
    if (value < 0 || value > kGrid) return std::nullopt;
  }
  if (x1 > x2) std::swap(x1, x2);
  if (y1 > y2) std::swap(y1, y2);
  if (x1 == x2 || y1 == y2) return std::nullopt;
  const double side = kGrid;
  return std::array<double, 4>{x1 / side, y1 / side, x2 / side, y2 / side};
}

std::vector<ContentBlock> parse_layout(std::string_view reply) {
  std::vector<ContentBlock> blocks;
  size_t start = reply.find(kBoxStart);
  while (start != std::string_view::npos && blocks.size() < kMaxRegions) {
    start += kBoxStart.size();
    const size_t next = reply.find(kBoxStart, start);
    const std::optional<ContentBlock> block = parse_record(reply.substr(start, next - start));
    if (block) blocks.push_back(*block);
    start = next;
  }
  drop_parts_of_tables(blocks);
  return blocks;
}

}  // namespace mineru::doc::vlm
