// Writes JSON as the reference's json.dump(indent=4, ensure_ascii=False) does.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mineru::doc {

// Appends `value`, which starts in a line that is indented by `depth` levels of four blanks. Floats
// are the shortest that read back equal ("0.1", "1.0", "1e-05"), not-a-numbers are null, broken
// UTF-8 becomes U+FFFD.
void append_json(std::string& out, const nlohmann::ordered_json& value, int depth = 0);

std::string to_json_text(const nlohmann::ordered_json& value);

}  // namespace mineru::doc
