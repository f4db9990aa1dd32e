#include "model/chat_template.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "unit/base/temp_folder.h"

namespace mineru::model {
namespace {

constexpr std::string_view kMarked =
    "{{'<|im_start|>' + x + '<|vision_start|><|image_pad|><|vision_end|>' + '<|im_end|>'}}";

Code code_of(const std::filesystem::path& folder) {
  try {
    check_chat_template_of(folder);
  } catch (const Error& error) {
    return error.code();
  }
  return Code::kInternal;  // nothing was thrown
}

TEST(ChatTemplate, NamesTheMissingMarker) {
  EXPECT_NO_THROW(check_chat_template(kMarked, "t"));
  try {
    check_chat_template("<|im_start|> <|im_end|> <|vision_start|> <|vision_end|>", "t.jinja");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kUnsupported);
    EXPECT_EQ(error.message(),
              "t.jinja: expected the chat template of Qwen2-VL (ChatML with pictures), found one "
              "without <|image_pad|>; templates are recognised, not run");
  }
}

TEST(ChatTemplate, StringListOrNothing) {
  EXPECT_EQ(parse_chat_template(R"({"chat_template": "abc"})", "t"), "abc");
  EXPECT_EQ(parse_chat_template(R"({"chat_template": null})", "t"), std::nullopt);
  EXPECT_EQ(parse_chat_template(R"({"eos_token": "x"})", "t"), std::nullopt);
  EXPECT_EQ(parse_chat_template(R"({"chat_template": [{"name": "rag", "template": "r"},
                                {"name": "default", "template": "d"}]})",
                                "t"),
            "d");
  EXPECT_EQ(parse_chat_template(R"({"chat_template": [{"name": "rag", "template": "r"}]})", "t"),
            "r");
  for (const char* broken : {R"({"chat_template": 1})", R"({"chat_template": []})",
                             R"({"chat_template": [{"name": "default"}]})", "[]", "{"}) {
    EXPECT_THROW(parse_chat_template(broken, "t"), Error) << broken;
  }
}

TEST(ChatTemplate, TheFirstFileWithATemplateCounts) {
  const TempFolder folder;
  EXPECT_EQ(code_of(folder.path()), Code::kInternal) << "none is fine";
  write_file(folder / "tokenizer_config.json", R"({"chat_template": "other"})");
  EXPECT_EQ(code_of(folder.path()), Code::kUnsupported);
  write_file(folder / "processor_config.json", R"({"processor_class": "x"})");
  EXPECT_EQ(code_of(folder.path()), Code::kUnsupported);
  write_file(folder / "chat_template.json",
             "{\"chat_template\": \"" + std::string(kMarked) + "\"}");
  EXPECT_EQ(code_of(folder.path()), Code::kInternal);
  write_file(folder / "chat_template.jinja", "other");
  EXPECT_EQ(code_of(folder.path()), Code::kUnsupported);
  write_file(folder / "chat_template.jinja", kMarked);
  EXPECT_EQ(code_of(folder.path()), Code::kInternal);
}

}  // namespace
}  // namespace mineru::model
