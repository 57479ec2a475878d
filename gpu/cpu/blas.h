// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/gemm.h"

#include <string>

namespace sublinear {

/// The product by the CBLAS library, on one thread. False: there is none, or it cannot count so far.
template <class Real> bool blasGemm(const Gemm<Real>& gemm);

/// "OpenBLAS 0.3.21", "CBLAS" where it does not say; "none".
std::string blasLibrary();

/// Whether the library knows the vectors of this processor; OpenBLAS falls back to Haswell's, half as
/// wide, on processors that are younger than itself. True for a library that does not say.
bool blasUsesWidestVectors();

} // namespace sublinear
