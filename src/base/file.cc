#include "base/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "base/memory_map.h"
#include "base/unique_fd.h"

namespace mineru {

std::string read_file(const std::filesystem::path& path) {
  const MemoryMap map = MemoryMap::file(path);
  const auto bytes = map.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

namespace {

void write_all(int fd, std::string_view contents, const std::filesystem::path& path) {
  while (!contents.empty()) {
    const ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_errno(Code::kIo, fmt::format("cannot write {}", path.string()));
    }
    contents.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view contents) {
  // The name stays short whatever the target's length, so that a 255-byte name still works.
  const std::filesystem::path temporary =
      path.parent_path() /
      fmt::format(".mineru-{}-{:x}.tmp", ::getpid(), std::hash<std::string>{}(path.string()));
  UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd.valid()) throw_errno(Code::kIo, fmt::format("cannot create {}", temporary.string()));
  try {
    write_all(fd.get(), contents, path);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  fd.reset();
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int saved = errno;
    ::unlink(temporary.c_str());
    errno = saved;
    throw_errno(Code::kIo, fmt::format("cannot replace {}", path.string()));
  }
}

std::filesystem::path executable_dir() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw_error(Code::kIo, "cannot read /proc/self/exe: {}", error.message());
  return path.parent_path();
}

}  // namespace mineru
