#include "model/synthetic.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/unique_fd.h"
#include "model/synthetic_files.h"
#include "model/synthetic_weights.h"
#include "model/tokenizer.h"

namespace mineru::model {

static_assert(std::endian::native == std::endian::little, "safetensors is little-endian");

namespace {

constexpr std::string_view kFullSize = "mineru2.5-1.2b";
constexpr std::string_view kTiny = "tiny";
constexpr std::string_view kWeights = "model.safetensors";
constexpr int32_t kQwenFirstAdded = 151643;  // "<|endoftext|>" of every Qwen2 tokenizer
constexpr int kQwenVocabulary = 151936;

struct Preset {
  ModelConfig config;
  int32_t first_added = 0;  // where a made-up tokenizer puts its added tokens
};

ImageConfig image_config() {
  ImageConfig image;
  image.min_pixels = int64_t{56} * 56;
  image.max_pixels = int64_t{2048} * 28 * 28;  // the layout picture of 1036 x 1036 passes unchanged
  return image;
}

Preset full_size() {
  Preset preset;
  VisionConfig& vision = preset.config.vision;
  vision.depth = 32;
  vision.embed_dim = 1280;
  vision.num_heads = 16;
  vision.mlp_dim = 4 * 1280;
  vision.out_dim = 896;
  DecoderConfig& decoder = preset.config.decoder;
  decoder.hidden_size = 896;
  decoder.intermediate_size = 4864;
  decoder.num_layers = 24;
  decoder.num_heads = 14;
  decoder.num_kv_heads = 2;
  decoder.vocab_size = kQwenVocabulary;
  decoder.max_position = 16384;
  decoder.mrope_section = {8, 12, 12};
  decoder.tie_word_embeddings = true;
  preset.config.image = image_config();
  preset.first_added = kQwenFirstAdded;
  return preset;
}

// The head sizes of the real model (80 and 64), everything else as small as it gets.
Preset tiny() {
  Preset preset = full_size();
  VisionConfig& vision = preset.config.vision;
  vision.depth = 4;
  vision.embed_dim = 160;
  vision.num_heads = 2;
  vision.mlp_dim = 4 * 160;
  vision.out_dim = 128;
  DecoderConfig& decoder = preset.config.decoder;
  decoder.hidden_size = 128;
  decoder.intermediate_size = 320;
  decoder.num_layers = 4;
  decoder.num_heads = 2;
  decoder.num_kv_heads = 1;
  preset.config.layout_image_size = 252;
  preset.first_added = 256;
  decoder.vocab_size = 0;  // as many as the tokenizer has
  return preset;
}

Preset preset_of(std::string_view name) {
  if (name == kFullSize) return full_size();
  if (name == kTiny) return tiny();
  throw_error(Code::kInvalidArgument, "synthetic checkpoint: expected the preset {}, found {}",
              fmt::join(synthetic_presets(), " or "), name);
}

SyntheticTokens tokens_of(const Tokenizer& tokenizer, const std::string& file) {
  const auto id = [&](std::string_view content) {
    const auto found = tokenizer.token_id(content);
    if (!found) {
      throw_error(Code::kInvalidArgument,
                  "{}: expected the added token {}, found none: not a tokenizer of the Qwen2 "
                  "family",
                  file, content);
    }
    return *found;
  };
  return {.end_of_text = id("<|endoftext|>"),
          .im_start = id("<|im_start|>"),
          .im_end = id("<|im_end|>"),
          .vision_start = id("<|vision_start|>"),
          .vision_end = id("<|vision_end|>"),
          .image_pad = id("<|image_pad|>"),
          .video_pad = id("<|video_pad|>")};
}

uint64_t bytes_of(const SyntheticTensor& tensor) {
  return sizeof(uint16_t) * static_cast<uint64_t>(tensor.num_elements());
}

// Length and JSON of a safetensors file, padded so that the data starts at a multiple of 8.
std::string header_of(const std::vector<SyntheticTensor>& tensors) {
  nlohmann::ordered_json header = {{"__metadata__", {{"format", "pt"}}}};
  uint64_t offset = 0;
  for (const SyntheticTensor& tensor : tensors) {
    const uint64_t end = offset + bytes_of(tensor);
    header[tensor.name] = {
        {"dtype", "BF16"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string length;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    length += static_cast<char>(static_cast<uint64_t>(text.size()) >> shift & 0xFFU);
  }
  return length + text;
}

// A file that is there under its name only when it is whole. Not thread-safe.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path path)
      : path_(std::move(path)), partial_(path_.string() + ".partial") {
    fd_.reset(::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd_.valid()) throw_errno(Code::kIo, fmt::format("cannot create {}", partial_.string()));
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (fd_.valid()) ::unlink(partial_.c_str());
  }

  void write(const char* data, size_t size) {
    while (size > 0) {
      const ssize_t written = ::write(fd_.get(), data, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw_errno(Code::kIo, fmt::format("cannot write {}", partial_.string()));
      data += written;
      size -= static_cast<size_t>(written);
    }
  }

  void commit() {
    // Some file systems find out only here that the disk is full.
    if (::fsync(fd_.get()) != 0) {
      throw_errno(Code::kIo, fmt::format("cannot write {}", partial_.string()));
    }
    if (::rename(partial_.c_str(), path_.c_str()) != 0) {
      throw_errno(Code::kIo, fmt::format("cannot rename {}", partial_.string()));
    }
    fd_.reset();
  }

 private:
  std::filesystem::path path_;
  std::filesystem::path partial_;
  UniqueFd fd_;
};

void check_space(const std::filesystem::path& folder, uint64_t needed) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (!error && space.available < needed) {
    throw_error(Code::kIo, "{}: disk full: the weights need {} bytes, {} are free", folder.string(),
                needed, space.available);
  }
}

void write_weights(const std::vector<SyntheticTensor>& tensors, uint64_t seed,
                   const std::filesystem::path& path, const SyntheticProgress& progress) {
  constexpr size_t kChunk = size_t{4} << 20U;
  uint64_t total = 0;
  for (const SyntheticTensor& tensor : tensors) total += bytes_of(tensor);
  const std::string header = header_of(tensors);
  check_space(path.parent_path(), total + header.size());
  NewFile file(path);
  file.write(header.data(), header.size());
  std::vector<uint16_t> chunk(kChunk);
  uint64_t done = 0;
  for (const SyntheticTensor& tensor : tensors) {
    SyntheticStream stream(tensor, seed);
    for (auto left = static_cast<size_t>(tensor.num_elements()); left > 0;) {
      const std::span<uint16_t> values(chunk.data(), std::min(left, kChunk));
      stream.fill(values);
      file.write(reinterpret_cast<const char*>(values.data()), values.size_bytes());
      left -= values.size();
      done += values.size_bytes();
      if (progress) progress(done, total);
    }
  }
  file.commit();
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw_error(Code::kIo, "cannot make the folder {}: {}", folder.string(), error.message());
  }
  for (const std::string_view name : {std::string_view("config.json"), kWeights,
                                      std::string_view("model.safetensors.index.json")}) {
    if (std::filesystem::exists(folder / name)) {
      throw_error(Code::kInvalidArgument,
                  "{}: expected a new folder, found {} in it: nothing is overwritten",
                  folder.string(), name);
    }
  }
}

}  // namespace

std::vector<std::string_view> synthetic_presets() { return {kFullSize, kTiny}; }

void write_synthetic_checkpoint(const SyntheticOptions& options,
                                const std::filesystem::path& folder,
                                const SyntheticProgress& progress) {
  auto [config, first_added] = preset_of(options.preset);
  const bool is_made_up = options.tokenizer_json.empty();
  const std::string text =
      is_made_up ? synthetic_tokenizer_json(first_added) : read_file(options.tokenizer_json);
  const std::string file = is_made_up ? "tokenizer.json" : options.tokenizer_json.string();
  const Tokenizer tokenizer = Tokenizer::parse(text, file);
  const SyntheticTokens tokens = tokens_of(tokenizer, file);
  constexpr int kRounding = 64;
  config.decoder.vocab_size = std::max(
      config.decoder.vocab_size, (tokenizer.num_ids() + kRounding - 1) / kRounding * kRounding);
  config.decoder.head_dim = config.decoder.hidden_size / config.decoder.num_heads;

  make_folder(folder);
  write_file(folder / "tokenizer.json", text);
  write_file(folder / "tokenizer_config.json", synthetic_tokenizer_config_json());
  write_file(folder / "chat_template.json", synthetic_chat_template_json());
  write_file(folder / "generation_config.json", synthetic_generation_json(tokens));
  write_file(folder / "preprocessor_config.json", synthetic_preprocessor_json(config));
  write_weights(synthetic_tensors(config.vision, config.decoder), options.seed, folder / kWeights,
                progress);
  // Last: a folder with a config.json is a whole checkpoint.
  write_file(folder / "config.json", synthetic_config_json(config, tokens));
}

}  // namespace mineru::model
