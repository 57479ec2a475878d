// SPDX-License-Identifier: MIT
#include "app/cli/figure_options.h"

#include "app/files/measurement_file.h"
#include "app/model/text.h"
#include "core/io/streams.h"
#include "core/scenario/refusal.h"
#include "core/training/optimal_alternative.h"

#include <CLI/CLI.hpp>

#include <QFileInfo>

namespace sublinear::cli {

namespace {

/// Empty, with the complaint made, if one of the files is no measurement.
std::optional<std::vector<MeasuredSet>> loadSets(const std::vector<std::string>& paths)
{
    std::vector<MeasuredSet> sets;
    for (const std::string& path : paths) {
        Result<std::optional<Measurement>> loaded = loadMeasurement(toQString(path));
        if (!loaded) {
            complain(loaded.error().message);
            return std::nullopt;
        }
        if (!*loaded) {
            const bool there = QFileInfo(toQString(path)).isFile();
            complain(path + ": " + (there ? "is no measurement" : "there is no such file"));
            return std::nullopt;
        }
        const QFileInfo file(toQString(path));
        sets.push_back({ file.fileName(), file.absoluteFilePath(), std::move(**loaded),
            static_cast<int>(sets.size()) + 1, 0, toQString(path) });
    }
    return sets;
}

std::vector<MeasuredSet> setsOf(const FigureRecord& figure)
{
    std::vector<MeasuredSet> sets;
    for (const FigureRecord::Measured& each : figure.measured) {
        sets.push_back(
            { toQString(each.name), {}, each.measurement, static_cast<int>(sets.size()) + 1, 0, toQString(each.file) });
    }
    return sets;
}

} // namespace

void addFigureSource(CLI::App& options, FigureSource& source)
{
    options.add_option("FILE", source.scenario.file, "Scenario file or exported figure; - is standard input")
        ->type_name("")
        ->check(refuseEmptyName);
    options
        .add_option("--preset", source.scenario.preset, "Start from a preset (sublinear presets scenarios lists them)")
        ->type_name("ID");
    options.add_option("--set", source.scenario.assignments, "Change a field: workload.batch=2; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    source.policiesOption = options
                                .add_option("--policies", source.policies,
                                    "Draw these beside: store_all,segments,...; a figure's own by default")
                                ->type_name("LIST");
    options.add_option("--measured", source.measured, "Measured points; may be repeated; a figure's own by default")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->check(refuseEmptyName);
    source.secondOption = options
                              .add_option("--second-step", source.second,
                                  "Below the step of a timeline: none, executed (what really runs, in article "
                                  "accounting) or a policy; a figure's own by default")
                              ->type_name("STEP");
}

LoadedFigure loadFigure(const FigureSource& source)
{
    if (!source.scenario.file.empty() && !source.scenario.preset.empty()) {
        complain("--preset: a scenario comes from a preset or from FILE, not from both");
        return { ExitCode::Usage, {} };
    }
    std::vector<PolicySpec> compared;
    if (source.policiesOption->count() > 0) {
        Result<std::vector<PolicySpec>> specs = parsePolicies(source.policies);
        if (!specs) {
            complain("--" + specs.error().message);
            return { ExitCode::Usage, {} };
        }
        compared = std::move(*specs);
    }
    std::optional<SecondStep> second = secondStepOf(source.second == "none" ? "" : source.second);
    if (!second || (source.secondOption->count() > 0 && source.second.empty())) {
        complain(refusal("--second-step", source.second, "none, executed or the name of a policy, such as segments")
                     .message);
        return { ExitCode::Usage, {} };
    }
    const LoadedScenario loaded = loadScenario(source.scenario);
    if (loaded.exitCode != ExitCode::Ok) {
        return { loaded.exitCode, {} };
    }
    std::optional<std::vector<MeasuredSet>> sets = loadSets(source.measured);
    if (!sets) {
        return { ExitCode::BadFile, {} };
    }
    if (loaded.figure) { // drawn as it was, but for what is asked for here
        if (source.policiesOption->count() == 0) {
            compared = loaded.figure->compared;
        }
        if (source.measured.empty()) {
            sets = setsOf(*loaded.figure);
        }
        if (source.secondOption->count() == 0) {
            second = secondStepOf(loaded.figure->secondStep);
        }
    }
    EvaluatedScenario answer = evaluateLoaded(source.scenario, loaded, compared);
    if (!answer.evaluation) {
        return { answer.exitCode, {} };
    }
    addOptimalAlternative(*answer.evaluation);
    return { ExitCode::Ok,
        figureContent(*answer.evaluation, loaded.scenario, compared, *sets,
            loaded.figure ? loaded.figure->baseline : std::nullopt, second.value_or(SecondStep {})) };
}

} // namespace sublinear::cli
