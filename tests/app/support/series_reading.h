// SPDX-License-Identifier: MIT
#pragma once

#include "tests/app/support/card_differences.h"

#include <QList>
#include <QPointF>

namespace sublinear {
class Plot;
struct AxisSpec;
} // namespace sublinear

namespace sublinear::testing {

/// Reads the upper edge of an area that is drawn in steps or bars. Points rise in x.
class StepReader {
public:
    explicit StepReader(QList<QPointF> edge);

    /// Height of the flat piece over x; NaN where there is none.
    [[nodiscard]] double heightAt(double x) const;
    /// Flat pieces higher than `least`.
    [[nodiscard]] qsizetype stepsAbove(double least) const;

private:
    QList<QPointF> m_edge;
};

/// The axes that Qt Charts draws the series on are those whose labels we paint, and a value is
/// where Qt Charts puts it.
void axisDifferences(const Plot& plot, Differences& found);
/// First and last name or number along an axis stand inside it.
void placesDifferences(const AxisSpec& axis, double lowest, double highest, Differences& found);

} // namespace sublinear::testing
