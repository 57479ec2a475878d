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

std::string msText(double ns)
{
    constexpr double kNsPerMilli = 1e6;
    return formatFixed(ns / kNsPerMilli, 1) + " ms";
}

std::string signedMsText(double ns)
{
    return (ns < 0 ? "-" : "+") + msText(std::abs(ns));
}

// A pool that allocates singly need not hold what placing in one slab costs.
std::string placingText(const PointRecord& point)
{
    const Bytes placing = *point.predictedPeakBytes - point.idealPeakBytes.value_or(*point.predictedPeakBytes);
    return placing > 0 && *point.measuredPeakBytes < *point.predictedPeakBytes
        ? ": placing costs " + signedBytesText(placing).substr(1) + " of the prediction"
        : std::string();
}

double sumOf(const std::map<std::string, double>& phases)
{
    double sum = 0;
    for (const auto& [name, ns] : phases) {
        sum += ns;
    }
    return sum;
}

// What is foretold is the sum of the basis's operations, timed one by one in a pass of their own, and phases are of
// whole steps: forward, backward and optimizer are foretold the basis's shares of that sum, and recomputation what
// the point has beyond it.
std::string phaseText(const Measurement& measurement, const PointRecord& point)
{
    const auto basis = std::find_if(measurement.points.begin(), measurement.points.end(),
        [&](const PointRecord& each) { return each.valid && policyText(each.policy) == point.predictedStepBasis; });
    if (basis == measurement.points.end() || !basis->predictedStepNs) {
        return {};
    }
    if (&*basis == &point) {
        return "its operations, timed one by one, take " + msText(*point.predictedStepNs);
    }
    const double whole = sumOf(basis->phasesNs);
    if (point.phasesNs.empty() || whole <= 0) {
        return {};
    }
    std::string most;
    double difference = 0;
    for (const auto& [name, ns] : point.phasesNs) {
        const auto known = basis->phasesNs.find(name);
        double own = known != basis->phasesNs.end() ? known->second / whole * *basis->predictedStepNs : 0.0;
        if (name == "recompute") {
            own += std::max(0.0, *point.predictedStepNs - *basis->predictedStepNs);
        }
        if (std::abs(ns - own) > std::abs(difference)) {
            difference = ns - own;
            most = name;
        }
    }
    return most.empty() ? most : most + " " + signedMsText(difference);
}

std::string causeText(const Measurement& measurement, const PointRecord& point)
{
    std::string text;
    if (const std::string disturbed = disturbanceOf(point); !disturbed.empty()) {
        text = ": disturbed, " + disturbed;
    }
    if (const std::string phase = phaseText(measurement, point); !phase.empty()) {
        text += (text.empty() ? ": " : "; ") + phase;
    }
    return text;
}

// How many of the points that have a time were disturbed, and how the one was that differs most.
std::string disturbedText(const Measurement& measurement, const Worst& time)
{
    std::size_t count = 0;
    std::string cause;
    for (const PointRecord& point : measurement.points) {
        const std::string own = stepResidual(point) ? disturbanceOf(point) : std::string();
        count += own.empty() ? 0 : 1;
        cause = cause.empty() || &point == time.point ? (own.empty() ? cause : own) : cause;
    }
    if (count == 0) {
        return {};
    }
    return "; " + (count == time.compared ? std::string() : std::to_string(count) + " ") + "disturbed: " + cause;
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

std::string disturbanceOf(const PointRecord& point)
{
    constexpr std::string_view kWord = "disturbed";
    const std::size_t found = point.note.find(kWord);
    if (found == std::string::npos) {
        return {};
    }
    std::string cause = point.note.substr(found + kWord.size());
    cause = cause.substr(0, cause.find(';'));
    cause.erase(0, std::min(cause.find_first_not_of(": "), cause.size()));
    return cause.empty() ? "other programs ran" : cause;
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
    return text + disturbedText(measurement, time);
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
            + causeText(measurement, *time.point);
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
