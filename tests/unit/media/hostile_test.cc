// Every hostile and unusual input of tests/data/hostile, through a real worker.
#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "media/page_source.h"
#include "test_files.h"

namespace mineru::media {
namespace {

using Json = nlohmann::json;

std::vector<Json> entries() {
  return Json::parse(read_file(test_data("hostile/expected.json"))).get<std::vector<Json>>();
}

std::string text_of(const NativePage& page) {
  std::string text;
  for (const NativeChar& c : page.chars) {
    if (c.code < 0x80 && c.code >= ' ') text.push_back(static_cast<char>(c.code));
  }
  return text;
}

class Hostile : public testing::TestWithParam<Json> {
 protected:
  Hostile() : entry_(GetParam()) {
    // Half of the standing limits: what dies of them dies sooner.
    worker_.memory_bytes = 1ull << 30;
    worker_.call_timeout_ms = 6'000;
    options_.password = entry_.value("password", "");
  }

  void check_code(const Error& error) {
    std::set<std::string> accepted = entry_.value("also_accept", std::set<std::string>{});
    if (entry_.contains("error_code")) accepted.insert(entry_["error_code"].get<std::string>());
    EXPECT_NE(error.code(), Code::kInternal) << error.message();
    if (!accepted.empty()) {
      EXPECT_THAT(accepted, testing::Contains(std::string(code_name(error.code()))))
          << error.message();
    }
  }

  bool has_page(const char* key, int page) const {
    return entry_.contains(key) && static_cast<size_t>(page) < entry_[key].size() &&
           !entry_[key][static_cast<size_t>(page)].is_null();
  }

  // The first error of a page, if there is one.
  std::optional<Error> read_page(PageSource& source, int page) {
    try {
      const PageSize size = source.page_size(page);
      if (has_page("page_sizes", page)) {
        const Json& expected = entry_["page_sizes"][static_cast<size_t>(page)];
        EXPECT_NEAR(size.width, expected[0].get<double>(), 0.1) << "page " << page;
        EXPECT_NEAR(size.height, expected[1].get<double>(), 0.1) << "page " << page;
      }
      const Image image = source.render(page, reference_scale(size));
      EXPECT_GE(image.width(), 1);
      check_text(source.native_page(page), page);
    } catch (const Error& error) {
      return error;
    }
    return std::nullopt;
  }

  void check_text(const NativePage& native, int page) {
    const std::string text = text_of(native);
    const std::string key = std::to_string(page);
    if (entry_.contains("contains") && entry_["contains"].contains(key)) {
      for (const auto& fragment : entry_["contains"][key]) {
        const auto wanted = fragment.get<std::string>();
        // Native text is compared in ASCII here.
        if (std::any_of(wanted.begin(), wanted.end(), [](char c) { return c < 0; })) continue;
        EXPECT_THAT(text, testing::HasSubstr(wanted));
      }
    }
    for (const auto& box : entry_.value("boxes", Json::array())) {
      if (box["page"].get<int>() == page) check_box(native, box);
    }
  }

  static void check_box(const NativePage& native, const Json& expected) {
    const auto text = expected["text"].get<std::string>();
    Box found;
    for (size_t i = 0; i + text.size() <= native.chars.size(); ++i) {
      bool same = true;
      for (size_t k = 0; k < text.size(); ++k) {
        same = same && native.chars[i + k].code == static_cast<unsigned char>(text[k]);
      }
      if (!same) continue;
      for (size_t k = 0; k < text.size(); ++k) found = unite(found, native.chars[i + k].box);
      break;
    }
    const double tolerance = expected["tolerance_pt"].get<double>();
    const Json& b = expected["bbox"];
    EXPECT_NEAR(found.x0, b[0].get<double>(), tolerance) << text;
    EXPECT_NEAR(found.y0, b[1].get<double>(), tolerance) << text;
    EXPECT_NEAR(found.x1, b[2].get<double>(), tolerance) << text;
    EXPECT_NEAR(found.y1, b[3].get<double>(), tolerance) << text;
  }

  // A picture's own pixels are at 200/72 pixels to its point.
  static double scale_of(const PageSource& source, const Json& check) {
    return source.kind() == SourceKind::kPicture ? 200.0 / 72 : check["scale"].get<double>();
  }

  void check_pixels(PageSource& source) {
    for (const auto& p : entry_.value("pixels", Json::array())) {
      const Image image = source.render(p["page"].get<int>(), scale_of(source, p));
      const int x = p["x"].get<int>();
      const int y = p["y"].get<int>();
      ASSERT_LT(x, image.width());
      ASSERT_LT(y, image.height());
      const Rgb found = pixel(image, x, y);
      const int tolerance = p["tolerance"].get<int>();
      EXPECT_NEAR(found.red, p["rgb"][0].get<int>(), tolerance) << x << ", " << y;
      EXPECT_NEAR(found.green, p["rgb"][1].get<int>(), tolerance) << x << ", " << y;
      EXPECT_NEAR(found.blue, p["rgb"][2].get<int>(), tolerance) << x << ", " << y;
    }
  }

  void check_ink(PageSource& source) {
    for (const auto& ink : entry_.value("ink", Json::array())) {
      const double scale = ink["scale"].get<double>();
      const Image image = source.render(ink["page"].get<int>(), scale);
      const auto at = [&](size_t i) {
        return static_cast<int>(ink["bbox"][i].get<double>() * scale);
      };
      int dark = 0, all = 0;
      for (int y = at(1); y < at(3); ++y) {
        for (int x = at(0); x < at(2); ++x, ++all) {
          const Rgb c = pixel(image, x, y);
          dark += c.red + c.green + c.blue < 3 * 128 ? 1 : 0;
        }
      }
      const double share = static_cast<double>(dark) / all;
      EXPECT_GE(share, ink["min_dark"].get<double>());
      EXPECT_LE(share, ink["max_dark"].get<double>());
    }
  }

  void check_page_error(const Error& error, int page) {
    const std::string status =
        has_page("page_status", page)
            ? entry_["page_status"][static_cast<size_t>(page)].get<std::string>()
            : "any";
    if (entry_["open"] == "error" || entry_["open"] == "any") {
      check_code(error);
      return;
    }
    EXPECT_NE(status, "ok") << "page " << page << ": " << error.message();
    EXPECT_NE(error.code(), Code::kInternal) << error.message();
    if (has_page("page_error_codes", page)) {
      const auto codes =
          entry_["page_error_codes"][static_cast<size_t>(page)].get<std::vector<std::string>>();
      EXPECT_THAT(codes, testing::Contains(std::string(code_name(error.code()))));
    }
  }

  void check_pages(PageSource& source) {
    bool failed = false;
    const int pages = std::min(source.page_count(), 20);
    for (int page = 0; page < pages; ++page) {
      if (const auto error = read_page(source, page)) {
        failed = true;
        check_page_error(*error, page);
      } else if (has_page("page_status", page)) {
        EXPECT_NE(entry_["page_status"][static_cast<size_t>(page)], "failed") << "page " << page;
      }
    }
    const bool must_fail = entry_["open"] == "error";
    EXPECT_TRUE(failed || !must_fail) << "read without an error";
  }

  Json entry_;
  OpenOptions options_;
  WorkerOptions worker_;
};

TEST_P(Hostile, IsReadOrRefusedAsExpected) {
  SCOPED_TRACE(entry_.value("why", ""));
  const auto file = entry_["file"].get<std::string>();
#ifdef MINERU_SANITIZED
  if (file.starts_with("bomb_") || file.starts_with("loop_")) {
    GTEST_SKIP() << "the worker has no memory limit with sanitizers";
  }
#endif
  std::unique_ptr<PageSource> source;
  try {
    source = open_pages(test_data("hostile") / file, options_, worker_);
  } catch (const Error& error) {
    EXPECT_NE(entry_["open"], "ok") << error.message();
    check_code(error);
    return;
  }
  if (entry_.contains("pages") && entry_["open"] == "ok") {
    EXPECT_EQ(source->page_count(), entry_["pages"].get<int>());
  }
  check_pages(*source);
  check_pixels(*source);
  check_ink(*source);
}

std::string test_name(const testing::TestParamInfo<Json>& info) {
  std::string name = std::to_string(info.index) + "_" + info.param["file"].get<std::string>();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Inputs, Hostile, testing::ValuesIn(entries()), test_name);

}  // namespace

}  // namespace mineru::media
