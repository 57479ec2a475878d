// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <QString>

namespace sublinear {

/// A scenario from a file. Refused with one line that names the file: not there, not
/// readable, too large, not a scenario, or fields that contradict each other.
Result<Scenario> loadScenario(const QString& path);

/// A failed save leaves the old file whole.
Status saveScenario(const QString& path, const Scenario& scenario);

} // namespace sublinear
