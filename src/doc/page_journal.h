// What a document's pages came to, kept on disk while the document is in work: after a crash the
// next run goes on where this one ended (docs/decisions/007-page-journal.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/unique_fd.h"
#include "doc/flow.h"

namespace mineru::doc {

// A file of records, each with its checksum. It only grows; a record that was broken off, and all
// that follows it, is cut off when the file is opened again. Thread-safe. Errors: kIo, but not from
// saving: that is given up after the first failure, as the document does not need it. One run at a
// time may have the file: the other one gets kInvalidArgument.
class PageJournal {
 public:
  enum class Keep {
    kNothing,    // begin anew
    kAll,        // also pages that failed
    kGoodPages,  // pages that failed are forgotten
  };

  // `key` names the input and all options that pages depend on: a file with another key begins
  // anew.
  PageJournal(std::filesystem::path path, const std::string& key, Keep keep);

  // What was learned about the document before its first page was made.
  std::optional<std::string> learned() const;
  void save_learned(std::string_view bytes);

  // The page at this place among those that were asked for; nothing: it has to be made.
  std::optional<LaidPage> load(int place) const;
  void save(int place, const LaidPage& laid);
  bool has(int place) const;

  std::optional<Error> save_error() const;  // why saving was given up
  void remove();                            // the file is of no use any more

 private:
  enum class Kind : uint8_t { kLearned = 1, kPage, kFailedPage };
  struct Record {
    uint64_t begin = 0;
    uint64_t size = 0;
  };

  void scan(Keep keep);
  void append(Kind kind, int place, std::string_view content);
  void write(std::string_view bytes);                     // at end_
  std::string read(uint64_t begin, uint64_t size) const;  // fewer bytes at the end of the file

  std::filesystem::path path_;
  UniqueFd file_;
  mutable std::mutex mutex_;  // guards the rest, and the growing of the file
  uint64_t end_ = 0;
  std::optional<Record> learned_;
  std::map<int, Record> pages_;
  std::optional<Error> save_error_;
};

}  // namespace mineru::doc
