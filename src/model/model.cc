#include "model/model.h"

#include "base/error.h"

namespace mineru::model {

std::unique_ptr<Model> Model::load(const std::filesystem::path& folder, nn::Exec& exec,
                                   Precision precision) {
  ModelConfig config = read_model_config(folder);
  Tokenizer tokenizer = Tokenizer::load(folder / "tokenizer.json");
  // banned-ok: the constructor is private
  std::unique_ptr<Model> model(new Model(std::move(config), std::move(tokenizer)));
  const auto source = open_safetensors(folder);
  model->vision_ = std::make_unique<VisionEncoder>(model->config_.vision, model->config_.image,
                                                   *source, exec, precision);
  model->decoder_ = std::make_unique<Decoder>(model->config_.decoder, *source, exec, precision);
  return model;
}

}  // namespace mineru::model
