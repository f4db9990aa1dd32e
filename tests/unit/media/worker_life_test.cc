// The worker's end by every cause, and the life after it.
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "media/media_worker.h"
#include "test_files.h"

namespace mineru::media {
namespace {

using testing::HasSubstr;

class WorkerLife : public testing::Test {
 protected:
  WorkerLife() {
    ::setenv("MINERU_WORKER_TEST", "1", 1);
    options_.call_timeout_ms = 20'000;
    options_.memory_bytes = 1ull << 30;
  }
  ~WorkerLife() override { ::unsetenv("MINERU_WORKER_TEST"); }

  Error fault(MediaWorker& worker, wire::TestFault which) {
    try {
      worker.call<wire::Nothing>(wire::Op::kTestFault, wire::TestFaultRequest{which}, "testing");
    } catch (const Error& error) {
      return error;
    }
    return {Code::kCancelled, "nothing happened"};
  }

  WorkerOptions options_;
};

TEST_F(WorkerLife, AbortIsNamed) {
  MediaWorker worker(options_, 0);
  const Error error = fault(worker, wire::TestFault::kAbort);
  EXPECT_EQ(error.code(), Code::kInternal);
  EXPECT_THAT(error.message(), HasSubstr("ended by signal 6"));
  EXPECT_THAT(error.message(), HasSubstr("while testing (limit 1.0 GiB of memory)"));
  EXPECT_FALSE(worker.alive());
  EXPECT_EQ(fault(worker, wire::TestFault::kAbort).message(), "the media worker has ended");
}

TEST_F(WorkerLife, HangIsEndedAtTheDeadline) {
  options_.call_timeout_ms = 300;
  for (const auto which : {wire::TestFault::kHang, wire::TestFault::kSleep}) {
    MediaWorker worker(options_, 0);
    const Error error = fault(worker, which);
    EXPECT_EQ(error.code(), Code::kDeadlineExceeded);
    EXPECT_EQ(error.message(), "the media worker took longer than 0.3 s testing");
    EXPECT_FALSE(worker.alive());
  }
}

#ifndef MINERU_SANITIZED
TEST_F(WorkerLife, MemoryLimitIsNamed) {
  MediaWorker worker(options_, 0);
  const Error error = fault(worker, wire::TestFault::kEatMemory);
  EXPECT_EQ(error.code(), Code::kResourceExhausted);
  EXPECT_THAT(error.message(), HasSubstr("ran out of memory while testing (limit 1.0 GiB)"));
  EXPECT_LT(peak_worker_resident_bytes(), 1ull << 30);
}
#endif

TEST_F(WorkerLife, SandboxRefusesProgramsFilesAndNetwork) {
  MediaWorker worker(options_, 0);
  EXPECT_EQ(fault(worker, wire::TestFault::kExecute).message(), "refused: execve");
  EXPECT_EQ(fault(worker, wire::TestFault::kWriteFile).message(), "refused: open for writing");
  EXPECT_EQ(fault(worker, wire::TestFault::kConnect).message(), "refused: socket");
  EXPECT_TRUE(worker.alive());
}

TEST_F(WorkerLife, FaultsAreOffWithoutTheVariable) {
  ::unsetenv("MINERU_WORKER_TEST");
  MediaWorker worker(options_, 0);
  EXPECT_EQ(fault(worker, wire::TestFault::kAbort).code(), Code::kUnsupported);
}

TEST_F(WorkerLife, HealthNamesTheLibraries) {
  const WorkerHealth health = check_worker({});
  EXPECT_TRUE(health.sandboxed);
  EXPECT_THAT(health.vips_version, HasSubstr("8."));
  EXPECT_THAT(health.tesseract_version, HasSubstr("5."));
  EXPECT_THAT(health.ocr_languages, testing::Contains("eng"));
  EXPECT_THAT(health.picture_formats,
              testing::IsSupersetOf({"PNG", "JPEG", "WebP", "TIFF", "GIF"}));
  EXPECT_GT(health.peak_resident_bytes, 10'000'000u);
}

TEST_F(WorkerLife, MissingProgramIsNotFound) {
  options_.program = "/nowhere/mineru-media-worker";
  try {
    MediaWorker worker(options_, 0);
    FAIL() << "started";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_THAT(error.message(), HasSubstr("/nowhere/mineru-media-worker"));
  }
}

// Children of this process, from the kernel.
std::vector<pid_t> children() {
  const std::string self = std::to_string(::getpid());
  std::ifstream list("/proc/" + self + "/task/" + self + "/children");
  std::vector<pid_t> result;
  for (pid_t pid = 0; list >> pid;) result.push_back(pid);
  return result;
}

TEST_F(WorkerLife, ADocumentOutlivesItsWorker) {
  const TestFolder folder;
  const auto source = open_pages(folder.write("x.pdf", HandmadePdf{}.bytes()), {}, options_);
  EXPECT_EQ(source->render(0, 1).width(), 300);
  ASSERT_EQ(children().size(), 1u);
  ::kill(children()[0], SIGKILL);
  try {
    source->render(0, 1);
    FAIL() << "drawn by a dead worker";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kResourceExhausted);  // as the kernel's memory killer does it
    EXPECT_THAT(error.message(), HasSubstr("signal 9"));
    EXPECT_THAT(error.message(), HasSubstr("drawing page 1"));
  }
  EXPECT_EQ(source->render(0, 1).width(), 300);
  EXPECT_EQ(source->page_count(), 1);
}

TEST_F(WorkerLife, NoWorkerIsLeftBehind) {
  {
    const TestFolder folder;
    const auto source = open_pages(folder.write("x.pdf", HandmadePdf{}.bytes()), {}, options_);
    EXPECT_EQ(children().size(), 1u);
  }
  EXPECT_TRUE(children().empty());
}

// Even one in the midst of work ends when the program's end of the socket is gone.
TEST_F(WorkerLife, AnOrphanEndsByItself) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "thread sanitizer holds signals back while a thread calls nothing";
#endif
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), wire::kWorkerSocket);
  std::string name = "mineru-media-worker", limit = "2000000000";
  char* arguments[] = {name.data(), limit.data(), nullptr};
  pid_t pid = -1;
  const std::string program = std::string(MINERU_BIN_DIR) + "/mineru-media-worker";
  ASSERT_EQ(::posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  theirs.reset();
  wire::send_packet(ours.get(), static_cast<uint32_t>(wire::Op::kTestFault),
                    wire::encode(wire::TestFaultRequest{wire::TestFault::kHang}), {},
                    wire::kNoDeadline);
  ::usleep(300'000);
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, WNOHANG), 0);
  ours.reset();
  bool ended = false;
  for (int i = 0; i < 500 && !ended; ++i) {
    ended = ::waitpid(pid, &status, WNOHANG) == pid;
    if (!ended) ::usleep(10'000);
  }
  EXPECT_TRUE(ended);
  if (!ended) ::kill(pid, SIGKILL);
}

}  // namespace
}  // namespace mineru::media
