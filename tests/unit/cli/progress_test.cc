#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/display_text.h"
#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

ProgressView halfway(std::string name) {
  return {.name = std::move(name),
          .document = 2,
          .documents = 5,
          .pages_done = 20,
          .pages_total = 40,
          .seconds = 10,
          .warnings = 3};
}

TEST(DisplayText, Width) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("报告.pdf"), 8);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("\U0001F600"), 2);
}

TEST(DisplayText, FitsByCuttingTheMiddle) {
  EXPECT_EQ(fit_width("report.pdf", 10), "report.pdf");
  EXPECT_EQ(fit_width("a-very-long-name.pdf", 11), "a-ve....pdf");
  EXPECT_EQ(fit_width("第二季度财务报告.pdf", 12), "第二....pdf");
  EXPECT_EQ(fit_width("abcdef", 3), "...");
  EXPECT_EQ(fit_width("abcdef", 0), "");
  for (int columns = 0; columns < 40; ++columns) {
    EXPECT_LE(
        display_width(fit_width("第二季度财务报告 2024 (final) e\u0301\U0001F600.pdf", columns)),
        columns);
  }
}

TEST(DisplayText, PrintableHasNoControl) {
  EXPECT_EQ(printable("a\x1b[31mb\nc\td"), "a?[31mb?c?d");
  EXPECT_EQ(printable("\xff"), "\uFFFD");
  EXPECT_EQ(printable("\u202Efdp.exe"), "?fdp.exe");
  EXPECT_EQ(printable("报告 #1.pdf"), "报告 #1.pdf");
}

TEST(DisplayText, Numbers) {
  EXPECT_EQ(format_duration(0.0421), "42 ms");
  EXPECT_EQ(format_duration(3.14), "3.1 s");
  EXPECT_EQ(format_duration(245), "4 min 05 s");
  EXPECT_EQ(format_duration(4321), "1 h 12 min");
  EXPECT_EQ(format_clock(8.4), "8 s");
  EXPECT_EQ(format_clock(125), "2:05");
  EXPECT_EQ(format_clock(4360), "1:12:40");
  EXPECT_EQ(format_rate(34, 10), "3.4 pages/s");
  EXPECT_EQ(format_rate(2, 5), "2.5 s/page");
  EXPECT_EQ(format_rate(0, 5), "");
  EXPECT_EQ(format_bytes(34ull << 20), "34 MB");
  EXPECT_EQ(format_bytes(3ull << 29), "1.5 GB");
  EXPECT_EQ(format_count(1, "page"), "1 page");
  EXPECT_EQ(format_count(0, "page"), "0 pages");
}

TEST(ProgressLine, Wide) {
  EXPECT_EQ(
      render_progress(halfway("report.pdf"), 200),
      "[2/5] report.pdf  [==============>             ]  page 20/40  10 s left   2.0 pages/s  "
      "3 warnings");
}

TEST(ProgressLine, Eighty) {
  const std::string line = render_progress(halfway("第二季度财务报告与展望.pdf"), 80);
  EXPECT_LE(display_width(line), 79);
  EXPECT_THAT(line, testing::StartsWith("[2/5] 第二"));
  EXPECT_THAT(line, HasSubstr("page 20/40  10 s left   2.0 pages/s  3 warnings"));
}

TEST(ProgressLine, Forty) {
  const std::string line = render_progress(halfway("第二季度财务报告与展望.pdf"), 40);
  EXPECT_LE(display_width(line), 39);
  EXPECT_THAT(line, HasSubstr("page 20/40"));
  EXPECT_THAT(line, HasSubstr("第"));
}

TEST(ProgressLine, NeverWiderThanTheWindow) {
  for (const char* name :
       {"a", "report.pdf", "第二季度财务报告与展望（最终版）.pdf",
        "a-very-long-file-name-that-nobody-should-ever-use-but-somebody-does.pdf"}) {
    for (int columns = 1; columns <= 210; ++columns) {
      ProgressView view = halfway(name);
      EXPECT_LT(display_width(render_progress(view, columns)), columns) << columns;
      view.pages_total = view.pages_done = 0;
      EXPECT_LT(display_width(render_progress(view, columns)), columns) << columns;
    }
  }
}

TEST(ProgressLine, SaysNothingItDoesNotKnow) {
  ProgressView view{.name = "a.pdf", .seconds = 0.2};
  EXPECT_EQ(render_progress(view, 80), "a.pdf  reading");
  view.pages_total = 10;
  view.seconds = 4;
  EXPECT_THAT(render_progress(view, 80), Not(HasSubstr("left")));
  EXPECT_THAT(render_progress(view, 80), HasSubstr("4 s"));
  EXPECT_LT(seconds_left(view), 0);
}

TEST(ProgressLine, TimeLeftCountsDownWithinAPage) {
  ProgressView view{.name = "a.pdf", .pages_done = 2, .pages_total = 4, .seconds = 20};
  EXPECT_DOUBLE_EQ(seconds_left(view), 20);
  view.seconds = 24;
  view.seconds_idle = 4;
  EXPECT_DOUBLE_EQ(seconds_left(view), 16);
  view.seconds = 220;
  view.seconds_idle = 200;
  EXPECT_DOUBLE_EQ(seconds_left(view), 0);
}

TEST(Progress, RedrawsAtMostTenTimesASecondAndLeavesNothing) {
  CapturedConsole captured({.terminal = true, .columns = 80});
  double now = 100;
  Progress progress(captured.console(), Progress::Mode::kShown, [&now] { return now; });
  progress.begin_document("a.pdf", 1, 1);
  for (int page = 1; page <= 1000; ++page) {
    now += 0.001;
    progress.page_done(1, {.pages_done = page, .pages_total = 1000});
  }
  progress.end_document(1);
  const std::string written = captured.err();
  EXPECT_LE(std::count(written.begin(), written.end(), '\r'), 12);
  EXPECT_THAT(written, testing::EndsWith("\r\x1b[K"));
}

TEST(Progress, PlainLinesAreRare) {
  CapturedConsole captured({.terminal = false});
  double now = 100;
  Progress progress(captured.console(), Progress::Mode::kShown, [&now] { return now; });
  progress.begin_document("a.pdf", 1, 1);
  for (int page = 1; page <= 50; ++page) {
    now += 0.5;
    progress.page_done(1, {.pages_done = page, .pages_total = 100, .warnings = page == 3 ? 1 : 0});
  }
  progress.end_document(1);
  EXPECT_EQ(captured.err(),
            "a.pdf: page 20/100, 40 s left, 2.0 pages/s, 1 warning\n"
            "a.pdf: page 40/100, 30 s left, 2.0 pages/s, 1 warning\n");
}

TEST(Progress, ShowsTheDocumentThatWasBegunFirst) {
  CapturedConsole captured({.terminal = false});
  double now = 100;
  Progress progress(captured.console(), Progress::Mode::kShown, [&now] { return now; });
  progress.begin_document("a.pdf", 1, 3);
  progress.begin_document("b.pdf", 2, 3);
  now += 11;
  progress.page_done(2, {.pages_done = 5, .pages_total = 9});
  progress.end_document(1);
  now += 11;
  progress.page_done(2, {.pages_done = 6, .pages_total = 9});
  progress.end_document(2);
  progress.page_done(2, {.pages_done = 7, .pages_total = 9});
  EXPECT_EQ(captured.err(),
            "a.pdf: reading, 11 s\n"
            "b.pdf: page 6/9, 11 s left, 3.7 s/page\n");
}

TEST(ProgressLine, CountsTheOthers) {
  ProgressView view = halfway("report.pdf");
  view.others = 2;
  EXPECT_THAT(render_progress(view, 200), HasSubstr("3 warnings  2 more documents"));
}

TEST(Progress, SilentIsSilent) {
  CapturedConsole captured({.terminal = true, .columns = 80});
  Progress progress(captured.console(), Progress::Mode::kSilent);
  progress.begin_document("a.pdf", 1, 1);
  progress.page_done(1, {.pages_done = 1, .pages_total = 2});
  progress.end_document(1);
  EXPECT_EQ(captured.err(), "");
}

TEST(Console, MessagesAppearAboveTheStatusLine) {
  CapturedConsole captured({.terminal = true, .columns = 80});
  captured.console().set_status("working");
  captured.console().err("note\n");
  captured.console().set_status("");
  EXPECT_EQ(captured.err(), "\rworking\x1b[K\r\x1b[Knote\nworking\r\x1b[K");
}

TEST(Console, NoColourUnlessAsked) {
  CapturedConsole plain({});
  EXPECT_EQ(plain.console().paint("ok", Colour::kGreen), "ok");
  CapturedConsole coloured({.colour = true});
  EXPECT_EQ(coloured.console().paint("ok", Colour::kGreen), "\x1b[32mok\x1b[0m");
}

}  // namespace
}  // namespace mineru::cli
