#include "remote/retry_policy.h"

#include <algorithm>
#include <cmath>

namespace mineru::remote {

bool is_worth_retrying(HttpOutcome outcome, long status) {
  if (status != 0) return status == 429 || status == 502 || status == 503 || status == 504;
  return outcome == HttpOutcome::kUnreachable || outcome == HttpOutcome::kTemporary;
}

double seconds_before_retry(int retry, double retry_after_s, double random) {
  constexpr double kLongest = 120;
  constexpr double kFirst = 0.5;
  if (retry_after_s > 0) return std::min(retry_after_s, kLongest);
  return std::min(kLongest, kFirst * std::exp2(retry) * random);
}

}  // namespace mineru::remote
