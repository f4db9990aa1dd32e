// What became of an HTTP request.
#pragma once

namespace mineru::remote {

enum class HttpOutcome {
  kOk,           // the server said that this was all
  kNotThere,     // 404, 410
  kRefused,      // 401, 403
  kRange,        // 416: nothing lies where the request asked to go on
  kUnreachable,  // no connection: no name, no route, no proxy
  kTemporary,    // broken off, timed out, or a server that says "later"
  kFailed,       // anything else; trying again does not help
  kStopped,
};

HttpOutcome outcome_of_status(long status);

}  // namespace mineru::remote
