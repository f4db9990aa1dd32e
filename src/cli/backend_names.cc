#include "cli/backend_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "cli/suggest.h"

namespace mineru::cli {

namespace {

constexpr std::string_view kVlm[] = {"vlm", "vlm-engine", "vlm-auto-engine", "vlm-http-client"};
constexpr std::string_view kHybrid[] = {"hybrid", "hybrid-engine", "hybrid-auto-engine",
                                        "hybrid-http-client"};
constexpr std::string_view kWithServer[] = {"vlm-http-client", "hybrid-http-client"};

template <size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

doc::Backend parse_backend(std::string_view name) {
  // "pipeline" is the official backend of small models; its users expect a fast answer without a
  // GPU.
  if (name == "flash" || name == "pipeline") return doc::Backend::kFlash;
  if (contains(kVlm, name)) return doc::Backend::kVlm;
  if (contains(kHybrid, name)) return doc::Backend::kHybrid;
  const std::array<std::string, 5> ours = {"auto", "flash", "hybrid", "pipeline", "vlm"};
  const std::string nearest = nearest_name(name, ours);
  throw_error(Code::kInvalidArgument,
              "no backend is called '{}'{}; use -b flash, -b hybrid or -b vlm", name,
              nearest.empty() ? std::string() : " (did you mean '" + nearest + "'?)");
}

bool needs_server(std::string_view name) { return contains(kWithServer, name); }

}  // namespace mineru::cli
