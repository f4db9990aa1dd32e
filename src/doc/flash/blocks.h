// From findings of the geometric backend to blocks of the document model.
#pragma once

#include <string>
#include <vector>

#include "doc/block.h"
#include "doc/flash/figures.h"
#include "doc/flash/frame.h"
#include "doc/flash/paragraphs.h"
#include "doc/flash/profile.h"
#include "doc/flash/table.h"

namespace mineru::doc::flash {

Block text_block(const Paragraph& paragraph, BlockType type);
Block title_block(const Paragraph& paragraph, int level);
Block equation_block(const Paragraph& paragraph);
// Consecutive code paragraphs as one block, line breaks and indents kept.
Block code_block(const std::vector<Paragraph>& paragraphs);
// Consecutive items as one list; nested by indent. `sub_type`: "text" or "ref_text".
Block list_block(const std::vector<Paragraph>& items, std::string_view sub_type);
Block table_block(const Table& table);
// With the text in it as the picture's content, if there is enough to be worth reading.
Block image_block(const Figure& figure);
// A line of furniture.
Block segment_block(const Segment& segment, BlockType type);

// 1..4 by number, type size and what the document shows elsewhere.
int heading_level(const Paragraph& title, const Profile& profile);

// All boxes of the block from the upright frame to displayed page space; sets the angle.
void to_displayed(Block& block, const Frame& frame);

}  // namespace mineru::doc::flash
