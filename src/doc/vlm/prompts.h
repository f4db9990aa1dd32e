// What the model is asked, and how its answers are sampled: the values it was trained and is used
// with in the reference. Pure functions, thread-safe.
#pragma once

#include <string_view>

#include "doc/vlm/content_block.h"
#include "engine/sampling.h"

namespace mineru::doc::vlm {

enum class PromptKind {
  kLayout,
  kText,
  kTable,
  kEquation,
  kPicture,    // image or chart
  kCellMerge,  // whether cells go on from one page to the next; text only, built from both tables
};

inline constexpr std::string_view kSystemPrompt = "You are a helpful assistant.";

PromptKind prompt_kind(ContentType type);

// What follows the picture, with the newline that is part of it; "" for kCellMerge, whose prompt is
// made of the tables.
std::string_view prompt_text(PromptKind kind);

engine::Sampling sampling_for(PromptKind kind);

}  // namespace mineru::doc::vlm
