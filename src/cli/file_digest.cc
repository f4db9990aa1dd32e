#include "cli/file_digest.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"
#include "base/error.h"
#include "base/unique_fd.h"

namespace mineru::cli {

namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

class Digest {
 public:
  explicit Digest(DigestKind kind) : context_(EVP_MD_CTX_new()) {
    const EVP_MD* const method = kind == DigestKind::kSha256 ? EVP_sha256() : EVP_sha1();
    if (!context_ || EVP_DigestInit_ex(context_.get(), method, nullptr) != 1) {
      throw_error(Code::kInternal, "OpenSSL has no such checksum");
    }
  }
  void update(const void* data, size_t size) {
    MINERU_CHECK(EVP_DigestUpdate(context_.get(), data, size) == 1);
  }
  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    MINERU_CHECK(EVP_DigestFinal_ex(context_.get(), bytes.data(), &size) == 1);
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, FreeContext> context_;
};

}  // namespace

std::string file_digest(const std::filesystem::path& path, DigestKind kind,
                        const std::function<void(uint64_t bytes)>& on_bytes) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) throw_errno(Code::kIo, path.string());
  Digest digest(kind);
  if (kind == DigestKind::kGitBlob) {
    const std::string head = fmt::format("blob {}", status.st_size);
    digest.update(head.c_str(), head.size() + 1);  // with the zero
  }
  std::vector<char> buffer(size_t{1} << 20);
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(Code::kIo, path.string());
    if (got == 0) return digest.hex();
    digest.update(buffer.data(), static_cast<size_t>(got));
    if (on_bytes) on_bytes(static_cast<uint64_t>(got));
  }
}

}  // namespace mineru::cli
