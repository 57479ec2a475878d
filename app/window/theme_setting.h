// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/theme.h"

namespace sublinear {

/// The theme that was chosen last; System until one is.
Theme themeSetting();
void storeThemeSetting(Theme theme);

} // namespace sublinear
