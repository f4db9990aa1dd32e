#include "model/tokenizer_json.h"

#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/config_json.h"
#include "model/pretokenizer.h"

namespace mineru::model {

using nlohmann::json;

namespace {

constexpr int kMaxDepth = 64;  // of brackets; real files nest five
constexpr size_t kMaxAddedBytes = 1024;

// Watches the JSON parser: takes vocabulary and merges out of its hands one by one, so that no tree
// of half a million nodes is built. Keys of the root object have depth 1.
class Watcher {
 public:
  Watcher(std::string_view file, TokenizerFile& out) : file_(file), out_(out) {}

  // What json::parser_callback_t wants: false drops the parsed value.
  bool operator()(int depth, json::parse_event_t event, json& parsed) {
    if (depth > kMaxDepth) {
      throw_error(Code::kCorruptData, "{}: JSON nested more than {} levels deep", file_, kMaxDepth);
    }
    if (event == json::parse_event_t::key && depth <= 2) {
      enter(depth, parsed.get_ref<const std::string&>());
      return true;
    }
    switch (section_) {
      case Section::kVocab: return vocab_event(depth, event, parsed);
      case Section::kMerges: return merges_event(depth, event, parsed);
      case Section::kOther: break;
    }
    return true;
  }

 private:
  enum class Section { kOther, kVocab, kMerges };
  using Event = json::parse_event_t;

  void enter(int depth, const std::string& key) {
    section_ = Section::kOther;
    if (depth == 1) in_model_ = key == "model";
    if (depth != 2 || !in_model_) return;
    if (key == "vocab") begin(Section::kVocab, seen_vocab_, key);
    if (key == "merges") begin(Section::kMerges, seen_merges_, key);
  }

  void begin(Section section, bool& seen, const std::string& key) {
    if (seen) throw_error(Code::kCorruptData, "{}: model.{} appears twice", file_, key);
    seen = true;
    section_ = section;
  }

  bool vocab_event(int depth, Event event, json& parsed) {
    if (depth < 2) return true;
    if (depth == 2) {
      if (event == Event::object_start || event == Event::object_end) return true;
      throw_error(Code::kCorruptData, "{}: model.vocab: expected an object, found {}", file_,
                  found(event, parsed));
    }
    if (event == Event::key) {
      token_ = parsed.get<std::string>();
      return false;
    }
    if (event != Event::value || !parsed.is_number_unsigned() ||
        parsed.get<uint64_t>() >= static_cast<uint64_t>(kMaxTokenIds)) {
      throw_error(Code::kCorruptData, "{}: model.vocab: {}: expected an integer in 0..{}, found {}",
                  file_, in_quotes(token_), kMaxTokenIds - 1, found(event, parsed));
    }
    out_.vocab.emplace_back(std::move(token_), static_cast<int32_t>(parsed.get<uint64_t>()));
    return false;
  }

  bool merges_event(int depth, Event event, json& parsed) {
    const bool is_bracket = event == Event::array_start || event == Event::array_end;
    if (depth < 2) return true;
    if (depth == 2) {
      if (is_bracket) return true;
      throw_error(Code::kCorruptData, "{}: model.merges: expected an array, found {}", file_,
                  found(event, parsed));
    }
    if (depth == 3 && event == Event::array_start) {
      pair_.clear();
      return true;
    }
    if (depth == 3 && event == Event::array_end) {
      if (pair_.size() != 2) bad_merge(fmt::format("an array of {}", pair_.size()));
      out_.merges.emplace_back(std::move(pair_[0]), std::move(pair_[1]));
      return false;
    }
    if (event != Event::value || !parsed.is_string()) bad_merge(found(event, parsed));
    auto& text = parsed.get_ref<std::string&>();
    if (depth == 4) {
      if (pair_.size() == 2) bad_merge("a longer array");
      pair_.push_back(std::move(text));
      return false;
    }
    // Older files: "left right".
    const size_t space = text.find(' ');
    if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos) {
      bad_merge(in_quotes(text));
    }
    out_.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    return false;
  }

  [[noreturn]] void bad_merge(std::string_view what) const {
    throw_error(Code::kCorruptData, "{}: model.merges[{}]: expected two strings, found {}", file_,
                out_.merges.size(), what);
  }

  static std::string found(Event event, const json& parsed) {
    switch (event) {
      case Event::object_start: return "an object";
      case Event::array_start: return "an array";
      case Event::value: return described(parsed);
      default: return "something else";
    }
  }

  std::string_view file_;
  TokenizerFile& out_;
  Section section_ = Section::kOther;
  bool in_model_ = false;
  bool seen_vocab_ = false;
  bool seen_merges_ = false;
  std::string token_;              // whose id comes next
  std::vector<std::string> pair_;  // of the merge being read
};

json parse_watched(std::string_view text, std::string_view file, TokenizerFile& out) {
  Watcher watcher(file, out);
  json root;
  try {
    root = json::parse(text.begin(), text.end(),
                       [&](int depth, json::parse_event_t event, json& parsed) {
                         return watcher(depth, event, parsed);
                       });
  } catch (const json::parse_error& error) {
    throw_error(Code::kCorruptData, "{}: expected JSON, found something else at byte {} of {}",
                file, error.byte, text.size());
  } catch (const json::exception&) {
    throw_error(Code::kCorruptData, "{}: expected JSON, found a number out of range", file);
  }
  if (!root.is_object()) {
    throw_error(Code::kCorruptData, "{}: expected a JSON object, found {}", file, described(root));
  }
  return root;
}

void expect_string(const JsonFields& fields, std::string_view key, std::string_view expected) {
  const json* value = fields.find(key);
  if (value == nullptr || *value != expected) {
    fields.fail(Code::kUnsupported, key, in_quotes(expected));
  }
}

// Absent counts as false where `tokenizers` reads it so.
enum class Absent { kIsFalse, kIsAnError };

void expect_false(const JsonFields& fields, std::string_view key, Absent absent) {
  const json* value = fields.find(key);
  if (value == nullptr && absent == Absent::kIsFalse) return;
  if (value == nullptr || *value != false) fields.fail(Code::kUnsupported, key, "false");
}

// null, or an empty string.
void expect_nothing(const JsonFields& fields, std::string_view key) {
  const json* value = fields.find(key);
  if (value != nullptr && *value != "") fields.fail(Code::kUnsupported, key, "null");
}

JsonFields required_object(const JsonFields& fields, std::string_view key) {
  const auto object = fields.object(key);
  if (!object) fields.fail(Code::kUnsupported, key, "an object");
  return *object;
}

void check_pre_tokenizer(const JsonFields& root, std::string_view file) {
  const JsonFields sequence = required_object(root, "pre_tokenizer");
  expect_string(sequence, "type", "Sequence");
  const json* steps = sequence.find("pretokenizers");
  if (steps == nullptr || !steps->is_array() || steps->size() != 2 || !(*steps)[0].is_object() ||
      !(*steps)[1].is_object()) {
    sequence.fail(Code::kUnsupported, "pretokenizers", "Split and ByteLevel");
  }
  const JsonFields split((*steps)[0], file, "pre_tokenizer.pretokenizers[0].");
  expect_string(split, "type", "Split");
  const JsonFields pattern = required_object(split, "pattern");
  const json* regex = pattern.find("Regex");
  if (regex == nullptr || *regex != kQwenSplitPattern) {
    pattern.fail(Code::kUnsupported, "Regex",
                 fmt::format("the split pattern of Qwen2 ({})", kQwenSplitPattern),
                 regex == nullptr ? "nothing"
                 : regex->is_string()
                     ? regex->get_ref<const std::string&>().substr(0, 2 * kQwenSplitPattern.size())
                     : described(*regex));
  }
  expect_string(split, "behavior", "Isolated");
  expect_false(split, "invert", Absent::kIsFalse);
  const JsonFields bytes((*steps)[1], file, "pre_tokenizer.pretokenizers[1].");
  expect_string(bytes, "type", "ByteLevel");
  expect_false(bytes, "add_prefix_space", Absent::kIsAnError);
  expect_false(bytes, "use_regex", Absent::kIsAnError);  // `tokenizers` reads absent as true
}

void check_model(const JsonFields& model) {
  expect_string(model, "type", "BPE");
  const json* dropout = model.find("dropout");
  if (dropout != nullptr && *dropout != 0) model.fail(Code::kUnsupported, "dropout", "null");
  expect_nothing(model, "unk_token");
  expect_nothing(model, "continuing_subword_prefix");
  expect_nothing(model, "end_of_word_suffix");
  expect_false(model, "byte_fallback", Absent::kIsFalse);
  expect_false(model, "ignore_merges", Absent::kIsFalse);
  for (const char* key : {"vocab", "merges"}) {
    if (!model.has(key)) model.fail(Code::kCorruptData, key, "the tokens", "nothing");
  }
}

AddedToken read_added_token(const JsonFields& fields) {
  AddedToken token;
  const auto id = fields.integer("id", 0, kMaxTokenIds - 1);
  if (!id) fields.fail(Code::kCorruptData, "id", "an integer");
  token.id = static_cast<int32_t>(*id);
  token.content = fields.string("content").value_or("");
  if (token.content.empty() || token.content.size() > kMaxAddedBytes) {
    fields.fail(Code::kCorruptData, "content",
                fmt::format("a string of 1..{} bytes", kMaxAddedBytes));
  }
  expect_false(fields, "single_word", Absent::kIsFalse);
  expect_false(fields, "lstrip", Absent::kIsFalse);
  expect_false(fields, "rstrip", Absent::kIsFalse);
  token.special = fields.boolean("special").value_or(false);
  token.normalized = fields.boolean("normalized").value_or(!token.special);
  return token;
}

std::vector<AddedToken> read_added_tokens(const JsonFields& root, std::string_view file) {
  std::vector<AddedToken> tokens;
  const json* list = root.find("added_tokens");
  if (list == nullptr) return tokens;
  if (!list->is_array()) root.fail(Code::kCorruptData, "added_tokens", "an array");
  for (const json& item : *list) {
    const std::string place = fmt::format("added_tokens[{}]", tokens.size());
    if (!item.is_object()) root.fail(Code::kCorruptData, place, "an object", described(item));
    tokens.push_back(read_added_token(JsonFields(item, file, place + ".")));
  }
  return tokens;
}

}  // namespace

TokenizerFile parse_tokenizer_file(std::string_view text, std::string_view file) {
  TokenizerFile out;
  const json tree = parse_watched(text, file, out);
  const JsonFields root(tree, file);
  // "truncation" and "padding" are left aside, as transformers does: it sets its own each time.
  expect_string(required_object(root, "normalizer"), "type", "NFC");
  check_pre_tokenizer(root, file);
  // ByteLevel adds no ids, only offsets.
  if (const auto post = root.object("post_processor")) expect_string(*post, "type", "ByteLevel");
  expect_string(required_object(root, "decoder"), "type", "ByteLevel");
  check_model(required_object(root, "model"));
  out.added_tokens = read_added_tokens(root, file);
  return out;
}

}  // namespace mineru::model
