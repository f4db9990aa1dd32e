#include "worker/picture_codec.h"

#include <algorithm>
#include <cstring>

#include <vips/vips8>

#include "base/error.h"

namespace mineru::worker {

namespace {

using vips::VImage;

struct Loader {
  PictureFormat format;
  const char* name;       // for people
  const char* operation;  // libvips' nickname
  const char* type;       // GType whose block is lifted
  bool has_frames;
};

constexpr Loader kLoaders[] = {
    {PictureFormat::kPng, "PNG", "pngload_buffer", "VipsForeignLoadPng", false},
    {PictureFormat::kJpeg, "JPEG", "jpegload_buffer", "VipsForeignLoadJpeg", false},
    {PictureFormat::kWebp, "WebP", "webpload_buffer", "VipsForeignLoadWebp", true},
    {PictureFormat::kTiff, "TIFF", "tiffload_buffer", "VipsForeignLoadTiff", true},
    {PictureFormat::kGif, "GIF", "gifload_buffer", "VipsForeignLoadNsgif", true},
    // ImageMagick reads a hundred formats; only bytes that are a BMP are ever given to it.
    {PictureFormat::kBmp, "BMP", "magickload_buffer", "VipsForeignLoadMagick", false},
};

bool start_vips() {
  if (VIPS_INIT("mineru-media-worker") != 0) {
    throw_error(Code::kInternal, "libvips cannot be started: {}", vips_error_buffer());
  }
  vips_cache_set_max(0);  // operations keep their input alive, which is about to be unmapped
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoad", TRUE);
  for (const Loader& loader : kLoaders) vips_operation_block_set(loader.type, FALSE);
  vips_operation_block_set("VipsForeignLoadMagick7", FALSE);  // its name with ImageMagick 7
  return true;
}

void ensure_vips() {
  static const bool started = start_vips();
  (void)started;
}

const Loader& loader_of(PictureFormat format) {
  const auto* found = std::find_if(std::begin(kLoaders), std::end(kLoaders),
                                   [&](const Loader& l) { return l.format == format; });
  if (found == std::end(kLoaders)) throw_error(Code::kInternal, "no loader for this format");
  return *found;
}

[[noreturn]] void throw_vips_error(const Loader& loader, std::string text) {
  vips_error_clear();
  text = text.substr(0, text.find('\n'));
  if (vips_type_find("VipsOperation", loader.operation) == 0) {
    throw_error(Code::kUnsupported, "{} pictures cannot be read: libvips here has no loader",
                loader.name);
  }
  throw_error(Code::kCorruptData, "damaged {} picture: {}", loader.name, text);
}

template <class Work>
auto with_vips(const PictureSource& source, Work work) {
  ensure_vips();
  const Loader& loader = loader_of(source.format);
  try {
    return work(loader);
  } catch (const vips::VError& error) {
    throw_vips_error(loader, error.what());
  }
}

// The file's first bytes are looked at here; pixels only when they are asked for, top to bottom.
VImage open_frame(const PictureSource& source, const Loader& loader, int frame) {
  VipsBlob* blob = vips_blob_new(nullptr, source.bytes.data(), source.bytes.size());
  VImage image;
  vips::VOption* options = VImage::option()
                               ->set("out", &image)
                               ->set("buffer", blob)
                               ->set("access", VIPS_ACCESS_SEQUENTIAL)
                               ->set("fail_on", VIPS_FAIL_ON_TRUNCATED);
  vips_area_unref(VIPS_AREA(blob));  // the options hold their own reference
  if (loader.has_frames) options->set("page", frame)->set("n", 1);
  VImage::call(loader.operation, options);
  return image;
}

int orientation_of(const VImage& image) {
  constexpr const char* kField = VIPS_META_ORIENTATION;
  if (image.get_typeof(kField) == 0) return 1;
  const int value = image.get_int(kField);
  return value >= 1 && value <= 8 ? value : 1;
}

bool turned(const VImage& image) { return orientation_of(image) >= 5; }

void check_pixels(const VImage& image, int64_t max_pixels) {
  const int64_t pixels = int64_t{image.width()} * image.height();
  if (pixels > max_pixels) {
    throw_error(Code::kResourceExhausted, "picture of {} x {} pixels is over the limit of {}",
                image.width(), image.height(), max_pixels);
  }
}

// Upright, 8 bits, three channels.
VImage as_rgb(VImage image, bool drop_alpha) {
  if (orientation_of(image) != 1) {
    image = image.copy_memory().autorot();  // turning reads out of order
  }
  if (image.interpretation() != VIPS_INTERPRETATION_sRGB) {
    image = image.colourspace(VIPS_INTERPRETATION_sRGB);
  }
  if (image.has_alpha()) {
    image = drop_alpha
                ? image.extract_band(0, VImage::option()->set("n", image.bands() - 1))
                : image.flatten(VImage::option()->set("background", std::vector<double>{255}));
  }
  if (image.format() != VIPS_FORMAT_UCHAR) image = image.cast(VIPS_FORMAT_UCHAR);
  if (image.bands() < 3) image = image.extract_band(0).bandjoin({image[0], image[0]});
  if (image.bands() > 3) image = image.extract_band(0, VImage::option()->set("n", 3));
  return image;
}

VImage load_rgb(const PictureSource& source, const Loader& loader, int frame) {
  const VImage image = open_frame(source, loader, frame);
  check_pixels(image, source.max_pixels);
  return as_rgb(image, source.drop_alpha);
}

// In strips, straight to where the pixels are wanted: a second copy would double the memory.
void copy_pixels(const VImage& image, std::span<std::byte> out) {
  constexpr int kStrip = 64;
  const vips::VRegion region = vips::VRegion::new_from_image(image);
  const size_t row_bytes = static_cast<size_t>(image.width()) * 3;
  for (int y = 0; y < image.height(); y += kStrip) {
    const int rows = std::min(kStrip, image.height() - y);
    region.prepare(0, y, image.width(), rows);
    for (int row = 0; row < rows; ++row) {
      std::memcpy(out.data() + static_cast<size_t>(y + row) * row_bytes, region.addr(0, y + row),
                  row_bytes);
    }
  }
}

// libvips shrinks an absurd canvas to the frames in it; such a file is no picture of a page.
void check_gif_canvas(const PictureSource& source) {
  if (source.format != PictureFormat::kGif || source.bytes.size() < 10) return;
  const auto byte = [&](size_t i) { return int64_t{static_cast<unsigned char>(source.bytes[i])}; };
  const int64_t width = byte(6) | byte(7) << 8;
  const int64_t height = byte(8) | byte(9) << 8;
  if (width * height > source.max_pixels) {
    throw_error(Code::kResourceExhausted, "GIF of {} x {} pixels is over the limit of {}", width,
                height, source.max_pixels);
  }
}

}  // namespace

PictureHeader read_picture_header(const PictureSource& source, int frame) {
  check_gif_canvas(source);
  return with_vips(source, [&](const Loader& loader) {
    const VImage image = open_frame(source, loader, frame);
    PictureHeader header{image.width(), image.height(), 1};
    if (turned(image)) std::swap(header.width, header.height);
    // Of the formats with frames only TIFF has pages; the others move.
    if (source.format == PictureFormat::kTiff && image.get_typeof(VIPS_META_N_PAGES) != 0) {
      header.num_frames = std::max(1, image.get_int(VIPS_META_N_PAGES));
    }
    return header;
  });
}

void decode_picture(const PictureSource& source, int frame, const PixelWindow& window,
                    std::span<std::byte> out) {
  with_vips(source, [&](const Loader& loader) {
    VImage image = load_rgb(source, loader, frame);
    const int width = window.sheet_width;
    const int height = window.sheet_height;
    if (image.width() != width || image.height() != height) {
      const double horizontal = static_cast<double>(width) / image.width();
      const double vertical = static_cast<double>(height) / image.height();
      image = image.resize(horizontal, VImage::option()->set("vscale", vertical));
      if (image.width() != width || image.height() != height) {
        throw_error(Code::kInternal, "resized to {} x {} instead of {} x {}", image.width(),
                    image.height(), width, height);
      }
    }
    if (window.width != width || window.height != height) {
      image = image.extract_area(window.x, window.y, window.width, window.height);
    }
    copy_pixels(image, out);
  });
}

std::string picture_as_jpeg(const PictureSource& source, int frame) {
  return with_vips(source, [&](const Loader& loader) {
    const VImage image = load_rgb(source, loader, frame);
    VipsBlob* blob = image.jpegsave_buffer(VImage::option()
                                               ->set("Q", 95)
                                               ->set("strip", true)
                                               ->set("subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF));
    size_t num_bytes = 0;
    const void* data = vips_blob_get(blob, &num_bytes);
    std::string result(static_cast<const char*>(data), num_bytes);
    vips_area_unref(VIPS_AREA(blob));
    return result;
  });
}

std::string vips_version_text() {
  ensure_vips();
  return vips_version_string();
}

std::vector<std::string> picture_format_names() {
  ensure_vips();
  std::vector<std::string> names;
  for (const Loader& loader : kLoaders) {
    if (vips_type_find("VipsOperation", loader.operation) != 0) names.emplace_back(loader.name);
  }
  return names;
}

}  // namespace mineru::worker
