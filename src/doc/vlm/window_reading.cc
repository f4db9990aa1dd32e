#include "doc/vlm/window_reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mineru::doc::vlm {

using media::Box;
using media::PageSize;

namespace {

constexpr double kEdge = 0.006;   // part of a window: as near, a block is cut by the edge
constexpr double kSame = 0.5;     // part of the smaller box that two views of one block share
constexpr double kNoise = 6;      // points by which two views of one edge differ
constexpr double kMaxTorn = 1.5;  // windows: what is longer stays in its parts

// Blocks that can be views of the same thing.
enum class Likeness { kText, kTable, kPicture, kFormula, kList, kPictures, kFormulas };

Likeness likeness_of(ContentType type) {
  switch (type) {
    case ContentType::kTable: return Likeness::kTable;
    case ContentType::kImage:
    case ContentType::kChart: return Likeness::kPicture;
    case ContentType::kEquation: return Likeness::kFormula;
    case ContentType::kList: return Likeness::kList;
    case ContentType::kImageBlock: return Likeness::kPictures;
    case ContentType::kEquationBlock: return Likeness::kFormulas;
    default: return Likeness::kText;
  }
}

struct Piece {
  ContentBlock block;  // on the page
  Box box;             // points
  size_t window = 0;   // the last one that shows it
  bool cut_before = false;
  bool cut_after = false;
  bool torn = false;  // no window shows it whole
};

class Joiner {
 public:
  Joiner(const PageSize& page, const std::vector<Box>& windows)
      : page_(page), windows_(windows), down_(windows.front().x0 == windows.back().x0) {}

  void add(size_t window, const std::vector<ContentBlock>& blocks) {
    const size_t earlier = pieces_.size();  // none of this window is a view of another one of it
    for (const ContentBlock& block : blocks) place(piece_of(block, window), earlier);
    std::erase_if(pieces_, [](const Piece& piece) { return piece.window == kGone; });
  }

  std::vector<Piece>& pieces() { return pieces_; }

 private:
  static constexpr size_t kGone = static_cast<size_t>(-1);

  double begin(const Box& box) const { return down_ ? box.y0 : box.x0; }
  double end(const Box& box) const { return down_ ? box.y1 : box.x1; }
  double length(const Box& box) const { return end(box) - begin(box); }

  Piece piece_of(const ContentBlock& block, size_t window) const {
    const Box& seen = windows_[window];
    Piece piece;
    piece.block = on_page(block, seen, page_);
    const Box part = box_of(piece.block);
    piece.box = {part.x0 * page_.width, part.y0 * page_.height, part.x1 * page_.width,
                 part.y1 * page_.height};
    piece.window = window;
    const double edge = kEdge * length(seen);
    piece.cut_before = window > 0 && begin(piece.box) < begin(seen) + edge;
    piece.cut_after = window + 1 < windows_.size() && end(piece.box) > end(seen) - edge;
    return piece;
  }

  static bool same(const Piece& a, const Piece& b) {
    if (likeness_of(a.block.type) != likeness_of(b.block.type)) return false;
    return std::max(media::covered(a.box, b.box), media::covered(b.box, a.box)) >= kSame;
  }

  bool shows_all(const Piece& piece, const Box& all, bool cut) const {
    return !cut && begin(piece.box) <= begin(all) + kNoise && end(piece.box) >= end(all) - kNoise;
  }

  // `earlier`: pieces of windows before that of `piece`.
  void place(Piece piece, size_t earlier) {
    std::vector<size_t> views;
    Box all = piece.box;
    for (size_t i = 0; i < earlier; ++i) {
      const bool neighbour = pieces_[i].window + 1 == piece.window;
      if (!neighbour || !same(pieces_[i], piece)) continue;
      views.push_back(i);
      all = unite(all, pieces_[i].box);
    }
    if (views.empty()) {
      pieces_.push_back(std::move(piece));
      return;
    }
    const auto whole = std::find_if(views.begin(), views.end(), [&](size_t i) {
      return shows_all(pieces_[i], all, pieces_[i].cut_after || pieces_[i].torn);
    });
    if (whole != views.end()) return keep_one(views, *whole);
    if (!shows_all(piece, all, piece.cut_before)) {
      if (length(all) > kMaxTorn * length(windows_[piece.window])) {
        pieces_.push_back(std::move(piece));
        return;
      }
      tear(piece, pieces_[views.front()], all);
    }
    pieces_[views.front()] = std::move(piece);
    keep_one(views, views.front());
  }

  void keep_one(const std::vector<size_t>& views, size_t kept) {
    for (const size_t i : views) {
      if (i != kept) pieces_[i].window = kGone;
    }
  }

  // `piece` becomes what both are a part of.
  void tear(Piece& piece, const Piece& before, const Box& all) const {
    piece.torn = true;
    piece.cut_before = before.cut_before;
    piece.box = all;
    piece.block.bbox = {all.x0 / page_.width, all.y0 / page_.height, all.x1 / page_.width,
                        all.y1 / page_.height};
    piece.block.merge_prev = before.block.merge_prev;
    // Until it is read whole: both parts.
    const std::string first = before.block.content.value_or("");
    const std::string second = piece.block.content.value_or("");
    if (!first.empty()) piece.block.content = second.empty() ? first : first + "\n" + second;
  }

  PageSize page_;
  const std::vector<Box>& windows_;
  bool down_;
  std::vector<Piece> pieces_;
};

void add_messages(std::vector<Diagnostic> found, const std::string& place,
                  std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& diagnostic : found) {
    diagnostic.message = place + diagnostic.message;
    diagnostics.push_back(std::move(diagnostic));
  }
}

// Nothing: there is no text after all.
std::optional<ContentBlock> read_whole(const Piece& piece, const PageSize& page,
                                       const ReadWindow& read, PageReading& reading) {
  std::vector<ContentBlock> regions(1, piece.block);
  regions.front().bbox = {0, 0, 1, 1};
  regions.front().content = std::nullopt;
  PageReading again = read(piece.box, &regions);
  const bool failed = !again.diagnostics.empty() && !again.blocks.empty() &&
                      !again.blocks.front().content.has_value();
  add_messages(std::move(again.diagnostics), "over two windows: ", reading.diagnostics);
  if (again.blocks.empty()) return std::nullopt;
  if (failed) return piece.block;
  return on_page(std::move(again.blocks.front()), piece.box, page);
}

}  // namespace

ContentBlock on_page(ContentBlock block, const Box& window, const PageSize& page) {
  if (window == Box{0, 0, page.width, page.height}) return block;
  const auto [x0, y0, x1, y1] = block.bbox;
  block.bbox = {(window.x0 + x0 * window.width()) / page.width,
                (window.y0 + y0 * window.height()) / page.height,
                (window.x0 + x1 * window.width()) / page.width,
                (window.y0 + y1 * window.height()) / page.height};
  for (double& part : block.bbox) part = std::clamp(part, 0.0, 1.0);
  return block;
}

PageReading read_windows(const PageSize& page, const std::vector<Box>& windows,
                         const ReadWindow& read) {
  PageReading reading;
  Joiner joiner(page, windows);
  for (size_t i = 0; i < windows.size(); ++i) {
    PageReading part = read(windows[i], nullptr);
    add_messages(std::move(part.diagnostics), fmt::format("window {}: ", i + 1),
                 reading.diagnostics);
    joiner.add(i, part.blocks);
  }
  for (Piece& piece : joiner.pieces()) {
    std::optional<ContentBlock> block = std::move(piece.block);
    if (piece.torn) {
      piece.block = std::move(*block);
      block = read_whole(piece, page, read, reading);
    }
    if (block) reading.blocks.push_back(std::move(*block));
  }
  return reading;
}

}  // namespace mineru::doc::vlm
