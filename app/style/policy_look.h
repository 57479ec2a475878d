// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/marker_shape.h"
#include "core/policy/policy.h"

#include <QColor>

namespace sublinear {

/// How a policy is told from every other, chosen or not: a colour and, as a second channel, a marker.
/// Diamonds are left to measured points.
struct PolicyLook {
    QColor color;
    MarkerShape marker = MarkerShape::Disc;
};

PolicyLook policyLook(PolicyId policy, bool dark);

} // namespace sublinear
