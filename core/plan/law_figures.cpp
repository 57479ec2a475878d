// SPDX-License-Identifier: MIT
#include "core/plan/law_figures.h"

#include "core/plan/article.h"

#include <algorithm>

namespace sublinear {

namespace {

// Whatever is checkpointed.
Checked fixedBytes(const SweepRow& row)
{
    Checked fixed;
    for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Gradients, MemoryKind::MasterWeights,
             MemoryKind::Optimizer, MemoryKind::Reserve }) {
        fixed += row.byKind[static_cast<std::size_t>(kind)];
    }
    return fixed;
}

bool lawApplies(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    const bool alike = std::all_of(evaluation.depth.begin(), evaluation.depth.end(),
        [&](const LayerStore& layer) { return layer.wholeBytes == evaluation.layer.totalBytes; });
    return scenario.accounting == Accounting::Training && hasLaw(scenario.checkpointing.policy)
        && scenario.checkpointing.tensors.empty() && alike;
}

} // namespace

std::vector<std::optional<LawFigure>> lawFigures(const Evaluation& evaluation)
{
    std::vector<std::optional<LawFigure>> figures;
    if (!lawApplies(evaluation)) {
        return figures;
    }
    const Bytes x = evaluation.layer.boundaryBytes;
    const std::optional<Bytes> act = (Checked(evaluation.layer.totalBytes) + x).value();
    PolicySpec spec = chosenPolicy(evaluation.scenario);
    figures.reserve(evaluation.sweep.size());
    for (const SweepRow& row : evaluation.sweep) {
        spec.number = row.k;
        const Count layers = evaluation.scenario.model.layers;
        const std::optional<LawUnits> units = lawUnits(spec, layers);
        const std::optional<Bytes> total =
            act && units ? (fixedBytes(row) + activationBytes(*units, *act, x)).value() : std::nullopt;
        figures.push_back(total ? std::optional(LawFigure {
                              *total, static_cast<double>(units->recomputedLayers) / static_cast<double>(layers) })
                                : std::nullopt);
    }
    return figures;
}

} // namespace sublinear
