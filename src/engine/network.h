// What the engine needs of a model, as a struct of functions: the loop is tested with a scripted
// language in its place, and no class needs to be virtual for that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "media/image.h"
#include "model/config.h"
#include "model/decoder.h"
#include "model/image_processor.h"
#include "model/kv_pool.h"
#include "model/model.h"
#include "model/prompt.h"
#include "model/vision_encoder.h"
#include "nn/exec.h"

namespace mineru::engine {

struct Network {
  std::string name;
  int layout_image_size = 0;
  model::DecoderConfig decoder;
  std::vector<int32_t> stop_tokens;

  // From any thread.
  std::function<model::PatchGrid(const media::ImageView&)> make_patches;
  std::function<model::Prompt(std::span<const model::PromptMessage>)> build_prompt;
  std::function<std::string_view(int32_t)> token_bytes;
  std::function<bool(int32_t)> is_special;

  // On the engine thread. One vision job at a time: start, advance until true (it is done), take;
  // or drop, which may come at any time.
  std::function<void(std::span<const model::PatchGrid* const>)> start_vision;
  std::function<bool(int max_layers)> advance_vision;
  std::function<std::vector<float>()> take_embeddings;  // [merged patches, hidden_size]
  std::function<void()> drop_vision;
  std::function<nn::Matrix<const float>(model::TokenBatch, model::KvPool&)> forward;
  std::function<void(int count, FunctionRef<void(int item, int worker)>)> parallel_for;
};

// A model with what it runs on; network() borrows from it. Engine-thread only, but for what is said
// to work from any thread.
class ModelRunner {
 public:
  ModelRunner(std::unique_ptr<model::Model> model, std::unique_ptr<nn::Exec> exec);
  ~ModelRunner();
  ModelRunner(const ModelRunner&) = delete;
  ModelRunner& operator=(const ModelRunner&) = delete;
  Network network();

 private:
  std::unique_ptr<nn::Exec> exec_;  // outlives the model
  std::unique_ptr<model::Model> model_;
  std::optional<model::VisionJob> job_;
};

}  // namespace mineru::engine
