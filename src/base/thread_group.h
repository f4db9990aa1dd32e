// Threads that belong to one piece of work: started together, joined together.
#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace mineru {

// Runs body(0) ... body(count-1), each on a thread of its own; the destructor waits for all. A body
// must not throw: it hands its errors over itself. The only place that starts threads.
class ThreadGroup {
 public:
  ThreadGroup(int count, const std::function<void(int)>& body) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([body, i] { body(i); });
  }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace mineru
