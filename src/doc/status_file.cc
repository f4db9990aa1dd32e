#include "doc/status_file.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "doc/writers/json_text.h"

namespace mineru::doc {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    list.push_back({{"code", code_name(diagnostic.code)}, {"message", diagnostic.message}});
  }
  return list;
}

// Only how many, and what they count as: nobody asks an old file for the reasons.
std::vector<PageFailure> failures_of(const Json& list) {
  std::vector<PageFailure> failures;
  for (const Json& item : list) {
    PageFailure& failure = failures.emplace_back();
    failure.source_page = item.at("page").get<int>() - 1;
    const bool timeout = item.at("status") == page_status_name(PageStatus::kTimeout);
    failure.status = timeout ? PageStatus::kTimeout : PageStatus::kFailed;
  }
  return failures;
}

}  // namespace

std::string_view document_status(const StatusFile& file) {
  if (file.pages_ok == 0) return "failed";
  return file.pages_ok == file.pages_total ? "ok" : "partial";
}

void write_status_file(const std::filesystem::path& path, const StatusFile& file) {
  Json failed = Json::array();
  for (const PageFailure& failure : file.failures) {
    failed.push_back({{"page", failure.source_page + 1},
                      {"status", page_status_name(failure.status)},
                      {"diagnostics", to_json(failure.diagnostics)}});
  }
  const Json json = {{"status", document_status(file)},
                     {"input", file.input},
                     {"input_sha256", file.input_sha256},
                     {"result_key", file.result_key},
                     {"version", MINERU_VERSION},
                     {"backend", file.backend},
                     {"pages", file.pages_total},
                     {"pages_ok", file.pages_ok},
                     {"failed_pages", failed},
                     {"diagnostics", to_json(file.diagnostics)}};
  write_file(path, to_json_text(json) + "\n");
}

std::optional<StatusFile> read_status_file(const std::filesystem::path& path) {
  try {
    const Json json = Json::parse(read_file(path));
    StatusFile file;
    json.at("input").get_to(file.input);
    json.at("input_sha256").get_to(file.input_sha256);
    json.at("result_key").get_to(file.result_key);
    json.at("backend").get_to(file.backend);
    json.at("pages").get_to(file.pages_total);
    json.at("pages_ok").get_to(file.pages_ok);
    file.failures = failures_of(json.at("failed_pages"));
    return file;
  } catch (const Error&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mineru::doc
