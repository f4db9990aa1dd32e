#include "remote/remote_generator.h"

#include <utility>
#include <vector>

#include "media/png.h"
#include "remote/picture_url.h"
#include "remote/reply_body.h"
#include "remote/server_url.h"

namespace mineru::remote {

namespace {

// The answer as it is: what it says depends on what the user asked for.
engine::Reply read_listing(long status, std::string_view body) {
  if (status != 200) throw_status(status, body);
  engine::Reply reply;
  reply.text = body;
  return reply;
}

std::vector<std::string> picture_urls(const engine::Request& request) {
  std::vector<std::string> urls;
  for (const engine::Message& message : request.messages) {
    for (const engine::Part& part : message.parts) {
      if (part.image) urls.push_back(picture_url(media::encode_png(part.image->view())));
    }
  }
  return urls;
}

ServedModel ask_for_model(Transfers& transfers, const RemoteOptions& options,
                          const std::string& url, const std::stop_token& stop) {
  const auto stream =
      transfers.send({.url = url, .json = {}, .read = read_listing, .patient = false});
  const engine::Reply reply = engine::wait(*stream, stop);
  if (stop.stop_requested()) throw_error(Code::kCancelled, "stopped");
  try {
    return choose_model(read_models(200, reply.text), options.model);
  } catch (Error& error) {
    error.add_context(url);
    throw;
  }
}

}  // namespace

void check_address(const std::string& url) { (void)server_urls(url); }

RemoteGenerator::RemoteGenerator(std::unique_ptr<Transfers> transfers, std::string chat_url,
                                 BodySettings settings, engine::GeneratorInfo info)
    : chat_url_(std::move(chat_url)),
      settings_(std::move(settings)),
      info_(std::move(info)),
      transfers_(std::move(transfers)) {}

std::unique_ptr<RemoteGenerator> RemoteGenerator::connect(const RemoteOptions& options,
                                                          const std::stop_token& stop) {
  ServerUrls urls = server_urls(options.url);
  auto transfers =
      std::make_unique<Transfers>(TransferOptions{.api_key = options.api_key,
                                                  .credentials = std::move(urls.credentials),
                                                  .max_in_flight = options.max_in_flight,
                                                  .timeout = options.timeout});
  const ServedModel model = ask_for_model(*transfers, options, urls.models, stop);
  return std::make_unique<RemoteGenerator>(
      std::move(transfers), std::move(urls.chat),
      BodySettings{.model = model.name, .priority = options.priority},
      engine::GeneratorInfo{.model_name = model.name,
                            .context_tokens = model.context_tokens,
                            .num_parallel = options.max_in_flight});
}

std::unique_ptr<engine::TokenStream> RemoteGenerator::submit(engine::Request request) {
  std::string body = request_body(request, picture_urls(request), settings_);
  return transfers_->send({.url = chat_url_,
                           .json = std::move(body),
                           .read = read_reply,
                           .deadline = request.deadline});
}

}  // namespace mineru::remote
