// SPDX-License-Identifier: MIT
#pragma once

#include "core/figure/figure_record.h"
#include "core/io/exit_code.h"
#include "core/plan/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// Where a verb's scenario comes from: a file or a preset (or neither: the default), and what
/// is set on top of it.
struct ScenarioSource {
    std::string file; ///< "-" is standard input; empty for none
    std::string preset; ///< id of a scenario preset; empty for none
    std::vector<std::string> assignments; ///< PATH=VALUE, in the order given
};

/// The scenario, or why there is none with the code to leave with. The complaint is made.
struct LoadedScenario {
    ExitCode exitCode = ExitCode::Ok;
    Scenario scenario; ///< with all assignments
    Scenario base; ///< without them
    std::optional<FigureRecord> figure; ///< what else the file says, where it is an exported figure
};
LoadedScenario loadScenario(const ScenarioSource& source);

/// The scenario resolved, or the code to leave with: what only the assignments brought in is the
/// user's, anything else the file's. The complaint is made.
struct ResolvedSource {
    ExitCode exitCode = ExitCode::Ok;
    std::optional<ResolvedScenario> scenario;
};
ResolvedSource resolveLoaded(const ScenarioSource& source, const LoadedScenario& loaded);

/// The evaluation, or the code to leave with: a bad policy list or what only the assignments
/// brought in is the user's, anything else the file's. The complaint is made.
struct EvaluatedScenario {
    ExitCode exitCode = ExitCode::Ok;
    std::optional<Evaluation> evaluation;
};
EvaluatedScenario evaluateLoaded(
    const ScenarioSource& source, const LoadedScenario& loaded, const std::vector<PolicySpec>& compared);

} // namespace sublinear
