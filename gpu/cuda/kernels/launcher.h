// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/product.h"
#include "gpu/kernels/bf16.h"
#include "gpu/run/op_call.h"

#include <concepts>
#include <cstdint>

namespace sublinear::cuda {

/// How many parts a sum over a whole tensor is made of: one warp each.
inline constexpr std::int64_t kSumParts = 1024;

/// What puts work on a stream, or does it at once on the host. After the first error it does no more.
///   threads(count, body)  body(i) for every i below count, a thread each
///   warps(count, body)    body.run<Lanes>(i) for every i below count, a warp each
///   teams(count, body)    body.run<Team>(i, shared) for every i below count, a block of kTeamWarps warps each,
///   `shared`
///                         a Body::Shared of its own
///   multiply(product)     by cuBLASLt, or the host's own
///   copy(to, from, bytes)
///   parts()               kSumParts doubles in the device's memory, for sums of the operation
///   sum()                 a double there, which the sum of an operation is left in
///   tensorCores()         whether kernels of our own may use them
/// A body is a plain struct that is copied to the device: pointers and numbers.
template <class T>
concept Launcher = requires(T launcher, const Product& product, void* to, const void* from, std::int64_t bytes)
{
    launcher.multiply(product);
    launcher.copy(to, from, bytes);
    {
        launcher.parts()
        } -> std::same_as<double*>;
    {
        launcher.sum()
        } -> std::same_as<double*>;
    {
        launcher.tensorCores()
        } -> std::same_as<bool>;
};

using kernels::Bf16;

/// Statistics, sums over rows, what is drawn: fp32 in every run.
inline float* floats(const Operand& operand)
{
    return static_cast<float*>(operand.data);
}

/// What a run's own type says: T is float, or Bf16 with fp32 arithmetic, statistics and gradients of weights.
template <class T> T* dataOf(const Operand& operand)
{
    return static_cast<T*>(operand.data);
}

template <class T> inline constexpr ElementType kTypeOf = ElementType::Fp32;
template <> inline constexpr ElementType kTypeOf<Bf16> = ElementType::Bf16;

inline std::int64_t elementsOf(const Operand& operand)
{
    return operand.shape.elements().value().value_or(0); // it has memory, so it is a number
}

} // namespace sublinear::cuda
