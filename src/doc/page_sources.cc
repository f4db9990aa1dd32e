#include "doc/page_sources.h"

#include <algorithm>

#include "base/cpu_info.h"
#include "doc/page_workers.h"

namespace mineru::doc {

PageSources::PageSources(const std::filesystem::path& input, const ParseOptions& options)
    : input_(input), options_(options) {
  sources_.resize(static_cast<size_t>(std::max(1, options.num_workers)));
  sources_[0] = open();
}

media::PageSource& PageSources::of(int worker) {
  auto& source = sources_[static_cast<size_t>(worker)];
  if (source == nullptr) source = open();
  return *source;
}

// A model wants many pages at hand, whatever the mode.
int PageSources::threads_for(size_t items) const {
  const Compat compat = uses_model(options_.backend) ? Compat::kProduct : options_.compat;
  return num_page_workers(static_cast<int>(items), static_cast<int>(sources_.size()),
                          read_cpu_info().logical_cpus, compat);
}

std::unique_ptr<media::PageSource> PageSources::open() const {
  return media::open_pages(
      input_,
      {options_.password,
       options_.compat == Compat::kReference ? media::Alpha::kDrop : media::Alpha::kCompose,
       options_.limits},
      options_.worker);
}

}  // namespace mineru::doc
