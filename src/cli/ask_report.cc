#include "cli/ask_report.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/display_text.h"

namespace mineru::cli {

namespace {

using Json = nlohmann::ordered_json;

// Small models answer within milliseconds; more digits than these would pretend.
double rounded(double value, double digits) { return std::round(value * digits) / digits; }
double seconds_of(double value) { return rounded(value, 1e6); }

double rate(int64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string rate_text(int64_t count, double seconds) {
  const double value = rate(count, seconds);
  return fmt::format("{:.{}f} tokens/s", value, value < 99.5 ? 1 : 0);
}

// Seconds and rates; those of the engine only where it is ours.
Json timings_json(const AskResult& result) {
  Json json = {{"load_seconds", seconds_of(result.load_seconds)},
               {"answer_seconds", seconds_of(result.answer_seconds)}};
  if (!result.stats) return json;
  const engine::EngineStats& stats = *result.stats;
  json["vision_seconds"] = seconds_of(stats.vision.seconds);
  json["prefill_seconds"] = seconds_of(stats.prefill.seconds);
  json["decode_seconds"] = seconds_of(stats.decode.seconds);
  json["sampling_seconds"] = seconds_of(stats.sampling_seconds);
  json["image_patches"] = stats.image_patches;
  json["prefill_tokens_per_second"] =
      rounded(rate(stats.prompt_tokens, stats.prefill.seconds), 100);
  json["decode_tokens_per_second"] = rounded(rate(stats.decode.steps, stats.decode.seconds), 100);
  return json;
}

// " pictures 2.1 s, prompt 500 ms (...), answer 3 s (...)\npeak memory 1 GB, model loaded in 2 s"
std::string engine_summary(const AskResult& result, const engine::EngineStats& stats) {
  std::string text;
  if (stats.image_patches > 0) {
    text += fmt::format(" pictures {},", format_duration(stats.vision.seconds));
  }
  text += fmt::format(" prompt {} ({}, {})", format_duration(stats.prefill.seconds),
                      format_count(result.reply.usage.prompt_tokens, "token"),
                      rate_text(stats.prompt_tokens, stats.prefill.seconds));
  if (stats.decode.steps > 0) {
    text += fmt::format(", answer {} ({})", format_duration(stats.decode.seconds),
                        rate_text(stats.decode.steps, stats.decode.seconds));
  }
  return text + fmt::format("\npeak memory {}, model loaded in {}\n",
                            format_bytes(result.memory.program_bytes),
                            format_duration(result.load_seconds));
}

std::string end_note(const AskResult& result) {
  switch (result.reply.finish_reason) {
    case engine::FinishReason::kStop: return {};
    case engine::FinishReason::kLength:
      return fmt::format("cut off after {}; --max-tokens allows more\n",
                         format_count(result.reply.usage.completion_tokens, "token"));
    case engine::FinishReason::kRepetition:
      return "the model repeated itself without end; one copy was kept\n";
    case engine::FinishReason::kCancelled: return "stopped before the end\n";
    case engine::FinishReason::kDeadline: return "took too long\n";
  }
  return {};
}

}  // namespace

std::string ask_json(const AskResult& result) {
  const engine::Usage& usage = result.reply.usage;
  const std::optional<double> probability = result.reply.mean_probability;
  Json json = {{"model", result.model},
               {"text", result.reply.text},
               {"finish_reason", engine::finish_reason_name(result.reply.finish_reason)},
               {"mean_probability", probability ? Json(rounded(*probability, 1e6)) : Json()},
               {"usage",
                {{"prompt_tokens", usage.prompt_tokens},
                 {"completion_tokens", usage.completion_tokens},
                 {"image_tokens", usage.image_tokens}}},
               {"timings", timings_json(result)}};
  if (result.stats) {
    json["isa"] = result.isa;
    json["threads"] = result.threads;
  }
  json["peak_memory_bytes"] = result.memory.program_bytes;
  json["worker_peak_memory_bytes"] = result.memory.worker_bytes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ask_summary(const AskResult& result) {
  const std::string text =
      fmt::format("{} in {}", format_count(result.reply.usage.completion_tokens, "token"),
                  format_duration(result.answer_seconds));
  const std::string rest =
      result.stats ? ":" + engine_summary(result, *result.stats)
                   : fmt::format(" from the server, prompt {}\n",
                                 format_count(result.reply.usage.prompt_tokens, "token"));
  return text + rest + end_note(result);
}

}  // namespace mineru::cli
