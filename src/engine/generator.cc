#include "engine/generator.h"

namespace mineru::engine {

std::string_view finish_reason_name(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop: return "stop";
    case FinishReason::kLength: return "length";
    case FinishReason::kRepetition: return "repetition";
    case FinishReason::kCancelled: return "cancelled";
    case FinishReason::kDeadline: return "deadline";
  }
  return "stop";
}

Reply wait(TokenStream& stream, const std::stop_token& stop) {
  const std::stop_callback on_stop(stop, [&stream] { stream.cancel(); });
  std::string piece;
  while (stream.next(piece)) {
  }
  return stream.result();
}

Reply complete(Generator& generator, Request request, const std::stop_token& stop) {
  const auto stream = generator.submit(std::move(request));
  return wait(*stream, stop);
}

}  // namespace mineru::engine
