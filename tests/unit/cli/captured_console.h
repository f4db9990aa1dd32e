// A console whose two streams are files that a test reads back.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "base/unique_fd.h"
#include "cli/console.h"

namespace mineru::cli {

// Not thread-safe.
class CapturedConsole {
 public:
  explicit CapturedConsole(ConsoleSetup setup)
      : out_(::memfd_create("out", MFD_CLOEXEC)), err_(::memfd_create("err", MFD_CLOEXEC)) {
    setup.out_fd = out_.get();
    setup.err_fd = err_.get();
    console_ = std::make_unique<Console>(setup);
  }

  Console& console() { return *console_; }
  std::string out() const { return contents(out_.get()); }
  std::string err() const { return contents(err_.get()); }

 private:
  static std::string contents(int fd) {
    std::string text(static_cast<size_t>(::lseek(fd, 0, SEEK_END)), '\0');
    const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return text;
  }

  UniqueFd out_;
  UniqueFd err_;
  std::unique_ptr<Console> console_;
};

}  // namespace mineru::cli
