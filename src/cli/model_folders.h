// Where models lie on this machine, and which one is meant.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mineru::cli {

// What the user said about the model.
struct ModelChoice {
  std::string name;              // --model: a folder, or the name of a pulled model
  std::string from_environment;  // MINERU_MODEL, the same; counts where `name` is empty
  std::filesystem::path pulled;  // where `pull` puts models; empty: unknown
};

// The folder of the chosen model; without a choice, a pulled one, the first in the order of
// published_models(). Errors: kNotFound, saying what was looked for and how to get a model.
std::filesystem::path find_model(const ModelChoice& choice);

// Names of the complete models in the folder, sorted; none of a folder that is not there.
std::vector<std::string> pulled_models(const std::filesystem::path& pulled);

}  // namespace mineru::cli
