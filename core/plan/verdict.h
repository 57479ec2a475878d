// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <string>

namespace sublinear {

/// The answer in two sentences: "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
/// and "K=5 fits at batch 4 in 78.56 GiB, +81.2 % forward.", with the best of the other policies
/// behind it where that recomputes less. In training accounting less than a tenth of the device to spare is
/// called close: "Fits: 29.47 of 32 GiB at K=1, close: 2.53 GiB, 7.9 % of the device, to spare."
struct Verdict {
    bool fits = false;
    std::string headline;
    std::string advice; ///< empty when the chosen row fits, nothing recomputes less and there is no note
};
Verdict verdict(const Evaluation& evaluation);

} // namespace sublinear
