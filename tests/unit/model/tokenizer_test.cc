#include "model/tokenizer.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "model/tokenizer_nfc.h"
#include "text/utf8_assembler.h"
#include "unit/model/tokenizer_golden_cases.h"

namespace mineru::model {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::ids_of;

const std::string kData = MINERU_TEST_DATA "/tokenizer/";

const Tokenizer& tiny() {
  static const Tokenizer tokenizer = Tokenizer::load(kData + "tiny.json");
  return tokenizer;
}

json read_json(const std::string& name) { return json::parse(read_file(kData + name)); }

TEST(Tokenizer, StringsHaveTheIdsAndTextsOfTheLibrary) {
  const json goldens = read_json("tiny_goldens.json");
  ASSERT_GT(goldens.at("strings").size(), 50U);
  for (const json& golden : goldens.at("strings")) testing::expect_string_case(tiny(), golden);
}

TEST(Tokenizer, AnyIdsHaveTheTextOfTheLibrary) {
  const json goldens = read_json("tiny_goldens.json");
  ASSERT_EQ(goldens.at("id_lists").size(), 60U);
  for (const json& golden : goldens.at("id_lists")) {
    const auto ids = ids_of(golden.at("ids"));
    EXPECT_EQ(tiny().decode(ids, SkipSpecial::kNo), golden.at("kept").get<std::string>());
    EXPECT_EQ(tiny().decode(ids, SkipSpecial::kYes), golden.at("skipped").get<std::string>());
  }
}

TEST(Tokenizer, TokenBytesThroughTheAssemblerAreDecode) {
  const json goldens = read_json("tiny_goldens.json");
  for (const json& golden : goldens.at("id_lists")) {
    text::Utf8Assembler assembler;
    std::string streamed;
    const auto ids = ids_of(golden.at("ids"));
    for (const int32_t id : ids) streamed += assembler.push(tiny().token_bytes(id));
    streamed += assembler.finish();
    EXPECT_EQ(streamed, tiny().decode(ids, SkipSpecial::kNo));
  }
}

TEST(Tokenizer, LongestAddedTokenWins) {
  const auto ids = tiny().encode("<|im_end|>\n<|im_end|>x", AddedTokens::kRecognise);
  ASSERT_EQ(ids.size(), 3U);
  EXPECT_EQ(ids[0], tiny().token_id("<|im_end|>\n"));
  EXPECT_EQ(ids[1], tiny().token_id("<|im_end|>"));
  EXPECT_EQ(tiny().decode(ids, SkipSpecial::kYes), "x");
}

TEST(Tokenizer, WhatUsersTypeIsPlainText) {
  const std::string text = "<|im_start|><fcel>two words";
  const auto ids = tiny().encode(text, AddedTokens::kPlainText);
  for (const int32_t id : ids) EXPECT_LT(id, *tiny().token_id("<|im_start|>"));
  EXPECT_EQ(tiny().decode(ids, SkipSpecial::kYes), text);
}

TEST(Tokenizer, AnswersAboutIds) {
  const int32_t end = *tiny().token_id("<|im_end|>");
  EXPECT_TRUE(tiny().is_special(end));
  EXPECT_FALSE(tiny().is_special(*tiny().token_id("<fcel>")));
  EXPECT_FALSE(tiny().is_special(-1));
  EXPECT_FALSE(tiny().is_special(tiny().num_ids()));
  EXPECT_EQ(tiny().token_bytes(end), "<|im_end|>");
  EXPECT_EQ(tiny().token_bytes(-1), "");
  EXPECT_EQ(tiny().token_bytes(tiny().num_ids()), "");
  EXPECT_EQ(tiny().token_id("the"), std::nullopt) << "not an added token";
  EXPECT_EQ(tiny().num_ids(), 614);
}

TEST(Tokenizer, ManyThreadsMayUseOne) {
  const std::string text = "naïve 表格识别 e\u0301 <|im_end|> 123";
  const auto expected = tiny().encode(text, AddedTokens::kRecognise);
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  threads.reserve(wrong.size());
  for (int& count : wrong) {
    threads.emplace_back([&text, &expected, &count] {
      for (int i = 0; i < 200; ++i) {
        if (tiny().encode(text, AddedTokens::kRecognise) != expected) ++count;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ::testing::Each(0));
}

TEST(ToNfc, ComposesAsTheLibraryDoes) {
  EXPECT_EQ(to_nfc("e\u0301\u0323"), "\u1eb9\u0301");
  EXPECT_EQ(to_nfc("\u1112\u1161\u11ab"), "한");
  EXPECT_EQ(to_nfc("\u0958"), "\u0915\u093c") << "excluded from composition";
  EXPECT_EQ(to_nfc("plain \u00e9"), "plain \u00e9");
  EXPECT_EQ(to_nfc(""), "");
  // Younger than the library's tables: utf8proc alone would reorder, or compose.
  EXPECT_EQ(to_nfc("x\U0001e4ec\u0334"), "x\U0001e4ec\u0334");
  EXPECT_EQ(to_nfc("\U00011935\U00011930"), "\U00011935\U00011930");
}

// Files that must be refused: what is changed in tiny.json, and what the message says.
struct Refused {
  Code code;
  std::string message;
  std::function<void(json&)> change;
};

Error error_of(std::string_view text) {
  try {
    Tokenizer::parse(text, "f.json");
  } catch (const Error& error) {
    return error;
  }
  return {Code::kInternal, "no error"};
}

void expect_refused(const std::vector<Refused>& cases) {
  const json good = read_json("tiny.json");
  for (const Refused& refused : cases) {
    json changed = good;
    refused.change(changed);
    const Error error = error_of(changed.dump());
    EXPECT_EQ(error.code(), refused.code) << refused.message;
    EXPECT_THAT(error.message(), HasSubstr(refused.message));
  }
}

TEST(TokenizerErrors, OtherAlgorithms) {
  const auto splitter = [](json& f) -> json& { return f["pre_tokenizer"]["pretokenizers"][0]; };
  const auto bytes = [](json& f) -> json& { return f["pre_tokenizer"]["pretokenizers"][1]; };
  const Code code = Code::kUnsupported;
  expect_refused({
      {code, "f.json: model.type: expected \"BPE\", found \"Unigram\"",
       [](json& f) { f["model"]["type"] = "Unigram"; }},
      {code, "f.json: normalizer.type: expected \"NFC\", found \"NFKC\"",
       [](json& f) { f["normalizer"]["type"] = "NFKC"; }},
      {code, "f.json: normalizer: expected an object, found nothing",
       [](json& f) { f["normalizer"] = nullptr; }},
      {code, "f.json: pre_tokenizer.pretokenizers[0].pattern.Regex: expected the split pattern of ",
       [&](json& f) { splitter(f)["pattern"]["Regex"] = "\\p{N}{1,3}"; }},
      {code, "found \\p{N}{1,3}",
       [&](json& f) { splitter(f)["pattern"]["Regex"] = "\\p{N}{1,3}"; }},
      {code, "Regex: expected",
       [&](json& f) {
         splitter(f)["pattern"] = {{"String", " "}};
       }},
      {code, "[0].behavior: expected \"Isolated\", found \"Removed\"",
       [&](json& f) { splitter(f)["behavior"] = "Removed"; }},
      {code, "[0].invert: expected false, found true",
       [&](json& f) { splitter(f)["invert"] = true; }},
      {code, "[1].use_regex: expected false, found nothing",
       [&](json& f) { bytes(f).erase("use_regex"); }},
      {code, "[1].add_prefix_space: expected false, found true",
       [&](json& f) { bytes(f)["add_prefix_space"] = true; }},
      {code, "pretokenizers: expected Split and ByteLevel, found an array of 3",
       [](json& f) {
         f["pre_tokenizer"]["pretokenizers"].push_back({{"type", "Digits"}});
       }},
      {code, "f.json: post_processor.type: expected \"ByteLevel\", found \"TemplateProcessing\"",
       [](json& f) { f["post_processor"]["type"] = "TemplateProcessing"; }},
      {code, "f.json: decoder.type: expected \"ByteLevel\", found \"WordPiece\"",
       [](json& f) { f["decoder"]["type"] = "WordPiece"; }},
      {code, "model.unk_token: expected null, found \"<unk>\"",
       [](json& f) { f["model"]["unk_token"] = "<unk>"; }},
      {code, "model.dropout: expected null, found 0.1",
       [](json& f) { f["model"]["dropout"] = 0.1; }},
      {code, "model.byte_fallback: expected false, found true",
       [](json& f) { f["model"]["byte_fallback"] = true; }},
      {code, "model.ignore_merges: expected false, found true",
       [](json& f) { f["model"]["ignore_merges"] = true; }},
      {code, "model.end_of_word_suffix: expected null, found \"</w>\"",
       [](json& f) { f["model"]["end_of_word_suffix"] = "</w>"; }},
      {code, "added_tokens[2].lstrip: expected false, found true",
       [](json& f) { f["added_tokens"][2]["lstrip"] = true; }},
      {code, "added_tokens[0].single_word: expected false, found true",
       [](json& f) { f["added_tokens"][0]["single_word"] = true; }},
  });
}

TEST(TokenizerErrors, DamagedFiles) {
  const Code code = Code::kCorruptData;
  expect_refused({
      {code, "f.json: model.vocab: expected an object, found an array",
       [](json& f) { f["model"]["vocab"] = json::array(); }},
      {code, "f.json: model.vocab: expected an object, found 5",
       [](json& f) { f["model"]["vocab"] = 5; }},
      {code, "model.vocab: \"a\": expected an integer in 0..2097151, found -1",
       [](json& f) { f["model"]["vocab"]["a"] = -1; }},
      {code, "model.vocab: \"a\": expected an integer in 0..2097151, found 2097152",
       [](json& f) { f["model"]["vocab"]["a"] = 2097152; }},
      {code, "model.vocab: \"a\": expected an integer in 0..2097151, found an object",
       [](json& f) { f["model"]["vocab"]["a"] = json::object(); }},
      {code, "is another token's", [](json& f) { f["model"]["vocab"]["a"] = 5; }},
      {code, "model.vocab: expected a token for every byte, found none for \"a\" (byte 97)",
       [](json& f) {
         f["model"]["vocab"].erase("a");
         f["model"]["merges"] = json::array();
       }},
      {code, "f.json: model.merges: expected an array, found \"x\"",
       [](json& f) { f["model"]["merges"] = "x"; }},
      {code, "f.json: model.merges[1]: expected two strings, found \"abc\"",
       [](json& f) { f["model"]["merges"][1] = "abc"; }},
      {code, "f.json: model.merges[1]: expected two strings, found \"a b c\"",
       [](json& f) { f["model"]["merges"][1] = "a b c"; }},
      {code, "f.json: model.merges[0]: expected two strings, found an array of 1",
       [](json& f) { f["model"]["merges"][0] = {"a"}; }},
      {code, "f.json: model.merges[0]: expected two strings, found a longer array",
       [](json& f) {
         f["model"]["merges"][0] = {"a", "b", "c"};
       }},
      {code, "f.json: model.merges[0]: expected two strings, found 7",
       [](json& f) {
         f["model"]["merges"][0] = {"a", 7};
       }},
      {code, "f.json: model.merges[0]: expected tokens of model.vocab, found \"qz\"",
       [](json& f) {
         f["model"]["merges"][0] = {"q", "z"};
       }},
      {code, "model.merges: expected the tokens, found nothing",
       [](json& f) { f["model"].erase("merges"); }},
      {code, "f.json: added_tokens: expected an array, found",
       [](json& f) { f["added_tokens"] = "x"; }},
      {code, "f.json: added_tokens[1]: expected an object, found 3",
       [](json& f) { f["added_tokens"][1] = 3; }},
      {code, "added_tokens[1].content: expected a string of 1..1024 bytes, found \"\"",
       [](json& f) { f["added_tokens"][1]["content"] = ""; }},
      {code, "added_tokens[1].id: expected an integer, found nothing",
       [](json& f) { f["added_tokens"][1].erase("id"); }},
      {code, "expected one id of its own, found 0 given twice",
       [](json& f) { f["added_tokens"][1]["id"] = 0; }},
  });
}

TEST(TokenizerErrors, NotAFileOfTheKind) {
  EXPECT_EQ(error_of("").message(), "f.json: expected JSON, found something else at byte 1 of 0");
  EXPECT_EQ(error_of("[]").message(), "f.json: expected a JSON object, found []");
  EXPECT_EQ(error_of(std::string(100, '[')).message(),
            "f.json: JSON nested more than 64 levels deep");
  EXPECT_EQ(error_of(R"({"model":{"vocab":{"a":1},"vocab":{}}})").message(),
            "f.json: model.vocab appears twice");
  EXPECT_EQ(error_of(R"({"model":{"vocab":{"a":1)").code(), Code::kCorruptData);
  try {
    Tokenizer::load(kData + "none.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_THAT(error.message(), HasSubstr("none.json"));
  }
}

TEST(Tokenizer, ReadsMergesOfOlderFiles) {
  json older = read_json("tiny.json");
  for (json& merge : older["model"]["merges"]) {
    merge = merge[0].get<std::string>() + " " + merge[1].get<std::string>();
  }
  const Tokenizer tokenizer = Tokenizer::parse(older.dump(), "older.json");
  const std::string text = "the quick 中文 tokenization";
  EXPECT_EQ(tokenizer.encode(text, AddedTokens::kPlainText),
            tiny().encode(text, AddedTokens::kPlainText));
}

}  // namespace
}  // namespace mineru::model
