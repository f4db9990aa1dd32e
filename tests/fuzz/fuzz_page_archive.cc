// A page as the journal keeps it, from a disk that lied: only Error may come of it, and what is
// accepted is exactly what would have been written.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "doc/page_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace archive = mineru::archive;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    MINERU_CHECK(archive::encode(archive::decode<mineru::doc::LaidPage>(bytes)) == bytes);
  } catch (const mineru::Error& error) {
    MINERU_CHECK(error.code() == mineru::Code::kCorruptData);
  }
  return 0;
}
