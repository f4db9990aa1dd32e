#include "vectors/pictures.h"

#include <array>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/memory_map.h"
#include "media/resample.h"

namespace mineru::doc::vectors {

namespace {

// Of a picture that a row describes.
constexpr int kMaxSide = 100'000;
constexpr int64_t kMaxPixels = 100'000'000;

void check_size(int width, int height) {
  const bool fits = width >= 1 && height >= 1 && width <= kMaxSide && height <= kMaxSide &&
                    int64_t{width} * height <= kMaxPixels;
  if (fits) return;
  throw_error(Code::kInvalidArgument, "picture of {} x {} pixels: expected 1 to {} in all", width,
              height, kMaxPixels);
}

struct PngMode {
  std::string_view name;
  uint8_t color_type;
  size_t num_samples;
};
constexpr std::array<PngMode, 4> kPngModes = {
    {{"L", 0, 1}, {"LA", 4, 2}, {"RGB", 2, 3}, {"RGBA", 6, 4}}};

std::string big_endian(uint32_t value) {
  std::string out;
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift);
  return out;
}

uint32_t crc32(std::string_view bytes) {
  uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

uint32_t adler32(std::string_view bytes) {
  uint32_t a = 1;
  uint32_t b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

std::string chunk(std::string_view type, std::string_view data) {
  std::string body(type);
  body += data;
  return big_endian(static_cast<uint32_t>(data.size())) + body + big_endian(crc32(body));
}

// A zlib stream of one stored block.
std::string stored(std::string_view bytes) {
  const auto size = static_cast<uint16_t>(bytes.size());
  std::string out = {'\x78', '\x01', '\x01'};
  for (const int part : {size & 0xFF, size >> 8, ~size & 0xFF, (~size >> 8) & 0xFF}) {
    out += static_cast<char>(part);
  }
  out += bytes;
  return out + big_endian(adler32(bytes));
}

}  // namespace

media::Image drawn(int width, int height, const std::function<uint8_t(int, int, int)>& value) {
  check_size(width, height);
  const size_t num_bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  MemoryMap pixels = MemoryMap::anonymous(num_bytes);
  size_t at = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        pixels.mutable_bytes()[at++] = static_cast<std::byte>(value(x, y, c));
      }
    }
  }
  return {width, height, std::move(pixels)};
}

Json size_by_need(int width, int height) {
  check_size(width, height);
  const media::Image result = media::resized_by_need(media::Image(width, height).view());
  return Json::array({result.width(), result.height()});
}

std::string one_pixel_png(const std::string& mode, const std::vector<uint8_t>& samples) {
  for (const PngMode& known : kPngModes) {
    if (mode != known.name || samples.size() != known.num_samples) continue;
    std::string header = big_endian(1) + big_endian(1) + '\x08';
    header += static_cast<char>(known.color_type);
    header += std::string(3, '\0');  // compression, filter, interlace
    const std::string row = '\0' + std::string(samples.begin(), samples.end());
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", stored(row)) +
           chunk("IEND", "");
  }
  throw_error(Code::kUnsupported, "a pixel of mode {} and {} samples: expected L, LA, RGB or RGBA",
              mode, samples.size());
}

}  // namespace mineru::doc::vectors
