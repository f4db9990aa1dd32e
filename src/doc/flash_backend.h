// The backend without a model: what the PDF says, or OCR, laid out by geometry.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "doc/flash/page_facts.h"
#include "doc/flash/profile.h"
#include "doc/flow.h"
#include "doc/pipeline.h"

namespace mineru::doc {

// A PageBackend (doc/page_backend.h). Thread rule: that of the concept.
class FlashBackend {
 public:
  // `pages`: zero-based in the source; both must outlive this.
  FlashBackend(const ParseOptions& options, const std::vector<int>& pages);

  static std::string name() { return "flash"; }
  static constexpr bool kHasModel = false;

  std::vector<int> samples() const;
  void read_sample(media::PageSource& source, int place);
  void learn();
  std::string learned() const;
  void restore(std::string_view bytes);
  LaidPage make_page(media::PageSource& source, int place) const;
  static size_t join(std::vector<LaidPage>& pages);
  static void finish(std::vector<LaidPage>& /*pages*/) {}

 private:
  // What reading a page gave: its facts, or why there are none.
  using Reading = std::variant<flash::PageFacts, Error>;

  Reading read(media::PageSource& source, int place) const;

  const ParseOptions& options_;
  const std::vector<int>& pages_;
  std::map<int, std::optional<Reading>> samples_;  // by place; all keys are there from the start
  flash::Profile profile_;
};

}  // namespace mineru::doc
