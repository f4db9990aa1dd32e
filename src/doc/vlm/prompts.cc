#include "doc/vlm/prompts.h"

namespace mineru::doc::vlm {

PromptKind prompt_kind(ContentType type) {
  switch (type) {
    case ContentType::kTable: return PromptKind::kTable;
    case ContentType::kEquation: return PromptKind::kEquation;
    case ContentType::kImage:
    case ContentType::kChart: return PromptKind::kPicture;
    default: return PromptKind::kText;
  }
}

std::string_view prompt_text(PromptKind kind) {
  switch (kind) {
    case PromptKind::kLayout: return "\nLayout Detection:";
    case PromptKind::kText: return "\nText Recognition:";
    case PromptKind::kTable: return "\nTable Recognition:";
    case PromptKind::kEquation: return "\nFormula Recognition:";
    case PromptKind::kPicture: return "\nImage Analysis:";
    case PromptKind::kCellMerge: break;
  }
  return "";
}

engine::Sampling sampling_for(PromptKind kind) {
  engine::Sampling sampling;
  sampling.temperature = 0;
  sampling.top_p = 0.01;
  sampling.top_k = 1;
  sampling.repetition_penalty = 1;
  sampling.no_repeat_ngram_size = 100;
  if (kind == PromptKind::kLayout) return sampling;
  sampling.presence_penalty = 1;
  // Tables repeat their tokens by nature.
  sampling.frequency_penalty = kind == PromptKind::kTable ? 0.005 : 0.05;
  return sampling;
}

}  // namespace mineru::doc::vlm
