#include "base/thread_pool.h"

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/thread_group.h"

namespace mineru {

namespace {

// About 30 microseconds: longer than the gap between two operations of a layer.
constexpr int kSpins = 2000;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

struct ThreadPool::State {
  int num_threads = 1;
  // A loop is published by raising `generation`; workers count themselves out in `running`.
  alignas(64) std::atomic<uint32_t> generation{0};
  alignas(64) std::atomic<int> next{0};
  alignas(64) std::atomic<int> running{0};
  std::atomic<bool> stopping{false};
  int count = 0;
  const FunctionRef<void(int, int)>* fn = nullptr;
  std::optional<ThreadGroup> threads;

  void work(int worker) {
    for (int item = next.fetch_add(1, std::memory_order_relaxed); item < count;
         item = next.fetch_add(1, std::memory_order_relaxed)) {
      (*fn)(item, worker);
    }
  }

  // Returns when the generation has left `seen`.
  void wait_for_loop(uint32_t seen) {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (generation.load(std::memory_order_acquire) != seen) return;
      relax();
    }
    generation.wait(seen, std::memory_order_acquire);
  }

  void run_worker(int worker) {
    uint32_t seen = 0;
    for (;;) {
      wait_for_loop(seen);
      if (stopping.load(std::memory_order_acquire)) return;
      ++seen;
      work(worker);
      if (running.fetch_sub(1, std::memory_order_acq_rel) == 1) running.notify_one();
    }
  }

  void wait_for_workers() {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (running.load(std::memory_order_acquire) == 0) return;
      relax();
    }
    for (int left = running.load(std::memory_order_acquire); left != 0;
         left = running.load(std::memory_order_acquire)) {
      running.wait(left, std::memory_order_acquire);
    }
  }
};

ThreadPool::ThreadPool(int num_threads) : state_(std::make_unique<State>()) {
  state_->num_threads = num_threads < 1 ? 1 : num_threads;
  State* const state = state_.get();
  state->threads.emplace(state->num_threads - 1, [state](int i) { state->run_worker(i + 1); });
}

ThreadPool::~ThreadPool() {
  state_->stopping.store(true, std::memory_order_release);
  state_->generation.fetch_add(1, std::memory_order_acq_rel);
  state_->generation.notify_all();
  state_->threads.reset();
}

int ThreadPool::num_threads() const { return state_->num_threads; }

void ThreadPool::parallel_for(int count, FunctionRef<void(int, int)> fn) {
  State& state = *state_;
  if (state.num_threads == 1 || count <= 1) {
    for (int item = 0; item < count; ++item) fn(item, 0);
    return;
  }
  state.fn = &fn;
  state.count = count;
  state.next.store(0, std::memory_order_relaxed);
  state.running.store(state.num_threads - 1, std::memory_order_relaxed);
  state.generation.fetch_add(1, std::memory_order_acq_rel);
  state.generation.notify_all();
  state.work(0);
  state.wait_for_workers();
}

}  // namespace mineru
