// SPDX-License-Identifier: MIT
#include "core/measurement/foretell.h"

#include "core/plan/evaluate.h"

#include <algorithm>
#include <array>

namespace sublinear {

std::optional<SweepRow> foretold(const PolicySpec& spec, const ResolvedScenario& scenario)
{
    const std::array asked { inScenario(spec, scenario) };
    const Result<Evaluation> evaluation = evaluate(scenario, asked);
    if (!evaluation) {
        return std::nullopt;
    }
    const auto& rows = evaluation->compared;
    const auto found = std::find_if(
        rows.begin(), rows.end(), [&](const SweepRow& row) { return spec.id == row.policy && spec.number == row.k; });
    return found != rows.end() ? std::optional(*found) : std::nullopt;
}

} // namespace sublinear
