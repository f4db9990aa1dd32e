#include "cli/model_download.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/unique_fd.h"
#include "cli/display_text.h"
#include "cli/file_digest.h"

namespace mineru::cli {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxListingBytes = 8 << 20;
constexpr int kRetriesOffline = 1;  // no name, no route: waiting rarely mends it
constexpr double kLongestWait = 60;

// 1, 2, 4, ... seconds, or what the server asked for.
double pause_before(int retry, double asked_s) {
  return std::min(kLongestWait, std::max(std::exp2(retry - 1), asked_s));
}

[[noreturn]] void throw_stopped() {
  throw_error(Code::kCancelled, "stopped; the same command goes on from here");
}

// A file on its way, NAME.part: kept when the transfer breaks off, and locked, so that two programs
// do not write into one.
class PartFile {
 public:
  explicit PartFile(const fs::path& target) : target_(target), path_(target.string() + ".part") {
    fd_.reset(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!fd_.valid()) throw_errno(Code::kIo, "cannot write " + path_.string());
    if (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
      throw_error(Code::kInvalidArgument, "{}: another program is fetching this file",
                  path_.string());
    }
    size_ = static_cast<uint64_t>(std::max<off_t>(0, ::lseek(fd_.get(), 0, SEEK_END)));
  }

  uint64_t size() const { return size_; }
  const fs::path& path() const { return path_; }

  // Drops what lies behind.
  void cut(uint64_t size) {
    const auto length = static_cast<off_t>(size);
    if (::ftruncate(fd_.get(), length) != 0 || ::lseek(fd_.get(), length, SEEK_SET) != length) {
      throw_errno(Code::kIo, "cannot write " + path_.string());
    }
    size_ = size;
  }

  void append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_errno(Code::kIo, "cannot write " + path_.string());
      bytes.remove_prefix(static_cast<size_t>(written));
      size_ += static_cast<uint64_t>(written);
    }
  }

  void commit() {
    // Some file systems find out only here that the disk is full.
    if (::fsync(fd_.get()) != 0) throw_errno(Code::kIo, "cannot write " + path_.string());
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
      throw_errno(Code::kIo, "cannot rename " + path_.string());
    }
  }

  void discard() { ::unlink(path_.c_str()); }

 private:
  fs::path target_;
  fs::path path_;
  UniqueFd fd_;
  uint64_t size_ = 0;
};

class Download {
 public:
  Download(const DownloadRequest& request, const DownloadServices& services,
           const std::function<void(const DownloadProgress&)>& on_progress, std::stop_token stop)
      : request_(request), services_(services), on_progress_(on_progress), stop_(std::move(stop)) {}

  DownloadReport run() {
    const std::vector<RemoteFile> files = list();
    make_folder();
    for (const RemoteFile& file : files) progress_.total += file.size;
    report_.bytes_total = progress_.total;
    const std::vector<RemoteFile> missing = find_missing(files);
    check_space(missing);
    for (const RemoteFile& file : missing) fetch(file);
    return report_;
  }

 private:
  fs::path path_of(const RemoteFile& file) const { return request_.folder / file.name; }

  std::vector<RemoteFile> list() {
    show(DownloadPhase::kListing);
    const std::string url = request_.place.listing_url();
    std::string text;
    try_until_done(url, [&] {
      const HttpGet get{.url = url,
                        .token = request_.token,
                        .on_begin = [&](uint64_t) { text.clear(); },
                        .on_bytes = [&](std::string_view bytes) { append_listing(text, bytes); },
                        .on_tick = [this] { show(DownloadPhase::kListing); },
                        .stop = stop_};
      return services_.get(get);
    });
    return parse_listing(request_.place.host, text, url);
  }

  void append_listing(std::string& text, std::string_view bytes) const {
    if (text.size() + bytes.size() > kMaxListingBytes) {
      throw_error(Code::kCorruptData, "{}: expected a list of files, found more than {} bytes",
                  request_.place.listing_url(), kMaxListingBytes);
    }
    text += bytes;
  }

  void make_folder() const {
    std::error_code failed;
    fs::create_directories(request_.folder, failed);
    if (failed) {
      throw_error(Code::kIo, "{}: the folder cannot be made: {}; choose another one with --to",
                  request_.folder.string(), failed.message());
    }
  }

  std::vector<RemoteFile> find_missing(const std::vector<RemoteFile>& files) {
    std::vector<RemoteFile> missing;
    for (const RemoteFile& file : files) {
      std::error_code unknown;
      const bool right_size = fs::file_size(path_of(file), unknown) == file.size && !unknown;
      if (right_size && digest_of(path_of(file), file) == expected(file)) {
        ++report_.files_kept;
        done_before_ += file.size;
      } else {
        missing.push_back(file);
      }
    }
    return missing;
  }

  void check_space(const std::vector<RemoteFile>& missing) const {
    uint64_t needed = 0;
    for (const RemoteFile& file : missing) {
      std::error_code none;
      const uint64_t part = fs::file_size(path_of(file).string() + ".part", none);
      needed += file.size - (none ? 0 : std::min(part, file.size));
    }
    const uint64_t free = services_.free_bytes(request_.folder);
    if (free >= needed) return;
    throw_error(Code::kIo, "{}: disk full: {} are still to come, {} are free; another disk: --to",
                request_.folder.string(), format_bytes(needed), format_bytes(free));
  }

  void fetch(const RemoteFile& file) {
    PartFile part(path_of(file));
    if (part.size() > file.size) part.cut(0);
    furthest_ = part.size();
    if (part.size() < file.size) {
      const std::string url = request_.place.file_url(file.name);
      try_until_done(url, [&] { return fetch_rest(file, part); });
    }
    show(DownloadPhase::kFetching, file.name, part.size());
    const std::string found = part.size() == file.size ? digest_of(part.path(), file) : "";
    if (found != expected(file)) {
      part.discard();
      throw_error(Code::kCorruptData,
                  "{}: expected {} bytes with the checksum {}, found {} bytes{}{}; the file was "
                  "deleted, the same command fetches it again",
                  request_.place.file_url(file.name), file.size, expected(file), part.size(),
                  found.empty() ? "" : " with ", found);
    }
    part.commit();
    ++report_.files_fetched;
    done_before_ += file.size;
  }

  HttpAnswer fetch_rest(const RemoteFile& file, PartFile& part) {
    const auto show_part = [&] { show(DownloadPhase::kFetching, file.name, part.size()); };
    const auto append = [&](std::string_view bytes) {
      // What is too much is wrong anyway, and could fill the disk.
      const size_t room = file.size + 1 - std::min(file.size + 1, part.size());
      part.append(bytes.substr(0, room));
      report_.bytes_fetched += bytes.size();
      // Only new ground counts: a server may send the same beginning again and again.
      if (part.size() > furthest_) {
        furthest_ = part.size();
        retries_ = 0;
      }
      if (part.size() > file.size) throw_too_long(file, part);
    };
    HttpAnswer answer = services_.get({.url = request_.place.file_url(file.name),
                                       .token = request_.token,
                                       .offset = part.size(),
                                       .on_begin = [&](uint64_t offset) { part.cut(offset); },
                                       .on_bytes = append,
                                       .on_tick = show_part,
                                       .stop = stop_});
    if (answer.outcome == HttpOutcome::kRange) {
      part.cut(0);  // what was there is of another file
      return {HttpOutcome::kTemporary, answer.reason, 0};
    }
    // A server that does not say how long a file is can end it too early unnoticed.
    if (answer.outcome == HttpOutcome::kOk && part.size() < file.size) {
      return {HttpOutcome::kTemporary,
              fmt::format("the server ended after {} of {} bytes", part.size(), file.size), 0};
    }
    return answer;
  }

  [[noreturn]] void throw_too_long(const RemoteFile& file, PartFile& part) const {
    part.discard();
    throw_error(Code::kCorruptData, "{}: expected {} bytes, found more; the file was deleted",
                request_.place.file_url(file.name), file.size);
  }

  // Calls `attempt` until it is kOk, with pauses that grow while nothing comes.
  template <typename Attempt>
  void try_until_done(const std::string& url, Attempt attempt) {
    retries_ = 0;
    while (true) {
      const HttpAnswer answer = attempt();
      switch (answer.outcome) {
        case HttpOutcome::kOk: return;
        case HttpOutcome::kStopped: throw_stopped();
        case HttpOutcome::kTemporary:
        case HttpOutcome::kUnreachable: break;
        case HttpOutcome::kRefused:
          throw_error(Code::kNotFound, "{}: {}; the variable HF_TOKEN can hold a token", url,
                      answer.reason);
        case HttpOutcome::kNotThere:
        case HttpOutcome::kRange:
        case HttpOutcome::kFailed: throw_unavailable(url, answer);
      }
      const bool is_offline = answer.outcome == HttpOutcome::kUnreachable && progress_.total == 0;
      const int most = is_offline ? std::min(kRetriesOffline, request_.retries) : request_.retries;
      if (retries_ >= most) throw_unavailable(url, answer);
      pause(answer, ++retries_);
    }
  }

  void pause(const HttpAnswer& answer, int retry) {
    const double seconds = pause_before(retry, answer.retry_after_s);
    progress_.phase = DownloadPhase::kWaiting;
    progress_.trouble = answer.reason;
    progress_.wait_s = seconds;
    on_progress_(progress_);
    services_.wait(seconds, stop_);
    if (stop_.stop_requested()) throw_stopped();
  }

  [[noreturn]] void throw_unavailable(const std::string& url, const HttpAnswer& answer) const {
    throw_error(Code::kNotFound, "{}: {}\n{}", url, answer.reason,
                bring_by_hand(request_.place, request_.folder));
  }

  static const std::string& expected(const RemoteFile& file) {
    return file.sha256.empty() ? file.git_sha1 : file.sha256;
  }

  std::string digest_of(const fs::path& path, const RemoteFile& file) {
    uint64_t read = 0;
    return file_digest(path, file.sha256.empty() ? DigestKind::kGitBlob : DigestKind::kSha256,
                       [&](uint64_t bytes) {
                         if (stop_.stop_requested()) throw_stopped();
                         show(DownloadPhase::kChecking, file.name, read += bytes);
                       });
  }

  void show(DownloadPhase phase, const std::string& file = {}, uint64_t done_of_file = 0) {
    progress_.phase = phase;
    progress_.file = file;
    progress_.done = done_before_ + done_of_file;
    on_progress_(progress_);
  }

  const DownloadRequest& request_;
  const DownloadServices& services_;
  const std::function<void(const DownloadProgress&)>& on_progress_;
  std::stop_token stop_;
  DownloadProgress progress_;
  DownloadReport report_;
  uint64_t done_before_ = 0;  // bytes of files that are complete
  uint64_t furthest_ = 0;     // byte of the file in work
  int retries_ = 0;           // since it was reached
};

}  // namespace

DownloadReport download_model(const DownloadRequest& request, const DownloadServices& services,
                              const std::function<void(const DownloadProgress&)>& on_progress,
                              const std::stop_token& stop) {
  return Download(request, services, on_progress, stop).run();
}

std::string bring_by_hand(const ModelPlace& place, const fs::path& folder) {
  return fmt::format(
      "Without a network, bring these files from {} into {}:\n  {}\n(a large model.safetensors may "
      "be several files and an index). Another host is tried with --source, a mirror with "
      "--mirror.",
      place.page_url(), printable(folder.string()), fmt::join(needed_files(), "\n  "));
}

}  // namespace mineru::cli
