// Whole pages against the unmodified mineru-vl-utils: the same replies of a model, the same
// requests and blocks. tools/oracle/two_step_goldens.py tells what two_step.json holds.
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "doc/vlm/content_json.h"
#include "doc/vlm/page_parser.h"
#include "doc/vlm/table_mask.h"
#include "text/digest.h"
#include "unit/doc/vlm_support.h"

namespace mineru::doc::vlm {
namespace {

using engine::Request;
using engine::ScriptedGenerator;
using Json = nlohmann::ordered_json;

Json goldens() {
  std::ifstream file(MINERU_TEST_DATA "/vectors/two_step.json");
  return Json::parse(file);
}

// Pixel (x, y) has (37x + 101y + 59c) % 256 in channel c.
media::Image patterned(int width, int height) {
  MemoryMap pixels =
      MemoryMap::anonymous(static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  std::byte* out = pixels.mutable_bytes().data();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c)
        *out++ = static_cast<std::byte>((37 * x + 101 * y + 59 * c) % 256);
    }
  }
  return {width, height, std::move(pixels)};
}

std::string digest(std::string_view bytes) { return text::sha256_hex(bytes).substr(0, 16); }

std::string digest(const media::Image& picture) {
  const auto bytes = picture.bytes();
  return digest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The token that is painted over the only picture of a table, or over its second one.
std::vector<std::string> tokens() {
  const media::Image page = patterned(100, 100);
  std::vector<ContentBlock> blocks(3);
  for (ContentBlock& block : blocks) block.bbox = {0, 0, 1, 1};
  Crop crop = {0, {0, 0, 100, 100}, 0, PromptKind::kTable, {1}};
  (void)mask_table_images(page.view(), crop, blocks);
  std::vector<std::string> found = {blocks[0].table_images.begin()->first};
  crop.absorbed.push_back(2);
  blocks[0].table_images.clear();
  (void)mask_table_images(page.view(), crop, blocks);
  blocks[0].table_images.erase(found[0]);
  found.push_back(blocks[0].table_images.begin()->first);
  return found;
}

// Pictures in tables as a hash of their JPEG.
std::string shortened(std::string content) {
  constexpr std::string_view kStart = "data:image/jpeg;base64,";
  for (size_t at = content.find(kStart); at != std::string::npos; at = content.find(kStart, at)) {
    const size_t end = content.find('"', at);
    const size_t data = at + kStart.size();
    content.replace(at, end - at, "data:" + digest(content.substr(data, end - data)));
  }
  return content;
}

Json to_json(const engine::Sampling& sampling) {
  return {
      {"temperature", sampling.temperature},
      {"top_p", sampling.top_p},
      {"top_k", sampling.top_k},
      {"presence_penalty", sampling.presence_penalty},
      {"frequency_penalty", sampling.frequency_penalty},
      {"repetition_penalty", sampling.repetition_penalty},
      {"vllm_xargs", {{"no_repeat_ngram_size", sampling.no_repeat_ngram_size}, {"debug", false}}}};
}

Json to_json(const Request& request, const Json& golden) {
  Json sampling = to_json(request.sampling);
  sampling["skip_special_tokens"] = request.special_tokens != engine::SpecialTokens::kKeep;
  const media::Image& picture = picture_of(request);
  return {{"prompt", prompt_of(request)},
          {"size", {picture.width(), picture.height()}},
          {"pixels", golden["pixels"].is_null() ? Json() : Json(digest(picture))},
          {"sampling", std::move(sampling)}};
}

void check_messages(const Request& request) {
  ASSERT_EQ(request.messages.size(), 2U);
  EXPECT_EQ(request.messages[0].role, "system");
  ASSERT_EQ(request.messages[0].parts.size(), 1U);
  EXPECT_EQ(request.messages[0].parts[0].text, "You are a helpful assistant.");
  EXPECT_EQ(request.messages[1].role, "user");
  ASSERT_EQ(request.messages[1].parts.size(), 2U);
}

class TwoStep : public ::testing::Test {
 protected:
  void check(const Json& page) {
    std::vector<std::string> replies = {page["layout"]};
    for (const Json& reply : page["replies"]) {
      replies.push_back(replaced(replaced(reply, "{token 0}", names[0]), "{token 1}", names[1]));
    }
    size_t next = 0;
    ScriptedGenerator generator([&](const Request&) { return replies.at(next++); });
    PageParserOptions options;
    options.compat = Compat::kReference;
    options.image_analysis = page["image_analysis"] ? ImageAnalysis::kYes : ImageAnalysis::kNo;
    const media::Image raster = patterned(page["size"][0], page["size"][1]);
    PageReading reading = PageParser(generator, options, {}).read(raster.view());
    check_requests(generator, page["requests"]);
    for (ContentBlock& block : reading.blocks) {
      if (block.content) block.content = shortened(*block.content);
    }
    // As text: the keys have the same order.
    EXPECT_EQ(content_blocks_to_json(reading.blocks).dump(1), page["blocks"].dump(1));
    num_blocks += page["blocks"].size();
  }

  void check_requests(const ScriptedGenerator& generator, const Json& expected) {
    const auto requests = generator.requests();
    ASSERT_EQ(requests.size(), expected.size());
    for (size_t i = 0; i < requests.size(); ++i) {
      check_messages(*requests[i]);
      Json golden = expected[i];
      golden["sampling"] = all["sampling"][golden["sampling"].get<size_t>()];
      EXPECT_EQ(to_json(*requests[i], golden).dump(1), golden.dump(1)) << "request " << i + 1;
    }
    num_requests += requests.size();
  }

  const Json all = goldens();
  const std::vector<std::string> names = tokens();
  size_t num_requests = 0;
  size_t num_blocks = 0;
};

TEST_F(TwoStep, RequestsAndBlocksEqualTheReference) {
  for (const Json& page : all["pages"]) {
    SCOPED_TRACE(page["name"].get<std::string>());
    check(page);
  }
  EXPECT_EQ(all["pages"].size(), 41U);
  EXPECT_EQ(num_requests, 222U);
  EXPECT_EQ(num_blocks, 202U);
}

}  // namespace
}  // namespace mineru::doc::vlm
