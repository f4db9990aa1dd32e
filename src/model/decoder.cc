#include "model/decoder.h"

#include <algorithm>
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

struct LayerWeights {
  nn::RmsNorm attn_norm;
  nn::Linear qkv;
  nn::Linear out;
  nn::RmsNorm ffn_norm;
  nn::Linear gate_up;
  nn::Linear down;
};

LayerWeights bind_layer(const Binder& bind, const std::string& name, const DecoderConfig& c,
                        LayerPlace place) {
  using Bias = Binder::Bias;
  const std::string attn = name + "self_attn.";
  const int q = c.num_heads * c.head_dim;
  const int kv = c.num_kv_heads * c.head_dim;
  return {
      bind.rms_norm(name + "input_layernorm", c.hidden_size, c.rms_norm_eps),
      bind.linear({{attn + "q_proj", q}, {attn + "k_proj", kv}, {attn + "v_proj", kv}},
                  c.hidden_size, {Family::kDecoderQkv, place, Bias::kYes}),
      bind.linear({{attn + "o_proj", c.hidden_size}}, q, {Family::kDecoderOut, place}),
      bind.rms_norm(name + "post_attention_layernorm", c.hidden_size, c.rms_norm_eps),
      bind.linear({{name + "mlp.gate_proj", c.intermediate_size},
                   {name + "mlp.up_proj", c.intermediate_size}},
                  c.hidden_size, {Family::kDecoderGateUp, place, Bias::kNo, nn::Join::kInterleave}),
      bind.linear({{name + "mlp.down_proj", c.hidden_size}}, c.intermediate_size,
                  {Family::kDecoderDown, place})};
}

void check_shape(const DecoderConfig& c) {
  const auto expect = [](bool holds, const char* what, int found, const char* expected) {
    if (!holds) {
      throw_error(Code::kUnsupported, "config.json: {} is {}, expected {}", what, found, expected);
    }
  };
  expect(c.head_dim % nn::kPanelCols == 0 && c.head_dim <= nn::kMaxHeadDim, "head_dim", c.head_dim,
         "a multiple of 16 up to 128");
  expect(c.num_heads % c.num_kv_heads == 0, "num_key_value_heads", c.num_kv_heads,
         "a divisor of num_attention_heads");
  expect(c.num_heads / c.num_kv_heads <= nn::kMaxGroup, "num_attention_heads", c.num_heads,
         "at most 96 for each key-value head");
  expect(c.intermediate_size % nn::kPanelCols == 0, "intermediate_size", c.intermediate_size,
         "a multiple of 16");
  expect(c.hidden_size % nn::kPanelCols == 0, "hidden_size", c.hidden_size, "a multiple of 16");
}

}  // namespace

struct Decoder::Impl {
  explicit Impl(const DecoderConfig& c)
      : config(c), attention({c.num_heads, c.num_kv_heads, c.head_dim, kPageTokens}) {
    for (int i = 0; i < c.head_dim / 2; ++i) {
      const float exponent = static_cast<float>(2 * i) / static_cast<float>(c.head_dim);
      frequencies.push_back(1.0F / std::pow(static_cast<float>(c.rope_theta), exponent));
    }
  }

  DecoderConfig config;
  nn::Linear embedding;  // empty when tied
  std::vector<LayerWeights> layers;
  nn::RmsNorm norm;
  nn::Linear head;
  std::vector<float> frequencies;  // [head_dim / 2]

  // Work space; grows to the largest batch.
  nn::PagedAttention attention;
  nn::RotaryTable rotary;
  std::vector<nn::PagedRun> runs;
  std::vector<float*> pages;
  std::vector<float> x;       // [rows, hidden_size]; the residual stream
  std::vector<float> h;       // [rows, widest of hidden_size and heads * head_dim]
  std::vector<float> qkv;     // [rows, (heads + 2 * kv_heads) * head_dim]
  std::vector<float> ff;      // [rows, intermediate_size]
  std::vector<float> logits;  // [rows that asked, vocab_size]

  void reserve(int rows);
  void look_up(nn::Exec& exec, TokenBatch batch);
  void set_angles(TokenBatch batch);
  void start_attention(TokenBatch batch, KvPool& kv);
  void layer(nn::Exec& exec, const LayerWeights& w, int rows, size_t layer_offset);
  nn::Matrix<const float> project(nn::Exec& exec, TokenBatch batch);
};

Decoder::Decoder(const DecoderConfig& config, const WeightSource& source, nn::Exec& exec,
                 Precision precision)
    : impl_(std::make_unique<Impl>(config)) {
  check_shape(config);
  const Binder bind(source, exec, precision);
  const WeightNames names = detect_weight_names(source);
  const auto vocabulary = [&](const std::string& name) {
    return bind.linear({{name, config.vocab_size}}, config.hidden_size, {Family::kHead, {}});
  };
  const std::string embedding = names.decoder + "embed_tokens";
  if (!config.tie_word_embeddings) impl_->embedding = vocabulary(embedding);
  impl_->head = vocabulary(config.tie_word_embeddings ? embedding : "lm_head");
  for (int i = 0; i < config.num_layers; ++i) {
    impl_->layers.push_back(bind_layer(bind, names.decoder + "layers." + std::to_string(i) + ".",
                                       config, {i, config.num_layers}));
  }
  impl_->norm = bind.rms_norm(names.decoder + "norm", config.hidden_size, config.rms_norm_eps);
}

Decoder::~Decoder() = default;

const DecoderConfig& Decoder::config() const { return impl_->config; }

size_t Decoder::weight_bytes() const {
  size_t total = impl_->embedding.num_bytes() + impl_->head.num_bytes();
  for (const LayerWeights& w : impl_->layers) {
    total += w.qkv.num_bytes() + w.out.num_bytes() + w.gate_up.num_bytes() + w.down.num_bytes();
  }
  return total;
}

void Decoder::Impl::reserve(int rows) {
  const auto grow = [rows](std::vector<float>& buffer, int width) {
    const size_t size = static_cast<size_t>(rows) * static_cast<size_t>(width);
    if (buffer.size() < size) buffer.resize(size);
  };
  grow(x, config.hidden_size);
  grow(h, std::max(config.hidden_size, config.num_heads * config.head_dim));
  grow(qkv, (config.num_heads + 2 * config.num_kv_heads) * config.head_dim);
  grow(ff, config.intermediate_size);
}

void Decoder::Impl::look_up(nn::Exec& exec, TokenBatch batch) {
  const nn::Linear& table = config.tie_word_embeddings ? head : embedding;
  const auto rows = nn::matrix(x.data(), static_cast<int>(batch.size()), config.hidden_size);
  exec.parallel_for(rows.rows, [&](int r, int) {
    const TokenRow& row = batch[static_cast<size_t>(r)];
    if (row.embedding != nullptr) {
      std::copy_n(row.embedding, config.hidden_size, rows.row(r));
    } else {
      table.row(row.token, rows.row(r));
    }
  });
}

// M-RoPE: the frequencies are shared out between time, height and width.
void Decoder::Impl::set_angles(TokenBatch batch) {
  rotary.resize(static_cast<int>(batch.size()), config.head_dim / 2);
  for (size_t r = 0; r < batch.size(); ++r) {
    int i = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
      const float position = static_cast<float>(batch[r].rope[axis]);
      for (int n = 0; n < config.mrope_section[axis]; ++n, ++i) {
        rotary.set(static_cast<int>(r), i, position, frequencies[static_cast<size_t>(i)]);
      }
    }
  }
}

void Decoder::Impl::start_attention(TokenBatch batch, KvPool& kv) {
  runs.clear();
  pages.clear();
  for (size_t r = 0; r < batch.size(); ++r) {
    const TokenRow& row = batch[r];
    if (r > 0 && row.sequence == batch[r - 1].sequence) {
      MINERU_CHECK(row.position == batch[r - 1].position + 1);
      ++runs.back().num_rows;
    } else {
      runs.push_back({static_cast<int>(r), 1, row.position, static_cast<int>(pages.size())});
      for (const int32_t page : row.sequence->pages()) pages.push_back(kv.layer_of(page, 0));
    }
    MINERU_CHECK(row.position < row.sequence->capacity());
  }
  attention.start(runs, pages);
}

void Decoder::Impl::layer(nn::Exec& exec, const LayerWeights& w, int rows, size_t layer_offset) {
  const auto stream = nn::matrix(x.data(), rows, config.hidden_size);
  const auto normed = nn::matrix(h.data(), rows, config.hidden_size);
  const auto attended = nn::matrix(h.data(), rows, config.num_heads * config.head_dim);
  const auto qkv_rows = nn::matrix(qkv.data(), rows, w.qkv.outputs());
  const auto wide = nn::matrix(ff.data(), rows, config.intermediate_size);
  w.attn_norm.apply(exec, stream, normed);
  w.qkv.apply(exec, normed, qkv_rows);
  nn::rotate(exec, rotary, qkv_rows, 0, config.num_heads + config.num_kv_heads);
  attention.apply(exec, qkv_rows, layer_offset, attended);
  w.out.apply(exec, attended, stream, nn::Epilogue::kAdd);
  w.ffn_norm.apply(exec, stream, normed);
  w.gate_up.apply(exec, normed, wide, nn::Epilogue::kSwiGlu);
  w.down.apply(exec, wide, stream, nn::Epilogue::kAdd);
}

nn::Matrix<const float> Decoder::Impl::project(nn::Exec& exec, TokenBatch batch) {
  const auto normed = nn::matrix(h.data(), static_cast<int>(batch.size()), config.hidden_size);
  int wanted = 0;
  for (size_t r = 0; r < batch.size(); ++r) {
    if (!batch[r].wants_logits) continue;
    std::copy_n(x.data() + r * static_cast<size_t>(config.hidden_size), config.hidden_size,
                normed.row(wanted++));
  }
  const auto rows = normed.rows_from(0, wanted);
  norm.apply(exec, rows, rows);
  const size_t size = static_cast<size_t>(wanted) * static_cast<size_t>(config.vocab_size);
  if (logits.size() < size) logits.resize(size);
  const auto out = nn::matrix(logits.data(), wanted, config.vocab_size);
  head.apply(exec, rows, out);
  return out;
}

nn::Matrix<const float> Decoder::forward(nn::Exec& exec, TokenBatch batch, KvPool& kv) {
  Impl& impl = *impl_;
  const int rows = static_cast<int>(batch.size());
  impl.reserve(rows);
  impl.look_up(exec, batch);
  impl.set_angles(batch);
  impl.start_attention(batch, kv);
  for (size_t i = 0; i < impl.layers.size(); ++i) {
    impl.layer(exec, impl.layers[i], rows, i * kv.layer_floats());
  }
  return impl.project(exec, batch);
}

}  // namespace mineru::model
