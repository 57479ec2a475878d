// SPDX-License-Identifier: MIT
#pragma once

#include "tests/app/support/painted.h"

namespace sublinear::testing {

/// A point of a chart and what is written beside it; one that is never named has no name.
struct NamedPoint {
    QString name;
    QPointF at; ///< in the widget's coordinates
};

/// Names that stand as near to another point as to any of their own, in words; empty where each can
/// only be read as its own point's.
QStringList strayNames(const std::vector<PaintedText>& texts, const std::vector<NamedPoint>& points);

} // namespace sublinear::testing
