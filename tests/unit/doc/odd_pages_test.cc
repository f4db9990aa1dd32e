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
#include "unit/doc/text_similarity.h"
#include "unit/doc/tiny_pdf.h"
#include "unit/doc/typesetter.h"

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

// A page of 400 x 600 points as a photograph of so many pixels to the point, 0.36 points each.
class SmallPictures : public OddPages {
 protected:
  fs::path picture(double scale) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += (i == 0 ? "" : "\n") + flash::prose(9, 17 * i);
    write_file(folder / "page.pdf", tiny_pdf({text}));
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != ' ' && text[at] != '\n') expected += text[at];
    }
    const auto source = media::open_pages(folder / "page.pdf", {}, options.worker);
    write_file(folder / "page.jpg", media::encode_jpeg(source->render(0, scale).view(), 95));
    return folder / "page.jpg";
  }

  // Letters of the page that are not where they should be, per hundred.
  double errors() const {
    std::string read;
    for (const char c : markdown()) {
      if (c != ' ' && c != '\n') read += c;
    }
    return 100.0 * (1 - similarity(read, expected));
  }

  std::string expected;
};

TEST_F(SmallPictures, TinyLettersAreEnlargedBeforeTheyAreRead) {
  const fs::path input = picture(1.1);
  options.enhance = Enhance::kOff;
  parse(input);
  const double plain = errors();
  EXPECT_FALSE(middle()["pdf_info"][0]["page_info"].contains("enhancement"));
  options.enhance = Enhance::kAuto;
  parse(input);
  EXPECT_LT(errors(), 5);
  EXPECT_LT(errors(), plain / 2);
  const Json page = middle()["pdf_info"][0];
  const Json enhancement = page["page_info"]["enhancement"];
  EXPECT_GT(enhancement["scale"], 2.0);
  EXPECT_EQ(enhancement["sharpened"], false);
  // Boxes are those of the picture as it came: text begins at x 50, baseline 540 from below.
  const Json box = page["para_blocks"][0]["bbox"];
  EXPECT_NEAR(box[0].get<double>(), 50 * 1.1 * 0.36, 1.5);
  EXPECT_NEAR(box[1].get<double>(), (600 - 540 - 7.5) * 1.1 * 0.36, 1.5);
}

TEST_F(SmallPictures, ClearOnesAreReadAsTheyAre) {
  parse(picture(200.0 / 72));
  EXPECT_FALSE(middle()["pdf_info"][0]["page_info"].contains("enhancement"));
  EXPECT_LT(errors(), 2);
}

TEST_F(SmallPictures, TheReferenceEnhancesNothing) {
  const fs::path input = picture(1.1);
  options.compat = Compat::kReference;
  options.enhance = Enhance::kOff;
  parse(input);
  const std::string plain = markdown();
  options.enhance = Enhance::kOn;
  parse(input);
  EXPECT_EQ(markdown(), plain);
}

}  // namespace
}  // namespace mineru::doc
