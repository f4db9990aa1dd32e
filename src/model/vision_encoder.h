// The vision transformer of Qwen2-VL (https://arxiv.org/abs/2409.12191): patches in, one embedding
// a merged group of patches out. Memory grows linearly with the patches.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/config.h"
#include "model/image_processor.h"
#include "model/precision.h"
#include "model/weight_source.h"
#include "nn/exec.h"

namespace mineru::model {

// One picture, or several packed together, on the way through the layers.
class VisionJob {
 public:
  VisionJob();
  ~VisionJob();
  VisionJob(VisionJob&&) noexcept;
  VisionJob& operator=(VisionJob&&) noexcept;

  int num_patches() const;
  int layers_done() const;
  bool done() const;  // embeddings are there
  // After done(): [num_patches / merge_size^2, out_dim], the pictures one after another.
  std::vector<float> take_embeddings();

 private:
  friend class VisionEncoder;
  struct State;
  std::unique_ptr<State> state_;
};

// Immutable after construction. Engine-thread only.
class VisionEncoder {
 public:
  VisionEncoder(const VisionConfig& vision, const ImageConfig& image, const WeightSource& source,
                nn::Exec& exec, Precision precision = Precision::kAsStored);
  ~VisionEncoder();
  VisionEncoder(const VisionEncoder&) = delete;
  VisionEncoder& operator=(const VisionEncoder&) = delete;

  // Takes the pixels in (patch embedding). Pictures attend to themselves only.
  VisionJob start(nn::Exec& exec, std::span<const PatchGrid* const> pictures) const;
  // Runs at most `max_layers` further layers; the merger comes with the last one.
  void advance(nn::Exec& exec, VisionJob& job, int max_layers) const;

  const VisionConfig& config() const;
  size_t weight_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mineru::model
