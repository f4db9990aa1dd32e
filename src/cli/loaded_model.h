// A model in memory, as the commands see it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/generator.h"
#include "engine/stats.h"
#include "model/precision.h"
#include "remote/remote_generator.h"

namespace mineru::cli {

struct LoadedModel {
  std::unique_ptr<engine::Generator> generator;
  // Empty of a model server, which has an engine of its own. Refers to the generator.
  std::function<engine::EngineStats()> stats;
  std::string isa;  // instruction set in use
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

// Finds out what a server serves. Errors: those of remote::RemoteGenerator::connect.
using ServerConnector =
    std::function<LoadedModel(const remote::RemoteOptions& server, const std::stop_token& stop)>;

}  // namespace mineru::cli
