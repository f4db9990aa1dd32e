#include "cli/options_output.h"

#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/option_values.h"
#include "cli/suggest.h"

namespace mineru::cli {

namespace {

constexpr int kMaxSeconds = 31'536'000;  // a year

// "markdown,html": one name of a format sets its field.
doc::Formats parse_formats(std::string_view text) {
  doc::Formats formats = {.markdown = false, .json = false};
  while (true) {
    const size_t comma = text.find(',');
    const std::string_view name = text.substr(0, comma);
    if (name == "markdown" || name == "md") {
      formats.markdown = true;
    } else if (name == "json") {
      formats.json = true;
    } else if (name == "html") {
      formats.html = true;
    } else if (name == "chunks") {
      formats.chunks = true;
    } else {
      const std::string known[] = {"markdown", "html", "json", "chunks"};
      const std::string nearest = nearest_name(name, known);
      throw_error(Code::kInvalidArgument,
                  "expected a list of markdown, html, json and chunks, found '{}'{}", name,
                  nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?");
    }
    if (comma == std::string_view::npos) return formats;
    text.remove_prefix(comma + 1);
  }
}

doc::TableFormat parse_table_format(std::string_view text) {
  if (text == "html") return doc::TableFormat::kHtml;
  if (text == "markdown") return doc::TableFormat::kMarkdown;
  if (text == "auto") return doc::TableFormat::kAuto;
  throw_error(Code::kInvalidArgument,
              "expected html, markdown or auto, found '{}' (to have tables as pictures: "
              "--table false)",
              text);
}

doc::Furniture parse_furniture(std::string_view text) {
  if (text == "drop") return doc::Furniture::kDrop;
  if (text == "keep") return doc::Furniture::kKeep;
  if (text == "comment") return doc::Furniture::kComment;
  throw_error(Code::kInvalidArgument, "expected drop, keep or comment, found '{}'", text);
}

doc::MarkdownMode parse_markdown_mode(std::string_view text) {
  if (text == "mm") return doc::MarkdownMode::kMm;
  if (text == "nlp") return doc::MarkdownMode::kNlp;
  throw_error(Code::kInvalidArgument, "expected mm or nlp, found '{}'", text);
}

doc::Enhance parse_enhance(std::string_view text) {
  if (text == "auto") return doc::Enhance::kAuto;
  if (text == "off") return doc::Enhance::kOff;
  if (text == "on") return doc::Enhance::kOn;
  throw_error(Code::kInvalidArgument, "expected auto, off or on, found '{}'", text);
}

doc::Order parse_order(std::string_view text) {
  if (text == "model") return doc::Order::kModel;
  if (text == "xy") return doc::Order::kXy;
  throw_error(Code::kInvalidArgument, "expected model or xy, found '{}'", text);
}

}  // namespace

std::span<const char* const> output_option_names() {
  static constexpr const char* kNames[] = {"--format",  "--tables", "--headers",    "--markdown",
                                           "--enhance", "--order",  "--max-seconds"};
  return kNames;
}

void read_output_options(const Values& values, doc::OutputOptions& output) {
  read_value(values, "format", output.formats, parse_formats);
  read_value(values, "tables", output.tables, parse_table_format);
  read_value(values, "headers", output.furniture, parse_furniture);
  read_value(values, "markdown", output.markdown, parse_markdown_mode);
}

void read_reading_options(const Values& values, doc::ParseOptions& options) {
  read_value(values, "enhance", options.enhance, parse_enhance);
  read_value(values, "order", options.order, parse_order);
  read_value(values, "max-seconds", options.max_seconds,
             [](const std::string& text) { return parse_int(text, 0, kMaxSeconds); });
}

}  // namespace mineru::cli
