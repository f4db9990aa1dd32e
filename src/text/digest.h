// Digests that name output files; not for security.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mineru::text {

std::string sha256_hex(std::string_view bytes);  // lower case, 64 digits

// Incremental MD5. Not thread-safe.
class Md5 {
 public:
  Md5();
  ~Md5();
  Md5(const Md5&) = delete;
  Md5& operator=(const Md5&) = delete;
  void update(std::span<const std::byte> bytes);
  std::string hex_upper();  // 32 digits; ends the computation

 private:
  void* context_;  // EVP_MD_CTX, owned
};

}  // namespace mineru::text
