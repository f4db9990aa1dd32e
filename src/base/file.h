// Whole files: read, and replaced so that a reader never sees a half-written one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mineru {

// Errors: kNotFound, kIo.
std::string read_file(const std::filesystem::path& path);

// Writes to a temporary neighbour and renames it over `path`. Errors: kIo, with the path.
void write_file(const std::filesystem::path& path, std::string_view contents);

// Folder of the running program, symlinks resolved. Errors: kIo.
std::filesystem::path executable_dir();

}  // namespace mineru
