#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "media/page_source.h"
#include "test_files.h"

namespace mineru::media {
namespace {

class OcrTest : public testing::Test {
 protected:
  Image draw(const HandmadePdf& pdf) {
    source_ = open_pages(folder_.write("x.pdf", pdf.bytes()), {}, {});
    return source_->render(0, 200.0 / 72);
  }

  TestFolder folder_;
  std::unique_ptr<PageSource> source_;
};

std::string long_text() {
  std::string content = "BT /F1 14 Tf 18 TL 30 700 Td ";
  for (int i = 0; i < 12; ++i) {
    content += "(The quick brown fox jumps over the lazy dog again) Tj T* ";
  }
  return content + "ET";
}

TEST_F(OcrTest, ReadsWordsWithBoxesAndLines) {
  const Image image = draw({.content = "BT /F1 18 Tf 20 150 Td (Hello world) Tj 0 -40 Td "
                                       "(Second line) Tj ET"});
  const auto words = source_->ocr().recognize(image.view(), {});
  ASSERT_EQ(words.size(), 4u);
  EXPECT_EQ(words[0].text, "Hello");
  EXPECT_EQ(words[1].text, "world");
  EXPECT_EQ(words[3].text, "line");
  EXPECT_EQ(words[0].line, words[1].line);
  EXPECT_NE(words[1].line, words[2].line);
  EXPECT_GT(words[0].confidence, 0.8);
  EXPECT_LE(words[0].confidence, 1.0);
  EXPECT_NEAR(words[0].box.x0, 57, 4);   // 20 pt and the H's side bearing
  EXPECT_NEAR(words[0].box.y1, 139, 4);  // the baseline, 50 pt from the top
}

TEST_F(OcrTest, FindsTheOrientation) {
  const std::string box = "/MediaBox [0 0 420 740]";
  const Image upright = draw({.content = long_text(), .page_keys = box});
  EXPECT_EQ(source_->ocr().detect_orientation(upright.view(), 200).rotate_cw_deg, 0);
  const Image turned = draw({.content = long_text(), .page_keys = box + "/Rotate 90"});
  const Orientation found = source_->ocr().detect_orientation(turned.view(), 200);
  EXPECT_EQ(found.rotate_cw_deg, 270);
  EXPECT_GT(found.confidence, 2);
  EXPECT_EQ(found.script, "Latin");
}

TEST_F(OcrTest, AnEmptyPageHasNoWordsAndIsUpright) {
  const Image image = draw({});
  EXPECT_TRUE(source_->ocr().recognize(image.view(), {}).empty());
  EXPECT_EQ(source_->ocr().detect_orientation(image.view(), 200).rotate_cw_deg, 0);
}

TEST_F(OcrTest, MissingLanguageIsNamed) {
  const Image image = draw({});
  for (const char* languages : {"xyz", "eng+xyz"}) {
    try {
      source_->ocr().recognize(image.view(), {languages, 200});
      FAIL() << languages;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kUnsupported);
      EXPECT_THAT(error.message(), testing::HasSubstr("\"xyz\" is not installed"));
      EXPECT_THAT(error.message(), testing::HasSubstr("eng"));
    }
  }
  try {
    source_->ocr().recognize(image.view(), {"../../etc/passwd", 200});
    FAIL() << "took a path";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kInvalidArgument);
  }
}

TEST_F(OcrTest, EmptyPicturesAreRefused) {
  draw({});
  EXPECT_THROW(source_->ocr().recognize(Image().view(), {}), Error);
}

}  // namespace
}  // namespace mineru::media
