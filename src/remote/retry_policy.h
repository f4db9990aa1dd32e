// When a request is sent once more, as the reference's client does.
#pragma once

#include "remote/http_outcome.h"

namespace mineru::remote {

inline constexpr int kMaxRetries = 3;

// Busy servers and gateways, and what broke off on the way. `status`: 0 without an answer.
bool is_worth_retrying(HttpOutcome outcome, long status);

// Seconds to wait before retry number `retry` (1, 2, 3): what the server asked for, at most two
// minutes; else `random` (0..1) of a time that doubles.
double seconds_before_retry(int retry, double retry_after_s, double random);

}  // namespace mineru::remote
