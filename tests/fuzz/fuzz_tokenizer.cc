// Any bytes as tokenizer.json: refused with Error, or a tokenizer that encodes and decodes.
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "model/tokenizer.h"
#include "model/tokenizer_nfc.h"

namespace {

using mineru::model::AddedTokens;
using mineru::model::SkipSpecial;
using mineru::model::Tokenizer;

void use(const Tokenizer& tokenizer, std::string_view text) {
  const auto plain = tokenizer.encode(text, AddedTokens::kPlainText);
  const std::string decoded = tokenizer.decode(plain, SkipSpecial::kNo);
  // Broken bytes are replaced once; afterwards nothing changes any more but by composition.
  const auto again = tokenizer.encode(decoded, AddedTokens::kPlainText);
  MINERU_CHECK(tokenizer.decode(again, SkipSpecial::kNo) == mineru::model::to_nfc(decoded));
  for (const int32_t id : tokenizer.encode(text, AddedTokens::kRecognise)) {
    MINERU_CHECK(id >= 0 && id < tokenizer.num_ids());
  }
  std::vector<int32_t> ids(64);
  std::iota(ids.begin(), ids.end(), tokenizer.num_ids() - 48);
  (void)tokenizer.decode(ids, SkipSpecial::kYes);
  (void)tokenizer.token_id(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Tokenizer tokenizer = Tokenizer::parse(bytes, "tokenizer.json");
    use(tokenizer, "It's 42 \xE4\xB8\xAD e\xCC\x81 <|im_end|>\r\n\t  \xF0\x9F\x98\xFF!");
    // The file itself is text as well.
    use(tokenizer, bytes.substr(0, 4096));
  } catch (const mineru::Error&) {
  }
  return 0;
}
