// Finds libpdfium.so and fills the table of its functions.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "worker/pdfium_api.h"

namespace mineru::worker {

namespace {

std::vector<std::filesystem::path> candidates() {
  std::vector<std::filesystem::path> result;
  if (const char* path = std::getenv("MINERU_PDFIUM")) {
    // Named by the user: no other one will do.
    result.emplace_back(path);
    return result;
  }
  const std::filesystem::path programs = executable_dir();
  result.push_back(programs / "libpdfium.so");
  result.push_back(programs.parent_path() / "lib" / "libpdfium.so");
  result.push_back(programs.parent_path() / "lib" / "mineru" / "libpdfium.so");
  return result;
}

// The library carries and exports a FreeType, a libjpeg, a zlib of its own. Those that libvips
// brought into the process must not take their place: glyphs would be drawn by another version.
constexpr int kOwnSymbolsFirst =
#ifndef MINERU_SANITIZED
    RTLD_DEEPBIND;
#else
    0;  // sanitizers refuse to run with it
#endif

void* open_library() {
  std::string tried;
  for (const std::filesystem::path& path : candidates()) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) {
      void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbolsFirst);
      if (library != nullptr) return library;
      throw_error(Code::kNotFound, "PDFium cannot be loaded: {}", ::dlerror());
    }
    tried += (tried.empty() ? "" : ", ") + path.string();
  }
  throw_error(Code::kNotFound, "PDFium (libpdfium.so) not found; looked at {}", tried);
}

template <class Function>
void resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw_error(Code::kNotFound, "PDFium lacks the function {}", name);
}

PdfiumApi load() {
  void* library = open_library();  // stays loaded until the process ends
  PdfiumApi api;
#define MINERU_PDFIUM(result, name, arguments) resolve(library, #name, api.name);
#include "worker/pdfium_functions.inc"
#undef MINERU_PDFIUM
  // The date of the PDFs that it writes: none, so that they are the same each time.
  api.FSDK_SetTimeFunction([]() -> std::time_t { return 0; });
  const FPDF_LIBRARY_CONFIG config;
  api.FPDF_InitLibraryWithConfig(&config);
  return api;
}

}  // namespace

const PdfiumApi& pdfium() {
  static const PdfiumApi api = load();
  return api;
}

std::string pdfium_version() { return MINERU_PDFIUM_VERSION; }

}  // namespace mineru::worker
