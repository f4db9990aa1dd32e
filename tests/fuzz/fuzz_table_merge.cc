// Two parts of a table over a page's end, of any bytes: the product loses no text of theirs but a
// header that is printed again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "doc/vlm/cell_merge.h"
#include "doc/vlm/table_merge_rows.h"
#include "doc/vlm/table_merge_tree.h"

namespace {

using mineru::doc::Compat;
namespace vlm = mineru::doc::vlm;

std::string text_of(std::string_view html) {
  const auto tree = vlm::parse_html(html);
  return tree ? vlm::text_content(**tree) : std::string();
}

// Says the same when it is written and read again: names and values without odd quotes.
bool is_sane(std::string_view html) {
  const auto tree = vlm::parse_html(html);
  return tree && text_of(vlm::write_html(**tree)) == vlm::text_content(**tree);
}

void merge(std::string_view first, std::string_view second) {
  (void)vlm::merge_table_rows(first, second, {1, 0, 1}, Compat::kReference);
  const auto merged = vlm::merge_table_rows(first, second, {}, Compat::kProduct);
  if (merged && is_sane(first) && is_sane(second)) {
    MINERU_CHECK(text_of(*merged).size() >= text_of(first).size());
  }
}

void ask(std::string_view first, std::string_view second) {
  const auto table = [](std::string_view html) {
    vlm::ContentBlock block;
    block.type = vlm::ContentType::kTable;
    block.bbox = {0, 0, 1, 1};
    block.content = html;
    return vlm::PageContent(1, block);
  };
  vlm::PageContent next = table(second);
  const auto task = vlm::cell_merge_task(table(first), next, Compat::kProduct);
  if (!task) return;
  MINERU_CHECK(!task->segments.empty());
  if (vlm::apply_cell_merge(*task, second, next)) {
    MINERU_CHECK(next.front().cell_merge.size() == static_cast<size_t>(task->columns));
  }
}

}  // namespace

// The first byte says where the first part ends, in 256ths.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t middle = bytes.size() * data[0] / 256;
  merge(bytes.substr(0, middle), bytes.substr(middle));
  ask(bytes.substr(0, middle), bytes.substr(middle));
  return 0;
}
