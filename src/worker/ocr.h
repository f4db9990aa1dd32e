// Tesseract, kept ready per set of languages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/memory_map.h"
#include "media/wire.h"

namespace mineru::worker {

// Owns the engines that have been asked for. Not thread-safe.
class Ocr {
 public:
  Ocr();
  Ocr(const Ocr&) = delete;
  Ocr& operator=(const Ocr&) = delete;
  ~Ocr();

  // `pixels`: width * height * 3 bytes. Errors: kUnsupported (language), kResourceExhausted.
  media::wire::RecognizeAnswer recognize(const media::wire::RecognizeRequest& request,
                                         const MemoryMap& pixels);
  media::wire::OrientationAnswer orientation(const media::wire::OrientationRequest& request,
                                             const MemoryMap& pixels);

  static std::string version();
  static std::vector<std::string> languages();

 private:
  class Engines;
  std::unique_ptr<Engines> engines_;
};

}  // namespace mineru::worker
