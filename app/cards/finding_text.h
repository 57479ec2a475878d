// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/text.h"
#include "core/base/units.h"

#include <QCoreApplication>

/// What the sources of findings.h share.
namespace sublinear::findings {

inline QString tr(const char* text)
{
    return QCoreApplication::translate("Findings", text);
}

inline QString percent(double fraction)
{
    return toQString(formatPercent(fraction));
}

} // namespace sublinear::findings
