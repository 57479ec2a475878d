// SPDX-License-Identifier: MIT
#include "core/plan/article_rows.h"

#include "core/optimal/optimal.h"
#include "core/plan/append_rows.h"
#include "core/plan/article_walk.h"
#include "core/schedule/layer_fates.h"
#include "core/schedule/policies.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sublinear {

namespace {

constexpr Wide kMost = Wide { std::numeric_limits<Bytes>::max() };

constexpr std::size_t at(MemoryKind kind)
{
    return static_cast<std::size_t>(kind);
}

std::string_view formulaOf(const ArticleStack& stack, MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::Parameters:
        return stack.parameterFormula();
    case MemoryKind::Optimizer:
        return stack.optimizerFormula();
    case MemoryKind::Activations:
        return "act of each layer kept, without what is left out of it";
    case MemoryKind::Checkpoints:
        return "x of each state kept";
    default:
        return "act and x of what is made again";
    }
}

} // namespace

ArticleRows::ArticleRows(const ResolvedScenario& scenario, const ArticleStack& stack)
    : m_stack(stack)
    , m_model(articleModel(scenario, stack))
{
}

PolicySpec ArticleRows::withBudget(PolicySpec spec) const
{
    if (spec.id == PolicyId::Optimal && !spec.number) {
        spec.number = std::max<Bytes>(0, m_stack.capacityBytes - m_stack.fixedBytes);
    }
    return spec;
}

Bytes ArticleRows::leastBudget() const
{
    const std::vector<OptimalPlan> plans = optimalFrontier(m_model.model, m_model.table);
    return plans.empty() ? 0 : plans.front().peakBytes;
}

bool ArticleRows::write(const PolicySpec& spec)
{
    m_error = {};
    m_exact = true;
    if (spec.id != PolicyId::Optimal) {
        return writeRuns(spec, tensorGroups(spec.tensors), m_stack.layers, m_runs);
    }
    Result<OptimalPlan> plan = planOptimal(m_model.model, m_model.table, spec.number.value_or(0));
    if (!plan) {
        m_error = plan.error();
        return false;
    }
    m_runs = std::move(plan->schedule.runs);
    m_exact = plan->exact;
    return true;
}

std::optional<SweepRow> ArticleRows::row(const PolicySpec& spec)
{
    return write(spec) ? rowOfRuns(spec) : std::nullopt;
}

std::optional<SweepRow> ArticleRows::rowOfRuns(const PolicySpec& spec)
{
    const LayerPeak peak = simulateRuns(m_model.model, m_model.table, m_runs);
    const Wide total = peak.bytes + m_stack.fixedBytes;
    if (total > kMost) {
        return std::nullopt;
    }
    SweepRow row;
    row.policy = spec.id;
    row.k = spec.number;
    row.exact = m_exact;
    row.activationBytes = static_cast<Bytes>(peak.bytes);
    row.totalBytes = static_cast<Bytes>(total);
    row.byKind[at(MemoryKind::Parameters)] = m_stack.parameterBytes;
    row.byKind[at(MemoryKind::Optimizer)] = m_stack.optimizerBytes;
    ArticleWalk(m_model, [&](std::string_view step, Count, const ArticleBytes& live) {
        if (live.total() < peak.bytes) {
            return true;
        }
        row.byKind[at(MemoryKind::Activations)] = static_cast<Bytes>(live.kept);
        row.byKind[at(MemoryKind::Checkpoints)] = static_cast<Bytes>(live.checkpoints);
        row.byKind[at(MemoryKind::Recomputed)] = static_cast<Bytes>(live.recomputed);
        m_peakStep = step;
        return false;
    }).run(m_runs);
    if (spec.id == PolicyId::Selective) {
        row.remade = tensorGroups(spec.tensors); // as asked for, whether the layer holds them or not
    } else {
        for (const Run& run : m_runs) {
            row.remade = static_cast<TensorGroups>(row.remade | (run.dropped & kArticleGroups));
        }
    }
    row.savedFraction =
        static_cast<double>(m_stack.storeAllBytes - row.totalBytes) / static_cast<double>(m_stack.storeAllBytes);
    row.extraForwardFraction = peak.recomputeFlops / m_model.forwardFlops;
    row.extraStepFraction = row.extraForwardFraction / kForwardsPerStep;
    row.fits = row.totalBytes <= m_stack.capacityBytes;
    // act and x are exactly linear in the batch
    const Bytes perSequence = row.activationBytes / m_stack.batch;
    const Bytes left = m_stack.capacityBytes - m_stack.fixedBytes;
    row.maxBatch = left < 0 || perSequence == 0 ? 0 : left / perSequence;
    row.throughput = static_cast<double>(row.maxBatch) / (1 + row.extraStepFraction);
    return row;
}

void ArticleRows::append(PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut)
{
    appendRows(
        std::move(spec), m_stack.layers, [this] { return optimalFrontier(m_model.model, m_model.table); },
        [this](OptimalPlan& plan) {
            m_runs = std::move(plan.schedule.runs);
            m_exact = plan.exact;
        },
        [this](const PolicySpec& each) { return write(each); },
        [this](const PolicySpec& each) { return rowOfRuns(each); }, rows, leftOut);
}

MemorySplit ArticleRows::split(const SweepRow& row) const
{
    MemorySplit split;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        if (row.byKind[kind] != 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            split.rows.push_back(
                { memoryKind, formulaOf(m_stack, memoryKind), row.byKind[kind], m_stack.basisOf(memoryKind) });
        }
    }
    split.totalBytes = row.totalBytes;
    split.capacityBytes = m_stack.capacityBytes;
    split.marginBytes = m_stack.capacityBytes - row.totalBytes;
    split.fits = row.fits;
    split.peakAt = m_peakStep == "forward" ? "end of the forward pass"
        : m_peakStep == "recompute"        ? "recomputation in the backward pass"
                                           : "backward pass";
    split.scheduledBytes = row.totalBytes;
    return split;
}

std::vector<LayerStore> ArticleRows::depth() const
{
    const Bytes act = m_stack.layer.totalBytes;
    std::vector<LayerStore> stores;
    stores.reserve(static_cast<std::size_t>(m_stack.layers));
    for (const LayerLeft& left : layersLeft(m_runs, false, m_stack.layers)) {
        const bool whole = left.fate == LayerFate::Kept || left.fate == LayerFate::KeptInPart;
        const Bytes kept = whole               ? act - m_model.left[left.dropped]
            : left.fate == LayerFate::Boundary ? m_stack.layer.boundaryBytes
                                               : 0;
        stores.push_back({ left.fate, kept, act });
    }
    return stores;
}

} // namespace sublinear
