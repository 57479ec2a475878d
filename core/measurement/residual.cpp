// SPDX-License-Identifier: MIT
#include "core/measurement/residual.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

// Rounded up, so that "within" holds.
std::string percentAtMost(double fraction)
{
    constexpr double kTenths = 1000; // of a percent in a whole
    return formatPercent(std::ceil(fraction * kTenths) / kTenths, 1);
}

std::string pointsText(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " point" : " points");
}

/// The point that is farthest from what was predicted of it; null where all are as predicted.
struct Worst {
    const PointRecord* point = nullptr;
    double fraction = 0;
    std::size_t compared = 0;
};

template <class FractionOf> Worst worstOf(const Measurement& measurement, FractionOf fractionOf)
{
    Worst worst;
    for (const PointRecord& point : measurement.points) {
        if (const std::optional<double> fraction = fractionOf(point)) {
            ++worst.compared;
            if (std::abs(*fraction) > worst.fraction) {
                worst.fraction = std::abs(*fraction);
                worst.point = &point;
            }
        }
    }
    return worst;
}

std::optional<double> memoryFraction(const PointRecord& point)
{
    const std::optional<Residual> residual = peakResidual(point);
    return residual ? std::optional(residual->fraction) : std::nullopt;
}

std::string signedMsText(double ns)
{
    constexpr double kNsPerMs = 1e6;
    return (ns < 0 ? "-" : "+") + formatFixed(std::abs(ns) / kNsPerMs, 1) + " ms";
}

// A pool that allocates singly need not hold what placing in one slab costs.
std::string placingText(const PointRecord& point)
{
    const Bytes placing = *point.predictedPeakBytes - point.idealPeakBytes.value_or(*point.predictedPeakBytes);
    return placing > 0 && *point.measuredPeakBytes < *point.predictedPeakBytes
        ? ": placing costs " + signedBytesText(placing).substr(1) + " of the prediction"
        : std::string();
}

// What was foretold came from store_all's operations: forward, backward and optimizer as there, and
// recomputation what is left.
std::string phaseText(const Measurement& measurement, const PointRecord& point)
{
    const auto basis = std::find_if(measurement.points.begin(), measurement.points.end(),
        [](const PointRecord& each) { return each.policy.id == PolicyId::StoreAll && each.valid; });
    if (basis == measurement.points.end() || &*basis == &point || point.phasesNs.empty() || basis->phasesNs.empty()
        || point.predictedStepBasis != policyText(basis->policy)) {
        return {};
    }
    double recompute = *point.predictedStepNs;
    for (const auto& [name, ns] : basis->phasesNs) {
        recompute -= ns;
    }
    std::string most;
    double difference = 0;
    for (const auto& [name, ns] : point.phasesNs) {
        const auto known = basis->phasesNs.find(name);
        const double foretold =
            name == "recompute" ? std::max(0.0, recompute) : (known != basis->phasesNs.end() ? known->second : 0.0);
        if (std::abs(ns - foretold) > std::abs(difference)) {
            difference = ns - foretold;
            most = name;
        }
    }
    return most.empty() ? most : ": " + most + " " + signedMsText(difference);
}

} // namespace

std::optional<Residual> peakResidual(const PointRecord& point)
{
    if (!point.valid || !point.measuredPeakBytes || !point.predictedPeakBytes || *point.predictedPeakBytes <= 0) {
        return std::nullopt;
    }
    const Bytes bytes = *point.measuredPeakBytes - *point.predictedPeakBytes;
    return Residual { bytes, static_cast<double>(bytes) / static_cast<double>(*point.predictedPeakBytes) };
}

std::optional<double> stepResidual(const PointRecord& point)
{
    if (!point.valid || !point.stepNs || !point.predictedStepNs || *point.predictedStepNs <= 0) {
        return std::nullopt;
    }
    return point.stepNs->median / *point.predictedStepNs - 1;
}

std::string residualHeadline(const Measurement& measurement, const std::string& where)
{
    if (measurement.points.empty()) {
        return {};
    }
    const Worst memory = worstOf(measurement, memoryFraction);
    const Worst time = worstOf(measurement, stepResidual);
    std::string text = "No valid peak to compare";
    if (memory.compared > 0) {
        text = memory.point == nullptr ? "Memory to the byte as predicted"
                                       : "Memory within " + percentAtMost(memory.fraction);
    }
    if (time.compared > 0) {
        text += ", time within " + percentAtMost(time.fraction);
    }
    if (memory.compared + time.compared > 0 && !where.empty()) {
        text += " " + where;
    }
    if (memory.compared > 0) {
        const std::size_t without = measurement.points.size() - memory.compared;
        text += ", " + pointsText(memory.compared);
        text += without > 0 ? "; " + std::to_string(without) + " without a valid peak" : "";
    }
    return text;
}

std::string largestDifference(const Measurement& measurement)
{
    std::string text;
    if (const Worst memory = worstOf(measurement, memoryFraction); memory.point != nullptr) {
        const Residual residual = *peakResidual(*memory.point);
        text = "Memory differs most at " + pointText(memory.point->policy) + ", by " + signedBytesText(residual.bytes)
            + " (" + residualText(residual) + ")" + placingText(*memory.point);
    }
    if (const Worst time = worstOf(measurement, stepResidual); time.point != nullptr) {
        const double ns = time.point->stepNs->median - *time.point->predictedStepNs;
        text += (text.empty() ? "" : "\n") + ("Time differs most at " + pointText(time.point->policy)) + ", by "
            + signedMsText(ns) + " (" + signedPercentText(*stepResidual(*time.point)) + ")"
            + phaseText(measurement, *time.point);
    }
    return text;
}

std::string shortBytesText(Bytes bytes, int mibDecimals)
{
    if (bytes >= kGiB) {
        return formatGiBUnit(bytes);
    }
    return bytes >= kMiB ? formatFixed(static_cast<double>(bytes) / static_cast<double>(kMiB), mibDecimals) + " MiB"
                         : formatGrouped(bytes) + " B";
}

std::string pointText(const PolicySpec& policy)
{
    const PolicyInfo& info = policyInfo(policy.id);
    return info.number == PolicyNumber::Budget && policy.number
        ? std::string(info.text) + ":" + shortBytesText(*policy.number)
        : policyText(policy);
}

std::string signedBytesText(Bytes bytes)
{
    return (bytes > 0 ? "+" : bytes < 0 ? "-" : "") + shortBytesText(std::abs(bytes), 2);
}

std::string signedPercentText(double fraction)
{
    return (fraction < 0 ? "-" : "+") + formatPercent(std::abs(fraction));
}

std::string residualText(const Residual& residual)
{
    if (residual.bytes == 0) {
        return "0 B";
    }
    constexpr double kLeastShown = 0.00005; // what two decimals of a percent still show
    const double size = std::abs(residual.fraction);
    return (residual.bytes > 0 ? "+" : "-")
        + (size < kLeastShown ? formatGrouped(std::abs(residual.bytes)) + " B" : formatPercent(size, 2));
}

} // namespace sublinear
