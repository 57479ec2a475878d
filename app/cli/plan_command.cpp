// SPDX-License-Identifier: MIT
#include "app/cli/formats.h"
#include "app/cli/verbs.h"
#include "core/base/text.h"
#include "core/io/scenario_source.h"
#include "core/io/streams.h"
#include "core/plan/words.h"
#include "core/report/plan_json.h"
#include "core/report/plan_table.h"
#include "core/training/optimal_alternative.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

namespace {

struct PlanOptions {
    ScenarioSource source;
    std::string policies;
    bool hasPolicies = false;
    std::string format = "table";
    bool timeline = false;
    bool failIfOver = false;
};

constexpr std::array<std::string_view, 5> kFormats = { "table", "json", "csv", "markdown", "latex" };
constexpr std::array<std::string_view, 2> kTimelineFormats = { "table", "json" };

std::string rendered(const PlanOptions& options, const Evaluation& evaluation, const Timeline* timeline)
{
    if (options.format == "json") {
        return planJson(evaluation, timeline);
    }
    if (options.format == "csv") {
        return planCsv(evaluation);
    }
    if (options.format == "markdown") {
        return planMarkdown(evaluation);
    }
    if (options.format == "latex") {
        return planLatex(evaluation);
    }
    std::string text = planText(evaluation);
    if (timeline != nullptr) {
        text += "\n" + alignedText(timelineTable(*timeline));
    }
    return text;
}

ExitCode runPlan(const PlanOptions& options)
{
    const bool known = options.timeline ? acceptFormat("--format with --timeline", options.format, kTimelineFormats)
                                        : acceptFormat("--format", options.format, kFormats);
    if (!known) {
        return ExitCode::Usage;
    }
    if (!options.source.file.empty() && !options.source.preset.empty()) {
        complain("--preset: a scenario comes from a preset or from FILE, not from both");
        return ExitCode::Usage;
    }
    std::vector<PolicySpec> compared;
    if (options.hasPolicies) {
        Result<std::vector<PolicySpec>> specs = parsePolicies(options.policies);
        if (!specs) {
            complain("--" + specs.error().message);
            return ExitCode::Usage;
        }
        compared = std::move(*specs);
    }
    const LoadedScenario loaded = loadScenario(options.source);
    if (loaded.exitCode != ExitCode::Ok) {
        return loaded.exitCode;
    }
    EvaluatedScenario answer = evaluateLoaded(options.source, loaded, compared);
    if (!answer.evaluation) {
        return answer.exitCode;
    }
    addOptimalAlternative(*answer.evaluation);
    std::optional<Timeline> steps;
    if (options.timeline) {
        Result<Timeline> made = timeline(answer.evaluation->scenario);
        if (!made) {
            complain(made.error().message);
            return ExitCode::Failure;
        }
        steps = std::move(*made);
    }
    if (options.format == "csv") { // which has no room for notes
        for (const std::string& note : std::array { boundNote(*answer.evaluation), tensorsNote(*answer.evaluation) }) {
            if (!note.empty()) {
                complain("note: " + note);
            }
        }
    }
    const ExitCode printed = print(rendered(options, *answer.evaluation, steps ? &*steps : nullptr));
    if (printed != ExitCode::Ok) {
        return printed;
    }
    return options.failIfOver && !answer.evaluation->memory.fits ? ExitCode::DoesNotFit : ExitCode::Ok;
}

} // namespace

std::function<ExitCode()> preparePlan(CLI::App& options)
{
    const auto plan = std::make_shared<PlanOptions>();
    options.add_option("FILE", plan->source.file, "Scenario file; - is standard input")
        ->type_name("")
        ->check(refuseEmptyName);
    options.add_option("--preset", plan->source.preset, "Start from a preset (sublinear presets scenarios lists them)")
        ->type_name("ID")
        ->check([](const std::string& id) { return id.empty() ? "\"\" is not the name of a preset" : std::string(); });
    options.add_option("--set", plan->source.assignments, "Change a field: workload.batch=2; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    CLI::Option* policies = options
                                .add_option("--policies", plan->policies,
                                    "List these beside: store_all,segments:1,first_m,... "
                                    "The budget of optimal:20GiB is for activations and what else the step adds, not "
                                    "for parameters, optimizer "
                                    "states and reserve.")
                                ->type_name("LIST");
    options.add_flag("--timeline", plan->timeline, "Add the live bytes over the operations of one step");
    options.add_flag("--fail-if-over", plan->failIfOver, "Exit with 10 if the scenario does not fit");
    options.add_option("--format", plan->format, join(kFormats))->type_name("FORMAT")->capture_default_str();
    return [plan, policies] {
        plan->hasPolicies = policies->count() > 0;
        return runPlan(*plan);
    };
}

} // namespace sublinear::cli
