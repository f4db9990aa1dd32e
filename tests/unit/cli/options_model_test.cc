#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/options.h"

namespace mineru::cli {
namespace {

using doc::vlm::PromptKind;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

Environment at_home() {
  Environment environment;
  environment.cpu.default_threads = 4;
  environment.models = "/home/a/.local/share/mineru-cpp/models";
  environment.cache = "/home/a/.cache/mineru-cpp";
  return environment;
}

template <typename Kind>
Kind read(const std::string& line, const Environment& environment = at_home()) {
  return std::get<Kind>(read_command_line(words(line), environment));
}

Error failure(const std::string& line, const Environment& environment = at_home()) {
  try {
    read_command_line(words(line), environment);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << line;
  return Error(Code::kInternal, "");
}

TEST(ParseOptions, Model) {
  Environment environment = at_home();
  environment.model = "/models/a";
  const auto command = read<ParseCommand>("parse a.pdf -b vlm", environment);
  EXPECT_EQ(command.options.backend, doc::Backend::kVlm);
  EXPECT_EQ(command.model.name, "");
  EXPECT_EQ(command.model.from_environment, "/models/a");
  EXPECT_EQ(command.model.pulled, environment.models);
  EXPECT_EQ(command.threads, 4);
  EXPECT_EQ(command.options.num_workers, 2) << "pages in work keep the model busy, no more";
  EXPECT_EQ(command.options.max_side, 0);
  EXPECT_FALSE(command.options.image_analysis);
  EXPECT_EQ(command.precision, model::Precision::kAsStored);
  EXPECT_EQ(read<ParseCommand>("parse a.pdf", environment).options.backend, doc::Backend::kHybrid);

  const auto given = read<ParseCommand>(
      "parse a.pdf --model m --max-side 768 --resample lanczos --image-analysis yes --threads 1 "
      "--dtype q8");
  EXPECT_EQ(given.options.backend, doc::Backend::kHybrid);
  EXPECT_EQ(given.options.effort, doc::Effort::kMedium);
  EXPECT_EQ(given.model.name, "m");
  EXPECT_EQ(given.options.max_side, 768);
  EXPECT_EQ(given.options.resample, media::Filter::kLanczos);
  EXPECT_TRUE(given.options.image_analysis);
  EXPECT_EQ(given.precision, model::Precision::kQ8);
  EXPECT_EQ(given.options.num_workers, 1);

  EXPECT_THAT(failure("parse a.pdf --max-side 768").message(),
              HasSubstr("use -b hybrid or -b vlm"));
  EXPECT_THAT(failure("parse a.pdf -b flash --model m").message(),
              HasSubstr("use -b hybrid or -b vlm"));
  EXPECT_THAT(failure("parse a.pdf --model m --dtype q9").message(),
              HasSubstr("expected stored or q8, found 'q9'"));
  EXPECT_EQ(read<AskCommand>("ask --image a.png --dtype q8").precision, model::Precision::kQ8);
}

TEST(ParseOptions, Effort) {
  EXPECT_EQ(read<ParseCommand>("parse a.pdf -b hybrid --effort high").options.effort,
            doc::Effort::kHigh);
  EXPECT_THAT(failure("parse a.pdf -b hybrid --effort low").message(),
              HasSubstr("expected medium or high, found 'low'"));
  EXPECT_THAT(failure("parse a.pdf -b vlm --effort high").message(), HasSubstr("use -b hybrid"));
}

TEST(ParseOptions, AutoIsHybridWhereThereIsAModel) {
  Environment environment = at_home();
  environment.models = "/nowhere";
  for (const char* line : {"parse a.pdf", "parse a.pdf -b auto"}) {
    EXPECT_EQ(read<ParseCommand>(line, environment).options.backend, doc::Backend::kFlash);
  }
  // Whoever names one wants to hear that it is missing.
  environment.model = "/nowhere/model";
  for (const char* line : {"parse a.pdf", "parse a.pdf -b auto"}) {
    EXPECT_EQ(read<ParseCommand>(line, environment).options.backend, doc::Backend::kHybrid);
  }
  EXPECT_EQ(read<ParseCommand>("parse a.pdf -b auto --model m", environment).options.backend,
            doc::Backend::kHybrid);
}

TEST(AskOptions, Defaults) {
  const auto command = read<AskCommand>("ask --image a.png -i b.png");
  EXPECT_THAT(command.images, ElementsAre("a.png", "b.png"));
  EXPECT_EQ(command.task, PromptKind::kText);
  EXPECT_EQ(command.threads, 4);
  EXPECT_EQ(command.max_tokens, 4096);
  EXPECT_EQ(command.special_tokens, engine::SpecialTokens::kSkip);
  // The reference's sampling of texts.
  EXPECT_EQ(command.sampling.temperature, 0);
  EXPECT_EQ(command.sampling.presence_penalty, 1);
  EXPECT_EQ(command.sampling.no_repeat_ngram_size, 100);
}

TEST(AskOptions, OwnWordsAreSampledPlainly) {
  const auto command = read<AskCommand>("ask --prompt hello --system brief --keep-special --json");
  EXPECT_FALSE(command.task);
  EXPECT_EQ(command.prompt, "hello");
  EXPECT_EQ(command.system, "brief");
  EXPECT_TRUE(command.json);
  EXPECT_EQ(command.special_tokens, engine::SpecialTokens::kKeep);
  EXPECT_EQ(command.sampling.presence_penalty, 0);
  EXPECT_EQ(command.sampling.no_repeat_ngram_size, 0);
  EXPECT_EQ(command.sampling.top_p, 1);
}

TEST(AskOptions, Tasks) {
  for (const auto& [name, kind] :
       {std::pair("layout", PromptKind::kLayout), std::pair("text", PromptKind::kText),
        std::pair("table", PromptKind::kTable), std::pair("formula", PromptKind::kEquation),
        std::pair("picture", PromptKind::kPicture)}) {
    EXPECT_EQ(read<AskCommand>(std::string("ask -i a --task ") + name).task, kind);
  }
  EXPECT_EQ(read<AskCommand>("ask -i a --task layout").sampling.presence_penalty, 0);
  EXPECT_THAT(failure("ask -i a --task song").message(), HasSubstr("--task: expected layout"));
  EXPECT_THAT(failure("ask --task text").message(), HasSubstr("nothing to ask"));
  EXPECT_THAT(failure("ask -i a --task text --prompt x").message(), HasSubstr("not both"));
}

TEST(AskOptions, Sampling) {
  const auto sampled = read<AskCommand>("ask -i a --temperature 0.7 --seed 18446744073709551615");
  EXPECT_EQ(sampled.sampling.temperature, 0.7);
  EXPECT_EQ(sampled.sampling.seed, 18446744073709551615u);
  EXPECT_EQ(sampled.sampling.top_p, 1) << "a task leaves one token to choose from";
  EXPECT_EQ(sampled.sampling.top_k, 0);
  const auto cut = read<AskCommand>("ask -i a --temperature 0.7 --top-p 0.9 --top-k 40");
  EXPECT_EQ(cut.sampling.top_p, 0.9);
  EXPECT_EQ(cut.sampling.top_k, 40);
  EXPECT_THAT(failure("ask -i a --temperature nan").message(), HasSubstr("number from 0 to 100"));
  EXPECT_THAT(failure("ask -i a --top-p 0").message(), HasSubstr("--top-p"));
  EXPECT_THAT(failure("ask -i a --seed -1").message(), HasSubstr("whole number from 0"));
  EXPECT_THAT(failure("ask -i a --max-tokens 0").message(), HasSubstr("--max-tokens"));
  EXPECT_THAT(failure("ask -i a --max-side 27").message(), HasSubstr("28 to 20000"));
}

TEST(PullOptions, Places) {
  const auto command = read<PullCommand>("pull");
  EXPECT_EQ(command.request.place.page_url(),
            "https://huggingface.co/opendatalab/MinerU2.5-2509-1.2B");
  EXPECT_EQ(command.request.place.file_url("config.json"),
            "https://huggingface.co/opendatalab/MinerU2.5-2509-1.2B/resolve/main/config.json");
  EXPECT_EQ(command.request.folder, "/home/a/.local/share/mineru-cpp/models/2509");
  EXPECT_EQ(command.request.retries, 5);

  const auto other = read<PullCommand>("pull pro --source modelscope --to /m --retries 0");
  EXPECT_EQ(other.request.place.page_url(),
            "https://modelscope.cn/models/OpenDataLab/MinerU2.5-Pro-2605-1.2B");
  EXPECT_EQ(other.request.place.file_url("config.json"),
            "https://modelscope.cn/models/OpenDataLab/MinerU2.5-Pro-2605-1.2B/resolve/master/"
            "config.json");
  EXPECT_EQ(other.request.folder, "/m");
  EXPECT_EQ(other.request.retries, 0);
}

TEST(PullOptions, MirrorsAndTokens) {
  Environment environment = at_home();
  environment.hf_endpoint = "https://mirror.example/";
  environment.hf_token = "hf_x";
  const auto mirrored = read<PullCommand>("pull", environment);
  EXPECT_EQ(mirrored.request.place.endpoint, "https://mirror.example");
  EXPECT_EQ(mirrored.request.token, "hf_x");
  EXPECT_EQ(read<PullCommand>("pull --mirror https://b//", environment).request.place.endpoint,
            "https://b");
  // Neither is ModelScope's.
  const auto other = read<PullCommand>("pull --source modelscope", environment);
  EXPECT_EQ(other.request.place.endpoint, "https://modelscope.cn");
  EXPECT_EQ(other.request.token, "");
}

TEST(PullOptions, Mistakes) {
  EXPECT_THAT(failure("pull 2510").message(), HasSubstr("expected 2509 or pro"));
  EXPECT_THAT(failure("pull --mirror mirror.example").message(), HasSubstr("--mirror: expected"));
  Environment environment = at_home();
  environment.hf_endpoint = "mirror.example";
  EXPECT_THAT(failure("pull", environment).message(), HasSubstr("HF_ENDPOINT: expected"));
  EXPECT_THAT(failure("pull", Environment()).message(), HasSubstr("use --to DIR"));
}

TEST(SynthOptions, All) {
  const auto command = read<SynthCommand>("synth -o m --seed 3");
  EXPECT_EQ(command.preset, "mineru2.5-1.2b");
  EXPECT_EQ(command.seed, 3u);
  EXPECT_EQ(command.folder, "m");
  EXPECT_EQ(command.cached_tokenizer,
            "/home/a/.cache/mineru-cpp/tokenizer-qwen3-3.7.2/tokenizer.json");
  EXPECT_FALSE(command.force);
  EXPECT_THAT(failure("synth").message(), HasSubstr("-o DIR"));
}

}  // namespace
}  // namespace mineru::cli
