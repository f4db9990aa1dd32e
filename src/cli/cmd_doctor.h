// The command `doctor`: looks at the installation, says what to do about what is missing.
#pragma once

#include <functional>

#include "cli/console.h"
#include "cli/doctor_report.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "media/page_source.h"

namespace mineru::cli {

struct DoctorServices {
  std::function<media::WorkerHealth(const media::WorkerOptions&)> check_worker;
  std::function<std::string()> instruction_set;  // that the model would run with
};

// Everything it looks at; a fact that cannot be found out is a finding, never an error.
DoctorFacts collect_facts(const DoctorCommand& command, const DoctorServices& services);

ExitCode run_doctor(const DoctorCommand& command, const DoctorServices& services, Console& console);

}  // namespace mineru::cli
