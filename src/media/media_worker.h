// One media worker process as its parent sees it: started, asked, watched, ended.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/unique_fd.h"
#include "media/page_source.h"
#include "media/wire.h"

namespace mineru::media {

// Starts the program in its constructor and kills it in its destructor. After a call that ended in
// the worker's death (or in a deadline, where it is killed) `alive` is false and every further call
// fails; start another one then. Not thread-safe.
class MediaWorker {
 public:
  // `document_bytes` is added to the memory limit, since the worker maps the document.
  // Errors: kNotFound (no such program), kIo.
  MediaWorker(const WorkerOptions& options, uint64_t document_bytes);
  MediaWorker(const MediaWorker&) = delete;
  MediaWorker& operator=(const MediaWorker&) = delete;
  ~MediaWorker();

  // `doing` completes "the media worker ended while ..." ("drawing page 7").
  // Errors: those the worker reports; kDeadlineExceeded, kResourceExhausted or kInternal when it
  // ends or does not answer in time; kCorruptData when its answer is malformed (it is killed then).
  template <class Answer, class Request>
  Answer call(wire::Op op, const Request& request, std::string_view doing,
              std::span<const int> descriptors = {}) {
    const wire::Packet packet = exchange(op, wire::encode(request), doing, descriptors);
    return decode_answer<Answer>(packet);
  }

  // The same for an answer of pixels or other bulk beside the plain fields.
  template <class Answer, class Request>
  Answer call_for_memory(wire::Op op, const Request& request, std::string_view doing,
                         UniqueFd& memory) {
    wire::Packet packet = exchange(op, wire::encode(request), doing, {});
    if (packet.descriptors.size() != 1) reject("no shared memory");
    memory = std::move(packet.descriptors.front());
    return decode_answer<Answer>(packet);
  }

  bool alive() const { return pid_ > 0; }

  // Ends the worker because of what it answered, and throws kCorruptData.
  [[noreturn]] void reject(std::string_view what);

 private:
  template <class Answer>
  Answer decode_answer(const wire::Packet& packet) {
    try {
      return wire::decode<Answer>(packet.payload);
    } catch (const Error& error) {
      reject(error.message());
    }
  }

  wire::Packet exchange(wire::Op op, std::string payload, std::string_view doing,
                        std::span<const int> descriptors);
  void spawn(const std::string& program, const UniqueFd& worker_end);
  [[noreturn]] void report_death(std::string_view doing);
  int end();  // kills if needed, reaps; the wait status

  WorkerOptions options_;
  uint64_t memory_limit_ = 0;
  UniqueFd socket_;
  pid_t pid_ = -1;
};

}  // namespace mineru::media
