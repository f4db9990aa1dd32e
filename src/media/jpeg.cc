// JPEG output by libjpeg-turbo with the settings that Pillow uses when only a quality is given.
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <jpeglib.h>

#include "base/error.h"
#include "media/image.h"

namespace mineru::media {

namespace {

constexpr int kMaxSide = 65'500;  // libjpeg's JPEG_MAX_DIMENSION

// libjpeg reports by a callback that must not return; C++ exceptions must not cross its C frames.
struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf escape;
  char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void leave_with_message(j_common_ptr info) {
  auto* manager = reinterpret_cast<ErrorManager*>(info->err);
  info->err->format_message(info, manager->text);
  std::longjmp(manager->escape, 1);
}

struct FreeBuffer {
  // banned-ok: jpeg_mem_dest allocates with malloc
  void operator()(unsigned char* buffer) const { std::free(buffer); }
};

// Everything that setjmp guards: only trivially destructible locals here.
// False: `errors.text` says why. The caller owns *buffer either way.
bool compress(const ImageView& image, int quality, ErrorManager& errors, unsigned char** buffer,
              unsigned long* num_bytes) {
  jpeg_compress_struct info{};
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leave_with_message;
  if (setjmp(errors.escape) != 0) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, buffer, num_bytes);
  info.image_width = static_cast<JDIMENSION>(image.width);
  info.image_height = static_cast<JDIMENSION>(image.height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);  // 4:2:0, fixed Huffman tables
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    // libjpeg's rows are not const, but it does not write to them.
    auto* row = const_cast<JSAMPLE*>(image.row(static_cast<int>(info.next_scanline)).data());
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

}  // namespace

std::string encode_jpeg(const ImageView& image, int quality) {
  if (image.width <= 0 || image.height <= 0 || image.width > kMaxSide || image.height > kMaxSide) {
    throw_error(Code::kInvalidArgument, "cannot make a JPEG of {} x {} pixels (1 to {} a side)",
                image.width, image.height, kMaxSide);
  }
  ErrorManager errors{};
  unsigned char* raw = nullptr;
  unsigned long num_bytes = 0;
  const bool done = compress(image, quality, errors, &raw, &num_bytes);
  const std::unique_ptr<unsigned char, FreeBuffer> buffer(raw);
  if (!done) throw_error(Code::kInternal, "JPEG encoder: {}", errors.text);
  return {reinterpret_cast<const char*>(buffer.get()), num_bytes};
}

}  // namespace mineru::media
