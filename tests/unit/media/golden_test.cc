// Our pixels against those of pypdfium2, bit for bit. tools/oracle/pdfium_goldens.py makes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "media/page_source.h"
#include "test_files.h"
#include "text/digest.h"

namespace mineru::media {
namespace {

TEST(Golden, PixelsAreThoseOfPypdfium2) {
  const auto goldens = nlohmann::json::parse(read_file(test_data("media/pdfium_goldens.json")));
  const std::string build = goldens.at("pdfium").get<std::string>();
  const std::string ours = check_worker({}).pdfium_version;
#ifdef MINERU_SANITIZED
  GTEST_SKIP() << "with sanitizers PDFium cannot be kept apart from the system's FreeType";
#endif
  if (ours.find("." + build + ".") == std::string::npos) {
    GTEST_SKIP() << "the goldens are of PDFium build " << build << ", this is " << ours
                 << ": pixels are NOT checked";
  }
  ASSERT_GE(goldens.at("pages").size(), 10u);
  for (const auto& golden : goldens.at("pages")) {
    const std::string file = golden.at("file").get<std::string>();
    const auto source = open_pages(test_data("../..") / file, {}, {});
    const Image image =
        source->render(golden.at("page").get<int>(), golden.at("scale").get<double>());
    EXPECT_EQ(image.width(), golden.at("width").get<int>()) << file;
    EXPECT_EQ(image.height(), golden.at("height").get<int>()) << file;
    const auto bytes = image.bytes();
    const std::string_view pixels(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_EQ(text::sha256_hex(pixels), golden.at("sha256").get<std::string>()) << file;
  }
}

}  // namespace
}  // namespace mineru::media
