#include "base/file.h"

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/base/temp_folder.h"

namespace mineru {
namespace {

namespace fs = std::filesystem;

size_t files_in(const fs::path& folder) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) count += entry.exists();
  return count;
}

Code code_of(const std::function<void()>& action, std::string* message = nullptr) {
  try {
    action();
  } catch (const Error& error) {
    if (message != nullptr) *message = error.message();
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return Code::kInternal;
}

TEST(File, ReadsBackAllBytes) {
  const TempFolder folder;
  const std::string bytes("a\0b\r\n\xFF", 6);
  write_file(folder / "x", bytes);
  EXPECT_EQ(read_file(folder / "x"), bytes);
  EXPECT_EQ(files_in(folder.path()), 1u);  // no temporary neighbour stays
}

TEST(File, EmptyFile) {
  const TempFolder folder;
  write_file(folder / "x", "");
  EXPECT_EQ(read_file(folder / "x"), "");
}

TEST(File, ReplacesLongByShort) {
  const TempFolder folder;
  write_file(folder / "x", std::string(100'000, 'a'));
  write_file(folder / "x", "b");
  EXPECT_EQ(read_file(folder / "x"), "b");
}

// A reader that has the old file open goes on reading the old one: it was replaced, not rewritten.
TEST(File, ReplacementIsAnotherFile) {
  const TempFolder folder;
  write_file(folder / "x", "old");
  fs::create_hard_link(folder / "x", folder / "kept");
  write_file(folder / "x", "new");
  EXPECT_EQ(read_file(folder / "kept"), "old");
  EXPECT_EQ(read_file(folder / "x"), "new");
}

TEST(File, LongestNameWorks) {
  const TempFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, "x");
  EXPECT_EQ(read_file(folder / name), "x");
}

TEST(File, MissingFileIsNotFoundAndNamed) {
  const TempFolder folder;
  std::string message;
  EXPECT_EQ(code_of([&] { (void)read_file(folder / "none"); }, &message), Code::kNotFound);
  EXPECT_NE(message.find((folder / "none").string()), std::string::npos) << message;
}

TEST(File, FolderCannotBeRead) {
  const TempFolder folder;
  EXPECT_EQ(code_of([&] { (void)read_file(folder.path()); }), Code::kIo);
}

TEST(File, WritingIntoAMissingFolderFails) {
  const TempFolder folder;
  EXPECT_EQ(code_of([&] { write_file(folder / "none" / "x", "y"); }), Code::kIo);
}

TEST(File, FailedReplacementLeavesNothingBehind) {
  const TempFolder folder;
  fs::create_directory(folder / "x");
  fs::create_directory(folder / "x" / "inside");
  std::string message;
  EXPECT_EQ(code_of([&] { write_file(folder / "x", "y"); }, &message), Code::kIo);
  EXPECT_NE(message.find((folder / "x").string()), std::string::npos) << message;
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(File, ExecutableDirHoldsThisProgram) {
  EXPECT_TRUE(fs::exists(executable_dir() / "base_test"));
}

}  // namespace
}  // namespace mineru
