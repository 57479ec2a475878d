// SPDX-License-Identifier: MIT
#include "core/simulate/layer_model.h"
#include "core/simulate/run_steps.h"

#include <utility>

namespace sublinear {

namespace {

using WideByKind = std::array<Wide, kMemoryKinds>;

Wide& of(WideByKind& kinds, MemoryKind kind)
{
    return kinds[static_cast<std::size_t>(kind)];
}

// Walks a schedule step by step up to its peak. A layer's output is transient until the next
// step shows what becomes of it.
class DetailWalk {
public:
    DetailWalk(const LayerModel& model, const Schedule& schedule, Count batch)
        : m_model(model)
        , m_schedule(schedule)
        , m_batch(batch)
        , m_x(model.boundary.at(batch))
        , m_kept(model.layerKinds.size() + 2, false)
        , m_inner(model.layerKinds.size() + 2, false)
    {
    }

    PeakDetail to(const LayerPeak& peak, const StepTable& table)
    {
        for (std::size_t i = 0; i <= peak.run; ++i) {
            const Run& run = m_schedule.runs[i];
            const Count steps = i == peak.run ? peak.step : run.count;
            for (Count step = 0; step < steps; ++step) {
                pass(run, step);
            }
        }
        const Run& run = m_schedule.runs[peak.run];
        const Count layer = enter(run, peak.step);
        const StepProfile& profile = profileOf(run, layer);
        const std::size_t moment = isLayerAct(run.act)
            ? table.forms[run.dropped][kindOf(layer)][static_cast<std::size_t>(formOf(run))].peakMoment
            : endEntry(table, run.act).peakMoment;
        add(profile.moments[moment], isLayerAct(run.act));
        PeakDetail detail;
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            detail.kinds[kind] = static_cast<Bytes>(m_live[kind]);
        }
        detail.op = profile.moments[moment].op;
        detail.act = run.act;
        detail.layer = layer;
        return detail;
    }

private:
    void pass(const Run& run, Count step)
    {
        const Count layer = enter(run, step);
        add(profileOf(run, layer).after, isLayerAct(run.act));
        if (run.act == Act::Forward) {
            m_kept[index(layer)] = run.keeps;
        }
        const bool makesOutput =
            run.act == Act::Forward || run.act == Act::Embed || (run.act == Act::Recompute && run.output);
        m_pending = makesOutput ? layer + 1 : 0;
        m_pendingAgain = run.act == Act::Recompute;
    }

    // The layer of the step; what stood ready for it gets its kind.
    Count enter(const Run& run, Count step)
    {
        const Count layer = run.act == Act::Backward ? run.first - step : run.first + step;
        if (m_pending > 0 && layer == m_pending && isLayerAct(run.act) && run.inputStays) {
            MemoryKind kind = MemoryKind::Checkpoints;
            if (m_pendingAgain) {
                kind = MemoryKind::Recomputed;
                m_inner[index(layer)] = true;
            } else if (run.keeps && !m_schedule.keptIsCheckpoint) {
                kind = MemoryKind::Activations;
            }
            of(m_live, MemoryKind::Transient) -= m_x;
            of(m_live, kind) += m_x;
        }
        m_pending = 0;
        return layer;
    }

    [[nodiscard]] const StepProfile& profileOf(const Run& run, Count layer) const
    {
        if (!isLayerAct(run.act)) {
            return endProfile(m_model, run.act);
        }
        Form form = formOf(run);
        if (form == Form::Backward && !m_kept[index(layer)]) {
            form = m_inner[index(layer)] ? Form::BackwardInner : Form::BackwardRecomputed;
        }
        return m_model.profiles[run.dropped][kindOf(layer)][static_cast<std::size_t>(form)];
    }

    void add(const StepProfile::Moment& moment, bool ofLayer)
    {
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            const bool renamed =
                ofLayer && m_schedule.keptIsCheckpoint && static_cast<MemoryKind>(kind) == MemoryKind::Activations;
            of(m_live, renamed ? MemoryKind::Checkpoints : static_cast<MemoryKind>(kind)) +=
                moment.kinds[kind].at(m_batch);
        }
    }

    [[nodiscard]] std::size_t kindOf(Count layer) const { return m_model.layerKinds[index(layer - 1)]; }
    static std::size_t index(Count value) { return static_cast<std::size_t>(value); }

    const LayerModel& m_model;
    const Schedule& m_schedule;
    Count m_batch;
    Wide m_x;
    std::vector<bool> m_kept; ///< by layer: its saved set has stayed since the forward pass
    std::vector<bool> m_inner; ///< by layer: its input was made again
    WideByKind m_live = {};
    Count m_pending = 0; ///< the layer whose input the last step has made; 0 for none
    bool m_pendingAgain = false; ///< by a recomputation
};

} // namespace

PeakDetail detailAtPeak(
    const LayerModel& model, const StepTable& table, const Schedule& schedule, const LayerPeak& peak, Count batch)
{
    return DetailWalk(model, schedule, batch).to(peak, table);
}

} // namespace sublinear
