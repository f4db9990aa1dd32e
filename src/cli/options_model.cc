#include "cli/options_model.h"

#include <algorithm>
#include <array>
#include <limits>

#include "cli/help.h"
#include "cli/option_values.h"
#include "cli/options_server.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;
using doc::vlm::PromptKind;

constexpr int kMaxThreads = 256;
constexpr int kMinSide = 28;  // one token of the model
constexpr int kMaxSide = 20'000;
constexpr int kMaxTokens = 1'000'000;
constexpr int kMaxRetries = 1000;
// Where scripts/fetch_tokenizer puts it.
constexpr const char* kCachedTokenizer = "tokenizer-qwen3-3.7.2/tokenizer.json";

fs::path parse_path(const std::string& text) {
  if (text.empty()) throw_error(Code::kInvalidArgument, "expected a path, found nothing");
  return text;
}

media::Filter parse_filter(std::string_view text) {
  if (text == "bicubic") return media::Filter::kBicubic;
  if (text == "lanczos") return media::Filter::kLanczos;
  throw_error(Code::kInvalidArgument, "expected bicubic or lanczos, found '{}'", text);
}

model::Precision parse_precision(std::string_view text) {
  if (text == "stored") return model::Precision::kAsStored;
  if (text == "q8") return model::Precision::kQ8;
  throw_error(Code::kInvalidArgument, "expected stored or q8, found '{}'", text);
}

PromptKind parse_task(std::string_view text) {
  if (text == "layout") return PromptKind::kLayout;
  if (text == "text") return PromptKind::kText;
  if (text == "table") return PromptKind::kTable;
  if (text == "formula") return PromptKind::kEquation;
  if (text == "picture") return PromptKind::kPicture;
  throw_error(Code::kInvalidArgument,
              "expected layout, text, table, formula or picture, found '{}'", text);
}

struct LoudnessFlags {
  bool verbose = false;
  bool quiet = false;

  void add_to(CLI::App& app) {
    app.add_flag("-v,--verbose", verbose);
    app.add_flag("-q,--quiet", quiet);
  }
  Verbosity verbosity() const {
    if (verbose && quiet) {
      throw_error(Code::kInvalidArgument, "give either --verbose or --quiet, not both");
    }
    return quiet ? Verbosity::kQuiet : verbose ? Verbosity::kVerbose : Verbosity::kNormal;
  }
};

// What is asked: a task with the prompt that the model was trained on, or words of one's own.
void read_question(const Values& values, AskCommand& command) {
  if (values.contains("prompt") && values.contains("task")) {
    throw_error(Code::kInvalidArgument, "give either --prompt or --task, not both");
  }
  read_value(values, "prompt", command.prompt, [](const std::string& text) { return text; });
  read_value(values, "system", command.system, [](const std::string& text) { return text; });
  read_value(values, "task", command.task, parse_task);
  if (values.contains("prompt")) return;
  if (command.images.empty()) {
    throw_error(Code::kInvalidArgument,
                "nothing to ask: give --image FILE, --prompt TEXT or both, as in "
                "'mineru-cpp ask --image page.png'");
  }
  if (!command.task) command.task = PromptKind::kText;
}

void read_sampling(const Values& values, AskCommand& command) {
  engine::Sampling& sampling = command.sampling;
  if (command.task) sampling = doc::vlm::sampling_for(*command.task);
  const auto between = [](double min, double max) {
    return [min, max](const std::string& text) { return parse_number(text, min, max); };
  };
  read_value(values, "temperature", sampling.temperature, between(0, 100));
  if (sampling.temperature > 0) {
    // Those of a task leave one token to choose from.
    sampling.top_p = 1;
    sampling.top_k = 0;
  }
  read_value(values, "top-p", sampling.top_p, between(1e-6, 1));
  read_value(values, "top-k", sampling.top_k,
             [](const std::string& text) { return parse_int(text, 0, kMaxTokens); });
  read_value(values, "seed", sampling.seed, parse_seed);
}

}  // namespace

ModelChoice read_model_choice(const Values& values, const Environment& environment) {
  ModelChoice choice{
      .name = {}, .from_environment = environment.model, .pulled = environment.models};
  read_value(values, "model", choice.name,
             [](const std::string& text) { return parse_path(text).string(); });
  return choice;
}

void read_precision(const Values& values, model::Precision& precision) {
  read_value(values, "dtype", precision, parse_precision);
}

void read_picture_size(const Values& values, int& max_side, media::Filter& resample) {
  read_value(values, "max-side", max_side,
             [](const std::string& text) { return parse_int(text, kMinSide, kMaxSide); });
  read_value(values, "resample", resample, parse_filter);
}

void read_threads(const Values& values, const Environment& environment, int& threads) {
  threads = environment.cpu.default_threads;
  read_value(values, "threads", threads,
             [](const std::string& text) { return parse_int(text, 1, kMaxThreads); });
}

Command read_ask(std::span<const std::string> arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  Values values;
  AskCommand command;
  LoudnessFlags loudness;
  bool help = false;
  bool keep_special = false;
  std::vector<std::string> images;
  app.add_option("-i,--image", images);
  constexpr const char* kValues[] = {
      "--model", "--prompt", "--task",     "--system",   "--max-tokens", "--temperature", "--top-p",
      "--top-k", "--seed",   "--max-side", "--resample", "--threads",    "--dtype"};
  add_values(app, kValues, values);
  add_values(app, kServerOptions, values);
  app.add_flag("-h,--help", help);
  app.add_flag("--keep-special", keep_special);
  app.add_flag("--json", command.json);
  loudness.add_to(app);
  run_cli11(app, arguments, "ask");
  if (help) return PrintCommand{ask_help(environment.cpu)};

  command.images.assign(images.begin(), images.end());
  command.verbosity = loudness.verbosity();
  command.model = read_model_choice(values, environment);
  command.server = read_server(values, environment);
  read_precision(values, command.precision);
  read_threads(values, environment, command.threads);
  read_question(values, command);
  read_sampling(values, command);
  read_picture_size(values, command.max_side, command.resample);
  read_value(values, "max-tokens", command.max_tokens,
             [](const std::string& text) { return parse_int(text, 1, kMaxTokens); });
  if (keep_special) command.special_tokens = engine::SpecialTokens::kKeep;
  return command;
}

Command read_pull(std::span<const std::string> arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  Values values;
  LoudnessFlags loudness;
  bool help = false;
  std::string name(published_models().front().name);
  app.add_option("model", name);
  constexpr const char* kValues[] = {"--source", "--mirror", "--to", "--retries"};
  add_values(app, kValues, values);
  app.add_flag("-h,--help", help);
  loudness.add_to(app);
  run_cli11(app, arguments, "pull");
  if (help) return PrintCommand{pull_help()};

  PullCommand command;
  command.verbosity = loudness.verbosity();
  DownloadRequest& request = command.request;
  ModelPlace& place = request.place;
  place.model = published_model(name);
  read_value(values, "source", place.host, parse_model_host);
  const bool is_hugging_face = place.host == ModelHost::kHuggingFace;
  place.endpoint = default_endpoint(place.host);
  if (is_hugging_face && !environment.hf_endpoint.empty()) place.endpoint = environment.hf_endpoint;
  if (is_hugging_face) request.token = environment.hf_token;
  read_value(values, "mirror", place.endpoint, [](const std::string& text) { return text; });
  if (!place.endpoint.starts_with("https://") && !place.endpoint.starts_with("http://")) {
    throw_error(Code::kInvalidArgument, "{}: expected https://HOST, found '{}'",
                values.contains("mirror") ? "--mirror" : "HF_ENDPOINT", place.endpoint);
  }
  while (place.endpoint.ends_with('/')) place.endpoint.pop_back();
  if (!environment.models.empty()) request.folder = environment.models / place.model.name;
  read_value(values, "to", request.folder, parse_path);
  if (request.folder.empty()) {
    throw_error(Code::kInvalidArgument, "there is no home folder to put models into: use --to DIR");
  }
  read_value(values, "retries", request.retries,
             [](const std::string& text) { return parse_int(text, 0, kMaxRetries); });
  return command;
}

Command read_synth(std::span<const std::string> arguments, const Environment& environment) {
  CLI::App app;
  app.set_help_flag();
  Values values;
  SynthCommand command;
  LoudnessFlags loudness;
  bool help = false;
  constexpr const char* kValues[] = {"--preset", "--seed", "-o,--output", "--tokenizer"};
  add_values(app, kValues, values);
  app.add_flag("-h,--help", help);
  app.add_flag("--force", command.force);
  loudness.add_to(app);
  run_cli11(app, arguments, "synth");
  if (help) return PrintCommand{synth_help()};

  command.verbosity = loudness.verbosity();
  read_value(values, "preset", command.preset, [](const std::string& text) { return text; });
  read_value(values, "seed", command.seed, parse_seed);
  read_value(values, "output", command.folder, parse_path);
  read_value(values, "tokenizer", command.tokenizer, parse_path);
  if (!environment.cache.empty()) command.cached_tokenizer = environment.cache / kCachedTokenizer;
  if (command.folder.empty()) {
    throw_error(Code::kInvalidArgument, "say where to write the model: -o DIR");
  }
  return command;
}

}  // namespace mineru::cli
