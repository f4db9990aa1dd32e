// Compares our declarations of PDFium with the ones that the wheel's authors generated.
#include "worker/pdfium_api.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"

namespace mineru::worker {
namespace {

std::filesystem::path bindings_path() {
  return std::filesystem::path(MINERU_TEST_DATA) / "../../third_party/pdfium/bindings.py";
}

struct Declaration {
  std::string result;
  std::string name;
  std::string arguments;  // with the parentheses
};

const std::vector<Declaration>& declarations() {
  static const std::vector<Declaration> all = {
#define MINERU_PDFIUM(result, name, arguments) {#result, #name, #arguments},
#include "worker/pdfium_functions.inc"
#undef MINERU_PDFIUM
  };
  return all;
}

// "double*" as ctypes writes it. PDFium's own type names are the same on both sides.
std::string as_ctypes(std::string type) {
  if (type.starts_with("const ")) type = type.substr(6);
  static const std::map<std::string, std::string> kPlain = {
      {"void", "None"},
      {"int", "c_int"},
      {"float", "c_float"},
      {"double", "c_double"},
      {"size_t", "c_size_t"},
      {"char", "c_char"},
      {"unsigned int", "c_uint"},
      {"unsigned long", "c_ulong"},
      {"TimeFunction", "CFUNCTYPE(UNCHECKED(time_t), )"}};
  if (type.ends_with("*")) return "POINTER(" + as_ctypes(type.substr(0, type.size() - 1)) + ")";
  const auto plain = kPlain.find(type);
  return plain == kPlain.end() ? type : plain->second;
}

std::string arguments_as_ctypes(const std::string& arguments) {
  const std::string inner = arguments.substr(1, arguments.size() - 2);
  if (inner.empty()) return "()";
  std::string result = "(";
  size_t count = 0;
  for (size_t at = 0; at < inner.size(); ++count) {
    const size_t comma = std::min(inner.find(", ", at), inner.size());
    result += (count > 0 ? ", " : "") + as_ctypes(inner.substr(at, comma - at));
    at = comma + 2;
  }
  return result + (count == 1 ? ", )" : ")");
}

// What follows "<name>.<attribute> = " on its line; empty if there is none.
std::string attribute(const std::string& bindings, const std::string& name, const char* which) {
  const std::string start = "\n" + name + "." + which + " = ";
  const size_t at = bindings.find(start);
  if (at == std::string::npos) return {};
  const size_t from = at + start.size();
  return bindings.substr(from, bindings.find('\n', from) - from);
}

TEST(PdfiumApi, EveryDeclarationIsTheLibrarysOwn) {
  const std::filesystem::path path = bindings_path();
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << path << " is missing: PDFium's declarations are NOT checked; run "
                 << "scripts/bootstrap";
  }
  const std::string bindings = read_file(path);
  ASSERT_GE(declarations().size(), 70u);
  for (const Declaration& d : declarations()) {
    EXPECT_EQ(as_ctypes(d.result), attribute(bindings, d.name, "restype")) << d.name;
    EXPECT_EQ(arguments_as_ctypes(d.arguments), attribute(bindings, d.name, "argtypes")) << d.name;
  }
}

TEST(PdfiumApi, ConstantsAreTheLibrarysOwn) {
  const std::filesystem::path path = bindings_path();
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is missing";
  const std::string bindings = read_file(path);
  const std::map<std::string, long> expected = {{"FPDF_ERR_PASSWORD", kErrorPassword},
                                                {"FPDF_ERR_SECURITY", kErrorSecurity},
                                                {"FPDFBitmap_BGR", kBitmapBgr},
                                                {"FORMTYPE_NONE", kFormNone},
                                                {"FPDF_PAGEOBJ_TEXT", kObjectText},
                                                {"FPDF_PAGEOBJ_PATH", kObjectPath},
                                                {"FPDF_PAGEOBJ_IMAGE", kObjectImage},
                                                {"FPDF_PAGEOBJ_SHADING", kObjectShading},
                                                {"FPDF_PAGEOBJ_FORM", kObjectForm},
                                                {"FPDF_SEGMENT_LINETO", kSegmentLine},
                                                {"FPDF_SEGMENT_BEZIERTO", kSegmentBezier},
                                                {"FPDF_SEGMENT_MOVETO", kSegmentMove},
                                                {"FPDF_FILLMODE_NONE", kFillNone},
                                                {"FPDF_FILLMODE_WINDING", kFillWinding}};
  for (const auto& [name, value] : expected) {
    EXPECT_NE(bindings.find("\n" + name + " = " + std::to_string(value) + "\n"), std::string::npos)
        << name;
  }
  EXPECT_NE(bindings.find("\nFPDF_ANNOT = 0x01\n"), std::string::npos);
}

}  // namespace
}  // namespace mineru::worker
