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
  EXPECT_THAT(named(findings, "models").value, HasSubstr("none is needed"));
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
      }};
  DoctorCommand command;
  command.output = "/proc/out";
  EXPECT_EQ(run_doctor(command, broken, captured.console()), ExitCode::kNothingParsed);
  EXPECT_THAT(captured.out(), HasSubstr("scripted: no worker"));
  EXPECT_THAT(captured.out(), HasSubstr("nlohmann-json 3."));
  EXPECT_THAT(captured.out(), HasSubstr("Linux"));
}

}  // namespace
}  // namespace mineru::cli
