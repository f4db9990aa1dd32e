#include "text/digest.h"

#include <openssl/evp.h>

#include "base/check.h"
#include "base/error.h"

namespace mineru::text {

namespace {

std::string hex(std::span<const unsigned char> bytes, const char* digits) {
  std::string out;
  for (const unsigned char byte : bytes) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  MINERU_CHECK(EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr) == 1);
  return hex({digest, length}, "0123456789abcdef");
}

Md5::Md5() : context_(EVP_MD_CTX_new()) {
  // A FIPS-only OpenSSL refuses MD5: that is the machine's policy, not a bug.
  if (context_ == nullptr ||
      EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), EVP_md5(), nullptr) != 1) {
    EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_));
    throw_error(Code::kUnsupported,
                "this machine's OpenSSL offers no MD5, which names the pictures");
  }
}

Md5::~Md5() { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_)); }

void Md5::update(std::span<const std::byte> bytes) {
  MINERU_CHECK(EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), bytes.data(), bytes.size()) ==
               1);
}

std::string Md5::hex_upper() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  MINERU_CHECK(EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_), digest, &length) == 1);
  return hex({digest, length}, "0123456789ABCDEF");
}

}  // namespace mineru::text
