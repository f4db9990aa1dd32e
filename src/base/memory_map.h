// Pages of memory obtained straight from the operating system: mapped files, shared memory between
// processes, and anonymous memory that goes back at once when dropped (so that pictures never
// fragment the heap).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/unique_fd.h"

namespace mineru {

// One mapping. Move-only; the bytes may be read from any thread, the object is not thread-safe.
// Errors: kIo, kResourceExhausted.
class MemoryMap {
 public:
  MemoryMap() = default;
  MemoryMap(MemoryMap&& other) noexcept;
  MemoryMap& operator=(MemoryMap&& other) noexcept;
  ~MemoryMap();

  // Private, zeroed, writable.
  static MemoryMap anonymous(size_t num_bytes);
  // Read-only view of a whole file. An empty file gives an empty mapping.
  static MemoryMap file(const std::filesystem::path& path);
  // Read-only (or shared writable) view of the first `num_bytes` behind a descriptor; the
  // descriptor is not kept. Fails when the file behind it is shorter.
  enum class Access { kRead, kReadWrite };
  static MemoryMap descriptor(int fd, size_t num_bytes, Access access);

  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }
  // Only for anonymous and kReadWrite mappings.
  std::span<std::byte> mutable_bytes() { return {static_cast<std::byte*>(data_), size_}; }
  size_t size() const { return size_; }

  // Lets the system drop the whole pages inside `bytes`, a part of a file's read-only mapping; they
  // stay readable and come back from the file. Advice only: never fails.
  static void advise_unused(std::span<const std::byte> bytes);

 private:
  MemoryMap(void* data, size_t size) : data_(data), size_(size) {}
  void* data_ = nullptr;
  size_t size_ = 0;
};

// Anonymous shared memory (memfd) of the given size, to be passed to another process.
UniqueFd create_shared_memory(const char* name, size_t num_bytes);

}  // namespace mineru
