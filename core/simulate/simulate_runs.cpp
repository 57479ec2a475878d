// SPDX-License-Identifier: MIT
#include "core/simulate/layer_model.h"
#include "core/simulate/run_steps.h"

#include <algorithm>

namespace sublinear {

namespace {

StepTable::Entry entryAt(const StepProfile& profile, Count batch)
{
    StepTable::Entry entry;
    entry.after = profile.after.total.at(batch);
    entry.recomputeFlops = profile.recomputeFlops;
    for (std::size_t i = 0; i < profile.moments.size(); ++i) {
        const Wide bytes = profile.moments[i].total.at(batch);
        if (i == 0 || bytes > entry.peak) {
            entry.peak = bytes;
            entry.peakMoment = i;
        }
    }
    return entry;
}

} // namespace

StepTable tableAt(const LayerModel& model, Count batch)
{
    StepTable table;
    table.batch = batch;
    for (std::size_t dropped = 0; dropped < kGroupSets; ++dropped) {
        for (const LayerModel::FormProfiles& forms : model.profiles[dropped]) {
            StepTable::Forms entries;
            std::transform(forms.begin(), forms.end(), entries.begin(),
                [batch](const StepProfile& profile) { return entryAt(profile, batch); });
            table.forms[dropped].push_back(entries);
        }
    }
    table.embed = entryAt(model.embed, batch);
    table.head = entryAt(model.head, batch);
    table.embedBackward = entryAt(model.embedBackward, batch);
    table.optimizer = entryAt(model.optimizer, batch);
    return table;
}

LayerPeak simulateRuns(const LayerModel& model, const StepTable& table, std::span<const Run> runs)
{
    LayerPeak peak;
    Wide live = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        if (!isLayerAct(run.act)) {
            const StepTable::Entry& entry = endEntry(table, run.act);
            if (live + entry.peak > peak.bytes) {
                peak = { live + entry.peak, i, 0, peak.recomputeFlops };
            }
            live += entry.after;
            continue;
        }
        const auto form = static_cast<std::size_t>(formOf(run));
        const auto& kinds = table.forms[run.dropped];
        eachStretch(model, run, [&](Count count, std::uint8_t kind, Count before) {
            const StepTable::Entry& entry = kinds[kind][form];
            // equal steps: the highest is the last one where each leaves something behind
            const Count highest = entry.after > 0 ? count - 1 : 0;
            const Wide bytes = live + highest * entry.after + entry.peak;
            if (bytes > peak.bytes) {
                peak = { bytes, i, before + highest, peak.recomputeFlops };
            }
            live += count * entry.after;
            peak.recomputeFlops += static_cast<Flops>(count) * entry.recomputeFlops;
        });
    }
    return peak;
}

RunFlops flopsOf(const LayerModel& model, std::span<const Run> runs)
{
    RunFlops flops;
    const auto add = [&flops](const StepProfile& profile, Count times) {
        const auto factor = static_cast<Flops>(times);
        flops.forward += factor * profile.forwardFlops;
        flops.recompute += factor * profile.recomputeFlops;
        flops.backward += factor * profile.backwardFlops;
    };
    for (const Run& run : runs) {
        if (!isLayerAct(run.act)) {
            add(endProfile(model, run.act), 1);
            continue;
        }
        const auto& kinds = model.profiles[run.dropped];
        eachStretch(model, run, [&](Count count, std::uint8_t kind, Count) {
            add(kinds[kind][static_cast<std::size_t>(formOf(run))], count);
        });
    }
    return flops;
}

namespace {

void add(Affine& sum, const Affine& line, Count times)
{
    sum.fixed += line.fixed * times;
    sum.perSequence += line.perSequence * times;
}

} // namespace

Affine lineAtPeak(const LayerModel& model, const StepTable& table, std::span<const Run> runs, const LayerPeak& peak)
{
    Affine line;
    for (std::size_t i = 0; i <= peak.run; ++i) {
        const Run& run = runs[i];
        if (!isLayerAct(run.act)) {
            const StepProfile& profile = endProfile(model, run.act);
            add(line, i == peak.run ? profile.moments[endEntry(table, run.act).peakMoment].total : profile.after.total,
                1);
            continue;
        }
        const auto form = static_cast<std::size_t>(formOf(run));
        const auto& kinds = model.profiles[run.dropped];
        eachStretch(model, run, [&](Count count, std::uint8_t kind, Count before) {
            const StepProfile& profile = kinds[kind][form];
            const bool here = i == peak.run && peak.step < before + count;
            if (i < peak.run || peak.step >= before + count) {
                add(line, profile.after.total, count);
            } else if (here && peak.step >= before) {
                add(line, profile.after.total, peak.step - before);
                add(line, profile.moments[table.forms[run.dropped][kind][form].peakMoment].total, 1);
            }
        });
    }
    return line;
}

// The peak is the highest of many lines over the batch, each a moment of the step. The line
// that is highest at some batch bounds the answer; at the bound another one may be the
// highest and bounds it again, until the bound itself fits.
Count largestBatch(const LayerModel& model, std::span<const Run> runs, const StepTable& table, const LayerPeak& peak,
    Bytes budget, Count limit)
{
    const bool atOptimizer = runs[peak.run].act == Act::OptimizerStep;
    if (model.proportional && !atOptimizer && peak.bytes > 0) {
        const Wide perSequence = peak.bytes / table.batch;
        const bool optimizerFits = model.optimizer.moments.front().total.at(1) <= budget;
        return optimizerFits && budget > 0 ? static_cast<Count>(std::min<Wide>(limit, budget / perSequence)) : 0;
    }
    Affine line = lineAtPeak(model, table, runs, peak);
    Count batch = limit;
    while (true) {
        if (line.perSequence > 0) {
            const Bytes left = budget - line.fixed;
            batch = std::min(batch, left < 0 ? 0 : left / line.perSequence);
        } else if (line.fixed > budget) {
            return 0;
        }
        if (batch < 1) {
            return 0;
        }
        const StepTable there = tableAt(model, batch);
        const LayerPeak found = simulateRuns(model, there, runs);
        if (found.bytes <= budget) {
            return batch;
        }
        line = lineAtPeak(model, there, runs, found);
    }
}

} // namespace sublinear
