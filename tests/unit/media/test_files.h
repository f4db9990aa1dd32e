// What several tests of media share: where things are, and small PDFs written by hand.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "media/page_source.h"

namespace mineru::media {

inline std::filesystem::path test_data(std::string_view name) {
  return std::filesystem::path(MINERU_TEST_DATA) / name;
}

// Folder of its own for one test, removed at the end. Not thread-safe.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mineru-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(path_); }

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  std::filesystem::path write(std::string_view name, std::string_view contents) const {
    write_file(path_ / name, contents);
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// One page: `content` drawn with Helvetica as /F1; `page_keys` such as "/Rotate 90" and
// `resources` such as "/XObject <<...>>" are put in as they are, `objects` from number 6 on.
struct HandmadePdf {
  std::string content = {};
  std::string page_keys = "/MediaBox [0 0 300 200]";
  std::string resources = {};
  std::vector<std::string> objects = {};
  int num_pages = 1;

  std::string bytes() const {
    std::vector<std::string> all = {
        "<</Type/Catalog/Pages 2 0 R>>", "",
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>" + resources +
            ">>" + page_keys + ">>",
        "<</Length " + std::to_string(content.size()) + ">>stream\n" + content + "\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"};
    std::string kids = "3 0 R";
    all.insert(all.end(), objects.begin(), objects.end());
    for (int page = 1; page < num_pages; ++page) {
      all.push_back(all[2]);
      kids += " " + std::to_string(all.size()) + " 0 R";
    }
    all[1] = "<</Type/Pages/Kids[" + kids + "]/Count " + std::to_string(num_pages) + ">>";
    return assemble(all);
  }

 private:
  static std::string assemble(const std::vector<std::string>& objects) {
    std::string out = "%PDF-1.7\n";
    std::string table = "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
    for (size_t i = 0; i < objects.size(); ++i) {
      std::string offset = std::to_string(out.size());
      table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
      out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    return out + table + "trailer<</Size " + std::to_string(objects.size() + 1) +
           "/Root 1 0 R>>\nstartxref\n" + std::to_string(out.size()) + "\n%%EOF\n";
  }
};

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
  bool operator==(const Rgb&) const = default;
};

inline Rgb pixel(const Image& image, int x, int y) {
  const auto row = image.view().row(y);
  const size_t at = static_cast<size_t>(x) * 3;
  return {row[at], row[at + 1], row[at + 2]};
}

}  // namespace mineru::media
