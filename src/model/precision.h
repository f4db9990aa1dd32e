// In which form each family of weights is kept: the one table that decides it.
#pragma once

#include "nn/linear.h"

namespace mineru::model {

// What a user chooses for the whole model.
enum class Precision {
  kAsStored,  // the checkpoint's own type; the reference's numbers
  kQ8,        // 8-bit products, half the memory of bfloat16
};

enum class Family {
  kVisionQkv,
  kVisionProj,
  kVisionFc1,
  kVisionFc2,
  kMerger,
  kDecoderQkv,
  kDecoderOut,
  kDecoderGateUp,
  kDecoderDown,
  kHead,  // and the embedding, when tied
};

// Where in its stack a layer stands; 0 of 1 for what has no layers.
struct LayerPlace {
  int index = 0;
  int count = 1;
};

nn::WeightFormat format_of(Precision precision, Family family, LayerPlace place = {});

}  // namespace mineru::model
