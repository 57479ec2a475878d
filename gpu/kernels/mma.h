// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/bf16.h"
#include "gpu/kernels/lanes.h"

#include <cstdint>

namespace sublinear::kernels {

/// One product of a tensor core, mma.m16n8k16 of bf16 with sums in fp32: C (16, 8) += A (16, 16) B (16, 8). The
/// matrices lie in the registers of a warp's 32 lanes as the PTX ISA says; a word is two neighbours, the first of
/// them in its lower half: of A two in a row, of B two in a column.
struct FragmentA {
    std::uint32_t words[4];
};
struct FragmentB {
    std::uint32_t words[2];
};
struct FragmentC {
    float values[4];
};

/// Where the first number of a lane's word, or a lane's number, stands in its matrix.
SUBLINEAR_ARITHMETIC constexpr int rowOfA(int lane, int word)
{
    return lane / 4 + word % 2 * 8;
}
SUBLINEAR_ARITHMETIC constexpr int columnOfA(int lane, int word)
{
    return lane % 4 * 2 + word / 2 * 8;
}
SUBLINEAR_ARITHMETIC constexpr int rowOfB(int lane, int word)
{
    return lane % 4 * 2 + word * 8;
}
SUBLINEAR_ARITHMETIC constexpr int columnOfB(int lane)
{
    return lane / 4;
}
SUBLINEAR_ARITHMETIC constexpr int rowOfC(int lane, int i)
{
    return lane / 4 + i / 2 * 8;
}
SUBLINEAR_ARITHMETIC constexpr int columnOfC(int lane, int i)
{
    return lane % 4 * 2 + i % 2;
}

SUBLINEAR_ARITHMETIC std::uint32_t packed(Bf16 first, Bf16 second)
{
    return first.bits | std::uint32_t { second.bits } << 16U;
}
SUBLINEAR_ARITHMETIC std::uint32_t packed(float first, float second)
{
    return packed(toBf16(first), toBf16(second));
}

/// Two neighbouring columns blocks of results, as the factor A of the next product: A's k index is their column.
SUBLINEAR_ARITHMETIC FragmentA factorFrom(const FragmentC& left, const FragmentC& right)
{
    return { { packed(left.values[0], left.values[1]), packed(left.values[2], left.values[3]),
        packed(right.values[0], right.values[1]), packed(right.values[2], right.values[3]) } };
}

/// On the host: gathers the matrices from all lanes and multiplies them, sums in the order of k.
template <class A, class B, class C> void multiplyOnHost(const A& a, const B& b, const C& c)
{
    const auto half = [](std::uint32_t word, int which) {
        return static_cast<float>(Bf16 { static_cast<std::uint16_t>(which == 0 ? word & 0xFFFFU : word >> 16U) });
    };
    float left[16][16];
    float right[16][8];
    for (int lane = 0; lane < kLanes; ++lane) {
        const FragmentA own = a(lane);
        const FragmentB other = b(lane);
        for (int which = 0; which < 2; ++which) {
            for (int word = 0; word < 4; ++word) {
                left[rowOfA(lane, word)][columnOfA(lane, word) + which] = half(own.words[word], which);
            }
            for (int word = 0; word < 2; ++word) {
                right[rowOfB(lane, word) + which][columnOfB(lane)] = half(other.words[word], which);
            }
        }
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        for (int i = 0; i < 4; ++i) {
            float& sum = c(lane).values[i];
            for (int k = 0; k < 16; ++k) {
                sum += left[rowOfC(lane, i)][k] * right[k][columnOfC(lane, i)];
            }
        }
    }
}

#if defined(__CUDA_ARCH__)
__device__ inline void multiplyOnDevice(const FragmentA& a, const FragmentB& b, FragmentC& c)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c.values[0]), "+f"(c.values[1]), "+f"(c.values[2]), "+f"(c.values[3])
        : "r"(a.words[0]), "r"(a.words[1]), "r"(a.words[2]), "r"(a.words[3]), "r"(b.words[0]), "r"(b.words[1]));
#else
    __trap(); // never chosen there
#endif
}
#endif

/// c(lane) += a(lane) b(lane), a product of the whole warp: each gives what one lane holds, c by reference.
template <class Lanes, class A, class B, class C>
SUBLINEAR_ARITHMETIC void multiplyAdd(const A& a, const B& b, const C& c)
{
    if constexpr (Lanes::ownThreads) {
#if defined(__CUDA_ARCH__)
        multiplyOnDevice(a(Lanes::own()), b(Lanes::own()), c(Lanes::own()));
#endif
    } else {
        multiplyOnHost(a, b, c);
    }
}

} // namespace sublinear::kernels
