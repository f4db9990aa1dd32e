#include "doc/vlm/page_parser.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "doc/vlm/crop_reader.h"
#include "doc/vlm/layout_grammar.h"
#include "doc/vlm/page_ink.h"
#include "doc/vlm/post_process.h"
#include "doc/vlm/prompts.h"
#include "doc/vlm/requests.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr size_t kShownBytes = 60;      // of a reply in a diagnostic
constexpr double kWholePicture = 0.85;  // part of the page that one picture covers

[[noreturn]] void throw_stopped() { throw_error(Code::kCancelled, "stopped while it was read"); }

std::string excerpt(std::string_view reply) {
  return std::string(text::truncate_utf8(text::trim(reply), kShownBytes));
}

media::Filter other(media::Filter filter) {
  return filter == media::Filter::kBicubic ? media::Filter::kLanczos : media::Filter::kBicubic;
}

bool is_picture(ContentType type) {
  return type == ContentType::kImage || type == ContentType::kChart ||
         type == ContentType::kImageBlock;
}

// What may stand beside a picture that is the whole page.
bool is_margin(ContentType type) {
  return type == ContentType::kHeader || type == ContentType::kFooter ||
         type == ContentType::kPageNumber || type == ContentType::kUnknown;
}

ContentBlock text_over(const std::array<double, 4>& bbox, std::optional<int> angle) {
  ContentBlock block;
  block.bbox = bbox;
  block.angle = angle;
  return block;
}

// The photograph of a sheet of paper is one picture for the layout. Adds a text of the same size
// behind the picture, if it is all that the page has, and returns its box.
std::optional<std::array<double, 4>> add_text_of_picture(std::vector<ContentBlock>& blocks) {
  const auto whole = std::find_if(blocks.begin(), blocks.end(), [](const ContentBlock& block) {
    return is_picture(block.type) && box_of(block).area() > kWholePicture;
  });
  const bool alone = std::all_of(blocks.begin(), blocks.end(), [](const ContentBlock& block) {
    return is_picture(block.type) || is_margin(block.type);
  });
  if (whole == blocks.end() || !alone) return std::nullopt;
  const ContentBlock text = text_over(whole->bbox, whole->angle);
  blocks.insert(whole + 1, text);
  return text.bbox;
}

// The text that was found in the picture is said; none is no news.
void note_text_of_picture(const std::array<double, 4>& bbox, PageReading& reading) {
  const bool found =
      std::any_of(reading.blocks.begin(), reading.blocks.end(), [&](const ContentBlock& block) {
        return block.type == ContentType::kText && block.bbox == bbox &&
               !text::trim(block.content.value_or("")).empty();
      });
  if (!found) return;
  reading.diagnostics.push_back(
      {Code::kCorruptData, "layout: the page is one picture; it was read as text, too"});
}

}  // namespace

std::string PageParser::ask_layout(const media::ImageView& raster, media::Filter resample,
                                   std::vector<Diagnostic>& diagnostics) const {
  int side = generator_.info().layout_image_size;
  if (options_.max_side > 0) side = std::min(side, options_.max_side);
  engine::Request request = request_for(
      PromptKind::kLayout, media::resized(raster, side, side, resample), options_.compat);
  engine::Reply reply = engine::complete(generator_, std::move(request), stop_);
  if (stop_.stop_requested()) throw_stopped();
  note_end(reply, "layout", diagnostics);
  return take_text(reply);
}

std::vector<ContentBlock> PageParser::read_layout(const media::ImageView& raster,
                                                  const PageHelp& help,
                                                  std::vector<Diagnostic>& diagnostics) const {
  const std::string layout = ask_layout(raster, options_.resample, diagnostics);
  std::vector<ContentBlock> blocks = parse_layout(layout);
  const bool product = options_.compat == Compat::kProduct;
  if (!blocks.empty() || (product && !has_ink(raster))) return blocks;
  if (product || !text::trim(layout).empty()) {
    diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("layout: the reply names no region: \"{}\"", excerpt(layout))});
  }
  if (!product) return blocks;
  blocks = parse_layout(ask_layout(raster, other(options_.resample), diagnostics));
  if (!blocks.empty()) {
    diagnostics.push_back({Code::kCorruptData, "layout: a second request found regions"});
    return blocks;
  }
  if (help.regions) blocks = help.regions();
  const bool own = !blocks.empty();
  if (!own) blocks.push_back(text_over({0, 0, 1, 1}, std::nullopt));
  diagnostics.push_back(
      {Code::kCorruptData, own ? "layout: no region was found; those of the PDF's text were used"
                               : "layout: no region was found; the page was read as one text"});
  return blocks;
}

void PageParser::read_crops(const media::ImageView& raster, const PageHelp& help,
                            PageReading& reading) const {
  const std::vector<Crop> crops =
      prepare_for_extract(reading.blocks, {raster.width, raster.height},
                          {.image_analysis = options_.image_analysis, .not_extract = {}});
  std::vector<bool> is_known(reading.blocks.size(), false);
  if (help.known) is_known = help.known(reading.blocks);
  CropReader reader(generator_, raster, options_, stop_, reading);
  for (size_t i = 0; i < crops.size(); ++i) {
    if (!is_known[crops[i].block]) reader.add(crops[i], i + 1);
  }
  reader.finish();
}

engine::Reply PageParser::ask(engine::Request request) const {
  engine::Reply reply = engine::complete(generator_, std::move(request), stop_);
  if (stop_.stop_requested()) throw_stopped();
  return reply;
}

PageReading PageParser::read_regions(const media::ImageView& raster,
                                     std::vector<ContentBlock> regions,
                                     const PageHelp& help) const {
  PageReading reading;
  reading.blocks = std::move(regions);
  read_crops(raster, help, reading);
  reading.blocks = post_process(std::move(reading.blocks), {.compat = options_.compat});
  return reading;
}

PageReading PageParser::read(const media::ImageView& raster, const PageHelp& help) const {
  PageReading reading;
  reading.blocks = read_layout(raster, help, reading.diagnostics);
  std::optional<std::array<double, 4>> in_picture;
  if (options_.compat == Compat::kProduct) in_picture = add_text_of_picture(reading.blocks);
  read_crops(raster, help, reading);
  reading.blocks = post_process(std::move(reading.blocks), {.compat = options_.compat});
  if (in_picture) note_text_of_picture(*in_picture, reading);
  return reading;
}

}  // namespace mineru::doc::vlm
