#include "media/wire_channel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/archive.h"
#include "base/error.h"

namespace mineru::media::wire {

namespace {

constexpr uint32_t kMagic = 0x4d4e5231;
constexpr size_t kMaxInline = 32 * 1024;  // far below the kernel's limit for one packet
constexpr size_t kMaxDescriptors = 4;

struct Header {
  uint32_t magic = kMagic;
  uint32_t kind = 0;
  uint64_t payload_bytes = 0;
  bool spilled = false;  // the payload is in the last descriptor
};

template <class Archive, archive::Is<Header> T>
void fields(Archive& ar, T& header) {
  ar(header.magic, header.kind, header.payload_bytes, header.spilled);
}

void wait_for(int socket, short events, Clock::time_point deadline) {
  for (;;) {
    int timeout_ms = -1;
    if (deadline != kNoDeadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) throw_error(Code::kDeadlineExceeded, "no answer in time");
      timeout_ms = static_cast<int>(std::min<int64_t>(left.count(), 1'000'000));
    }
    pollfd entry{socket, events, 0};
    const int ready = ::poll(&entry, 1, timeout_ms);
    if (ready > 0) return;  // a hang-up too: the call that follows reports it
    if (ready < 0 && errno != EINTR) throw_errno(Code::kIo, "poll");
  }
}

UniqueFd spill(std::string_view payload) {
  UniqueFd fd = create_shared_memory("mineru-payload", payload.size());
  MemoryMap map = MemoryMap::descriptor(fd.get(), payload.size(), MemoryMap::Access::kReadWrite);
  std::memcpy(map.mutable_bytes().data(), payload.data(), payload.size());
  return fd;
}

std::vector<UniqueFd> take_descriptors(msghdr& message) {
  std::vector<UniqueFd> result;
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
      result.emplace_back(fd);
    }
  }
  return result;
}

}  // namespace

void send_packet(int socket, uint32_t kind, std::string_view payload,
                 std::span<const int> descriptors, Clock::time_point deadline) {
  std::vector<int> fds(descriptors.begin(), descriptors.end());
  Header header{kMagic, kind, payload.size(), payload.size() > kMaxInline};
  UniqueFd spilled;
  if (header.spilled) {
    spilled = spill(payload);
    fds.push_back(spilled.get());
  }
  std::string bytes = archive::encode(header);
  if (!header.spilled) bytes.append(payload);

  iovec part{bytes.data(), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!fds.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
    std::memcpy(CMSG_DATA(rights), fds.data(), sizeof(int) * fds.size());
  }
  for (;;) {
    wait_for(socket, POLLOUT, deadline);
    if (::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return;
    if (errno != EINTR && errno != EAGAIN) throw_errno(Code::kIo, "send");
  }
}

std::optional<Packet> receive_packet(int socket, Clock::time_point deadline) {
  std::string bytes(kMaxInline + 64, '\0');
  iovec part{bytes.data(), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  ssize_t received = -1;
  while (received < 0) {
    wait_for(socket, POLLIN, deadline);
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    received = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (received >= 0) break;
    if (errno == ECONNRESET) return std::nullopt;
    if (errno != EINTR && errno != EAGAIN) throw_errno(Code::kIo, "receive");
  }
  if (received == 0) return std::nullopt;
  Packet packet;
  packet.descriptors = take_descriptors(message);
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
    throw_error(Code::kCorruptData, "packet larger than allowed");
  }
  static const size_t header_bytes = archive::encode(Header{}).size();
  const std::string_view all(bytes.data(), static_cast<size_t>(received));
  const Header header = archive::decode<Header>(all.substr(0, std::min(header_bytes, all.size())));
  if (header.magic != kMagic) throw_error(Code::kCorruptData, "packet without its mark");
  packet.kind = header.kind;
  if (!header.spilled) {
    packet.payload = all.substr(header_bytes);
    if (packet.payload.size() != header.payload_bytes) {
      throw_error(Code::kCorruptData, "packet of a wrong length");
    }
    return packet;
  }
  if (packet.descriptors.empty()) throw_error(Code::kCorruptData, "packet without its payload");
  const MemoryMap map =
      map_received(packet.descriptors.back().get(), header.payload_bytes, MemoryMap::Access::kRead);
  packet.payload.assign(reinterpret_cast<const char*>(map.bytes().data()), map.size());
  packet.descriptors.pop_back();
  return packet;
}

MemoryMap map_received(int fd, size_t num_bytes, MemoryMap::Access access) {
  if (::fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
    throw_error(Code::kCorruptData, "descriptor is not sealable shared memory");
  }
  try {
    return MemoryMap::descriptor(fd, num_bytes, access);
  } catch (Error& error) {
    if (error.code() == Code::kResourceExhausted) throw;
    throw Error(Code::kCorruptData, error.message());
  }
}

}  // namespace mineru::media::wire
