// SPDX-License-Identifier: MIT
#include "gpu/protocol/point_record.h"

#include <cmath>

namespace sublinear {

namespace {

// JSON has no NaN or infinity: what is none is not known.
std::optional<double> finite(double value)
{
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

} // namespace

PointRecord pointRecord(const MeasuredPoint& point, std::string_view deviceKind)
{
    PointRecord record;
    record.policy = point.policy;
    record.predictedPeakBytes = point.predictedPeakBytes;
    record.idealPeakBytes = point.idealPeakBytes;
    record.measuredPeakBytes = deviceKind == "cpu" ? point.touchedBytes : point.poolHighBytes;
    record.staticBytes = point.staticBytes;
    record.touchedBytes = point.touchedBytes;
    record.poolHighBytes = point.poolHighBytes;
    record.tightFit = point.tightFit;
    record.residualBytes = point.residualBytes;
    if (point.stepNs && finite(point.stepNs->median)) {
        record.stepNs =
            StepTimes { point.stepNs->median, finite(point.stepNs->p25), finite(point.stepNs->p75), point.stepNs->n };
    }
    if (point.predictedStep && finite(point.predictedStep->ns)) {
        record.predictedStepNs = point.predictedStep->ns;
        record.predictedStepBasis = policyText(point.predictedStep->timed);
    }
    for (const MeasuredKind& kind : point.kinds) {
        record.kinds.push_back({ std::string(kind.kernel), kind.calls, finite(kind.ns) });
    }
    for (const MeasuredPoint::Phase& phase : point.phasesNs) {
        if (const std::optional<double> ns = finite(phase.ns)) {
            record.phasesNs.emplace(phase.name, *ns);
        }
    }
    record.ops.reserve(point.ops.size());
    for (const MeasuredOp& op : point.ops) {
        record.ops.push_back({ op.index, op.liveBytes, finite(op.ns) });
    }
    record.products = point.products;
    record.gradientsIdentical = point.gradientsIdentical;
    record.valid = point.valid && record.measuredPeakBytes.has_value(); // a point stands for a measurement
    record.note = point.note;
    return record;
}

} // namespace sublinear
