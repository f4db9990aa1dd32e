// Cuts a document into pieces for retrieval, page by page.
#pragma once

#include <string>
#include <vector>

#include "doc/page.h"
#include "doc/writers/int_box.h"
#include "doc/writers/markdown_writer.h"

namespace mineru::doc {

// Paragraphs, lists and formulas under one heading are packed up to about 1,000 characters; a
// table, a picture, a chart or code is a chunk of its own, with its captions. A block is cut only
// when it is text of more than 2,000 characters, then at ends of sentences. Not thread-safe.
class Chunker {
 public:
  // In page order, with what the page adds to the Markdown. Returns lines of JSON that are
  // complete.
  std::string add(const Page& page, const std::vector<MarkdownPiece>& pieces);
  // The rest; nothing may be added after it.
  std::string finish();

 private:
  struct Chunk {
    std::string id;
    std::u32string text;
    size_t start = 0;  // in the Markdown, in characters
    int first_page = 0;
    int last_page = 0;
    Box box;  // thousandths of the first page
    std::vector<std::string> heading_path;
    std::string type;
    std::vector<std::string> block_ids;
    bool only_titles = false;
    bool runs_over = false;  // ends on the page after last_page, whose number is not known yet
  };
  struct Piece;

  void add_title(const Piece& piece);
  void add_text(const Piece& piece);
  void add_apart(const Piece& piece);
  Chunk begin(const Piece& piece) const;
  void extend(const Piece& piece);
  void close();
  void settle_pages(int page);
  std::string take_closed();

  std::vector<Chunk> open_;                                        // at most one
  std::vector<Chunk> closed_;                                      // not written yet
  std::vector<std::string> titles_ = std::vector<std::string>(5);  // by level; [0] is not used
  std::u32string gap_;   // Markdown after the open chunk that belongs to none: markers, comments
  size_t position_ = 0;  // length of the Markdown so far
};

}  // namespace mineru::doc
