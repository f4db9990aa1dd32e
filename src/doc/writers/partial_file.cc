#include "doc/writers/partial_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace mineru::doc {

PartialFile::PartialFile(std::filesystem::path path)
    : path_(std::move(path)), partial_(path_.string() + ".partial") {
  fd_.reset(::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd_.valid()) throw_errno(Code::kIo, fmt::format("cannot create {}", partial_.string()));
}

void PartialFile::append(std::string_view piece, std::string_view tail) {
  std::string bytes(piece);
  bytes += tail;
  MINERU_CHECK(bytes.size() >= tail_size_);
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::pwrite(fd_.get(), bytes.data() + done, bytes.size() - done,
                                     end_ + static_cast<off_t>(done));
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_errno(Code::kIo, fmt::format("cannot write {}", partial_.string()));
    }
    done += static_cast<size_t>(written);
  }
  end_ += static_cast<int64_t>(piece.size());
  tail_size_ = tail.size();
}

void PartialFile::commit() {
  // Some network file systems report a full disk only here.
  if (::close(fd_.release()) != 0) {
    throw_errno(Code::kIo, fmt::format("cannot write {}", partial_.string()));
  }
  if (::rename(partial_.c_str(), path_.c_str()) != 0) {
    throw_errno(Code::kIo, fmt::format("cannot replace {}", path_.string()));
  }
}

}  // namespace mineru::doc
