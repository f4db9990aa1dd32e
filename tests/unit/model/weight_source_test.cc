#include "model/weight_source.h"

#include <array>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "model/weight_names.h"

namespace mineru::model {
namespace {

using testing::HasSubstr;

class NamedTensors final : public WeightSource {
 public:
  explicit NamedTensors(std::vector<std::string> names) {
    for (std::string& name : names) {
      tensors_[std::move(name)] = Tensor{DType::kF32, {2, 3}, {}, "x.safetensors"};
    }
  }
  const Tensor* find(std::string_view name) const override {
    const auto at = tensors_.find(name);
    return at == tensors_.end() ? nullptr : &at->second;
  }
  std::vector<std::string> names() const override {
    return std::vector<std::string>(tensors_.size());
  }
  void release(const Tensor& /*tensor*/) const override {}
  std::string description() const override { return "1 file in m"; }

 private:
  std::map<std::string, Tensor, std::less<>> tensors_;
};

TEST(WeightSource, TypesAsSafetensorsNamesThem) {
  EXPECT_EQ(dtype_name(DType::kF32), "F32");
  EXPECT_EQ(dtype_name(DType::kF16), "F16");
  EXPECT_EQ(dtype_name(DType::kBF16), "BF16");
  EXPECT_EQ(dtype_size(DType::kF32), 4U);
  EXPECT_EQ(dtype_size(DType::kF16), 2U);
  EXPECT_EQ(dtype_size(DType::kBF16), 2U);
}

TEST(WeightSource, RequireNamesFileTensorExpectedAndFound) {
  const NamedTensors source({"a"});
  EXPECT_EQ(&source.require("a", std::array<int64_t, 2>{2, 3}), source.find("a"));
  try {
    source.require("a", std::array<int64_t, 1>{6});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kCorruptData);
    EXPECT_EQ(error.message(), "x.safetensors: tensor a: expected shape [6], found [2, 3]");
  }
  EXPECT_THROW(source.require("a", std::array<int64_t, 3>{2, 3, 1}), Error);
  try {
    source.require("b", std::array<int64_t, 2>{4, 5});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_EQ(error.message(),
              "1 file in m: expected a tensor b of shape [4, 5], found none of that name");
  }
}

TEST(WeightNames, PublishedNewerAndMixed) {
  const WeightNames published = detect_weight_names(
      NamedTensors({"visual.patch_embed.proj.weight", "model.embed_tokens.weight"}));
  EXPECT_EQ(published.vision, "visual.");
  EXPECT_EQ(published.decoder, "model.");
  EXPECT_EQ(published.embedding(), "model.embed_tokens.weight");
  EXPECT_EQ(published.head, "");

  const WeightNames newer = detect_weight_names(
      NamedTensors({"model.visual.patch_embed.proj.weight",
                    "model.language_model.embed_tokens.weight", "lm_head.weight"}));
  EXPECT_EQ(newer.vision, "model.visual.");
  EXPECT_EQ(newer.decoder, "model.language_model.");
  EXPECT_EQ(newer.embedding(), "model.language_model.embed_tokens.weight");
  EXPECT_EQ(newer.head, "lm_head.weight");
}

TEST(WeightNames, MissingPartIsNamed) {
  try {
    detect_weight_names(NamedTensors({"visual.patch_embed.proj.weight", "wte.weight"}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::kNotFound);
    EXPECT_THAT(error.message(),
                HasSubstr("1 file in m: no weights of the language part: expected a tensor "
                          "model.embed_tokens.weight or model.language_model.embed_tokens.weight, "
                          "found neither among 2 tensors"));
  }
}

}  // namespace
}  // namespace mineru::model
