#include "media/wire.h"

#include <sys/mman.h>
#include <sys/socket.h>

#include <cmath>
#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mineru::media::wire {
namespace {

Code code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return Code::kCancelled;  // nothing in media throws it
}

NativePage example_page() {
  NativePage page;
  page.size = {612, 792};
  page.fonts = {{"Times-Roman", false, true, false, true}, {"Courier", true, false, true, false}};
  NativeChar c;
  c.code = 0x1F600;
  c.box = {1, 2, 3, 4};
  c.cell = {0, 1, 4, 5};
  c.origin = {1.5, 4};
  c.size_pt = 9.5f;
  c.font = 1;
  c.angle_deg = 270;
  c.invisible = true;
  page.chars = {c, NativeChar{}};
  page.rules = {{{10, 20, 100, 20.5}, true}, {{10, 20, 10.5, 90}, false}};
  page.graphics = {{NativeGraphic::Kind::kShading, {5, 5, 50, 50}}};
  page.truncated = true;
  return page;
}

TEST(Wire, NativePageComesBackAsItWas) {
  const NativePage before = example_page();
  const auto after = decode<NativePage>(encode(before));
  EXPECT_EQ(after.size.width, 612);
  ASSERT_EQ(after.fonts.size(), 2u);
  EXPECT_EQ(after.fonts[0].name, "Times-Roman");
  EXPECT_TRUE(after.fonts[0].italic);
  EXPECT_TRUE(after.fonts[0].symbolic);
  EXPECT_TRUE(after.fonts[1].monospace);
  ASSERT_EQ(after.chars.size(), 2u);
  EXPECT_EQ(after.chars[0].code, char32_t{0x1F600});
  EXPECT_EQ(after.chars[0].cell, (Box{0, 1, 4, 5}));
  EXPECT_EQ(after.chars[0].origin.x, 1.5);
  EXPECT_EQ(after.chars[0].size_pt, 9.5f);
  EXPECT_EQ(after.chars[0].angle_deg, 270);
  EXPECT_TRUE(after.chars[0].invisible);
  EXPECT_FALSE(after.chars[0].generated);
  ASSERT_EQ(after.rules.size(), 2u);
  EXPECT_FALSE(after.rules[1].horizontal);
  EXPECT_EQ(after.graphics.at(0).kind, NativeGraphic::Kind::kShading);
  EXPECT_TRUE(after.truncated);
}

TEST(Wire, EveryShorterMessageIsRefused) {
  const std::string bytes = encode(example_page());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(code_of([&] { decode<NativePage>(std::string_view(bytes).substr(0, size)); }),
              Code::kCorruptData)
        << size;
  }
}

TEST(Wire, LeftOverBytesAreRefused) {
  EXPECT_EQ(code_of([] { decode<PageRange>(encode(PageRange{1, 2}) + "x"); }), Code::kCorruptData);
}

TEST(Wire, CountsAreCheckedBeforeAllocation) {
  // A count of 2^60 words in a message of eight bytes.
  archive::Writer writer;
  writer(uint64_t{1} << 60);
  EXPECT_EQ(code_of([&] { decode<RecognizeAnswer>(writer.take()); }), Code::kCorruptData);
  EXPECT_GE(archive::smallest_encoding<RecognizedWord>(), 50u);
}

TEST(Wire, ValuesOutOfRangeAreRefused) {
  archive::Writer boolean;
  boolean(uint8_t{2}, int32_t{1});
  EXPECT_EQ(code_of([&] { decode<OpenAnswer>(boolean.take()); }), Code::kCorruptData);
  archive::Writer enumerator;
  enumerator(uint32_t{10}, uint64_t{0});
  EXPECT_EQ(code_of([&] { decode<Failure>(enumerator.take()); }), Code::kCorruptData);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(code_of([&] {
                decode<RenderRequest>(encode(RenderRequest{0, bad}));
              }),
              Code::kCorruptData);
  }
}

struct Pair {
  Pair() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    a.reset(ends[0]);
    b.reset(ends[1]);
  }
  UniqueFd a;
  UniqueFd b;
};

TEST(WireChannel, SmallAndLargePayloadsArrive) {
  for (const size_t size :
       {size_t{0}, size_t{1}, size_t{32 * 1024}, size_t{32 * 1024 + 1}, size_t{5'000'000}}) {
    const Pair pair;
    std::string payload(size, '?');
    for (size_t i = 0; i < size; ++i) payload[i] = static_cast<char>(i * 7);
    send_packet(pair.a.get(), 42, payload, {}, kNoDeadline);
    const auto packet = receive_packet(pair.b.get(), kNoDeadline);
    ASSERT_TRUE(packet.has_value());
    EXPECT_EQ(packet->kind, 42u);
    EXPECT_EQ(packet->payload, payload);
    EXPECT_TRUE(packet->descriptors.empty());
  }
}

TEST(WireChannel, DescriptorsArriveBesideASpilledPayload) {
  const Pair pair;
  const UniqueFd memory = create_shared_memory("test", 3);
  MemoryMap written = MemoryMap::descriptor(memory.get(), 3, MemoryMap::Access::kReadWrite);
  written.mutable_bytes()[2] = std::byte{9};
  const int fds[] = {memory.get()};
  send_packet(pair.a.get(), 1, std::string(100'000, 'x'), fds, kNoDeadline);
  const auto packet = receive_packet(pair.b.get(), kNoDeadline);
  ASSERT_TRUE(packet.has_value());
  ASSERT_EQ(packet->descriptors.size(), 1u);
  const MemoryMap read = map_received(packet->descriptors[0].get(), 3, MemoryMap::Access::kRead);
  EXPECT_EQ(read.bytes()[2], std::byte{9});
  // Sealed: the sender cannot pull the pages from under the reader any more.
  EXPECT_NE(::ftruncate(memory.get(), 0), 0);
}

TEST(WireChannel, ClosedEndIsNothing) {
  Pair pair;
  pair.a.reset();
  EXPECT_FALSE(receive_packet(pair.b.get(), kNoDeadline).has_value());
  EXPECT_EQ(code_of([&] { send_packet(pair.b.get(), 1, "x", {}, kNoDeadline); }), Code::kIo);
}

TEST(WireChannel, SilenceEndsAtTheDeadline) {
  const Pair pair;
  const auto start = Clock::now();
  EXPECT_EQ(code_of([&] { receive_packet(pair.b.get(), start + std::chrono::milliseconds(30)); }),
            Code::kDeadlineExceeded);
  EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(30));
}

TEST(WireChannel, RubbishIsRefused) {
  for (const std::string& bytes :
       {std::string("x"), std::string(25, '\0'), std::string(90'000, 'a')}) {
    const Pair pair;
    ASSERT_GT(::send(pair.a.get(), bytes.data(), bytes.size(), 0), 0);
    EXPECT_EQ(code_of([&] { receive_packet(pair.b.get(), kNoDeadline); }), Code::kCorruptData);
  }
}

TEST(WireChannel, OrdinaryFilesAreNotTakenAsSharedMemory) {
  const UniqueFd file(::memfd_create("unsealable", MFD_CLOEXEC));
  EXPECT_EQ(code_of([&] { map_received(file.get(), 1, MemoryMap::Access::kRead); }),
            Code::kCorruptData);
  const UniqueFd small = create_shared_memory("small", 10);
  EXPECT_EQ(code_of([&] { map_received(small.get(), 11, MemoryMap::Access::kRead); }),
            Code::kCorruptData);
}

}  // namespace
}  // namespace mineru::media::wire
