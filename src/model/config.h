// Hyper-parameters of one checkpoint, read from its JSON files and validated once, so that the
// network can trust them. Names follow Hugging Face's config of model_type "qwen2_vl".
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::model {

enum class Activation { kQuickGelu, kGelu, kSilu };

struct VisionConfig {
  int depth = 0;      // transformer blocks
  int embed_dim = 0;  // width of a patch's row
  int num_heads = 0;  // head_dim() = embed_dim / num_heads, a multiple of 4
  int mlp_dim = 0;    // embed_dim * mlp_ratio
  int out_dim = 0;    // width of the decoder ("hidden_size" of vision_config)
  int in_channels = 3;
  int patch_size = 14;          // pixels
  int temporal_patch_size = 2;  // frames; a still picture is repeated
  int spatial_merge_size = 2;   // patches a side that become one token
  Activation activation = Activation::kQuickGelu;

  int head_dim() const { return embed_dim / num_heads; }
  int merge_dim() const { return embed_dim * spatial_merge_size * spatial_merge_size; }
};

struct DecoderConfig {
  int hidden_size = 0;
  int intermediate_size = 0;
  int num_layers = 0;
  int num_heads = 0;
  int num_kv_heads = 0;  // divides num_heads
  int head_dim = 0;
  int vocab_size = 0;
  int max_position = 0;  // "max_position_embeddings": the longest context
  double rms_norm_eps = 1e-6;
  double rope_theta = 1e6;
  std::array<int, 3> mrope_section{};  // time, height, width; sums to head_dim / 2
  bool tie_word_embeddings = false;
};

// From preprocessor_config.json.
struct ImageConfig {
  int64_t min_pixels = 0;  // of the resized picture
  int64_t max_pixels = 0;
  std::array<float, 3> mean{};
  std::array<float, 3> std{};
  float rescale_factor = 1.0F / 255.0F;
  int patch_size = 14;
  int temporal_patch_size = 2;
  int merge_size = 2;
};

struct SpecialTokens {
  int32_t image_pad = -1;
  int32_t vision_start = -1;
  int32_t vision_end = -1;
  std::vector<int32_t> stop;  // end-of-sequence ids of config.json and generation_config.json
};

struct ModelConfig {
  std::string name;  // the folder's name, for people and for /v1/models
  VisionConfig vision;
  DecoderConfig decoder;
  ImageConfig image;
  SpecialTokens tokens;
  // Side of the square picture that the layout prompt was trained on ("layout_image_size" in
  // config.json; absent in the published checkpoints).
  int layout_image_size = 1036;
};

// Reads config.json (flat or with "text_config"), preprocessor_config.json (or its newer place,
// "image_processor" of processor_config.json), generation_config.json where there is one, and the
// chat template of a checkpoint folder. Errors name file, key, expected and found:
// kNotFound, kCorruptData (not JSON, wrong type, out of range), kUnsupported (another architecture,
// a chat template that is not Qwen2-VL's).
ModelConfig read_model_config(const std::filesystem::path& folder);

// The parsers of foreign bytes behind it; `file` names the place in errors. Each fills its part;
// the second and third check against what parse_config found.
void parse_config(std::string_view json, std::string_view file, ModelConfig& config);
void parse_preprocessor_config(std::string_view json, std::string_view file, ModelConfig& config);
void parse_generation_config(std::string_view json, std::string_view file, ModelConfig& config);

}  // namespace mineru::model
