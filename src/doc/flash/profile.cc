#include "doc/flash/profile.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "text/utf8.h"

namespace mineru::doc::flash {

namespace {

constexpr double kMargin = 0.14;  // furniture lives in this part of the page's height
constexpr size_t kRowsLooked = 3;

struct MarginRow {
  int page = 0;
  bool top = true;
  double y0 = 0;
  double y1 = 0;
  double size = 0;
  std::string key;
};

std::vector<MarginRow> margin_rows(const PageFacts& facts, int page, bool top) {
  const double height = facts.frame.size().height;
  std::vector<MarginRow> rows;
  for (const Segment& s : facts.segments) {
    const double distance = top ? s.box.y0 : height - s.box.y1;
    if (distance > kMargin * height) continue;
    rows.push_back(
        {page, top, distance, distance + s.box.height(), s.size, furniture_key(s.plain_text())});
  }
  std::sort(rows.begin(), rows.end(),
            [](const MarginRow& a, const MarginRow& b) { return a.y0 < b.y0; });
  // Only the outermost few lines.
  size_t lines = 0;
  double last = -1e9;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].y0 - last > 0.5 * rows[i].size) ++lines;
    last = rows[i].y0;
    if (lines > kRowsLooked) {
      rows.resize(i);
      break;
    }
  }
  return rows;
}

bool alike(const MarginRow& a, const MarginRow& b) {
  return a.top == b.top && a.page != b.page && std::abs(a.y0 - b.y0) < 3 &&
         std::abs(a.size - b.size) < 0.12 * a.size;
}

void find_bands(const std::vector<MarginRow>& rows, int pages, std::vector<FurnitureBand>& bands) {
  for (const MarginRow& row : rows) {
    int same_text = 0;
    for (const MarginRow& other : rows) same_text += alike(row, other) && other.key == row.key;
    const bool known = std::any_of(bands.begin(), bands.end(), [&](const FurnitureBand& b) {
      return b.top == row.top && b.key == row.key && std::abs(b.y0 - row.y0) < 3;
    });
    if (known || same_text == 0) continue;
    // Two pages may share a word by chance; an empty key (a bare page number) needs more proof.
    if (same_text + 1 < (row.key.empty() ? std::min(3, pages) : 2)) continue;
    bands.push_back({row.top, row.y0 - 2, row.y1 + 2, row.size, row.key});
  }
}

// The outermost line of a page, if space parts it from the rest.
struct EdgeRow {
  double distance = 0;  // of its near side from the edge
  double depth = 0;     // of its far side
  double size = 0;
  bool parted = false;
};

EdgeRow edge_row(const PageFacts& facts, bool top) {
  const double height = facts.frame.size().height;
  EdgeRow edge{1e9, 0, 0, false};
  const auto near = [&](const Segment& s) { return top ? s.box.y0 : height - s.box.y1; };
  for (const Segment& s : facts.segments) {
    if (near(s) < edge.distance) edge = {near(s), near(s) + s.box.height(), s.size, true};
  }
  for (const Segment& s : facts.segments) {
    const bool same_line = std::abs(near(s) - edge.distance) < 0.6 * edge.size;
    if (!same_line && near(s) - edge.depth < 0.8 * edge.size) edge.parted = false;
  }
  return edge;
}

// Headers that change from chapter to chapter (or that OCR reads differently each time) still stand
// in one place, apart from the text.
void find_edge_bands(const std::vector<const PageFacts*>& samples,
                     std::vector<FurnitureBand>& bands) {
  for (const bool top : {true, false}) {
    std::vector<EdgeRow> edges;
    for (const PageFacts* facts : samples) {
      const EdgeRow edge = edge_row(*facts, top);
      if (edge.parted && edge.depth < kMargin * facts->frame.size().height) edges.push_back(edge);
    }
    for (const EdgeRow& edge : edges) {
      const double near = 0.35 * edge.size + 2;
      const auto same = std::count_if(edges.begin(), edges.end(), [&](const EdgeRow& e) {
        return std::abs(e.distance - edge.distance) < near &&
               std::abs(e.size - edge.size) < 0.15 * edge.size;
      });
      if (same < 3 || same * 2 < static_cast<long>(samples.size())) continue;
      bands.push_back({top, edge.distance - near, edge.depth + near, edge.size, ""});
      break;
    }
  }
}

double body_size_of(const std::vector<const PageFacts*>& samples) {
  std::map<int, long> votes;  // tenths of a point
  for (const PageFacts* facts : samples) {
    for (const Segment& s : facts->segments)
      votes[static_cast<int>(std::lround(s.size * 5)) * 2] += s.num_chars();
  }
  long best = 0;
  double size = 10;
  for (const auto& [tenths, chars] : votes) {
    if (chars > best) {
      best = chars;
      size = tenths / 10.0;
    }
  }
  return std::clamp(size, 2.0, 400.0);
}

unsigned body_face_of(const std::vector<const PageFacts*>& samples, double body) {
  std::map<unsigned, size_t> votes;
  for (const PageFacts* facts : samples) {
    for (const Segment& s : facts->segments) {
      for (const Word& word : s.words) {
        if (std::abs(word.size - body) < 0.05 * body) votes[word.face] += word.text.size();
      }
    }
  }
  const auto best = std::max_element(
      votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == votes.end() ? 0 : best->first;
}

std::vector<double> heading_sizes_of(const std::vector<const PageFacts*>& samples, double body) {
  std::map<int, int> lines;  // half points
  for (const PageFacts* facts : samples) {
    for (const Segment& s : facts->segments) {
      if (s.size > 1.13 * body && s.num_chars() >= 2 && s.num_chars() < 120)
        ++lines[static_cast<int>(std::lround(s.size * 2))];
    }
  }
  std::vector<double> sizes;
  for (auto it = lines.rbegin(); it != lines.rend(); ++it) {
    const double size = it->first / 2.0;
    if (sizes.empty() || sizes.back() - size > 0.06 * size) sizes.push_back(size);
  }
  return sizes;
}

}  // namespace

std::string furniture_key(std::string_view text) {
  std::u32string key;
  for (const char32_t c : text::from_utf8(text)) {
    if (text::is_digit(c) || text::is_space(c)) continue;
    key.push_back(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return text::to_utf8(key);
}

Profile make_profile(const std::vector<const PageFacts*>& samples) {
  Profile profile;
  profile.pages_seen = static_cast<int>(samples.size());
  profile.body_size = body_size_of(samples);
  profile.body_face = body_face_of(samples, profile.body_size);
  profile.heading_sizes = heading_sizes_of(samples, profile.body_size);
  std::vector<MarginRow> rows;
  for (size_t i = 0; i < samples.size(); ++i) {
    for (const bool top : {true, false}) {
      const auto of_page = margin_rows(*samples[i], static_cast<int>(i), top);
      rows.insert(rows.end(), of_page.begin(), of_page.end());
    }
  }
  find_bands(rows, profile.pages_seen, profile.bands);
  find_edge_bands(samples, profile.bands);
  if (!samples.empty() && !profile.heading_sizes.empty()) {
    const PageFacts& first = *samples.front();
    const double height = first.frame.size().height;
    for (const Segment& s : first.segments) {
      const bool largest =
          s.size > 0.97 * profile.heading_sizes.front() && s.size > 1.25 * profile.body_size;
      if (largest && s.box.y0 < 0.5 * height && s.num_chars() > 2)
        profile.has_document_title = true;
    }
  }
  return profile;
}

}  // namespace mineru::doc::flash
