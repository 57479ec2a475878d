// SPDX-License-Identifier: MIT
#pragma once

#include "app/export/figure_content.h"
#include "core/io/exit_code.h"
#include "core/io/scenario_source.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace sublinear::cli {

/// What figures and reports are drawn from, as options say it.
struct FigureSource {
    ScenarioSource scenario;
    std::string policies;
    CLI::Option* policiesOption = nullptr; ///< to tell an empty list from none
    std::vector<std::string> measured; ///< files
    std::string second = "none"; ///< step of the timeline
    CLI::Option* secondOption = nullptr;
};
void addFigureSource(CLI::App& options, FigureSource& source);

/// All of it read and worked out, or why not with the code to leave with. The complaint is made. Needs an application.
struct LoadedFigure {
    ExitCode exitCode = ExitCode::Ok;
    std::optional<FigureContent> content;
};
LoadedFigure loadFigure(const FigureSource& source);

} // namespace sublinear::cli
