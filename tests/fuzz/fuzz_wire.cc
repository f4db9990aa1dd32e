// Messages from a media worker that has been taken over: whatever its bytes are, the program may
// only raise Error. What is accepted must be exactly what a Writer would have written.
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "base/unique_fd.h"
#include "media/wire.h"

namespace {

namespace wire = mineru::media::wire;

template <class Message>
void decode_one(std::string_view bytes) {
  try {
    MINERU_CHECK(wire::encode(wire::decode<Message>(bytes)) == bytes);
  } catch (const mineru::Error&) {
  }
}

// The frame around the messages, as it comes out of the socket.
void receive_one(std::string_view bytes) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  mineru::UniqueFd ours(ends[0]);
  const mineru::UniqueFd theirs(ends[1]);
  if (::send(ours.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) < 0) return;
  ours.reset();
  try {
    (void)wire::receive_packet(theirs.get(), wire::kNoDeadline);
  } catch (const mineru::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 8) {
    case 0: receive_one(bytes); break;
    case 1: decode_one<mineru::media::NativePage>(bytes); break;
    case 2: decode_one<wire::RecognizeAnswer>(bytes); break;
    case 3: decode_one<wire::Failure>(bytes); break;
    case 4: decode_one<wire::HealthAnswer>(bytes); break;
    case 5: decode_one<wire::PageSizesAnswer>(bytes); break;
    case 6:
      decode_one<wire::OpenAnswer>(bytes);
      decode_one<wire::RenderAnswer>(bytes);
      break;
    default: decode_one<wire::OverlayRequest>(bytes); break;
  }
  return 0;
}
