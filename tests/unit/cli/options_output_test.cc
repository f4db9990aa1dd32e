#include "cli/options_output.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/options.h"

namespace mineru::cli {
namespace {

using testing::HasSubstr;

doc::ParseOptions options_of(const std::string& line) {
  std::istringstream in("parse a.pdf " + line);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  return std::get<ParseCommand>(read_command_line(words, {})).options;
}

std::string failure(const std::string& line) {
  try {
    options_of(line);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
    return error.message();
  }
  ADD_FAILURE() << "accepted: " << line;
  return "";
}

TEST(OutputOptions, Defaults) {
  const doc::ParseOptions options = options_of("");
  EXPECT_TRUE(options.output.formats.markdown && options.output.formats.json);
  EXPECT_FALSE(options.output.formats.html || options.output.formats.chunks);
  EXPECT_EQ(options.output.tables, doc::TableFormat::kHtml);
  EXPECT_EQ(options.output.furniture, doc::Furniture::kDrop);
  EXPECT_EQ(options.output.markdown, doc::MarkdownMode::kMm);
  EXPECT_FALSE(options.output.page_markers);
  EXPECT_EQ(options.enhance, doc::Enhance::kAuto);
  EXPECT_EQ(options.order, doc::Order::kModel);
  EXPECT_EQ(options.max_seconds, 0);
}

TEST(OutputOptions, EverythingGiven) {
  const doc::ParseOptions options = options_of(
      "--format html,chunks --tables auto --headers comment --markdown nlp --page-markers "
      "--enhance off --order xy --max-seconds 90");
  EXPECT_FALSE(options.output.formats.markdown || options.output.formats.json);
  EXPECT_TRUE(options.output.formats.html && options.output.formats.chunks);
  EXPECT_EQ(options.output.tables, doc::TableFormat::kAuto);
  EXPECT_EQ(options.output.furniture, doc::Furniture::kComment);
  EXPECT_EQ(options.output.markdown, doc::MarkdownMode::kNlp);
  EXPECT_TRUE(options.output.page_markers);
  EXPECT_EQ(options.enhance, doc::Enhance::kOff);
  EXPECT_EQ(options.order, doc::Order::kXy);
  EXPECT_EQ(options.max_seconds, 90);
}

TEST(OutputOptions, FormatsHaveNames) {
  EXPECT_TRUE(options_of("--format md").output.formats.markdown);
  EXPECT_FALSE(options_of("--format md").output.formats.json);
  EXPECT_TRUE(options_of("--format json,json").output.formats.json);
  EXPECT_THAT(failure("--format htlm"), HasSubstr("found 'htlm'; did you mean 'html'?"));
  EXPECT_THAT(failure("--format html,"), HasSubstr("--format: expected a list of markdown"));
  EXPECT_THAT(failure("--format="), HasSubstr("--format needs a value"));
}

TEST(OutputOptions, MistakesNameWhatIsExpected) {
  EXPECT_THAT(failure("--tables false"), HasSubstr("--table false"));
  EXPECT_THAT(failure("--headers yes"), HasSubstr("expected drop, keep or comment, found 'yes'"));
  EXPECT_THAT(failure("--markdown txt"), HasSubstr("expected mm or nlp, found 'txt'"));
  EXPECT_THAT(failure("--enhance true"), HasSubstr("expected auto, off or on, found 'true'"));
  EXPECT_THAT(failure("--order up"), HasSubstr("expected model or xy, found 'up'"));
  EXPECT_THAT(failure("--max-seconds -1"), HasSubstr("from 0 to 31536000"));
  EXPECT_THAT(failure("--max-seconds 1.5"), HasSubstr("found '1.5'"));
}

}  // namespace
}  // namespace mineru::cli
