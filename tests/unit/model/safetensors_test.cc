#include "model/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "model/weight_source.h"
#include "unit/base/temp_folder.h"

namespace mineru::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string with_length(std::string_view header, uint64_t length, std::string_view data) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + std::string(header) + std::string(data);
}

// A file of this header and so many bytes of data.
std::string file_of(std::string_view header, size_t num_data) {
  return with_length(header, header.size(), std::string(num_data, 'x'));
}

std::vector<SafetensorsEntry> parse(std::string_view bytes) {
  return parse_safetensors(std::as_bytes(std::span(bytes)), "w.safetensors");
}

template <typename Call>
std::string failure(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return fmt::format("{}: {}", code_name(error.code()), error.message());
  }
  return "";
}

std::string parse_failure(std::string_view bytes) {
  return failure([&] { parse(bytes); });
}

std::string header_failure(std::string_view header, size_t num_data) {
  return parse_failure(file_of(header, num_data));
}

TEST(Safetensors, EntriesInOrderOfTheirPlace) {
  const std::string header =
      R"({"b":{"dtype":"F32","shape":[2,1],"data_offsets":[6,14]},"__metadata__":{"a":"x"},)"
      R"("empty":{"dtype":"F16","shape":[3,0],"data_offsets":[6,6]},)"
      R"("a":{"dtype":"BF16","shape":[3],"data_offsets":[0,6]},)"
      R"("scalar":{"dtype":"F16","shape":[],"data_offsets":[14,16]}}  )";
  const auto entries = parse(file_of(header, 16));
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0].name, "a");
  EXPECT_EQ(entries[0].dtype, DType::kBF16);
  EXPECT_THAT(entries[0].shape, ElementsAre(3));
  EXPECT_EQ(entries[0].offset, 8 + header.size());
  EXPECT_EQ(entries[0].num_bytes, 6U);
  EXPECT_EQ(entries[1].name, "empty");
  EXPECT_EQ(entries[1].num_bytes, 0U);
  EXPECT_EQ(entries[2].name, "b");
  EXPECT_THAT(entries[2].shape, ElementsAre(2, 1));
  EXPECT_EQ(entries[2].offset, 8 + header.size() + 6);
  EXPECT_EQ(entries[3].name, "scalar");
  EXPECT_EQ(entries[3].num_bytes, 2U);
  EXPECT_TRUE(parse(file_of("{}", 0)).empty());
}

TEST(Safetensors, LengthOfTheHeader) {
  EXPECT_EQ(parse_failure("1234567"),
            "corrupt_data: w.safetensors: expected a safetensors file, found 7 bytes");
  EXPECT_THAT(parse_failure(with_length("{}", 3, "")),
              HasSubstr("header of at most 2 bytes in this file of 10, found a length of 3"));
  EXPECT_THAT(parse_failure(with_length("{}", UINT64_MAX, "")),
              HasSubstr("found a length of 18446744073709551615"));
  EXPECT_THAT(parse_failure(with_length("", 0, "")), HasSubstr("starting with {, found nothing"));
  EXPECT_THAT(header_failure(" {}", 0), HasSubstr("starting with {"));
  EXPECT_THAT(header_failure("{", 0), HasSubstr("expected JSON"));
}

TEST(Safetensors, FaultsNameTheTensor) {
  EXPECT_EQ(header_failure(R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})", 8),
            "unsupported: w.safetensors: tensor \"a\": expected type F32, F16 or BF16, found "
            "\"I64\"");
  EXPECT_EQ(header_failure(R"({"a":{"shape":[1],"data_offsets":[0,8]}})", 8),
            "corrupt_data: w.safetensors: tensor \"a\": dtype: expected the name of a type, found "
            "nothing");
  EXPECT_EQ(header_failure(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4),
            "corrupt_data: w.safetensors: tensor \"a\": data_offsets: expected 8 bytes for F32 of "
            "shape [2], found 4");
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4),
              HasSubstr("tensor \"a\": shape: expected an array of at most 8 sizes, found [-1]"));
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 4),
              HasSubstr("data_offsets: expected begin and end within the 4 bytes of data"));
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4),
              HasSubstr("data_offsets: expected begin and end"));
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F32","shape":[1]}})", 4),
              HasSubstr("data_offsets: expected an array"));
  // 2^24 to the eighth is 0 modulo 2^64.
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F32","shape":[16777216,16777216,16777216,16777216,)"
                             R"(16777216,16777216,16777216,16777216],"data_offsets":[0,0]}})",
                             0),
              HasSubstr("shape: expected at most 0 bytes"));
  EXPECT_THAT(header_failure(R"({"a":[1]})", 0), HasSubstr("tensor \"a\": expected an object"));
}

TEST(Safetensors, OverlapsHolesAndDuplicates) {
  const auto two = [](int begin) {
    return fmt::format(R"({{"a":{{"dtype":"F16","shape":[2],"data_offsets":[0,4]}},)"
                       R"("b":{{"dtype":"F16","shape":[2],"data_offsets":[{},{}]}}}})",
                       begin, begin + 4);
  };
  ASSERT_EQ(two(4).size(), 107U);
  EXPECT_EQ(header_failure(two(4), 8), "");
  EXPECT_THAT(header_failure(two(2), 8),
              HasSubstr("tensor \"b\": expected at byte 119, after the tensor before it, found at "
                        "117"));
  EXPECT_THAT(header_failure(two(6), 10), HasSubstr("tensor \"b\": expected at byte"));
  EXPECT_EQ(header_failure(two(4), 9),
            "corrupt_data: w.safetensors: expected 123 bytes, found 124");
  EXPECT_THAT(header_failure(R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},)"
                             R"("a":{"dtype":"F16","shape":[2],"data_offsets":[4,8]}})",
                             8),
              HasSubstr("the key \"a\" appears twice"));
}

TEST(SafetensorsIndex, Entries) {
  const auto entries = parse_safetensors_index(
      R"({"metadata":{"total_size":1},"weight_map":{"y":"m-2.safetensors","x":"m-1.safetensors"}})",
      "i.json");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].tensor, "x");
  EXPECT_EQ(entries[0].file, "m-1.safetensors");
  EXPECT_EQ(entries[1].tensor, "y");
}

TEST(SafetensorsIndex, Faults) {
  const auto parse_index = [](std::string_view text) {
    return failure([&] { parse_safetensors_index(text, "i.json"); });
  };
  EXPECT_THAT(parse_index("{}"), HasSubstr("weight_map: expected an object, found nothing"));
  EXPECT_THAT(parse_index(R"({"weight_map":{}})"), HasSubstr("expected at least one tensor"));
  for (const char* name : {"../x.safetensors", "/x.safetensors", "x.bin", ".safetensors",
                           "a\\\\b.safetensors", "a\\u0000.safetensors"}) {
    EXPECT_THAT(parse_index(fmt::format(R"({{"weight_map":{{"t":"{}"}}}})", name)),
                HasSubstr("weight_map: \"t\": expected a file name ending in .safetensors"))
        << name;
  }
  EXPECT_THAT(parse_index(R"({"weight_map":{"t":7}})"), HasSubstr("found 7"));
}

class Checkpoint : public testing::Test {
 protected:
  std::string open_failure() const {
    return failure([&] { open_safetensors(folder_.path()); });
  }
  void write(std::string_view name, std::string_view contents) {
    write_file(folder_ / name, contents);
  }
  TempFolder folder_;
};

// Written by the safetensors library itself.
TEST_F(Checkpoint, ReadsTheShardsOfTheReference) {
  const auto golden =
      std::filesystem::path(MINERU_TEST_DATA) / "checkpoints" / "transformers-5.24.0";
  const auto source = open_safetensors(golden);
  EXPECT_EQ(source->description(), "2 safetensors files in " + golden.string());
  EXPECT_THAT(source->names(),
              ElementsAre("model.embed_tokens.weight", "model.norm.weight",
                          "visual.merger.ln_q.bias", "visual.patch_embed.proj.weight"));
  const Tensor* embed = source->find("model.embed_tokens.weight");
  ASSERT_NE(embed, nullptr);
  EXPECT_EQ(embed->dtype, DType::kF32);
  EXPECT_THAT(embed->shape, ElementsAre(3, 4));
  EXPECT_THAT(std::string(embed->file), HasSubstr("model-00001-of-00002.safetensors"));
  std::array<float, 12> values{};
  ASSERT_EQ(embed->bytes.size(), sizeof(values));
  std::memcpy(values.data(), embed->bytes.data(), sizeof(values));
  for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], static_cast<float>(i) / 8);

  const Tensor* norm = source->find("model.norm.weight");
  ASSERT_NE(norm, nullptr);
  EXPECT_EQ(norm->dtype, DType::kF16);
  std::array<uint16_t, 4> halves{};
  std::memcpy(halves.data(), norm->bytes.data(), sizeof(halves));
  EXPECT_THAT(halves, ElementsAre(0x3C00, 0x3800, 0xC000, 0x4400));  // 1, 0.5, -2, 4
  EXPECT_THAT(source->find("visual.patch_embed.proj.weight")->shape, ElementsAre(2, 3, 2, 2, 1));
  EXPECT_EQ(source->find("lm_head.weight"), nullptr);
}

TEST_F(Checkpoint, NothingToOpen) {
  EXPECT_EQ(open_failure(),
            "not_found: " + folder_.path().string() +
                ": expected model.safetensors, or model.safetensors.index.json with the files it "
                "lists, found neither");
  write("pytorch_model.bin", "x");
  EXPECT_THAT(open_failure(), HasSubstr("pytorch_model.bin is not read"));
}

constexpr std::string_view kOne = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";

TEST_F(Checkpoint, CutFile) {
  const std::string whole = file_of(kOne, 4);
  write("model.safetensors", whole.substr(0, whole.size() - 1));
  EXPECT_THAT(open_failure(), HasSubstr(folder_.path().string() +
                                        "/model.safetensors: tensor "
                                        "\"a\": data_offsets: expected begin and end within the 3 "
                                        "bytes"));
  write("model.safetensors", "");
  EXPECT_THAT(open_failure(), HasSubstr("expected a safetensors file, found 0 bytes"));
}

TEST_F(Checkpoint, ShardsMustAgreeWithTheIndex) {
  write("model.safetensors.index.json",
        R"({"weight_map":{"a":"m1.safetensors","b":"m2.safetensors"}})");
  write("m1.safetensors", file_of(kOne, 4));
  EXPECT_THAT(open_failure(),
              HasSubstr("not_found: " + (folder_ / "m2.safetensors").string() + ": no such file"));
  write("m2.safetensors", file_of("{}", 0));
  EXPECT_THAT(open_failure(), HasSubstr("tensor \"b\": expected in m2.safetensors, as "
                                        "model.safetensors.index.json says, found nowhere"));
  write("m2.safetensors", file_of(kOne, 4));
  EXPECT_THAT(open_failure(),
              HasSubstr("m2.safetensors: tensor \"a\": expected each tensor once, found it in"));
}

TEST_F(Checkpoint, ReleasedTensorsStayReadable) {
  constexpr size_t kBytes = size_t{1} << 20U;
  write("model.safetensors",
        file_of(fmt::format(R"({{"a":{{"dtype":"F32","shape":[{}],"data_offsets":[0,{}]}}}})",
                            kBytes / 4, kBytes),
                kBytes));
  const auto source = open_safetensors(folder_.path());
  const Tensor* tensor = source->find("a");
  ASSERT_NE(tensor, nullptr);
  const auto all_x = [&] {
    return std::all_of(tensor->bytes.begin(), tensor->bytes.end(),
                       [](std::byte byte) { return byte == std::byte{'x'}; });
  };
  EXPECT_TRUE(all_x());
  source->release(*tensor);
  EXPECT_TRUE(all_x());
}

}  // namespace
}  // namespace mineru::model
