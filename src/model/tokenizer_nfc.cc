#include "model/tokenizer_nfc.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <utf8proc.h>

#include "base/error.h"

namespace mineru::model {

namespace {

struct CodeRange {
  utf8proc_int32_t first;
  utf8proc_int32_t last;
};

constexpr CodeRange kInertRanges[] = {
#include "model/tokenizer_nfc.inc"
};

bool is_inert(utf8proc_int32_t code) {
  const auto* range = std::lower_bound(
      std::begin(kInertRanges), std::end(kInertRanges), code,
      [](const CodeRange& candidate, utf8proc_int32_t wanted) { return candidate.last < wanted; });
  return range != std::end(kInertRanges) && range->first <= code;
}

using Codes = std::vector<utf8proc_int32_t>;

Codes decode(std::string_view text) {
  Codes codes;
  codes.reserve(text.size());
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (size_t pos = 0; pos < text.size();) {
    utf8proc_int32_t code = -1;
    const auto length =
        utf8proc_iterate(data + pos, static_cast<utf8proc_ssize_t>(text.size() - pos), &code);
    if (length <= 0) throw_error(Code::kInternal, "to_nfc: the text is not UTF-8 at byte {}", pos);
    codes.push_back(code);
    pos += static_cast<size_t>(length);
  }
  return codes;
}

void append_decomposed(Codes& out, utf8proc_int32_t code) {
  constexpr size_t kMaxParts = 16;  // a canonical decomposition has at most four
  utf8proc_int32_t parts[kMaxParts];
  int boundary = 0;
  const auto count = utf8proc_decompose_char(code, parts, kMaxParts, UTF8PROC_DECOMPOSE, &boundary);
  if (count < 0 || static_cast<size_t>(count) > kMaxParts) {
    out.push_back(code);
    return;
  }
  out.insert(out.end(), parts, parts + count);
}

// utf8proc's own ordering takes quadratic time on long runs of marks.
void order_marks(Codes& codes) {
  const auto combining = [](utf8proc_int32_t code) {
    return utf8proc_get_property(code)->combining_class;
  };
  for (auto run = codes.begin(); run != codes.end();) {
    if (combining(*run) == 0) {
      ++run;
      continue;
    }
    const auto end =
        std::find_if(run, codes.end(), [&](utf8proc_int32_t code) { return combining(code) == 0; });
    std::stable_sort(run, end, [&](utf8proc_int32_t left, utf8proc_int32_t right) {
      return combining(left) < combining(right);
    });
    run = end;
  }
}

void append_utf8(std::string& out, const Codes& codes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    utf8proc_uint8_t buffer[4];
    const auto length = utf8proc_encode_char(codes[i], buffer);
    out.append(reinterpret_cast<const char*>(buffer), static_cast<size_t>(length));
  }
}

// Appends the composed form of `decomposed` and empties it.
void flush(std::string& out, Codes& decomposed) {
  order_marks(decomposed);
  const auto count =
      utf8proc_normalize_utf32(decomposed.data(), static_cast<utf8proc_ssize_t>(decomposed.size()),
                               static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (count < 0) throw_error(Code::kInternal, "to_nfc: {}", utf8proc_errmsg(count));
  append_utf8(out, decomposed, static_cast<size_t>(count));
  decomposed.clear();
}

}  // namespace

std::string to_nfc(std::string_view text) {
  // U+0300 and above start with a byte from 0xCC on.
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0xCC; })) {
    return std::string(text);
  }
  const Codes codes = decode(text);
  std::string out;
  out.reserve(text.size());
  Codes decomposed;
  for (const auto code : codes) {
    if (is_inert(code)) {
      flush(out, decomposed);
      append_utf8(out, {code}, 1);
    } else {
      append_decomposed(decomposed, code);
    }
  }
  flush(out, decomposed);
  return out;
}

}  // namespace mineru::model
