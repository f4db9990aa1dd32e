// The seam between those who ask (documents, HTTP, commands) and those who answer: the real engine,
// or a scripted fake in tests.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "engine/request.h"

namespace mineru::engine {

// The consumer's end of one reply. Dropping it cancels the request. Not thread-safe, except
// cancel().
class TokenStream {
 public:
  virtual ~TokenStream() = default;
  // Blocks for the next piece of text (whole UTF-8 characters, never empty); false at the end, when
  // `result()` is complete. Errors: what ended the request (kResourceExhausted, kInternal, ...).
  virtual bool next(std::string& piece) = 0;
  virtual void cancel() = 0;
  // After next() returned false.
  virtual const Reply& result() const = 0;
};

struct GeneratorInfo {
  std::string model_name;
  int layout_image_size = 1036;  // side of the layout picture, pixels
  int context_tokens = 0;        // prompt and reply together
  int num_parallel = 1;          // replies worth having in flight at once
};

// Thread-safe.
class Generator {
 public:
  virtual ~Generator() = default;
  // Prepares the request on the caller's thread (pictures, tokens) and queues it. Errors:
  // kInvalidArgument (a prompt longer than the context, an unusable picture),
  // kResourceExhausted (queue full).
  virtual std::unique_ptr<TokenStream> submit(Request request) = 0;
  virtual const GeneratorInfo& info() const = 0;
};

// Waits for the whole reply. A stop request cancels it and gives kCancelled.
Reply complete(Generator& generator, Request request, const std::stop_token& stop = {});
Reply wait(TokenStream& stream, const std::stop_token& stop = {});

}  // namespace mineru::engine
