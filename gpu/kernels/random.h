// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/math.h"

#include <cstdint>
#include <string_view>

namespace sublinear::kernels {

/// Random numbers without a state: each is a function of who asks (seed, training step, stage,
/// site) and of the element. A recomputation draws the same numbers, in any order and on any
/// number of threads. Philox-4x32-10: Salmon, Moraes, Dror, Shaw, SC'11.
struct RandomBlock {
    std::uint32_t words[4];
};

struct PhiloxKey {
    std::uint32_t words[2];
};

SUBLINEAR_ARITHMETIC RandomBlock philox(RandomBlock counter, PhiloxKey key)
{
    constexpr int kRounds = 10;
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t first = std::uint64_t { 0xD2511F53U } * counter.words[0];
        const std::uint64_t second = std::uint64_t { 0xCD9E8D57U } * counter.words[2];
        counter = { { static_cast<std::uint32_t>(second >> 32U) ^ counter.words[1] ^ key.words[0],
            static_cast<std::uint32_t>(second),
            static_cast<std::uint32_t>(first >> 32U) ^ counter.words[3] ^ key.words[1],
            static_cast<std::uint32_t>(first) } };
        key.words[0] += 0x9E3779B9U;
        key.words[1] += 0xBB67AE85U;
    }
    return counter;
}

/// Who draws. Elements are drawn in groups of four.
struct RandomStream {
    PhiloxKey key {}; ///< the seed
    std::uint32_t step = 0;
    std::uint32_t stage = 0; ///< below 2^16
    std::uint32_t site = 0;

    /// The four words of elements 4*group .. 4*group+3; group below 2^48.
    [[nodiscard]] SUBLINEAR_ARITHMETIC RandomBlock words(std::int64_t group) const
    {
        const auto bits = static_cast<std::uint64_t>(group);
        return philox({ { static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U) | (stage << 16U),
                          step, site } },
            key);
    }
};

/// `site` names the place in the model, as "res_mask1" or "wte"; it goes in by its hash (FNV-1a).
/// What is the same in every training step is drawn with step 0.
constexpr RandomStream randomStream(std::uint64_t seed, std::int64_t step, std::int64_t stage, std::string_view site)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : site) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    return { { { static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U) } },
        static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(stage), hash };
}

/// Uniform in (0, 1), never 0 or 1: the middle of one of 2^23 steps.
SUBLINEAR_ARITHMETIC float uniform(std::uint32_t word)
{
    constexpr float step = 1.0F / 8388608.0F;
    return (static_cast<float>(static_cast<std::int32_t>(word >> 9U)) + 0.5F) * step;
}

struct Normals {
    float values[4];
};

/// Normal numbers (mean 0, variance 1) of four elements, by Box and Muller. The same floats
/// whatever the precision of the run.
SUBLINEAR_ARITHMETIC Normals normals(const RandomBlock& block)
{
    Normals result {};
    for (int i = 0; i < 4; i += 2) {
        const float radius = squareRoot(-2.0F * logarithm(uniform(block.words[i])));
        const SineCosine<float> point = circlePoint(uniform(block.words[i + 1]));
        result.values[i] = radius * point.cosine;
        result.values[i + 1] = radius * point.sine;
    }
    return result;
}

} // namespace sublinear::kernels
