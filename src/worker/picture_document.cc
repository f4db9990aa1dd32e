#include "worker/picture_document.h"
#include "base/error.h"
namespace mineru::worker {
std::unique_ptr<Document> open_picture(MemoryMap, const media::wire::OpenRequest&) {
  throw_error(Code::kUnsupported, "not yet");
}
}  // namespace mineru::worker
