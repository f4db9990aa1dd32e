#include "doc/vlm/page_parser.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "doc/vlm/layout_grammar.h"
#include "doc/vlm/page_picture.h"
#include "doc/vlm/post_process.h"
#include "doc/vlm/prompts.h"
#include "doc/vlm/table_html.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

constexpr std::string_view kEndToken = "<|im_end|>";
constexpr size_t kShownBytes = 60;  // of a reply in a diagnostic

engine::Request request_for(PromptKind kind, media::Image picture) {
  engine::Request request;
  engine::Message& system = request.messages.emplace_back();
  system.role = "system";
  system.parts.emplace_back().text = kSystemPrompt;
  engine::Message& user = request.messages.emplace_back();
  user.role = "user";
  user.parts.emplace_back().image = std::move(picture);
  user.parts.emplace_back().text = prompt_text(kind);
  request.sampling = sampling_for(kind);
  request.special_tokens = engine::SpecialTokens::kKeep;  // layouts and tables consist of them
  return request;
}

std::string text_of(engine::Reply& reply) {
  if (reply.text.ends_with(kEndToken)) reply.text.resize(reply.text.size() - kEndToken.size());
  return std::move(reply.text);
}

[[noreturn]] void throw_stopped() { throw_error(Code::kCancelled, "stopped while it was read"); }

// What is missing from a reply that did not end by itself.
void note_end(const engine::Reply& reply, const std::string& place,
              std::vector<Diagnostic>& diagnostics) {
  switch (reply.finish_reason) {
    case engine::FinishReason::kStop: return;
    case engine::FinishReason::kLength:
      diagnostics.push_back(
          {Code::kResourceExhausted,
           fmt::format("{}: the reply was cut off after {} tokens, the rest is missing", place,
                       reply.usage.completion_tokens)});
      return;
    case engine::FinishReason::kRepetition:
      diagnostics.push_back({Code::kCorruptData,
                             place + ": the model repeated itself without end; one copy was kept"});
      return;
    case engine::FinishReason::kCancelled:
      diagnostics.push_back({Code::kCancelled, place + ": reading was cancelled"});
      return;
    case engine::FinishReason::kDeadline:
      diagnostics.push_back({Code::kDeadlineExceeded, place + ": reading took too long"});
      return;
  }
}

std::string excerpt(std::string_view reply) {
  return std::string(text::truncate_utf8(text::trim(reply), kShownBytes));
}

bool is_table(std::string_view reply) {
  return has_otsl(reply) || reply.find("<table") != std::string_view::npos;
}

// The crops of one page that the model reads at this moment, and what comes of them.
class CropReader {
 public:
  CropReader(engine::Generator& generator, const media::ImageView& raster,
             const PageParserOptions& options, const std::stop_token& stop, PageReading& reading)
      : generator_(generator), raster_(raster), options_(options), stop_(stop), reading_(reading) {}

  void add(const Crop& crop, size_t number) {
    const std::string place =
        fmt::format("crop {} ({})", number, content_type_name(reading_.blocks[crop.block].type));
    if (in_flight_.size() >= static_cast<size_t>(options_.max_in_flight)) finish_oldest();
    if (stop_.stop_requested()) throw_stopped();
    attempt(place, [&] { in_flight_.push_back({submit(crop), crop.block, crop.prompt, place}); });
  }

  void finish() {
    while (!in_flight_.empty()) finish_oldest();
  }

 private:
  struct Ticket {
    std::unique_ptr<engine::TokenStream> stream;
    size_t block = 0;
    PromptKind prompt = PromptKind::kText;
    std::string place;
  };

  // A full queue empties when the oldest crop is done. The picture is made anew then: it went with
  // the request.
  std::unique_ptr<engine::TokenStream> submit(const Crop& crop) {
    while (true) {
      try {
        const CropLook look{options_.max_side, options_.resample};
        media::Image picture = crop_picture(raster_, crop, reading_.blocks, look);
        return generator_.submit(request_for(crop.prompt, std::move(picture)));
      } catch (const Error& error) {
        if (error.code() != Code::kResourceExhausted || in_flight_.empty()) throw;
      }
      finish_oldest();
    }
  }

  void finish_oldest() {
    const Ticket ticket = std::move(in_flight_.front());
    in_flight_.pop_front();
    attempt(ticket.place, [&] {
      engine::Reply reply = engine::wait(*ticket.stream, stop_);
      if (stop_.stop_requested()) throw_stopped();
      note_end(reply, ticket.place, reading_.diagnostics);
      ContentBlock& block = reading_.blocks[ticket.block];
      block.confidence = reply.mean_probability;
      block.content = text_of(reply);
      if (ticket.prompt != PromptKind::kTable || is_table(*block.content)) return;
      reading_.diagnostics.push_back(
          {Code::kCorruptData,
           fmt::format("{}: the reply is no table, its picture stands for it", ticket.place)});
    });
  }

  // What costs a crop does not cost the page.
  template <typename Work>
  void attempt(const std::string& place, const Work& work) {
    try {
      work();
    } catch (...) {
      const Error error = current_error();
      if (stop_.stop_requested()) throw;
      reading_.diagnostics.push_back(
          {error.code(), fmt::format("{} was not read: {}", place, error.message())});
    }
  }

  engine::Generator& generator_;
  const media::ImageView& raster_;
  const PageParserOptions& options_;
  const std::stop_token& stop_;
  PageReading& reading_;
  std::deque<Ticket> in_flight_;  // in the order of submission
};

}  // namespace

std::vector<ContentBlock> PageParser::read_layout(const media::ImageView& raster,
                                                  std::vector<Diagnostic>& diagnostics) const {
  int side = generator_.info().layout_image_size;
  if (options_.max_side > 0) side = std::min(side, options_.max_side);
  engine::Request request =
      request_for(PromptKind::kLayout, media::resized(raster, side, side, options_.resample));
  engine::Reply reply = engine::complete(generator_, std::move(request), stop_);
  if (stop_.stop_requested()) throw_stopped();
  note_end(reply, "layout", diagnostics);
  const std::string layout = text_of(reply);
  std::vector<ContentBlock> blocks = parse_layout(layout);
  if (blocks.empty() && !text::trim(layout).empty()) {
    diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("layout: the reply names no region: \"{}\"", excerpt(layout))});
  }
  return blocks;
}

void PageParser::read_crops(const media::ImageView& raster, const KnownBlocks& known,
                            PageReading& reading) const {
  const std::vector<Crop> crops =
      prepare_for_extract(reading.blocks, {raster.width, raster.height},
                          {.image_analysis = options_.image_analysis, .not_extract = {}});
  std::vector<bool> is_known(reading.blocks.size(), false);
  if (known) is_known = known(reading.blocks);
  CropReader reader(generator_, raster, options_, stop_, reading);
  for (size_t i = 0; i < crops.size(); ++i) {
    if (!is_known[crops[i].block]) reader.add(crops[i], i + 1);
  }
  reader.finish();
}

PageReading PageParser::read(const media::ImageView& raster, const KnownBlocks& known) const {
  PageReading reading;
  reading.blocks = read_layout(raster, reading.diagnostics);
  read_crops(raster, known, reading);
  reading.blocks = post_process(std::move(reading.blocks), {.compat = options_.compat});
  return reading;
}

}  // namespace mineru::doc::vlm
