// The crops of one page that the model reads at this moment, and what comes of them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "doc/vlm/crop_plan.h"
#include "doc/vlm/page_parser.h"
#include "engine/generator.h"

namespace mineru::doc::vlm {

// All arguments are borrowed. Not thread-safe.
class CropReader {
 public:
  CropReader(engine::Generator& generator, const media::ImageView& raster,
             const PageParserOptions& options, const std::stop_token& stop, PageReading& reading)
      : generator_(generator), raster_(raster), options_(options), stop_(stop), reading_(reading) {}

  // Hands in a crop of reading.blocks; waits first while too many are in flight. `number`: of the
  // crop on its page, for messages. Errors: kCancelled after a stop request.
  void add(const Crop& crop, size_t number);
  // Waits for all. Errors: likewise.
  void finish();

 private:
  // The reply to a crop before it was turned, and the pictures that its tokens stand for.
  struct FirstReply {
    engine::Reply reply;
    std::map<std::string, std::string> table_images;
  };
  struct Ticket {
    std::unique_ptr<engine::TokenStream> stream;
    Crop crop;
    std::string place;
    std::optional<FirstReply> first;  // this is a second try
  };

  std::unique_ptr<engine::TokenStream> submit(const Crop& crop);
  void finish_oldest();
  void take_reply(Ticket& ticket);
  bool wants_other_way(const Crop& crop, const engine::Reply& reply) const;
  void try_other_way(Ticket& ticket);
  void keep_first(Ticket& ticket);
  void keep(const Ticket& ticket, engine::Reply reply);
  // What costs a crop does not cost the page. False: it failed.
  template <typename Work>
  bool attempt(const std::string& place, const Work& work);

  engine::Generator& generator_;
  const media::ImageView& raster_;
  const PageParserOptions& options_;
  const std::stop_token& stop_;
  PageReading& reading_;
  std::deque<Ticket> in_flight_;  // in the order of submission
};

}  // namespace mineru::doc::vlm
