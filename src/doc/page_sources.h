// The workers of one document.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "doc/pipeline.h"
#include "media/page_source.h"

namespace mineru::doc {

// A media worker for each of ParseOptions::num_workers; the first is opened at once, the others on
// their first page. of() from the thread of that worker, the rest from one thread. Errors: those of
// media::open_pages.
class PageSources {
 public:
  // Both must outlive this.
  PageSources(const std::filesystem::path& input, const ParseOptions& options);

  media::PageSource& of(int worker);
  media::PageSource& first() { return *sources_[0]; }
  size_t size() const { return sources_.size(); }
  int threads_for(size_t items) const;

 private:
  std::unique_ptr<media::PageSource> open() const;

  const std::filesystem::path& input_;
  const ParseOptions& options_;
  std::vector<std::unique_ptr<media::PageSource>> sources_;
};

}  // namespace mineru::doc
