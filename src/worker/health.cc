#include "worker/health.h"

#include "worker/ocr.h"
#include "worker/pdfium_api.h"
#include "worker/sandbox.h"

namespace mineru::worker {

media::wire::HealthAnswer read_health() {
  pdfium();  // throws if it cannot be loaded
  media::wire::HealthAnswer health;
  health.pdfium_version = pdfium_version();
  health.tesseract_version = Ocr::version();
  health.ocr_languages = Ocr::languages();
  health.sandboxed = is_sandboxed();
  return health;
}

}  // namespace mineru::worker
