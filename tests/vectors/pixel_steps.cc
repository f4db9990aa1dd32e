// Pixels: resizing, turning, padding, transparency.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "media/page_source.h"
#include "media/resample.h"
#include "vectors/pictures.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

media::Image picture_of(const Json& input) {
  const int width = input.at("w");
  const int height = input.at("h");
  const auto samples = input.at("rgb").get<std::vector<uint8_t>>();
  if (samples.size() != static_cast<size_t>(width) * static_cast<size_t>(height) * 3) {
    throw_error(Code::kInvalidArgument, "{} samples: expected {} x {} x 3", samples.size(), width,
                height);
  }
  return drawn(width, height, [&](int x, int y, int c) {
    const size_t pixel =
        static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
    return samples[pixel * 3 + static_cast<size_t>(c)];
  });
}

Json samples_of(const media::Image& image) {
  const auto* begin = reinterpret_cast<const uint8_t*>(image.bytes().data());
  return std::vector<uint8_t>(begin, begin + image.num_bytes());
}

Json picture_json(const media::Image& image) {
  return {{"w", image.width()}, {"h", image.height()}, {"rgb", samples_of(image)}};
}

Json pil_resize_bicubic(const Json& input, Compat) {
  return samples_of(media::resized(picture_of(input).view(), input.at("out_w"), input.at("out_h"),
                                   media::Filter::kBicubic));
}

// The reference turns counter-clockwise, `turned` clockwise.
Json pil_rotate_expand(const Json& input, Compat) {
  const int angle = input.at("angle").get<int>();
  if (angle % 90 != 0) throw_error(Code::kUnsupported, "angle {}: we have quarter turns", angle);
  const media::Image picture = picture_of(input);
  const int clockwise = (360 - angle % 360) % 360;
  if (clockwise == 0) return picture_json(media::copied(picture.view()));
  return picture_json(media::turned(picture.view(), clockwise));
}

Json pad_extreme_ratio(const Json& input, Compat) {
  const media::Image picture = picture_of(input);
  const double ratio = input.at("max_ratio");
  const int edge = input.at("min_edge");
  if (edge == 1) return picture_json(media::padded_to_ratio(picture.view(), ratio));
  if (edge == 28 && ratio == 50) return picture_json(media::resized_by_need(picture.view()));
  throw_error(Code::kUnsupported, "edge {} with ratio {}: we have 1, and 28 with 50", edge, ratio);
}

Json resize_by_need_size(const Json& input, Compat) {
  return size_by_need(input.at(0).get<int>(), input.at(1).get<int>());
}

// Removed with all that is in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "mineru-vectors-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw_errno(Code::kIo, name);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Through the media worker, which decodes.
Json to_rgb(const Json& input, Compat compat) {
  const Folder folder;
  const std::filesystem::path file = folder.path() / "pixel.png";
  write_file(file, one_pixel_png(input.at("mode"), input.at("pixel").get<std::vector<uint8_t>>()));
  media::OpenOptions options;
  options.alpha = compat == Compat::kReference ? media::Alpha::kDrop : media::Alpha::kCompose;
  return samples_of(media::open_pages(file, options, {})->render(0, 200.0 / 72));
}

}  // namespace

void add_pixel_steps(Steps& steps) {
  steps["pil_resize_bicubic"] = pil_resize_bicubic;
  steps["pil_rotate_expand"] = pil_rotate_expand;
  steps["pad_extreme_ratio"] = pad_extreme_ratio;
  steps["resize_by_need_size"] = resize_by_need_size;
  steps["to_rgb"] = to_rgb;
}

}  // namespace mineru::doc::vectors
