// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

namespace sublinear::kernels {

/// AdamW with decoupled weight decay, as PyTorch orders it. Made once per step.
template <class Real> struct AdamWStep {
    Real decay; ///< 1 - rate * weight decay
    Real beta1;
    Real beta2;
    Real rest1; ///< 1 - beta1
    Real rest2;
    Real stepSize; ///< rate / (1 - beta1^t)
    Real inverseRoot; ///< 1/sqrt(1 - beta2^t)
    Real epsilon;

    SUBLINEAR_ARITHMETIC void apply(Real& parameter, Real gradient, Real& first, Real& second) const
    {
        const Real decayed = parameter * decay;
        first = first * beta1 + gradient * rest1;
        second = second * beta2 + gradient * gradient * rest2;
        parameter = decayed - stepSize * (first / (squareRoot(second) * inverseRoot + epsilon));
    }
};

} // namespace sublinear::kernels
