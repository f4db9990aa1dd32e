// What the program tells the shell. docs/errors.md explains each to users.
#pragma once

#include "base/error.h"

namespace mineru::cli {

enum class ExitCode : int {
  kOk = 0,             // everything that was asked for was done
  kNothingParsed = 1,  // no document gave a single page; or doctor found a failure
  kUsage = 2,          // the command line makes no sense
  kPartial = 3,        // some pages or documents failed, others are there
  kPassword = 4,       // all failures were a password that is missing or wrong
  kOutput = 5,         // results cannot be written
  kInterrupted = 130,  // Ctrl-C or SIGTERM
};

// For an error that ends the whole program.
ExitCode exit_code_of(Code code);

}  // namespace mineru::cli
