// Picture files as documents: one page, or one for each page of a TIFF.
#pragma once

#include <memory>

#include "base/memory_map.h"
#include "worker/document.h"

namespace mineru::worker {

// Errors: kCorruptData, kResourceExhausted, kUnsupported.
std::unique_ptr<Document> open_picture(MemoryMap bytes, const media::wire::OpenRequest& options);

}  // namespace mineru::worker
