#include "model/tokenizer_vocab.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/error.h"
#include "model/config_json.h"
#include "model/tokenizer_nfc.h"
#include "text/utf8.h"

namespace mineru::model {

namespace {

// Vocabularies of this kind write every byte as a visible character: these as themselves, the other
// 68, in order, as U+0100 and following.
constexpr bool is_visible(int byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr int kNumBytes = 256;

constexpr auto kCharOfByte = [] {
  std::array<char32_t, kNumBytes> chars{};
  char32_t next = kNumBytes;
  for (int byte = 0; byte < kNumBytes; ++byte) {
    chars[static_cast<size_t>(byte)] = is_visible(byte) ? static_cast<char32_t>(byte) : next++;
  }
  return chars;
}();

constexpr auto kByteOfChar = [] {
  std::array<int, kNumBytes + 68> bytes{};
  bytes.fill(-1);
  for (int byte = 0; byte < kNumBytes; ++byte) bytes[kCharOfByte[static_cast<size_t>(byte)]] = byte;
  return bytes;
}();

// A name with any other character stands for itself, as in `tokenizers`.
void append_bytes(std::string& out, std::string_view name) {
  const size_t begin = out.size();
  for (size_t pos = 0; pos < name.size();) {
    const auto lead = static_cast<unsigned char>(name[pos]);
    // The alphabet ends below U+0800: one or two bytes.
    char32_t code = lead;
    if (lead >= 0xE0) code = kByteOfChar.size();
    if (lead >= 0x80 && lead < 0xE0) {
      code = (lead & 0x1FU) << 6U | (static_cast<unsigned char>(name[pos + 1]) & 0x3FU);
    }
    if (code >= kByteOfChar.size() || kByteOfChar[code] < 0) {
      out.resize(begin);
      out += name;
      return;
    }
    out += static_cast<char>(kByteOfChar[code]);
    pos += lead < 0x80 ? 1 : 2;
  }
}

using IdsByName = std::unordered_map<std::string_view, int32_t>;

IdsByName index_names(const TokenizerFile& tokens, std::string_view file) {
  IdsByName ids;
  ids.reserve(tokens.vocab.size());
  for (const auto& [name, id] : tokens.vocab) {
    if (!ids.emplace(name, id).second) {
      throw_error(Code::kCorruptData, "{}: model.vocab: {} appears twice", file, in_quotes(name));
    }
  }
  return ids;
}

std::array<int32_t, kNumBytes> find_byte_ids(const IdsByName& ids, std::string_view file) {
  std::array<int32_t, kNumBytes> byte_ids{};
  for (size_t byte = 0; byte < kNumBytes; ++byte) {
    std::string name;
    text::append_utf8(name, kCharOfByte[byte]);
    const auto at = ids.find(name);
    if (at == ids.end()) {
      throw_error(Code::kCorruptData,
                  "{}: model.vocab: expected a token for every byte, found none for {} (byte {})",
                  file, in_quotes(name), byte);
    }
    byte_ids[byte] = at->second;
  }
  return byte_ids;
}

std::vector<BytePairEncoder::Merge> find_merges(const TokenizerFile& tokens, const IdsByName& ids,
                                                std::string_view file) {
  std::vector<BytePairEncoder::Merge> merges;
  merges.reserve(tokens.merges.size());
  const auto id_of = [&](std::string_view name) {
    const auto at = ids.find(name);
    if (at == ids.end()) {
      throw_error(Code::kCorruptData,
                  "{}: model.merges[{}]: expected tokens of model.vocab, found {}", file,
                  merges.size(), in_quotes(name));
    }
    return at->second;
  };
  std::string joined;
  for (const auto& [left, right] : tokens.merges) {
    joined.assign(left).append(right);
    merges.push_back({.left = id_of(left), .right = id_of(right), .joined = id_of(joined)});
  }
  return merges;
}

}  // namespace

Vocabulary::Vocabulary(const TokenizerFile& tokens, std::string_view file) {
  int32_t num_ids = 0;
  for (const auto& [name, id] : tokens.vocab) num_ids = std::max(num_ids, id + 1);
  for (const auto& added : tokens.added_tokens) num_ids = std::max(num_ids, added.id + 1);
  tokens_.resize(static_cast<size_t>(num_ids));

  const IdsByName ids = index_names(tokens, file);
  for (const auto& [name, id] : tokens.vocab) {
    if (tokens_[static_cast<size_t>(id)].known) {
      throw_error(Code::kCorruptData, "{}: model.vocab: {}: its id {} is another token's", file,
                  in_quotes(name), id);
    }
    add(name, id);
  }
  IdsByName added_ids = ids;
  for (const auto& added : tokens.added_tokens) {
    const auto [at, is_new] = added_ids.emplace(added.content, added.id);
    Token& token = tokens_[static_cast<size_t>(added.id)];
    if (at->second != added.id || (is_new && token.known)) {
      throw_error(Code::kCorruptData,
                  "{}: added_tokens: {}: expected one id of its own, found {} given twice", file,
                  in_quotes(added.content), is_new ? added.id : at->second);
    }
    // The library gives such a token back in its normalised form.
    if (is_new) add(added.normalized ? to_nfc(added.content) : added.content, added.id);
    token.special = token.special || added.special;
  }
  encoder_ = BytePairEncoder(find_byte_ids(ids, file), find_merges(tokens, ids, file));
}

void Vocabulary::add(std::string_view name, int32_t id) {
  const size_t begin = bytes_.size();
  append_bytes(bytes_, name);
  tokens_[static_cast<size_t>(id)] = {
      .begin = begin, .length = bytes_.size() - begin, .known = true};
}

std::string_view Vocabulary::bytes(int32_t id) const {
  if (id < 0 || id >= num_ids()) return {};
  const Token& token = tokens_[static_cast<size_t>(id)];
  return std::string_view(bytes_).substr(token.begin, token.length);
}

bool Vocabulary::is_special(int32_t id) const {
  return id >= 0 && id < num_ids() && tokens_[static_cast<size_t>(id)].special;
}

}  // namespace mineru::model
