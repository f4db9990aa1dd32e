// Passes over text and names on the way to the output.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "doc/page_workers.h"
#include "doc/passes/algorithm_html.h"
#include "doc/passes/content_clean.h"
#include "doc/passes/embedded_html.h"
#include "doc/passes/escape_markdown.h"
#include "doc/passes/fullwidth.h"
#include "doc/passes/language.h"
#include "doc/passes/line_hyphen.h"
#include "doc/passes/merge_para_text.h"
#include "doc/passes/title_level.h"
#include "doc/vlm/captions.h"
#include "doc/vlm/cell_merge.h"
#include "doc/writers/image_names.h"
#include "doc/writers/render.h"
#include "doc/writers/stems.h"
#include "text/digest.h"
#include "text/utf8.h"
#include "vectors/document_json.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {

namespace {

// Of a picture in one colour.
std::string filled_page_md5(const Json& input) {
  std::string row;
  for (int x = 0; x < input.at("w").get<int>(); ++x) {
    for (const Json& channel : input.at("fill")) row += static_cast<char>(channel.get<int>());
  }
  text::Digest md5(text::Digest::Kind::kMd5);
  for (int y = 0; y < input.at("h").get<int>(); ++y) md5.update(std::as_bytes(std::span(row)));
  return md5.hex_upper();
}

Json image_file_name_step(const Json& input, Compat) {
  const std::string md5 = filled_page_md5(input);
  const std::string type = input.at("type");
  const IntBox box = to_int_box(box_from(input.at("bbox")));
  const int page = input.at("page");
  return {
      {"page_md5", md5},
      {"key", fmt::format("{}/{}_{}_{}_{}_{}_{}", type, md5, page, box.x0, box.y0, box.x1, box.y1)},
      {"file", image_file_name(span_type_from(type), md5, page, box)}};
}

Json merge_para_text_step(const Json& input, Compat compat) {
  return merge_para_text(block_from(input.at("block")), merge_options({.compat = compat}));
}

Json title_level_step(const Json& input, Compat) {
  if (!input.contains("level")) return title_level(std::nullopt);
  return title_level(input.at("level").get<int>());
}

Json truncate_utf8_step(const Json& input, Compat) {
  return std::string(text::truncate_utf8(input.at("value").get_ref<const std::string&>(),
                                         input.at("max_bytes").get<size_t>()));
}

Json render_process_count_step(const Json& input, Compat) {
  return reference_page_workers(input.at("pages"), input.at("threads"), input.at("cpus"));
}

Json normalize_upload_filename_step(const Json& input, Compat compat) {
  return upload_name(input.get_ref<const std::string&>(), compat);
}

Json format_embedded_html_step(const Json& input, Compat) {
  return format_embedded_html(input.at("html").get<std::string>(),
                              input.at("img_dir").get<std::string>());
}

}  // namespace

void add_text_steps(Steps& steps) {
  steps["escape_markdown_text"] = on_text(escape_markdown_text);
  steps["escape_text_block_prefix"] = on_text(escape_block_prefix);
  steps["fullwidth_exclude_marks"] = on_text(narrow_alphanumerics);
  steps["fullwidth_all"] = on_text(narrow_full_width);
  steps["code_content_clean"] = on_text(clean_code);
  steps["clean_content"] = on_text(clean_brackets);
  steps["isolated_formula_clean"] = on_text(clean_formula);
  steps["hyphen_at_line_end"] = [](const Json& input, Compat) {
    return Json(ends_with_hyphen(input.get<std::string>()));
  };
  steps["detect_lang"] = [](const Json& input, Compat) {
    return Json(std::string(detect_language(input.get<std::string>())));
  };
  steps["table_continuation_text"] = [](const Json& input, Compat) {
    return Json(vlm::is_table_continuation(input.get<std::string>()));
  };
  steps["algorithm_html"] = [](const Json& input, Compat) {
    return Json(algorithm_html(lines_from(input)));
  };
  steps["uniquify_task_stems"] = [](const Json& input, Compat) {
    return Json(uniquify_stems(input.get<std::vector<std::string>>()));
  };
  steps["normalize_upload_filename"] = normalize_upload_filename_step;
  steps["render_process_count"] = render_process_count_step;
  steps["merge_para_text"] = merge_para_text_step;
  steps["format_embedded_html"] = format_embedded_html_step;
  steps["image_file_name"] = image_file_name_step;
  steps["truncate_utf8"] = truncate_utf8_step;
  steps["title_level"] = title_level_step;
}

}  // namespace mineru::doc::vectors
