// remote: a model behind an OpenAI-compatible server. Owns what is sent and how answers are read.
// May include base, text, media, and the seam of engine (generator, request, sampling, stream);
// knows nothing of documents. Starts at RemoteGenerator, which others see as Generator. Errors:
// name the URL, what was expected and found; a request that fails ends its own reply only. Threads:
// any may submit; all transfers run on one thread of its own.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/generator.h"
#include "remote/request_body.h"
#include "remote/transfers.h"

namespace mineru::remote {

struct RemoteOptions {
  std::string url = {};              // as a person types it: http://HOST:PORT
  std::string model = {};            // as the server calls it; empty: the only one that it serves
  std::string api_key = {};          // empty: none
  std::optional<int> priority = {};  // see BodySettings
  int max_in_flight = 100;
  std::chrono::seconds timeout{600};
};

// Errors: kInvalidArgument for what cannot be the `url` of a server.
void check_address(const std::string& url);

// Thread-safe. Streams may outlive it; ending it ends their replies with kCancelled.
class RemoteGenerator final : public engine::Generator {
 public:
  // Asks the server what it serves. A stop request ends the waiting. Errors: kInvalidArgument for
  // an address that is none, kNotFound (no server, or not that model), kCancelled, those of
  // read_models.
  static std::unique_ptr<RemoteGenerator> connect(const RemoteOptions& options,
                                                  const std::stop_token& stop = {});
  // `transfers` lead to the server, which answers at `chat_url`.
  RemoteGenerator(std::unique_ptr<Transfers> transfers, std::string chat_url, BodySettings settings,
                  engine::GeneratorInfo info);

  // Encodes the pictures on the caller's thread. The reply comes as one piece, and says nothing of
  // probabilities. The loop guard does not work here: the text is there when it is complete.
  std::unique_ptr<engine::TokenStream> submit(engine::Request request) override;
  const engine::GeneratorInfo& info() const override { return info_; }

 private:
  std::string chat_url_;
  BodySettings settings_;
  engine::GeneratorInfo info_;
  std::unique_ptr<Transfers> transfers_;
};

}  // namespace mineru::remote
