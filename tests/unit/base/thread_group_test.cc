#include "base/thread_group.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace mineru {
namespace {

TEST(ThreadGroup, RunsEachNumberOnAThreadOfItsOwn) {
  std::mutex mutex;
  std::multiset<int> numbers;
  std::set<std::thread::id> threads;
  std::atomic<int> arrived = 0;
  {
    const ThreadGroup group(3, [&](int i) {
      ++arrived;
      while (arrived < 3) std::this_thread::yield();  // all of them are alive at once
      const std::lock_guard lock(mutex);
      numbers.insert(i);
      threads.insert(std::this_thread::get_id());
    });
  }
  EXPECT_EQ(numbers, (std::multiset<int>{0, 1, 2}));
  EXPECT_EQ(threads.size(), 3u);
  EXPECT_EQ(threads.count(std::this_thread::get_id()), 0u);
}

TEST(ThreadGroup, DestructorWaits) {
  std::atomic<bool> done = false;
  {
    const ThreadGroup group(1, [&](int) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done = true;
    });
  }
  EXPECT_TRUE(done);
}

TEST(ThreadGroup, BodyMayEndBeforeTheGroup) {
  std::atomic<int> runs = 0;
  {
    const ThreadGroup none(0, [&](int) { ++runs; });
    const ThreadGroup one(1, [&](int) { ++runs; });
  }
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace mineru
