// Checksums of files as model hosts give them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace mineru::cli {

// kGitBlob: SHA-1 of "blob SIZE\0" and the content, by which git names a file.
enum class DigestKind { kSha256, kGitBlob };

// Lower-case hexadecimal. `on_bytes` hears of each piece read. Errors: kIo.
std::string file_digest(const std::filesystem::path& path, DigestKind kind,
                        const std::function<void(uint64_t bytes)>& on_bytes = {});

}  // namespace mineru::cli
