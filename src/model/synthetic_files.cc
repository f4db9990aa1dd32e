#include "model/synthetic_files.h"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/pretokenizer.h"

namespace mineru::model {

using nlohmann::ordered_json;

namespace {

// The first fourteen stand where Qwen2-VL has them; the ids of the rest, which MinerU2.5 adds, are
// ours.
constexpr std::array<std::string_view, 28> kAddedTokens{"<|endoftext|>",
                                                        "<|im_start|>",
                                                        "<|im_end|>",
                                                        "<|object_ref_start|>",
                                                        "<|object_ref_end|>",
                                                        "<|box_start|>",
                                                        "<|box_end|>",
                                                        "<|quad_start|>",
                                                        "<|quad_end|>",
                                                        "<|vision_start|>",
                                                        "<|vision_end|>",
                                                        "<|vision_pad|>",
                                                        "<|image_pad|>",
                                                        "<|video_pad|>",
                                                        "<|ref_start|>",
                                                        "<|ref_end|>",
                                                        "<|rotate_up|>",
                                                        "<|rotate_right|>",
                                                        "<|rotate_down|>",
                                                        "<|rotate_left|>",
                                                        "<|txt_contd_src|>",
                                                        "<|txt_contd_tgt|>",
                                                        "<fcel>",
                                                        "<ecel>",
                                                        "<lcel>",
                                                        "<ucel>",
                                                        "<xcel>",
                                                        "<nl>"};

// Our own wording of Qwen2-VL's ChatML.
constexpr std::string_view kChatTemplate =
    "{% if messages[0]['role'] != 'system' %}<|im_start|>system\nYou are a helpful assistant."
    "<|im_end|>\n{% endif %}{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{% if part['type'] == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>{% elif part['type'] == 'text' %}"
    "{{ part['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

std::string utf8_of(char32_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  return {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
}

// The 256 bytes as byte-level tokenizers write them, in order of their ids: printable Latin-1 first
// and as itself, then the others, as the characters from U+0100 on.
ordered_json byte_vocabulary() {
  const auto is_printable = [](char32_t byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) ||
           (byte >= 0xAE && byte <= 0xFF);
  };
  ordered_json vocabulary = ordered_json::object();
  int32_t id = 0;
  for (char32_t byte = 0; byte < 256; ++byte) {
    if (is_printable(byte)) vocabulary[utf8_of(byte)] = id++;
  }
  for (char32_t code = 0x100; id < 256; ++code) vocabulary[utf8_of(code)] = id++;
  return vocabulary;
}

std::string_view activation_name(Activation activation) {
  switch (activation) {
    case Activation::kGelu: return "gelu";
    case Activation::kSilu: return "silu";
    case Activation::kQuickGelu: break;
  }
  return "quick_gelu";
}

ordered_json byte_level() {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", false},
          {"trim_offsets", false},
          {"use_regex", false}};
}

}  // namespace

int32_t synthetic_tokenizer_size(int32_t first_added) {
  return first_added + static_cast<int32_t>(kAddedTokens.size());
}

std::string synthetic_tokenizer_json(int32_t first_added) {
  ordered_json vocabulary = byte_vocabulary();
  ordered_json added = ordered_json::array();
  for (const std::string_view token : kAddedTokens) {
    const int32_t id = first_added + static_cast<int32_t>(added.size());
    // In the vocabulary too: Hugging Face's library would number them anew behind a gap.
    vocabulary[std::string(token)] = id;
    added.push_back({{"id", id},
                     {"content", token},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false},
                     {"special", true}});
  }
  const ordered_json split = {{"type", "Split"},
                              {"pattern", {{"Regex", kQwenSplitPattern}}},
                              {"behavior", "Isolated"},
                              {"invert", false}};
  const ordered_json tokenizer = {
      {"version", "1.0"},
      {"truncation", nullptr},
      {"padding", nullptr},
      {"added_tokens", std::move(added)},
      {"normalizer", {{"type", "NFC"}}},
      {"pre_tokenizer",
       {{"type", "Sequence"}, {"pretokenizers", ordered_json::array({split, byte_level()})}}},
      {"post_processor", byte_level()},
      {"decoder", byte_level()},
      {"model",
       {{"type", "BPE"},
        {"dropout", nullptr},
        {"unk_token", nullptr},
        {"continuing_subword_prefix", ""},
        {"end_of_word_suffix", ""},
        {"fuse_unk", false},
        {"byte_fallback", false},
        {"ignore_merges", false},
        {"vocab", std::move(vocabulary)},
        {"merges", ordered_json::array()}}}};
  return tokenizer.dump(2) + "\n";
}

std::string synthetic_config_json(const ModelConfig& config, const SyntheticTokens& tokens) {
  const DecoderConfig& decoder = config.decoder;
  const VisionConfig& vision = config.vision;
  const ordered_json text = {
      {"architectures", {"Qwen2VLForConditionalGeneration"}},
      {"attention_dropout", 0.0},
      {"bos_token_id", tokens.end_of_text},
      {"eos_token_id", tokens.im_end},
      {"pad_token_id", tokens.end_of_text},
      {"hidden_act", "silu"},
      {"hidden_size", decoder.hidden_size},
      {"image_token_id", tokens.image_pad},
      {"initializer_range", 0.02},
      {"intermediate_size", decoder.intermediate_size},
      {"layout_image_size", config.layout_image_size},
      {"max_position_embeddings", decoder.max_position},
      {"max_window_layers", decoder.num_layers},
      {"model_type", "qwen2_vl"},
      {"num_attention_heads", decoder.num_heads},
      {"num_hidden_layers", decoder.num_layers},
      {"num_key_value_heads", decoder.num_kv_heads},
      {"rms_norm_eps", decoder.rms_norm_eps},
      {"rope_scaling",
       {{"mrope_section", decoder.mrope_section}, {"rope_type", "default"}, {"type", "default"}}},
      {"rope_theta", decoder.rope_theta},
      {"sliding_window", nullptr},
      {"tie_word_embeddings", decoder.tie_word_embeddings},
      {"torch_dtype", "bfloat16"},
      {"use_cache", true},
      {"use_sliding_window", false},
      {"video_token_id", tokens.video_pad},
      {"vision_config",
       {{"depth", vision.depth},
        {"embed_dim", vision.embed_dim},
        {"hidden_act", activation_name(vision.activation)},
        {"hidden_size", vision.out_dim},
        {"in_channels", vision.in_channels},
        {"in_chans", vision.in_channels},
        {"mlp_ratio", vision.mlp_dim / vision.embed_dim},
        {"model_type", "qwen2_vl"},
        {"num_heads", vision.num_heads},
        {"patch_size", vision.patch_size},
        {"spatial_merge_size", vision.spatial_merge_size},
        {"spatial_patch_size", vision.patch_size},
        {"temporal_patch_size", vision.temporal_patch_size}}},
      {"vision_end_token_id", tokens.vision_end},
      {"vision_start_token_id", tokens.vision_start},
      {"vocab_size", decoder.vocab_size}};
  return text.dump(2) + "\n";
}

std::string synthetic_preprocessor_json(const ModelConfig& config) {
  const ImageConfig& image = config.image;
  // Written as decimals, not as the doubles nearest to our floats.
  const ordered_json text = {
      {"do_convert_rgb", true},
      {"do_normalize", true},
      {"do_rescale", true},
      {"do_resize", true},
      {"image_mean", {0.48145466, 0.4578275, 0.40821073}},
      {"image_processor_type", "Qwen2VLImageProcessor"},
      {"image_std", {0.26862954, 0.26130258, 0.27577711}},
      {"max_pixels", image.max_pixels},
      {"merge_size", image.merge_size},
      {"min_pixels", image.min_pixels},
      {"patch_size", image.patch_size},
      {"processor_class", "Qwen2VLProcessor"},
      {"resample", 3},
      {"rescale_factor", 1.0 / 255.0},
      {"size", {{"longest_edge", image.max_pixels}, {"shortest_edge", image.min_pixels}}},
      {"temporal_patch_size", image.temporal_patch_size}};
  return text.dump(2) + "\n";
}

std::string synthetic_generation_json(const SyntheticTokens& tokens) {
  const ordered_json text = {
      {"bos_token_id", tokens.end_of_text},
      {"do_sample", false},
      {"eos_token_id", ordered_json::array({tokens.im_end, tokens.end_of_text})},
      {"pad_token_id", tokens.end_of_text}};
  return text.dump(2) + "\n";
}

std::string synthetic_chat_template_json() {
  return ordered_json{{"chat_template", kChatTemplate}}.dump(2) + "\n";
}

std::string synthetic_tokenizer_config_json() {
  const ordered_json text = {{"add_prefix_space", false},
                             {"bos_token", nullptr},
                             {"chat_template", kChatTemplate},
                             {"clean_up_tokenization_spaces", false},
                             {"eos_token", "<|im_end|>"},
                             {"pad_token", "<|endoftext|>"},
                             {"tokenizer_class", "PreTrainedTokenizerFast"}};
  return text.dump(2) + "\n";
}

}  // namespace mineru::model
