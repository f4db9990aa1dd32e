#include "model/vision_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "model/bind.h"
#include "model/weight_names.h"
#include "nn/attention.h"
#include "nn/rotary.h"

namespace mineru::model {

namespace {

// Rows of the hidden layer that exist at once.
constexpr int kChunkRows = 512;
constexpr double kNormEps = 1e-6;
constexpr double kRotaryTheta = 10000;

struct BlockWeights {
  nn::LayerNorm norm1;
  nn::Linear qkv;
  nn::Linear proj;
  nn::LayerNorm norm2;
  nn::Linear fc1;
  nn::Linear fc2;
};

// The value of each channel's 256 levels, rounded as the reference does: level times factor in
// double, then single precision.
std::vector<float> level_values(const ImageConfig& image) {
  std::vector<float> values;
  for (size_t channel = 0; channel < 3; ++channel) {
    for (int level = 0; level < 256; ++level) {
      const float scaled = static_cast<float>(level * static_cast<double>(image.rescale_factor));
      values.push_back((scaled - image.mean[channel]) / image.std[channel]);
    }
  }
  return values;
}

// A still picture is the same frame `frames` times, so the kernels of the frames add up:
// [embed, channels, frames, area] -> [embed, channels * area].
std::vector<float> sum_frames(const std::vector<float>& kernel, size_t groups, size_t frames,
                              size_t area) {
  std::vector<float> sum(groups * area);
  for (size_t g = 0; g < groups; ++g) {
    for (size_t f = 0; f < frames; ++f) {
      for (size_t i = 0; i < area; ++i) sum[g * area + i] += kernel[(g * frames + f) * area + i];
    }
  }
  return sum;
}

}  // namespace

struct VisionJob::State {
  std::vector<GridThw> grids;
  std::vector<nn::Segment> segments;
  nn::RotaryTable rotary;
  int num_patches = 0;
  int layers_done = 0;
  bool done = false;
  std::vector<float> x;           // [num_patches, embed_dim]; the residual stream
  std::vector<float> embeddings;  // when done
};

VisionJob::VisionJob() = default;
VisionJob::~VisionJob() = default;
VisionJob::VisionJob(VisionJob&&) noexcept = default;
VisionJob& VisionJob::operator=(VisionJob&&) noexcept = default;
int VisionJob::num_patches() const { return state_ ? state_->num_patches : 0; }
int VisionJob::layers_done() const { return state_ ? state_->layers_done : 0; }
bool VisionJob::done() const { return state_ != nullptr && state_->done; }
std::vector<float> VisionJob::take_embeddings() { return std::move(state_->embeddings); }

struct VisionEncoder::Impl {
  VisionConfig config;
  std::vector<float> levels;  // [3][256]
  nn::Linear patch_embed;
  std::vector<BlockWeights> blocks;
  nn::LayerNorm merger_norm;
  nn::Linear merger_fc1;
  nn::Linear merger_fc2;
  // Work space shared by all jobs; grows to the largest one.
  nn::FullAttention attention;
  std::vector<float> h;       // [patches, embed_dim]
  std::vector<float> qkv;     // [patches, 3 * embed_dim]
  std::vector<float> hidden;  // [kChunkRows, mlp_dim], and other chunks

  void embed(nn::Exec& exec, const PatchGrid& picture, nn::Matrix<float> x);
  void layer(nn::Exec& exec, const BlockWeights& w, VisionJob::State& job);
  void mlp(nn::Exec& exec, const BlockWeights& w, nn::Matrix<float> x, nn::Matrix<float> h_rows);
  void merge(nn::Exec& exec, VisionJob::State& job);
};

namespace {

BlockWeights bind_block(const Binder& bind, const std::string& name, const VisionConfig& c,
                        LayerPlace place) {
  const auto linear = [&](const char* part, int outputs, int inputs, Family family) {
    return bind.linear({{name + part, outputs}}, inputs, {family, place, Binder::Bias::kYes});
  };
  return {bind.layer_norm(name + "norm1", c.embed_dim, kNormEps),
          linear("attn.qkv", 3 * c.embed_dim, c.embed_dim, Family::kVisionQkv),
          linear("attn.proj", c.embed_dim, c.embed_dim, Family::kVisionProj),
          bind.layer_norm(name + "norm2", c.embed_dim, kNormEps),
          linear("mlp.fc1", c.mlp_dim, c.embed_dim, Family::kVisionFc1),
          linear("mlp.fc2", c.embed_dim, c.mlp_dim, Family::kVisionFc2)};
}

void check_shape(const VisionConfig& c) {
  if (c.head_dim() % nn::kPanelCols != 0 || c.head_dim() > nn::kMaxHeadDim ||
      c.num_heads * c.head_dim() != c.embed_dim) {
    throw_error(Code::kUnsupported,
                "vision_config: embed_dim {} with {} heads: expected heads of 16, 32, ... {} each",
                c.embed_dim, c.num_heads, nn::kMaxHeadDim);
  }
  if (c.activation == Activation::kSilu) {
    throw_error(Code::kUnsupported,
                "vision_config: hidden_act is \"silu\", expected \"quick_gelu\" or \"gelu\"");
  }
}

}  // namespace

VisionEncoder::VisionEncoder(const VisionConfig& vision, const ImageConfig& image,
                             const WeightSource& source, nn::Exec& exec, Precision precision)
    : impl_(std::make_unique<Impl>()) {
  check_shape(vision);
  impl_->config = vision;
  impl_->levels = level_values(image);
  const Binder bind(source, exec, precision);
  const std::string prefix = detect_weight_names(source).vision;
  const int64_t side = vision.patch_size;
  const std::vector<float> kernel =
      bind.floats(prefix + "patch_embed.proj.weight",
                  {vision.embed_dim, vision.in_channels, vision.temporal_patch_size, side, side});
  const std::vector<float> summed = sum_frames(
      kernel, static_cast<size_t>(vision.embed_dim) * static_cast<size_t>(vision.in_channels),
      static_cast<size_t>(vision.temporal_patch_size), static_cast<size_t>(side * side));
  const nn::WeightView view{reinterpret_cast<const std::byte*>(summed.data()), nn::WeightType::kF32,
                            vision.embed_dim, vision.in_channels * static_cast<int>(side * side)};
  impl_->patch_embed = nn::Linear(exec, {&view, 1}, nn::Join::kStack, {});
  for (int i = 0; i < vision.depth; ++i) {
    impl_->blocks.push_back(
        bind_block(bind, prefix + "blocks." + std::to_string(i) + ".", vision, {i, vision.depth}));
  }
  const int merged = vision.merge_dim();
  impl_->merger_norm = bind.layer_norm(prefix + "merger.ln_q", vision.embed_dim, kNormEps);
  const Binder::Kind merger{Family::kMerger, {}, Binder::Bias::kYes};
  impl_->merger_fc1 = bind.linear({{prefix + "merger.mlp.0", merged}}, merged, merger);
  impl_->merger_fc2 = bind.linear({{prefix + "merger.mlp.2", vision.out_dim}}, merged, merger);
}

VisionEncoder::~VisionEncoder() = default;

const VisionConfig& VisionEncoder::config() const { return impl_->config; }

size_t VisionEncoder::weight_bytes() const {
  size_t total = impl_->patch_embed.num_bytes() + impl_->merger_fc1.num_bytes() +
                 impl_->merger_fc2.num_bytes();
  for (const BlockWeights& w : impl_->blocks) {
    total += w.qkv.num_bytes() + w.proj.num_bytes() + w.fc1.num_bytes() + w.fc2.num_bytes();
  }
  return total;
}

namespace {

// Angles of 2D-RoPE: the first half of the frequencies turns with the row, the second with the
// column of the patch; rows in merge order.
void set_angles(nn::RotaryTable& table, const GridThw& grid, int first_row, int merge) {
  const int quarter = table.half / 2;
  std::vector<float> frequencies;
  for (int i = 0; i < quarter; ++i) {
    const float exponent = static_cast<float>(2 * i) / static_cast<float>(table.half);
    frequencies.push_back(1.0F / std::pow(static_cast<float>(kRotaryTheta), exponent));
  }
  int row = first_row;
  const auto set_row = [&](int h, int w) {
    for (int i = 0; i < quarter; ++i) {
      table.set(row, i, static_cast<float>(h), frequencies[static_cast<size_t>(i)]);
      table.set(row, quarter + i, static_cast<float>(w), frequencies[static_cast<size_t>(i)]);
    }
    ++row;
  };
  for (int h = 0; h < grid.h; h += merge) {
    for (int w = 0; w < grid.w; w += merge) {
      for (int i = 0; i < merge * merge; ++i) set_row(h + i / merge, w + i % merge);
    }
  }
}

}  // namespace

VisionJob VisionEncoder::start(nn::Exec& exec, std::span<const PatchGrid* const> pictures) const {
  const VisionConfig& c = impl_->config;
  VisionJob job;
  job.state_ = std::make_unique<VisionJob::State>();
  VisionJob::State& state = *job.state_;
  for (const PatchGrid* picture : pictures) {
    state.segments.push_back({state.num_patches, picture->grid.num_patches()});
    state.grids.push_back(picture->grid);
    state.num_patches += picture->grid.num_patches();
  }
  state.rotary.resize(state.num_patches, c.head_dim() / 2);
  state.x.resize(static_cast<size_t>(state.num_patches) * static_cast<size_t>(c.embed_dim));
  const auto x = nn::matrix(state.x.data(), state.num_patches, c.embed_dim);
  for (size_t i = 0; i < pictures.size(); ++i) {
    const nn::Segment& segment = state.segments[i];
    set_angles(state.rotary, state.grids[i], segment.first, c.spatial_merge_size);
    impl_->embed(exec, *pictures[i], x.rows_from(segment.first, segment.count));
  }
  return job;
}

void VisionEncoder::Impl::embed(nn::Exec& exec, const PatchGrid& picture, nn::Matrix<float> x) {
  const size_t area =
      static_cast<size_t>(config.patch_size) * static_cast<size_t>(config.patch_size);
  const size_t width = area * static_cast<size_t>(config.in_channels);
  MINERU_CHECK(picture.pixels.size() == static_cast<size_t>(x.rows) * width);
  hidden.resize(std::max(hidden.size(), kChunkRows * width));
  for (int first = 0; first < x.rows; first += kChunkRows) {
    const int count = std::min(kChunkRows, x.rows - first);
    exec.parallel_for(count, [&](int r, int) {
      const uint8_t* const from = picture.pixels.data() + static_cast<size_t>(first + r) * width;
      float* const to = hidden.data() + static_cast<size_t>(r) * width;
      for (size_t i = 0; i < width; ++i) to[i] = levels[i / area * 256 + from[i]];
    });
    patch_embed.apply(exec, nn::matrix(hidden.data(), count, static_cast<int>(width)),
                      x.rows_from(first, count));
  }
}

void VisionEncoder::Impl::layer(nn::Exec& exec, const BlockWeights& w, VisionJob::State& job) {
  const int rows = job.num_patches;
  const int width = config.embed_dim;
  const auto x = nn::matrix(job.x.data(), rows, width);
  const auto h_rows = nn::matrix(h.data(), rows, width);
  const auto qkv_rows = nn::matrix(qkv.data(), rows, 3 * width);
  w.norm1.apply(exec, x, h_rows);
  w.qkv.apply(exec, h_rows, qkv_rows);
  nn::rotate(exec, job.rotary, qkv_rows, 0, 2 * config.num_heads);  // queries and keys
  attention.apply(exec, qkv_rows, job.segments, config.num_heads, h_rows);
  w.proj.apply(exec, h_rows, x, nn::Epilogue::kAdd);
  mlp(exec, w, x, h_rows);
}

void VisionEncoder::Impl::mlp(nn::Exec& exec, const BlockWeights& w, nn::Matrix<float> x,
                              nn::Matrix<float> h_rows) {
  const auto activation =
      config.activation == Activation::kGelu ? nn::Epilogue::kGelu : nn::Epilogue::kQuickGelu;
  w.norm2.apply(exec, x, h_rows);
  for (int first = 0; first < x.rows; first += kChunkRows) {
    const int count = std::min(kChunkRows, x.rows - first);
    const auto wide = nn::matrix(hidden.data(), count, config.mlp_dim);
    w.fc1.apply(exec, h_rows.rows_from(first, count), wide, activation);
    w.fc2.apply(exec, wide, x.rows_from(first, count), nn::Epilogue::kAdd);
  }
}

void VisionEncoder::Impl::merge(nn::Exec& exec, VisionJob::State& job) {
  const int rows = job.num_patches;
  const int group = config.spatial_merge_size * config.spatial_merge_size;
  const int merged = config.merge_dim();
  const auto h_rows = nn::matrix(h.data(), rows, config.embed_dim);
  merger_norm.apply(exec, nn::matrix(job.x.data(), rows, config.embed_dim), h_rows);
  // The patches of a group are neighbours: the same memory is one row a group.
  const auto groups = nn::matrix(h.data(), rows / group, merged);
  job.embeddings.resize(static_cast<size_t>(groups.rows) * static_cast<size_t>(config.out_dim));
  const auto out = nn::matrix(job.embeddings.data(), groups.rows, config.out_dim);
  for (int first = 0; first < groups.rows; first += kChunkRows) {
    const int count = std::min(kChunkRows, groups.rows - first);
    const auto wide = nn::matrix(hidden.data(), count, merged);
    merger_fc1.apply(exec, groups.rows_from(first, count), wide, nn::Epilogue::kGelu);
    merger_fc2.apply(exec, wide, out.rows_from(first, count));
  }
  job.x = {};
  job.done = true;
}

void VisionEncoder::advance(nn::Exec& exec, VisionJob& job, int max_layers) const {
  VisionJob::State& state = *job.state_;
  if (state.done) return;
  const size_t width = static_cast<size_t>(impl_->config.embed_dim);
  const size_t rows = static_cast<size_t>(state.num_patches);
  impl_->h.resize(std::max(impl_->h.size(), rows * width));
  impl_->qkv.resize(std::max(impl_->qkv.size(), rows * 3 * width));
  const int widest = std::max(impl_->config.mlp_dim, impl_->config.merge_dim());
  impl_->hidden.resize(std::max(impl_->hidden.size(),
                                static_cast<size_t>(kChunkRows) * static_cast<size_t>(widest)));
  for (int i = 0; i < max_layers && state.layers_done < impl_->config.depth; ++i) {
    impl_->layer(exec, impl_->blocks[static_cast<size_t>(state.layers_done)], state);
    ++state.layers_done;
  }
  if (state.layers_done == impl_->config.depth) impl_->merge(exec, state);
}

}  // namespace mineru::model
