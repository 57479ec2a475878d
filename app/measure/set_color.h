// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/look.h"

namespace sublinear {

/// The ink of a measured set's points: the text's for the own run (0), else one of the colours that
/// colour-blind eyes tell apart; they come again after seven.
QColor setColor(int color, const Look& look);

} // namespace sublinear
