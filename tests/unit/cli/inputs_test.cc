#include "cli/inputs.h"

#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class InputsTest : public testing::Test {
 protected:
  InputsTest() : root_(fs::temp_directory_path() / fmt::format("cli_inputs_{}", ::getpid())) {
    fs::remove_all(root_);
    add("b.pdf", "%PDF-1.4\n");
    add("a #1 报告.PDF", "rubbish %PDF-1.4\n");
    add("photo", "\xFF\xD8\xFF\xE0");
    add("page.tif", std::string("II*\0", 4));
    add("page.webp", std::string("RIFF\x10\0\0\0WEBPVP8 ", 16));
    add("notes.txt", "text");
    add("empty.pdf", "");
    add(".hidden.pdf", "%PDF-1.4\n");
    add("sub/c.pdf", "%PDF-1.4\n");
    add("out/c/auto/c_origin.pdf", "%PDF-1.4\n");
    fs::create_directory_symlink(root_, root_ / "sub" / "loop");
  }
  ~InputsTest() override { fs::remove_all(root_); }

  void add(const std::string& name, const std::string& contents) {
    fs::create_directories((root_ / name).parent_path());
    write_file(root_ / name, contents);
  }

  std::vector<std::string> relative(const std::vector<fs::path>& paths) const {
    std::vector<std::string> names;
    for (const fs::path& path : paths) names.push_back(path.lexically_relative(root_).string());
    return names;
  }

  fs::path root_;
};

TEST_F(InputsTest, FolderIsSortedAndSiftedByContent) {
  const std::vector<fs::path> given = {root_};
  const InputList list = collect_inputs(given, Recursive::kNo, root_ / "out");
  EXPECT_THAT(relative(list.files),
              ElementsAre("a #1 报告.PDF", "b.pdf", "page.tif", "page.webp", "photo"));
  EXPECT_THAT(relative(list.skipped), ElementsAre("empty.pdf", "notes.txt"));
}

TEST_F(InputsTest, RecursiveLeavesOutTheOutputAndLinks) {
  const std::vector<fs::path> given = {root_};
  const InputList list = collect_inputs(given, Recursive::kYes, root_ / "out");
  EXPECT_THAT(relative(list.files),
              ElementsAre("a #1 报告.PDF", "b.pdf", "page.tif", "page.webp", "photo", "sub/c.pdf"));
}

TEST_F(InputsTest, NamedFilesAreTakenAsTheyAre) {
  const std::vector<fs::path> given = {root_ / "notes.txt", root_ / "missing.pdf", root_ / "b.pdf"};
  const InputList list = collect_inputs(given, Recursive::kNo, root_ / "out");
  EXPECT_THAT(relative(list.files), ElementsAre("notes.txt", "missing.pdf", "b.pdf"));
  EXPECT_TRUE(list.skipped.empty());
}

}  // namespace
}  // namespace mineru::cli
