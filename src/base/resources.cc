#include "base/resources.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"

namespace mineru {

namespace {

// Value in bytes of a line "Name:   1234 kB"; 0 when absent.
uint64_t kilobyte_field(const std::filesystem::path& path, const std::string& name) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (line.rfind(name + ":", 0) != 0) continue;
    const size_t digit = line.find_first_of("0123456789");
    if (digit == std::string::npos) return 0;
    uint64_t value = 0;
    std::from_chars(line.data() + digit, line.data() + line.size(), value);
    return value * 1024;
  }
  return 0;
}

uint64_t number_in(const std::filesystem::path& path) {
  std::ifstream in(path);
  uint64_t value = 0;
  return in >> value ? value : 0;  // "max" does not parse: no limit
}

}  // namespace

MemoryInfo read_memory_info() {
  MemoryInfo info;
  info.total = kilobyte_field("/proc/meminfo", "MemTotal");
  info.available = kilobyte_field("/proc/meminfo", "MemAvailable");
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    const uint64_t limit = number_in(path);
    if (limit != 0 && limit < info.total) info.limit = limit;
  }
  return info;
}

uint64_t peak_resident_bytes(pid_t pid) {
  return kilobyte_field(fmt::format("/proc/{}/status", pid), "VmHWM");
}

}  // namespace mineru
