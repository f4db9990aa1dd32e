// mineru-vectors: runs recorded rows of the reference, {"step", "input", "expected"}, through our
// code and prints what differs.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "vectors/difference.h"
#include "vectors/render_row.h"
#include "vectors/step.h"

namespace mineru::doc::vectors {
namespace {

constexpr const char* kUsage =
    "usage: mineru-vectors [--compat reference|product] [--skip NAME,...] FILE.jsonl...\n"
    "A NAME is a step or the name of a document; its rows are counted as skipped.\n";
constexpr int kUsageError = 2;

struct Arguments {
  Compat compat = Compat::kProduct;
  std::vector<std::string> skipped;  // steps, names of documents
  std::vector<std::string> files;
};

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

void take_option(const std::string& name, const std::string& value, Arguments& arguments) {
  if (name == "--skip") {
    arguments.skipped = split_at_commas(value);
  } else if (value == "reference") {
    arguments.compat = Compat::kReference;
  } else if (value != "product") {
    throw_error(Code::kInvalidArgument, "--compat {}: expected reference or product", value);
  }
}

Arguments arguments_from(const std::vector<std::string>& words) {
  Arguments arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (name == "--compat" || name == "--skip") {
      const bool joined = equals != std::string::npos;
      if (!joined && ++i == words.size()) {
        throw_error(Code::kInvalidArgument, "{}: a value is missing", name);
      }
      take_option(name, joined ? word.substr(equals + 1) : words[i], arguments);
    } else if (word.starts_with("--")) {
      throw_error(Code::kInvalidArgument, "{}: no such option", word);
    } else {
      arguments.files.push_back(word);
    }
  }
  if (arguments.files.empty()) throw_error(Code::kInvalidArgument, "no file");
  return arguments;
}

struct Count {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

class Run {
 public:
  explicit Run(const Arguments& arguments) : arguments_(arguments) {
    for (const auto add : {add_text_steps, add_equation_steps, add_table_steps, add_picture_steps,
                           add_page_steps, add_pixel_steps, add_hybrid_steps, add_http_steps}) {
      add(steps_);
    }
  }

  void run_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail("(file)", path, {"cannot be opened"});
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      run_line(line, fmt::format("{}:{}", path, number));
    }
    if (file.bad()) fail("(file)", path, {"cannot be read"});
  }

  // Whether none failed.
  bool report() const {
    Count all;
    for (const auto& [step, count] : counts_) {
      fmt::print("{}: {} passed, {} failed, {} skipped\n", step, count.passed, count.failed,
                 count.skipped);
      all.passed += count.passed;
      all.failed += count.failed;
    }
    fmt::print("{} passed, {} failed\n", all.passed, all.failed);
    return all.failed == 0;
  }

 private:
  void fail(const std::string& step, const std::string& place,
            const std::vector<std::string>& reasons) {
    ++counts_[step].failed;
    fmt::print("FAILED {} ({})\n", place, step);
    for (const std::string& reason : reasons) fmt::print("  {}\n", reason);
  }

  void run_line(const std::string& line, const std::string& place) {
    const Json row = Json::parse(line, nullptr, false);
    if (!row.is_object() || !row.contains("input")) {
      return fail("(row)", place, {R"(expected an object with "input" and "expected")"});
    }
    // Rows of whole documents have a name instead of a step.
    const std::string step = row.value("step", row.contains("name") ? "render" : "(row)");
    const std::string name = row.value("name", "");
    if (is_skipped(step) || is_skipped(name)) {
      ++counts_[step].skipped;
      return;
    }
    if (!row.contains("expected")) return fail(step, place, {R"(expected "expected" in the row)"});
    run_row(step, row, name.empty() ? place : place + " " + name);
  }

  // What the specification calls not authoritative, and what the caller does not ask for.
  bool is_skipped(const std::string& name) const {
    if (name == "guess_lang") return true;
    for (const std::string& skipped : arguments_.skipped) {
      if (name == skipped) return true;
    }
    return false;
  }

  void run_row(const std::string& step, const Json& row, const std::string& place) {
    try {
      const std::vector<std::string> differing = differences_of(step, row);
      if (!differing.empty()) return fail(step, place, differing);
      ++counts_[step].passed;
    } catch (const std::exception& e) {
      fail(step, place, {fmt::format("error: {}", e.what())});
    }
  }

  std::vector<std::string> differences_of(const std::string& step, const Json& row) const {
    const Json& input = row.at("input");
    if (step == "render") return render_differences(input, row.at("expected"), arguments_.compat);
    const auto found = steps_.find(step);
    if (found == steps_.end()) return {"error: unknown step " + step};
    return differences(row.at("expected"), found->second(input, arguments_.compat),
                       KeyOrder::kIgnore);
  }

  const Arguments& arguments_;
  Steps steps_;
  std::map<std::string, Count> counts_;  // by step
};

int run(const std::vector<std::string>& words) {
  try {
    const Arguments arguments = arguments_from(words);
    Run run(arguments);
    for (const std::string& file : arguments.files) run.run_file(file);
    return run.report() ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "mineru-vectors: {}\n{}", e.what(), kUsage);
    return kUsageError;
  }
}

}  // namespace
}  // namespace mineru::doc::vectors

int main(int argc, char** argv) {
  return mineru::doc::vectors::run(std::vector<std::string>(argv + 1, argv + argc));
}
