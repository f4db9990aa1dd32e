#include "doc/flash/ocr_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "text/utf8.h"

namespace mineru::doc::flash {

using media::OcrWord;

namespace {

constexpr double kMinConfidence = 0.30;
constexpr double kSegmentGap = 1.6;  // of the line's height; OCR boxes are ink, so gaps look wider

bool is_noise(const OcrWord& word) {
  const std::u32string codes = text::from_utf8(word.text);
  const bool has_text = std::any_of(codes.begin(), codes.end(), [](char32_t c) {
    return text::is_letter(c) || text::is_digit(c);
  });
  const bool bars = codes.find_first_not_of(U"|¦│") == std::u32string::npos;  // a table's rules
  if (bars || word.confidence < 0.05) return true;
  return !has_text && word.confidence < 0.6;
}

bool cjk_border(const std::string& left, const std::string& right) {
  const std::u32string l = text::from_utf8(left);
  const std::u32string r = text::from_utf8(right);
  return !l.empty() && !r.empty() && (text::is_cjk(l.back()) || text::is_cjk(r.front()));
}

double median(std::vector<double>& values, double fraction = 0.5) {
  const auto place = values.begin() +
                     static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * fraction);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// Advance widths of a usual text face, in ems.
double ems(char32_t c) {
  if (text::is_cjk(c)) return 1.0;
  if (c == 'm' || c == 'w') return 0.75;
  if (c == 'M' || c == 'W' || c == 0x2014) return 0.9;
  if (std::u32string_view(U"iljtfr.,:;'!|()[]-I1").find(c) != std::u32string_view::npos)
    return 0.32;
  return text::is_upper(c) ? 0.68 : 0.49;
}

bool is_mostly_cjk(const std::vector<const OcrWord*>& line) {
  const auto count = std::count_if(line.begin(), line.end(), [](const OcrWord* word) {
    const std::u32string codes = text::from_utf8(word->text);
    return !codes.empty() && text::is_cjk(codes.front());
  });
  return count >= 3 && 2 * count > static_cast<std::ptrdiff_t>(line.size());
}

// From where each word begins to where the next one does: Chinese has no spaces, and the boxes of
// single characters are ink of any width. Nothing for lines of few words.
std::optional<double> size_by_pitch(const std::vector<const OcrWord*>& line, double scale) {
  std::vector<double> sizes;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    double width = 0;
    for (const char32_t c : text::from_utf8(line[i]->text)) width += ems(c);
    if (width >= 1) sizes.push_back((line[i + 1]->box.x0 - line[i]->box.x0) / scale / width);
  }
  if (sizes.size() < 2) return std::nullopt;
  return median(sizes);
}

// Widths tell the font size more steadily than the heights of Tesseract's boxes, which sometimes
// span the line and sometimes hug an "o".
double font_size(const std::vector<const OcrWord*>& line, double scale) {
  if (is_mostly_cjk(line)) {
    if (const auto size = size_by_pitch(line, scale)) return *size;
  }
  std::vector<double> sizes;
  for (const OcrWord* word : line) {
    double width = 0;
    for (const char32_t c : text::from_utf8(word->text)) width += ems(c);
    if (width >= 1.2) sizes.push_back(word->box.width() / scale / (width - 0.08));
  }
  if (!sizes.empty()) return median(sizes);
  std::vector<double> heights;
  heights.reserve(line.size());
  for (const OcrWord* word : line) heights.push_back(word->box.height() / scale);
  return median(heights, 0.75) / 0.92;
}

void flush(std::vector<Word>& words, double size, double baseline, std::vector<Segment>& out) {
  if (words.empty()) return;
  Segment segment;
  segment.words = std::move(words);
  words.clear();
  segment.words.front().space_before = false;
  for (Word& word : segment.words) {
    word.size = size;
    word.baseline = baseline;
  }
  update_extent(segment);
  out.push_back(std::move(segment));
}

void add_line(const std::vector<const OcrWord*>& line, double scale, std::vector<Segment>& out) {
  std::vector<double> middles;  // steadier than the bottoms, for the same reason
  double confidence = 0;
  for (const OcrWord* word : line) {
    middles.push_back(word->box.center_y() / scale);
    confidence = std::max(confidence, word->confidence);
  }
  if (confidence < kMinConfidence) return;
  const double size = font_size(line, scale);
  const double baseline = median(middles) + 0.36 * size;
  std::vector<Word> words;
  for (const OcrWord* ocr : line) {
    Word word;
    word.text = text::normalize(ocr->text);
    word.box = {ocr->box.x0 / scale, ocr->box.y0 / scale, ocr->box.x1 / scale, ocr->box.y1 / scale};
    word.confidence = ocr->confidence;
    if (!words.empty()) {
      const double gap = word.box.x0 - words.back().box.x1;
      if (gap > kSegmentGap * size) flush(words, size, baseline, out);
      word.space_before = words.empty() || !cjk_border(words.back().text, word.text);
    }
    words.push_back(std::move(word));
  }
  flush(words, size, baseline, out);
}

// Sizes by the number of characters that have them.
class SizeCounts {
 public:
  explicit SizeCounts(const std::vector<Segment>& segments) {
    for (const Segment& s : segments) {
      sizes_.insert(sizes_.end(), static_cast<size_t>(s.num_chars()), s.size);
    }
    std::sort(sizes_.begin(), sizes_.end());
  }

  // The middle one of those in [low, high); 0: they are less than `least` of all.
  double middle(double low, double high, double least = 0) const {
    const auto begin = std::lower_bound(sizes_.begin(), sizes_.end(), low);
    const auto end = std::lower_bound(begin, sizes_.end(), high);
    const auto count = end - begin;
    if (count == 0 || static_cast<double>(count) < least * static_cast<double>(sizes_.size())) {
      return 0;
    }
    return *(begin + count / 2);
  }

 private:
  std::vector<double> sizes_;
};

// Measured sizes are noisy: those near the page's usual one, or near that of its small print,
// become it. Where most of the page is small print, the running text is the larger one.
void settle_sizes(std::vector<Segment>& segments) {
  constexpr double kRunning = 0.15;  // of the characters; headings are fewer
  const SizeCounts counts(segments);
  const double body = counts.middle(0, 1e9);
  const double small = counts.middle(0.5 * body, 0.86 * body);
  const double large = counts.middle(1.15 * body, 1.6 * body, kRunning);
  for (Segment& s : segments) {
    const bool is_large = large > 0 && s.size > std::sqrt(body * large) && s.size < 1.3 * large;
    const double size = is_large                                       ? large
                        : s.size >= 0.86 * body && s.size < 1.3 * body ? body
                        : s.size < 0.86 * body && s.size > 0.8 * small ? small
                                                                       : s.size;
    for (Word& word : s.words) word.size = size;
    update_extent(s);
  }
}

}  // namespace

std::vector<Segment> segments_of_words(const std::vector<OcrWord>& words, double scale) {
  std::map<std::tuple<int, int, int>, std::vector<const OcrWord*>> lines;
  for (const OcrWord& word : words) {
    if (!is_noise(word)) lines[{word.block, word.paragraph, word.line}].push_back(&word);
  }
  std::vector<Segment> segments;
  for (auto& [key, line] : lines) {
    std::stable_sort(line.begin(), line.end(),
                     [](const OcrWord* a, const OcrWord* b) { return a->box.x0 < b->box.x0; });
    add_line(line, scale, segments);
  }
  settle_sizes(segments);
  return segments;
}

}  // namespace mineru::doc::flash
