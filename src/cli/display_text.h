// Text on a terminal: what is safe to print, how wide it is, and how it is shortened.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mineru::cli {

// File names may hold escape sequences, line breaks and broken UTF-8: control characters become
// '?', broken bytes U+FFFD.
std::string printable(std::string_view bytes);

// Columns that valid UTF-8 takes: wide characters two, combining marks none.
int display_width(std::string_view text);

// At most `columns` wide; what does not fit is cut from the middle, where "..." says so.
std::string fit_width(std::string_view text, int columns);

// "850 ms", "3.2 s", "4 min 05 s", "1 h 12 min"; for a time that passed.
std::string format_duration(double seconds);
// "8 s", "2:05", "1:12:40"; short and of steady width, for a time that is counted down.
std::string format_clock(double seconds);
// "3.4 pages/s", or "2.5 s/page" when slower than one a second; empty without a page.
std::string format_rate(int64_t pages, double seconds);
// "812 KB", "34 MB", "1.6 GB"; powers of 1024.
std::string format_bytes(uint64_t bytes);
// "1 page", "3 pages".
std::string format_count(int64_t count, std::string_view singular);

// "[====>     ]"; plain ASCII, as block characters are two columns wide in many East Asian
// terminals.
std::string render_bar(double share, int columns);

}  // namespace mineru::cli
