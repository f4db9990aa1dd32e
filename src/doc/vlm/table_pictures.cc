#include "doc/vlm/table_pictures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "text/digest.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kSource = "src=\"";
constexpr std::string_view kData = "data:image/";
constexpr std::string_view kBase64 = ";base64,";

// Of the file; "" for a format that is left where it is.
std::string_view extension_of(std::string_view format) {
  static constexpr std::array<std::string_view, 6> kFormats = {"jpg",  "png", "gif",
                                                               "webp", "bmp", "tiff"};
  if (format == "jpeg") return "jpg";
  const auto found = std::find(kFormats.begin(), kFormats.end(), format);
  return found == kFormats.end() ? std::string_view() : *found;
}

std::optional<std::string> decode_base64(std::string_view text) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<uint32_t>(count)) & 0xFFU);
  }
  return out;
}

std::optional<CutImage> picture_of(std::string_view uri) {
  if (!uri.starts_with(kData)) return std::nullopt;
  const size_t end = uri.find(kBase64);
  if (end == std::string_view::npos) return std::nullopt;
  const auto extension = extension_of(uri.substr(kData.size(), end - kData.size()));
  auto bytes = decode_base64(uri.substr(end + kBase64.size()));
  if (extension.empty() || !bytes) return std::nullopt;
  return CutImage{text::sha256_hex(uri) + "." + std::string(extension), std::move(*bytes)};
}

}  // namespace

std::string take_table_pictures(std::string_view html, std::vector<CutImage>& images) {
  std::string out;
  out.reserve(html.size());
  while (true) {
    const size_t found = html.find(kSource);
    if (found == std::string_view::npos) break;
    const size_t begin = found + kSource.size();
    const size_t end = html.find('"', begin);
    if (end == std::string_view::npos) break;
    out += html.substr(0, begin);
    const std::string_view uri = html.substr(begin, end - begin);
    if (auto picture = picture_of(uri)) {
      out += picture->name;
      const bool known = std::any_of(images.begin(), images.end(),
                                     [&](const CutImage& i) { return i.name == picture->name; });
      if (!known) images.push_back(std::move(*picture));
    } else {
      out += uri;
    }
    html.remove_prefix(end);
  }
  out += html;
  return out;
}

}  // namespace mineru::doc::vlm
