#include "base/error.h"

#include <cerrno>
#include <new>
#include <system_error>

namespace mineru {

std::string_view code_name(Code code) {
  switch (code) {
    case Code::kInvalidArgument: return "invalid_argument";
    case Code::kUnsupported: return "unsupported";
    case Code::kCorruptData: return "corrupt_data";
    case Code::kNotFound: return "not_found";
    case Code::kPasswordRequired: return "password_required";
    case Code::kResourceExhausted: return "resource_exhausted";
    case Code::kCancelled: return "cancelled";
    case Code::kDeadlineExceeded: return "deadline_exceeded";
    case Code::kIo: return "io";
    case Code::kInternal: return "internal";
  }
  return "internal";
}

void Error::add_context(std::string_view place) {
  message_ = fmt::format("{}: {}", place, message_);
}

void throw_errno(Code code, std::string_view what) {
  const int saved = errno;
  throw_error(code, "{}: {}", what, std::generic_category().message(saved));
}

Error current_error() {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return {Code::kResourceExhausted, "out of memory"};
  } catch (const std::exception& error) {
    return {Code::kInternal, fmt::format("this is a bug: {}", error.what())};
  }
}

}  // namespace mineru
