// SPDX-License-Identifier: MIT
#include "app/cli/verbs.h"
#include "app/measure/measure_run.h"
#include "app/measure/worker_process.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/io/scenario_source.h"
#include "core/io/stop_signals.h"
#include "core/io/streams.h"
#include "core/io/write_file.h"
#include "core/measurement/measurement_json.h"

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <QFileInfo>

#include <array>
#include <cmath>
#include <memory>
#include <unistd.h>

namespace sublinear::cli {

namespace {

struct MeasureOptions {
    ScenarioSource source;
    RunOptions run;
    std::string out;
};

std::string timeText(double ns)
{
    constexpr double kMs = 1e6;
    constexpr double kS = 1e9;
    return ns < kS ? formatFixed(ns / kMs, 1) + " ms" : formatFixed(ns / kS, 2) + " s";
}

/// Says on stderr how the run goes: a line for each point, and in a terminal how far it is.
class Reporter {
public:
    void row(const StreamRow& row)
    {
        if (const auto* plan = std::get_if<PlanRow>(&row.content)) {
            tellPlan(*plan);
        } else if (const auto* result = std::get_if<ResultRow>(&row.content)) {
            tellPoint(result->point);
        } else if (const auto* progress = std::get_if<ProgressRow>(&row.content)) {
            tellProgress(*progress);
        }
    }
    void clear() // the line of progress
    {
        if (m_isTerminal && m_hasLine) {
            static_cast<void>(std::fputs("\r\x1b[K", stderr));
            m_hasLine = false;
        }
    }

private:
    void tellPlan(const PlanRow& plan)
    {
        for (const Substitution& each : plan.run.substitutions) {
            tell("instead of " + each.path + " " + shown(each.from) + ": " + shown(each.to) + " (" + each.why + ")");
        }
    }

    static std::string shown(const FieldValue& value)
    {
        const std::string text = fieldValueText(value);
        return text.empty() ? "none" : text;
    }

    void tellPoint(const PointRecord& point)
    {
        std::string line = policyText(point.policy) + ":";
        if (point.measuredPeakBytes && point.predictedPeakBytes) {
            line += " peak " + formatGrouped(*point.measuredPeakBytes) + " bytes measured, "
                + formatGrouped(*point.predictedPeakBytes) + " predicted";
        }
        if (point.stepNs) {
            line += "; " + timeText(point.stepNs->median) + " a step";
        }
        if (point.gradientsIdentical == false) {
            line += "; gradients differ from store_all's";
        }
        tell(line + (point.note.empty() ? "" : "; " + point.note));
    }

    void tellProgress(const ProgressRow& progress)
    {
        if (!m_isTerminal || progress.phase == kRunEndedPhase) {
            return;
        }
        const std::string left = progress.leftNs ? ", " + timeText(*progress.leftNs) + " left" : "";
        const std::string line = "\r\x1b[Kpoint " + std::to_string(progress.point + 1) + " of "
            + std::to_string(progress.points) + ", " + progress.phase + ": " + formatPercent(progress.done, 0) + left;
        static_cast<void>(std::fputs(line.c_str(), stderr));
        m_hasLine = true;
    }

    void tell(const std::string& line)
    {
        clear();
        complain(line);
    }

    bool m_isTerminal = ::isatty(STDERR_FILENO) != 0;
    bool m_hasLine = false;
};

ExitCode writeDocument(const std::string& out, const std::string& document)
{
    if (out.empty() || out == "-") {
        return print(document);
    }
    const Status written = writeWholeFile(out, document);
    if (!written) {
        complain(out + ": " + written.error().message);
    }
    return written ? ExitCode::Ok : ExitCode::CannotWrite;
}

ExitCode checkAsked(const MeasureOptions& asked)
{
    if (const Status options = checkOptions(asked.run); !options) {
        complain("--" + options.error().message);
        return ExitCode::Usage;
    }
    if (asked.run.policies) {
        if (const auto policies = parsePolicies(*asked.run.policies); !policies) {
            complain("--" + policies.error().message);
            return ExitCode::Usage;
        }
    }
    return ExitCode::Ok;
}

// A list that the worker refuses before it plans anything is the caller's; all else is the run's.
ExitCode codeOf(const MeasureOutcome& outcome)
{
    if (outcome.stopped) {
        return ExitCode::Failure;
    }
    const bool refused =
        !outcome.planned && outcome.faults.size() == 1 && outcome.faults.front().kind == FaultClass::Refused;
    return refused ? ExitCode::Usage : ExitCode::DeviceFailed;
}

ExitCode runMeasure(const MeasureOptions& asked)
{
    if (const ExitCode checked = checkAsked(asked); checked != ExitCode::Ok) {
        return checked;
    }
    const LoadedScenario loaded = loadScenario(asked.source);
    if (loaded.exitCode != ExitCode::Ok) {
        return loaded.exitCode;
    }
    if (const ResolvedSource resolved = resolveLoaded(asked.source, loaded); !resolved.scenario) {
        return resolved.exitCode;
    }
    if (!asked.out.empty() && asked.out != "-") {
        if (const Status can = canWriteFile(asked.out); !can) {
            complain(asked.out + ": " + can.error().message);
            return ExitCode::CannotWrite;
        }
    }
    int argc = 1; // Qt wants to see some; ours are read already
    std::array<char, 10> name { "sublinear" };
    std::array<char*, 2> argv { name.data(), nullptr };
    const QCoreApplication application(argc, argv.data());

    Reporter reporter;
    const RunCommand command { "measure", loaded.scenario, asked.run };
    const MeasureOutcome outcome = measureRun(
        workerProgram(), command, [&reporter](const StreamRow& row) { reporter.row(row); }, takeStopSignals());
    reporter.clear();
    for (const Fault& fault : outcome.faults) {
        complain("measure: " + std::string(toText(fault.kind)) + ": " + fault.message);
    }
    const bool measured = outcome.planned && !outcome.measurement.points.empty(); // else an older file stays whole
    const ExitCode written = measured ? writeDocument(asked.out, writeMeasurement(outcome.measurement)) : ExitCode::Ok;
    return outcome.faults.empty() ? written : codeOf(outcome);
}

} // namespace

std::function<ExitCode()> prepareMeasure(CLI::App& options)
{
    const auto asked = std::make_shared<MeasureOptions>();
    options.add_option("FILE", asked->source.file, "Scenario file; - is standard input")->type_name("");
    options
        .add_option("--preset", asked->source.preset, "Start from a preset (sublinear presets scenarios lists them)")
        ->type_name("ID");
    options.add_option("--set", asked->source.assignments, "Change a field: workload.batch=2; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    options.add_option("--device", asked->run.device, "auto, cpu or cuda:N")
        ->type_name("DEVICE")
        ->capture_default_str();
    options.add_option("--policies", asked->run.policies, "What is measured: store_all,segments:1,... (default: five)")
        ->type_name("LIST");
    options.add_option("--out", asked->out, "Write the measurement here instead of to standard output")
        ->type_name("FILE");
    options.add_option("--threads", asked->run.threads, "Default: all but one of those that may be used")
        ->type_name("N");
    options
        .add_option("--deadline", asked->run.deadlineSeconds,
            "End then, done or not; the shape is chosen for it.\nA worker that hangs is killed at most 10 s later")
        ->type_name("SECONDS");
    options.add_flag("--head", asked->run.head,
        "Run embedding and LM head too, with the scenario's loss (default: the stack alone, with its own loss)");
    options.add_option("--seed", asked->run.seed, "Of inputs and weights")
        ->type_name("N")
        ->check([](const std::string& typed) { return refuseClamped(typed, 0, kLargestSeed); })
        ->capture_default_str();
    return [asked] { return runMeasure(*asked); };
}

} // namespace sublinear::cli
