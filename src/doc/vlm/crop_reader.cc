#include "doc/vlm/crop_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "doc/vlm/page_picture.h"
#include "doc/vlm/requests.h"
#include "doc/vlm/table_html.h"
#include "text/utf8.h"

namespace mineru::doc::vlm {

namespace {

[[noreturn]] void throw_stopped() { throw_error(Code::kCancelled, "stopped while it was read"); }

bool is_table(std::string_view reply) {
  return has_otsl(reply) || reply.find("<table") != std::string_view::npos;
}

// No cell says anything.
bool is_blank_table(std::string_view html) {
  for (size_t at = 0; at < html.size();) {
    const size_t tag = std::min(html.find('<', at), html.size());
    if (!text::trim(html.substr(at, tag - at)).empty()) return false;
    at = std::min(html.find('>', tag), html.size() - 1) + 1;
  }
  return true;
}

// What the model says of a table that it sees upside down.
bool is_degenerate(const engine::Reply& reply) {
  return reply.finish_reason == engine::FinishReason::kRepetition || !is_table(reply.text) ||
         is_blank_table(otsl_to_html(reply.text, Compat::kProduct));
}

// A line under a heading has none for a sentence.
bool has_room(const Crop& crop, std::string_view content) {
  constexpr size_t kFewBytes = 48;
  constexpr size_t kPixelsPerByte = 12;  // 6 points at 72 dpi have about twice as many
  if (crop.prompt != PromptKind::kText) return true;
  const auto width = static_cast<size_t>(crop.box.x1 - crop.box.x0);
  const auto height = static_cast<size_t>(crop.box.y1 - crop.box.y0);
  return content.size() <= kFewBytes + width * height / kPixelsPerByte;
}

}  // namespace

void CropReader::add(const Crop& crop, size_t number) {
  const std::string place =
      fmt::format("crop {} ({})", number, content_type_name(reading_.blocks[crop.block].type));
  if (in_flight_.size() >= static_cast<size_t>(options_.max_in_flight)) finish_oldest();
  if (stop_.stop_requested()) throw_stopped();
  attempt(place, [&] { in_flight_.push_back({submit(crop), crop, place, std::nullopt}); });
}

void CropReader::finish() {
  while (!in_flight_.empty()) finish_oldest();
}

// A full queue empties when the oldest crop is done. The picture is made anew then: it went with
// the request.
std::unique_ptr<engine::TokenStream> CropReader::submit(const Crop& crop) {
  while (true) {
    try {
      const CropLook look{options_.max_side, options_.resample};
      media::Image picture = crop_picture(raster_, crop, reading_.blocks, look);
      return generator_.submit(request_for(crop.prompt, std::move(picture), options_.compat));
    } catch (const Error& error) {
      if (error.code() != Code::kResourceExhausted || in_flight_.empty()) throw;
    }
    finish_oldest();
  }
}

void CropReader::finish_oldest() {
  Ticket ticket = std::move(in_flight_.front());
  in_flight_.pop_front();
  const bool read = attempt(ticket.place, [&] { take_reply(ticket); });
  if (!read && ticket.first) keep_first(ticket);
}

void CropReader::take_reply(Ticket& ticket) {
  engine::Reply reply = engine::wait(*ticket.stream, stop_);
  if (stop_.stop_requested()) throw_stopped();
  reply.text = take_text(reply);
  if (ticket.first) {
    if (is_degenerate(reply)) return keep_first(ticket);
    reading_.blocks[ticket.crop.block].angle = ticket.crop.counterclockwise_deg;
    reading_.diagnostics.push_back(
        {Code::kCorruptData, ticket.place + ": it is turned the other way than the layout says"});
    return keep(ticket, std::move(reply));
  }
  if (!wants_other_way(ticket.crop, reply)) return keep(ticket, std::move(reply));
  ticket.first = FirstReply{std::move(reply), reading_.blocks[ticket.crop.block].table_images};
  try_other_way(ticket);
}

bool CropReader::wants_other_way(const Crop& crop, const engine::Reply& reply) const {
  return options_.compat == Compat::kProduct && crop.prompt == PromptKind::kTable &&
         crop.counterclockwise_deg != 0 && is_degenerate(reply);
}

void CropReader::try_other_way(Ticket& ticket) {
  Crop turned = ticket.crop;
  turned.counterclockwise_deg = (turned.counterclockwise_deg + 180) % 360;
  auto stream = submit(turned);
  in_flight_.push_back(
      {std::move(stream), std::move(turned), ticket.place, std::exchange(ticket.first, {})});
}

void CropReader::keep_first(Ticket& ticket) {
  reading_.blocks[ticket.crop.block].table_images = std::move(ticket.first->table_images);
  keep(ticket, std::move(ticket.first->reply));
}

void CropReader::keep(const Ticket& ticket, engine::Reply reply) {
  note_end(reply, ticket.place, reading_.diagnostics);
  ContentBlock& block = reading_.blocks[ticket.crop.block];
  block.confidence = reply.mean_probability;
  block.min_confidence = reply.min_probability;
  block.content = std::move(reply.text);
  if (options_.compat == Compat::kProduct && !has_room(ticket.crop, *block.content)) {
    reading_.diagnostics.push_back(
        {Code::kCorruptData,
         fmt::format("{}: no room for the {} bytes that the model read there; they were left out",
                     ticket.place, block.content->size())});
    block.content = "";
  }
  if (ticket.crop.prompt != PromptKind::kTable || is_table(*block.content)) return;
  reading_.diagnostics.push_back(
      {Code::kCorruptData,
       fmt::format("{}: the reply is no table, its picture stands for it", ticket.place)});
}

template <typename Work>
bool CropReader::attempt(const std::string& place, const Work& work) {
  try {
    work();
    return true;
  } catch (...) {
    const Error error = current_error();
    if (stop_.stop_requested()) throw;
    reading_.diagnostics.push_back(
        {error.code(), fmt::format("{} was not read: {}", place, error.message())});
    return false;
  }
}

}  // namespace mineru::doc::vlm
