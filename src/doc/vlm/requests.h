// What is asked of the model, and what its replies lack.
#pragma once

#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/vlm/prompts.h"
#include "doc/writers/document_writer.h"
#include "engine/request.h"

namespace mineru::doc::vlm {

// A picture with the prompt and the sampling of its kind. kProduct: a reply is no longer than what
// the picture has room for, and a table may repeat its rows (a form has many that are empty): no
// n-grams are banned there, and only a long circle is cut.
engine::Request request_for(PromptKind kind, media::Image picture, Compat compat);
// A question without a picture, of kind kCellMerge.
engine::Request request_for(std::string question);

// The text without the token that ends it.
std::string take_text(engine::Reply& reply);

// Adds what is missing from a reply that did not end by itself. `place`: "crop 7 (table)".
void note_end(const engine::Reply& reply, const std::string& place,
              std::vector<Diagnostic>& diagnostics);

}  // namespace mineru::doc::vlm
