// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QPointF>

#include <functional>

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

} // namespace sublinear
