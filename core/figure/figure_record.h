// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"
#include "core/policy/policy.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

inline constexpr std::string_view kFigureFormat = "sublinear-figure";
inline constexpr int kFigureVersion = 1;
inline constexpr std::size_t kMaxFigureBytes = std::size_t { 64 } << 20;

/// What stands inside an exported figure, so that it can be opened and checked: all that it was drawn from.
struct FigureRecord {
    std::string chart; ///< "memory"; empty for a report, which has them all
    std::string command; ///< makes the figure again
    Scenario scenario; ///< the given fields
    std::optional<Scenario> baseline = {}; ///< what it is held against, drawn as a ghost
    std::vector<PolicySpec> compared; ///< drawn beside the scenario's own
    struct Measured {
        std::string name; ///< "run.json"
        Measurement measurement; ///< with its operations only where the chart shows them
        std::string file = {}; ///< as the command names it: "runs/run.json"; empty for what no file holds
    };
    std::vector<Measured> measured;
    std::string secondStep; ///< what a timeline shows below the first: "executed", a policy; empty for nothing
};

/// One line of ASCII in which XML and HTML find nothing to escape: {"format":"sublinear-figure",...}. For people it
/// names version, accounting, meaning of K and device, which the scenario implies.
std::string writeFigureRecord(const FigureRecord& record);
/// Refused: another format or a newer version, and whatever a scenario or a measurement is refused for.
Result<FigureRecord> readFigureRecord(std::string_view json);

} // namespace sublinear
