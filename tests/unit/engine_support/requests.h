// Requests of one message, for tests. (Part owns pixels, so initializer lists cannot hold it.)
#pragma once

#include <string>
#include <utility>

#include "engine/request.h"

namespace mineru::engine {

inline Request text_request(std::string text) {
  Request request;
  Message& message = request.messages.emplace_back();
  message.role = "user";
  message.parts.emplace_back().text = std::move(text);
  return request;
}

// The picture first, as documents ask.
inline Request picture_request(media::Image image, std::string text) {
  Request request;
  Message& message = request.messages.emplace_back();
  message.role = "user";
  message.parts.emplace_back().image = std::move(image);
  message.parts.emplace_back().text = std::move(text);
  return request;
}

}  // namespace mineru::engine
