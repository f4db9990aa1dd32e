#include "model/synthetic_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace mineru::model {

namespace {

// The activations halve what passes: the root mean square of quick_gelu(x) and of silu(x) * y for
// standard normal x, y.
constexpr double kGeluGain = 0.65;
constexpr double kSwigluGain = 0.6;
// Attention with logits of this deviation looks at dozens of rows, not at all of them alike.
constexpr double kQueryKeyGain = 1.5;

double by_fan_in(int fan_in) { return 1.0 / std::sqrt(static_cast<double>(fan_in)); }

// Channels of the residual stream that become large, spread over the width.
std::vector<int64_t> outlier_channels(int width, int count) {
  std::vector<int64_t> channels;
  channels.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    channels.push_back(int64_t{width} * (2 * int64_t{i} + 1) / (int64_t{2} * count) + i);
  }
  return channels;
}

// The same rows, each a bit stronger than the one before, up to three times.
std::vector<SyntheticRow> scaled(const std::vector<int64_t>& channels, double scale) {
  std::vector<SyntheticRow> rows;
  for (size_t i = 0; i < channels.size(); ++i) {
    const double step = 2.0 * static_cast<double>(i) / static_cast<double>(channels.size());
    rows.push_back({channels[i], scale * (1.0 + step), 0.0});
  }
  return rows;
}

std::vector<SyntheticRow> damped(const std::vector<int64_t>& channels, double scale) {
  std::vector<SyntheticRow> rows;
  rows.reserve(channels.size());
  for (const int64_t channel : channels) rows.push_back({channel, scale, 0.0});
  return rows;
}

// Collects the tensors below one prefix.
class Part {
 public:
  Part(std::vector<SyntheticTensor>& out, std::string prefix)
      : out_(out), prefix_(std::move(prefix)) {}

  void matrix(std::string_view name, int rows, int columns, double deviation,
              std::vector<SyntheticRow> special = {}) {
    out_.push_back(
        {fmt::format("{}{}", prefix_, name), {rows, columns}, 0.0, deviation, std::move(special)});
  }
  void vector(std::string_view name, int size, double mean, double deviation,
              std::vector<SyntheticRow> special = {}) {
    out_.push_back(
        {fmt::format("{}{}", prefix_, name), {size}, mean, deviation, std::move(special)});
  }

 private:
  std::vector<SyntheticTensor>& out_;
  std::string prefix_;
};

void add_vision_block(std::vector<SyntheticTensor>& out, const VisionConfig& config, int index) {
  const int width = config.embed_dim;
  const int middle = config.depth / 2;
  const auto channels = outlier_channels(width, std::clamp(width / 256, 2, 5));
  const double branch = 1.0 / std::sqrt(2.0 * config.depth);
  // The jump comes with one layer; the later ones keep it moving.
  const auto grown = [&](double jump) {
    if (index < middle) return std::vector<SyntheticRow>{};
    return scaled(channels, index == middle ? jump : 12.0);
  };
  const bool is_late = index > middle;
  const double gamma = is_late ? 1.6 : 1.0;
  const auto calm = is_late ? damped(channels, 0.2) : std::vector<SyntheticRow>{};

  Part part(out, fmt::format("visual.blocks.{}.", index));
  part.vector("norm1.weight", width, gamma, 0.1, calm);
  part.vector("norm1.bias", width, 0.0, 0.05);
  part.matrix("attn.qkv.weight", 3 * width, width, kQueryKeyGain * by_fan_in(width));
  part.vector("attn.qkv.bias", 3 * width, 0.0, 0.2);
  part.matrix("attn.proj.weight", width, width, branch * by_fan_in(width) / kQueryKeyGain,
              grown(12.0));
  part.vector("attn.proj.bias", width, 0.0, 0.02);
  part.vector("norm2.weight", width, gamma, 0.1, calm);
  part.vector("norm2.bias", width, 0.0, 0.05);
  part.matrix("mlp.fc1.weight", config.mlp_dim, width, by_fan_in(width));
  part.vector("mlp.fc1.bias", config.mlp_dim, 0.0, 0.1);
  part.matrix("mlp.fc2.weight", width, config.mlp_dim,
              branch * by_fan_in(config.mlp_dim) / kGeluGain, grown(120.0));
  // The activation's outputs have a mean; added up over the layers it would drown the picture.
  out.back().centred = true;
  part.vector("mlp.fc2.bias", width, 0.0, 0.02);
}

void add_vision(std::vector<SyntheticTensor>& out, const VisionConfig& config) {
  const int width = config.embed_dim;
  const int merged = config.merge_dim();
  const int patch = config.patch_size;
  const double pixel = by_fan_in(config.in_channels * config.temporal_patch_size * patch * patch);
  out.push_back({"visual.patch_embed.proj.weight",
                 {width, config.in_channels, config.temporal_patch_size, patch, patch},
                 0.0,
                 pixel,
                 {},
                 // White paper is far from the mean of pictures, and most of every page.
                 true});
  for (int i = 0; i < config.depth; ++i) add_vision_block(out, config, i);
  Part merger(out, "visual.merger.");
  merger.vector("ln_q.weight", width, 1.6, 0.1,
                damped(outlier_channels(width, std::clamp(width / 256, 2, 5)), 0.2));
  merger.vector("ln_q.bias", width, 0.0, 0.05);
  merger.matrix("mlp.0.weight", merged, merged, by_fan_in(merged));
  merger.vector("mlp.0.bias", merged, 0.0, 0.1);
  merger.matrix("mlp.2.weight", config.out_dim, merged, 0.3 * by_fan_in(merged) / kGeluGain);
  merger.vector("mlp.2.bias", config.out_dim, 0.0, 0.01);
}

// Qwen2's keys have a few large biases, in the pairs that rotate slowest.
std::vector<SyntheticRow> key_bias_rows(const DecoderConfig& config) {
  std::vector<SyntheticRow> rows;
  for (int head = 0; head < config.num_kv_heads; ++head) {
    const int64_t end = int64_t{head + 1} * config.head_dim;
    rows.push_back({end - config.head_dim / 2 - 1, 1.0, 8.0});
    rows.push_back({end - 1, 1.0, -6.0});
  }
  return rows;
}

void add_decoder_layer(std::vector<SyntheticTensor>& out, const DecoderConfig& config, int index) {
  const int width = config.hidden_size;
  const int inner = config.intermediate_size;
  const int kv = config.num_kv_heads * config.head_dim;
  const int jump = std::min(2, config.num_layers - 1);
  const auto channels = outlier_channels(width, 3);
  const double branch = 1.0 / std::sqrt(2.0 * config.num_layers);
  const auto grown =
      index < jump ? std::vector<SyntheticRow>{} : scaled(channels, index == jump ? 50.0 : 10.0);
  const bool is_late = index > jump;
  const double gamma = is_late ? 1.3 : 1.0;
  const auto calm = is_late ? damped(channels, 0.3) : std::vector<SyntheticRow>{};

  Part part(out, fmt::format("model.layers.{}.", index));
  part.vector("input_layernorm.weight", width, gamma, 0.1, calm);
  part.matrix("self_attn.q_proj.weight", width, width, kQueryKeyGain * by_fan_in(width));
  part.vector("self_attn.q_proj.bias", width, 0.0, 0.5);
  part.matrix("self_attn.k_proj.weight", kv, width, kQueryKeyGain * by_fan_in(width));
  part.vector("self_attn.k_proj.bias", kv, 0.0, 0.5, key_bias_rows(config));
  part.matrix("self_attn.v_proj.weight", kv, width, by_fan_in(width));
  part.vector("self_attn.v_proj.bias", kv, 0.0, 0.05);
  part.matrix("self_attn.o_proj.weight", width, width, branch * by_fan_in(width));
  part.vector("post_attention_layernorm.weight", width, gamma, 0.1, calm);
  part.matrix("mlp.gate_proj.weight", inner, width, by_fan_in(width));
  part.matrix("mlp.up_proj.weight", inner, width, by_fan_in(width));
  part.matrix("mlp.down_proj.weight", width, inner, branch * by_fan_in(inner) / kSwigluGain, grown);
}

void add_decoder(std::vector<SyntheticTensor>& out, const DecoderConfig& config) {
  Part part(out, "model.");
  // Small against what the layers add: a tied head would repeat its input otherwise.
  part.matrix("embed_tokens.weight", config.vocab_size, config.hidden_size, 0.02);
  for (int i = 0; i < config.num_layers; ++i) add_decoder_layer(out, config, i);
  // Large, as trained: it makes the logits' deviation 2 to 3.
  part.vector("norm.weight", config.hidden_size, 5.0, 0.5,
              damped(outlier_channels(config.hidden_size, 3), 0.05));
  if (!config.tie_word_embeddings) {
    Part(out, "").matrix("lm_head.weight", config.vocab_size, config.hidden_size, 0.02);
  }
}

// Mixing function of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", 2014).
uint64_t mix(uint64_t value) {
  value = (value ^ value >> 30U) * 0xBF58476D1CE4E5B9U;
  value = (value ^ value >> 27U) * 0x94D049BB133111EBU;
  return value ^ value >> 31U;
}

// FNV-1a.
uint64_t hash_of(std::string_view name) {
  uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

// xoshiro256++ (Blackman, Vigna: "Scrambled linear pseudorandom number generators", 2021).
uint64_t next_bits(std::array<uint64_t, 4>& state) {
  const uint64_t result = std::rotl(state[0] + state[3], 23) + state[0];
  const uint64_t shifted = state[1] << 17U;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = std::rotl(state[3], 45);
  return result;
}

// The sum of the four quarters of a random word, minus its mean: a bell of this deviation, cut at
// 3.5 of them.
constexpr double kBellDeviation = 37837.22772881776;  // sqrt(4 * (2^32 - 1) / 12)

int32_t bell(uint64_t word) {
  constexpr uint64_t kEven = 0x0000FFFF0000FFFFU;
  const uint64_t pairs = (word & kEven) + (word >> 16U & kEven);
  return static_cast<int32_t>((pairs & 0xFFFFFFFFU) + (pairs >> 32U)) - 2 * 0xFFFF;
}

// Seven eighths of the mean of the values that come next.
int32_t centre_of_row(std::array<uint64_t, 4> state, int64_t size) {
  int64_t sum = 0;
  for (int64_t i = 0; i < size; ++i) sum += bell(next_bits(state));
  return static_cast<int32_t>(sum * 7 / (size * 8));
}

uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

}  // namespace

int64_t SyntheticTensor::num_elements() const {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

std::vector<SyntheticTensor> synthetic_tensors(const VisionConfig& vision,
                                               const DecoderConfig& decoder) {
  std::vector<SyntheticTensor> tensors;
  add_vision(tensors, vision);
  add_decoder(tensors, decoder);
  return tensors;
}

SyntheticStream::SyntheticStream(const SyntheticTensor& tensor, uint64_t seed)
    : tensor_(&tensor), row_size_(tensor.num_elements() / tensor.shape.front()) {
  uint64_t start = mix(seed + 0x9E3779B97F4A7C15U) ^ hash_of(tensor.name);
  for (uint64_t& word : state_) word = mix(start += 0x9E3779B97F4A7C15U);
}

void SyntheticStream::fill(std::span<uint16_t> out) {
  const auto& rows = tensor_->rows;
  while (!out.empty()) {
    const int64_t row = position_ / row_size_;
    while (next_row_ < rows.size() && rows[next_row_].row < row) ++next_row_;
    // A run ends with its row where that row is special, else before the next special one.
    const bool is_special = next_row_ < rows.size() && rows[next_row_].row == row;
    int64_t end_row = tensor_->shape.front();
    if (next_row_ < rows.size()) end_row = rows[next_row_].row;
    if (is_special || tensor_->centred) end_row = row + 1;
    if (tensor_->centred && position_ % row_size_ == 0) centre_ = centre_of_row(state_, row_size_);
    const int64_t left = end_row * row_size_ - position_;
    const auto run = out.first(std::min(out.size(), static_cast<size_t>(left)));
    fill_run(run, is_special ? rows[next_row_] : SyntheticRow{});
    out = out.subspan(run.size());
    position_ += static_cast<int64_t>(run.size());
  }
}

void SyntheticStream::fill_run(std::span<uint16_t> out, const SyntheticRow& kind) {
  const auto factor = static_cast<float>(tensor_->deviation * kind.scale / kBellDeviation);
  const auto offset = static_cast<float>(std::fma(tensor_->mean, kind.scale, kind.shift));
  const auto next = [this] { return static_cast<float>(bell(next_bits(state_)) - centre_); };
  if (offset == 0.0F) {
    for (uint16_t& value : out) value = to_bf16(factor * next());
    return;
  }
  // An explicit fma: the same bits whether or not the compiler would have made one.
  for (uint16_t& value : out) value = to_bf16(std::fma(factor, next(), offset));
}

}  // namespace mineru::model
