// base: bedrock of every module. Owns errors, checks, files, memory mappings, facts about the
// machine, and the few threading primitives. Includes nothing of the project. Everything lives
// directly in namespace mineru. Errors: throws mineru::Error. Threads: each class says its rule.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace mineru {

// What kind of failure it was; docs/errors.md maps each code to an exit code.
enum class Code {
  kInvalidArgument,    // the caller asked for something that makes no sense
  kUnsupported,        // understood, and outside what we read
  kCorruptData,        // foreign bytes that are not what they claim to be
  kNotFound,           // a file, a page, a model is not there
  kPasswordRequired,   // encrypted, and the password is missing or wrong
  kResourceExhausted,  // a limit on pixels, pages, memory was hit before or during the work
  kCancelled,          // the user asked to stop
  kDeadlineExceeded,   // the work took longer than it may
  kIo,                 // the operating system refused to read or write
  kInternal,           // a bug on our side; the media worker died, the model server failed
};

// "corrupt_data", as it appears in JSON and in messages.
std::string_view code_name(Code code);

// The one exception of the project. The message says what was expected and what was found; places
// are prepended while unwinding: "report.pdf: page 7: ...". Immutable but for add_context.
class Error : public std::exception {
 public:
  Error(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  // Prepends "<place>: " to the message.
  void add_context(std::string_view place);

  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  Code code_;
  std::string message_;
};

// throw_error(Code::kNotFound, "{}: no such page (document has {})", page, count);
template <typename... Args>
[[noreturn]] void throw_error(Code code, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(code, fmt::format(format, std::forward<Args>(args)...));
}

// Error with the text of errno appended; `what` names the operation and its object.
[[noreturn]] void throw_errno(Code code, std::string_view what);

// The exception being handled, as an Error: other kinds become kResourceExhausted (bad_alloc) or
// kInternal. Call inside a catch block.
Error current_error();

}  // namespace mineru
