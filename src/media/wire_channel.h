// Packets with descriptors over one end of a SOCK_SEQPACKET pair. Payloads too large for a packet
// travel in sealed shared memory; neither side sees the difference.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_map.h"
#include "base/unique_fd.h"

namespace mineru::media::wire {

struct Packet {
  uint32_t kind = 0;  // an Op in requests, a Status in answers
  std::string payload;
  std::vector<UniqueFd> descriptors;
};

using Clock = std::chrono::steady_clock;
inline constexpr Clock::time_point kNoDeadline = Clock::time_point::max();

// The worker finds its end of the pair under this number.
inline constexpr int kWorkerSocket = 3;

// Errors: kIo (the other end is gone), kDeadlineExceeded, kResourceExhausted (shared memory).
void send_packet(int socket, uint32_t kind, std::string_view payload,
                 std::span<const int> descriptors, Clock::time_point deadline);

// Nothing: the other end was closed. Errors: kCorruptData, kDeadlineExceeded, kIo.
std::optional<Packet> receive_packet(int socket, Clock::time_point deadline);

// Shared memory that came from the other process: sealed against shrinking first, so that reading
// it can never fault. Errors: kCorruptData (not shared memory, or too small).
MemoryMap map_received(int fd, size_t num_bytes, MemoryMap::Access access);

}  // namespace mineru::media::wire
