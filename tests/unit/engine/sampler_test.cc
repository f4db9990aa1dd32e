#include "engine/sampler.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::engine {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Numbers for tests that owe nothing to the code under test.
class Lcg {
 public:
  explicit Lcg(uint32_t seed) : state_(seed) {}
  uint32_t below(uint32_t end) {
    state_ = state_ * 1664525U + 1013904223U;
    return (state_ >> 8U) % end;
  }
  std::vector<float> logits(size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(below(2001)) / 100.0F - 10.0F;
    return values;
  }

 private:
  uint32_t state_;
};

Sampler sampler_of(const Sampling& sampling, const std::vector<int32_t>& generated = {},
                   const std::vector<int32_t>& prompt = {}) {
  Sampler sampler(sampling, prompt);
  for (const int32_t token : generated) sampler.accept(token);
  return sampler;
}

int32_t choose(Sampler sampler, const std::vector<float>& logits) {
  return sampler.choose(logits).token;
}

TEST(Sampler, GreedyTakesTheFirstOfTheLargest) {
  EXPECT_EQ(choose(sampler_of({}), {1, 5, 3, 5}), 1);
  EXPECT_EQ(choose(sampler_of({}), {-3, -2, -2}), 1);
  // The two lie in different blocks of the scan.
  std::vector<float> wide(1000, 0.0F);
  wide[700] = wide[300] = 2;
  EXPECT_EQ(choose(sampler_of({}), wide), 300);
}

TEST(Sampler, WhatIsNoNumberIsNeverChosen) {
  EXPECT_EQ(choose(sampler_of({}), {kNan, -7, kNan}), 1);
  EXPECT_EQ(choose(sampler_of({}), {-kInf, -8, -kInf}), 1);
  EXPECT_EQ(choose(sampler_of({}), {kNan, -kInf, kNan}), -1);
  EXPECT_EQ(choose(sampler_of({.temperature = 1}), {kNan, -kInf}), -1);
  EXPECT_EQ(choose(sampler_of({.temperature = 1}), {kNan, -7, -kInf}), 1);
  std::vector<float> wide(600, kNan);
  wide[555] = -100;
  EXPECT_EQ(choose(sampler_of({}), wide), 555);
}

TEST(Sampler, ProbabilityIsThatBeforePenalties) {
  Sampler plain = sampler_of({});
  const std::vector<float> logits = {std::log(1.0F), std::log(2.0F), std::log(5.0F)};
  EXPECT_NEAR(plain.choose(logits).probability, 5.0 / 8, 1e-6);
  // Token 2 loses to token 1, whose probability is still 2/8.
  Sampler penalised = sampler_of({.presence_penalty = 3}, {2});
  const Choice choice = penalised.choose(logits);
  EXPECT_EQ(choice.token, 1);
  EXPECT_NEAR(choice.probability, 2.0 / 8, 1e-6);
  Sampler with_nan = sampler_of({});
  EXPECT_NEAR(with_nan.choose(std::vector<float>{kNan, 0, 0, -kInf}).probability, 0.5, 1e-6);
}

TEST(Sampler, ProbabilityInALargeVocabulary) {
  std::vector<float> logits(151936, -4.0F);
  logits[150000] = 12.0F;
  const double expected = std::exp(12.0) / (std::exp(12.0) + 151935 * std::exp(-4.0));
  Sampler sampler = sampler_of({});
  EXPECT_NEAR(sampler.choose(logits).probability, expected, 1e-6);
}

TEST(Sampler, PresenceCountsOnceFrequencyEachTime) {
  // 10 - 1 - 3 * 0.5 = 7.5 for token 0.
  const Sampling sampling{.presence_penalty = 1, .frequency_penalty = 0.5};
  EXPECT_EQ(choose(sampler_of(sampling, {0, 0, 0}), {10, 7.4F}), 0);
  EXPECT_EQ(choose(sampler_of(sampling, {0, 0, 0}), {10, 7.6F}), 1);
  // The prompt does not count.
  EXPECT_EQ(choose(sampler_of(sampling, {}, {0, 0, 0}), {10, 9.9F}), 0);
  // A negative penalty favours what was there.
  EXPECT_EQ(choose(sampler_of({.presence_penalty = -1}, {1}), {10, 9.5F}), 1);
}

TEST(Sampler, RepetitionDividesOrMultipliesPromptAndReply) {
  const Sampling sampling{.repetition_penalty = 2};
  EXPECT_EQ(choose(sampler_of(sampling, {}, {0}), {10, 4.9F}), 0);  // 10 / 2
  EXPECT_EQ(choose(sampler_of(sampling, {}, {0}), {10, 5.1F}), 1);
  EXPECT_EQ(choose(sampler_of(sampling, {0}), {-1, -1.9F}), 1);          // -1 * 2
  EXPECT_EQ(choose(sampler_of(sampling, {0, 0}, {0}), {-1, -2.1F}), 0);  // once, not thrice
}

TEST(Sampler, RepetitionComesBeforeFrequencyAndPresence) {
  // 9 / 2 - 0.5 - 1 = 3, not (9 - 1.5) / 2 = 3.75.
  const Sampling sampling{.presence_penalty = 1, .frequency_penalty = 0.5, .repetition_penalty = 2};
  EXPECT_EQ(choose(sampler_of(sampling, {0}), {9, 2.9F}), 0);
  EXPECT_EQ(choose(sampler_of(sampling, {0}), {9, 3.1F}), 1);
}

TEST(Sampler, BansWhatWouldCompleteAnNgram) {
  const Sampling sampling{.no_repeat_ngram_size = 3};
  const std::vector<float> logits = {9, 8, 7, 6};
  // 1 2 0 was there; after another 1 2 the 0 is banned.
  EXPECT_EQ(choose(sampler_of(sampling, {1, 2, 0, 1, 2}), logits), 1);
  EXPECT_EQ(choose(sampler_of(sampling, {1, 2, 0, 1, 2, 1, 1, 2}), logits), 2);
  EXPECT_EQ(choose(sampler_of(sampling, {1, 2, 0, 1, 3}), logits), 0);
  EXPECT_EQ(choose(sampler_of(sampling, {}, {1, 2, 0, 1, 2}), logits), 0);  // not the prompt
  EXPECT_EQ(choose(sampler_of({.no_repeat_ngram_size = 1}, {0, 1}), logits), 2);
}

// What the fast paths must equal, written without any of their ideas.
int32_t slow_choice(const Sampling& sampling, const std::vector<int32_t>& prompt,
                    const std::vector<int32_t>& reply, std::vector<float> logits) {
  std::map<int32_t, int> counts;
  for (const int32_t token : prompt) counts[token] += 0;
  for (const int32_t token : reply) ++counts[token];
  for (const auto& [token, count] : counts) {
    float& x = logits[static_cast<size_t>(token)];
    const auto repetition = static_cast<float>(sampling.repetition_penalty);
    if (repetition != 1) x = x > 0 ? x / repetition : x * repetition;
    if (count == 0) continue;
    x -= static_cast<float>(sampling.frequency_penalty) * static_cast<float>(count);
    x -= static_cast<float>(sampling.presence_penalty);
  }
  const auto n = static_cast<size_t>(sampling.no_repeat_ngram_size);
  for (size_t start = 0; n > 0 && start + n <= reply.size(); ++start) {
    const std::vector<int32_t> key(reply.begin() + static_cast<std::ptrdiff_t>(start),
                                   reply.begin() + static_cast<std::ptrdiff_t>(start + n - 1));
    const std::vector<int32_t> tail(reply.end() - static_cast<std::ptrdiff_t>(n - 1), reply.end());
    if (key == tail) logits[static_cast<size_t>(reply[start + n - 1])] = -kInf;
  }
  int32_t best = -1;
  for (size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] > -kInf && (best < 0 || logits[i] > logits[static_cast<size_t>(best)])) {
      best = static_cast<int32_t>(i);
    }
  }
  return best;
}

TEST(Sampler, EqualsTheSlowWay) {
  Lcg random(7);
  for (int round = 0; round < 60; ++round) {
    // Few different logits and tokens, so that ties and repetitions are common.
    const size_t vocabulary = round % 3 == 0 ? 5 : 700;
    Sampling sampling;
    sampling.presence_penalty = static_cast<double>(random.below(3));
    sampling.frequency_penalty = static_cast<double>(random.below(3)) * 0.05;
    sampling.repetition_penalty = random.below(2) == 0 ? 1 : 1.3;
    sampling.no_repeat_ngram_size = static_cast<int>(random.below(5));
    std::vector<int32_t> prompt;
    for (uint32_t i = random.below(9); i > 0; --i) {
      prompt.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(vocabulary))));
    }
    Sampler sampler(sampling, prompt);
    const std::vector<float> steady = random.logits(vocabulary);
    std::vector<int32_t> reply;
    for (int step = 0; step < 60; ++step) {
      // Steady logits run into penalties and bans again and again.
      const std::vector<float> logits = step % 4 == 3 ? random.logits(vocabulary) : steady;
      const int32_t token = sampler.choose(logits).token;
      ASSERT_EQ(token, slow_choice(sampling, prompt, reply, logits)) << round << ":" << step;
      if (token < 0) break;
      sampler.accept(token);
      reply.push_back(token);
    }
  }
}

// Relative frequencies of `draws` tokens.
std::map<int32_t, double> frequencies(Sampling sampling, const std::vector<float>& logits,
                                      int draws) {
  Sampler sampler(sampling, {});
  std::map<int32_t, double> result;
  for (int i = 0; i < draws; ++i) result[sampler.choose(logits).token] += 1.0 / draws;
  return result;
}

TEST(Sampler, DrawsByProbability) {
  const std::vector<float> logits = {std::log(1.0F), std::log(3.0F), std::log(6.0F)};
  const auto seen = frequencies({.temperature = 1, .seed = 3}, logits, 20000);
  EXPECT_NEAR(seen.at(0), 0.1, 0.01);
  EXPECT_NEAR(seen.at(1), 0.3, 0.01);
  EXPECT_NEAR(seen.at(2), 0.6, 0.01);
  // Half the temperature squares the odds: 1, 9, 36.
  const auto cold = frequencies({.temperature = 0.5, .seed = 3}, logits, 20000);
  EXPECT_NEAR(cold.at(0), 1.0 / 46, 0.01);
  EXPECT_NEAR(cold.at(1), 9.0 / 46, 0.01);
}

TEST(Sampler, TopKKeepsTies) {
  const std::vector<float> logits = {1, 3, 2, 2, 0};
  EXPECT_EQ(frequencies({.temperature = 1, .top_k = 1}, logits, 100).size(), 1U);
  const auto two = frequencies({.temperature = 1, .top_k = 2}, logits, 2000);
  EXPECT_EQ(two.size(), 3U);
  EXPECT_EQ(two.count(0), 0U);
  EXPECT_EQ(frequencies({.temperature = 5, .top_k = 99}, logits, 2000).size(), 5U);
}

TEST(Sampler, TopPKeepsTheLeastThatReachesIt) {
  // 0.5, 0.3, 0.15, 0.05
  const std::vector<float> logits = {std::log(0.3F), std::log(0.5F), std::log(0.05F),
                                     std::log(0.15F)};
  const auto kept = [&logits](double top_p) {
    return frequencies({.temperature = 1, .top_p = top_p, .seed = 11}, logits, 4000);
  };
  EXPECT_EQ(kept(0.01).size(), 1U);
  EXPECT_EQ(kept(0.45).size(), 1U);
  EXPECT_EQ(kept(0.55).size(), 2U);
  EXPECT_NEAR(kept(0.55).at(1), 0.5 / 0.8, 0.03);
  EXPECT_EQ(kept(0.9).size(), 3U);
  EXPECT_EQ(kept(0.97).size(), 4U);
}

TEST(Sampler, TemperatureComesBeforeTopP) {
  // At temperature 1 the first has 0.73; at 4 it has 0.56, and 0.6 keeps both.
  const std::vector<float> logits = {1, 0};
  EXPECT_EQ(frequencies({.temperature = 1, .top_p = 0.6}, logits, 500).size(), 1U);
  EXPECT_EQ(frequencies({.temperature = 4, .top_p = 0.6}, logits, 500).size(), 2U);
}

TEST(Sampler, SeedsMeanTheSameEverywhere) {
  // Published first outputs of xoshiro256** on splitmix64's state for seed 0.
  Rng zero(0);
  EXPECT_EQ(zero.next(), 0x99EC5F36CB75F2B4U);
  EXPECT_EQ(zero.next(), 0xBF6E1F784956452AU);
  const std::vector<float> flat(10, 0.0F);
  Sampler sampler(Sampling{.temperature = 1, .seed = 42}, {});
  Sampler again(Sampling{.temperature = 1, .seed = 42}, {});
  Sampler other(Sampling{.temperature = 1, .seed = 43}, {});
  std::vector<int32_t> first;
  std::vector<int32_t> second;
  std::vector<int32_t> third;
  for (int i = 0; i < 20; ++i) {
    first.push_back(sampler.choose(flat).token);
    second.push_back(again.choose(flat).token);
    third.push_back(other.choose(flat).token);
  }
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

TEST(Sampler, RefusesWhatMakesNoSense) {
  EXPECT_NO_THROW(check_sampling({}));
  EXPECT_NO_THROW(check_sampling({.temperature = 0.7, .top_p = 0.01, .top_k = -1}));
  const auto message = [](const Sampling& sampling) -> std::string {
    try {
      check_sampling(sampling);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kInvalidArgument);
      return error.message();
    }
    return "accepted";
  };
  EXPECT_EQ(message({.temperature = -1}), "temperature: -1 is outside 0 to 100");
  EXPECT_EQ(message({.temperature = std::nan("")}), "temperature: nan is outside 0 to 100");
  EXPECT_EQ(message({.top_p = 1.5}), "top_p: 1.5 is outside 0 to 1");
  EXPECT_EQ(message({.top_p = 0}), "top_p: 0 leaves no token");
  EXPECT_EQ(message({.repetition_penalty = 0}), "repetition_penalty: 0 is outside 0.01 to 100");
}

}  // namespace
}  // namespace mineru::engine
