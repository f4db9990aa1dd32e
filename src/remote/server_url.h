// Where an OpenAI-compatible server answers, from the address that a person typed.
#pragma once

#include <string>
#include <string_view>

namespace mineru::remote {

struct ServerUrls {
  std::string models;       // GET: what is served
  std::string chat;         // POST: a question
  std::string credentials;  // "user:password" of the address, which the others are without
};

// The reference's rule: a path counts where the address ends with "/", else everything behind host
// and port is dropped. Errors: kInvalidArgument for what is no http:// or https:// address.
ServerUrls server_urls(std::string_view address);

}  // namespace mineru::remote
