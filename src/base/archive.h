// Values as bytes: a Writer and a bounds-checked Reader that walk the same field lists. Whoever
// writes and reads is one build on one machine, so numbers keep the machine's byte order.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace mineru::archive {

// Field lists take `const T` from the Writer and `T` from the Reader:
//   template <class Archive, archive::Is<Box> T>
//   void fields(Archive& ar, T& box) { ar(box.x0, box.y0, box.x1, box.y1); }
// They stand in the namespace of T.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

// Enumerators run from 0 to kEnumCount - 1; specialise it beside the field lists.
template <class Enum>
inline constexpr uint64_t kEnumCount = 0;
template <>
inline constexpr uint64_t kEnumCount<Code> = 10;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
struct IsMap : std::false_type {};
template <class Key, class T>
struct IsMap<std::map<Key, T>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
struct IsArray : std::false_type {};
template <class T, size_t kSize>
struct IsArray<std::array<T, kSize>> : std::true_type {};

// Collects bytes. Not thread-safe.
class Writer {
 public:
  template <class... Ts>
  void operator()(const Ts&... values) {
    (put(values), ...);
  }

  std::string take() { return std::move(bytes_); }
  std::string_view bytes() const { return bytes_; }
  size_t size() const { return bytes_.size(); }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      raw(static_cast<uint8_t>(value));
    } else if constexpr (std::is_enum_v<T>) {
      raw(static_cast<uint32_t>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      raw(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      raw(static_cast<uint64_t>(value.size()));
      bytes_.append(value);
    } else if constexpr (IsVector<T>::value) {
      raw(static_cast<uint64_t>(value.size()));
      for (const auto& item : value) put(item);
    } else if constexpr (IsMap<T>::value) {
      raw(static_cast<uint64_t>(value.size()));
      for (const auto& [key, item] : value) (*this)(key, item);
    } else if constexpr (IsArray<T>::value) {
      for (const auto& item : value) put(item);
    } else if constexpr (IsOptional<T>::value) {
      put(value.has_value());
      if (value.has_value()) put(*value);
    } else {
      fields(*this, value);
    }
  }

  template <class T>
  void raw(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string bytes_;
};

// Smallest encoding of a T: what a count is checked against before anything is allocated.
template <class T>
size_t smallest_encoding() {
  Writer writer;
  writer(T{});
  return writer.size();
}

// Reads what a Writer wrote. Everything that does not fit (lengths beyond the end, unknown
// enumerators, NaN, left-over bytes) throws kCorruptData. The bytes must outlive it.
// Not thread-safe.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    (get(values), ...);
  }

  void expect_end() const {
    if (!rest_.empty()) fail("left-over bytes");
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw_error(Code::kCorruptData, "malformed bytes of an archive: {}", what);
  }

  template <class T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = 0;
      raw(byte);
      if (byte > 1) fail("truth value out of range");
      value = byte == 1;
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(kEnumCount<T> > 0, "specialise kEnumCount");
      uint32_t number = 0;
      raw(number);
      if (number >= kEnumCount<T>) fail("enumerator out of range");
      value = static_cast<T>(number);
    } else if constexpr (std::is_arithmetic_v<T>) {
      raw(value);
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) fail("number is not finite");
      }
    } else if constexpr (std::is_same_v<T, std::string>) {
      const size_t size = count(1);
      value.assign(rest_.substr(0, size));
      rest_.remove_prefix(size);
    } else if constexpr (IsVector<T>::value) {
      using Item = typename T::value_type;
      static const size_t smallest = smallest_encoding<Item>();
      value.clear();
      value.resize(count(smallest));
      for (Item& item : value) get(item);
    } else if constexpr (IsMap<T>::value) {
      get_map(value);
    } else if constexpr (IsArray<T>::value) {
      for (auto& item : value) get(item);
    } else if constexpr (IsOptional<T>::value) {
      bool is_there = false;
      get(is_there);
      value.reset();
      if (is_there) get(value.emplace());
    } else {
      if (++depth_ > kMaxDepth) fail("too deep");
      fields(*this, value);
      --depth_;
    }
  }

  template <class T>
  void get_map(T& map) {
    using Key = typename T::key_type;
    map.clear();
    for (size_t left = count(smallest_encoding<Key>()); left > 0; --left) {
      Key key{};
      get(key);
      if (!map.empty() && !(map.rbegin()->first < key)) fail("keys out of order");
      get(map.emplace_hint(map.end(), std::move(key), typename T::mapped_type{})->second);
    }
  }

  // Number of items that follow, each of at least `smallest` bytes.
  size_t count(size_t smallest) {
    uint64_t number = 0;
    raw(number);
    if (number > rest_.size() / smallest) fail("count beyond the end");
    return static_cast<size_t>(number);
  }

  template <class T>
  void raw(T& value) {
    if (rest_.size() < sizeof value) fail("too short");
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
  }

  static constexpr int kMaxDepth = 64;  // a value may hold values of its own type

  std::string_view rest_;
  int depth_ = 0;
};

template <class T>
std::string encode(const T& message) {
  Writer writer;
  writer(message);
  return writer.take();
}

template <class T>
T decode(std::string_view bytes) {
  T message{};
  Reader reader(bytes);
  reader(message);
  reader.expect_end();
  return message;
}

}  // namespace mineru::archive
