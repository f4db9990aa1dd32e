// Where the network's weights come from: a name gives type, shape and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mineru::model {

enum class DType { kF32, kF16, kBF16 };
std::string_view dtype_name(DType type);  // "F32", as safetensors writes it
size_t dtype_size(DType type);            // bytes an element

// A tensor in its file's memory. Borrowed from the WeightSource.
struct Tensor {
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;  // row-major, little-endian; may be unaligned
  std::string_view file;             // where it lies, for errors
};

// Thread-safe for reading.
class WeightSource {
 public:
  virtual ~WeightSource() = default;
  // Null if there is no such tensor.
  virtual const Tensor* find(std::string_view name) const = 0;
  // The tensor, which must have exactly this shape. Errors: kNotFound, kCorruptData; the message
  // names file, tensor, expected and found.
  const Tensor& require(std::string_view name, std::span<const int64_t> shape) const;
  virtual std::vector<std::string> names() const = 0;
  // Tells the system that the tensor's pages will not be read again soon (it stays readable).
  virtual void release(const Tensor& tensor) const = 0;
  virtual std::string description() const = 0;  // "2 safetensors files in models/x"
};

// The .safetensors files of a checkpoint folder, mapped read-only: model.safetensors, or the shards
// that model.safetensors.index.json lists. Errors: kNotFound, kCorruptData, kUnsupported (a type
// other than F32, F16, BF16), kIo.
std::unique_ptr<WeightSource> open_safetensors(const std::filesystem::path& folder);

// One tensor of a safetensors header.
struct SafetensorsEntry {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  size_t offset = 0;     // bytes from the start of the file
  size_t num_bytes = 0;  // equals the product of shape times dtype_size
};

// Parses and validates the header of a whole mapped file: sizes, overlaps, offsets, duplicates.
// https://huggingface.co/docs/safetensors. Errors: kCorruptData, kUnsupported; `file` names it.
std::vector<SafetensorsEntry> parse_safetensors(std::span<const std::byte> bytes,
                                                std::string_view file);

}  // namespace mineru::model
