#include "model/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "unit/base/temp_folder.h"

namespace mineru::model {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

std::filesystem::path golden_folder(std::string_view version) {
  return std::filesystem::path(MINERU_TEST_DATA) / "checkpoints" /
         fmt::format("transformers-{}", version);
}

json golden(std::string_view version, std::string_view file = "config.json") {
  return json::parse(read_file(golden_folder(version) / file));
}

// "code: message" of what is thrown, or "" when nothing is.
template <typename Call>
std::string failure(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return fmt::format("{}: {}", code_name(error.code()), error.message());
  }
  return "";
}

ModelConfig parsed(const json& config) {
  ModelConfig result;
  parse_config(config.dump(), "config.json", result);
  return result;
}

std::string config_failure(const json& config) {
  return failure([&] { parsed(config); });
}

// Written by three generations of transformers for one and the same model.
class WrittenBy : public testing::TestWithParam<const char*> {};

TEST_P(WrittenBy, ReadsTheRealModel) {
  const ModelConfig config = read_model_config(golden_folder(GetParam()));
  EXPECT_EQ(config.name, fmt::format("transformers-{}", GetParam()));
  EXPECT_EQ(config.layout_image_size, 1036);

  const DecoderConfig& decoder = config.decoder;
  EXPECT_EQ(decoder.hidden_size, 896);
  EXPECT_EQ(decoder.intermediate_size, 4864);
  EXPECT_EQ(decoder.num_layers, 24);
  EXPECT_EQ(decoder.num_heads, 14);
  EXPECT_EQ(decoder.num_kv_heads, 2);
  EXPECT_EQ(decoder.head_dim, 64);
  EXPECT_EQ(decoder.vocab_size, 151936);
  EXPECT_EQ(decoder.max_position, 16384);
  EXPECT_EQ(decoder.rms_norm_eps, 1e-6);
  EXPECT_EQ(decoder.rope_theta, 1e6);
  EXPECT_THAT(decoder.mrope_section, ElementsAre(8, 12, 12));
  EXPECT_TRUE(decoder.tie_word_embeddings);

  const VisionConfig& vision = config.vision;
  EXPECT_EQ(vision.depth, 32);
  EXPECT_EQ(vision.embed_dim, 1280);
  EXPECT_EQ(vision.num_heads, 16);
  EXPECT_EQ(vision.head_dim(), 80);
  EXPECT_EQ(vision.mlp_dim, 5120);
  EXPECT_EQ(vision.out_dim, 896);
  EXPECT_EQ(vision.in_channels, 3);
  EXPECT_EQ(vision.patch_size, 14);
  EXPECT_EQ(vision.temporal_patch_size, 2);
  EXPECT_EQ(vision.spatial_merge_size, 2);
  EXPECT_EQ(vision.merge_dim(), 5120);
  EXPECT_EQ(vision.activation, Activation::kQuickGelu);

  EXPECT_EQ(config.image.min_pixels, 3136);
  EXPECT_EQ(config.image.max_pixels, 1605632);
  EXPECT_THAT(config.image.mean, ElementsAre(0.48145466F, 0.4578275F, 0.40821073F));
  EXPECT_THAT(config.image.std, ElementsAre(0.26862954F, 0.26130258F, 0.27577711F));
  EXPECT_EQ(config.image.rescale_factor, 1.0F / 255.0F);

  EXPECT_EQ(config.tokens.image_pad, 151655);
  EXPECT_EQ(config.tokens.vision_start, 151652);
  EXPECT_EQ(config.tokens.vision_end, 151653);
  EXPECT_THAT(config.tokens.stop, ElementsAre(151645, 151643));
}

INSTANTIATE_TEST_SUITE_P(Transformers, WrittenBy, testing::Values("4.49.0", "4.57.1", "5.24.0"),
                         [](const auto& version) {
                           std::string name = version.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// Hugging Face's Qwen2VLConfig() without arguments, but for the widths that must agree.
TEST(Config, SilenceMeansHuggingFacesDefaults) {
  const ModelConfig config = parsed({{"model_type", "qwen2_vl"},
                                     {"text_config", json::object()},
                                     {"vision_config", {{"hidden_size", 8192}}}});
  EXPECT_EQ(config.decoder.hidden_size, 8192);
  EXPECT_EQ(config.decoder.intermediate_size, 29568);
  EXPECT_EQ(config.decoder.num_layers, 80);
  EXPECT_EQ(config.decoder.num_heads, 64);
  EXPECT_EQ(config.decoder.num_kv_heads, 8);
  EXPECT_EQ(config.decoder.vocab_size, 152064);
  EXPECT_EQ(config.decoder.max_position, 32768);
  EXPECT_EQ(config.decoder.rms_norm_eps, 1e-5);
  EXPECT_EQ(config.decoder.rope_theta, 1e6);
  EXPECT_THAT(config.decoder.mrope_section, ElementsAre(16, 24, 24));
  EXPECT_FALSE(config.decoder.tie_word_embeddings);
  EXPECT_EQ(config.vision.depth, 32);
  EXPECT_EQ(config.vision.embed_dim, 1280);
  EXPECT_EQ(config.vision.mlp_dim, 5120);
  EXPECT_EQ(config.tokens.image_pad, 151655);

  ModelConfig image = config;
  parse_preprocessor_config("{}", "p", image);
  EXPECT_EQ(image.image.min_pixels, 56 * 56);
  EXPECT_EQ(image.image.max_pixels, 28 * 28 * 1280);
}

TEST(Config, OlderSpellings) {
  json config = golden("4.49.0");
  config["rope_scaling"] = {{"type", "mrope"}, {"mrope_section", {8, 12, 12}}};
  config["vision_config"].erase("in_channels");
  config["vision_config"]["in_chans"] = 3;
  config["vision_config"]["model_type"] = "qwen2_vl";
  config["vision_config"]["mlp_ratio"] = 4.0;
  config["vision_config"]["patch_size"] = {14, 14};
  config["num_key_value_heads"] = nullptr;
  const ModelConfig result = parsed(config);
  EXPECT_THAT(result.decoder.mrope_section, ElementsAre(8, 12, 12));
  EXPECT_EQ(result.vision.mlp_dim, 5120);
  EXPECT_EQ(result.vision.patch_size, 14);
  EXPECT_EQ(result.decoder.num_kv_heads, 14);
}

TEST(Config, TiedAtEitherLevel) {
  json config = golden("5.24.0");
  config["tie_word_embeddings"] = false;
  EXPECT_FALSE(parsed(config).decoder.tie_word_embeddings);
  config["text_config"]["tie_word_embeddings"] = true;
  EXPECT_TRUE(parsed(config).decoder.tie_word_embeddings);
}

TEST(Config, StopTokensAreTheUnionOfAllFiles) {
  json config = golden("5.24.0");
  config["eos_token_id"] = {7, 8};
  config["text_config"]["eos_token_id"] = 8;
  ModelConfig result = parsed(config);
  parse_generation_config(R"({"eos_token_id": [9, 7]})", "generation_config.json", result);
  EXPECT_THAT(result.tokens.stop, ElementsAre(7, 8, 9));
}

TEST(Config, LayoutImageSize) {
  json config = golden("4.49.0");
  config["layout_image_size"] = 252;
  EXPECT_EQ(parsed(config).layout_image_size, 252);
}

TEST(Config, SlidingWindowMattersOnlyInUse) {
  json config = golden("4.49.0");
  config["use_sliding_window"] = true;
  config["sliding_window"] = 4096;
  EXPECT_EQ(config_failure(config), "") << "max_window_layers is the number of layers: not in use";
  config["max_window_layers"] = 12;
  EXPECT_THAT(config_failure(config),
              HasSubstr("unsupported: config.json: use_sliding_window: expected false"));
  config["sliding_window"] = 0;
  EXPECT_EQ(config_failure(config), "");
}

struct Fault {
  const char* at;  // JSON pointer into the flat file
  json value;
  const char* message;
};

void expect_faults(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    json config = golden("4.49.0");
    config[json::json_pointer(fault.at)] = fault.value;
    EXPECT_THAT(config_failure(config), HasSubstr(fault.message)) << fault.at;
  }
}

TEST(Config, FaultsNameFileKeyExpectedAndFound) {
  expect_faults({
      {"/model_type", "qwen2_5_vl",
       "unsupported: config.json: model_type: expected \"qwen2_vl\", found \"qwen2_5_vl\""},
      {"/model_type", nullptr, "model_type: expected \"qwen2_vl\", found nothing"},
      {"/architectures",
       {"LlamaForCausalLM"},
       "unsupported: config.json: architectures: expected \"Qwen2VLForConditionalGeneration\", "
       "found [\"LlamaForCausalLM\"]"},
      {"/quantization_config", {{"bits", 4}}, "unsupported: config.json: quantization_config"},
      {"/hidden_act", "gelu", "unsupported: config.json: hidden_act: expected \"silu\""},
      {"/hidden_size", 897,
       "corrupt_data: config.json: hidden_size: expected a multiple of num_attention_heads = 14, "
       "found 897"},
      {"/hidden_size", 0, "hidden_size: expected an integer in 1..65536, found 0"},
      {"/hidden_size", "896", "hidden_size: expected an integer in 1..65536, found \"896\""},
      {"/hidden_size", 896.5, "hidden_size: expected an integer in 1..65536, found 896.5"},
      {"/hidden_size", 18446744073709551615U, "found 18446744073709551615"},
      {"/num_hidden_layers", -1, "num_hidden_layers: expected an integer in 1..1024, found -1"},
      {"/num_key_value_heads", 3,
       "num_key_value_heads: expected a divisor of num_attention_heads = 14, found 3"},
      {"/head_dim", 128, "unsupported: config.json: head_dim: expected hidden_size"},
      {"/vocab_size", 2147483647, "vocab_size: expected an integer"},
      {"/vocab_size", 151655, "image_token_id: expected an integer in 0..151654, found 151655"},
      {"/eos_token_id", 151936, "eos_token_id: expected ids in 0..151935, found 151936"},
      {"/eos_token_id", "x", "eos_token_id: expected ids in 0..151935, found \"x\""},
      {"/rms_norm_eps", -1, "rms_norm_eps: expected a number in 0"},
      {"/rope_theta", 0, "rope_theta: expected a number"},
      {"/rope_scaling/rope_type", "yarn",
       "unsupported: config.json: rope_scaling.rope_type: expected \"default\" or \"mrope\", found "
       "\"yarn\""},
      {"/rope_scaling/mrope_section",
       {16, 24, 24},
       "rope_scaling.mrope_section: expected a sum of 32, half the head size 64, found 16 + 24 + "
       "24"},
      {"/rope_scaling/mrope_section", {8, 24}, "mrope_section: expected three integers, found"},
      {"/rope_scaling/partial_rotary_factor", 0.5, "partial_rotary_factor: expected 1, found 0.5"},
      {"/layer_types",
       {"full_attention", "sliding_attention"},
       "unsupported: config.json: layer_types: expected \"full_attention\" only, found "
       "\"sliding_attention\""},
      {"/tie_word_embeddings", 1, "tie_word_embeddings: expected true or false, found 1"},
      {"/text_config", 5, "text_config: expected an object, found 5"},
  });
}

TEST(Config, FaultsOfTheVisionPart) {
  expect_faults({
      {"/vision_config", nullptr, "vision_config: expected an object, found nothing"},
      {"/vision_config/model_type", "clip", "unsupported: config.json: vision_config.model_type"},
      {"/vision_config/hidden_act", "relu",
       "unsupported: config.json: vision_config.hidden_act: expected \"quick_gelu\""},
      {"/vision_config/hidden_size", 1024,
       "vision_config.hidden_size: expected the decoder's hidden_size 896, found 1024"},
      {"/vision_config/num_heads", 640, "4 * num_heads = 2560, found 1280"},
      {"/vision_config/mlp_ratio", 1e300, "vision_config.mlp_ratio: expected a number"},
      {"/vision_config/in_channels", 4, "vision_config.in_channels: expected 3 (RGB), found 4"},
      {"/vision_config/patch_size", {14, 16}, "vision_config.patch_size: expected one size"},
      {"/vision_config/rope_parameters",
       {{"rope_theta", 1e6}},
       "vision_config.rope_parameters.rope_theta: expected 10000"},
      {"/layout_image_size", 27, "layout_image_size: expected an integer in 28..8192, found 27"},
  });
}

TEST(Config, TextThatIsNoObject) {
  const auto parse = [](std::string_view text) {
    return failure([&] {
      ModelConfig config;
      parse_config(text, "c.json", config);
    });
  };
  EXPECT_EQ(parse(""), "corrupt_data: c.json: expected JSON, found something else at byte 1 of 0");
  EXPECT_EQ(parse("[1]"), "corrupt_data: c.json: expected a JSON object, found [1]");
  EXPECT_EQ(parse("{\"a\": 1e999}"),
            "corrupt_data: c.json: expected JSON, found a number out of range");
  EXPECT_EQ(parse(std::string(100'000, '[')),
            "corrupt_data: c.json: JSON nested more than 64 levels deep");
}

struct ImageFault {
  const char* key;
  json value;
  const char* message;
};

TEST(PreprocessorConfig, Faults) {
  const std::vector<ImageFault> faults = {
      {"do_resize", false, "unsupported: p.json: do_resize: expected true, found false"},
      {"do_normalize", false, "do_normalize: expected true"},
      {"resample", 1, "unsupported: p.json: resample: expected 3 (bicubic), found 1"},
      {"image_processor_type", "CLIPImageProcessor", "unsupported: p.json: image_processor_type"},
      {"patch_size", 16, "patch_size: expected 14, as vision_config of config.json, found 16"},
      {"merge_size", 1, "merge_size: expected 2, as vision_config"},
      {"temporal_patch_size", 1, "temporal_patch_size: expected 2"},
      {"min_pixels", 0, "min_pixels: expected an integer in 1..1073741824, found 0"},
      {"max_pixels", 3135, "max_pixels: expected at least min_pixels = 3136"},
      {"image_mean", {0.5, 0.5}, "image_mean: expected three numbers"},
      {"image_std", {0.5, 0.0, 0.5}, "image_std: expected three numbers in 1e-06..1000, found"},
      {"rescale_factor", "1/255", "rescale_factor: expected a number"},
      {"size", {{"longest_edge", -5}}, "size.longest_edge: expected an integer"},
  };
  for (const ImageFault& fault : faults) {
    json image = golden("4.49.0", "preprocessor_config.json");
    image[fault.key] = fault.value;
    ModelConfig config = parsed(golden("4.49.0"));
    EXPECT_THAT(failure([&] { parse_preprocessor_config(image.dump(), "p.json", config); }),
                HasSubstr(fault.message))
        << fault.key;
  }
}

TEST(PreprocessorConfig, TopLevelLimitsBeatSize) {
  ModelConfig config = parsed(golden("4.49.0"));
  parse_preprocessor_config(
      R"({"size": {"shortest_edge": 784, "longest_edge": 7840}, "max_pixels": 78400})", "p",
      config);
  EXPECT_EQ(config.image.min_pixels, 784);
  EXPECT_EQ(config.image.max_pixels, 78400);
}

class ModelFolder : public testing::Test {
 protected:
  ModelFolder() {
    for (const char* name : {"config.json", "preprocessor_config.json", "generation_config.json"}) {
      std::filesystem::copy_file(golden_folder("4.49.0") / name, folder_ / name);
    }
  }
  std::string read_failure() const {
    return failure([&] { read_model_config(folder_.path()); });
  }
  TempFolder folder_;
};

TEST_F(ModelFolder, MissingFilesSayWhatBelongsThere) {
  EXPECT_EQ(read_failure(), "");
  std::filesystem::remove(folder_ / "preprocessor_config.json");
  EXPECT_THAT(read_failure(), HasSubstr("not_found: " + folder_.path().string() +
                                        "/preprocessor_config.json: no such file; a checkpoint "
                                        "folder has config.json, preprocessor_config.json, "
                                        "tokenizer.json and model.safetensors"));
  std::filesystem::remove(folder_ / "config.json");
  EXPECT_THAT(read_failure(), HasSubstr("/config.json: no such file"));
}

TEST_F(ModelFolder, GenerationConfigMayBeMissing) {
  std::filesystem::remove(folder_ / "generation_config.json");
  EXPECT_THAT(read_model_config(folder_.path()).tokens.stop, ElementsAre(151645));
}

TEST_F(ModelFolder, WithoutAnyStopToken) {
  std::filesystem::remove(folder_ / "generation_config.json");
  json config = golden("4.49.0");
  config.erase("eos_token_id");
  write_file(folder_ / "config.json", config.dump());
  EXPECT_THAT(read_model_config(folder_.path()).tokens.stop, ElementsAre(151645));
  config["vocab_size"] = 151645;
  for (const char* key : {"image_token_id", "vision_start_token_id", "vision_end_token_id"}) {
    config[key] = 3;
  }
  write_file(folder_ / "config.json", config.dump());
  EXPECT_THAT(read_failure(), HasSubstr("eos_token_id: expected in config.json"));
}

TEST_F(ModelFolder, ProcessorConfigOfNewerVersions) {
  const json image = golden("5.24.0", "preprocessor_config.json");
  std::filesystem::remove(folder_ / "preprocessor_config.json");
  write_file(folder_ / "processor_config.json", json{{"image_processor", image}}.dump());
  EXPECT_EQ(read_model_config(folder_.path()).image.max_pixels, 1605632);
}

TEST_F(ModelFolder, ForeignChatTemplate) {
  write_file(folder_ / "chat_template.json", R"({"chat_template": "[INST] {{ text }} [/INST]"})");
  EXPECT_THAT(read_failure(),
              HasSubstr("chat_template.json: expected the chat template of Qwen2-VL"));
}

TEST_F(ModelFolder, NotAFolder) {
  EXPECT_THAT(failure([&] { read_model_config(folder_ / "none"); }),
              HasSubstr("not_found: " + (folder_ / "none").string() + ": no such folder"));
  EXPECT_THAT(failure([&] { read_model_config(folder_ / "config.json"); }),
              HasSubstr("expected a folder, found a file"));
}

TEST_F(ModelFolder, NameIgnoresATrailingSlash) {
  const std::string name = folder_.path().filename();
  EXPECT_EQ(read_model_config(folder_.path() / "").name, name);
}

TEST_F(ModelFolder, HugeFilesAreNotRead) {
  std::filesystem::resize_file(folder_ / "config.json", uint64_t{1} << 40U);
  EXPECT_THAT(read_failure(), HasSubstr("config.json: expected at most 16777216 bytes"));
}

}  // namespace
}  // namespace mineru::model
