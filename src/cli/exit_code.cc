#include "cli/exit_code.h"

namespace mineru::cli {

ExitCode exit_code_of(Code code) {
  switch (code) {
    case Code::kInvalidArgument:
    case Code::kUnsupported: return ExitCode::kUsage;
    case Code::kPasswordRequired: return ExitCode::kPassword;
    case Code::kCancelled: return ExitCode::kInterrupted;
    case Code::kIo: return ExitCode::kOutput;
    case Code::kCorruptData:
    case Code::kNotFound:
    case Code::kResourceExhausted:
    case Code::kDeadlineExceeded:
    case Code::kInternal: return ExitCode::kNothingParsed;
  }
  return ExitCode::kNothingParsed;
}

}  // namespace mineru::cli
