// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

namespace sublinear {

/// The vector instructions that kernels are compiled for, each on its own and chosen when they
/// run. Sums are in the same order for all of them and nothing is contracted, so that all give
/// the same bits.
enum class Isa : std::uint8_t { Baseline, Avx2, Avx512 };

/// The widest that this processor and its system have; SUBLINEAR_ISA=baseline|avx2 in the
/// environment holds it to less.
Isa hostIsa();

/// Bytes of a vector, as a type that a body can be compiled for.
template <int bytes> using VectorBytes = std::integral_constant<int, bytes>;

/// Written behind the parameters of a lambda: it becomes part of the function that is compiled
/// for its vectors. What it calls must be inlined by force too.
#define SUBLINEAR_INLINED __attribute__((always_inline))

namespace isa {

template <class Body> void baseline(const Body& body)
{
    body(VectorBytes<16> {});
}

#if defined(__x86_64__)
template <class Body> [[gnu::target("avx2")]] void avx2(const Body& body)
{
    body(VectorBytes<32> {});
}

template <class Body> [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void avx512(const Body& body)
{
    body(VectorBytes<64> {});
}
#endif

} // namespace isa

/// Calls body(VectorBytes) as compiled for the vectors of the host. A body is a lambda marked
/// SUBLINEAR_INLINED around a whole loop: the choice costs a call.
template <class Body> void vectorised(const Body& body)
{
#if defined(__x86_64__)
    switch (hostIsa()) {
    case Isa::Avx512:
        isa::avx512(body);
        return;
    case Isa::Avx2:
        isa::avx2(body);
        return;
    case Isa::Baseline:
        break;
    }
#endif
    isa::baseline(body);
}

} // namespace sublinear
