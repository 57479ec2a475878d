// SPDX-License-Identifier: MIT
#include "gpu/measure/point_parts.h"

#include "core/program/placement.h"
#include "gpu/run/slab_memory.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

constexpr Bytes kMarginBytes = Bytes { 1 } << 20;
constexpr double kDisturbed = 0.25; // the middle half of the steps, as a part of the median

} // namespace

MeasuredPoint pointOf(const RunPlan& plan)
{
    MeasuredPoint point;
    point.policy = plan.policy;
    point.predictedPeakBytes = plan.predictedBytes();
    point.idealPeakBytes = plan.idealBytes();
    point.staticBytes = plan.states.totalBytes();
    if (const Bytes over = point.predictedPeakBytes - point.idealPeakBytes; over > 0) {
        addNote(point,
            "placed " + std::to_string(over) + " bytes above the " + std::to_string(point.idealPeakBytes)
                + " that are alive at once");
    }
    return point;
}

void addNote(MeasuredPoint& point, const std::string& text)
{
    point.note += (point.note.empty() ? "" : "; ") + text;
}

Bytes marginBehind(MeasuredPoint& point, Bytes available)
{
    const Bytes room = std::min(kMarginBytes, available - point.predictedPeakBytes) / kGranuleBytes * kGranuleBytes;
    if (room <= 0) {
        addNote(point, "no memory left beside the run to look for touched bytes in");
        return 0;
    }
    return room;
}

void takeTightFit(MeasuredPoint& point, const RunPlan& plan, bool exactRanShort, bool lessRanShort)
{
    const bool refused = !SlabMemory::fits(plan, plan.predictedBytes() - kGranuleBytes);
    point.tightFit = !exactRanShort && lessRanShort && refused;
    if (exactRanShort) {
        addNote(point, "no tight fit: it needs more than was predicted");
    } else if (!lessRanShort) {
        addNote(point, "no tight fit: it runs in " + std::to_string(kGranuleBytes) + " bytes less than was predicted");
    } else if (!refused) {
        addNote(point, "no tight fit: a slab smaller than was predicted is not refused");
    }
}

void takeResults(
    MeasuredPoint& point, TrainingResults own, const TrainingResults* reference, TrainingResults* results, Stop* stop)
{
    if (reference != nullptr) {
        const std::string difference = firstDifference(*reference, own, stop);
        point.gradientsIdentical = difference.empty();
        if (!difference.empty()) {
            addNote(point, "not as store_all: " + difference);
        }
    }
    if (!point.valid) {
        addNote(point, "NaN or Inf in the loss or in a gradient");
    }
    if (results != nullptr) {
        *results = std::move(own);
    }
}

void takeTimes(MeasuredPoint& point, const StepTimer& times, int asked)
{
    point.stepNs = times.step();
    point.outsideNs = times.outsideNs();
    point.phasesNs = times.phases();
    point.kinds = times.kinds();
    const std::vector<double> medians = times.ops();
    point.ops.resize(medians.size());
    for (std::size_t op = 0; op < medians.size(); ++op) {
        point.ops[op].index = static_cast<std::int64_t>(op);
        point.ops[op].ns = medians[op];
    }
    const Quartiles& step = *point.stepNs;
    if (step.n < asked) {
        point.cutShort = std::to_string(step.n) + " of " + std::to_string(asked) + " steps timed";
        addNote(point, point.cutShort + " in the time allowed");
    }
    if (step.p75 - step.p25 > kDisturbed * step.median) {
        addNote(point,
            "disturbed: half of the steps lie "
                + std::to_string(std::lround(100.0 * (step.p75 - step.p25) / step.median)) + " % apart");
    }
}

} // namespace sublinear
