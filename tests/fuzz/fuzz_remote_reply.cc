// A model server's answer of any bytes. The first byte chooses the status and what was asked for.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "remote/reply_body.h"

namespace {

namespace remote = mineru::remote;

void read_reply(long status, std::string_view body) {
  const mineru::engine::Reply reply = remote::read_reply(status, body);
  MINERU_CHECK(status == 200);
  MINERU_CHECK(reply.text.size() <= body.size());
  MINERU_CHECK(reply.usage.completion_tokens >= 0);
  MINERU_CHECK(!reply.mean_probability);
}

void read_models(long status, std::string_view body) {
  const auto models = remote::read_models(status, body);
  for (const remote::ServedModel& model : models) MINERU_CHECK(!model.name.empty());
  MINERU_CHECK(!remote::choose_model(models, "").name.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr long kStatuses[] = {200, 200, 401, 503};
  const long status = kStatuses[data[0] % 4];
  try {
    if (data[0] % 8 < 4) {
      read_reply(status, body);
    } else {
      read_models(status, body);
    }
  } catch (const mineru::Error& error) {
    MINERU_CHECK(!error.message().empty() && error.message().size() < 2000);
  }
  return 0;
}
