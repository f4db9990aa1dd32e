#include "model/tokenizer.h"

#include <unordered_map>
#include <utility>

#include "model/bpe.h"
#include "model/config_json.h"
#include "model/pretokenizer.h"
#include "model/tokenizer_added.h"
#include "model/tokenizer_json.h"
#include "model/tokenizer_nfc.h"
#include "model/tokenizer_vocab.h"
#include "text/utf8_assembler.h"

namespace mineru::model {

namespace {

constexpr uint64_t kMaxFileBytes = uint64_t{256} << 20U;  // Qwen's has 11 MB

std::string to_valid_utf8(std::string_view bytes) {
  text::Utf8Assembler assembler;
  std::string valid = assembler.push(bytes);
  return valid += assembler.finish();
}

// Calls on_text with what lies between added tokens (never empty) and on_token with their ids.
template <class OnText, class OnToken>
void split_at_tokens(const AddedTokenMatcher& matcher, std::string_view text, OnText on_text,
                     OnToken on_token) {
  size_t pos = 0;
  while (const auto match = matcher.find(text, pos)) {
    if (match->begin > pos) on_text(text.substr(pos, match->begin - pos));
    on_token(match->id);
    pos = match->end;
  }
  if (pos < text.size()) on_text(text.substr(pos));
}

AddedTokenMatcher make_matcher(const TokenizerFile& tokens, bool normalized) {
  std::vector<std::pair<std::string, int32_t>> chosen;
  for (const auto& added : tokens.added_tokens) {
    if (added.normalized != normalized) continue;
    chosen.emplace_back(normalized ? to_nfc(added.content) : added.content, added.id);
  }
  return AddedTokenMatcher(std::move(chosen));
}

}  // namespace

struct Tokenizer::Tables {
  Tables(const TokenizerFile& tokens, std::string_view file)
      : vocabulary(tokens, file),
        raw_tokens(make_matcher(tokens, false)),
        normalized_tokens(make_matcher(tokens, true)) {
    for (const auto& added : tokens.added_tokens) added_ids.emplace(added.content, added.id);
  }

  // `composed` is NFC and holds no token to be recognised.
  void encode_words(std::string_view composed, std::vector<int32_t>& ids) const {
    BytePairEncoder::Scratch scratch;
    for (size_t pos = 0; pos < composed.size();) {
      const std::string_view word = next_word(composed, pos);
      vocabulary.encoder().encode(word, scratch, ids);
      pos += word.size();
    }
  }

  Vocabulary vocabulary;
  AddedTokenMatcher raw_tokens;         // looked for before normalisation
  AddedTokenMatcher normalized_tokens;  // looked for after it
  std::unordered_map<std::string, int32_t> added_ids;
};

Tokenizer Tokenizer::load(const std::filesystem::path& tokenizer_json) {
  return parse(read_small_file(tokenizer_json, kMaxFileBytes), tokenizer_json.string());
}

Tokenizer Tokenizer::parse(std::string_view json, std::string_view file) {
  return Tokenizer(std::make_unique<const Tables>(parse_tokenizer_file(json, file), file));
}

Tokenizer::Tokenizer(std::unique_ptr<const Tables> tables) : tables_(std::move(tables)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

std::vector<int32_t> Tokenizer::encode(std::string_view text, AddedTokens added) const {
  const std::string valid = to_valid_utf8(text);
  std::vector<int32_t> ids;
  if (added == AddedTokens::kPlainText) {
    tables_->encode_words(to_nfc(valid), ids);
    return ids;
  }
  const auto on_token = [&](int32_t id) { ids.push_back(id); };
  const auto on_composed = [&](std::string_view part) { tables_->encode_words(part, ids); };
  const auto on_raw = [&](std::string_view part) {
    split_at_tokens(tables_->normalized_tokens, to_nfc(part), on_composed, on_token);
  };
  split_at_tokens(tables_->raw_tokens, valid, on_raw, on_token);
  return ids;
}

std::string Tokenizer::decode(std::span<const int32_t> ids, SkipSpecial skip) const {
  std::string bytes;
  for (const int32_t id : ids) {
    if (skip == SkipSpecial::kYes && is_special(id)) continue;
    bytes += token_bytes(id);
  }
  return to_valid_utf8(bytes);
}

std::string_view Tokenizer::token_bytes(int32_t id) const { return tables_->vocabulary.bytes(id); }

std::optional<int32_t> Tokenizer::token_id(std::string_view token) const {
  const auto at = tables_->added_ids.find(std::string(token));
  if (at == tables_->added_ids.end()) return std::nullopt;
  return at->second;
}

bool Tokenizer::is_special(int32_t id) const { return tables_->vocabulary.is_special(id); }

int32_t Tokenizer::num_ids() const { return tables_->vocabulary.num_ids(); }

}  // namespace mineru::model
