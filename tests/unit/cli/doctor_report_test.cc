#include "cli/doctor_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/cmd_doctor.h"
#include "unit/cli/captured_console.h"

namespace mineru::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

DoctorFacts healthy() {
  DoctorFacts facts;
  facts.version = "1.2.3";
  facts.memory = {.total = 16ull << 30, .available = 8ull << 30, .limit = 0};
  facts.worker = media::WorkerHealth{.pdfium_version = "1234",
                                     .vips_version = "8.14",
                                     .tesseract_version = "5.3.0",
                                     .ocr_languages = {"chi_sim", "eng", "osd"},
                                     .picture_formats = {"png", "jpeg"},
                                     .sandboxed = true,
                                     .peak_resident_bytes = 50ull << 20};
  facts.worker_seconds = 0.08;
  facts.worker_memory_limit = 2ull << 30;
  facts.cjk_fonts = {"wqy-microhei.ttc"};
  facts.output = "out";
  facts.instruction_set = "avx2";
  facts.models_folder = "/home/alice/.local/share/mineru-cpp/models";
  facts.home = "/home/alice";
  return facts;
}

Finding named(const std::vector<Finding>& findings, const std::string& name) {
  for (const Finding& finding : findings) {
    if (finding.name == name) return finding;
  }
  ADD_FAILURE() << "no finding about " << name;
  return {};
}

TEST(Doctor, HealthyMachine) {
  const std::vector<Finding> findings = judge(healthy());
  for (const Finding& finding : findings) {
    EXPECT_TRUE(finding.level == Level::kOk || finding.level == Level::kInfo) << finding.name;
    EXPECT_EQ(finding.advice, "");
  }
  EXPECT_EQ(doctor_exit_code(findings), ExitCode::kOk);
  EXPECT_THAT(doctor_text(findings), HasSubstr("everything is in place"));
  EXPECT_THAT(named(findings, "models").value, HasSubstr("the backend flash needs none"));
  EXPECT_THAT(named(findings, "kernels").value, HasSubstr("avx2"));
}

TEST(Doctor, DeadWorkerFails) {
  DoctorFacts facts = healthy();
  facts.worker.reset();
  facts.worker_error = "mineru-media-worker: no such file";
  const std::vector<Finding> findings = judge(facts);
  EXPECT_EQ(named(findings, "worker").level, Level::kFail);
  EXPECT_EQ(doctor_exit_code(findings), ExitCode::kNothingParsed);
  EXPECT_THAT(doctor_text(findings), HasSubstr("-> "));
}

TEST(Doctor, WarningsAreFine) {
  DoctorFacts facts = healthy();
  facts.worker->ocr_languages = {"eng"};
  facts.worker->sandboxed = false;
  facts.cjk_fonts.clear();
  facts.memory.limit = 512ull << 20;
  const std::vector<Finding> findings = judge(facts);
  for (const char* name : {"Tesseract", "sandbox", "CJK fonts", "memory"}) {
    EXPECT_EQ(named(findings, name).level, Level::kWarn) << name;
    EXPECT_NE(named(findings, name).advice, "") << name;
  }
  EXPECT_EQ(doctor_exit_code(findings), ExitCode::kOk);
  EXPECT_THAT(doctor_text(findings), HasSubstr("0 failures, 4 warnings"));
}

TEST(Doctor, Models) {
  DoctorFacts facts = healthy();
  facts.models = {"2509", "pro"};
  EXPECT_EQ(named(judge(facts), "models").value,
            "2509, pro; the folder for models is ~/.local/share/mineru-cpp/models");
  facts.model_error = "MINERU_MODEL /nowhere: no such folder";
  EXPECT_EQ(named(judge(facts), "models").level, Level::kWarn);
  EXPECT_THAT(named(judge(facts), "models").advice, HasSubstr("unset the variable MINERU_MODEL"));
  facts.instruction_set_error = "expected avx2 or scalar, found 'mmx'";
  EXPECT_EQ(named(judge(facts), "kernels").level, Level::kFail);
  EXPECT_EQ(doctor_exit_code(judge(facts)), ExitCode::kNothingParsed);
}

TEST(Doctor, HomeFolderIsNotTold) {
  DoctorFacts facts = healthy();
  facts.home = "/home/alice";
  facts.output = "/home/alice/out";
  facts.output_error = "no permission";
  facts.worker.reset();
  facts.worker_error = "/home/alice/bin/mineru-media-worker and /home/alice/lib: missing";
  for (const std::string& text : {doctor_text(judge(facts)), doctor_json(judge(facts))}) {
    EXPECT_THAT(text, Not(HasSubstr("alice")));
    EXPECT_THAT(text, HasSubstr("~/bin/mineru-media-worker and ~/lib"));
  }
}

TEST(Doctor, JsonIsJson) {
  const auto json = nlohmann::json::parse(doctor_json(judge(healthy())));
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["findings"][0]["group"], "program");
}

TEST(Doctor, LooksAtThisMachine) {
  CapturedConsole captured({});
  const DoctorServices broken = {
      .check_worker = [](const media::WorkerOptions&) -> media::WorkerHealth {
        throw Error(Code::kNotFound, "scripted: no worker");
      },
      .instruction_set = []() -> std::string {
        throw Error(Code::kInvalidArgument, "scripted: no kernels");
      }};
  DoctorCommand command;
  command.output = "/proc/out";
  EXPECT_EQ(run_doctor(command, broken, captured.console()), ExitCode::kNothingParsed);
  EXPECT_THAT(captured.out(), HasSubstr("scripted: no worker"));
  EXPECT_THAT(captured.out(), HasSubstr("scripted: no kernels"));
  EXPECT_THAT(captured.out(), HasSubstr("libcurl "));
  EXPECT_THAT(captured.out(), HasSubstr("nlohmann-json 3."));
  EXPECT_THAT(captured.out(), HasSubstr("Linux"));
}

}  // namespace
}  // namespace mineru::cli
