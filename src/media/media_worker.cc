#include "media/media_worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/resources.h"

extern char** environ;  // banned-ok: the only way to the environment that posix_spawn takes

namespace mineru::media {

namespace {

// Largest resident set seen so far; a report's figure, so a relaxed atomic is all it needs.
std::atomic<uint64_t>& peak_resident() {
  // banned-ok: a maximum over all workers of the process, whoever owns them
  static std::atomic<uint64_t> peak{0};
  return peak;
}

void note_resident(pid_t pid) {
  const uint64_t now = peak_resident_bytes(pid);
  uint64_t seen = peak_resident().load(std::memory_order_relaxed);
  while (seen < now && !peak_resident().compare_exchange_weak(seen, now)) {
  }
}

std::string program_path(const WorkerOptions& options) {
  const std::filesystem::path path =
      options.program.empty() ? executable_dir() / "mineru-media-worker" : options.program;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw_error(Code::kNotFound, "media worker program not found at {}", path.string());
  }
  return path.string();
}

// Our environment with the thread counts of the libraries pinned to one: two cores are shared with
// the program, and OpenMP's idle threads spin.
std::vector<std::string> worker_environment() {
  constexpr std::string_view kPinned[] = {
      "OMP_THREAD_LIMIT=1",
      "MAGICK_THREAD_LIMIT=1",
      "VIPS_CONCURRENCY=1",
      "VIPS_DISC_THRESHOLD=64g",  // the sandbox has no temporary files
      "VIPS_WARNING=0",           // every odd file has one
      "LC_ALL=C.UTF-8",           // decimal points, whatever the user's language
#ifdef MINERU_SANITIZED
      "TSAN_OPTIONS=report_bugs=0",  // GLib's locks are not seen; our side has one thread
#endif
  };
  std::vector<std::string> result(std::begin(kPinned), std::end(kPinned));
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool pinned = false;
    for (const std::string_view p : kPinned) pinned = pinned || p.starts_with(name);
    if (!pinned) result.emplace_back(text);
  }
  return result;
}

// Attributes and file actions of posix_spawn: no call between fork and exec is ours.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t set;
    sigemptyset(&set);
    posix_spawnattr_setsigmask(&attributes, &set);
    sigfillset(&set);
    posix_spawnattr_setsigdefault(&attributes, &set);
    // Its own process group: Ctrl-C in the terminal is for the program, which then decides.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }

  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
};

// The libraries print warnings about every odd file; sanitizer reports must stay visible.
bool keep_worker_messages() {
#ifdef MINERU_SANITIZED
  return true;
#else
  return std::getenv("MINERU_WORKER_MESSAGES") != nullptr;
#endif
}

// Of a worker that closed its end: its own way of ending tells more than our SIGKILL would.
int await_own_end(pid_t pid) {
  constexpr int kPatienceMs = 2000;
  int status = 0;
  for (int waited_ms = 0; waited_ms < kPatienceMs; ++waited_ms) {
    if (::waitpid(pid, &status, WNOHANG) == pid) return status;
    ::poll(nullptr, 0, 1);
  }
  ::kill(pid, SIGKILL);
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string gigabytes(uint64_t bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1ull << 30));
}

}  // namespace

MediaWorker::MediaWorker(const WorkerOptions& options, uint64_t document_bytes)
    : options_(options), memory_limit_(options.memory_bytes + document_bytes) {
  const std::string program = program_path(options);
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw_errno(Code::kIo, "socketpair");
  }
  socket_.reset(ends[0]);
  spawn(program, UniqueFd(ends[1]));
}

MediaWorker::~MediaWorker() {
  if (alive()) end();
}

void MediaWorker::spawn(const std::string& program, const UniqueFd& worker_end) {
  SpawnPlan plan;
  posix_spawn_file_actions_addopen(&plan.actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&plan.actions, 1, "/dev/null", O_WRONLY, 0);
  if (!keep_worker_messages()) {
    posix_spawn_file_actions_addopen(&plan.actions, 2, "/dev/null", O_WRONLY, 0);
  }
  posix_spawn_file_actions_adddup2(&plan.actions, worker_end.get(), wire::kWorkerSocket);

  std::vector<std::string> environment = worker_environment();
  std::vector<char*> environment_pointers;
  for (std::string& entry : environment) environment_pointers.push_back(entry.data());
  environment_pointers.push_back(nullptr);
  std::string name = "mineru-media-worker";
  std::string limit = std::to_string(memory_limit_);
  char* arguments[] = {name.data(), limit.data(), nullptr};

  const int error = ::posix_spawn(&pid_, program.c_str(), &plan.actions, &plan.attributes,
                                  arguments, environment_pointers.data());
  if (error != 0) {
    pid_ = -1;
    errno = error;
    throw_errno(Code::kIo, fmt::format("cannot start {}", program));
  }
}

int MediaWorker::end() {
  note_resident(pid_);
  ::kill(pid_, SIGKILL);  // no effect on one that has already ended
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  socket_.reset();
  return status;
}

wire::Packet MediaWorker::exchange(wire::Op op, std::string payload, std::string_view doing,
                                   std::span<const int> descriptors) {
  if (!alive()) throw_error(Code::kInternal, "the media worker has ended");
  const auto deadline = wire::Clock::now() + std::chrono::milliseconds(options_.call_timeout_ms);
  std::optional<wire::Packet> answer;
  try {
    wire::send_packet(socket_.get(), static_cast<uint32_t>(op), payload, descriptors, deadline);
    answer = wire::receive_packet(socket_.get(), deadline);
  } catch (const Error& error) {
    if (error.code() == Code::kIo) report_death(doing);
    end();
    if (error.code() != Code::kDeadlineExceeded) throw;
    throw_error(Code::kDeadlineExceeded, "the media worker took longer than {} s {}",
                static_cast<double>(options_.call_timeout_ms) / 1000, doing);
  }
  if (!answer) report_death(doing);
  note_resident(pid_);
  if (answer->kind == static_cast<uint32_t>(wire::Status::kOk)) return std::move(*answer);
  const auto failure = decode_answer<wire::Failure>(*answer);
  throw Error(failure.code, failure.message);
}

void MediaWorker::report_death(std::string_view doing) {
  const int status = await_own_end(pid_);
  pid_ = -1;
  socket_.reset();
  const std::string limit = gigabytes(memory_limit_);
  if (WIFEXITED(status) && WEXITSTATUS(status) == wire::kExitOutOfMemory) {
    throw_error(Code::kResourceExhausted, "the media worker ran out of memory while {} (limit {})",
                doing, limit);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw_error(Code::kInternal, "the media worker could not be executed");
  }
  if (!WIFSIGNALED(status)) {
    throw_error(Code::kInternal, "the media worker ended with status {} while {}",
                WEXITSTATUS(status), doing);
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) {
    throw_error(Code::kDeadlineExceeded, "the media worker used up its processor time while {}",
                doing);
  }
  // Nobody but the kernel's out-of-memory killer kills a process that does nothing else.
  const Code code = signal == SIGKILL ? Code::kResourceExhausted : Code::kInternal;
  throw_error(code, "the media worker ended by signal {} ({}) while {} (limit {} of memory)",
              signal, ::strsignal(signal), doing, limit);
}

void MediaWorker::reject(std::string_view what) {
  if (alive()) end();
  throw_error(Code::kCorruptData, "the media worker answered nonsense: {}", what);
}

uint64_t peak_worker_resident_bytes() { return peak_resident().load(std::memory_order_relaxed); }

WorkerHealth check_worker(const WorkerOptions& options) {
  MediaWorker worker(options, 0);
  const auto answer =
      worker.call<wire::HealthAnswer>(wire::Op::kHealth, wire::Nothing{}, "reporting its health");
  WorkerHealth health;
  health.pdfium_version = answer.pdfium_version;
  health.vips_version = answer.vips_version;
  health.tesseract_version = answer.tesseract_version;
  health.ocr_languages = answer.ocr_languages;
  health.picture_formats = answer.picture_formats;
  health.sandboxed = answer.sandboxed;
  health.peak_resident_bytes = peak_worker_resident_bytes();
  return health;
}

}  // namespace mineru::media
