#include "doc/writers/document_writer.h"

#include <optional>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "doc/vlm/content_json.h"
#include "doc/writers/content_list_v2_writer.h"
#include "doc/writers/content_list_writer.h"
#include "doc/writers/json_text.h"
#include "doc/writers/markdown_writer.h"
#include "doc/writers/middle_writer.h"
#include "doc/writers/partial_file.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

// The folder with its images/ in it.
std::filesystem::path make_folder(std::filesystem::path folder) {
  std::error_code error;
  std::filesystem::create_directories(folder / kImageFolder, error);
  if (error) throw_error(Code::kIo, "cannot create {}: {}", folder.string(), error.message());
  return folder;
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

}  // namespace

struct DocumentWriter::Impl {
  explicit Impl(WriterOptions given)
      : options(std::move(given)),
        folder(make_folder(options.folder)),
        markdown(folder / (options.stem + ".md")),
        content_list(folder / (options.stem + "_content_list.json")),
        content_list_v2(folder / (options.stem + "_content_list_v2.json")),
        middle(folder / (options.stem + "_middle.json")),
        middle_end(top_level_end(options)) {
    content_list.append("[", "]");
    content_list_v2.append("[", "]");
    middle.append("{\n    \"pdf_info\": [", "]" + middle_end);
    if (!options.model) return;
    model.emplace(folder / (options.stem + "_model.json"));
    model->append("[", "]");
  }

  void add_images(const Page& page) const {
    for (const CutImage& image : page.images) {
      MINERU_CHECK(!image.name.empty() && image.name.find('/') == std::string::npos);
      write_file(folder / kImageFolder / image.name, image.jpeg);
    }
  }

  void add_markdown(const Page& page) {
    std::string text;
    for (const std::string& paragraph : markdown_paragraphs(
             page,
             {.tables = options.tables, .formulas = options.formulas, .compat = options.compat})) {
      if (any_markdown) text += "\n\n";
      text += paragraph;
      any_markdown = true;
    }
    markdown.append(text, "");
  }

  void add_content_list(const Page& page) {
    std::string text;
    for (const Json& entry : content_list_entries(page, options.compat)) {
      append_item(text, entry, 1, !any_content);
      any_content = true;
    }
    content_list.append(text, any_content ? "\n]" : "]");
  }

  void add_content_list_v2(const Page& page) {
    std::string text;
    append_item(text, content_list_v2_page(page, options.compat), 1, last_page_idx < 0);
    content_list_v2.append(text, "\n]");
  }

  void add_middle(const Page& page) {
    std::string text;
    const Levels levels = options.hybrid ? Levels::kKnown : Levels::kNone;
    append_item(text, middle_page(page, options.compat, levels), 2, last_page_idx < 0);
    middle.append(text, "\n    ]" + middle_end);
  }

  void add_model(const Page& page) {
    std::string text;
    append_item(text, vlm::content_blocks_to_json(page.model_blocks), 1, last_page_idx < 0);
    model->append(text, "\n]");
  }

  WriterOptions options;
  std::filesystem::path folder;
  PartialFile markdown;
  PartialFile content_list;
  PartialFile content_list_v2;
  PartialFile middle;
  std::optional<PartialFile> model;
  std::string middle_end;  // closes the top level after `pdf_info`
  bool any_markdown = false;
  bool any_content = false;
  int last_page_idx = -1;
};

DocumentWriter::DocumentWriter(WriterOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

DocumentWriter::~DocumentWriter() = default;

void DocumentWriter::add(const Page& page) {
  MINERU_CHECK(page.page_idx > impl_->last_page_idx);
  impl_->add_images(page);  // before the text that links to them
  impl_->add_markdown(page);
  impl_->add_content_list(page);
  impl_->add_content_list_v2(page);
  impl_->add_middle(page);
  if (impl_->model) impl_->add_model(page);
  impl_->last_page_idx = page.page_idx;
}

void DocumentWriter::finish() {
  impl_->markdown.commit();
  impl_->content_list.commit();
  impl_->content_list_v2.commit();
  impl_->middle.commit();
  if (impl_->model) impl_->model->commit();
}

}  // namespace mineru::doc
