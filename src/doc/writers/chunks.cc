#include "doc/writers/chunks.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "doc/passes/title_level.h"
#include "doc/writers/block_ids.h"
#include "doc/writers/inline_text.h"
#include "doc/writers/sentence_cut.h"
#include "text/utf8.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kPacked = 1000;
constexpr size_t kLongest = 2000;
constexpr std::u32string_view kBetween = U"\n\n";

// Ends on the next page: lines or rows were moved here from there.
bool runs_over(const Block& block) {
  for (const Line& line : block.lines) {
    for (const Span& span : line.spans) {
      if (span.cross_page) return true;
    }
  }
  return std::any_of(block.blocks.begin(), block.blocks.end(),
                     [](const Block& child) { return child.cross_page || runs_over(child); });
}

bool stands_apart(BlockType type) {
  return type == BlockType::kTable || type == BlockType::kImage || type == BlockType::kChart ||
         type == BlockType::kCode;
}

Box united(const Box& a, const Box& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

Box box_of(const Block& block, const media::PageSize& size) {
  const IntBox box = to_thousandths(to_int_box(block.bbox), size);
  return {double(box.x0), double(box.y0), double(box.x1), double(box.y1)};
}

}  // namespace

// A block as it stands in the Markdown, or a part of a long one.
struct Chunker::Piece {
  const Block& block;
  std::string id;
  std::u32string text;
  size_t start = 0;
  int page = 0;
  Box box;
  std::string suffix;  // of the chunk's id: ".2" for the second part
};

Chunker::Chunk Chunker::begin(const Piece& piece) const {
  Chunk chunk;
  chunk.id = piece.id + piece.suffix;
  chunk.text = piece.text;
  chunk.start = piece.start;
  chunk.first_page = chunk.last_page = piece.page;
  chunk.box = piece.box;
  for (const std::string& title : titles_) {
    if (!title.empty()) chunk.heading_path.push_back(title);
  }
  chunk.type = "text";
  chunk.block_ids = {piece.id};
  chunk.runs_over = runs_over(piece.block);
  return chunk;
}

void Chunker::extend(const Piece& piece) {
  Chunk& chunk = open_.front();
  chunk.text += gap_;
  chunk.text += kBetween;
  chunk.text += piece.text;
  gap_.clear();
  chunk.last_page = std::max(chunk.last_page, piece.page);
  if (piece.page == chunk.first_page) chunk.box = united(chunk.box, piece.box);
  chunk.block_ids.push_back(piece.id);
  chunk.runs_over = chunk.runs_over || runs_over(piece.block);
}

void Chunker::close() {
  gap_.clear();
  for (Chunk& chunk : open_) closed_.push_back(std::move(chunk));
  open_.clear();
}

void Chunker::add_title(const Piece& piece) {
  const auto level = static_cast<size_t>(title_level(piece.block.level));
  // A heading without text before a deeper one stays with it.
  bool deeper = !open_.empty() && open_.front().only_titles;
  for (size_t i = level; i < titles_.size(); ++i) deeper = deeper && titles_[i].empty();
  for (size_t i = level; i < titles_.size(); ++i) titles_[i].clear();
  titles_[level] = plain_text(piece.block);
  if (deeper) {
    extend(piece);
    open_.front().heading_path.push_back(titles_[level]);
    return;
  }
  close();
  open_.push_back(begin(piece));
  open_.front().type = "title";
  open_.front().only_titles = true;
}

void Chunker::add_text(const Piece& piece) {
  const bool fits =
      !open_.empty() && (open_.front().only_titles ||
                         open_.front().text.size() + gap_.size() + piece.text.size() <= kPacked);
  if (!fits) {
    close();
    open_.push_back(begin(piece));
  } else {
    extend(piece);
  }
  open_.front().type = "text";
  open_.front().only_titles = false;
}

void Chunker::add_apart(const Piece& piece) {
  close();
  open_.push_back(begin(piece));
  open_.front().type = block_type_name(piece.block.type);
  close();
}

void Chunker::settle_pages(int page) {
  for (auto* chunks : {&closed_, &open_}) {
    for (Chunk& chunk : *chunks) {
      if (chunk.runs_over) chunk.last_page = page;
      chunk.runs_over = false;
    }
  }
}

std::string Chunker::take_closed() {
  std::string lines;
  // In document order: what waits for its last page holds back those after it.
  size_t count = 0;
  for (; count < closed_.size() && !closed_[count].runs_over; ++count) {
    const Chunk& chunk = closed_[count];
    const Json json = {
        {"id", chunk.id},
        {"text", text::to_utf8(chunk.text)},
        {"page", chunk.first_page},
        {"pages", {chunk.first_page, chunk.last_page}},
        {"bbox", {int(chunk.box.x0), int(chunk.box.y0), int(chunk.box.x1), int(chunk.box.y1)}},
        {"heading_path", chunk.heading_path},
        {"type", chunk.type},
        {"block_ids", chunk.block_ids},
        {"md_start", chunk.start},
        {"md_end", chunk.start + chunk.text.size()}};
    lines += json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  closed_.erase(closed_.begin(), closed_.begin() + static_cast<std::ptrdiff_t>(count));
  return lines;
}

std::string Chunker::add(const Page& page, const std::vector<MarkdownPiece>& pieces) {
  const int number = page.source_page + 1;
  settle_pages(number);
  const BlockIds ids(page);
  for (const MarkdownPiece& markdown : pieces) {
    const std::u32string text = text::from_utf8(markdown.text);
    if (position_ > 0) position_ += kBetween.size();
    const size_t start = position_;
    position_ += text.size();
    if (markdown.block == nullptr) {
      if (!open_.empty()) gap_.append(kBetween).append(text);
      if (gap_.size() > kPacked) close();
      continue;
    }
    const Block& block = *markdown.block;
    Piece piece{block, ids.of(block), text, start, number, box_of(block, page.size), ""};
    if (stands_apart(block.type)) {
      add_apart(piece);
    } else if (block.type == BlockType::kTitle && title_level(block.level) > 0) {
      add_title(piece);
    } else if (text.size() <= kLongest) {
      add_text(piece);
    } else {
      int part = 0;
      for (const auto& [from, to] : cut_at_sentences(text, kPacked)) {
        piece.text = text.substr(from, to - from);
        piece.start = start + from;
        if (++part > 1) {
          piece.suffix = "." + std::to_string(part);
          close();
        }
        add_text(piece);
      }
      close();
    }
  }
  return take_closed();
}

std::string Chunker::finish() {
  close();
  for (Chunk& chunk : closed_) chunk.runs_over = false;
  return take_closed();
}

}  // namespace mineru::doc
