// SPDX-License-Identifier: MIT
#include "core/training/rows.h"

#include "core/plan/append_rows.h"
#include "core/scenario/limits.h"
#include "core/schedule/policies.h"

#include <limits>
#include <utility>

namespace sublinear {

namespace {

constexpr Wide kMost = Wide { std::numeric_limits<Bytes>::max() };

bool keepsCheckpoints(const PolicySpec& spec)
{
    return spec.id == PolicyId::Article && spec.number.value_or(1) > 1;
}

Bytes kept(const std::array<Bytes, kMemoryKinds>& kinds)
{
    return kinds[static_cast<std::size_t>(MemoryKind::Activations)]
        + kinds[static_cast<std::size_t>(MemoryKind::Checkpoints)]
        + kinds[static_cast<std::size_t>(MemoryKind::Recomputed)];
}

// Samples per time that a step at the scenario's batch takes storing all.
double throughputOf(const TrainingStack& stack, Count batch, double extraStep)
{
    const double normal = stack.fixedSeconds + static_cast<double>(stack.batch) * stack.secondsPerSequence;
    const double step = stack.fixedSeconds + static_cast<double>(batch) * stack.secondsPerSequence * (1 + extraStep);
    return batch == 0 || step <= 0 ? 0 : static_cast<double>(batch) * normal / step;
}

} // namespace

bool recomputesLess(const TrainingRows::Brief& a, const TrainingRows::Brief& b)
{
    if (a.extraForwardFraction != b.extraForwardFraction) {
        return a.extraForwardFraction < b.extraForwardFraction;
    }
    return a.totalBytes < b.totalBytes;
}

bool isBetter(const TrainingRows::Brief& a, const TrainingRows::Brief& b, Bytes capacity)
{
    const bool fits = a.totalBytes <= capacity;
    if (fits != (b.totalBytes <= capacity)) {
        return fits;
    }
    return fits ? recomputesLess(a, b) : a.totalBytes < b.totalBytes;
}

TrainingRows::TrainingRows(const TrainingStack& stack)
    : m_stack(stack)
    , m_details(stack.model, stack.table)
{
}

bool TrainingRows::write(const PolicySpec& spec)
{
    m_error = {};
    m_exact = true;
    if (spec.id != PolicyId::Optimal) {
        return writeRuns(spec, droppedBy(m_stack, spec), m_stack.layers, m_runs);
    }
    Result<OptimalPlan> plan = planOptimal(m_stack.model, m_stack.table, spec.number.value_or(0));
    if (!plan) {
        m_error = plan.error();
        return false;
    }
    m_runs = std::move(plan->schedule.runs);
    m_exact = plan->exact;
    return true;
}

std::optional<SweepRow> TrainingRows::row(const PolicySpec& spec)
{
    return write(spec) ? rowOfRuns(spec) : std::nullopt;
}

std::optional<TrainingRows::Brief> TrainingRows::brief(const PolicySpec& spec)
{
    if (!write(spec)) {
        return std::nullopt;
    }
    const LayerPeak peak = simulateRuns(m_stack.model, m_stack.table, m_runs);
    const Wide total = peak.bytes + m_stack.states.totalBytes;
    if (total > kMost) {
        return std::nullopt;
    }
    return Brief { static_cast<Bytes>(total), peak.recomputeFlops / m_stack.forwardFlops };
}

std::optional<SweepRow> TrainingRows::rowOfRuns(const PolicySpec& spec)
{
    const LayerPeak peak = simulateRuns(m_stack.model, m_stack.table, m_runs);
    const Wide total = peak.bytes + m_stack.states.totalBytes;
    if (total > kMost) {
        return std::nullopt;
    }
    const PeakDetail detail = m_details.of(m_runs, keepsCheckpoints(spec), peak);
    m_peakAct = detail.act;
    SweepRow row;
    row.policy = spec.id;
    row.k = spec.number;
    row.exact = m_exact;
    for (const Run& run : m_runs) {
        row.remade = static_cast<TensorGroups>(row.remade | run.dropped);
    }
    row.totalBytes = static_cast<Bytes>(total);
    row.byKind = detail.kinds;
    for (const MemoryRow& state : m_stack.states.rows) {
        row.byKind[static_cast<std::size_t>(state.kind)] += state.bytes;
    }
    row.activationBytes = kept(row.byKind);
    row.savedFraction =
        static_cast<double>(m_stack.storeAllBytes - row.totalBytes) / static_cast<double>(m_stack.storeAllBytes);
    row.extraForwardFraction = peak.recomputeFlops / m_stack.forwardFlops;
    row.extraStepFraction = peak.recomputeFlops / m_stack.stepFlops;
    row.fits = row.totalBytes <= m_stack.capacityBytes;
    row.maxBatch = largestBatch(
        m_stack.model, m_runs, m_stack.table, peak, m_stack.capacityBytes - m_stack.states.totalBytes, limits::kBatch);
    row.throughput = throughputOf(m_stack, row.maxBatch, row.extraStepFraction);
    return row;
}

void TrainingRows::append(PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut)
{
    appendRows(
        std::move(spec), m_stack.layers, [this] { return optimalFrontier(m_stack.model, m_stack.table); },
        [this](OptimalPlan& plan) {
            m_runs = std::move(plan.schedule.runs);
            m_exact = plan.exact;
        },
        [this](const PolicySpec& each) { return write(each); },
        [this](const PolicySpec& each) { return rowOfRuns(each); }, rows, leftOut);
}

std::string_view TrainingRows::peakAt() const
{
    switch (m_peakAct) {
    case Act::Embed:
        return "embedding";
    case Act::Forward:
        return "forward pass";
    case Act::Head:
        return "loss";
    case Act::Recompute:
        return "recomputation in the backward pass";
    case Act::Backward:
        return "backward pass";
    case Act::EmbedBackward:
        return "backward pass of the embedding";
    case Act::OptimizerStep:
        return "optimizer step";
    }
    return "";
}

} // namespace sublinear
