#include "engine/engine.h"

#include <algorithm>
#include <utility>

namespace mineru::engine {

namespace {

int check_positive(const char* name, int value) {
  if (value < 1) throw_error(Code::kInvalidArgument, "{}: {} is less than 1", name, value);
  return value;
}

LoopOptions loop_options(const Network& network, const EngineOptions& options) {
  LoopOptions loop;
  loop.mode = options.mode;
  loop.max_sequences = check_positive("max_sequences", options.max_sequences);
  // A step holds all that decode, and some rows of a prompt beside them.
  loop.max_rows = std::max(check_positive("max_rows", options.max_rows), loop.max_sequences + 1);
  loop.max_patches = check_positive("max_patches", options.max_patches);
  if (options.kv_bytes == 0) {
    loop.num_pages = model::KvPool::pages_for(check_positive("kv_tokens", options.kv_tokens));
    return loop;
  }
  const size_t page_bytes = model::KvPool::page_bytes(network.decoder);
  const size_t pages = options.kv_bytes / page_bytes;
  if (pages == 0) {
    throw_error(Code::kInvalidArgument, "kv_bytes: {} hold no page of {} tokens, which takes {}",
                options.kv_bytes, model::kPageTokens, page_bytes);
  }
  constexpr size_t kMaxPages = 1U << 24U;  // 500 million tokens: beyond any machine
  loop.num_pages = static_cast<int>(std::min(pages, kMaxPages));
  return loop;
}

GeneratorInfo generator_info(const Network& network, const LoopOptions& options) {
  return {.model_name = network.name,
          .layout_image_size = network.layout_image_size,
          // A reply must fit even if it has all pages for itself.
          .context_tokens =
              std::min(network.decoder.max_position, options.num_pages * model::kPageTokens),
          .num_parallel = options.max_sequences};
}

// One of the places for unfinished requests; goes back unless kept.
class Place {
 public:
  Place(std::atomic<int>& count, int most) : count_(count) {
    const int before = count_.fetch_add(1, std::memory_order_relaxed);
    if (before < most) return;
    count_.fetch_sub(1, std::memory_order_relaxed);
    throw_error(Code::kResourceExhausted, "queue full: {} requests are unfinished, at most {}",
                before, most);
  }
  ~Place() {
    if (!kept_) count_.fetch_sub(1, std::memory_order_relaxed);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  void keep() { kept_ = true; }

 private:
  std::atomic<int>& count_;
  bool kept_ = false;
};

}  // namespace

Engine::Engine(Network network, const EngineOptions& options, std::unique_ptr<ModelRunner> runner)
    : runner_(std::move(runner)),
      network_(std::move(network)),
      max_unfinished_(options.max_sequences + std::max(0, options.max_queue)),
      info_(generator_info(network_, loop_options(network_, options))),
      loop_(network_, loop_options(network_, options)),
      stats_(loop_.stats()),
      thread_(1, [this](int) { run(); }) {}

Engine::~Engine() {
  close(Error(Code::kCancelled, "the engine stopped before the reply was complete"));
}

// Everything slow happens before the lock, on the caller's thread.
std::unique_ptr<TokenStream> Engine::submit(Request request) {
  Place place(loop_.num_unfinished(), max_unfinished_);
  auto sequence = std::make_unique<Sequence>(
      prepare(std::move(request), network_, info_.context_tokens), network_);
  auto stream = sequence->open_stream();
  const std::lock_guard lock(mutex_);
  if (closed_) throw Error(*closed_);
  inbox_.push_back(std::move(sequence));
  place.keep();
  wake_.notify_one();
  return stream;
}

EngineStats Engine::stats() const {
  const std::lock_guard lock(mutex_);
  EngineStats stats = stats_;
  stats.queue_depth += static_cast<int>(inbox_.size());
  return stats;
}

void Engine::close(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!closed_) closed_ = error;
  wake_.notify_one();
}

// The entry of the engine's thread. Steps catch their own errors; what comes here is a failure
// between steps, such as memory, and the engine answers nothing from then on.
void Engine::run() {
  try {
    while (take()) loop_.step();
  } catch (...) {
    Error error = current_error();
    error.add_context("the engine stopped");
    close(error);
  }
  std::unique_lock lock(mutex_);
  const Error reason = *closed_;
  std::vector<std::unique_ptr<Sequence>> unread = std::move(inbox_);
  lock.unlock();
  for (auto& sequence : unread) loop_.add(std::move(sequence));
  loop_.fail_all(reason);
  lock.lock();
  stats_ = loop_.stats();
}

// Moves what was submitted into the loop; sleeps while there is nothing to do at all. False: stop.
bool Engine::take() {
  std::unique_lock lock(mutex_);
  stats_ = loop_.stats();
  wake_.wait(lock, [this] { return closed_ || !inbox_.empty() || loop_.has_work(); });
  if (closed_) return false;
  for (auto& sequence : inbox_) loop_.add(std::move(sequence));
  inbox_.clear();
  stats_ = loop_.stats();
  return true;
}

}  // namespace mineru::engine
