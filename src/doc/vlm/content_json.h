// Content blocks as the reference writes them into model.json.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "doc/vlm/content_block.h"

namespace mineru::doc::vlm {

// {"type", "bbox", "angle", "content"}, "merge_prev" for text only, then "sub_type" and
// "cell_merge" where they are set. Working fields and `confidence` stay out.
nlohmann::ordered_json content_block_to_json(const ContentBlock& block);
nlohmann::ordered_json content_blocks_to_json(const std::vector<ContentBlock>& blocks);

// Also reads the reference's private keys "_table_image_token_map" and "_absorbed_by_table"; other
// keys are ignored. Only "type" and "bbox" must be there. Errors: kInvalidArgument.
ContentBlock content_block_from_json(const nlohmann::ordered_json& json);
std::vector<ContentBlock> content_blocks_from_json(const nlohmann::ordered_json& json);

}  // namespace mineru::doc::vlm
