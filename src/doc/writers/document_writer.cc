#include "doc/writers/document_writer.h"

#include <optional>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "doc/vlm/content_json.h"
#include "doc/writers/chunks.h"
#include "doc/writers/content_list_v2_writer.h"
#include "doc/writers/content_list_writer.h"
#include "doc/writers/html_writer.h"
#include "doc/writers/json_text.h"
#include "doc/writers/markdown_writer.h"
#include "doc/writers/middle_writer.h"
#include "doc/writers/partial_file.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

// Does any file link to images/? The HTML has its pictures in it, text alone has none.
bool links_pictures(const OutputOptions& output) {
  const Formats& formats = output.formats;
  const bool in_text = output.markdown == MarkdownMode::kMm;
  return formats.json || ((formats.markdown || formats.chunks) && in_text);
}

// The folder, with images/ in it where that is needed.
std::filesystem::path make_folder(const WriterOptions& options) {
  const std::filesystem::path inner =
      links_pictures(options.output) ? options.folder / kImageFolder : options.folder;
  std::error_code error;
  std::filesystem::create_directories(inner, error);
  if (error) throw_error(Code::kIo, "cannot create {}: {}", inner.string(), error.message());
  return options.folder;
}

RenderOptions render_options(const WriterOptions& options) {
  return {.tables = options.tables,
          .formulas = options.formulas,
          .compat = options.compat,
          .table_format = options.output.tables,
          .furniture = options.output.furniture,
          .mode = options.output.markdown,
          .page_markers = options.output.page_markers};
}

std::string top_level_end(const WriterOptions& options) {
  std::string out = ",\n    \"_backend\": ";
  append_json(out, Json(options.backend));
  if (options.hybrid) {
    out += ",\n    \"_effort\": ";
    append_json(out, Json(options.hybrid->effort));
    out += ",\n    \"_ocr_enable\": ";
    append_json(out, Json(options.hybrid->ocr_enable));
  }
  out += ",\n    \"_version_name\": ";
  append_json(out, Json(MINERU_VERSION));
  return out + "\n}";
}

// Appends `item` to an array whose items stand `depth` levels deep.
void append_item(std::string& out, const Json& item, int depth, bool first) {
  out += first ? "\n" : ",\n";
  out.append(static_cast<size_t>(depth) * 4, ' ');
  append_json(out, item, depth);
}

// The files of the format `json`.
class JsonFiles {
 public:
  JsonFiles(const WriterOptions& options, const std::filesystem::path& folder)
      : compat_(options.compat),
        levels_(options.hybrid ? Levels::kKnown : Levels::kNone),
        content_list_(folder / (options.stem + "_content_list.json")),
        content_list_v2_(folder / (options.stem + "_content_list_v2.json")),
        middle_(folder / (options.stem + "_middle.json")),
        middle_end_(top_level_end(options)) {
    content_list_.append("[", "]");
    content_list_v2_.append("[", "]");
    middle_.append("{\n    \"pdf_info\": [", "]" + middle_end_);
    if (!options.model) return;
    model_.emplace(folder / (options.stem + "_model.json"));
    model_->append("[", "]");
  }

  void add(const Page& page) {
    add_content_list(page);
    add_page(content_list_v2_, content_list_v2_page(page, compat_), 1, "\n]");
    add_page(middle_, middle_page(page, compat_, levels_), 2, "\n    ]" + middle_end_);
    if (model_) add_page(*model_, vlm::content_blocks_to_json(page.model_blocks), 1, "\n]");
    any_page_ = true;
  }

  void commit() {
    content_list_.commit();
    content_list_v2_.commit();
    middle_.commit();
    if (model_) model_->commit();
  }

 private:
  void add_content_list(const Page& page) {
    std::string text;
    for (const Json& entry : content_list_entries(page, compat_)) {
      append_item(text, entry, 1, !any_content_);
      any_content_ = true;
    }
    content_list_.append(text, any_content_ ? "\n]" : "]");
  }

  void add_page(PartialFile& file, const Json& item, int depth, const std::string& tail) const {
    std::string text;
    append_item(text, item, depth, !any_page_);
    file.append(text, tail);
  }

  Compat compat_;
  Levels levels_;
  PartialFile content_list_;
  PartialFile content_list_v2_;
  PartialFile middle_;
  std::optional<PartialFile> model_;
  std::string middle_end_;  // closes the top level after `pdf_info`
  bool any_content_ = false;
  bool any_page_ = false;
};

// STEM.md and what is cut from it.
class TextFiles {
 public:
  TextFiles(const WriterOptions& options, const std::filesystem::path& folder)
      : render_(render_options(options)) {
    if (options.output.formats.markdown) markdown_.emplace(folder / (options.stem + ".md"));
    if (options.output.formats.chunks) chunks_.emplace(folder / (options.stem + "_chunks.jsonl"));
  }

  void add(const Page& page) {
    if (!markdown_ && !chunks_) return;
    const std::vector<MarkdownPiece> pieces = markdown_pieces(page, render_);
    if (chunks_) chunks_->append(chunker_.add(page, pieces), "");
    std::string text;
    for (const MarkdownPiece& piece : pieces) {
      if (any_) text += "\n\n";
      text += piece.text;
      any_ = true;
    }
    if (markdown_) markdown_->append(text, "");
  }

  void commit() {
    if (markdown_) markdown_->commit();
    if (!chunks_) return;
    chunks_->append(chunker_.finish(), "");
    chunks_->commit();
  }

 private:
  RenderOptions render_;
  std::optional<PartialFile> markdown_;
  std::optional<PartialFile> chunks_;
  Chunker chunker_;
  bool any_ = false;
};

class HtmlFile {
 public:
  HtmlFile(const WriterOptions& options, const std::filesystem::path& folder)
      : writer_(options.stem, render_options(options)), file_(folder / (options.stem + ".html")) {
    // The head waits for the first page, which knows the title.
    file_.append("", "<!DOCTYPE html><title></title>");
  }

  void add(const Page& page) { file_.append(writer_.add(page), HtmlWriter::tail()); }

  void commit() {
    file_.append(writer_.finish(), HtmlWriter::tail());
    file_.commit();
  }

 private:
  HtmlWriter writer_;
  PartialFile file_;
};

}  // namespace

struct DocumentWriter::Impl {
  explicit Impl(WriterOptions given)
      : options(std::move(given)), folder(make_folder(options)), text(options, folder) {
    if (options.output.formats.json) json.emplace(options, folder);
    if (options.output.formats.html) html.emplace(options, folder);
  }

  void add_images(const Page& page) const {
    if (!links_pictures(options.output)) return;
    for (const CutImage& image : page.images) {
      MINERU_CHECK(!image.name.empty() && image.name.find('/') == std::string::npos);
      write_file(folder / kImageFolder / image.name, image.jpeg);
    }
  }

  WriterOptions options;
  std::filesystem::path folder;
  TextFiles text;
  std::optional<JsonFiles> json;
  std::optional<HtmlFile> html;
  int last_page_idx = -1;
};

std::filesystem::path main_file(const std::filesystem::path& folder, const std::string& stem,
                                const Formats& formats) {
  if (formats.markdown) return folder / (stem + ".md");
  if (formats.html) return folder / (stem + ".html");
  return folder / (stem + (formats.json ? "_middle.json" : "_chunks.jsonl"));
}

DocumentWriter::DocumentWriter(WriterOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

DocumentWriter::~DocumentWriter() = default;

void DocumentWriter::add(const Page& page) {
  MINERU_CHECK(page.page_idx > impl_->last_page_idx);
  impl_->add_images(page);  // before the text that links to them
  impl_->text.add(page);
  if (impl_->json) impl_->json->add(page);
  if (impl_->html) impl_->html->add(page);
  impl_->last_page_idx = page.page_idx;
}

void DocumentWriter::finish() {
  impl_->text.commit();
  if (impl_->json) impl_->json->commit();
  if (impl_->html) impl_->html->commit();
}

}  // namespace mineru::doc
