#include "doc/crops.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "doc/writers/image_names.h"
#include "media/tones.h"
#include "text/digest.h"

namespace mineru::doc {

namespace {

bool wants_crop(const Span& span) {
  return span.type == SpanType::kImage || span.type == SpanType::kTable ||
         span.type == SpanType::kChart || span.type == SpanType::kInterlineEquation;
}

void for_each_block(std::vector<Block>& blocks, const std::function<void(Block&)>& visit) {
  for (Block& block : blocks) {
    visit(block);
    for_each_block(block.blocks, visit);
  }
}

void for_each_span(std::vector<Block>& blocks, const std::function<void(Span&)>& visit) {
  for_each_block(blocks, [&visit](Block& block) {
    for (Line& line : block.lines) {
      for (Span& span : line.spans) visit(span);
    }
  });
}

bool any_span(const std::vector<Block>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
    for (const Line& line : block.lines) {
      if (std::any_of(line.spans.begin(), line.spans.end(), wants_crop)) return true;
    }
    return any_span(block.blocks);
  });
}

std::string page_digest(const media::Image& raster) {
  text::Digest md5(text::Digest::Kind::kMd5);
  md5.update(raster.bytes());
  return md5.hex_upper();
}

// Encodes the picture of a box, "" where there is nothing to see.
using EncodeBox = std::function<std::string(SpanType, const IntBox&)>;

// A picture of one colour is nothing that somebody wanted to show. (Of whole pages PageDrawing says
// so.)
std::string encoded(Page& page, SpanType type, const IntBox& box, const media::ImageView& view) {
  if (type != SpanType::kImage) return media::encode_jpeg(view);
  media::PictureTones tones;
  tones.add(view);
  constexpr int kLeastSide = 8;  // pixels; less may be a rule or a dot
  const double area = 1.0 * (box.x1 - box.x0) * (box.y1 - box.y0);
  const bool is_page = area > 0.85 * page.size.width * page.size.height;
  if (tones.is_blank() && !is_page && std::min(view.width, view.height) >= kLeastSide) {
    page.diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("the picture at {}, {} to {}, {} shows nothing but one colour; it may be one "
                     "that cannot be decoded",
                     box.x0, box.y0, box.x1, box.y1)});
  }
  return media::encode_jpeg(view);
}

void add_crops(Page& page, const media::Image& raster, const EncodeBox& encode) {
  const std::string digest = page_digest(raster);
  // The file's name, "" where there is nothing to cut.
  const auto cut = [&](SpanType type, const Box& box) -> std::string {
    if (box.empty()) return "";
    const IntBox b = to_int_box(box);
    std::string name = image_file_name(type, digest, page.page_idx, b);
    const bool known = std::any_of(page.images.begin(), page.images.end(),
                                   [&](const CutImage& i) { return i.name == name; });
    if (known) return name;
    std::string jpeg = encode(type, b);
    if (jpeg.empty()) return "";
    page.images.push_back({name, std::move(jpeg)});
    return name;
  };
  const auto cut_span = [&](Span& span) {
    if (wants_crop(span)) span.image_path = cut(span.type, span.bbox);
  };
  for_each_span(page.para_blocks, cut_span);
  for_each_span(page.preproc_blocks, cut_span);
  for_each_block(page.preproc_blocks, [&](const Block& block) {
    for (const SubImage& part : block.sub_images) cut(part.type, part.cut);
  });
}

}  // namespace

bool wants_crops(const Page& page) { return any_span(page.para_blocks); }

void cut_crops(Page& page, const media::Image& raster, double scale) {
  add_crops(page, raster, [&](SpanType type, const IntBox& b) -> std::string {
    const media::ImageView view = raster.view().crop(
        static_cast<int>(std::floor(b.x0 * scale)), static_cast<int>(std::floor(b.y0 * scale)),
        static_cast<int>(std::ceil(b.x1 * scale)), static_cast<int>(std::ceil(b.y1 * scale)));
    if (view.width <= 0 || view.height <= 0) return "";
    return encoded(page, type, b, view);
  });
}

void draw_crops(Page& page, const media::Image& raster, const DrawBox& draw) {
  add_crops(page, raster, [&](SpanType type, const IntBox& b) -> std::string {
    const Box box = media::intersect({static_cast<double>(b.x0), static_cast<double>(b.y0),
                                      static_cast<double>(b.x1), static_cast<double>(b.y1)},
                                     {0, 0, page.size.width, page.size.height});
    return box.empty() ? "" : encoded(page, type, b, draw(box).view());
  });
}

}  // namespace mineru::doc
