// Blocks of middle.json as rows give them. Fields that a row leaves out keep their defaults.
// Throws for what is no block.
#pragma once

#include <string>
#include <vector>

#include "doc/block.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

Box box_from(const Json& json);
Json box_json(const Box& box);

BlockType block_type_from(const std::string& name);
SpanType span_type_from(const std::string& name);

Span span_from(const Json& json);
std::vector<Line> lines_from(const Json& json);
// With its lines, and those of its children.
Block block_from(const Json& json);

}  // namespace mineru::doc::vectors
