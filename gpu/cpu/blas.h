// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/gemm.h"

namespace sublinear {

/// The product by the CBLAS library, on one thread. False: there is none, or it cannot count so far.
template <class Real> bool blasGemm(const Gemm<Real>& gemm);

} // namespace sublinear
