#include "base/ordered_window.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_group.h"

namespace mineru {
namespace {

void wait_until(const std::atomic<int>& value, int wanted) {
  for (int i = 0; i < 5000 && value.load() < wanted; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Long enough for a thread that wrongly does not wait.
void give_others_time() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

TEST(OrderedWindow, ClaimsAreNumberedAndEnd) {
  OrderedWindow<int> window(2, 5);
  EXPECT_EQ(window.claim(), 0u);
  EXPECT_EQ(window.claim(), 1u);
  EXPECT_EQ(window.claim(), std::nullopt);
}

TEST(OrderedWindow, NothingToDo) {
  OrderedWindow<int> window(0, 1);
  EXPECT_EQ(window.claim(), std::nullopt);
  EXPECT_EQ(window.take(), std::nullopt);
}

TEST(OrderedWindow, TakesInOrderWhateverTheOrderOfPuts) {
  OrderedWindow<int> window(3, 3);
  for (int i = 0; i < 3; ++i) (void)window.claim();
  window.put(2, 20);
  window.put(0, 0);
  window.put(1, 10);
  EXPECT_EQ(window.take(), 0);
  EXPECT_EQ(window.take(), 10);
  EXPECT_EQ(window.take(), 20);
  EXPECT_EQ(window.take(), std::nullopt);
}

TEST(OrderedWindow, ValuesMayBeMoveOnly) {
  OrderedWindow<std::unique_ptr<int>> window(1, 1);
  (void)window.claim();
  window.put(0, std::make_unique<int>(7));
  EXPECT_EQ(**window.take(), 7);
}

TEST(OrderedWindow, ClaimWaitsWhileTheWindowIsFull) {
  OrderedWindow<int> window(10, 2);
  std::atomic<int> claimed = 0;
  const ThreadGroup worker(1, [&](int) {
    while (const auto item = window.claim()) {
      ++claimed;
      window.put(*item, static_cast<int>(*item));
    }
  });
  wait_until(claimed, 2);
  give_others_time();
  EXPECT_EQ(claimed, 2);
  EXPECT_EQ(window.take(), 0);
  wait_until(claimed, 3);
  give_others_time();
  EXPECT_EQ(claimed, 3);
  for (int i = 1; i < 10; ++i) EXPECT_EQ(window.take(), i);
}

TEST(OrderedWindow, ManyThreadsStayInBoundsAndOrder) {
  constexpr size_t kCount = 400;
  constexpr size_t kWindow = 5;
  OrderedWindow<size_t> window(kCount, kWindow);
  std::atomic<size_t> taken = 0;
  std::atomic<size_t> farthest = 0;  // ahead of what is taken
  const ThreadGroup workers(4, [&](int) {
    while (const auto item = window.claim()) {
      const size_t ahead = *item - std::min(*item, taken.load());
      for (size_t seen = farthest; ahead > seen && !farthest.compare_exchange_weak(seen, ahead);)
        continue;
      if (*item % 7 == 0) std::this_thread::yield();
      window.put(*item, *item * 3);
    }
  });
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(window.take(), i * 3);
    ++taken;
  }
  EXPECT_EQ(window.take(), std::nullopt);
  EXPECT_LE(farthest, kWindow);  // `taken` here may lag one behind the window's own count
}

TEST(OrderedWindow, CloseEndsClaimsAndKeepsWhatIsClaimed) {
  OrderedWindow<int> window(10, 4);
  EXPECT_EQ(window.claim(), 0u);
  EXPECT_EQ(window.claim(), 1u);
  window.close();
  EXPECT_EQ(window.claim(), std::nullopt);
  window.put(1, 1);
  window.put(0, 0);
  EXPECT_EQ(window.take(), 0);
  EXPECT_EQ(window.take(), 1);
  EXPECT_EQ(window.take(), std::nullopt);
}

TEST(OrderedWindow, CloseWakesThoseThatWait) {
  OrderedWindow<int> window(10, 1);
  (void)window.claim();
  std::atomic<int> ended = 0;
  {
    const ThreadGroup waiting(2, [&](int) {
      if (!window.claim()) ++ended;
    });
    give_others_time();
    EXPECT_EQ(ended, 0);
    window.close();
  }
  EXPECT_EQ(ended, 2);
}

TEST(OrderedWindow, TakeWaitsForWhatIsClaimedAfterClose) {
  OrderedWindow<int> window(10, 2);
  (void)window.claim();
  window.close();
  const ThreadGroup late(1, [&](int) {
    give_others_time();
    window.put(0, 5);
  });
  EXPECT_EQ(window.take(), 5);
  EXPECT_EQ(window.take(), std::nullopt);
}

}  // namespace
}  // namespace mineru
