// The JSON files of a checkpoint from anywhere: only Error may come out, and what is accepted keeps
// the promises of model/config.h. The first byte chooses: '0' config.json, '1' config.json and,
// after the first line, preprocessor_config.json, '2' generation_config.json, '3' a file with a
// chat template, '4' the template itself.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "model/chat_template.h"
#include "model/config.h"

namespace {

using mineru::model::ModelConfig;

void check_config(const ModelConfig& config) {
  const auto& decoder = config.decoder;
  const auto& section = decoder.mrope_section;
  MINERU_CHECK(decoder.num_layers > 0 && decoder.vocab_size > 0 && decoder.max_position > 0);
  MINERU_CHECK(decoder.num_heads * decoder.head_dim == decoder.hidden_size);
  MINERU_CHECK(decoder.num_heads % decoder.num_kv_heads == 0);
  MINERU_CHECK(2 * (section[0] + section[1] + section[2]) == decoder.head_dim);
  MINERU_CHECK(section[0] >= 0 && section[1] >= 0 && section[2] >= 0);
  const auto& vision = config.vision;
  MINERU_CHECK(vision.depth > 0 && vision.mlp_dim > 0 && vision.merge_dim() > 0);
  MINERU_CHECK(vision.num_heads * vision.head_dim() == vision.embed_dim);
  MINERU_CHECK(vision.head_dim() % 4 == 0 && vision.out_dim == decoder.hidden_size);
  for (const int32_t id : config.tokens.stop) MINERU_CHECK(id >= 0 && id < decoder.vocab_size);
  MINERU_CHECK(config.tokens.image_pad >= 0 && config.tokens.image_pad < decoder.vocab_size);
}

void check_image(const ModelConfig& config) {
  const auto& image = config.image;
  MINERU_CHECK(image.patch_size == config.vision.patch_size);
  MINERU_CHECK(image.merge_size == config.vision.spatial_merge_size);
  MINERU_CHECK(0 < image.min_pixels && image.min_pixels <= image.max_pixels);
  for (const float value : image.std) MINERU_CHECK(value > 0.0F);
}

void run(char mode, std::string_view text) {
  ModelConfig config;
  switch (mode) {
    case '0':
      mineru::model::parse_config(text, "fuzz", config);
      check_config(config);
      break;
    case '1': {
      const size_t line = text.find('\n');
      mineru::model::parse_config(text.substr(0, line), "fuzz", config);
      if (line == std::string_view::npos) return;
      mineru::model::parse_preprocessor_config(text.substr(line + 1), "fuzz", config);
      check_config(config);
      check_image(config);
      break;
    }
    case '2': mineru::model::parse_generation_config(text, "fuzz", config); break;
    case '3': (void)mineru::model::parse_chat_template(text, "fuzz"); break;
    default: mineru::model::check_chat_template(text, "fuzz"); break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  try {
    run(static_cast<char>(data[0]), {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const mineru::Error&) {
  }
  return 0;
}
