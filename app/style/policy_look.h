// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/policy.h"

#include <QColor>
#include <QScatterSeries>

namespace sublinear {

/// How a policy's curve is told from the others: a colour and, as a second channel, a marker.
/// Diamonds are left to measured points.
struct PolicyLook {
    QColor color;
    QScatterSeries::MarkerShape marker = QScatterSeries::MarkerShapeCircle;
};

PolicyLook policyLook(PolicyId policy, bool dark);

} // namespace sublinear
