#include "engine/sampler.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace mineru::engine {

namespace {

// The logits are read in blocks: corrections touch few of them, and only those are copied.
constexpr size_t kBlock = 256;
constexpr float kLowest = -std::numeric_limits<float>::infinity();
// vLLM takes smaller temperatures for 0.
constexpr double kLeastTemperature = 1e-5;
// Terms below e^-30 of the largest do not show in a sum of 150,000, rounded to float.
constexpr float kNegligible = 30.0F;

// The least argument of exp_below_zero; its e^x is nothing beside 1.
constexpr float kExpLowest = -87.0F;

// e^x for kExpLowest <= x <= 0, relative error below 1e-6. Written out so that loops over it become
// vector code, and so that a seed means the same with every mathematics library.
inline float exp_below_zero(float x) {
  constexpr float kLog2E = 1.44269504F;
  constexpr float kLn2High = 0.693359375F;
  constexpr float kLn2Low = -2.12194440e-4F;
  constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23: adding it rounds to whole numbers
  const float shifted = x * kLog2E + kRounder;
  const float whole = shifted - kRounder;
  const float r = x - whole * kLn2High - whole * kLn2Low;
  float sum = 1.0F / 5040;
  sum = sum * r + 1.0F / 720;
  sum = sum * r + 1.0F / 120;
  sum = sum * r + 1.0F / 24;
  sum = sum * r + 1.0F / 6;
  sum = sum * r + 0.5F;
  sum = sum * r + 1.0F;
  sum = sum * r + 1.0F;
  const auto exponent = std::bit_cast<int32_t>(shifted) - std::bit_cast<int32_t>(kRounder);
  return sum * std::bit_cast<float>((exponent + 127) * (1 << 23));
}

using Block = std::array<float, kBlock>;

// Joins the halves of the block until one value is left. Loops of fixed length become vector code,
// and the order of a sum is fixed.
template <size_t kHalf, typename Join>
float folded(Block& block, Join join) {
  for (size_t i = 0; i < kHalf; ++i) block[i] = join(block[i], block[i + kHalf]);
  if constexpr (kHalf > 1) return folded<kHalf / 2>(block, join);
  return block[0];
}

// Minus infinity for no number at all. A NaN compares false and is passed over.
float largest(std::span<const float> values) {
  float result = kLowest;
  if (values.size() != kBlock) {
    for (const float value : values) result = value > result ? value : result;
    return result;
  }
  Block block;
  for (size_t i = 0; i < kBlock; ++i) block[i] = values[i] > kLowest ? values[i] : kLowest;
  return folded<kBlock / 2>(block, [](float a, float b) { return a > b ? a : b; });
}

// Sum of e^(value - top) over values that are not above top. A NaN weighs e^-87, which is nothing.
double sum_of_exp(std::span<const float> values, float top) {
  Block block;
  block.fill(kExpLowest);
  for (size_t i = 0; i < values.size(); ++i) {
    block[i] = values[i] - top > kExpLowest ? values[i] - top : kExpLowest;
  }
  for (float& value : block) value = exp_below_zero(value);
  return static_cast<double>(folded<kBlock / 2>(block, [](float a, float b) { return a + b; }));
}

size_t num_blocks(std::span<const float> logits) { return (logits.size() + kBlock - 1) / kBlock; }

std::span<const float> block_at(std::span<const float> logits, size_t block) {
  const size_t first = block * kBlock;
  return logits.subspan(first, std::min(kBlock, logits.size() - first));
}

void check_range(std::string_view name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw_error(Code::kInvalidArgument, "{}: {} is outside {} to {}", name, value, low, high);
  }
}

}  // namespace

void check_sampling(const Sampling& sampling) {
  check_range("temperature", sampling.temperature, 0, 100);
  check_range("top_p", sampling.top_p, 0, 1);
  if (sampling.top_p == 0) throw_error(Code::kInvalidArgument, "top_p: 0 leaves no token");
  check_range("presence_penalty", sampling.presence_penalty, -100, 100);
  check_range("frequency_penalty", sampling.frequency_penalty, -100, 100);
  check_range("repetition_penalty", sampling.repetition_penalty, 0.01, 100);
}

Sampler::Sampler(const Sampling& sampling, std::span<const int32_t> prompt)
    : sampling_(sampling),
      penalises_(sampling.presence_penalty != 0 || sampling.frequency_penalty != 0 ||
                 sampling.repetition_penalty != 1),
      greedy_(sampling.temperature < kLeastTemperature),
      ngrams_(sampling.no_repeat_ngram_size),
      rng_(sampling.seed) {
  if (sampling.repetition_penalty == 1) return;
  seen_.reserve(prompt.size());
  for (const int32_t token : prompt) seen_.push_back({.token = token, .count = 0});
  std::sort(seen_.begin(), seen_.end(),
            [](const Seen& a, const Seen& b) { return a.token < b.token; });
  const auto same = [](const Seen& a, const Seen& b) { return a.token == b.token; };
  seen_.erase(std::unique(seen_.begin(), seen_.end(), same), seen_.end());
}

void Sampler::accept(int32_t token) {
  ngrams_.add(token);
  if (!penalises_) return;
  auto place = std::lower_bound(seen_.begin(), seen_.end(), token,
                                [](const Seen& seen, int32_t value) { return seen.token < value; });
  if (place == seen_.end() || place->token != token) {
    place = seen_.insert(place, {.token = token, .count = 0});
  }
  ++place->count;
}

Choice Sampler::choose(std::span<const float> logits) {
  maxima_.resize(num_blocks(logits));
  for (size_t block = 0; block < maxima_.size(); ++block) {
    maxima_[block] = largest(block_at(logits, block));
  }
  const int32_t token = greedy_ ? most_likely(logits) : draw(logits);
  if (token < 0) return {};
  return {.token = token, .probability = probability_of(logits, token)};
}

// Formula and order of vLLM, in its precision: repetition, then frequency, then presence.
float Sampler::penalised(float logit, const Seen& seen) const {
  const auto repetition = static_cast<float>(sampling_.repetition_penalty);
  float value = logit;
  if (repetition != 1) value = value > 0 ? value / repetition : value * repetition;
  if (seen.count > 0) {
    value -= static_cast<float>(sampling_.frequency_penalty) * static_cast<float>(seen.count);
    value -= static_cast<float>(sampling_.presence_penalty);
  }
  return value;
}

// Walks through the corrections in the order of the blocks.
struct Sampler::Cursor {
  size_t seen = 0;
  size_t banned = 0;
};

// The block itself, or `copy` with penalties and bans in it. Blocks come in ascending order.
std::span<const float> Sampler::corrected(std::span<const float> block, int32_t first,
                                          Cursor& cursor, std::span<float> copy) const {
  const std::span<const int32_t> banned = ngrams_.banned();
  const int32_t end = first + static_cast<int32_t>(block.size());
  while (cursor.seen < seen_.size() && seen_[cursor.seen].token < first) ++cursor.seen;
  while (cursor.banned < banned.size() && banned[cursor.banned] < first) ++cursor.banned;
  size_t seen = cursor.seen;
  size_t ban = cursor.banned;
  const bool is_touched = (seen < seen_.size() && seen_[seen].token < end) ||
                          (ban < banned.size() && banned[ban] < end);
  if (!is_touched) return block;
  std::copy(block.begin(), block.end(), copy.begin());
  for (; seen < seen_.size() && seen_[seen].token < end; ++seen) {
    float& value = copy[static_cast<size_t>(seen_[seen].token - first)];
    value = penalised(value, seen_[seen]);
  }
  for (; ban < banned.size() && banned[ban] < end; ++ban) {
    copy[static_cast<size_t>(banned[ban] - first)] = kLowest;
  }
  return copy.first(block.size());
}

int32_t Sampler::most_likely(std::span<const float> logits) {
  Block copy;
  Cursor cursor;
  float best = kLowest;
  size_t best_block = 0;
  for (size_t block = 0; block < maxima_.size(); ++block) {
    const std::span<const float> raw = block_at(logits, block);
    const std::span<const float> values =
        corrected(raw, static_cast<int32_t>(block * kBlock), cursor, copy);
    const float top = values.data() == raw.data() ? maxima_[block] : largest(values);
    if (top > best) {
      best = top;
      best_block = block;
    }
  }
  if (best == kLowest) return -1;
  const auto first = static_cast<int32_t>(best_block * kBlock);
  cursor = {};
  const std::span<const float> values =
      corrected(block_at(logits, best_block), first, cursor, copy);
  const auto place = std::find(values.begin(), values.end(), best);
  return first + static_cast<int32_t>(place - values.begin());
}

// Candidates stay in a fixed order, so that sums round the same way everywhere.
int32_t Sampler::draw(std::span<const float> logits) {
  const auto temperature = static_cast<float>(sampling_.temperature);
  Block copy;
  Cursor cursor;
  candidates_.clear();
  candidates_.reserve(logits.size());
  for (size_t block = 0; block < maxima_.size(); ++block) {
    auto token = static_cast<int32_t>(block * kBlock);
    for (const float value : corrected(block_at(logits, block), token, cursor, copy)) {
      if (value > kLowest) candidates_.push_back({.value = value / temperature, .token = token});
      ++token;
    }
  }
  if (candidates_.empty()) return -1;
  keep_top_k();
  const double total = keep_top_p();
  double target = rng_.next_unit() * total;
  for (const Candidate& candidate : candidates_) {
    target -= static_cast<double>(candidate.value);
    if (target < 0) return candidate.token;
  }
  // Only rounding comes here: the last token that can be drawn at all.
  const auto last = std::find_if(candidates_.rbegin(), candidates_.rend(),
                                 [](const Candidate& candidate) { return candidate.value > 0; });
  return last == candidates_.rend() ? candidates_.back().token : last->token;
}

// Tokens as likely as the k-th stay, too, as in vLLM.
void Sampler::keep_top_k() {
  if (sampling_.top_k <= 0) return;
  const auto k = static_cast<size_t>(sampling_.top_k);
  if (k >= candidates_.size()) return;
  values_.resize(candidates_.size());
  std::transform(candidates_.begin(), candidates_.end(), values_.begin(),
                 [](const Candidate& candidate) { return candidate.value; });
  const auto kth = values_.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(values_.begin(), kth, values_.end(), std::greater<>());
  std::erase_if(candidates_, [least = *kth](const Candidate& c) { return c.value < least; });
}

// Values become weights. A token stays if those before it weigh less than top_p; returns the weight
// of all that stay.
double Sampler::keep_top_p() {
  float top = kLowest;
  for (const Candidate& candidate : candidates_) top = std::max(top, candidate.value);
  double total = 0;
  for (Candidate& candidate : candidates_) {
    candidate.value =
        candidate.value == top ? 1.0F : exp_below_zero(std::max(candidate.value - top, kExpLowest));
    total += static_cast<double>(candidate.value);
  }
  if (sampling_.top_p >= 1) return total;
  // Tokens below this weigh less than 1 - top_p together: they go without being sorted.
  const double least = (1 - sampling_.top_p) * total / static_cast<double>(candidates_.size());
  std::erase_if(candidates_,
                [least](const Candidate& c) { return static_cast<double>(c.value) < least; });
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.value != b.value ? a.value > b.value : a.token < b.token;
  });
  double kept = 0;
  size_t count = 0;
  while (count < candidates_.size() && kept < sampling_.top_p * total) {
    kept += static_cast<double>(candidates_[count].value);
    ++count;
  }
  candidates_.resize(count);
  return kept;
}

double Sampler::probability_of(std::span<const float> logits, int32_t token) const {
  const float top = *std::max_element(maxima_.begin(), maxima_.end());
  const float chosen = logits[static_cast<size_t>(token)];
  if (!std::isfinite(top) || !(chosen > kLowest)) return top == chosen ? 1 : 0;
  double sum = 0;
  for (size_t block = 0; block < maxima_.size(); ++block) {
    if (maxima_[block] > top - kNegligible) sum += sum_of_exp(block_at(logits, block), top);
  }
  return std::min(1.0, std::exp(static_cast<double>(chosen) - static_cast<double>(top)) / sum);
}

}  // namespace mineru::engine
