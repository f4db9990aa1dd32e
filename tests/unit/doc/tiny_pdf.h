// PDFs of a few pages of text, made without any library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mineru::doc {

// 400 x 600 points, Helvetica 10; one page for each string, a line for each of its lines. ASCII
// without brackets and backslashes. `meaning`: what the font says that its codes mean, as ranges of
// a ToUnicode map ("<41> <5A> <E000>"); empty: what one sees.
inline std::string tiny_pdf(const std::vector<std::string>& pages,
                            const std::vector<std::string>& meaning = {}) {
  std::vector<std::string> objects = {
      "<</Type/Catalog/Pages 2 0 R>>", "",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"};
  if (!meaning.empty()) {
    objects[2].insert(objects[2].size() - 2, "/ToUnicode 4 0 R");
    std::string map =
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapType 2 def\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n";
    map += std::to_string(meaning.size()) + " beginbfrange\n";
    for (const std::string& range : meaning) map += range + "\n";
    map += "endbfrange endcmap end end";
    objects.push_back("<</Length " + std::to_string(map.size()) + ">>stream\n" + map +
                      "\nendstream");
  }
  std::string kids;
  for (const std::string& page : pages) {
    std::string content = "BT /F1 10 Tf 50 540 Td 12 TL (";
    for (const char c : page) {
      if (c == '\n') {
        content += ") Tj T* (";
      } else {
        content += c;
      }
    }
    content += ") Tj ET";
    objects.push_back("<</Length " + std::to_string(content.size()) + ">>stream\n" + content +
                      "\nendstream");
    objects.push_back("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents " +
                      std::to_string(objects.size()) + " 0 R/Resources<</Font<</F1 3 0 R>>>>>>");
    kids += std::to_string(objects.size()) + " 0 R ";
  }
  objects[1] = "<</Type/Pages/Kids[" + kids + "]/Count " + std::to_string(pages.size()) + ">>";
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

}  // namespace mineru::doc
