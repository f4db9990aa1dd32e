#include "worker/font_style.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>

namespace mineru::worker {

namespace {

// Bits of a font descriptor's Flags (PDF 32000-1, table 123).
constexpr int kFixedPitch = 1 << 0;
constexpr int kSymbolic = 1 << 2;
constexpr int kItalic = 1 << 6;
constexpr int kForceBold = 1 << 18;

constexpr int kBoldWeight = 600;

std::string base_name(FPDF_FONT font) {
  std::array<char, 256> buffer{};
  const size_t size = pdfium().FPDFFont_GetBaseFontName(font, buffer.data(), buffer.size());
  if (size == 0 || size > buffer.size()) return {};
  std::string name(buffer.data());
  // A subset carries six capitals and a plus.
  const bool subset = name.size() > 7 && name[6] == '+' &&
                      std::all_of(name.begin(), name.begin() + 6,
                                  [](unsigned char c) { return std::isupper(c) != 0; });
  return subset ? name.substr(7) : name;
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool contains_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  });
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

// TeX's fonts say it in two letters; "Medi" is the bold of the Nimbus and Utopia families.
bool bold_by_name(std::string_view name) {
  return contains_any(name, {"bold", "black", "heavy", "demi", "-medi"}) ||
         starts_with_any(name, {"cmb", "cmssbx", "sfbx", "sfb1", "ecbx", "tcbx", "lmbx"});
}

bool italic_by_name(std::string_view name) {
  return contains_any(name, {"italic", "oblique", "-ital", "slanted", "kursiv"}) ||
         name.ends_with("ital") || name.ends_with("-it") ||
         starts_with_any(name, {"cmti", "cmsl", "cmmi", "cmbxti", "sfti", "sfsl", "ecti", "ecsl"});
}

bool monospace_by_name(std::string_view name) {
  return contains_any(name, {"mono", "courier", "consol", "typewriter", "menlo", "inconsolata"}) ||
         starts_with_any(name, {"cmtt", "cmsltt", "sftt", "ectt", "nimbusmon"});
}

}  // namespace

media::NativeFont describe_font(FPDF_FONT font) {
  media::NativeFont result;
  if (font == nullptr) return result;
  const PdfiumApi& api = pdfium();
  result.name = base_name(font);
  const std::string name = lower_case(result.name);
  const int flags = std::max(0, api.FPDFFont_GetFlags(font));
  int italic_angle = 0;
  api.FPDFFont_GetItalicAngle(font, &italic_angle);
  result.bold = (flags & kForceBold) != 0 || api.FPDFFont_GetWeight(font) >= kBoldWeight ||
                bold_by_name(name);
  result.italic = (flags & kItalic) != 0 || italic_angle != 0 || italic_by_name(name);
  result.monospace = (flags & kFixedPitch) != 0 || monospace_by_name(name);
  result.symbolic = (flags & kSymbolic) != 0;
  result.embedded = api.FPDFFont_GetIsEmbedded(font) != 0;
  return result;
}

}  // namespace mineru::worker
