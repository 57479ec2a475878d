// SPDX-License-Identifier: MIT
#include "core/plan/scaling.h"

#include "core/plan/evaluate.h"
#include "core/policy/policy.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>

namespace sublinear {
namespace {

constexpr Count kManyPoints = 32;
constexpr Count kFewPoints = 6; ///< where each takes a search

/// `steps` values up to twice `here`, `here` among them, whole and each once; at least to `least`.
std::vector<Count> valuesAround(Count here, Count least, Count steps, const Field& field)
{
    const Count end = std::min<Count>(std::max(2 * here, least), field.maximum);
    std::vector<Count> values { std::max<Count>(1, field.minimum), here };
    for (Count i = 1; i <= steps; ++i) {
        values.push_back(std::max<Count>(std::max<Count>(1, field.minimum), end * i / steps));
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

ScalingCurve curveOver(
    const Field& field, const Scenario& completed, Count least, Count steps, const std::function<bool()>& stopped)
{
    const FieldValue value = field.get(completed);
    const auto* here = std::get_if<std::int64_t>(&value);
    ScalingCurve curve { field.path, here != nullptr ? *here : 0, {} };
    for (const Count at : valuesAround(curve.here, least, steps, field)) {
        if (stopped && stopped()) {
            break;
        }
        Scenario moved = completed;
        field.set(moved, FieldValue { at });
        if (const Result<Evaluation> evaluation = evaluate(clamped(std::move(moved), &completed))) {
            curve.points.push_back({ at, evaluation->memory.totalBytes, evaluation->memory.fits });
        }
    }
    return curve;
}

/// The evaluation has it already.
ScalingCurve curveOverNumber(const Evaluation& evaluation)
{
    ScalingCurve curve { numberField(evaluation.scenario.checkpointing.policy), evaluation.chosen.k.value_or(0), {} };
    for (const SweepRow& row : evaluation.sweep) {
        if (row.k) {
            curve.points.push_back({ *row.k, row.totalBytes, row.fits });
        }
    }
    return curve;
}

} // namespace

std::vector<ScalingCurve> scalingCurves(const Evaluation& evaluation, const std::function<bool()>& stopped)
{
    struct Quantity {
        std::string_view field;
        Count least; ///< up to which the curve goes even where the scenario has little
    };
    constexpr std::array kQuantities { Quantity { "model.layers", 8 }, Quantity { "workload.batch", 8 },
        Quantity { "workload.sequence", 256 } };
    const PolicyId policy = evaluation.scenario.checkpointing.policy;
    const Count steps = needsSearch(policy, evaluation.scenario.model.layers) ? kFewPoints : kManyPoints;
    const Scenario completed = complete(evaluation.scenario);
    std::vector<ScalingCurve> curves;
    curves.reserve(kQuantities.size() + 1);
    for (const Quantity& quantity : kQuantities) {
        curves.push_back(curveOver(*findField(quantity.field), completed, quantity.least, steps, stopped));
    }
    const PolicyNumber number = policyInfo(policy).number;
    if (number != PolicyNumber::None && number != PolicyNumber::Budget) {
        curves.push_back(curveOverNumber(evaluation));
    }
    return curves;
}

} // namespace sublinear
