#include "model/weight_names.h"

#include <array>
#include <span>

#include "base/error.h"

namespace mineru::model {

namespace {

// Published first: old and new transformers read both, and write the first.
constexpr std::array<std::string_view, 2> kVisionPrefixes{"visual.", "model.visual."};
constexpr std::array<std::string_view, 2> kDecoderPrefixes{"model.", "model.language_model."};
constexpr std::string_view kHead = "lm_head.weight";

std::string find_prefix(const WeightSource& source, std::span<const std::string_view> prefixes,
                        std::string_view landmark, std::string_view part) {
  for (const std::string_view prefix : prefixes) {
    if (source.find(fmt::format("{}{}", prefix, landmark)) != nullptr) return std::string(prefix);
  }
  throw_error(Code::kNotFound,
              "{}: no weights of the {} part: expected a tensor {}{} or {}{}, found neither among "
              "{} tensors; is this a Qwen2-VL checkpoint?",
              source.description(), part, prefixes[0], landmark, prefixes[1], landmark,
              source.names().size());
}

}  // namespace

WeightNames detect_weight_names(const WeightSource& source) {
  WeightNames names;
  names.vision = find_prefix(source, kVisionPrefixes, "patch_embed.proj.weight", "vision");
  names.decoder = find_prefix(source, kDecoderPrefixes, "embed_tokens.weight", "language");
  if (source.find(kHead) != nullptr) names.head = kHead;
  return names;
}

}  // namespace mineru::model
