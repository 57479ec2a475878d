// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QPointF>

#include <functional>
#include <vector>

namespace sublinear {

/// The upper edge of an area that shows one value per stripe: stripe i of `count` (from 0) lies
/// between border(i) and border(i+1). A thousand
/// stripes stay one polygon that is filled in place.
QList<QPointF> stripeEdge(
    qsizetype count, const std::function<double(qsizetype)>& border, const std::function<double(qsizetype)>& value);

/// The same with a gap (a share of the stripe's width) on both sides that falls to zero: bars.
/// Without a gap they are stripes.
QList<QPointF> barEdge(qsizetype count, const std::function<double(qsizetype)>& border,
    const std::function<double(qsizetype)>& value, double gap);

/// More are so narrow that they would be all outline.
inline constexpr qsizetype kOutlinedBars = 256;

/// The place whose value is drawn at each: its own where it is listed; between two listed ones of a sweep that
/// is thinned, leaving numbers out, the last before it; else -1 for none, as rows over 2^63-1 bytes have it.
std::vector<qsizetype> drawnPlaces(const std::vector<bool>& listed, bool thinned);

} // namespace sublinear
