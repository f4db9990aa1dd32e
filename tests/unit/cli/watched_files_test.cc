#include "cli/watched_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/base/temp_folder.h"

namespace mineru::cli {
namespace {

namespace fs = std::filesystem;

class WatchedFilesTest : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& contents) {
    fs::create_directories((folder / name).parent_path());
    write_file(folder / name, contents);
  }
  // Stems of what is new.
  std::vector<std::string> look(const std::vector<std::string>& names) {
    std::vector<fs::path> paths;
    for (const std::string& name : names) paths.push_back(folder / name);
    std::vector<std::string> stems;
    for (const Document& document : watched.new_documents(paths)) stems.push_back(document.stem);
    return stems;
  }

  const TempFolder folder;
  WatchedFiles watched;
};

TEST_F(WatchedFilesTest, AFileIsGivenOutOnceWhenTwoLooksFoundItTheSame) {
  put("a.pdf", "1");
  EXPECT_THAT(look({"a.pdf"}), testing::IsEmpty());
  EXPECT_THAT(look({"a.pdf"}), testing::ElementsAre("a"));
  EXPECT_THAT(look({"a.pdf"}), testing::IsEmpty());
}

TEST_F(WatchedFilesTest, ACopyInProgressIsLeftAlone) {
  put("a.pdf", "1");
  look({"a.pdf"});
  put("a.pdf", "12");
  EXPECT_THAT(look({"a.pdf"}), testing::IsEmpty());
  EXPECT_THAT(look({"a.pdf"}), testing::ElementsAre("a"));
}

TEST_F(WatchedFilesTest, AChangedFileIsNewUnderItsOldName) {
  put("a.pdf", "1");
  look({"a.pdf"});
  look({"a.pdf"});
  put("a.pdf", "changed");
  EXPECT_THAT(look({"a.pdf"}), testing::IsEmpty());
  EXPECT_THAT(look({"a.pdf"}), testing::ElementsAre("a"));
}

TEST_F(WatchedFilesTest, LaterOnesDoNotTakeTheNamesOfEarlierOnes) {
  for (const char* name : {"a.pdf", "A.png", "below/a.pdf", "a_2.pdf"}) put(name, name);
  look({"a.pdf"});
  look({"a.pdf", "A.png"});
  look({"a.pdf", "A.png", "a_2.pdf", "below/a.pdf"});
  EXPECT_THAT(look({"a_2.pdf", "below/a.pdf"}), testing::ElementsAre("a_2_2", "a_3"));
}

TEST_F(WatchedFilesTest, AFileThatIsGoneIsPassedOver) {
  EXPECT_THAT(look({"missing.pdf"}), testing::IsEmpty());
  EXPECT_THAT(look({"missing.pdf"}), testing::IsEmpty());
}

}  // namespace
}  // namespace mineru::cli
