#include "model/safetensors.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/memory_map.h"
#include "model/config_json.h"
#include "model/weight_source.h"

namespace mineru::model {

using nlohmann::json;

namespace {

// The reference implementation's own limit.
constexpr uint64_t kMaxHeaderBytes = 100'000'000;
constexpr size_t kPrefixBytes = 8;
constexpr size_t kMaxRank = 8;
constexpr std::string_view kExtension = ".safetensors";

std::string place(std::string_view file, std::string_view tensor) {
  return fmt::format("{}: tensor {}", file, in_quotes(tensor));
}

uint64_t header_bytes(std::span<const std::byte> bytes, std::string_view file) {
  if (bytes.size() < kPrefixBytes) {
    throw_error(Code::kCorruptData, "{}: expected a safetensors file, found {} bytes", file,
                bytes.size());
  }
  uint64_t length = 0;
  for (size_t i = kPrefixBytes; i-- > 0;) length = length << 8U | static_cast<uint64_t>(bytes[i]);
  const uint64_t most = std::min<uint64_t>(kMaxHeaderBytes, bytes.size() - kPrefixBytes);
  if (length > most) {
    throw_error(Code::kCorruptData,
                "{}: expected a safetensors header of at most {} bytes in this file of {}, found "
                "a length of {}; is the download complete?",
                file, most, bytes.size(), length);
  }
  return length;
}

DType read_dtype(const JsonFields& fields, std::string_view file, std::string_view tensor) {
  const std::string name = fields.string("dtype").value_or("");
  for (const DType type : {DType::kF32, DType::kF16, DType::kBF16}) {
    if (name == dtype_name(type)) return type;
  }
  if (name.empty()) fields.fail(Code::kCorruptData, "dtype", "the name of a type");
  throw_error(Code::kUnsupported, "{}: expected type F32, F16 or BF16, found {}",
              place(file, tensor), in_quotes(name));
}

// Integers of an array, none above 2^48: far more than any file, and a sum of two cannot overflow.
std::vector<uint64_t> read_sizes(const JsonFields& fields, std::string_view key, size_t most) {
  constexpr uint64_t kMaxSize = uint64_t{1} << 48U;
  const json* value = fields.find(key);
  const auto fits = [](const json& size) {
    return size.is_number_unsigned() && size.get<uint64_t>() <= kMaxSize;
  };
  if (value == nullptr || !value->is_array() || value->size() > most ||
      !std::all_of(value->begin(), value->end(), fits)) {
    fields.fail(Code::kCorruptData, key, fmt::format("an array of at most {} sizes", most));
  }
  return value->get<std::vector<uint64_t>>();
}

SafetensorsEntry read_entry(const std::string& name, const json& value, std::string_view file,
                            uint64_t data_start, uint64_t data_bytes) {
  if (!value.is_object()) {
    throw_error(Code::kCorruptData, "{}: expected an object, found {}", place(file, name),
                described(value));
  }
  const JsonFields fields(value, file, fmt::format("tensor {}: ", in_quotes(name)));
  SafetensorsEntry entry;
  entry.name = name;
  entry.dtype = read_dtype(fields, file, name);
  uint64_t wanted = dtype_size(entry.dtype);
  for (const uint64_t size : read_sizes(fields, "shape", kMaxRank)) {
    entry.shape.push_back(static_cast<int64_t>(size));
    if (__builtin_mul_overflow(wanted, size, &wanted)) {
      fields.fail(Code::kCorruptData, "shape", fmt::format("at most {} bytes", data_bytes));
    }
  }
  const auto offsets = read_sizes(fields, "data_offsets", 2);
  if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_bytes) {
    fields.fail(Code::kCorruptData, "data_offsets",
                fmt::format("begin and end within the {} bytes of data", data_bytes));
  }
  if (offsets[1] - offsets[0] != wanted) {
    fields.fail(Code::kCorruptData, "data_offsets",
                fmt::format("{} bytes for {} of shape [{}]", wanted, dtype_name(entry.dtype),
                            fmt::join(entry.shape, ", ")),
                fmt::format("{}", offsets[1] - offsets[0]));
  }
  entry.offset = data_start + offsets[0];
  entry.num_bytes = wanted;
  return entry;
}

// The format knows neither overlaps nor holes: the data is used once and completely.
void check_layout(const std::vector<SafetensorsEntry>& entries, size_t data_start, size_t file_size,
                  std::string_view file) {
  size_t expected = data_start;
  for (const SafetensorsEntry& entry : entries) {
    if (entry.offset != expected) {
      throw_error(Code::kCorruptData,
                  "{}: expected at byte {}, after the tensor before it, found "
                  "at {}",
                  place(file, entry.name), expected, entry.offset);
    }
    expected += entry.num_bytes;
  }
  if (expected != file_size) {
    throw_error(Code::kCorruptData, "{}: expected {} bytes, found {}", file, expected, file_size);
  }
}

bool is_plain_shard_name(std::string_view name) {
  return name.size() > kExtension.size() && name.ends_with(kExtension) && name.size() < 256 &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

}  // namespace

std::vector<SafetensorsEntry> parse_safetensors(std::span<const std::byte> bytes,
                                                std::string_view file) {
  const uint64_t length = header_bytes(bytes, file);
  const size_t data_start = kPrefixBytes + length;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kPrefixBytes, length);
  if (!text.starts_with('{')) {
    throw_error(Code::kCorruptData, "{}: expected a safetensors header starting with {{, found {}",
                file, length == 0 ? "nothing" : "something else");
  }
  const json header = parse_json_object(text, file, RepeatedKeys::kError);
  std::vector<SafetensorsEntry> entries;
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") continue;
    entries.push_back(read_entry(name, value, file, data_start, bytes.size() - data_start));
  }
  // Empty tensors share their place with the next one.
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.num_bytes < b.num_bytes;
  });
  check_layout(entries, data_start, bytes.size(), file);
  return entries;
}

std::vector<ShardEntry> parse_safetensors_index(std::string_view text, std::string_view file) {
  const json document = parse_json_object(text, file, RepeatedKeys::kError);
  const JsonFields root(document, file);
  if (!root.object("weight_map")) root.fail(Code::kCorruptData, "weight_map", "an object");
  std::vector<ShardEntry> entries;
  for (const auto& [tensor, shard] : root.find("weight_map")->items()) {
    if (!shard.is_string() || !is_plain_shard_name(shard.get_ref<const std::string&>())) {
      throw_error(Code::kCorruptData,
                  "{}: weight_map: {}: expected a file name ending in {}, without folders, found "
                  "{}",
                  file, in_quotes(tensor), kExtension, described(shard));
    }
    entries.push_back({tensor, shard.get<std::string>()});
  }
  if (entries.empty()) root.fail(Code::kCorruptData, "weight_map", "at least one tensor");
  return entries;
}

namespace {

// Immutable after construction.
class SafetensorsSource final : public WeightSource {
 public:
  explicit SafetensorsSource(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // All files are named before the first is added: tensors point at the names.
  void open(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      files_.push_back({(folder_ / name).string(), MemoryMap::file(folder_ / name)});
    }
    for (const File& file : files_) add(file);
  }

  const Tensor* find(std::string_view name) const override {
    const auto at = tensors_.find(name);
    return at == tensors_.end() ? nullptr : &at->second;
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    names.reserve(tensors_.size());
    for (const auto& [name, tensor] : tensors_) names.push_back(name);
    return names;
  }

  void release(const Tensor& tensor) const override { MemoryMap::advise_unused(tensor.bytes); }

  std::string description() const override {
    return fmt::format("{} safetensors file{} in {}", files_.size(), files_.size() == 1 ? "" : "s",
                       folder_.string());
  }

 private:
  struct File {
    std::string path;
    MemoryMap map;
  };

  void add(const File& file) {
    for (SafetensorsEntry& entry : parse_safetensors(file.map.bytes(), file.path)) {
      Tensor tensor{.dtype = entry.dtype,
                    .shape = std::move(entry.shape),
                    .bytes = file.map.bytes().subspan(entry.offset, entry.num_bytes),
                    .file = file.path};
      const auto [at, is_new] = tensors_.emplace(std::move(entry.name), std::move(tensor));
      if (!is_new) {
        throw_error(Code::kCorruptData, "{}: expected each tensor once, found it in {} too",
                    place(file.path, at->first), at->second.file);
      }
    }
  }

  std::filesystem::path folder_;
  std::vector<File> files_;
  std::map<std::string, Tensor, std::less<>> tensors_;
};

std::vector<std::string> shard_names(const std::vector<ShardEntry>& entries) {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const ShardEntry& entry : entries) names.push_back(entry.file);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::unique_ptr<WeightSource> open_shards(const std::filesystem::path& folder,
                                          const std::filesystem::path& index) {
  const auto entries =
      parse_safetensors_index(read_small_file(index, kMaxHeaderBytes), index.string());
  const auto names = shard_names(entries);
  for (const std::string& name : names) {
    if (!std::filesystem::exists(folder / name)) {
      throw_error(Code::kNotFound, "{}: no such file; {} lists it", (folder / name).string(),
                  index.string());
    }
  }
  auto source = std::make_unique<SafetensorsSource>(folder);
  source->open(names);
  for (const ShardEntry& entry : entries) {
    const Tensor* tensor = source->find(entry.tensor);
    if (tensor == nullptr || tensor->file != (folder / entry.file).string()) {
      throw_error(Code::kCorruptData, "{}: expected in {}, as {} says, found {}{}",
                  place(index.string(), entry.tensor), entry.file, index.filename().string(),
                  tensor == nullptr ? "nowhere" : "in ", tensor == nullptr ? "" : tensor->file);
    }
  }
  return source;
}

}  // namespace

std::unique_ptr<WeightSource> open_safetensors(const std::filesystem::path& folder) {
  const auto index = folder / "model.safetensors.index.json";
  const std::string whole = "model.safetensors";
  if (std::filesystem::exists(folder / whole)) {
    auto source = std::make_unique<SafetensorsSource>(folder);
    source->open({whole});
    return source;
  }
  if (std::filesystem::exists(index)) return open_shards(folder, index);
  throw_error(Code::kNotFound,
              "{}: expected model.safetensors, or model.safetensors.index.json with the files it "
              "lists, found neither{}",
              folder.string(),
              std::filesystem::exists(folder / "pytorch_model.bin")
                  ? "; pytorch_model.bin is not read: save it as safetensors"
                  : "");
}

}  // namespace mineru::model
