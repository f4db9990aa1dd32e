#include "cli/option_reader.h"

#include <algorithm>
#include <vector>

#include "cli/suggest.h"

namespace mineru::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

[[noreturn]] void throw_unknown_option(const CLI::App& app, std::string_view command) {
  const std::vector<std::string> rest = app.remaining();
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  const auto found = std::find_if(rest.begin(), rest.end(), is_option);
  if (found == rest.end()) {
    throw_error(Code::kInvalidArgument, "'{}' is not expected here; see 'mineru-cpp {} --help'",
                rest.empty() ? std::string("-") : rest.front(), command);
  }
  const std::string typed = found->substr(0, found->find('='));
  const std::string nearest = nearest_name(typed, option_names(app));
  throw_error(Code::kInvalidArgument, "no option is called '{}'{}; see 'mineru-cpp {} --help'",
              typed, nearest.empty() ? std::string() : ". Did you mean '" + nearest + "'?",
              command);
}

}  // namespace

void add_values(CLI::App& app, std::span<const char* const> names, Values& values) {
  for (const char* const name : names) {
    const std::string spelled(name);
    const std::string key = spelled.substr(spelled.find("--") + 2);
    app.add_option_function<std::string>(
           spelled, [&values, key](const std::string& value) { values[key] = value; })
        ->take_last();
  }
}

void run_cli11(CLI::App& app, std::span<const std::string> arguments, std::string_view command) {
  try {
    // CLI11 takes them off the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ExtrasError&) {
    throw_unknown_option(app, command);
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string text = mismatch.what();
    const std::string option = text.substr(0, text.find(':'));
    throw_error(Code::kInvalidArgument, "{} needs a value; see 'mineru-cpp {} --help'", option,
                command);
  } catch (const CLI::Error& error) {
    throw_error(Code::kInvalidArgument, "{}; see 'mineru-cpp {} --help'", error.what(), command);
  }
}

}  // namespace mineru::cli
