// Counts equal texts, in all and in a row. Not thread-safe.
#pragma once

#include <stddef.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mineru::doc::vlm {

class RepeatCounter {
 public:
  struct Entry {
    std::string text;
    size_t count = 0;
  };

  void add(std::string_view text) {
    const auto [found, is_new] = index_.try_emplace(std::string(text), entries_.size());
    if (is_new) entries_.push_back({found->first, 0});
    ++entries_[found->second].count;
    ++total_;
    run_ = found->second == last_ ? run_ + 1 : 1;
    last_ = found->second;
    if (run_ > longest_.count) longest_ = {found->first, run_};
  }

  // The next text starts a new row even if it equals the last one.
  void break_run() { last_ = kNone; }

  size_t size() const { return entries_.size(); }  // different texts
  size_t total() const { return total_; }
  const std::vector<Entry>& entries() const { return entries_; }  // by first appearance
  const Entry& longest_run() const { return longest_; }           // the first of equal ones
  // The first of equal ones; null if nothing was added.
  const Entry* most_frequent() const {
    const Entry* most = nullptr;
    for (const Entry& entry : entries_) {
      if (most == nullptr || entry.count > most->count) most = &entry;
    }
    return most;
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  std::unordered_map<std::string, size_t> index_;  // text -> place in entries_
  std::vector<Entry> entries_;
  Entry longest_;
  size_t total_ = 0;
  size_t run_ = 0;
  size_t last_ = kNone;
};

}  // namespace mineru::doc::vlm
