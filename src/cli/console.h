// Standard output and standard error of the program, and the one line at the bottom of a terminal
// that is redrawn in place.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace mineru::cli {

struct ConsoleSetup {
  int out_fd = 1;
  int err_fd = 2;
  bool terminal = false;      // err_fd can redraw a line
  bool out_terminal = false;  // out_fd is read by a person
  bool colour = false;        // err_fd understands colours
  int columns = 0;            // fixed width; 0: ask the terminal
};

// Of this process: looks at the descriptors, NO_COLOR and TERM.
ConsoleSetup detect_console();

enum class Colour { kPlain, kGreen, kYellow, kRed, kDim };

// Results go to out(), everything meant for a person to err(). A reader that went away is no error:
// the documents matter, not the report. Thread-safe.
class Console {
 public:
  explicit Console(ConsoleSetup setup) : setup_(setup) {}

  void out(std::string_view text);
  // Whole lines. They appear above the status line.
  void err(std::string_view text);
  // Replaces the status line; only on a terminal. Empty: removes it.
  void set_status(std::string_view line);

  std::string paint(std::string_view text, Colour colour) const;
  bool terminal() const { return setup_.terminal; }
  bool out_terminal() const { return setup_.out_terminal; }
  bool colour() const { return setup_.colour; }
  int columns() const;  // of the terminal, read afresh: windows are resized

 private:
  const ConsoleSetup setup_;
  std::mutex mutex_;  // guards status_ and the order of writes
  std::string status_;
};

}  // namespace mineru::cli
