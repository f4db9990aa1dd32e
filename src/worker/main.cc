// mineru-media-worker: parses foreign bytes for mineru-cpp, in a process that may die of them.
// Started by the program with its memory limit as argument and a socket as descriptor 3.
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>

#include "base/error.h"
#include "media/wire.h"
#include "worker/crash_handlers.h"
#include "worker/dispatch.h"
#include "worker/sandbox.h"

namespace {

namespace wire = mineru::media::wire;

void serve(uint64_t memory_bytes) {
  mineru::worker::install_crash_handlers(wire::kWorkerSocket);
  mineru::worker::enter_sandbox(memory_bytes);
  mineru::worker::Dispatcher dispatcher;
  while (std::optional<wire::Packet> request =
             wire::receive_packet(wire::kWorkerSocket, wire::kNoDeadline)) {
    mineru::worker::allow_processor_time();
    errno = 0;  // what a crash handler finds there belongs to this request
    dispatcher.handle(std::move(*request), wire::kWorkerSocket);
  }
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t memory_bytes = 0;
  if (argc != 2 ||
      std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), memory_bytes).ec != std::errc()) {
    std::fputs("mineru-media-worker is started by mineru-cpp, not by hand\n", stderr);
    return 2;
  }
  try {
    serve(memory_bytes);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mineru-media-worker: %s\n", error.what());
    return 1;
  }
  return 0;
}
