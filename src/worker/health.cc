#include "worker/health.h"

#include "worker/ocr.h"
#include "worker/pdfium_api.h"
#include "worker/picture_codec.h"
#include "worker/sandbox.h"

namespace mineru::worker {

media::wire::HealthAnswer read_health() {
  pdfium();  // throws if it cannot be loaded
  media::wire::HealthAnswer health;
  health.pdfium_version = pdfium_version();
  health.vips_version = vips_version_text();
  health.picture_formats = picture_format_names();
  health.tesseract_version = Ocr::version();
  health.ocr_languages = Ocr::languages();
  health.sandboxed = is_sandboxed();
  return health;
}

}  // namespace mineru::worker
