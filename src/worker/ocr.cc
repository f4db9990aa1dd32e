#include "worker/ocr.h"
#include "base/error.h"
namespace mineru::worker {
class Ocr::Engines {};
Ocr::Ocr() = default;
Ocr::~Ocr() = default;
media::wire::RecognizeAnswer Ocr::recognize(const media::wire::RecognizeRequest&, const MemoryMap&) {
  throw_error(Code::kUnsupported, "not yet");
}
media::wire::OrientationAnswer Ocr::orientation(const media::wire::OrientationRequest&, const MemoryMap&) {
  throw_error(Code::kUnsupported, "not yet");
}
std::string Ocr::version() { return ""; }
std::vector<std::string> Ocr::languages() { return {}; }
}  // namespace mineru::worker
