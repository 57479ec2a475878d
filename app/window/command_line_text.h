// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <string>

namespace sublinear {

/// "sublinear plan --set workload.batch=3 ...": the given fields, quoted for a POSIX shell
/// where they need it. Gives the same plan as the window shows.
std::string commandLineText(const Scenario& scenario);

} // namespace sublinear
