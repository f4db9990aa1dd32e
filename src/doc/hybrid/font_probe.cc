#include "doc/hybrid/font_probe.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "doc/flash/line_builder.h"
#include "text/utf8.h"

namespace mineru::doc::hybrid {

using flash::Segment;
using flash::Word;

namespace {

constexpr size_t kMostFaces = 3;     // that a page is asked about
constexpr size_t kFewLetters = 12;   // a shorter line proves nothing
constexpr size_t kManyLetters = 90;  // a longer one costs more than it tells
constexpr double kWellRead = 0.7;    // mean confidence of the OCR
constexpr double kOtherText = 0.45;  // likeness below this: another text
constexpr double kMargin = 4;        // points around the line

std::u32string letters_of(std::string_view bytes) {
  std::u32string letters;
  for (const char32_t c : text::from_utf8(text::fold_case(bytes))) {
    if (text::is_letter(c) || text::is_digit(c)) letters.push_back(c);
  }
  return letters;
}

size_t edit_distance(const std::u32string& a, const std::u32string& b) {
  std::vector<size_t> costs(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) costs[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(costs[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t swap = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = costs[j];
      costs[j] = std::min({swap, costs[j] + 1, costs[j - 1] + 1});
    }
  }
  return costs[b.size()];
}

struct Face {
  size_t letters = 0;  // on the page
  Segment sample;      // without words: no line is of use
  size_t sample_letters = 0;
};

// The one face of the line; 0: several.
unsigned face_of(const Segment& segment) {
  const unsigned face = segment.words.front().face;
  const bool one = std::all_of(segment.words.begin(), segment.words.end(),
                               [face](const Word& word) { return word.face == face; });
  return one ? face : 0;
}

std::map<unsigned, Face> faces_of(const media::NativePage& page) {
  std::map<unsigned, Face> faces;
  for (const Segment& segment : build_segments(page, {page.size, 0}, flash::Layer::kVisible)) {
    const unsigned face = face_of(segment);
    const size_t letters = letters_of(segment.plain_text()).size();
    if (face == 0 || letters == 0) continue;
    Face& known = faces[face];
    known.letters += letters;
    if (letters < kFewLetters || letters > kManyLetters || letters <= known.sample_letters)
      continue;
    known.sample = segment;
    known.sample_letters = letters;
  }
  return faces;
}

bool lies(const Segment& sample, const PagePicture& picture, media::OcrEngine& ocr,
          const std::string& languages) {
  const double s = picture.scale;
  const Box box = media::inflate(sample.box, kMargin, kMargin);
  const media::ImageView view =
      picture.pixels.crop(static_cast<int>(box.x0 * s), static_cast<int>(box.y0 * s),
                          static_cast<int>(box.x1 * s), static_cast<int>(box.y1 * s));
  if (view.width == 0 || view.height == 0) return false;
  const auto words = ocr.recognize(view, {languages, std::max(70, static_cast<int>(s * 72))});
  std::string seen;
  double confidence = 0;
  for (const media::OcrWord& word : words) {
    seen += word.text;
    confidence += word.confidence;
  }
  if (words.empty() || confidence / static_cast<double>(words.size()) < kWellRead) return false;
  if (2 * letters_of(seen).size() < kFewLetters) return false;
  return likeness(seen, sample.plain_text()) < kOtherText;
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  const std::u32string first = letters_of(a);
  const std::u32string second = letters_of(b);
  const size_t longer = std::max(first.size(), second.size());
  if (longer == 0) return 1;
  return 1 - static_cast<double>(edit_distance(first, second)) / static_cast<double>(longer);
}

std::set<unsigned> lying_faces(const media::NativePage& page, const PagePicture& picture,
                               media::OcrEngine& ocr, const std::string& languages) {
  const std::map<unsigned, Face> faces = faces_of(page);
  std::vector<std::pair<size_t, unsigned>> by_use;
  for (const auto& [face, known] : faces) {
    if (!known.sample.words.empty()) by_use.emplace_back(known.letters, face);
  }
  std::sort(by_use.rbegin(), by_use.rend());
  if (by_use.size() > kMostFaces) by_use.resize(kMostFaces);
  std::set<unsigned> lying;
  for (const auto& [letters, face] : by_use) {
    if (lies(faces.at(face).sample, picture, ocr, languages)) lying.insert(face);
  }
  return lying;
}

}  // namespace mineru::doc::hybrid
