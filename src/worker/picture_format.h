// File formats told apart by their first bytes, never by their names.
#pragma once

#include <string>
#include <string_view>

namespace mineru::worker {

enum class PictureFormat { kNone, kPng, kJpeg, kWebp, kTiff, kGif, kBmp };

PictureFormat sniff_picture(std::string_view bytes);

inline bool is_picture(PictureFormat format) { return format != PictureFormat::kNone; }

// One sentence for a person: what the file is, and what to do.
std::string describe_foreign_format(std::string_view bytes);

}  // namespace mineru::worker
