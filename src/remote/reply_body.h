// What a server answers, read. The bytes are foreign: nothing of them is trusted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/request.h"

namespace mineru::remote {

// The answer to a question; one end token at the end of its text is dropped, and its probabilities
// are not known. Errors, without the server's name: kCorruptData for what is no answer,
// kUnsupported for one that the server broke off, that of status_error for a status other than 200.
engine::Reply read_reply(long status, std::string_view body);

struct ServedModel {
  std::string name;
  int context_tokens = 0;  // 0: the server does not say
};
// Errors: as of read_reply.
std::vector<ServedModel> read_models(long status, std::string_view body);

// The one called `wanted`, or without a name the only one. Errors: kNotFound, naming those there.
ServedModel choose_model(const std::vector<ServedModel>& models, std::string_view wanted);

// "the server answered 400: context too long", with what the body says about it.
std::string status_text(long status, std::string_view body);
// kInvalidArgument where the request is to blame, kResourceExhausted where the server is busy, else
// kInternal.
[[noreturn]] void throw_status(long status, std::string_view body);

}  // namespace mineru::remote
