#include "text/digest.h"

#include <openssl/evp.h>

#include "base/check.h"
#include "base/error.h"

namespace mineru::text {

namespace {

constexpr const char* kLowerDigits = "0123456789abcdef";
constexpr const char* kUpperDigits = "0123456789ABCDEF";

std::string hex(std::span<const unsigned char> bytes, const char* digits) {
  std::string out;
  for (const unsigned char byte : bytes) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

const EVP_MD* method_of(Digest::Kind kind) {
  switch (kind) {
    case Digest::Kind::kMd5: return EVP_md5();
    case Digest::Kind::kSha1: return EVP_sha1();
    case Digest::Kind::kSha256: return EVP_sha256();
  }
  return EVP_sha256();
}

std::string finish(EVP_MD_CTX* context, const char* digits) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  MINERU_CHECK(EVP_DigestFinal_ex(context, digest, &length) == 1);
  return hex({digest, length}, digits);
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  MINERU_CHECK(EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr) == 1);
  return hex({digest, length}, kLowerDigits);
}

Digest::Digest(Kind kind) : context_(EVP_MD_CTX_new()) {
  // A FIPS-only OpenSSL refuses MD5: that is the machine's policy, not a bug.
  if (context_ == nullptr ||
      EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), method_of(kind), nullptr) != 1) {
    EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_));
    throw_error(Code::kUnsupported, "this machine's OpenSSL offers no {}",
                kind == Kind::kMd5 ? "MD5, which names the pictures" : "SHA");
  }
}

Digest::~Digest() { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_)); }

void Digest::update(std::span<const std::byte> bytes) {
  MINERU_CHECK(EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), bytes.data(), bytes.size()) ==
               1);
}

std::string Digest::hex() { return finish(static_cast<EVP_MD_CTX*>(context_), kLowerDigits); }

std::string Digest::hex_upper() { return finish(static_cast<EVP_MD_CTX*>(context_), kUpperDigits); }

}  // namespace mineru::text
