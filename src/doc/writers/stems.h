// Names of the result folders, from the names of the input files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "doc/writers/document_writer.h"

namespace mineru::doc {

// File name without its extension, at most 200 bytes, so that the longest name made from it fits a
// file system's 255. Never "", "." or "..": those become "document".
std::string output_stem(const std::filesystem::path& input);

// What an uploaded file is called on disk: the last part of the name that its sender gave, the part
// before its extension at most 200 bytes. Except with kReference, folders are those of Windows,
// too, control characters go, and the extension has at most 50 bytes. Never "", "." or "..": those
// become "document".
std::string upload_name(std::string_view given, Compat compat);

// Stems that differ also where case does not count: a later equal one gets _2, _3, ..., leaving out
// what another input is called.
std::vector<std::string> uniquify_stems(const std::vector<std::string>& stems);

}  // namespace mineru::doc
