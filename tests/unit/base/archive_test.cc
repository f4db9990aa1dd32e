#include "base/archive.h"

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mineru::archive {

struct Leaf {
  std::string name;
  std::optional<int> angle;
};
template <class Archive, Is<Leaf> T>
void fields(Archive& ar, T& leaf) {
  ar(leaf.name, leaf.angle);
}

namespace {

struct Tree {
  std::map<std::string, std::vector<Leaf>> leaves;
  std::array<double, 3> sides = {};
  bool is_old = false;
};
template <class Archive, Is<Tree> T>
void fields(Archive& ar, T& tree) {
  ar(tree.leaves, tree.sides, tree.is_old);
}

struct Nested {
  std::vector<Nested> inner;
};
template <class Archive, Is<Nested> T>
void fields(Archive& ar, T& nested) {
  ar(nested.inner);
}

// A chain of that many.
std::string chain(int depth) {
  Writer writer;
  for (int i = 1; i < depth; ++i) writer(uint64_t{1});
  writer(uint64_t{0});
  return writer.take();
}

Code refusal(const std::string& bytes) {
  try {
    decode<Tree>(bytes);
  } catch (const Error& error) {
    return error.code();
  }
  return Code::kInternal;
}

TEST(Archive, BringsBackWhatWasWritten) {
  const Tree tree{
      {{"oak", {{"first", 90}, {"", std::nullopt}}}, {"elm", {}}}, {1.5, -2, 0.1}, true};
  const std::string bytes = encode(tree);
  const auto back = decode<Tree>(bytes);
  ASSERT_EQ(back.leaves.size(), 2u);
  ASSERT_EQ(back.leaves.at("oak").size(), 2u);
  EXPECT_EQ(back.leaves.at("oak")[0].name, "first");
  EXPECT_EQ(back.leaves.at("oak")[0].angle, 90);
  EXPECT_EQ(back.leaves.at("oak")[1].angle, std::nullopt);
  EXPECT_EQ(back.sides, tree.sides);
  EXPECT_TRUE(back.is_old);
  EXPECT_EQ(encode(back), bytes);
}

TEST(Archive, EveryShorterOrLongerOneIsRefused) {
  const std::string bytes = encode(Tree{{{"oak", {{"a", 1}}}}, {}, false});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(refusal(bytes.substr(0, size)), Code::kCorruptData) << size;
  }
  EXPECT_EQ(refusal(bytes + '\0'), Code::kCorruptData);
}

TEST(Archive, MapsHaveEachKeyOnceAndInOrder) {
  const auto with_keys = [](const std::string& first, const std::string& second) {
    Writer writer;
    writer(uint64_t{2}, first, std::vector<Leaf>{}, second, std::vector<Leaf>{},
           std::array<double, 3>{}, false);
    return writer.take();
  };
  EXPECT_EQ(decode<Tree>(with_keys("a", "b")).leaves.size(), 2u);
  EXPECT_EQ(refusal(with_keys("a", "a")), Code::kCorruptData);
  EXPECT_EQ(refusal(with_keys("b", "a")), Code::kCorruptData);
}

TEST(Archive, NestedValuesCannotUseUpTheStack) {
  EXPECT_EQ(decode<Nested>(chain(64)).inner.size(), 1u);
  for (const int depth : {65, 1'000'000}) {
    try {
      decode<Nested>(chain(depth));
      ADD_FAILURE() << depth;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kCorruptData);
    }
  }
}

}  // namespace
}  // namespace mineru::archive
