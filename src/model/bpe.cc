#include "model/bpe.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"

namespace mineru::model {

BytePairEncoder::BytePairEncoder(const std::array<int32_t, 256>& byte_ids,
                                 std::span<const Merge> merges)
    : byte_ids_(byte_ids) {
  const size_t size = std::bit_ceil(merges.size() * 2 + 2);
  slots_.resize(size);
  hash_shift_ = 64 - std::countr_zero(size);
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const Merge& merge = merges[rank];
    const uint64_t pair = pair_of(merge.left, merge.right);
    slots_[slot_index(pair)] = {
        .pair = pair, .rank = static_cast<int32_t>(rank), .joined = merge.joined};
  }
}

uint64_t BytePairEncoder::pair_of(int32_t left, int32_t right) {
  return uint64_t{static_cast<uint32_t>(left)} << 32U | static_cast<uint32_t>(right);
}

// Of the pair, or the empty one where it belongs.
size_t BytePairEncoder::slot_index(uint64_t pair) const {
  constexpr uint64_t kGolden = 0x9E3779B97F4A7C15U;  // spreads neighbouring ids over the table
  size_t index = (pair * kGolden) >> static_cast<unsigned>(hash_shift_);
  while (slots_[index].pair != pair && slots_[index].pair != kEmpty) {
    index = (index + 1) & (slots_.size() - 1);
  }
  return index;
}

const BytePairEncoder::Slot* BytePairEncoder::find(int32_t left, int32_t right) const {
  const Slot& slot = slots_[slot_index(pair_of(left, right))];
  return slot.pair == kEmpty ? nullptr : &slot;
}

namespace {

// For std::push_heap: the candidate that is taken later.
template <class Candidate>
bool is_later(const Candidate& a, const Candidate& b) {
  return a.rank != b.rank ? a.rank > b.rank : a.left > b.left;
}

}  // namespace

// Puts the pair of a symbol and its neighbour into the heap, where it has a rank.
void BytePairEncoder::offer(Scratch& scratch, int32_t left_symbol) const {
  const auto& left = scratch.symbols_[static_cast<size_t>(left_symbol)];
  if (left.next < 0) return;
  const int32_t right_id = scratch.symbols_[static_cast<size_t>(left.next)].id;
  const Slot* slot = find(left.id, right_id);
  if (slot == nullptr) return;
  scratch.heap_.push_back({.rank = slot->rank,
                           .left = left_symbol,
                           .joined = slot->joined,
                           .left_id = left.id,
                           .right_id = right_id});
  std::push_heap(scratch.heap_.begin(), scratch.heap_.end(), is_later<Scratch::Candidate>);
}

void BytePairEncoder::encode(std::string_view word, Scratch& scratch,
                             std::vector<int32_t>& ids) const {
  if (word.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    throw_error(Code::kResourceExhausted, "tokenizer: a word of {} bytes is too long", word.size());
  }
  auto& symbols = scratch.symbols_;
  auto& heap = scratch.heap_;
  const auto count = static_cast<int32_t>(word.size());
  symbols.clear();
  heap.clear();
  for (int32_t i = 0; i < count; ++i) {
    symbols.push_back({.id = byte_ids_[static_cast<unsigned char>(word[static_cast<size_t>(i)])],
                       .previous = i - 1,
                       .next = i + 1 < count ? i + 1 : -1});
  }
  for (int32_t i = 0; i < count; ++i) offer(scratch, i);

  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), is_later<Scratch::Candidate>);
    const auto best = heap.back();
    heap.pop_back();
    auto& left = symbols[static_cast<size_t>(best.left)];
    if (left.id != best.left_id || left.next < 0) continue;  // joined to something else meanwhile
    auto& right = symbols[static_cast<size_t>(left.next)];
    if (right.id != best.right_id) continue;
    left.id = best.joined;
    left.next = right.next;
    right.id = -1;
    if (left.next >= 0) symbols[static_cast<size_t>(left.next)].previous = best.left;
    if (left.previous >= 0) offer(scratch, left.previous);
    offer(scratch, best.left);
  }
  for (const auto& symbol : symbols) {
    if (symbol.id >= 0) ids.push_back(symbol.id);
  }
}

}  // namespace mineru::model
