#include "remote/http_outcome.h"

namespace mineru::remote {

HttpOutcome outcome_of_status(long status) {
  switch (status) {
    case 200:
    case 206: return HttpOutcome::kOk;
    case 401:
    case 403: return HttpOutcome::kRefused;
    case 404:
    case 410: return HttpOutcome::kNotThere;
    case 416: return HttpOutcome::kRange;
    case 408:
    case 425:
    case 429: return HttpOutcome::kTemporary;
    default: return status >= 500 ? HttpOutcome::kTemporary : HttpOutcome::kFailed;
  }
}

}  // namespace mineru::remote
