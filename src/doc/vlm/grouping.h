// Pictures, tables, charts and code with the captions and footnotes that belong to them.
#pragma once

#include <vector>

#include "doc/vlm/region.h"
#include "doc/writers/document_writer.h"

namespace mineru::doc::vlm {

// The blocks of the page in reading order. Every body becomes a container with its captions and
// footnotes; a caption that finds no body becomes text. Pictures within a picture of pictures
// become its sub_images, with kReference cut out on their own as well.
std::vector<Block> group_regions(Regions regions, Compat compat);

// `part` in thousandths of `whole`'s sides, as fractions: 0..1, three decimals.
Box relative_box(const Box& part, const Box& whole);

}  // namespace mineru::doc::vlm
