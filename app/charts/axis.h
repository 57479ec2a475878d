// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <QString>

#include <vector>

namespace sublinear {

/// A label at a place on an axis.
struct Tick {
    double at = 0;
    QString text;
    bool operator==(const Tick&) const = default;
};

/// What an axis shows: its range in axis units, grid lines and labels.
struct AxisSpec {
    double minimum = 0;
    double maximum = 1;
    double gridStep = 0; ///< distance of grid lines from 0; 0 draws none
    std::vector<Tick> ticks;
    bool operator==(const AxisSpec&) const = default;
};

/// A linear axis from 0 (or below, for negative data) to a round number at or above `highest`,
/// with 3 to 6 round ticks (7 with negative data). `current` is kept while the data still fill it well, so that an axis
/// does not jump under a moving hand.
/// Ticks are multiples of `leastStep`: 1 keeps them whole where the quantity is.
AxisSpec valueAxis(double lowest, double highest, const AxisSpec* current = nullptr, double leastStep = 0);

/// K on a logarithmic axis (base 2), because N/K + K is symmetric around sqrt(N) there.
namespace kAxis {
double position(Count k);
/// Border between K and K+1, halfway on the axis; 0 gives the left edge of K=1.
double border(Count k, Count layers);
/// The K whose stripe holds `position`, within 1..layers.
Count nearest(double position, Count layers);
/// Places are counted from 1; the labels are the numbers first..last.
AxisSpec spec(Count first, Count last);
} // namespace kAxis

} // namespace sublinear
