#include "model/config.h"

#include <algorithm>

#include "model/chat_template.h"
#include "model/config_json.h"

namespace mineru::model {

namespace {

using nlohmann::json;

// Far above any model of this family, and small enough that products of two stay below 2^40 and
// the dimensions of one matrix fit an int.
constexpr int kMaxWidth = 1 << 16;
constexpr int kMaxInner = 1 << 20;
constexpr int kMaxLayers = 1024;
constexpr int kMaxHeads = 1024;
constexpr int kMaxVocabulary = 1 << 22;
constexpr int kMaxContext = 1 << 24;
constexpr int64_t kMaxPixels = int64_t{1} << 30;
constexpr uint64_t kMaxFileBytes = 16U << 20U;

// What Hugging Face's Qwen2VLConfig assumes where a file is silent; newer versions leave out values
// that equal their default.
constexpr int kDefaultEos = 151645;

void check_architecture(const JsonFields& root) {
  if (root.string("model_type").value_or("") != "qwen2_vl") {
    root.fail(Code::kUnsupported, "model_type", "\"qwen2_vl\"");
  }
  const json* names = root.find("architectures");
  if (names != nullptr) {
    const std::string_view expected = "Qwen2VLForConditionalGeneration";
    if (!names->is_array()) root.fail(Code::kCorruptData, "architectures", "an array");
    if (std::find(names->begin(), names->end(), expected) == names->end()) {
      root.fail(Code::kUnsupported, "architectures", fmt::format("\"{}\"", expected));
    }
  }
}

void check_sub_type(const JsonFields& fields, std::string_view expected) {
  const auto type = fields.string("model_type");
  // Older versions wrote the type of the whole model into its parts.
  if (type && *type != expected && *type != "qwen2_vl") {
    fields.fail(Code::kUnsupported, "model_type", fmt::format("\"{}\"", expected));
  }
}

void check_not_quantized(const JsonFields& fields) {
  if (fields.has("quantization_config")) {
    fields.fail(Code::kUnsupported, "quantization_config",
                "an unquantized checkpoint (F32, F16 or BF16)");
  }
}

void check_full_attention(const JsonFields& text, int num_layers) {
  const json* types = text.find("layer_types");
  if (types != nullptr) {
    if (!types->is_array()) text.fail(Code::kCorruptData, "layer_types", "an array");
    for (const json& type : *types) {
      if (type != "full_attention") {
        text.fail(Code::kUnsupported, "layer_types", "\"full_attention\" only", described(type));
      }
    }
    return;
  }
  const bool in_use = text.boolean("use_sliding_window").value_or(false) &&
                      text.integer("sliding_window", 0, kMaxContext).value_or(4096) > 0 &&
                      text.integer_or("max_window_layers", 0, kMaxLayers, 80) < num_layers;
  if (in_use) {
    text.fail(Code::kUnsupported, "use_sliding_window", "false (every layer attends to all rows)");
  }
}

// Sets theta and sections; "rope_scaling" is the older name of "rope_parameters".
void read_rope(const JsonFields& text, DecoderConfig& decoder) {
  constexpr double kMaxTheta = 1e12;
  decoder.rope_theta = text.number("rope_theta", 1.0, kMaxTheta).value_or(1e6);
  decoder.mrope_section = {16, 24, 24};
  auto rope = text.object("rope_scaling");
  if (!rope) rope = text.object("rope_parameters");
  const JsonFields& fields = rope ? *rope : text;
  if (rope) {
    decoder.rope_theta = rope->number("rope_theta", 1.0, kMaxTheta).value_or(decoder.rope_theta);
    const std::string_view key = rope->has("rope_type") ? "rope_type" : "type";
    const std::string type = rope->string(key).value_or("default");
    if (type != "default" && type != "mrope") {
      rope->fail(Code::kUnsupported, key, "\"default\" or \"mrope\"");
    }
    if (const json* section = rope->find("mrope_section")) {
      const auto is_part = [](const json& part) {
        return part.is_number_unsigned() && part.get<uint64_t>() <= kMaxWidth;
      };
      if (!section->is_array() || section->size() != 3 ||
          !std::all_of(section->begin(), section->end(), is_part)) {
        rope->fail(Code::kCorruptData, "mrope_section", "three integers");
      }
      section->get_to(decoder.mrope_section);
    }
  }
  if (fields.number("partial_rotary_factor", 0.0, 1.0).value_or(1.0) != 1.0) {
    fields.fail(Code::kUnsupported, "partial_rotary_factor", "1");
  }
  const auto& section = decoder.mrope_section;
  const int sum = section[0] + section[1] + section[2];
  if (2 * sum != decoder.head_dim) {
    fields.fail(
        Code::kCorruptData, "mrope_section",
        fmt::format("a sum of {}, half the head size {}", decoder.head_dim / 2, decoder.head_dim),
        fmt::format("{} + {} + {}", section[0], section[1], section[2]));
  }
}

void read_decoder(const JsonFields& root, const JsonFields& text, DecoderConfig& decoder) {
  check_sub_type(text, "qwen2_vl_text");
  decoder.hidden_size = text.integer_or("hidden_size", 1, kMaxWidth, 8192);
  decoder.intermediate_size = text.integer_or("intermediate_size", 1, kMaxInner, 29568);
  decoder.num_layers = text.integer_or("num_hidden_layers", 1, kMaxLayers, 80);
  decoder.num_heads = text.integer_or("num_attention_heads", 1, kMaxHeads, 64);
  // An explicit null means as many as there are heads.
  const int num_kv_heads = text.is_null("num_key_value_heads") ? decoder.num_heads : 8;
  decoder.num_kv_heads = text.integer_or("num_key_value_heads", 1, kMaxHeads, num_kv_heads);
  decoder.vocab_size = text.integer_or("vocab_size", 1, kMaxVocabulary, 152064);
  decoder.max_position = text.integer_or("max_position_embeddings", 1, kMaxContext, 32768);
  decoder.rms_norm_eps = text.number("rms_norm_eps", 0.0, 1.0).value_or(1e-5);
  decoder.tie_word_embeddings = root.boolean("tie_word_embeddings").value_or(false) ||
                                text.boolean("tie_word_embeddings").value_or(false);
  if (decoder.hidden_size % decoder.num_heads != 0) {
    text.fail(Code::kCorruptData, "hidden_size",
              fmt::format("a multiple of num_attention_heads = {}", decoder.num_heads));
  }
  decoder.head_dim = decoder.hidden_size / decoder.num_heads;
  if (text.integer_or("head_dim", 1, kMaxWidth, decoder.head_dim) != decoder.head_dim) {
    text.fail(Code::kUnsupported, "head_dim",
              fmt::format("hidden_size / num_attention_heads = {}", decoder.head_dim));
  }
  if (decoder.num_heads % decoder.num_kv_heads != 0) {
    text.fail(Code::kCorruptData, "num_key_value_heads",
              fmt::format("a divisor of num_attention_heads = {}", decoder.num_heads));
  }
  if (text.string("hidden_act").value_or("silu") != "silu") {
    text.fail(Code::kUnsupported, "hidden_act", "\"silu\"");
  }
  check_full_attention(text, decoder.num_layers);
  read_rope(text, decoder);
}

Activation read_activation(const JsonFields& vision) {
  const std::string name = vision.string("hidden_act").value_or("quick_gelu");
  if (name == "quick_gelu") return Activation::kQuickGelu;
  if (name == "gelu") return Activation::kGelu;
  if (name == "silu") return Activation::kSilu;
  vision.fail(Code::kUnsupported, "hidden_act", "\"quick_gelu\", \"gelu\" or \"silu\"");
}

// A size that may be written as 14 or as [14, 14].
int square_size(const JsonFields& fields, std::string_view key, int high, int fallback) {
  const json* value = fields.find(key);
  if (value == nullptr || !value->is_array()) return fields.integer_or(key, 1, high, fallback);
  const bool is_square = !value->empty() && value->size() <= 2 && value->front() == value->back();
  if (!is_square || !value->front().is_number_unsigned() || value->front().get<uint64_t>() < 1 ||
      value->front().get<uint64_t>() > static_cast<uint64_t>(high)) {
    fields.fail(Code::kCorruptData, key, fmt::format("one size in 1..{} for both sides", high));
  }
  return value->front().get<int>();
}

void read_vision(const JsonFields& fields, int decoder_width, VisionConfig& vision) {
  check_sub_type(fields, "qwen2_vl_vision");
  vision.depth = fields.integer_or("depth", 1, kMaxLayers, 32);
  vision.embed_dim = fields.integer_or("embed_dim", 1, kMaxWidth, 1280);
  vision.num_heads = fields.integer_or("num_heads", 1, kMaxHeads, 16);
  vision.out_dim = fields.integer_or("hidden_size", 1, kMaxWidth, 3584);
  vision.patch_size = square_size(fields, "patch_size", 256, 14);
  vision.temporal_patch_size = square_size(fields, "temporal_patch_size", 16, 2);
  vision.spatial_merge_size = fields.integer_or("spatial_merge_size", 1, 8, 2);
  vision.activation = read_activation(fields);
  const auto rope = fields.object("rope_parameters");
  if (rope && rope->number("rope_theta", 0.0, 1e12).value_or(1e4) != 1e4) {
    rope->fail(Code::kUnsupported, "rope_theta", "10000");
  }
  const double ratio = fields.number("mlp_ratio", 1.0 / 1024, 1024.0).value_or(4.0);
  const double mlp_dim = vision.embed_dim * ratio;
  if (mlp_dim < 1.0 || mlp_dim > kMaxInner) {
    fields.fail(Code::kCorruptData, "mlp_ratio",
                fmt::format("embed_dim * mlp_ratio in 1..{}", kMaxInner));
  }
  vision.mlp_dim = static_cast<int>(mlp_dim);
  // The first published configurations say "in_chans".
  const std::string_view channels = fields.has("in_channels") ? "in_channels" : "in_chans";
  vision.in_channels = fields.integer_or(channels, 1, 1024, 3);
  if (vision.in_channels != 3) fields.fail(Code::kUnsupported, channels, "3 (RGB)");
  if (vision.embed_dim % vision.num_heads != 0 || vision.head_dim() % 4 != 0) {
    fields.fail(Code::kCorruptData, "embed_dim",
                fmt::format("a multiple of 4 * num_heads = {}", 4 * vision.num_heads),
                fmt::format("{}", vision.embed_dim));
  }
  if (vision.out_dim != decoder_width) {
    fields.fail(Code::kCorruptData, "hidden_size",
                fmt::format("the decoder's hidden_size {}", decoder_width),
                fmt::format("{}", vision.out_dim));
  }
}

int32_t token_id(const JsonFields& root, std::string_view key, int fallback, int vocab_size) {
  const int id = root.integer_or(key, 0, vocab_size - 1, fallback);
  if (id >= vocab_size) {
    root.fail(Code::kCorruptData, key, fmt::format("an id in 0..{}", vocab_size - 1));
  }
  return id;
}

// Adds the ids under "eos_token_id", one or a list, to the stop tokens.
void add_stop_tokens(const JsonFields& fields, ModelConfig& config) {
  const json* value = fields.find("eos_token_id");
  if (value == nullptr) return;
  const int vocab_size = config.decoder.vocab_size > 0 ? config.decoder.vocab_size : kMaxVocabulary;
  const auto add = [&](const json& id) {
    if (!id.is_number_unsigned() || id.get<uint64_t>() >= static_cast<uint64_t>(vocab_size)) {
      fields.fail(Code::kCorruptData, "eos_token_id", fmt::format("ids in 0..{}", vocab_size - 1),
                  described(id));
    }
    auto& stop = config.tokens.stop;
    if (std::find(stop.begin(), stop.end(), id.get<int32_t>()) == stop.end()) {
      stop.push_back(id.get<int32_t>());
    }
  };
  if (!value->is_array()) return add(*value);
  constexpr size_t kMaxStopTokens = 64;
  if (value->size() > kMaxStopTokens) {
    fields.fail(Code::kCorruptData, "eos_token_id", fmt::format("at most {} ids", kMaxStopTokens));
  }
  for (const json& id : *value) add(id);
}

std::array<float, 3> three_numbers(const JsonFields& fields, std::string_view key, double low,
                                   double high, std::array<float, 3> fallback) {
  const json* value = fields.find(key);
  if (value == nullptr) return fallback;
  const auto fits = [&](const json& part) {
    return part.is_number() && part.get<double>() >= low && part.get<double>() <= high;
  };
  if (!value->is_array() || value->size() != 3 ||
      !std::all_of(value->begin(), value->end(), fits)) {
    fields.fail(Code::kCorruptData, key, fmt::format("three numbers in {}..{}", low, high));
  }
  return value->get<std::array<float, 3>>();
}

void read_pixel_limits(const JsonFields& fields, ImageConfig& image) {
  image.min_pixels = int64_t{56} * 56;
  image.max_pixels = int64_t{28} * 28 * 1280;
  if (const auto size = fields.object("size")) {
    for (const std::string_view key : {"min_pixels", "shortest_edge"}) {
      image.min_pixels = size->integer(key, 1, kMaxPixels).value_or(image.min_pixels);
    }
    for (const std::string_view key : {"max_pixels", "longest_edge"}) {
      image.max_pixels = size->integer(key, 1, kMaxPixels).value_or(image.max_pixels);
    }
  }
  image.min_pixels = fields.integer("min_pixels", 1, kMaxPixels).value_or(image.min_pixels);
  image.max_pixels = fields.integer("max_pixels", 1, kMaxPixels).value_or(image.max_pixels);
  const int64_t token = int64_t{image.patch_size} * image.merge_size;
  if (image.max_pixels < std::max(image.min_pixels, token * token)) {
    fields.fail(
        Code::kCorruptData, "max_pixels",
        fmt::format("at least min_pixels = {} and one token = {}", image.min_pixels, token * token),
        fmt::format("{}", image.max_pixels));
  }
}

void check_processor(const JsonFields& fields) {
  for (const std::string_view key : {"do_resize", "do_rescale", "do_normalize"}) {
    if (!fields.boolean(key).value_or(true)) fields.fail(Code::kUnsupported, key, "true");
  }
  constexpr int kBicubic = 3;
  if (fields.integer_or("resample", 0, 16, kBicubic) != kBicubic) {
    fields.fail(Code::kUnsupported, "resample", "3 (bicubic)");
  }
  const std::string type = fields.string("image_processor_type").value_or("Qwen2VLImageProcessor");
  if (!type.starts_with("Qwen2VLImageProcessor")) {
    fields.fail(Code::kUnsupported, "image_processor_type", "\"Qwen2VLImageProcessor\"");
  }
}

void check_agrees(const JsonFields& fields, std::string_view key, int found, int vision) {
  if (found != vision) {
    fields.fail(Code::kCorruptData, key, fmt::format("{}, as vision_config of config.json", vision),
                fmt::format("{}", found));
  }
}

constexpr std::string_view kNeededFiles =
    "a checkpoint folder has config.json, preprocessor_config.json, tokenizer.json and "
    "model.safetensors (or model.safetensors.index.json with its shards)";

std::string read_needed(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) {
    throw_error(Code::kNotFound, "{}: no such file; {}", path.string(), kNeededFiles);
  }
  return read_small_file(path, kMaxFileBytes);
}

}  // namespace

void parse_config(std::string_view text, std::string_view file, ModelConfig& config) {
  const json document = parse_json_object(text, file);
  const JsonFields root(document, file);
  check_architecture(root);
  check_not_quantized(root);
  const auto nested = root.object("text_config");
  if (nested) check_not_quantized(*nested);
  const JsonFields& decoder = nested ? *nested : root;
  read_decoder(root, decoder, config.decoder);
  const auto vision = root.object("vision_config");
  if (!vision) root.fail(Code::kCorruptData, "vision_config", "an object");
  read_vision(*vision, config.decoder.hidden_size, config.vision);

  const int vocab_size = config.decoder.vocab_size;
  config.tokens.image_pad = token_id(root, "image_token_id", 151655, vocab_size);
  config.tokens.vision_start = token_id(root, "vision_start_token_id", 151652, vocab_size);
  config.tokens.vision_end = token_id(root, "vision_end_token_id", 151653, vocab_size);
  add_stop_tokens(root, config);
  if (nested) add_stop_tokens(*nested, config);

  const int side = config.vision.patch_size * config.vision.spatial_merge_size;
  config.layout_image_size = root.integer_or("layout_image_size", side, 8192, 1036);
}

void parse_preprocessor_config(std::string_view text, std::string_view file, ModelConfig& config) {
  const json document = parse_json_object(text, file);
  const JsonFields root(document, file);
  // Newer transformers keep it as a part of processor_config.json.
  const auto nested = root.object("image_processor");
  const JsonFields& fields = nested ? *nested : root;
  check_processor(fields);
  ImageConfig& image = config.image;
  image.patch_size = square_size(fields, "patch_size", 256, 14);
  image.temporal_patch_size = square_size(fields, "temporal_patch_size", 16, 2);
  image.merge_size = fields.integer_or("merge_size", 1, 8, 2);
  check_agrees(fields, "patch_size", image.patch_size, config.vision.patch_size);
  check_agrees(fields, "temporal_patch_size", image.temporal_patch_size,
               config.vision.temporal_patch_size);
  check_agrees(fields, "merge_size", image.merge_size, config.vision.spatial_merge_size);
  read_pixel_limits(fields, image);
  image.mean =
      three_numbers(fields, "image_mean", -1000.0, 1000.0, {0.48145466F, 0.4578275F, 0.40821073F});
  image.std =
      three_numbers(fields, "image_std", 1e-6, 1000.0, {0.26862954F, 0.26130258F, 0.27577711F});
  image.rescale_factor =
      static_cast<float>(fields.number("rescale_factor", 1e-6, 1000.0).value_or(1.0 / 255.0));
}

void parse_generation_config(std::string_view text, std::string_view file, ModelConfig& config) {
  const json document = parse_json_object(text, file);
  add_stop_tokens(JsonFields(document, file), config);
}

ModelConfig read_model_config(const std::filesystem::path& folder) {
  std::error_code error;
  const auto status = std::filesystem::status(folder, error);
  if (!std::filesystem::exists(status)) {
    throw_error(Code::kNotFound, "{}: no such folder; {}", folder.string(), kNeededFiles);
  }
  if (!std::filesystem::is_directory(status)) {
    throw_error(Code::kNotFound, "{}: expected a folder, found a file; {}", folder.string(),
                kNeededFiles);
  }
  ModelConfig config;
  const auto full = std::filesystem::weakly_canonical(folder);
  config.name = full.has_filename() ? full.filename() : full.parent_path().filename();

  const auto main_file = folder / "config.json";
  parse_config(read_needed(main_file), main_file.string(), config);

  auto processor = folder / "preprocessor_config.json";
  if (!std::filesystem::exists(processor) &&
      std::filesystem::exists(folder / "processor_config.json")) {
    processor = folder / "processor_config.json";
  }
  parse_preprocessor_config(read_needed(processor), processor.string(), config);

  const auto generation = folder / "generation_config.json";
  if (std::filesystem::exists(generation)) {
    parse_generation_config(read_small_file(generation, kMaxFileBytes), generation.string(),
                            config);
  }
  if (config.tokens.stop.empty()) {
    if (kDefaultEos >= config.decoder.vocab_size) {
      throw_error(Code::kCorruptData,
                  "{}: eos_token_id: expected in config.json or generation_config.json, found in "
                  "neither",
                  folder.string());
    }
    config.tokens.stop.push_back(kDefaultEos);
  }
  check_chat_template_of(folder);
  return config;
}

}  // namespace mineru::model
