#include "base/thread_pool.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

namespace mineru {
namespace {

TEST(ThreadPool, RunsEveryItemOnceWhateverTheNumberOfThreads) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.num_threads(), threads);
    for (const int count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
      pool.parallel_for(count, [&](int item, int) { ++calls[static_cast<size_t>(item)]; });
      for (const auto& n : calls) EXPECT_EQ(n, 1);
    }
  }
}

TEST(ThreadPool, WorkersAreDistinctAndInRange) {
  ThreadPool pool(3);
  std::vector<std::atomic<int>> inside(3);
  std::atomic<bool> overlapped{false};
  for (int loop = 0; loop < 200; ++loop) {
    pool.parallel_for(50, [&](int, int worker) {
      if (++inside.at(static_cast<size_t>(worker)) != 1) overlapped = true;
      --inside.at(static_cast<size_t>(worker));
    });
  }
  EXPECT_FALSE(overlapped);
}

TEST(ThreadPool, WorkOfALoopIsSeenAfterIt) {
  ThreadPool pool(2);
  std::vector<int> values(10000);  // plain: the pool orders the accesses
  for (int loop = 1; loop <= 100; ++loop) {
    pool.parallel_for(10000, [&](int item, int) { values[static_cast<size_t>(item)] += item; });
  }
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(values[static_cast<size_t>(i)], 100 * i);
}

TEST(ThreadPool, NoMoreThreadsThanAskedFor) {
  EXPECT_EQ(ThreadPool(0).num_threads(), 1);
  EXPECT_EQ(ThreadPool(-3).num_threads(), 1);
}

}  // namespace
}  // namespace mineru
