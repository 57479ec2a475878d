// SPDX-License-Identifier: MIT
#include "core/measurement/overlay.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

// Names and presets are labels: two models that differ in them alone are the same.
ResolvedScenario::Model unnamed(ResolvedScenario::Model model)
{
    model.preset.reset();
    model.name.reset();
    model.parameters.reset(); // a count that is given changes no operation
    return model;
}

ResolvedScenario::Recipe unnamed(ResolvedScenario::Recipe recipe)
{
    recipe.name.clear();
    return recipe;
}

std::optional<ResolvedScenario> resolved(const std::optional<Scenario>& scenario)
{
    if (!scenario) {
        return std::nullopt;
    }
    const Result<ResolvedScenario> result = resolve(*scenario);
    return result ? std::optional(*result) : std::nullopt;
}

Bytes partOf(Bytes peak, const PointRecord& point, PeakPart part)
{
    return part == PeakPart::Whole ? peak : std::max<Bytes>(0, peak - point.staticBytes.value_or(0));
}

// measured / predicted * own. In long double: exact where the first two are equal, and peaks have
// fewer than 64 bits.
std::optional<Bytes> carriedOver(Bytes measured, Bytes predicted, Bytes own)
{
    if (measured == predicted) {
        return own;
    }
    if (predicted <= 0) {
        return std::nullopt;
    }
    const long double value =
        static_cast<long double>(measured) / static_cast<long double>(predicted) * static_cast<long double>(own);
    constexpr long double kLimit = 9.2e18L;
    return value < kLimit ? std::optional(static_cast<Bytes>(std::llroundl(value))) : std::nullopt;
}

const PointRecord* storeAllOf(const Measurement& measurement)
{
    const auto found = std::find_if(measurement.points.begin(), measurement.points.end(), [](const PointRecord& point) {
        return point.policy.id == PolicyId::StoreAll && point.valid && point.stepNs && point.stepNs->median > 0;
    });
    return found == measurement.points.end() ? nullptr : &*found;
}

std::optional<OverlayPoint::Extra> extraOver(const PointRecord* storeAll, const PointRecord& point)
{
    if (storeAll == nullptr || !point.stepNs) {
        return std::nullopt;
    }
    const double whole = storeAll->stepNs->median;
    const auto beyond = [whole](double ns) { return ns / whole - 1; };
    OverlayPoint::Extra extra;
    extra.median = beyond(point.stepNs->median);
    if (point.stepNs->p25 && point.stepNs->p75) {
        extra.low = beyond(*point.stepNs->p25);
        extra.high = beyond(*point.stepNs->p75);
    }
    return extra;
}

} // namespace

bool sameShape(const ResolvedScenario& a, const ResolvedScenario& b)
{
    return unnamed(a.model) == unnamed(b.model) && a.workload == b.workload && unnamed(a.recipe) == unnamed(b.recipe)
        && a.parallel == b.parallel;
}

bool isStale(const Measurement& measurement, const ResolvedScenario& scenario)
{
    const std::optional<ResolvedScenario> requested = resolved(measurement.run.requested);
    if (!requested || sameShape(*requested, scenario)) {
        return false;
    }
    const std::optional<ResolvedScenario> run = resolved(measurement.run.run);
    return !run || !sameShape(*run, scenario);
}

std::vector<OverlayPoint> overlayPoints(
    const Measurement& measurement, const ResolvedScenario& scenario, PeakPart part, std::span<const OwnPrediction> own)
{
    const std::optional<ResolvedScenario> run = resolved(measurement.run.run);
    const bool carried = !run || !sameShape(*run, scenario); // of an unknown shape nothing can be said to be this one
    const PointRecord* const storeAll = storeAllOf(measurement);
    std::vector<OverlayPoint> points;
    for (std::size_t i = 0; i < measurement.points.size(); ++i) {
        const PointRecord& record = measurement.points[i];
        if (!record.valid || !record.measuredPeakBytes) {
            continue;
        }
        OverlayPoint point;
        point.index = i;
        point.policy = record.policy;
        point.carried = carried;
        point.measuredBytes = partOf(*record.measuredPeakBytes, record, part);
        if (record.predictedPeakBytes) {
            point.predictedBytes = partOf(*record.predictedPeakBytes, record, part);
        }
        point.extraStep = extraOver(storeAll, record);
        const auto prediction = std::find_if(
            own.begin(), own.end(), [&](const OwnPrediction& each) { return each.policy == record.policy; });
        if (prediction != own.end()) {
            point.ownBytes = prediction->bytes;
            point.ownExtraStep = prediction->extraStep;
        }
        if (!carried) {
            point.bytes = point.measuredBytes;
        } else if (point.ownBytes && point.predictedBytes) {
            point.bytes = carriedOver(point.measuredBytes, *point.predictedBytes, *point.ownBytes);
        }
        points.push_back(std::move(point));
    }
    return points;
}

} // namespace sublinear
