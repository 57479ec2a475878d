// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace sublinear {

/// "2025-01-31T12:00:00Z"
std::string utcNow();

} // namespace sublinear
