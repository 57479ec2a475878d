// SPDX-License-Identifier: MIT
#include "core/measurement/marks.h"

#include "core/measurement/foretell.h"
#include "core/measurement/residual.h"
#include "core/plan/article.h"
#include "core/training/executed.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

struct Own {
    OwnPrediction prediction;
    Bytes fixedBytes = 0; ///< of the total, besides the prediction's bytes
    double extraForward = 0;
};

std::optional<Own> ownOf(const PolicySpec& spec, const ResolvedScenario& scenario)
{
    const std::optional<SweepRow> row = foretold(spec, scenario);
    if (!row) {
        return std::nullopt;
    }
    Own own { { spec, row->totalBytes, row->extraStepFraction }, 0, row->extraForwardFraction };
    if (scenario.accounting == Accounting::Article) {
        const std::array rows { *row };
        const std::optional<Bytes> executed = executedActivationBytes(scenario, rows).front();
        if (!executed) {
            return std::nullopt;
        }
        own.prediction.bytes = *executed;
        own.fixedBytes = row->totalBytes - row->activationBytes;
    }
    return own;
}

std::optional<double> forwards(std::optional<double> step)
{
    return step ? std::optional(*step * kForwardsPerStep) : std::nullopt;
}

// The scenario's total counts a reserve that nobody measures: a peak that stands as it was measured has it added,
// except what the run itself says that it counted. A run that names none counted none, whatever the default is.
Bytes reserveBeyond(const Measurement& measurement, const ResolvedScenario& scenario)
{
    const std::optional<Scenario>& ran = measurement.run.run;
    return ran ? scenario.device.reserveBytes - ran->device.reserveBytes.value_or(0) : 0;
}

} // namespace

std::vector<MeasuredMark> measuredMarks(const Measurement& measurement, const ResolvedScenario& scenario)
{
    std::vector<Own> owns;
    std::vector<OwnPrediction> predictions;
    for (const PointRecord& record : measurement.points) {
        if (std::optional<Own> own = ownOf(record.policy, scenario)) {
            predictions.push_back(own->prediction);
            owns.push_back(std::move(*own));
        }
    }
    const PeakPart part = scenario.accounting == Accounting::Article ? PeakPart::WithoutStatic : PeakPart::Whole;
    const Bytes reserve = reserveBeyond(measurement, scenario);
    std::vector<MeasuredMark> marks;
    for (OverlayPoint& point : overlayPoints(measurement, scenario, part, predictions)) {
        const auto own = std::find_if(
            owns.begin(), owns.end(), [&](const Own& each) { return each.prediction.policy == point.policy; });
        if (own == owns.end() || !point.bytes) {
            continue;
        }
        // Of a peak whose static part is not known, the whole is what is known.
        const PointRecord& record = measurement.points[point.index];
        const bool whole = part == PeakPart::WithoutStatic && !record.staticBytes;
        if (whole && point.carried) {
            continue;
        }
        const Bytes beyond = part == PeakPart::Whole && !point.carried ? reserve : 0;
        const std::optional<Bytes> total =
            whole ? *record.measuredPeakBytes : (Checked(own->fixedBytes) + *point.bytes + beyond).value();
        const std::optional<Bytes> ownTotal = (Checked(own->fixedBytes) + own->prediction.bytes).value();
        if (!total || !ownTotal) {
            continue;
        }
        MeasuredMark mark { std::move(point), *total, *ownTotal, own->extraForward, own->extraForward, {}, {},
            disturbanceOf(record) };
        if (mark.point.extraStep) {
            mark.extraForward = mark.point.extraStep->median * kForwardsPerStep;
            mark.lowExtraForward = forwards(mark.point.extraStep->low);
            mark.highExtraForward = forwards(mark.point.extraStep->high);
        }
        marks.push_back(std::move(mark));
    }
    return marks;
}

} // namespace sublinear
