// Odd pages through the whole program: nothing is lost, and what cannot be read is said.
// docs/odd-inputs.md lists which complaint of users each test stands for.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "doc/pipeline.h"
#include "unit/base/temp_folder.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path hostile(const std::string& name) { return fs::path(MINERU_TEST_DATA) / "hostile" / name; }

class OddPages : public testing::Test {
 protected:
  OddPages() {
    options.worker.program = fs::path(MINERU_BIN_DIR) / "mineru-media-worker";
    options.ocr_languages = "eng";
    options.overlay = false;
    options.origin = false;
  }

  ParseSummary parse(const fs::path& input) {
    last = folder / ("out" + std::to_string(++runs));
    return parse_document(input, last, "x", options, {}, nullptr);
  }

  std::string markdown() const { return read_file(only("x.md")); }
  Json middle() const { return Json::parse(read_file(only("x_middle.json"))); }

  // "LINE 017" -> 17, in the order of the Markdown.
  std::vector<int> numbered_lines() const {
    const std::string text = markdown();
    std::vector<int> numbers;
    for (size_t at = text.find("LINE "); at != std::string::npos; at = text.find("LINE ", at + 1)) {
      numbers.push_back(std::stoi(text.substr(at + 5, 3)));
    }
    return numbers;
  }

  fs::path only(const std::string& name) const {
    for (const auto& entry : fs::recursive_directory_iterator(last)) {
      if (entry.path().filename() == name) return entry.path();
    }
    ADD_FAILURE() << name << " was not written";
    return {};
  }

  ParseOptions options;
  TempFolder folder;
  fs::path last;
  int runs = 0;
};

std::vector<int> one_to(int last) {
  std::vector<int> numbers;
  for (int i = 1; i <= last; ++i) numbers.push_back(i);
  return numbers;
}

TEST_F(OddPages, AVeryTallPdfKeepsAllItsLines) {
  parse(hostile("giant_595x14400.pdf"));
  EXPECT_EQ(numbered_lines(), one_to(144));
}

TEST_F(OddPages, AVeryTallPageIsReadByOcrInWindows) {
  options.method = Method::kOcr;
  parse(hostile("giant_595x14400.pdf"));
  EXPECT_EQ(numbered_lines(), one_to(144));
}

TEST_F(OddPages, AVeryTallPictureIsReadInWindows) {
  const auto source = media::open_pages(hostile("giant_595x14400.pdf"), {}, options.worker);
  const media::Image scan = source->render_region(0, 1.6, {0, 0, 160, 14400});
  write_file(folder / "tall.jpg", media::encode_jpeg(scan.view(), 90));
  parse(folder / "tall.jpg");
  EXPECT_EQ(numbered_lines(), one_to(144));
}

}  // namespace
}  // namespace mineru::doc
