// PDFs through the real worker: text, boxes, rules, graphics, output.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "media/page_source.h"
#include "test_files.h"

namespace mineru::media {
namespace {

std::string text_of(const NativePage& page) {
  std::string text;
  for (const NativeChar& c : page.chars) {
    if (c.code < 0x80 && c.code >= ' ') text.push_back(static_cast<char>(c.code));
  }
  return text;
}

void expect_box(const Box& box, const Box& expected, double tolerance = 0.6) {
  EXPECT_NEAR(box.x0, expected.x0, tolerance);
  EXPECT_NEAR(box.y0, expected.y0, tolerance);
  EXPECT_NEAR(box.x1, expected.x1, tolerance);
  EXPECT_NEAR(box.y1, expected.y1, tolerance);
}

class PdfTest : public testing::Test {
 protected:
  NativePage read(const HandmadePdf& pdf) {
    source_ = open_pages(folder_.write("x.pdf", pdf.bytes()), {}, {});
    return source_->native_page(0);
  }

  TestFolder folder_;
  std::unique_ptr<PageSource> source_;
};

TEST_F(PdfTest, ReadsCharactersWithTheirGeometry) {
  const NativePage page = read({.content = "BT /F1 20 Tf 50 100 Td (Hi) Tj ET"});
  EXPECT_EQ(source_->kind(), SourceKind::kPdf);
  EXPECT_EQ(page.size.width, 300);
  EXPECT_EQ(page.size.height, 200);
  ASSERT_EQ(page.chars.size(), 2u);
  const NativeChar& h = page.chars[0];
  EXPECT_EQ(h.code, U'H');
  EXPECT_NEAR(h.origin.x, 50, 0.01);
  EXPECT_NEAR(h.origin.y, 100, 0.01);
  EXPECT_NEAR(h.size_pt, 20, 0.01);
  EXPECT_EQ(h.angle_deg, 0);
  expect_box(h.box, {51.5, 85.6, 62.9, 100}, 0.5);
  EXPECT_NEAR(h.cell.x0, 50, 0.01);
  EXPECT_NEAR(h.cell.x1, 64.44, 0.02);  // 0.722 em
  EXPECT_LT(h.cell.y0, h.box.y0);
  EXPECT_GT(h.cell.y1, h.box.y1);
  EXPECT_EQ(page.fonts.at(h.font).name, "Helvetica");
}

TEST_F(PdfTest, SizeIsTheEffectiveOne) {
  // Font size 1 scaled by the text matrix, then by the page's own matrix.
  const NativePage page =
      read({.content = "2 0 0 2 0 0 cm BT /F1 1 Tf 6 0 0 6 10 50 Tm (X) Tj ET"});
  EXPECT_NEAR(page.chars.at(0).size_pt, 12, 0.01);
  EXPECT_NEAR(page.chars.at(0).origin.x, 20, 0.01);
  EXPECT_NEAR(page.chars.at(0).origin.y, 100, 0.01);
}

TEST_F(PdfTest, AnglesAreClockwiseAsDisplayed) {
  const std::string content =
      "BT /F1 10 Tf 0 1 -1 0 100 50 Tm (U) Tj ET BT /F1 10 Tf 0 -1 1 0 200 150 Tm (D) Tj ET";
  const NativePage upright = read({.content = content});
  EXPECT_EQ(upright.chars.front().angle_deg, 270);  // runs upwards
  EXPECT_EQ(upright.chars.back().angle_deg, 90);
  const NativePage turned =
      read({.content = content, .page_keys = "/MediaBox [0 0 300 200]/Rotate 90"});
  EXPECT_EQ(turned.size.width, 200);
  EXPECT_EQ(turned.chars.front().angle_deg, 0);
  EXPECT_EQ(turned.chars.back().angle_deg, 180);
}

TEST_F(PdfTest, RotatedCroppedPageIsInDisplayedSpace) {
  const NativePage page =
      read({.content = "BT /F1 10 Tf 60 70 Td (A) Tj ET 100 100 50 30 re f",
            .page_keys = "/MediaBox [0 0 300 200]/CropBox [40 20 240 180]/Rotate 270"});
  EXPECT_EQ(page.size.width, 160);
  EXPECT_EQ(page.size.height, 200);
  // 270 clockwise: x = top - py, y = right - px.
  EXPECT_NEAR(page.chars.at(0).origin.x, 180 - 70, 0.01);
  EXPECT_NEAR(page.chars.at(0).origin.y, 240 - 60, 0.01);
  ASSERT_EQ(page.graphics.size(), 1u);
  expect_box(page.graphics[0].box, {50, 90, 80, 140}, 0.01);
  EXPECT_EQ(page.graphics[0].kind, NativeGraphic::Kind::kFill);
  const Image image = source_->render(0, 1);
  EXPECT_EQ(pixel(image, 65, 115), (Rgb{0, 0, 0}));
  EXPECT_EQ(pixel(image, 45, 115), (Rgb{255, 255, 255}));
}

TEST_F(PdfTest, InvisibleAndGeneratedCharactersAreMarked) {
  const NativePage page = read({.content = "BT /F1 12 Tf 3 Tr 20 100 Td (a) Tj ET "
                                           "BT /F1 12 Tf 0 Tr 80 100 Td (b) Tj ET"});
  EXPECT_TRUE(page.chars.front().invisible);
  EXPECT_FALSE(page.chars.back().invisible);
  ASSERT_EQ(page.chars.size(), 3u);
  EXPECT_TRUE(page.chars[1].generated);
  EXPECT_EQ(page.chars[1].code, U' ');
  EXPECT_NEAR(page.chars[1].size_pt, 12, 0.01);
}

TEST_F(PdfTest, BoldItalicAndMonospaceComeFromTheName) {
  const HandmadePdf pdf{
      .content = "BT 20 100 Td /B 12 Tf (b) Tj /I 12 Tf (i) Tj /M 12 Tf (m) Tj ET",
      .resources = "/Font<</B 6 0 R/I 7 0 R/M 8 0 R>>",
      .objects = {"<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+NimbusRomNo9L-Medi>>",
                  "<</Type/Font/Subtype/Type1/BaseFont/Times-Italic>>",
                  "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"}};
  const NativePage page = read(pdf);
  ASSERT_EQ(page.fonts.size(), 3u);
  EXPECT_EQ(page.fonts[0].name, "NimbusRomNo9L-Medi");
  EXPECT_TRUE(page.fonts[0].bold);
  EXPECT_FALSE(page.fonts[0].italic);
  EXPECT_TRUE(page.fonts[1].italic);
  EXPECT_FALSE(page.fonts[1].bold);
  EXPECT_TRUE(page.fonts[2].monospace);
}

TEST_F(PdfTest, SurrogatePairsAreJoined) {
  const std::string map =
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
      "1 begincodespacerange <00> <FF> endcodespacerange "
      "2 beginbfchar <41> <D83DDE00> <42> <D83D> endbfchar endcmap";
  const HandmadePdf pdf{
      .content = "BT /S 12 Tf 20 100 Td (AB) Tj ET",
      .resources = "/Font<</S 6 0 R>>",
      .objects = {"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>",
                  "<</Length " + std::to_string(map.size()) + ">>stream\n" + map + "\nendstream"}};
  const NativePage page = read(pdf);
  ASSERT_EQ(page.chars.size(), 2u);
  EXPECT_EQ(page.chars[0].code, char32_t{0x1F600});
  EXPECT_FALSE(page.chars[0].unmapped);
  EXPECT_EQ(page.chars[1].code, char32_t{0xFFFD});
  EXPECT_TRUE(page.chars[1].unmapped);
}

TEST_F(PdfTest, CharactersBeyondTheLimitAreCut) {
  OpenOptions options;
  options.limits.max_chars_per_page = 3;
  const auto path = folder_.write(
      "x.pdf", HandmadePdf{.content = "BT /F1 12 Tf 20 100 Td (abcdef) Tj ET"}.bytes());
  const NativePage page = open_pages(path, options, {})->native_page(0);
  EXPECT_EQ(text_of(page), "abc");
  EXPECT_TRUE(page.truncated);
}

TEST_F(PdfTest, StrokesBecomeRules) {
  const NativePage page = read({.content = "1 w 20 50 m 120 50 l S  0.5 w 30 60 m 30 160 l S"});
  ASSERT_EQ(page.rules.size(), 2u);
  EXPECT_TRUE(page.rules[0].horizontal);
  expect_box(page.rules[0].box, {20, 149.5, 120, 150.5}, 0.01);
  EXPECT_FALSE(page.rules[1].horizontal);
  expect_box(page.rules[1].box, {29.75, 40, 30.25, 140}, 0.01);
  EXPECT_TRUE(page.graphics.empty());
}

TEST_F(PdfTest, AStrokedRectangleIsFourRules) {
  const NativePage page = read({.content = "1 w 20 50 100 40 re S"});
  ASSERT_EQ(page.rules.size(), 4u);
  EXPECT_TRUE(page.graphics.empty());
}

TEST_F(PdfTest, AThinFilledBoxIsARule) {
  const NativePage page = read({.content = "20 50 100 1.5 re f  20 60 100 30 re f"});
  ASSERT_EQ(page.rules.size(), 1u);
  expect_box(page.rules[0].box, {20, 148.5, 120, 150}, 0.01);
  ASSERT_EQ(page.graphics.size(), 1u);
  EXPECT_EQ(page.graphics[0].kind, NativeGraphic::Kind::kFill);
}

TEST_F(PdfTest, ThickAndCurvedAndSlantedStrokesAreDrawings) {
  const NativePage page = read({.content = "6 w 20 50 m 120 50 l S 1 w 20 60 m 50 90 l S "
                                           "20 100 m 40 120 60 120 80 100 c S"});
  EXPECT_TRUE(page.rules.empty());
  ASSERT_EQ(page.graphics.size(), 3u);
  for (const NativeGraphic& g : page.graphics) EXPECT_EQ(g.kind, NativeGraphic::Kind::kDrawing);
  expect_box(page.graphics[0].box, {17, 147, 123, 153}, 0.01);
}

TEST_F(PdfTest, WhiteAndUnpaintedPathsAreNothing) {
  const NativePage page =
      read({.content = "1 g 0 0 300 200 re f 0 g 20 20 50 50 re n 10 10 20 20 re W n"});
  EXPECT_TRUE(page.graphics.empty());
  EXPECT_TRUE(page.rules.empty());
}

TEST_F(PdfTest, FormsMoveTheirContentAndClipIt) {
  const std::string form = "10 10 40 20 re f  0 0 m 30 0 l S";
  const HandmadePdf pdf{
      .content = "q 2 0 0 2 100 50 cm /X Do Q",
      .resources = "/XObject<</X 6 0 R>>",
      .objects = {"<</Type/XObject/Subtype/Form/BBox [0 0 30 30]/Matrix [1 0 0 1 5 0]/Length " +
                  std::to_string(form.size()) + ">>stream\n" + form + "\nendstream"}};
  const NativePage page = read(pdf);
  ASSERT_EQ(page.graphics.size(), 1u);
  // x: (10 + 5) * 2 + 100 .. clipped at the form's box, (30 + 5) * 2 + 100.
  expect_box(page.graphics[0].box, {130, 90, 170, 130}, 0.02);
  ASSERT_EQ(page.rules.size(), 1u);
  EXPECT_NEAR(page.rules[0].box.x0, 110, 0.02);
  EXPECT_NEAR(page.rules[0].box.x1, 170, 0.02);
}

TEST_F(PdfTest, ImagesAndShadingsAreGraphics) {
  const HandmadePdf pdf{
      .content = "q 80 0 0 60 200 20 cm /P Do Q  q 10 100 50 50 re W n /S sh Q",
      .resources = "/XObject<</P 6 0 R>>/Shading<</S 7 0 R>>",
      .objects = {"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray"
                  "/BitsPerComponent 8/Length 1>>stream\nx\nendstream",
                  "<</ShadingType 2/ColorSpace/DeviceGray/Coords [0 0 300 0]/Function"
                  "<</FunctionType 2/Domain [0 1]/C0 [0]/C1 [1]/N 1>>>>"}};
  const NativePage page = read(pdf);
  ASSERT_EQ(page.graphics.size(), 2u);
  EXPECT_EQ(page.graphics[0].kind, NativeGraphic::Kind::kImage);
  expect_box(page.graphics[0].box, {200, 120, 280, 180}, 0.01);
  EXPECT_EQ(page.graphics[1].kind, NativeGraphic::Kind::kShading);
  expect_box(page.graphics[1].box, {10, 50, 60, 100}, 1.1);
}

TEST_F(PdfTest, GraphicsBeyondTheLimitAreCut) {
  OpenOptions options;
  options.limits.max_graphics_per_page = 5;
  std::string content;
  for (int i = 0; i < 20; ++i) content += std::to_string(10 + i * 10) + " 20 5 5 re f ";
  const auto path = folder_.write("x.pdf", HandmadePdf{.content = content}.bytes());
  const NativePage page = open_pages(path, options, {})->native_page(0);
  EXPECT_EQ(page.graphics.size(), 5u);
  EXPECT_TRUE(page.truncated);
}

TEST_F(PdfTest, PixelLimitIsCheckedBeforeDrawing) {
  OpenOptions options;
  options.limits.max_pixels = 60'000;
  const auto source = open_pages(folder_.write("x.pdf", HandmadePdf{}.bytes()), options, {});
  EXPECT_EQ(source->render(0, 1).width(), 300);
  try {
    source->render(0, 1.01);
    FAIL() << "drew more pixels than allowed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
    EXPECT_THAT(error.message(), testing::HasSubstr("303 x 202"));
  }
}

TEST_F(PdfTest, PageLimitIsAnError) {
  OpenOptions options;
  options.limits.max_pages = 2;
  const auto path = folder_.write("x.pdf", HandmadePdf{.num_pages = 3}.bytes());
  try {
    open_pages(path, options, {});
    FAIL() << "opened three pages";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);
    EXPECT_EQ(error.message(), "x.pdf: the PDF has 3 pages, over the limit of 2");
  }
}

TEST_F(PdfTest, PagesOutsideTheDocumentAreRefused) {
  read({});
  EXPECT_THROW(source_->page_size(-1), Error);
  EXPECT_THROW(source_->render(1, 1), Error);
  EXPECT_THROW(source_->write_pdf(0, 1, folder_ / "out.pdf"), Error);
}

TEST_F(PdfTest, TheWholeRangeIsWrittenAsItIs) {
  const std::string bytes = HandmadePdf{.content = "BT /F1 9 Tf 9 9 Td (x) Tj ET"}.bytes();
  const auto source = open_pages(folder_.write("x.pdf", bytes), {}, {});
  source->write_pdf(0, 0, folder_ / "out.pdf");
  EXPECT_EQ(read_file(folder_ / "out.pdf"), bytes);
}

TEST_F(PdfTest, APartIsANewPdf) {
  const auto source = open_pages(
      folder_.write(
          "x.pdf",
          HandmadePdf{.content = "BT /F1 9 Tf 9 9 Td (part) Tj ET", .num_pages = 5}.bytes()),
      {}, {});
  source->write_pdf(1, 3, folder_ / "out.pdf");
  const auto written = open_pages(folder_ / "out.pdf", {}, {});
  EXPECT_EQ(written->page_count(), 3);
  EXPECT_EQ(text_of(written->native_page(2)), "part");
  EXPECT_EQ(written->page_size(0).width, 300);
}

TEST_F(PdfTest, OverlayLiesWhereItWasAskedFor) {
  for (const char* rotate : {"0", "90", "180", "270"}) {
    const HandmadePdf pdf{.page_keys = std::string("/MediaBox [0 0 300 200]/CropBox [10 20 290 "
                                                   "190]/Rotate ") +
                                       rotate,
                          .num_pages = 2};
    const auto source = open_pages(folder_.write("x.pdf", pdf.bytes()), {}, {});
    const std::vector<OverlayPage> pages = {
        {1, {{{20, 30, 60, 50}, 255, 0, 0, true, "7"}, {{20, 80, 60, 100}, 0, 0, 255, false, ""}}}};
    source->write_overlay(pages, folder_ / "out.pdf");
    const auto written = open_pages(folder_ / "out.pdf", {}, {});
    ASSERT_EQ(written->page_count(), 1);
    const Image image = written->render(0, 2);
    EXPECT_EQ(pixel(image, 80, 80), (Rgb{255, 178, 178})) << rotate;  // 77/255 of red on white
    EXPECT_EQ(pixel(image, 30, 80), (Rgb{255, 255, 255})) << rotate;
    EXPECT_EQ(pixel(image, 80, 160), (Rgb{0, 0, 255})) << rotate;      // on the outline
    EXPECT_EQ(pixel(image, 80, 180), (Rgb{255, 255, 255})) << rotate;  // inside it
    const NativePage native = written->native_page(0);
    ASSERT_EQ(text_of(native), "7") << rotate;
    EXPECT_EQ(native.chars[0].angle_deg, 0) << rotate;
    EXPECT_NEAR(native.chars[0].origin.x, 62, 0.1) << rotate;
    EXPECT_NEAR(native.chars[0].origin.y, 38, 0.1) << rotate;
  }
}

// PDFium dates each file that it writes, and numbers it at random.
TEST_F(PdfTest, WrittenPdfsAreTheSameEachTime) {
  const std::vector<OverlayPage> boxes = {{0, {{{20, 30, 60, 50}, 255, 0, 0, true, "7"}}},
                                          {2, {{{20, 30, 60, 50}, 0, 255, 0, false, ""}}}};
  std::vector<std::string> written;
  for (int run = 0; run < 2; ++run) {
    const auto source = open_pages(
        folder_.write("x.pdf", HandmadePdf{.content = "10 10 40 40 re f", .num_pages = 5}.bytes()),
        {}, {});
    source->write_pdf(1, 2, folder_ / "part.pdf");
    source->write_overlay(boxes, folder_ / "boxes.pdf");
    const auto picture = open_pages(test_data("hostile/pages_3.tif"), {}, {});
    picture->write_pdf(0, 2, folder_ / "picture.pdf");
    for (const char* name : {"part.pdf", "boxes.pdf", "picture.pdf"}) {
      written.push_back(read_file(folder_ / name));
    }
  }
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(written[i] == written[i + 3]) << i;
    const size_t id = written[i].rfind("/ID[<");
    ASSERT_NE(id, std::string::npos);
    EXPECT_EQ(written[i].substr(id + 5, 32), written[i].substr(id + 39, 32));
  }
  const auto id_of = [](const std::string& pdf) { return pdf.substr(pdf.rfind("/ID[<") + 5, 32); };
  EXPECT_NE(id_of(written[0]), id_of(written[1]));
}

TEST_F(PdfTest, GlyphsThatNoFontHasAreMarked) {
  // Javanese letters, in a font that is not there; no font that stands in for it has them.
  const HandmadePdf pdf{
      .content = "BT /F1 20 Tf 20 100 Td (Seen ) Tj /F2 20 Tf (AB C) Tj ET",
      .resources = "/Font<</F1 5 0 R/F2 6 0 R>>",
      .objects = {"<</Type/Font/Subtype/TrueType/BaseFont/NoSuchFont/FirstChar 65/LastChar 66"
                  "/Widths[500 500]/Encoding<</Differences[65/uniA984/uniA985]>>>>"}};
  const NativePage page = read(pdf);
  std::u32string undrawn;
  for (const NativeChar& c : page.chars) {
    if (c.undrawn) undrawn.push_back(c.code);
  }
  EXPECT_EQ(undrawn, U"\uA984\uA985");
  ASSERT_EQ(page.fonts.size(), 2u);
  EXPECT_FALSE(page.fonts[1].embedded);
}

TEST_F(PdfTest, APageWithoutASizeIsMarked) {
  EXPECT_TRUE(read({.page_keys = "/MediaBox [0 0 0 0]"}).no_size);
  EXPECT_FALSE(read({}).no_size);
}

TEST_F(PdfTest, RotationIsToldBesidesTheDisplayedSize) {
  for (const auto& [keys, degrees] : {std::pair{"/Rotate 90", 90}, std::pair{"/Rotate -90", 270},
                                      std::pair{"/Rotate 540", 180}, std::pair{"", 0}}) {
    const NativePage page = read({.page_keys = std::string("/MediaBox [0 0 300 200]") + keys});
    EXPECT_EQ(page.rotation, degrees);
    EXPECT_EQ(page.size.width, degrees % 180 == 0 ? 300 : 200);
  }
}

TEST_F(PdfTest, ThousandsOfCallsReopenTheDocument) {
  read({.content = "BT /F1 9 Tf 9 9 Td (again) Tj ET", .num_pages = 3});
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(text_of(source_->native_page(i % 3)), "again");
  }
}

}  // namespace
}  // namespace mineru::media
