#include "worker/pdf_graphics.h"
namespace mineru::worker {
void read_graphics(const PdfPage&, int, media::NativePage&) {}
}  // namespace mineru::worker
