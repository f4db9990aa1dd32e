// The real model behind the engine's functions.
#include <utility>

#include "base/check.h"
#include "engine/engine.h"
#include "engine/network.h"

namespace mineru::engine {

ModelRunner::ModelRunner(std::unique_ptr<model::Model> model, std::unique_ptr<nn::Exec> exec)
    : exec_(std::move(exec)), model_(std::move(model)) {
  MINERU_CHECK(model_ != nullptr && exec_ != nullptr);
}

ModelRunner::~ModelRunner() = default;

Network ModelRunner::network() {
  const model::ModelConfig& config = model_->config();
  Network network;
  network.name = config.name;
  network.layout_image_size = config.layout_image_size;
  network.decoder = config.decoder;
  network.stop_tokens = config.tokens.stop;
  network.make_patches = [this](const media::ImageView& image) {
    return model::make_patches(image, model_->config().image);
  };
  network.build_prompt = [this](std::span<const model::PromptMessage> messages) {
    return model::build_prompt(messages, model_->tokenizer(), model_->config());
  };
  network.token_bytes = [this](int32_t id) { return model_->tokenizer().token_bytes(id); };
  network.is_special = [this](int32_t id) { return model_->tokenizer().is_special(id); };
  network.start_vision = [this](std::span<const model::PatchGrid* const> pictures) {
    job_ = model_->vision().start(*exec_, pictures);
  };
  network.advance_vision = [this](int max_layers) {
    model_->vision().advance(*exec_, *job_, max_layers);
    return job_->done();
  };
  network.take_embeddings = [this] {
    std::vector<float> embeddings = job_->take_embeddings();
    job_.reset();
    return embeddings;
  };
  network.drop_vision = [this] { job_.reset(); };
  network.forward = [this](model::TokenBatch batch, model::KvPool& kv) {
    return model_->decoder().forward(*exec_, batch, kv);
  };
  network.parallel_for = [this](int count, FunctionRef<void(int, int)> fn) {
    exec_->parallel_for(count, fn);
  };
  return network;
}

std::unique_ptr<Engine> Engine::create(std::unique_ptr<model::Model> model,
                                       std::unique_ptr<nn::Exec> exec,
                                       const EngineOptions& options) {
  auto runner = std::make_unique<ModelRunner>(std::move(model), std::move(exec));
  Network network = runner->network();
  return std::make_unique<Engine>(std::move(network), options, std::move(runner));
}

}  // namespace mineru::engine
