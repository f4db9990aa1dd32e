#include "doc/writers/document_writer.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "unit/doc/render_support.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;
using testing::Json;
using testing::text_block;

class DocumentWriterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mineru-writer-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  WriterOptions options(Compat compat = Compat::kProduct) const {
    WriterOptions options;
    options.folder = root_ / "out" / "报告" / "auto";
    options.stem = "报告";
    options.backend = "flash";
    options.compat = compat;
    return options;
  }
  std::string read(const std::string& suffix) const {
    return read_file(options().folder / ("报告" + suffix));
  }

  fs::path root_;
};

Page page_with(int page_idx, std::vector<Block> blocks) {
  Page page;
  page.page_idx = page_idx;
  page.source_page = page_idx;
  page.size = {612, 792};
  page.preproc_blocks = blocks;
  page.para_blocks = std::move(blocks);
  return page;
}

TEST_F(DocumentWriterTest, WritesPagesInOrder) {
  DocumentWriter writer(options());
  Block title = text_block(BlockType::kTitle, {"T"});
  writer.add(page_with(0, {title, text_block(BlockType::kText, {"a"})}));
  writer.add(page_with(1, {}));
  Page last = page_with(2, {text_block(BlockType::kText, {"b"})});
  last.images = {{"0f.jpg", "jpeg bytes"}};
  writer.add(last);
  writer.finish();

  EXPECT_EQ(read(".md"), "# T\n\na\n\nb");
  const Json list = Json::parse(read("_content_list.json"));
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[2]["page_idx"], 2);
  const Json middle = Json::parse(read("_middle.json"));
  EXPECT_EQ(middle["pdf_info"].size(), 3u);
  EXPECT_EQ(middle["_backend"], "flash");
  EXPECT_EQ(middle["_version_name"], MINERU_VERSION);
  EXPECT_EQ(read_file(options().folder / "images" / "0f.jpg"), "jpeg bytes");
  for (const auto& entry : fs::recursive_directory_iterator(root_)) {
    EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
  }
}

// The files are what the reference's json.dump would have written in one go.
TEST_F(DocumentWriterTest, JsonTextIsPythonStyle) {
  DocumentWriter writer(options(Compat::kReference));
  Page page = page_with(0, {});
  page.discarded_blocks = {text_block(BlockType::kHeader, {"页眉"})};
  writer.add(page);
  writer.add(page_with(1, {}));
  writer.finish();
  EXPECT_EQ(read("_content_list.json"),
            "[\n    {\n        \"type\": \"header\",\n        \"text\": \"页眉\",\n"
            "        \"bbox\": [\n            99,\n            99,\n            898,\n"
            "            199\n        ],\n        \"page_idx\": 0\n    }\n]");
  const Json by_page = Json::parse(read("_content_list_v2.json"));
  ASSERT_EQ(by_page.size(), 2u);
  EXPECT_EQ(by_page[0][0]["type"], "page_header");
  EXPECT_EQ(by_page[1], Json::array());
  const std::string middle = read("_middle.json");
  EXPECT_TRUE(
      middle.starts_with("{\n    \"pdf_info\": [\n        {\n            "
                         "\"preproc_blocks\": [],\n            \"discarded_blocks\": ["));
  EXPECT_TRUE(
      middle.ends_with("            \"page_idx\": 1,\n            \"para_blocks\": []\n"
                       "        }\n    ],\n    \"_backend\": \"flash\",\n"
                       "    \"_version_name\": \"" MINERU_VERSION "\"\n}"));
}

TEST_F(DocumentWriterTest, NoPagesGiveEmptyDocuments) {
  DocumentWriter writer(options());
  writer.finish();
  EXPECT_EQ(read(".md"), "");
  EXPECT_EQ(read("_content_list.json"), "[]");
  EXPECT_EQ(read("_content_list_v2.json"), "[]");
  EXPECT_EQ(Json::parse(read("_middle.json"))["pdf_info"], Json::array());
}

TEST_F(DocumentWriterTest, PartialFilesAreWholeAfterEveryPage) {
  {
    DocumentWriter writer(options());
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(Json::parse(read("_middle.json.partial"))["pdf_info"].size(), size_t(i));
      EXPECT_EQ(Json::parse(read("_content_list.json.partial")).size(), size_t(i));
      EXPECT_EQ(Json::parse(read("_content_list_v2.json.partial")).size(), size_t(i));
      writer.add(page_with(i, {text_block(BlockType::kText, {"a"})}));
    }
  }
  EXPECT_EQ(Json::parse(read("_middle.json.partial"))["pdf_info"].size(), 3u);
  EXPECT_EQ(read(".md.partial"), "a\n\na\n\na");
  EXPECT_FALSE(fs::exists(options().folder / "报告.md"));
}

TEST_F(DocumentWriterTest, EarlierResultsStayUntilFinish) {
  {
    DocumentWriter writer(options());
    writer.add(page_with(0, {text_block(BlockType::kText, {"old, and longer than the new"})}));
    writer.finish();
  }
  DocumentWriter writer(options());
  writer.add(page_with(0, {text_block(BlockType::kText, {"new"})}));
  EXPECT_EQ(read(".md"), "old, and longer than the new");
  writer.finish();
  EXPECT_EQ(read(".md"), "new");
}

TEST_F(DocumentWriterTest, FailedPageKeepsItsPlace) {
  DocumentWriter writer(options());
  Page failed = page_with(0, {});
  failed.status = PageStatus::kTimeout;
  failed.diagnostics = {{Code::kDeadlineExceeded, "page 1: took longer than 60 s"}};
  writer.add(failed);
  writer.add(page_with(1, {text_block(BlockType::kText, {"b"})}));
  writer.finish();
  const Json pages = Json::parse(read("_middle.json"))["pdf_info"];
  EXPECT_EQ(pages[0]["status"], "timeout");
  EXPECT_EQ(pages[0]["diagnostics"][0]["code"], "deadline_exceeded");
  EXPECT_EQ(pages[1]["status"], "ok");
  EXPECT_FALSE(pages[1].contains("diagnostics"));
  EXPECT_EQ(read(".md"), "b");
}

TEST_F(DocumentWriterTest, NamesAsLongAsTheyGetFit) {
  WriterOptions long_name = options();
  long_name.stem = std::string(200, 'x');
  DocumentWriter writer(long_name);
  writer.finish();
  EXPECT_TRUE(fs::exists(long_name.folder / (long_name.stem + "_content_list.json")));
}

TEST_F(DocumentWriterTest, FolderThatCannotBeMadeIsAnIoError) {
  write_file(root_ / "out", "a file in the way");
  try {
    DocumentWriter writer(options());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kIo);
    EXPECT_NE(error.message().find("报告"), std::string::npos);
  }
}

TEST_F(DocumentWriterTest, FormatsSwitchTheFiles) {
  const auto files = [this](Formats formats, MarkdownMode mode = MarkdownMode::kMm) {
    WriterOptions with = options();
    fs::remove_all(with.folder);
    with.output.formats = formats;
    with.output.markdown = mode;
    DocumentWriter writer(with);
    Page page = page_with(0, {text_block(BlockType::kText, {"a"})});
    page.images = {{"0f.jpg", "jpeg bytes"}};
    writer.add(page);
    writer.finish();
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(with.folder)) {
      names.push_back(fs::relative(entry.path(), with.folder).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(files({.json = false}), Names({"images", "images/0f.jpg", "报告.md"}));
  EXPECT_EQ(files({.json = false}, MarkdownMode::kNlp), Names{"报告.md"});
  EXPECT_EQ(files({.markdown = false}), Names({"images", "images/0f.jpg", "报告_content_list.json",
                                               "报告_content_list_v2.json", "报告_middle.json"}));
  EXPECT_EQ(files({.markdown = false, .json = false, .html = true}), Names{"报告.html"});
  EXPECT_EQ(files({.markdown = false, .json = false, .html = true, .chunks = true}),
            Names({"images", "images/0f.jpg", "报告.html", "报告_chunks.jsonl"}));
}

TEST(MainFile, IsWhatAPersonWouldOpen) {
  EXPECT_EQ(main_file("out", "a b", {}), "out/a b.md");
  EXPECT_EQ(main_file("out", "a", {.markdown = false, .html = true}), "out/a.html");
  EXPECT_EQ(main_file("out", "a", {.markdown = false}), "out/a_middle.json");
  EXPECT_EQ(main_file("out", "a", {.markdown = false, .json = false, .chunks = true}),
            "out/a_chunks.jsonl");
}

TEST_F(DocumentWriterTest, HtmlIsWholeAfterEveryPage) {
  WriterOptions with = options();
  with.output.formats = {.markdown = false, .json = false, .html = true, .chunks = true};
  DocumentWriter writer(with);
  EXPECT_EQ(read(".html.partial"), "<!DOCTYPE html><title></title>");
  for (int i = 0; i < 2; ++i) {
    writer.add(page_with(i, {text_block(BlockType::kText, {"a"})}));
    EXPECT_TRUE(read(".html.partial")
                    .ends_with("<p id=\"p" + std::to_string(i + 1) +
                               "-b0\">a</p>\n</section>\n</main>\n</body>\n"
                               "</html>\n"));
  }
  writer.finish();
  const Json chunk = Json::parse(read("_chunks.jsonl"));
  EXPECT_EQ(chunk["text"], "a\n\na");
  EXPECT_EQ(chunk["pages"], Json({1, 2}));
}

TEST_F(DocumentWriterTest, NoPagesGiveAnEmptyPage) {
  WriterOptions with = options();
  with.output.formats = {.markdown = false, .json = false, .html = true, .chunks = true};
  DocumentWriter writer(with);
  writer.finish();
  EXPECT_TRUE(read(".html").ends_with("<main>\n</main>\n</body>\n</html>\n"));
  EXPECT_EQ(read("_chunks.jsonl"), "");
}

}  // namespace
}  // namespace mineru::doc
