// What is sent for one question: JSON as the reference's client sends it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/request.h"

namespace mineru::remote {

struct BodySettings {
  std::string model = {};            // as the server calls it
  std::optional<int> priority = {};  // for servers that serve by priority: lower comes earlier
};

// `picture_urls`: one for each picture of the request, in order. What is not in the request
// (no limit of tokens, no n-grams, all tokens allowed) is not in the body either.
std::string request_body(const engine::Request& request, std::span<const std::string> picture_urls,
                         const BodySettings& settings);

}  // namespace mineru::remote
