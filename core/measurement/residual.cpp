// SPDX-License-Identifier: MIT
#include "core/measurement/residual.h"

#include "core/base/units.h"

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

} // namespace

std::optional<Residual> peakResidual(const PointRecord& point)
{
    if (!point.valid || !point.measuredPeakBytes || !point.predictedPeakBytes || *point.predictedPeakBytes <= 0) {
        return std::nullopt;
    }
    const Bytes bytes = *point.measuredPeakBytes - *point.predictedPeakBytes;
    return Residual { bytes, static_cast<double>(bytes) / static_cast<double>(*point.predictedPeakBytes) };
}

std::string residualHeadline(const Measurement& measurement)
{
    std::size_t compared = 0;
    const PointRecord* worst = nullptr;
    double most = 0;
    for (const PointRecord& point : measurement.points) {
        const std::optional<Residual> residual = peakResidual(point);
        if (!residual) {
            continue;
        }
        ++compared;
        if (std::abs(residual->fraction) > most) {
            most = std::abs(residual->fraction);
            worst = &point;
        }
    }
    if (measurement.points.empty()) {
        return {};
    }
    const std::size_t without = measurement.points.size() - compared;
    std::string text = "No valid peak to compare";
    if (compared > 0) {
        text = worst == nullptr ? "Memory to the byte as predicted, " + pointsText(compared)
                                : "Memory within " + percentAtMost(most) + ", " + pointsText(compared) + "; most at "
                + policyText(worst->policy);
    }
    return without > 0 && compared > 0 ? text + "; " + std::to_string(without) + " without a valid peak" : text;
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
