// A model in memory, as the commands see it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "engine/generator.h"
#include "engine/stats.h"
#include "model/precision.h"

namespace mineru::cli {

struct LoadedModel {
  std::unique_ptr<engine::Generator> generator;
  std::function<engine::EngineStats()> stats;  // refers to the generator
  std::string isa;                             // instruction set in use
  int threads = 1;
};

// How a model runs.
struct ModelSettings {
  int threads = 1;
  model::Precision precision = model::Precision::kAsStored;
};

// Loads what lies in the folder; takes seconds. Errors: those of model::Model::load.
using ModelLoader =
    std::function<LoadedModel(const std::filesystem::path& folder, const ModelSettings& settings)>;

}  // namespace mineru::cli
