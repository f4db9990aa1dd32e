#include "doc/page_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/archive.h"
#include "base/error.h"
#include "doc/page_archive.h"
#include "text/digest.h"

namespace mineru::doc {

namespace {

// Changes with the layout of the records.
constexpr std::string_view kMagic = "mineru.cpp pages 1\n";
constexpr size_t kDigestBytes = 64;

// Where a record's content belongs; it stands before it, and under the same checksum.
struct Heading {
  uint8_t kind = 0;
  int32_t place = 0;
};
template <class Archive, archive::Is<Heading> T>
void fields(Archive& ar, T& heading) {
  ar(heading.kind, heading.place);
}
constexpr size_t kHeadingBytes = sizeof(uint8_t) + sizeof(int32_t);

}  // namespace

PageJournal::PageJournal(std::filesystem::path path, const std::string& key, Keep keep)
    : path_(std::move(path)) {
  file_.reset(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file_.valid()) throw_errno(Code::kIo, fmt::format("cannot create {}", path_.string()));
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw_error(Code::kInvalidArgument, "another run is writing into {}",
                path_.parent_path().string());
  }
  const std::string header = std::string(kMagic) + key + "\n";
  if (keep != Keep::kNothing && read(0, header.size()) == header) {
    end_ = header.size();
    scan(keep);
  }
  if (::ftruncate(file_.get(), static_cast<off_t>(end_)) != 0) {
    throw_errno(Code::kIo, fmt::format("cannot write {}", path_.string()));
  }
  if (end_ == 0) write(header);
}

std::string PageJournal::read(uint64_t begin, uint64_t size) const {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    const ssize_t got =
        ::pread(file_.get(), bytes.data() + done, size - done, static_cast<off_t>(begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(Code::kIo, fmt::format("cannot read {}", path_.string()));
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

void PageJournal::write(std::string_view bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data() + done, bytes.size() - done,
                                     static_cast<off_t>(end_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_errno(Code::kIo, fmt::format("cannot write {}", path_.string()));
    done += static_cast<size_t>(written);
  }
  end_ += bytes.size();
}

void PageJournal::scan(Keep keep) {
  constexpr size_t kFrameBytes = sizeof(uint64_t) + kDigestBytes;
  const auto file_end = static_cast<uint64_t>(::lseek(file_.get(), 0, SEEK_END));
  for (;;) {
    const std::string frame = read(end_, kFrameBytes);
    if (frame.size() < kFrameBytes) return;
    uint64_t size = 0;
    std::memcpy(&size, frame.data(), sizeof size);
    const uint64_t begin = end_ + kFrameBytes;
    if (size < kHeadingBytes || size > file_end - begin) return;
    const std::string payload = read(begin, size);
    if (text::sha256_hex(payload) != std::string_view(frame).substr(sizeof size)) return;
    const auto heading =
        archive::decode<Heading>(std::string_view(payload).substr(0, kHeadingBytes));
    const Record record{begin + kHeadingBytes, size - kHeadingBytes};
    const auto kind = static_cast<Kind>(heading.kind);
    if (kind == Kind::kLearned) learned_ = record;
    if (kind == Kind::kPage || (kind == Kind::kFailedPage && keep == Keep::kAll)) {
      pages_[heading.place] = record;
    }
    end_ = begin + size;
  }
}

void PageJournal::append(Kind kind, int place, std::string_view content) {
  if (save_error_) return;
  std::string payload = archive::encode(Heading{static_cast<uint8_t>(kind), place});
  payload += content;
  const auto size = static_cast<uint64_t>(payload.size());
  std::string record(reinterpret_cast<const char*>(&size), sizeof size);
  record += text::sha256_hex(payload);
  record += payload;
  try {
    write(record);
  } catch (const Error& error) {
    save_error_ = error;
  }
}

std::optional<std::string> PageJournal::learned() const {
  const std::scoped_lock lock(mutex_);
  if (!learned_) return std::nullopt;
  return read(learned_->begin, learned_->size);
}

void PageJournal::save_learned(std::string_view bytes) {
  const std::scoped_lock lock(mutex_);
  append(Kind::kLearned, 0, bytes);
}

bool PageJournal::has(int place) const {
  const std::scoped_lock lock(mutex_);
  return pages_.contains(place);
}

std::optional<LaidPage> PageJournal::load(int place) const {
  std::string bytes;
  {
    const std::scoped_lock lock(mutex_);
    const auto record = pages_.find(place);
    if (record == pages_.end()) return std::nullopt;
    bytes = read(record->second.begin, record->second.size);
  }
  try {
    return archive::decode<LaidPage>(bytes);
  } catch (const Error&) {
    return std::nullopt;  // not ours after all: the page is made again
  }
}

void PageJournal::save(int place, const LaidPage& laid) {
  const std::string bytes = archive::encode(laid);
  const bool ok = laid.page.status == PageStatus::kOk;
  const std::scoped_lock lock(mutex_);
  append(ok ? Kind::kPage : Kind::kFailedPage, place, bytes);
}

std::optional<Error> PageJournal::save_error() const {
  const std::scoped_lock lock(mutex_);
  return save_error_;
}

void PageJournal::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace mineru::doc
