// Odd pages through the whole program: nothing is lost, and what cannot be read is said.
// docs/odd-inputs.md lists which complaint of users each test stands for.
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "doc/pipeline.h"
#include "media/png.h"
#include "unit/base/temp_folder.h"
#include "unit/doc/text_similarity.h"
#include "unit/doc/tiny_pdf.h"
#include "unit/doc/typesetter.h"

namespace mineru::doc {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

fs::path hostile(const std::string& name) { return fs::path(MINERU_TEST_DATA) / "hostile" / name; }

// Helvetica is /F1; /F2 is a font that nobody has, with Javanese letters; /Im is a picture.
std::string one_page_pdf(const std::string& page_keys, const std::string& content) {
  const std::string pixels = "0123";
  const std::vector<std::string> objects = {
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>/XObject<<"
      "/Im 7 0 R>>>>" +
          page_keys + ">>",
      "<</Length " + std::to_string(content.size()) + ">>stream\n" + content + "\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      "<</Type/Font/Subtype/TrueType/BaseFont/NoSuchFont/FirstChar 65/LastChar 66/Widths[500 500]"
      "/Encoding<</Differences[65/uniA984/uniA985]>>>>",
      "<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8"
      "/Length 4>>stream\n" +
          pixels + "\nendstream"};
  std::string out = "%PDF-1.7\n";
  std::string table = "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
  for (size_t i = 0; i < objects.size(); ++i) {
    const std::string offset = std::to_string(out.size());
    table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  return out + table + "trailer<</Size " + std::to_string(objects.size() + 1) +
         "/Root 1 0 R>>\nstartxref\n" + std::to_string(out.size()) + "\n%%EOF\n";
}

// Every byte of a picture made by `shade` of the byte there.
media::Image recoloured(const media::ImageView& image, const std::function<int(int)>& shade) {
  MemoryMap pixels = MemoryMap::anonymous(static_cast<size_t>(image.width) *
                                          static_cast<size_t>(image.height) * 3);
  size_t at = 0;
  for (int y = 0; y < image.height; ++y) {
    for (const uint8_t value : image.row(y)) {
      pixels.mutable_bytes()[at++] = static_cast<std::byte>(shade(value));
    }
  }
  return {image.width, image.height, std::move(pixels)};
}

media::Image flat_picture(int shade) {
  return recoloured(media::Image(400, 300).view(), [shade](int) { return shade; });
}

media::Image negative(const media::ImageView& image) {
  return recoloured(image, [](int value) { return 255 - value; });
}

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

  // Of the first page.
  std::vector<std::string> diagnostics() const {
    std::vector<std::string> messages;
    const Json page = middle()["pdf_info"][0];
    for (const Json& diagnostic : page.value("diagnostics", Json::array())) {
      messages.push_back(diagnostic["message"]);
    }
    return messages;
  }

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

TEST_F(OddPages, PicturesOnATallPageAreCutAtFullSize) {
  // The whole page is drawn at 90 dpi.
  const std::string pdf = one_page_pdf("/MediaBox [0 0 200 2800]",
                                       "BT /F1 12 Tf 20 2700 Td (Above the picture) Tj ET "
                                       "q 100 0 0 50 50 2000 cm /Im Do Q");
  write_file(folder / "x.pdf", pdf);
  parse(folder / "x.pdf");
  std::vector<media::PageSize> sizes;
  for (const auto& entry : fs::directory_iterator(only("images"))) {
    sizes.push_back(media::open_pages(entry.path(), {}, options.worker)->page_size(0));
  }
  ASSERT_EQ(sizes.size(), 1u);
  EXPECT_NEAR(sizes[0].width, 100, 2);  // 0.36 points to the pixel: 200 dpi
  EXPECT_NEAR(sizes[0].height, 50, 2);
}

TEST_F(OddPages, APageThatIsDrawnTooSmallSaysSo) {
  write_file(folder / "x.pdf",
             one_page_pdf("/MediaBox [0 0 4000 3000]", "BT /F1 200 Tf 200 1500 Td (Poster) Tj ET"));
  options.method = Method::kOcr;
  parse(folder / "x.pdf");
  EXPECT_THAT(diagnostics(), ElementsAre(HasSubstr("read at 63 dpi instead of 200")));
  options.method = Method::kText;
  parse(folder / "x.pdf");
  EXPECT_THAT(diagnostics(), IsEmpty());
}

TEST_F(OddPages, APictureThatCannotBeDecodedIsReported) {
  parse(hostile("image_jbig2_broken.pdf"));
  EXPECT_THAT(diagnostics(), ElementsAre(HasSubstr("shows nothing but one colour")));
}

TEST_F(OddPages, APictureOfOneColourIsReported) {
  for (const int shade : {0, 255}) {
    write_file(folder / "x.jpg", media::encode_jpeg(flat_picture(shade).view()));
    parse(folder / "x.jpg");
    EXPECT_THAT(diagnostics(), ElementsAre(HasSubstr(shade == 0 ? "all of it is black"
                                                                : "all of it is one light")));
  }
}

TEST_F(OddPages, ABlankPageOfAPdfIsNoFault) {
  write_file(folder / "x.pdf", one_page_pdf("/MediaBox [0 0 200 300]", ""));
  for (const Method method : {Method::kAuto, Method::kOcr}) {
    options.method = method;
    parse(folder / "x.pdf");
    EXPECT_THAT(diagnostics(), IsEmpty());
  }
}

TEST_F(OddPages, TextThatIsNotDrawnIsReported) {
  // White on white: nothing to be seen, and OCR finds nothing.
  write_file(folder / "x.pdf", one_page_pdf("/MediaBox [0 0 200 300]",
                                            "1 g BT /F1 12 Tf 20 200 Td (Hidden words) Tj ET"));
  options.method = Method::kOcr;
  parse(folder / "x.pdf");
  EXPECT_THAT(diagnostics(), ElementsAre(HasSubstr("although it has 11 characters")));
}

TEST_F(OddPages, ANegativeIsReadAndReported) {
  const std::string text = tiny_pdf({flash::prose(9, 1) + "\n" + flash::prose(9, 30)});
  write_file(folder / "page.pdf", text);
  const auto source = media::open_pages(folder / "page.pdf", {}, options.worker);
  const media::Image page = source->render(0, 200.0 / 72);
  write_file(folder / "x.jpg", media::encode_jpeg(negative(page.view()).view(), 95));
  parse(folder / "x.jpg");
  EXPECT_THAT(diagnostics(), ElementsAre(HasSubstr("perhaps a negative")));
  EXPECT_GT(similarity(markdown(), flash::prose(9, 1) + " " + flash::prose(9, 30)), 0.95);
}

TEST_F(OddPages, MissingGlyphsAreCounted) {
  write_file(folder / "x.pdf",
             one_page_pdf("/MediaBox [0 0 200 300]",
                          "BT /F1 12 Tf 20 200 Td (Seen ) Tj /F2 12 Tf (ABA) Tj ET"));
  parse(folder / "x.pdf");
  EXPECT_THAT(diagnostics(),
              ElementsAre(HasSubstr("3 characters are missing in the page's picture: the font "
                                    "NoSuchFont is not in the PDF")));
  EXPECT_THAT(markdown(), HasSubstr("Seen \xEA\xA6\x84\xEA\xA6\x85\xEA\xA6\x84"));
}

TEST_F(OddPages, AMediaBoxWithoutAreaIsReported) {
  parse(hostile("page_mediabox_0x0.pdf"));
  const Json pages = middle()["pdf_info"];
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_THAT(pages[1]["diagnostics"][0]["message"].get<std::string>(),
              HasSubstr("has no area; 612 x 792 points were taken instead"));
  EXPECT_FALSE(pages[0].contains("diagnostics"));
  EXPECT_THAT(markdown(), HasSubstr("GOOD-ONE\n\nZERO\n\nGOOD-THREE"));
}

TEST_F(OddPages, ABrokenPageIsReportedAndTheOthersAreRead) {
  const ParseSummary summary = parse(hostile("page_null_in_middle.pdf"));
  EXPECT_EQ(summary.pages_ok, 2);
  EXPECT_EQ(summary.pages_failed, 1);
  const Json pages = middle()["pdf_info"];
  EXPECT_EQ(pages[1]["status"], "failed");
  EXPECT_EQ(pages[1]["diagnostics"][0]["message"], "page 2 cannot be read");
  EXPECT_THAT(markdown(), HasSubstr("GOOD-THREE"));
}

TEST_F(OddPages, BoxesOfATurnedAndCroppedPageAreDisplayed) {
  // "Mark" begins 20 points from the left and stands 40 below the top of what one sees.
  const std::map<int, std::string> cases = {{0, "1 0 0 1 30 280"},
                                            {90, "0 1 -1 0 50 40"},
                                            {180, "-1 0 0 -1 190 60"},
                                            {270, "0 -1 1 0 170 300"}};
  for (const auto& [rotate, matrix] : cases) {
    SCOPED_TRACE(rotate);
    write_file(folder / "x.pdf",
               one_page_pdf("/MediaBox [0 0 300 400]/CropBox [10 20 210 320]/Rotate " +
                                std::to_string(rotate),
                            "BT /F1 12 Tf " + matrix + " Tm (Mark) Tj ET"));
    parse(folder / "x.pdf");
    const Json page = middle()["pdf_info"][0];
    const Json info = page["page_info"];
    EXPECT_EQ(info["rotation"], rotate);
    EXPECT_EQ(info["unit"], "pt");
    EXPECT_EQ(info["size"], rotate % 180 == 0 ? Json({200.0, 300.0}) : Json({300.0, 200.0}));
    const Json box = page["para_blocks"][0]["bbox"];
    EXPECT_NEAR(box[0].get<int>(), 20, 1);
    EXPECT_NEAR(box[1].get<int>(), 31, 1);
    EXPECT_NEAR(box[2].get<int>(), 46, 1);
    EXPECT_NEAR(box[3].get<int>(), 41, 1);
  }
}

TEST_F(OddPages, APdfAndItsPictureHaveTheSameBoxes) {
  std::string text = flash::prose(9, 3);
  for (int line = 1; line < 20; ++line) text += "\n" + flash::prose(9, 11 * line);
  write_file(folder / "x.pdf", tiny_pdf({text}));
  options.method = Method::kOcr;
  parse(folder / "x.pdf");
  const Json of_pdf = Json::parse(read_file(only("x_content_list.json")));
  const auto source = media::open_pages(folder / "x.pdf", {}, options.worker);
  write_file(folder / "x.png", media::encode_png(source->render(0, 200.0 / 72).view()));
  parse(folder / "x.png");
  const Json of_picture = Json::parse(read_file(only("x_content_list.json")));
  ASSERT_GE(of_pdf.size(), 1u);
  ASSERT_EQ(of_pdf.size(), of_picture.size());
  for (size_t i = 0; i < of_pdf.size(); ++i) {
    EXPECT_EQ(of_pdf[i]["text"], of_picture[i]["text"]);
    for (size_t side = 0; side < 4; ++side) {
      EXPECT_NEAR(of_pdf[i]["bbox"][side].get<int>(), of_picture[i]["bbox"][side].get<int>(), 1);
    }
  }
}

TEST_F(OddPages, FormValuesStampsAndFreeTextAreRead) {
  parse(hostile("form_with_appearance.pdf"));
  EXPECT_THAT(markdown(), HasSubstr("FORM-42"));
  parse(hostile("form_need_appearances.pdf"));
  EXPECT_THAT(markdown(), HasSubstr("FORM-42"));
  parse(hostile("annot_freetext_stamp.pdf"));
  EXPECT_THAT(markdown(), HasSubstr("NOTE-17"));
}

TEST_F(OddPages, EachPageHasItsOwnSize) {
  parse(hostile("mixed_sizes.pdf"));
  const Json pages = middle()["pdf_info"];
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[0]["page_size"], Json({595, 842}));
  EXPECT_EQ(pages[1]["page_size"], Json({1191, 842}));
  EXPECT_EQ(pages[2]["page_size"], Json({100, 100}));
  for (const Json& page : pages) {
    for (const Json& block : page["para_blocks"]) {
      EXPECT_LE(block["bbox"][2], page["page_size"][0]);
      EXPECT_LE(block["bbox"][3], page["page_size"][1]);
    }
  }
}

TEST_F(OddPages, ATextLayerWithoutMeaningIsReadFromThePixels) {
  parse(hostile("font_type3_no_tounicode.pdf"));
  const Json page = middle()["pdf_info"][0];
  EXPECT_EQ(page["page_info"]["ocr"], true);
}

TEST_F(OddPages, StripsOfOnePixelAreRead) {
  for (const char* name : {"aspect_1x2000.png", "aspect_2000x1.png", "aspect_3000x10.png"}) {
    EXPECT_EQ(parse(hostile(name)).pages_ok, 1) << name;
  }
}

TEST_F(OddPages, ResultsAreTheSameEachTime) {
  options.overlay = true;
  options.origin = true;
  options.pages = {{1, 2}};
  std::map<std::string, std::string> first;
  for (int run = 0; run < 2; ++run) {
    parse(hostile("mixed_sizes.pdf"));
    for (const auto& entry : fs::recursive_directory_iterator(last)) {
      if (!entry.is_regular_file() || entry.path().extension() != ".pdf") continue;
      std::string& known = first[entry.path().filename()];
      std::string bytes = read_file(entry.path());
      EXPECT_TRUE(run == 0 || bytes == known) << entry.path();
      known = std::move(bytes);
    }
  }
  EXPECT_EQ(first.size(), 2u);  // x_layout.pdf and x_origin.pdf
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

TEST_F(SmallPictures, SixPointsAreReadAt200Dpi) {
  // Helvetica 10 at six tenths of 200 dpi.
  parse(picture(0.6 * 200 / 72));
  EXPECT_LT(errors(), 3);
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
