// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// The outlines that tell points apart where colour does not: one for every policy, and the diamond,
/// which is what measured points are.
enum class MarkerShape { Disc, Square, Diamond, Triangle, TriangleDown, Pentagon, Star, Plus, Cross, Hourglass, Bar };

} // namespace sublinear
