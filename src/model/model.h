// model: Qwen2-VL as MinerU2.5 uses it: configuration, weights, tokenizer, pictures, vision
// encoder, decoder, key-value pages. May include base, text, media, nn; knows nothing of requests.
// Starts at Model. Errors: loading throws and names file, tensor, expected, found; running never
// fails. Threads: what says "immutable" may be read from anywhere, encoder and decoder run on the
// engine thread, which hands the work to the pool inside nn::Exec.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "model/config.h"
#include "model/decoder.h"
#include "model/tokenizer.h"
#include "model/vision_encoder.h"
#include "nn/exec.h"

namespace mineru::model {

class Model {
 public:
  // Loads a Hugging Face folder. Errors: kNotFound, kCorruptData, kUnsupported, kIo.
  static std::unique_ptr<Model> load(const std::filesystem::path& folder, nn::Exec& exec,
                                     Precision precision = Precision::kAsStored);

  const ModelConfig& config() const { return config_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const VisionEncoder& vision() const { return *vision_; }
  Decoder& decoder() { return *decoder_; }

 private:
  Model(ModelConfig config, Tokenizer tokenizer)
      : config_(std::move(config)), tokenizer_(std::move(tokenizer)) {}
  ModelConfig config_;
  Tokenizer tokenizer_;
  std::unique_ptr<VisionEncoder> vision_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace mineru::model
