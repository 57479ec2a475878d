// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <string>

namespace sublinear {

/// A word as a POSIX shell takes it: quoted where it needs it.
std::string shellQuoted(const std::string& word);

/// " --set workload.batch=3 --set ...": the given fields, which give the scenario again on top of nothing.
std::string setArguments(const Scenario& scenario);

} // namespace sublinear
