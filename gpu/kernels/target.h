// SPDX-License-Identifier: MIT
#pragma once

/// Arithmetic that compiles as C++ and as CUDA from one source. It must come out the same on
/// both, bit for bit: no fused multiply-add (-ffp-contract=off, nvcc -fmad=false), IEEE division
/// and square root, no functions of the platform's libm.
#if defined(__CUDACC__)
#define SUBLINEAR_ARITHMETIC __host__ __device__ __forceinline__
#else
#define SUBLINEAR_ARITHMETIC __attribute__((always_inline)) inline // or loops over it are not vectorised
#endif
