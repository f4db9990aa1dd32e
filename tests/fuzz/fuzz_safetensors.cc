// Files of weights from anywhere: only Error may come out, and what is accepted describes the file
// exactly. The first byte chooses: '0' a safetensors file, '1' the index of several.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "model/safetensors.h"
#include "model/weight_source.h"

namespace {

using mineru::model::SafetensorsEntry;

void check_entries(std::span<const std::byte> bytes) {
  size_t used = 0;
  for (const SafetensorsEntry& entry : mineru::model::parse_safetensors(bytes, "fuzz")) {
    size_t expected = mineru::model::dtype_size(entry.dtype);
    for (const int64_t size : entry.shape) {
      MINERU_CHECK(size >= 0);
      expected *= static_cast<size_t>(size);
    }
    MINERU_CHECK(entry.num_bytes == expected);
    MINERU_CHECK(used == 0 || entry.offset == used);
    used = entry.offset + entry.num_bytes;
    MINERU_CHECK(used <= bytes.size());
  }
  MINERU_CHECK(used == 0 || used == bytes.size());
}

void check_index(std::string_view text) {
  for (const auto& entry : mineru::model::parse_safetensors_index(text, "fuzz")) {
    MINERU_CHECK(entry.file.find('/') == std::string::npos);
    MINERU_CHECK(entry.file.ends_with(".safetensors"));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 2 == 0) {
      check_entries(std::as_bytes(std::span(text)));
    } else {
      check_index(text);
    }
  } catch (const mineru::Error&) {
  }
  return 0;
}
