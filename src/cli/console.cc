#include "cli/console.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

namespace mineru::cli {

namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";
constexpr int kDefaultColumns = 80;

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd writable{fd, POLLOUT, 0};  // a pipe that someone made non-blocking
      ::poll(&writable, 1, 1000);
    } else if (errno != EINTR) {
      return;  // the reader is gone
    }
  }
}

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

ConsoleSetup detect_console() {
  ConsoleSetup setup;
  const char* const term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  setup.terminal = ::isatty(setup.err_fd) == 1 && !dumb;
  setup.out_terminal = ::isatty(setup.out_fd) == 1;
  setup.colour = setup.terminal && !is_set("NO_COLOR");
  return setup;
}

void Console::out(std::string_view text) {
  const std::scoped_lock lock(mutex_);
  write_all(setup_.out_fd, text);
}

void Console::err(std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (status_.empty()) {
    write_all(setup_.err_fd, text);
    return;
  }
  // One write, so that the line does not flicker.
  write_all(setup_.err_fd, fmt::format("{}{}{}", kClearLine, text, status_));
}

void Console::set_status(std::string_view line) {
  if (!setup_.terminal) return;
  const std::scoped_lock lock(mutex_);
  if (line == status_) return;
  status_ = line;
  // The rest of the line is erased after the text, not before: an empty moment would be seen.
  write_all(setup_.err_fd, fmt::format("\r{}\x1b[K", status_));
}

std::string Console::paint(std::string_view text, Colour colour) const {
  if (!setup_.colour || colour == Colour::kPlain) return std::string(text);
  const int code = colour == Colour::kGreen    ? 32
                   : colour == Colour::kYellow ? 33
                   : colour == Colour::kRed    ? 31
                                               : 2;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

int Console::columns() const {
  if (setup_.columns > 0) return setup_.columns;
  winsize size{};
  const bool known = ::ioctl(setup_.err_fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kDefaultColumns;
}

}  // namespace mineru::cli
