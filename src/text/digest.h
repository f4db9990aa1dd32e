// Digests that name output files; not for security.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mineru::text {

std::string sha256_hex(std::string_view bytes);  // lower case, 64 digits

// A digest piece by piece. Not thread-safe.
class Digest {
 public:
  enum class Kind { kMd5, kSha1, kSha256 };
  // Errors: kUnsupported (OpenSSL's policy on this machine forbids the digest).
  explicit Digest(Kind kind);
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  void update(std::span<const std::byte> bytes);
  void update(std::string_view bytes) { update(std::as_bytes(std::span(bytes))); }
  // Both end the computation.
  std::string hex();
  std::string hex_upper();

 private:
  void* context_;  // EVP_MD_CTX, owned
};

}  // namespace mineru::text
