// Names of uploads, and how many pages are in work.
#include <string>
#include <string_view>

#include <gmock/gmock.h>

#include "doc/page_workers.h"
#include "doc/writers/stems.h"
#include "unit/doc/vector_file.h"

namespace mineru::doc {
namespace {

using Json = nlohmann::ordered_json;

TEST(UploadName, IsTheReferences) {
  const auto check = [](const Json& input, const Json& expected, const std::string& place) {
    EXPECT_EQ(upload_name(input.get<std::string>(), Compat::kReference), expected) << place;
  };
  EXPECT_EQ(testing::for_each_vector("normalize_upload_filename", check), 5);
}

TEST(UploadName, IsOneNameInAFolder) {
  const auto name = [](std::string_view given) { return upload_name(given, Compat::kProduct); };
  EXPECT_EQ(name("../../etc/passwd.pdf"), "passwd.pdf");
  EXPECT_EQ(name("C:\\scans\\page 1.pdf"), "page 1.pdf");
  EXPECT_EQ(name("a.b.pdf"), "a.b.pdf");
  EXPECT_EQ(name("folder/"), "folder");
  EXPECT_EQ(name("\\\\server\\share\\x.png\\"), "x.png");
  EXPECT_EQ(name(std::string_view("a\0b\nc.pdf", 9)), "abc.pdf");
  for (const std::string_view nothing : {"", "/", "..", ".", "a/..", "\\", "\n"}) {
    EXPECT_EQ(name(nothing), "document") << nothing;
  }
  EXPECT_EQ(name(std::string(300, 'x') + "." + std::string(300, 'y')),
            std::string(200, 'x') + "." + std::string(49, 'y'));
  EXPECT_EQ(upload_name("..", Compat::kReference), "document");
}

TEST(PageWorkers, AreThoseOfTheReference) {
  const auto check = [](const Json& input, const Json& expected, const std::string& place) {
    EXPECT_EQ(num_page_workers(input["pages"], input["threads"], input["cpus"], Compat::kReference),
              expected)
        << place;
  };
  EXPECT_EQ(testing::for_each_vector("render_process_count", check), 4);
  EXPECT_EQ(reference_page_workers(500, 16, 16), 3);
  EXPECT_EQ(reference_page_workers(0, 0, 0), 1);
}

TEST(PageWorkers, AreNoMoreThanPages) {
  EXPECT_EQ(num_page_workers(29, 8, 8, Compat::kProduct), 8);
  EXPECT_EQ(num_page_workers(3, 8, 8, Compat::kProduct), 3);
  EXPECT_EQ(num_page_workers(0, 8, 8, Compat::kProduct), 1);
  EXPECT_EQ(num_page_workers(5, 0, 8, Compat::kProduct), 1);
}

}  // namespace
}  // namespace mineru::doc
