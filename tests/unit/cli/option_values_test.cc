#include "cli/option_values.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/languages.h"
#include "cli/suggest.h"

namespace mineru::cli {
namespace {

TEST(OptionValues, Bool) {
  for (const char* text : {"true", "True", "1", "yes", "YES", "on"}) EXPECT_TRUE(parse_bool(text));
  for (const char* text : {"false", "0", "no", "Off"}) EXPECT_FALSE(parse_bool(text));
  for (const char* text : {"", "2", "tru", "-1"}) EXPECT_THROW(parse_bool(text), Error) << text;
}

TEST(OptionValues, Int) {
  EXPECT_EQ(parse_int("7", 1, 8), 7);
  for (const char* text : {"", "0", "9", "1.5", "1x", " 1", "-1", "99999999999"}) {
    EXPECT_THROW(parse_int(text, 1, 8), Error) << text;
  }
}

TEST(OptionValues, Seconds) {
  EXPECT_EQ(parse_seconds("120", 86400), 120'000);
  EXPECT_EQ(parse_seconds("0.5", 86400), 500);
  EXPECT_EQ(parse_seconds("3s", 86400), 3000);
  for (const char* text : {"", "0", "-1", "86401", "2m", "nan", "inf", "1e3"}) {
    EXPECT_THROW(parse_seconds(text, 86400), Error) << text;
  }
}

TEST(OptionValues, Bytes) {
  EXPECT_EQ(parse_bytes("2G"), 2ull << 30);
  EXPECT_EQ(parse_bytes("2g"), 2ull << 30);
  EXPECT_EQ(parse_bytes("512MB"), 512ull << 20);
  EXPECT_EQ(parse_bytes("512MiB"), 512ull << 20);
  EXPECT_EQ(parse_bytes("1.5GiB"), 3ull << 29);
  EXPECT_EQ(parse_bytes("64 k"), 64ull << 10);
  EXPECT_EQ(parse_bytes("800000000"), 800'000'000u);
  EXPECT_EQ(parse_bytes("100b"), 100u);
  EXPECT_EQ(parse_bytes("0"), 0u);
  for (const char* text :
       {"", "G", "-2G", "2X", "2GG", "2Gi", "1e9", "nan", "99999999999G", "2 G x"}) {
    EXPECT_THROW(parse_bytes(text), Error) << text;
  }
}

TEST(OptionValues, Count) {
  EXPECT_EQ(parse_count("200M"), 200'000'000);
  EXPECT_EQ(parse_count("50000000"), 50'000'000);
  EXPECT_EQ(parse_count("1.5k"), 1500);
  for (const char* text : {"", "200MB", "b", "-5", "many"}) {
    EXPECT_THROW(parse_count(text), Error) << text;
  }
}

TEST(Languages, OfficialNamesAndCodes) {
  EXPECT_EQ(tesseract_languages("ch"), "chi_sim+eng");
  EXPECT_EQ(tesseract_languages("ch_server"), "chi_sim+eng");
  EXPECT_EQ(tesseract_languages("en"), "eng");
  EXPECT_EQ(tesseract_languages("japan"), "jpn+eng");
  EXPECT_EQ(tesseract_languages("korean"), "kor+eng");
  EXPECT_EQ(tesseract_languages("deu+fra"), "deu+fra");
  EXPECT_EQ(tesseract_languages("chi_tra"), "chi_tra");
  for (const char* text : {"", "xx", "deu,fra", "deu+", "../eng", "e n"}) {
    EXPECT_THROW(tesseract_languages(text), Error) << text;
  }
}

TEST(Languages, MissingDataNamesThePackage) {
  const std::vector<std::string> installed = {"chi_sim", "eng", "osd"};
  EXPECT_NO_THROW(require_languages("chi_sim+eng", installed));
  try {
    require_languages("chi_tra+eng+deu", installed);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    const std::string& message = error.message();
    EXPECT_NE(message.find("apt-get install tesseract-ocr-chi-tra tesseract-ocr-deu"),
              std::string::npos)
        << message;
    EXPECT_EQ(message.find("tesseract-ocr-eng"), std::string::npos) << message;
  }
}

TEST(Suggest, NearestName) {
  const std::vector<std::string> names = {"parse",     "doctor",   "version",
                                          "--threads", "--output", "-o"};
  EXPECT_EQ(nearest_name("prase", names), "parse");
  EXPECT_EQ(nearest_name("docter", names), "doctor");
  EXPECT_EQ(nearest_name("--thread", names), "--threads");
  EXPECT_EQ(nearest_name("--out", names), "--output");
  EXPECT_EQ(nearest_name("--ouptut", names), "--output");
  EXPECT_EQ(nearest_name("report.pdf", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), names), "");
}

}  // namespace
}  // namespace mineru::cli
