// SPDX-License-Identifier: MIT
#include "app/charts/axis.h"

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sublinear {

namespace {

/// 1, 2, 2.5 or 5 times a power of ten, at or above `rough` and a multiple of `unit` (0: of anything).
double roundStep(double rough, double unit)
{
    rough = std::max(rough, unit);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : { 1.0, 2.0, 2.5, 5.0 }) {
        const double step = factor * power;
        if (step >= rough * (1 - 1e-9) && (unit <= 0 || std::fmod(step, unit) == 0)) {
            return step;
        }
    }
    return 10 * power;
}

/// Decimals that a multiple of `step` needs.
int decimalsOf(double step)
{
    int decimals = 0;
    for (double fine = step; decimals < 6 && std::abs(fine - std::round(fine)) > 1e-6 * fine; fine *= 10) {
        ++decimals;
    }
    return decimals;
}

/// One unit for all ticks of an axis, so that 0.75M stands under 1.00M and no label is rounded.
struct TickUnit {
    double divisor = 1;
    QString suffix;
};

TickUnit tickUnit(double largest)
{
    static constexpr std::array<const char*, 4> kSuffix { "M", "G", "T", "P" };
    TickUnit unit;
    for (const char* suffix : kSuffix) {
        const double next = unit.divisor == 1 ? 1e6 : unit.divisor * 1000;
        if (largest < next) {
            break;
        }
        unit = { next, QLatin1String(suffix) };
    }
    return unit;
}

QString tickText(double value, double step, const TickUnit& unit)
{
    if (value == 0) {
        return QStringLiteral("0");
    }
    if (step < 1e-4) { // "2.5e-9"
        return QString::number(value, 'g', 6).replace(QStringLiteral("e-0"), QStringLiteral("e-"));
    }
    return QString::fromStdString(formatFixed(value / unit.divisor, decimalsOf(step / unit.divisor))) + unit.suffix;
}

bool stillFits(const AxisSpec& axis, double lowest, double highest)
{
    return highest <= axis.maximum && highest >= axis.maximum * 0.55 && lowest >= axis.minimum
        && lowest <= axis.minimum * 0.4;
}

} // namespace

AxisSpec valueAxis(double lowest, double highest, const AxisSpec* current, double leastStep)
{
    lowest = std::min(0.0, std::isfinite(lowest) ? lowest : 0.0);
    highest = std::max(0.0, std::isfinite(highest) ? highest : 0.0);
    if (highest - lowest < 1e-12) { // nothing to show; far less than a byte in GiB
        highest = 1;
    }
    if (current != nullptr && !current->ticks.empty() && stillFits(*current, lowest, highest)) {
        return *current;
    }
    const double step = roundStep((highest - lowest) / 4.5, leastStep);
    AxisSpec axis;
    axis.gridStep = step;
    axis.minimum = std::floor(lowest / step + 1e-9) * step;
    axis.maximum = std::ceil(highest / step - 1e-9) * step;
    axis.maximum = std::max(axis.maximum, axis.minimum + step);
    const TickUnit unit = tickUnit(std::max(-axis.minimum, axis.maximum));
    const auto first = std::llround(axis.minimum / step);
    const auto last = std::llround(axis.maximum / step);
    for (auto i = first; i <= last; ++i) {
        const double at = static_cast<double>(i) * step;
        axis.ticks.push_back({ at, tickText(at, step, unit) });
    }
    return axis;
}

namespace kAxis {

double position(Count k)
{
    return std::log2(static_cast<double>(k));
}

double border(Count k, Count layers)
{
    if (k <= 0) {
        return -0.5;
    }
    if (k >= layers) {
        // The last stripe is as wide as its left half says, but never a hair.
        const double half = layers > 1 ? position(layers) - border(layers - 1, layers) : 0.5;
        return position(layers) + std::max(half, 0.04);
    }
    return (position(k) + position(k + 1)) / 2;
}

Count nearest(double at, Count layers)
{
    const double guess = std::isnan(at) ? 1.0 : std::exp2(std::clamp(at, 0.0, position(layers)));
    Count k = std::clamp<Count>(static_cast<Count>(std::floor(guess)), 1, layers);
    if (k < layers && at > border(k, layers)) {
        ++k;
    }
    return k;
}

AxisSpec spec(Count first, Count last)
{
    const Count places = last - first + 1;
    AxisSpec axis;
    axis.minimum = border(0, places);
    axis.maximum = border(places, places);
    const auto label = [&](Count number) {
        axis.ticks.push_back({ position(number - first + 1), QString::number(number) });
    };
    if (first == 0) {
        label(0);
    }
    for (Count number = 1; number <= last; number *= 2) {
        label(number);
    }
    // The last is labelled unless it would run into the power of two before it.
    if (position(places) - axis.ticks.back().at > 0.45) {
        label(last);
    }
    return axis;
}

} // namespace kAxis

} // namespace sublinear
