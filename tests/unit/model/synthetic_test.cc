#include "model/synthetic.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "model/config.h"
#include "model/synthetic_weights.h"
#include "model/tokenizer.h"
#include "model/weight_names.h"
#include "model/weight_source.h"
#include "text/digest.h"
#include "unit/base/temp_folder.h"

namespace mineru::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> values_of(const Tensor& tensor) {
  std::vector<uint16_t> halves(tensor.bytes.size() / 2);
  std::memcpy(halves.data(), tensor.bytes.data(), tensor.bytes.size());
  std::vector<float> values;
  values.reserve(halves.size());
  for (const uint16_t half : halves) values.push_back(std::bit_cast<float>(uint32_t{half} << 16U));
  return values;
}

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;
  double kurtosis = 0.0;  // 3 for a normal distribution, 2.7 for a sum of four uniform ones
};

Moments moments_of(std::span<const float> values) {
  const auto count = static_cast<double>(values.size());
  Moments moments;
  for (const float value : values) moments.mean += value / count;
  double square = 0.0;
  double fourth = 0.0;
  for (const float value : values) {
    const double distance = value - moments.mean;
    square += distance * distance / count;
    fourth += std::pow(distance, 4) / count;
  }
  moments.deviation = std::sqrt(square);
  moments.kurtosis = fourth / (square * square);
  return moments;
}

std::vector<uint16_t> drawn(const SyntheticTensor& tensor, uint64_t seed, size_t step) {
  std::vector<uint16_t> values(static_cast<size_t>(tensor.num_elements()));
  SyntheticStream stream(tensor, seed);
  for (size_t at = 0; at < values.size(); at += step) {
    stream.fill(std::span(values).subspan(at, std::min(step, values.size() - at)));
  }
  return values;
}

std::string failure(const SyntheticOptions& options, const std::filesystem::path& folder) {
  try {
    write_synthetic_checkpoint(options, folder);
  } catch (const Error& error) {
    return fmt::format("{}: {}", code_name(error.code()), error.message());
  }
  return "";
}

TEST(SyntheticStream, SameNumbersForAnyStep) {
  const SyntheticTensor tensor{
      "t", {7, 11}, 0.5, 2.0, {{2, 10.0, 0.0}, {3, 1.0, 9.0}, {6, 0.0, 0.0}}, true};
  const auto whole = drawn(tensor, 5, 77);
  for (const size_t step : {1U, 2U, 10U, 11U, 13U, 76U}) {
    EXPECT_EQ(drawn(tensor, 5, step), whole) << step;
  }
  EXPECT_NE(drawn(tensor, 6, 77), whole);
  SyntheticTensor other = tensor;
  other.name = "u";
  EXPECT_NE(drawn(other, 5, 77), whole);
  EXPECT_THAT(std::vector(whole.begin() + 66, whole.end()),
              testing::Each(testing::AnyOf(0, 0x8000)));
}

TEST(SyntheticTensors, RealShapes) {
  VisionConfig vision;
  vision.depth = 32;
  vision.embed_dim = 1280;
  vision.num_heads = 16;
  vision.mlp_dim = 5120;
  vision.out_dim = 896;
  DecoderConfig decoder;
  decoder.hidden_size = 896;
  decoder.intermediate_size = 4864;
  decoder.num_layers = 24;
  decoder.num_heads = 14;
  decoder.num_kv_heads = 2;
  decoder.head_dim = 64;
  decoder.vocab_size = 151936;
  decoder.tie_word_embeddings = true;
  int64_t total = 0;
  for (const SyntheticTensor& tensor : synthetic_tensors(vision, decoder)) {
    total += tensor.num_elements();
    EXPECT_GT(tensor.deviation, 0.0) << tensor.name;
    EXPECT_TRUE(std::is_sorted(tensor.rows.begin(), tensor.rows.end(), [](auto& a, auto& b) {
      return a.row < b.row;
    })) << tensor.name;
    for (const SyntheticRow& row : tensor.rows) EXPECT_LT(row.row, tensor.shape[0]) << tensor.name;
  }
  // Blocks, merger and patches; layers, norm and the embedding that is the head too.
  EXPECT_EQ(total, int64_t{32} * 19677440 + 30810496 + 1505280 + int64_t{24} * 14912384 + 896 +
                       int64_t{151936} * 896);
}

class TinyCheckpoint : public testing::Test {
 protected:
  static SyntheticOptions options(uint64_t seed = 0) { return {.preset = "tiny", .seed = seed}; }
  std::string weights_digest(const std::filesystem::path& folder) const {
    return text::sha256_hex(read_file(folder / "model.safetensors"));
  }
  TempFolder folder_;
};

TEST_F(TinyCheckpoint, IsReadBack) {
  uint64_t last = 0;
  uint64_t total = 0;
  write_synthetic_checkpoint(options(), folder_ / "m", [&](uint64_t done, uint64_t all) {
    EXPECT_GT(done, last);
    last = done;
    total = all;
  });
  EXPECT_EQ(last, total);
  const ModelConfig config = read_model_config(folder_ / "m");
  EXPECT_EQ(config.vision.head_dim(), 80);
  EXPECT_EQ(config.decoder.head_dim, 64);
  EXPECT_EQ(config.layout_image_size, 252);
  EXPECT_EQ(config.image.max_pixels, 1605632);
  EXPECT_TRUE(config.decoder.tie_word_embeddings);

  const Tokenizer tokenizer = Tokenizer::load(folder_ / "m" / "tokenizer.json");
  EXPECT_EQ(tokenizer.token_id("<|image_pad|>"), config.tokens.image_pad);
  EXPECT_EQ(tokenizer.token_id("<|vision_start|>"), config.tokens.vision_start);
  EXPECT_EQ(tokenizer.token_id("<|vision_end|>"), config.tokens.vision_end);
  EXPECT_THAT(config.tokens.stop,
              ElementsAre(*tokenizer.token_id("<|im_end|>"), *tokenizer.token_id("<|endoftext|>")));
  EXPECT_GE(config.decoder.vocab_size, tokenizer.num_ids());
  const std::string text = "caf\u00e9 \u4f60\n<fcel>";
  EXPECT_EQ(tokenizer.decode(tokenizer.encode(text, AddedTokens::kRecognise), SkipSpecial::kNo),
            text);

  const auto source = open_safetensors(folder_ / "m");
  const WeightNames names = detect_weight_names(*source);
  EXPECT_EQ(names.vision, "visual.");
  EXPECT_EQ(names.decoder, "model.");
  EXPECT_EQ(names.head, "");
  EXPECT_EQ(
      source->require("visual.patch_embed.proj.weight", std::array<int64_t, 5>{160, 3, 2, 14, 14})
          .dtype,
      DType::kBF16);
  source->require("visual.blocks.3.attn.qkv.bias", std::array<int64_t, 1>{480});
  source->require("visual.merger.mlp.2.weight", std::array<int64_t, 2>{128, 640});
  source->require("model.layers.3.self_attn.k_proj.weight", std::array<int64_t, 2>{64, 128});
  source->require("model.norm.weight", std::array<int64_t, 1>{128});
}

TEST_F(TinyCheckpoint, EqualSeedsWriteEqualBytesOnEveryMachine) {
  write_synthetic_checkpoint(options(0), folder_ / "a");
  write_synthetic_checkpoint(options(1), folder_ / "b");
  EXPECT_EQ(weights_digest(folder_ / "a"),
            "f6316a7cee2daf86d386cef3f7f5ee30794ddc1dd08fde41698ff5613b65b6ca");
  EXPECT_NE(weights_digest(folder_ / "b"), weights_digest(folder_ / "a"));
}

TEST_F(TinyCheckpoint, ValuesAreNormalAndAFewRowsLarge) {
  write_synthetic_checkpoint(options(), folder_ / "m");
  const auto source = open_safetensors(folder_ / "m");
  const Moments query = moments_of(values_of(*source->find("visual.blocks.0.mlp.fc1.weight")));
  EXPECT_NEAR(query.mean, 0.0, 0.001);
  EXPECT_NEAR(query.deviation, 1.0 / std::sqrt(160.0), 0.001);
  EXPECT_NEAR(query.kurtosis, 2.7, 0.05);
  const Moments norm =
      moments_of(values_of(*source->find("model.layers.0.input_layernorm.weight")));
  EXPECT_NEAR(norm.mean, 1.0, 0.05);
  EXPECT_NEAR(norm.deviation, 0.1, 0.03);

  // fc2 of the middle layer blows up two channels; before it there is none.
  const auto large_rows = [&](const char* name) {
    const auto values = values_of(*source->find(name));
    int count = 0;
    for (size_t row = 0; row < 160; ++row) {
      if (moments_of(std::span(values).subspan(row * 640, 640)).deviation > 0.5) ++count;
    }
    return count;
  };
  EXPECT_EQ(large_rows("visual.blocks.1.mlp.fc2.weight"), 0);
  EXPECT_EQ(large_rows("visual.blocks.2.mlp.fc2.weight"), 2);
  // Centred rows: their sum is an eighth of what chance would make it, or rounding.
  const auto pixels = values_of(*source->find("visual.patch_embed.proj.weight"));
  double square = 0.0;
  for (size_t row = 0; row < 160; ++row) {
    const double mean = moments_of(std::span(pixels).subspan(row * 1176, 1176)).mean * 1176;
    square += mean * mean / 160;
  }
  EXPECT_NEAR(std::sqrt(square), 1.0 / 8.0, 0.03);
}

TEST_F(TinyCheckpoint, NothingIsOverwritten) {
  write_synthetic_checkpoint(options(), folder_ / "m");
  const std::string before = weights_digest(folder_ / "m");
  EXPECT_THAT(failure(options(1), folder_ / "m"),
              HasSubstr("invalid_argument: " + (folder_ / "m").string() +
                        ": expected a new folder, found config.json in it"));
  EXPECT_EQ(weights_digest(folder_ / "m"), before);
}

TEST_F(TinyCheckpoint, UnknownPresetAndForeignTokenizer) {
  EXPECT_EQ(failure({.preset = "huge"}, folder_ / "m"),
            "invalid_argument: synthetic checkpoint: expected the preset mineru2.5-1.2b or tiny, "
            "found huge");
  SyntheticOptions foreign = options();
  foreign.tokenizer_json = folder_ / "none.json";
  EXPECT_THAT(failure(foreign, folder_ / "m"), HasSubstr("not_found: cannot open"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m"));
}

TEST_F(TinyCheckpoint, CopiesAGivenTokenizer) {
  write_synthetic_checkpoint(options(), folder_ / "a");
  SyntheticOptions given = options();
  given.tokenizer_json = folder_ / "a" / "tokenizer.json";
  write_synthetic_checkpoint(given, folder_ / "b");
  EXPECT_EQ(read_file(folder_ / "b" / "tokenizer.json"), read_file(given.tokenizer_json));
  EXPECT_EQ(weights_digest(folder_ / "b"), weights_digest(folder_ / "a"));
}

TEST_F(TinyCheckpoint, AFailedWriteLeavesNoWeights) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{1U << 20U, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = failure(options(), folder_ / "m");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("io: cannot write " + (folder_ / "m").string() +
                                 "/model.safetensors.partial: File too large"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m" / "model.safetensors.partial"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m" / "model.safetensors"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m" / "config.json"));
  EXPECT_EQ(failure(options(), folder_ / "m"), "") << "the next try succeeds";
}

}  // namespace
}  // namespace mineru::model
