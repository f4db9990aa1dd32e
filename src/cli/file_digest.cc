#include "cli/file_digest.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/unique_fd.h"
#include "text/digest.h"

namespace mineru::cli {

std::string file_digest(const std::filesystem::path& path, DigestKind kind,
                        const std::function<void(uint64_t bytes)>& on_bytes) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) throw_errno(Code::kIo, path.string());
  text::Digest digest(kind == DigestKind::kGitBlob ? text::Digest::Kind::kSha1
                                                   : text::Digest::Kind::kSha256);
  if (kind == DigestKind::kGitBlob) {
    const std::string head = fmt::format("blob {}", status.st_size);
    digest.update(std::string_view(head.c_str(), head.size() + 1));  // with the zero
  }
  std::vector<char> buffer(size_t{1} << 20);
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(Code::kIo, path.string());
    if (got == 0) return digest.hex();
    digest.update(std::string_view(buffer.data(), static_cast<size_t>(got)));
    if (on_bytes) on_bytes(static_cast<uint64_t>(got));
  }
}

}  // namespace mineru::cli
