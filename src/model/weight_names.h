// How the tensors of a checkpoint are called: as published for Qwen2-VL ("visual.blocks.0...",
// "model.layers.0..."), or with the prefixes of newer transformers ("model.visual.blocks.0...",
// "model.language_model.layers.0...").
#pragma once

#include <string>

#include "model/weight_source.h"

namespace mineru::model {

// Immutable after detection.
struct WeightNames {
  std::string vision;  // + "patch_embed.proj.weight", "blocks.0.norm1.weight", "merger.ln_q.weight"
  std::string decoder;  // + "embed_tokens.weight", "layers.0.mlp.up_proj.weight", "norm.weight"
  std::string head;     // "lm_head.weight", or empty where the checkpoint has none (a tied head)

  std::string embedding() const { return decoder + "embed_tokens.weight"; }
};

// Errors: kNotFound when no known naming fits; the message says which tensors were looked for.
WeightNames detect_weight_names(const WeightSource& source);

}  // namespace mineru::model
