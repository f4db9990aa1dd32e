// The tokenizer against the `tokenizers` library, with a full-size vocabulary:
// MINERU_FULL_TOKENIZER names its tokenizer.json. Goldens: tools/oracle/tokenizer_goldens.py.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "model/tokenizer.h"
#include "text/digest.h"
#include "text/utf8.h"
#include "unit/model/tokenizer_golden_cases.h"

namespace mineru::model {
namespace {

using nlohmann::json;
using testing::from_hex;
using testing::ids_of;

const std::string kData = MINERU_TEST_DATA "/tokenizer/";

json read_json(const std::string& name) { return json::parse(read_file(kData + name)); }

const Tokenizer& full_tokenizer() {
  static const Tokenizer tokenizer = [] {
    const char* path = std::getenv("MINERU_FULL_TOKENIZER");
    if (path == nullptr) throw std::runtime_error("MINERU_FULL_TOKENIZER is not set");
    return Tokenizer::load(path);
  }();
  return tokenizer;
}

const json& goldens() {
  static const json value = read_json("full_goldens.json");
  return value;
}

// Knuth's MMIX generator; the upper bits.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  size_t below(size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % limit;
  }

 private:
  uint64_t state_;
};

// As Python's "surrogatepass": half pairs are written as if they were characters.
void append_code(std::string& out, char32_t code) {
  if (code < 0xD800 || code > 0xDFFF) {
    text::append_utf8(out, code);
    return;
  }
  out += '\xED';
  out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
  out += static_cast<char>(0x80U | (code & 0x3FU));
}

// The generator of the oracle.
class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {
    const auto tables = nlohmann::ordered_json::parse(read_file(kData + "fragments.json"));
    for (const auto& group : tables.at("fragments")) {
      groups_.push_back(group.get<std::vector<std::string>>());
    }
    groups_.emplace_back();
    for (const auto& digits : tables.at("broken")) {
      groups_.back().push_back(from_hex(digits.get<std::string>()));
    }
    ranges_ = tables.at("ranges").get<std::vector<std::array<size_t, 2>>>();
  }

  std::string string(size_t index) {
    std::string out;
    for (size_t count = 1 + random_.below(index % 100 == 99 ? 200 : 12); count > 0; --count) {
      const std::string part = fragment();
      size_t times = 1;
      if (random_.below(10) == 0) times += random_.below(20);
      for (; times > 0; --times) out += part;
      if (random_.below(3) == 0) out += ' ';
    }
    return out;
  }

 private:
  std::string fragment() {
    const size_t group = random_.below(groups_.size() + 2);
    if (group < groups_.size()) return groups_[group][random_.below(groups_[group].size())];
    const auto [first, last] = ranges_[random_.below(ranges_.size())];
    std::string out;
    append_code(out, static_cast<char32_t>(first + random_.below(last - first + 1)));
    return out;
  }

  Random random_;
  std::vector<std::vector<std::string>> groups_;
  std::vector<std::array<size_t, 2>> ranges_;
};

std::vector<std::string> golden_strings() {
  Generator generator(11);
  std::vector<std::string> strings;
  for (size_t i = 0; i < goldens().at("num_strings").get<size_t>(); ++i) {
    strings.push_back(generator.string(i));
  }
  return strings;
}

std::string packed(std::span<const int32_t> ids) {
  std::string bytes;
  for (const int32_t id : ids) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes += static_cast<char>(static_cast<uint32_t>(id) >> shift);
    }
  }
  return bytes + "|";
}

constexpr size_t kDigestBytes = 8;

std::string digest(std::string_view bytes) {
  return from_hex(text::sha256_hex(bytes).substr(0, 2 * kDigestBytes));
}

// Digests of strings, then of id lists, then of blocks of code points.
std::string golden_digest(size_t index) {
  static const std::string all = read_file(kData + "full_goldens.bin");
  return all.substr(index * kDigestBytes, kDigestBytes);
}

size_t num_strings() { return goldens().at("num_strings").get<size_t>(); }
size_t num_id_lists() { return goldens().at("num_id_lists").get<size_t>(); }

TEST(FullTokenizer, HasTheIdsOfTheFile) {
  const Tokenizer& tokenizer = full_tokenizer();
  EXPECT_EQ(tokenizer.num_ids(), goldens().at("num_ids").get<int32_t>());
  EXPECT_EQ(tokenizer.token_id("<|im_end|>"), 151645);
  EXPECT_TRUE(tokenizer.is_special(151645));
  EXPECT_FALSE(tokenizer.is_special(151657)) << "<tool_call> is added, not special";
  EXPECT_EQ(tokenizer.token_bytes(220), " ");
}

TEST(FullTokenizer, SampleStringsHaveTheIdsOfTheLibrary) {
  ASSERT_GT(goldens().at("strings").size(), 90U);
  for (const json& golden : goldens().at("strings")) {
    testing::expect_string_case(full_tokenizer(), golden);
  }
}

TEST(FullTokenizer, TheGeneratorIsTheOracles) {
  std::string all;
  for (const std::string& string : golden_strings()) all += (all.empty() ? "" : "|") + string;
  EXPECT_EQ(text::sha256_hex(all), goldens().at("strings_sha256").get<std::string>());
}

TEST(FullTokenizer, ThousandsOfStringsHaveTheIdsAndTextsOfTheLibrary) {
  const Tokenizer& tokenizer = full_tokenizer();
  const auto strings = golden_strings();
  ASSERT_GE(strings.size(), 10000U);
  size_t wrong = 0;
  for (size_t i = 0; i < strings.size(); ++i) {
    const auto plain = tokenizer.encode(strings[i], AddedTokens::kPlainText);
    const auto recognised = tokenizer.encode(strings[i], AddedTokens::kRecognise);
    const std::string found =
        digest(packed(plain) + packed(recognised) + tokenizer.decode(recognised, SkipSpecial::kNo) +
               "|" + tokenizer.decode(recognised, SkipSpecial::kYes));
    if (found == golden_digest(i)) continue;
    ++wrong;
    if (wrong <= 5) ADD_FAILURE() << "string " << i << ": " << ::testing::PrintToString(strings[i]);
  }
  EXPECT_EQ(wrong, 0U) << "of " << strings.size();
}

TEST(FullTokenizer, AnyIdsHaveTheTextOfTheLibrary) {
  const Tokenizer& tokenizer = full_tokenizer();
  const auto num_ids = static_cast<size_t>(tokenizer.num_ids());
  const size_t limit = num_ids + num_ids / 100 + 1;
  Random random(13);
  for (size_t i = 0; i < num_id_lists(); ++i) {
    std::vector<int32_t> ids;
    for (size_t count = 1 + random.below(40); count > 0; --count) {
      ids.push_back(static_cast<int32_t>(random.below(limit)));
    }
    const std::string found = digest(tokenizer.decode(ids, SkipSpecial::kNo) + "|" +
                                     tokenizer.decode(ids, SkipSpecial::kYes));
    EXPECT_EQ(found, golden_digest(num_strings() + i)) << ::testing::PrintToString(ids);
  }
}

TEST(FullTokenizer, EveryCodePointIsSplitAndComposedAsInTheLibrary) {
  const auto per_block = goldens().at("codes_per_block").get<char32_t>();
  size_t index = num_strings() + num_id_lists();
  for (char32_t first = 0; first < 0x110000; first += per_block) {
    std::string block;
    for (char32_t code = first; code < first + per_block; ++code) {
      if (code >= 0xD800 && code < 0xE000) continue;
      std::string c;
      text::append_utf8(c, code);
      block.append("x").append(c).append(" ").append(c).append("1\u0315").append(c).append("\n");
    }
    EXPECT_EQ(digest(packed(full_tokenizer().encode(block, AddedTokens::kPlainText))),
              golden_digest(index++))
        << fmt::format("U+{:04X} and following", static_cast<uint32_t>(first));
  }
}

// What a reader of tokens sees: pieces of characters, put together.
TEST(FullTokenizer, PlainTextComesBackWhole) {
  const Tokenizer& tokenizer = full_tokenizer();
  const std::string text = "Tabelle 表 😀 👨‍👩‍👧 <|im_end|>\n\t $\\frac{a}{b}$  ";
  const auto ids = tokenizer.encode(text, AddedTokens::kPlainText);
  EXPECT_EQ(tokenizer.decode(ids, SkipSpecial::kYes), text);
  for (const int32_t id : ids) EXPECT_LT(id, 151643) << "an added token";
}

// Of this process: other work on the machine does not count.
double cpu_seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Bounds are loose: sanitizers slow down tenfold. A quadratic loop would take minutes.
TEST(FullTokenizer, LongWordsAndLongRunsTakeLinearTime) {
  const Tokenizer& tokenizer = full_tokenizer();
  constexpr size_t kLength = 400000;
  std::string letters;
  Random random(5);
  for (size_t i = 0; i < kLength; ++i) letters += static_cast<char>('a' + random.below(26));
  std::string marks = "a";
  for (size_t i = 0; i < kLength / 4; ++i) marks += i % 2 == 0 ? "\u0301" : "\u0323";
  for (const std::string& text : {letters, std::string(kLength, 'a'), std::string(kLength, ' '),
                                  std::string(kLength, '\n'), std::string(kLength, '<'), marks}) {
    const auto start = std::clock();
    const auto ids = tokenizer.encode(text, AddedTokens::kRecognise);
    EXPECT_GT(ids.size(), 0U);
    EXPECT_LT(cpu_seconds_since(start), 10.0) << text.substr(0, 8);
    RecordProperty("ms_" + std::to_string(static_cast<int>(text[0])),
                   static_cast<int>(1000 * cpu_seconds_since(start)));
  }
}

TEST(FullTokenizer, LoadsQuickly) {
  const auto start = std::clock();
  const Tokenizer tokenizer = Tokenizer::load(std::getenv("MINERU_FULL_TOKENIZER"));
  EXPECT_LT(cpu_seconds_since(start), 10.0);
  RecordProperty("load_ms", static_cast<int>(1000 * cpu_seconds_since(start)));
}

}  // namespace
}  // namespace mineru::model
