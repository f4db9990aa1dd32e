#include "base/memory_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace mineru {

MemoryMap::MemoryMap(MemoryMap&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MemoryMap& MemoryMap::operator=(MemoryMap&& other) noexcept {
  if (this != &other) {
    if (data_ != nullptr) ::munmap(data_, size_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MemoryMap::~MemoryMap() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

namespace {

void* map_or_throw(size_t num_bytes, int protection, int flags, int fd) {
  void* data = ::mmap(nullptr, num_bytes, protection, flags, fd, 0);
  if (data == MAP_FAILED) {
    const Code code = errno == ENOMEM ? Code::kResourceExhausted : Code::kIo;
    throw_errno(code, fmt::format("cannot map {} bytes of memory", num_bytes));
  }
  return data;
}

}  // namespace

MemoryMap MemoryMap::anonymous(size_t num_bytes) {
  if (num_bytes == 0) return {};
  return {map_or_throw(num_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1),
          num_bytes};
}

MemoryMap MemoryMap::file(const std::filesystem::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) {
    throw_errno(errno == ENOENT ? Code::kNotFound : Code::kIo,
                fmt::format("cannot open {}", path.string()));
  }
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) throw_errno(Code::kIo, path.string());
  return descriptor(fd.get(), static_cast<size_t>(status.st_size), Access::kRead);
}

MemoryMap MemoryMap::descriptor(int fd, size_t num_bytes, Access access) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw_errno(Code::kIo, "cannot stat a descriptor to map");
  if (static_cast<uint64_t>(status.st_size) < num_bytes) {
    throw_error(Code::kIo, "cannot map {} bytes: the file has {}", num_bytes, status.st_size);
  }
  if (num_bytes == 0) return {};
  const int protection = access == Access::kRead ? PROT_READ : PROT_READ | PROT_WRITE;
  const int flags = access == Access::kRead ? MAP_PRIVATE : MAP_SHARED;
  return {map_or_throw(num_bytes, protection, flags, fd), num_bytes};
}

void MemoryMap::advise_unused(std::span<const std::byte> bytes) {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const uintptr_t first = (begin + page - 1) / page * page;
  const uintptr_t last = (begin + bytes.size()) / page * page;
  if (first >= last) return;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): page arithmetic
  (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

UniqueFd create_shared_memory(const char* name, size_t num_bytes) {
  UniqueFd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.valid()) throw_errno(Code::kIo, "memfd_create");
  if (::ftruncate(fd.get(), static_cast<off_t>(num_bytes)) != 0) {
    throw_errno(Code::kResourceExhausted,
                fmt::format("cannot reserve {} bytes of shared memory", num_bytes));
  }
  return fd;
}

}  // namespace mineru
