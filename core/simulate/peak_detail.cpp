// SPDX-License-Identifier: MIT
#include "core/simulate/peak_detail.h"

#include "core/base/to_index.h"
#include "core/simulate/run_steps.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr std::size_t kTransient = static_cast<std::size_t>(MemoryKind::Transient);
constexpr std::size_t kActivations = static_cast<std::size_t>(MemoryKind::Activations);
constexpr std::size_t kCheckpoints = static_cast<std::size_t>(MemoryKind::Checkpoints);
constexpr std::size_t kRecomputed = static_cast<std::size_t>(MemoryKind::Recomputed);

bool makesOutput(const Run& run)
{
    return run.act == Act::Forward || run.act == Act::Embed || (run.act == Act::Recompute && run.output);
}

} // namespace

PeakDetails::PeakDetails(const LayerModel& model, const StepTable& table)
    : m_model(model)
    , m_batch(table.batch)
    , m_embed(entryOf(model.embed, table.embed.peakMoment))
    , m_head(entryOf(model.head, table.head.peakMoment))
    , m_embedBackward(entryOf(model.embedBackward, table.embedBackward.peakMoment))
    , m_optimizer(entryOf(model.optimizer, table.optimizer.peakMoment))
    , m_x(static_cast<std::uint64_t>(model.boundary.at(table.batch)))
{
    for (std::size_t dropped = 0; dropped < kGroupSets; ++dropped) {
        for (std::size_t kind = 0; kind < model.profiles[dropped].size(); ++kind) {
            Forms& forms = m_forms[dropped].emplace_back();
            for (std::size_t form = 0; form < kForms; ++form) {
                forms[form] = entryOf(model.profiles[dropped][kind][form], table.forms[dropped][kind][form].peakMoment);
            }
        }
    }
}

PeakDetails::Entry PeakDetails::entryOf(const StepProfile& profile, std::size_t peakMoment) const
{
    Entry made {};
    const StepProfile::Moment& peak = profile.moments[peakMoment];
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        made.after[kind] = static_cast<std::uint64_t>(profile.after.kinds[kind].at(m_batch));
        made.peak[kind] = static_cast<std::uint64_t>(peak.kinds[kind].at(m_batch));
    }
    made.op = peak.op;
    return made;
}

PeakDetail PeakDetails::of(std::span<const Run> runs, bool keptIsCheckpoint, const LayerPeak& peak)
{
    begin(m_model.layers);
    m_keptIsCheckpoint = keptIsCheckpoint;
    for (std::size_t i = 0; i < peak.run; ++i) {
        pass(runs[i], runs[i].count);
    }
    const Run& run = runs[peak.run];
    pass(run, peak.step);
    const Count layer = run.act == Act::Backward ? run.first - peak.step : run.first + peak.step;
    enter(run, layer);
    const Entry& there = entry(run, layer);
    add(there.peak, 1, isLayerAct(run.act));
    PeakDetail detail;
    std::transform(m_live.begin(), m_live.end(), detail.kinds.begin(),
        [](std::uint64_t bytes) { return static_cast<Bytes>(bytes); });
    detail.op = there.op;
    detail.act = run.act;
    detail.layer = layer;
    return detail;
}

void PeakDetails::begin(Count layers)
{
    m_kept.assign(toIndex(layers + 2), 0);
    m_inner.assign(toIndex(layers + 2), 0);
    m_live = {};
    m_pending = 0;
}

const PeakDetails::Entry& PeakDetails::entry(const Run& run, Count layer) const
{
    switch (run.act) {
    case Act::Embed:
        return m_embed;
    case Act::Head:
        return m_head;
    case Act::EmbedBackward:
        return m_embedBackward;
    case Act::OptimizerStep:
        return m_optimizer;
    case Act::Forward:
    case Act::Recompute:
    case Act::Backward:
        break;
    }
    Form form = formOf(run);
    const bool inner = run.act == Act::Backward && m_inner[toIndex(layer)] != 0;
    if (form == Form::Backward && m_kept[toIndex(layer)] == 0) {
        form = inner ? Form::BackwardInner : Form::BackwardRecomputed;
    } else if (form == Form::Alone && inner) {
        form = Form::AloneInner;
    }
    return m_forms[run.dropped][m_model.layerKinds[toIndex(layer - 1)]][static_cast<std::size_t>(form)];
}

// A layer's output is transient until the next layer's step shows what becomes of it.
void PeakDetails::enter(const Run& run, Count layer)
{
    if (m_pending > 0 && layer == m_pending && isLayerAct(run.act) && run.inputStays) {
        claimInput(run, layer, m_pendingAgain, 1);
    }
    m_pending = 0;
}

// The inputs of `times` layers from `layer` on get the kind of what is done with them.
void PeakDetails::claimInput(const Run& run, Count layer, bool again, Count times)
{
    std::size_t kind = kCheckpoints;
    if (again) {
        kind = kRecomputed;
        std::fill_n(m_inner.begin() + layer, times, char { 1 });
    } else if (run.keeps && !m_keptIsCheckpoint) {
        kind = kActivations;
    }
    m_live[kTransient] -= static_cast<std::uint64_t>(times) * m_x;
    m_live[kind] += static_cast<std::uint64_t>(times) * m_x;
}

void PeakDetails::pass(const Run& run, Count steps)
{
    if (steps == 0) {
        return;
    }
    enter(run, run.first);
    if (!isLayerAct(run.act)) {
        add(entry(run, 0).after, 1, false);
    } else {
        if (makesOutput(run) && run.inputStays && steps > 1) {
            claimInput(run, run.first + 1, run.act == Act::Recompute, steps - 1);
        }
        passLayers(run, steps);
    }
    m_pending = makesOutput(run) ? run.first + steps : 0;
    m_pendingAgain = run.act == Act::Recompute;
}

void PeakDetails::passLayers(const Run& run, Count steps)
{
    if (run.act == Act::Forward) {
        std::fill_n(m_kept.begin() + run.first, steps, static_cast<char>(run.keeps));
    }
    if (run.act != Act::Backward) {
        const auto form = static_cast<std::size_t>(formOf(run));
        const std::vector<Forms>& kinds = m_forms[run.dropped];
        Run part = run;
        part.count = steps;
        eachStretch(m_model, part, [&](Count count, std::uint8_t kind, Count) {
            add(kinds[kind][form].after, static_cast<std::uint64_t>(count), true);
        });
        return;
    }
    // the layers differ in where their input comes from
    for (Count done = 0; done < steps;) {
        const Entry& same = entry(run, run.first - done);
        Count times = 1;
        while (done + times < steps && &entry(run, run.first - done - times) == &same) {
            ++times;
        }
        add(same.after, static_cast<std::uint64_t>(times), true);
        done += times;
    }
}

void PeakDetails::add(const Kinds& kinds, std::uint64_t times, bool ofLayer)
{
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        m_live[kind] += times * kinds[kind];
    }
    if (ofLayer && m_keptIsCheckpoint) { // whole layers count as checkpoints
        m_live[kActivations] -= times * kinds[kActivations];
        m_live[kCheckpoints] += times * kinds[kActivations];
    }
}

} // namespace sublinear
