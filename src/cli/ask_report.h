// What a person or a program reads about an answer: plain functions.
#pragma once

#include <optional>
#include <string>

#include "cli/json_events.h"
#include "engine/generator.h"
#include "engine/stats.h"

namespace mineru::cli {

struct AskResult {
  std::string model;
  engine::Reply reply;
  // Absent of a model server, as the next two:
  std::optional<engine::EngineStats> stats;
  std::string isa;
  int threads = 1;
  double load_seconds = 0;
  double answer_seconds = 0;  // from the question to the last token
  PeakMemory memory;
};

// One object, indented.
std::string ask_json(const AskResult& result);

// "64 tokens in 2.1 s: ...", why it ended where that is worth saying, and the peak memory.
std::string ask_summary(const AskResult& result);

}  // namespace mineru::cli
