#include "cli/byte_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

constexpr uint64_t kMega = 1 << 20;

TEST(ByteProgress, Lines) {
  const ByteView view{.name = "model.safetensors",
                      .done = 512 * kMega,
                      .total = 2048 * kMega,
                      .bytes_per_second = 64.0 * kMega};
  EXPECT_EQ(render_bytes(view, 100),
            "model.safetensors  [=======>                    ]  512 MB of 2.0 GB  64 MB/s  24 s "
            "left");
  EXPECT_EQ(render_bytes(view, 60), "model.safetensors  512 MB of 2.0 GB  64 MB/s  24 s left");
  EXPECT_EQ(render_bytes_plain(view), "model.safetensors: 512 MB of 2.0 GB  64 MB/s  24 s left\n");
  EXPECT_EQ(render_bytes({.name = "asking"}, 80), "asking");
  EXPECT_EQ(render_bytes({.name = "f", .done = 0, .total = kMega}, 80),
            "f  [>                           ]  0 KB of 1 MB");
}

TEST(ByteProgress, EveryWidth) {
  const ByteView view{
      .name = "文件.safetensors", .done = 1, .total = 3 * kMega, .bytes_per_second = 1};
  for (int columns = 0; columns < 120; ++columns) {
    EXPECT_LE(render_bytes(view, columns).size(), static_cast<size_t>(std::max(0, columns)) + 4);
  }
}

TEST(ByteProgress, SpeedCountsWorkOnly) {
  CapturedConsole captured({.terminal = false});
  double now = 0;
  {
    ByteProgress progress(captured.console(), ByteProgress::Mode::kShown, [&] { return now; });
    // 100 MB were there before; they are no sign of speed.
    progress.update("a", 100 * kMega, 300 * kMega, ByteProgress::Pace::kIdle);
    for (int second = 0; second <= 21; ++second) {
      now = second;
      progress.update("a", (100 + static_cast<uint64_t>(second)) * kMega, 300 * kMega);
    }
  }
  EXPECT_EQ(captured.err(),
            "a: 110 MB of 300 MB  1 MB/s  3:10 left\n"
            "a: 120 MB of 300 MB  1 MB/s  3:00 left\n");
}

TEST(ByteProgress, TerminalIsLeftClean) {
  CapturedConsole captured({.terminal = true, .columns = 80});
  double now = 0;
  {
    ByteProgress progress(captured.console(), ByteProgress::Mode::kShown, [&] { return now; });
    now = 1;
    progress.update("a\x1b[2J", 1, 2);
  }
  EXPECT_THAT(captured.err(), testing::HasSubstr("a?[2J"));
  EXPECT_THAT(captured.err(), testing::EndsWith("\r\x1b[K"));
  CapturedConsole quiet({.terminal = true, .columns = 80});
  ByteProgress silent(quiet.console(), ByteProgress::Mode::kSilent, [&] { return now; });
  silent.update("a", 1, 2);
  EXPECT_EQ(quiet.err(), "");
}

}  // namespace
}  // namespace mineru::cli
