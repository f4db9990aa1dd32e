// A network that speaks a tiny language, for tests of the engine. It keeps what it read in the
// engine's own key-value pages, so a page that is lost, shared or stale changes the reply.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/network.h"

namespace mineru::engine {

// Tokens are bytes and these.
inline constexpr int32_t kStopToken = 256;
inline constexpr int32_t kImageToken = 257;
inline constexpr int32_t kAssistantToken = 258;
inline constexpr int32_t kMarkerToken = 259;  // special, "<m>"
inline constexpr int32_t kFakeVocabulary = 260;
inline constexpr int kFakeLayers = 20;

// Holds the engine's thread until the test has said all that it wants to say.
class Gate {
 public:
  void open() {
    open_ = true;
    open_.notify_all();
  }
  void wait() const { open_.wait(false); }

 private:
  std::atomic<bool> open_{false};
};

// Prompts and what is replied:
//   "say:TEXT"     TEXT
//   "loop:TEXT"    TEXT, again and again
//   "hash:..."     letters without end, each from all tokens and positions before
//   "colours"      the first byte of each picture, in order: "7,9"
//   "marker"       the special token, then "x"
//   "nan"          logits that are no numbers
class FakeNetwork {
 public:
  // Called at the start of a step on the engine's thread; may wait or throw.
  std::function<void(model::TokenBatch)> on_forward;
  std::function<void()> on_vision;
  std::function<void()> on_drop;
  int max_position = 4096;

  std::atomic<int> num_forwards{0};
  std::atomic<int> max_logits{0};  // rows that asked in one step, at most
  std::atomic<int> max_pictures{0};

  // Borrows this.
  Network network() {
    Network network;
    network.name = "fake";
    network.layout_image_size = 28;
    network.decoder.hidden_size = 2;
    network.decoder.num_layers = 1;
    network.decoder.num_kv_heads = 1;
    network.decoder.head_dim = 1;
    network.decoder.max_position = max_position;
    network.stop_tokens = {kStopToken};
    network.make_patches = patches_of;
    network.build_prompt = prompt_of;
    network.token_bytes = [this](int32_t id) { return bytes_of(id); };
    network.is_special = [](int32_t id) { return id >= kStopToken; };
    network.start_vision = [this](auto pictures) { start_vision(pictures); };
    network.advance_vision = [this](int max_layers) { return advance_vision(max_layers); };
    network.take_embeddings = [this] { return std::exchange(embeddings_, {}); };
    network.drop_vision = [this] {
      if (on_drop) on_drop();
    };
    network.forward = [this](model::TokenBatch batch, model::KvPool& kv) {
      return forward(batch, kv);
    };
    network.parallel_for = [](int count, FunctionRef<void(int, int)> fn) {
      for (int item = 0; item < count; ++item) fn(item, 0);
    };
    return network;
  }

 private:
  static constexpr float kPicture = 1000;  // in the pages: a picture's row, plus its colour

  // One patch of 14 x 14 pixels each; the pixels are reduced to the first byte.
  static model::PatchGrid patches_of(const media::ImageView& image) {
    if (image.width < 28 || image.height < 28) {
      throw_error(Code::kInvalidArgument, "picture too small");
    }
    return {.grid = {.t = 1, .h = image.height / 28 * 2, .w = image.width / 28 * 2},
            .pixels = {image.row(0)[0]}};
  }

  static model::Prompt prompt_of(std::span<const model::PromptMessage> messages) {
    if (messages.empty()) throw_error(Code::kInvalidArgument, "no message");
    model::Prompt prompt;
    const auto add = [&prompt](int32_t token, int32_t image, int32_t image_row) {
      model::PromptRow& row = prompt.rows.emplace_back();
      row.token = token;
      row.image = image;
      row.image_row = image_row;
      row.rope.fill(prompt.next_rope++);
    };
    int32_t num_images = 0;
    for (const model::PromptMessage& message : messages) {
      if (message.role != "user") throw_error(Code::kInvalidArgument, "role '{}'", message.role);
      for (const model::PromptPart& part : message.parts) {
        if (const auto* text = std::get_if<std::string>(&part)) {
          for (const char c : *text) add(static_cast<unsigned char>(c), -1, -1);
          continue;
        }
        const int rows = std::get<model::GridThw>(part).num_patches() / 4;
        for (int row = 0; row < rows; ++row) add(kImageToken, num_images, row);
        prompt.next_rope += 3;  // positions that leap, as those of pictures do
        ++num_images;
      }
    }
    add(kAssistantToken, -1, -1);
    return prompt;
  }

  std::string_view bytes_of(int32_t id) const {
    if (id < kStopToken) return {&all_bytes_[static_cast<size_t>(id)], 1};
    constexpr std::array<std::string_view, 4> kNames = {"<stop>", "<image>", "<assistant>", "<m>"};
    return id < kFakeVocabulary ? kNames[static_cast<size_t>(id - kStopToken)] : "";
  }

  void start_vision(std::span<const model::PatchGrid* const> pictures) {
    max_pictures = std::max(max_pictures.load(), static_cast<int>(pictures.size()));
    embeddings_.clear();
    for (const model::PatchGrid* picture : pictures) {
      for (int row = 0; row < picture->grid.num_patches() / 4; ++row) {
        embeddings_.push_back(picture->pixels.at(0));
        embeddings_.push_back(static_cast<float>(row));
      }
    }
    layers_left_ = kFakeLayers;
  }

  bool advance_vision(int max_layers) {
    if (on_vision) on_vision();
    layers_left_ -= max_layers;
    return layers_left_ <= 0;
  }

  nn::Matrix<const float> forward(model::TokenBatch batch, model::KvPool& kv) {
    ++num_forwards;
    if (on_forward) on_forward(batch);
    logits_.clear();
    int num_rows = 0;
    for (const model::TokenRow& row : batch) {
      float* const page =
          kv.layer_of(row.sequence->pages()[static_cast<size_t>(row.position / kTokens)], 0);
      const auto slot = static_cast<size_t>(row.position % kTokens);
      page[slot] = row.embedding == nullptr ? static_cast<float>(row.token)
                                            : kPicture + row.embedding[0] + row.embedding[1] / 1024;
      page[slot + kTokens] = static_cast<float>(row.rope[0] + row.rope[1] + row.rope[2]);
      if (!row.wants_logits) continue;
      add_logits(history(row, kv));
      ++num_rows;
    }
    max_logits = std::max(max_logits.load(), num_rows);
    return {.data = logits_.data(),
            .rows = num_rows,
            .cols = kFakeVocabulary,
            .stride = static_cast<size_t>(kFakeVocabulary)};
  }

  struct Read {
    float value;
    float rope;
  };

  static std::vector<Read> history(const model::TokenRow& row, model::KvPool& kv) {
    std::vector<Read> read;
    for (int position = 0; position <= row.position; ++position) {
      const float* const page =
          kv.layer_of(row.sequence->pages()[static_cast<size_t>(position / kTokens)], 0);
      const auto slot = static_cast<size_t>(position % kTokens);
      read.push_back({.value = page[slot], .rope = page[slot + kTokens]});
    }
    return read;
  }

  void add_logits(const std::vector<Read>& read) {
    std::string prompt;
    std::vector<int> colours;
    size_t i = 0;
    for (; static_cast<int32_t>(read[i].value) != kAssistantToken; ++i) {
      if (read[i].value < kPicture) {
        prompt += static_cast<char>(static_cast<unsigned char>(read[i].value));
      } else if (read[i].value == static_cast<float>(static_cast<int>(read[i].value))) {
        colours.push_back(static_cast<int>(read[i].value - kPicture));  // a picture's row 0
      }
    }
    const size_t num_replied = read.size() - i - 1;
    uint32_t hash = 2166136261U;
    for (const Read& one : read) {
      hash = (hash ^ static_cast<uint32_t>(one.value * 1024)) * 16777619U;
      hash = (hash ^ static_cast<uint32_t>(one.rope)) * 16777619U;
    }
    hash ^= hash >> 15U;
    const size_t first = logits_.size();
    for (int32_t token = 0; token < kFakeVocabulary; ++token) {
      logits_.push_back(static_cast<float>((hash + static_cast<uint32_t>(token) * 40503U) % 97U) /
                        97.0F);
    }
    if (prompt == "nan") {
      logits_.insert(logits_.end() - kFakeVocabulary, kFakeVocabulary,
                     std::numeric_limits<float>::quiet_NaN());
      logits_.resize(first + kFakeVocabulary);
      return;
    }
    logits_[first + static_cast<size_t>(next_token(prompt, colours, num_replied, hash))] = 20;
  }

  static int32_t next_token(std::string_view prompt, const std::vector<int>& colours,
                            size_t num_replied, uint32_t hash) {
    const auto starts = [&prompt](std::string_view with) {
      return prompt.substr(0, with.size()) == with;
    };
    const auto byte = [num_replied](std::string_view text) -> int32_t {
      return num_replied < text.size() ? static_cast<unsigned char>(text[num_replied]) : kStopToken;
    };
    if (starts("say:")) return byte(prompt.substr(4));
    if (starts("loop:")) {
      return static_cast<unsigned char>(prompt[5 + num_replied % (prompt.size() - 5)]);
    }
    if (starts("colours")) {
      std::string text;
      for (const int colour : colours) text += (text.empty() ? "" : ",") + std::to_string(colour);
      return byte(text);
    }
    if (starts("marker")) return num_replied == 0 ? kMarkerToken : byte(" x");
    return static_cast<int32_t>('a' + hash % 26U);
  }

  static constexpr int kTokens = model::kPageTokens;
  static constexpr std::array<char, 256> every_byte() {
    std::array<char, 256> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i);
    return bytes;
  }
  std::array<char, 256> all_bytes_ = every_byte();
  std::vector<float> embeddings_;
  int layers_left_ = 0;
  std::vector<float> logits_;
};

}  // namespace mineru::engine
