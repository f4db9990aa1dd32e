#include "cli/model_catalog.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace mineru::cli {

namespace {

using Json = nlohmann::json;

constexpr PublishedModel kModels[] = {{"2509", "MinerU2.5-2509-1.2B"},
                                      {"pro", "MinerU2.5-Pro-2605-1.2B"}};

constexpr std::string_view kNeeded[] = {
    "model.safetensors",  "tokenizer.json",           "tokenizer_config.json",
    "chat_template.json", "preprocessor_config.json", "generation_config.json",
    "config.json"};

constexpr uint64_t kLargestFile = 1ull << 40;
constexpr std::string_view kLast = "config.json";

std::string_view owner(ModelHost host) {
  return host == ModelHost::kHuggingFace ? "opendatalab" : "OpenDataLab";
}

// The name becomes a file's: nothing that could lead out of the folder.
bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name.front() != '.' && name.size() <= 100 &&
         std::all_of(name.begin(), name.end(), is_plain);
}

bool is_wanted(std::string_view name) {
  if (!is_plain_name(name)) return false;
  // ModelScope's own description; the tokenizer is in tokenizer.json.
  if (name == "configuration.json" || name == "vocab.json") return false;
  return name.ends_with(".safetensors") || name.ends_with(".json") || name.ends_with(".jinja") ||
         name.starts_with("LICENSE") || name == "README.md";
}

bool is_hex(std::string_view text, size_t size) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() == size && std::all_of(text.begin(), text.end(), is_digit);
}

// {"type": "file", "path": ..., "size": ..., "oid": SHA-1, "lfs": {"oid": SHA-256}}
RemoteFile from_hugging_face(const Json& entry) {
  RemoteFile file{.name = entry.at("path"), .size = entry.at("size"), .sha256 = {}, .git_sha1 = {}};
  if (entry.contains("lfs")) {
    file.sha256 = entry.at("lfs").at("oid");
  } else {
    file.git_sha1 = entry.at("oid");
  }
  return file;
}

// {"Type": "blob", "Path": ..., "Size": ..., "Sha256": ...}
RemoteFile from_model_scope(const Json& entry) {
  return {.name = entry.at("Path"),
          .size = entry.at("Size"),
          .sha256 = entry.at("Sha256"),
          .git_sha1 = {}};
}

std::vector<RemoteFile> wanted_files(ModelHost host, const Json& listing) {
  const bool is_hugging_face = host == ModelHost::kHuggingFace;
  const Json& entries = is_hugging_face ? listing : listing.at("Data").at("Files");
  std::vector<RemoteFile> files;
  for (const Json& entry : entries) {
    const bool is_file =
        is_hugging_face ? entry.at("type") == "file" : entry.value("Type", "blob") != "tree";
    if (!is_file) continue;
    const std::string name = entry.at(is_hugging_face ? "path" : "Path");
    if (!is_wanted(name)) continue;
    files.push_back(is_hugging_face ? from_hugging_face(entry) : from_model_scope(entry));
  }
  return files;
}

}  // namespace

std::span<const PublishedModel> published_models() { return kModels; }

const PublishedModel& published_model(std::string_view name) {
  for (const PublishedModel& model : kModels) {
    if (name == model.name || name == model.repository) return model;
  }
  std::vector<std::string_view> names;
  for (const PublishedModel& model : kModels) names.push_back(model.name);
  throw_error(Code::kInvalidArgument, "no model is called '{}'; expected {}", name,
              fmt::join(names, " or "));
}

ModelHost parse_model_host(std::string_view name) {
  if (name == "huggingface") return ModelHost::kHuggingFace;
  if (name == "modelscope") return ModelHost::kModelScope;
  throw_error(Code::kInvalidArgument, "expected huggingface or modelscope, found '{}'", name);
}

std::string_view default_endpoint(ModelHost host) {
  return host == ModelHost::kHuggingFace ? "https://huggingface.co" : "https://modelscope.cn";
}

std::string ModelPlace::page_url() const {
  return fmt::format("{}/{}{}/{}", endpoint, host == ModelHost::kHuggingFace ? "" : "models/",
                     owner(host), model.repository);
}

std::string ModelPlace::listing_url() const {
  if (host == ModelHost::kHuggingFace) {
    return fmt::format("{}/api/models/{}/{}/tree/main", endpoint, owner(host), model.repository);
  }
  return fmt::format("{}/api/v1/models/{}/{}/repo/files?Revision=master&Recursive=false", endpoint,
                     owner(host), model.repository);
}

std::string ModelPlace::file_url(std::string_view name) const {
  return fmt::format("{}/resolve/{}/{}", page_url(),
                     host == ModelHost::kHuggingFace ? "main" : "master", name);
}

std::vector<RemoteFile> parse_listing(ModelHost host, std::string_view json, std::string_view url) {
  std::vector<RemoteFile> files;
  try {
    files = wanted_files(host, Json::parse(json));
  } catch (const Json::exception& error) {
    throw_error(Code::kCorruptData, "{}: expected a list of files, found: {}", url, error.what());
  }
  for (const RemoteFile& file : files) {
    if (file.size > kLargestFile) {
      throw_error(Code::kCorruptData, "{}: {}: {} bytes are beyond any model", url, file.name,
                  file.size);
    }
    if (is_hex(file.sha256, 64) || is_hex(file.git_sha1, 40)) continue;
    throw_error(Code::kCorruptData, "{}: {}: expected a checksum, found none", url, file.name);
  }
  const auto is_last = [](const RemoteFile& file) { return file.name == kLast; };
  if (std::none_of(files.begin(), files.end(), is_last)) {
    throw_error(Code::kCorruptData, "{}: expected a list with {}, found {} files without it", url,
                kLast, files.size());
  }
  // A mistake of any kind shows with the small files.
  std::sort(files.begin(), files.end(), [&](const RemoteFile& a, const RemoteFile& b) {
    if (is_last(a) != is_last(b)) return is_last(b);
    return a.size != b.size ? a.size < b.size : a.name < b.name;
  });
  return files;
}

std::span<const std::string_view> needed_files() { return kNeeded; }

}  // namespace mineru::cli
