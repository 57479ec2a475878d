// SPDX-License-Identifier: MIT
#pragma once

namespace sublinear {

/// Wide enough for a product of any two counts, and for any sum over the layers of a model.
__extension__ using Wide = __int128;

} // namespace sublinear
