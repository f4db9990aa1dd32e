#include "cli/options_server.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mineru::cli {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

Environment with_server() {
  Environment environment;
  environment.cpu.default_threads = 2;
  environment.server_url = "http://gpu:30000";
  environment.server_model = "named-outside";
  environment.server_key = "secret";
  return environment;
}

template <typename Kind>
Kind read(const std::string& line, const Environment& environment = {}) {
  std::istringstream in(line);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  return std::get<Kind>(read_command_line(words, environment));
}

std::string failure(const std::string& line, const Environment& environment = {}) {
  try {
    read<ParseCommand>(line, environment);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument) << line;
    return error.message();
  }
  ADD_FAILURE() << "accepted: " << line;
  return {};
}

TEST(ServerOptions, OfOfficialBackends) {
  const auto vlm = read<ParseCommand>("parse a.pdf -b vlm-http-client -u http://h:1");
  EXPECT_EQ(vlm.options.backend, doc::Backend::kVlm);
  ASSERT_TRUE(vlm.server);
  EXPECT_EQ(vlm.server->url, "http://h:1");
  EXPECT_EQ(vlm.server->model, "");
  EXPECT_EQ(vlm.server->api_key, "");
  EXPECT_EQ(vlm.server->max_in_flight, 100);
  EXPECT_EQ(vlm.server->timeout, seconds(600));
  EXPECT_FALSE(vlm.server->priority);
  EXPECT_EQ(vlm.options.num_workers, 4) << "one thread draws less than a server reads";

  const auto hybrid = read<ParseCommand>("parse a.pdf -b hybrid-http-client", with_server());
  EXPECT_EQ(hybrid.options.backend, doc::Backend::kHybrid);
  ASSERT_TRUE(hybrid.server);
  EXPECT_EQ(hybrid.server->url, "http://gpu:30000");
  EXPECT_EQ(hybrid.server->model, "named-outside");
  EXPECT_EQ(hybrid.server->api_key, "secret");
}

TEST(ServerOptions, AnAddressMeansHybrid) {
  const auto command = read<ParseCommand>(
      "parse a.pdf -u https://h/p/ --served-model m --max-concurrency 3 --http-timeout 5 "
      "--priority 0 --effort high --max-side 500",
      with_server());
  EXPECT_EQ(command.options.backend, doc::Backend::kHybrid);
  ASSERT_TRUE(command.server);
  EXPECT_EQ(command.server->url, "https://h/p/");
  EXPECT_EQ(command.server->model, "m");
  EXPECT_EQ(command.server->max_in_flight, 3);
  EXPECT_EQ(command.server->timeout, seconds(5));
  EXPECT_EQ(command.server->priority, 0);
  EXPECT_EQ(command.options.num_workers, 3);
  EXPECT_TRUE(read<ParseCommand>("parse a.pdf -b vlm -u http://h").server);
  EXPECT_TRUE(read<AskCommand>("ask --prompt Hi -u http://h").server);
}

TEST(ServerOptions, TheVariableAloneChangesNothing) {
  EXPECT_FALSE(read<ParseCommand>("parse a.pdf", with_server()).server);
  EXPECT_EQ(read<ParseCommand>("parse a.pdf", with_server()).options.backend, doc::Backend::kFlash);
  EXPECT_FALSE(read<ParseCommand>("parse a.pdf -b vlm", with_server()).server);
  EXPECT_FALSE(read<AskCommand>("ask --prompt Hi", with_server()).server);
}

TEST(ServerOptions, Mistakes) {
  EXPECT_THAT(failure("parse a.pdf -b vlm-http-client"),
              HasSubstr("-b vlm-http-client: the address of the model server is missing"));
  EXPECT_THAT(failure("parse a.pdf -u h:30000"), HasSubstr("--url: model server 'h:30000'"));
  EXPECT_THAT(failure("parse a.pdf -b flash -u http://h"), HasSubstr("-b hybrid-http-client"));
  EXPECT_THAT(failure("parse a.pdf -b vlm --priority 2"), HasSubstr("name it with -u URL"));
  EXPECT_THAT(failure("parse a.pdf -u http://h --model m"), HasSubstr("--served-model"));
  EXPECT_THAT(failure("parse a.pdf -u http://h --dtype q8"), HasSubstr("--dtype"));
  EXPECT_THAT(failure("parse a.pdf -u http://h --max-concurrency 0"),
              HasSubstr("--max-concurrency"));
}

}  // namespace
}  // namespace mineru::cli
