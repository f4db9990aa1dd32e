// Work done out of order by several threads, results taken in order by one, with a bound on how far
// the fast ones may run ahead.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace mineru {

// Items 0 .. count-1. At most `window` items are claimed or waiting and not yet taken, so memory
// does not depend on count. Thread-safe; take() from one thread only.
template <typename T>
class OrderedWindow {
 public:
  OrderedWindow(size_t count, size_t window) : count_(count), window_(window) {}

  // Next item to work on; waits while the window is full. nullopt: none left, or closed.
  std::optional<size_t> claim() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return closed_ || claimed_ >= count_ || claimed_ < taken_ + window_; });
    if (closed_ || claimed_ >= count_) return std::nullopt;
    return claimed_++;
  }

  void put(size_t index, T value) {
    const std::lock_guard lock(mutex_);
    ready_.emplace(index, std::move(value));
    changed_.notify_all();
  }

  // The next item in order. nullopt: all were taken, or closed and nothing claimed is outstanding.
  std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_.count(taken_) != 0 || taken_ >= end(); });
    const auto it = ready_.find(taken_);
    if (it == ready_.end()) return std::nullopt;
    T value = std::move(it->second);
    ready_.erase(it);
    ++taken_;
    changed_.notify_all();
    return value;
  }

  // No new claims; what is claimed will still be put and can be taken.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  size_t end() const { return closed_ ? claimed_ : count_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t count_;
  size_t window_;
  size_t claimed_ = 0;
  size_t taken_ = 0;
  bool closed_ = false;
  std::map<size_t, T> ready_;
};

}  // namespace mineru
