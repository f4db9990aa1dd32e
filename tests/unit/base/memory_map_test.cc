#include "base/memory_map.h"

#include <sys/wait.h>

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "unit/base/temp_folder.h"

namespace mineru {
namespace {

template <typename Action>
Code code_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return Code::kInternal;
}

TEST(MemoryMap, AnonymousIsZeroAndWritable) {
  MemoryMap map = MemoryMap::anonymous(100'000);
  ASSERT_EQ(map.size(), 100'000u);
  EXPECT_TRUE(std::all_of(map.bytes().begin(), map.bytes().end(),
                          [](std::byte b) { return b == std::byte{0}; }));
  map.mutable_bytes().back() = std::byte{7};
  EXPECT_EQ(map.bytes().back(), std::byte{7});
}

TEST(MemoryMap, NothingOfNothing) {
  EXPECT_EQ(MemoryMap().size(), 0u);
  EXPECT_EQ(MemoryMap::anonymous(0).bytes().size(), 0u);
  const TempFolder folder;
  write_file(folder / "empty", "");
  EXPECT_EQ(MemoryMap::file(folder / "empty").size(), 0u);
}

TEST(MemoryMap, MoreThanThereIsIsResourceExhausted) {
  EXPECT_EQ(code_of([] { (void)MemoryMap::anonymous(size_t{1} << 60); }), Code::kResourceExhausted);
}

TEST(MemoryMap, ShowsAFile) {
  const TempFolder folder;
  write_file(folder / "x", "hello");
  const MemoryMap map = MemoryMap::file(folder / "x");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(map.bytes().data()), map.size()), "hello");
}

TEST(MemoryMap, MissingFile) {
  const TempFolder folder;
  EXPECT_EQ(code_of([&] { (void)MemoryMap::file(folder / "none"); }), Code::kNotFound);
}

TEST(MemoryMap, MovesLeaveNothingBehind) {
  MemoryMap a = MemoryMap::anonymous(10);
  a.mutable_bytes()[0] = std::byte{1};
  MemoryMap b = std::move(a);
  EXPECT_EQ(b.bytes()[0], std::byte{1});
  MemoryMap c = MemoryMap::anonymous(20);
  c = std::move(b);
  EXPECT_EQ(c.size(), 10u);
  EXPECT_EQ(c.bytes()[0], std::byte{1});
}

TEST(SharedMemory, WritesAreSeenThroughTheOtherMapping) {
  const UniqueFd fd = create_shared_memory("test", 4096);
  MemoryMap writer = MemoryMap::descriptor(fd.get(), 4096, MemoryMap::Access::kReadWrite);
  const MemoryMap reader = MemoryMap::descriptor(fd.get(), 4096, MemoryMap::Access::kRead);
  writer.mutable_bytes()[4095] = std::byte{42};
  EXPECT_EQ(reader.bytes()[4095], std::byte{42});
}

TEST(SharedMemory, OutlivesTheDescriptor) {
  UniqueFd fd = create_shared_memory("test", 16);
  MemoryMap map = MemoryMap::descriptor(fd.get(), 16, MemoryMap::Access::kReadWrite);
  fd.reset();
  map.mutable_bytes()[3] = std::byte{9};
  EXPECT_EQ(map.bytes()[3], std::byte{9});
}

TEST(SharedMemory, IsSharedWithAnotherProcess) {
  const UniqueFd fd = create_shared_memory("test", 16);
  MemoryMap map = MemoryMap::descriptor(fd.get(), 16, MemoryMap::Access::kReadWrite);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    map.mutable_bytes()[0] = std::byte{5};
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(map.bytes()[0], std::byte{5});
}

// A worker that promises more bytes than it sent must not make us read past the end (SIGBUS).
TEST(SharedMemory, ShorterThanPromisedIsRefused) {
  const UniqueFd fd = create_shared_memory("test", 100);
  EXPECT_EQ(code_of([&] { (void)MemoryMap::descriptor(fd.get(), 101, MemoryMap::Access::kRead); }),
            Code::kIo);
}

TEST(SharedMemory, BadDescriptorIsRefused) {
  EXPECT_EQ(code_of([] { (void)MemoryMap::descriptor(-1, 1, MemoryMap::Access::kRead); }),
            Code::kIo);
}

TEST(UniqueFd, ClosesOnceAndMoves) {
  UniqueFd a = create_shared_memory("test", 1);
  const int number = a.get();
  UniqueFd b = std::move(a);
  EXPECT_EQ(b.get(), number);
  EXPECT_EQ(b.release(), number);
  EXPECT_FALSE(b.valid());
  b.reset(number);
  b.reset();
  EXPECT_EQ(::close(number), -1);  // closed already
}

}  // namespace
}  // namespace mineru
