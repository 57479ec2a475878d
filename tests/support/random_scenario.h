// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/policy/law.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sublinear::testing {

/// splitmix64: the same numbers on every machine and library, unlike std's distributions.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    /// Uniform over first..last, both included.
    Count between(Count first, Count last)
    {
        return first + static_cast<Count>(next() % static_cast<std::uint64_t>(last - first + 1));
    }

    /// Every order of magnitude of first..last is as likely as another; the ends do occur.
    Count spread(Count first, Count last)
    {
        const double low = std::log(static_cast<double>(first));
        const double high = std::log(static_cast<double>(last) + 1);
        const double unit = static_cast<double>(next() >> 11U) / 9007199254740992.0; // 2^53
        const auto value = static_cast<Count>(std::floor(std::exp(low + unit * (high - low))));
        return std::min(std::max(value, first), last);
    }

    bool oneIn(Count n) { return between(1, n) == 1; }

private:
    std::uint64_t m_state;
};

inline constexpr std::array kLawPolicies = { PolicyId::StoreAll, PolicyId::Article, PolicyId::Segments,
    PolicyId::EveryNth, PolicyId::FirstM, PolicyId::TwoLevel };

inline void chooseNumber(Scenario& scenario, Random& random)
{
    Scenario::Checkpointing& chosen = scenario.checkpointing;
    const Count layers = *scenario.model.layers;
    chosen.k = random.between(1, layers);
    chosen.m = random.between(0, layers);
    if (random.oneIn(3)) {
        chosen.start = 1;
    }
    if (random.oneIn(3)) {
        chosen.lastStored = true;
    }
}

/// A scenario in article accounting that resolve() takes: 1..1000 layers, S to 2^20, B to
/// 4096, D to 65536, a device of 1 GiB to 1 TiB, each of the policies with a law. Some are
/// over 2^63-1 bytes.
inline Scenario randomScenario(Random& random)
{
    constexpr std::array<Count, 7> kHeadDims = { 16, 32, 64, 80, 96, 128, 256 };
    Scenario scenario;
    scenario.accounting = Accounting::Article;
    scenario.model.layers = random.spread(1, 1000);
    const Count headDim = kHeadDims[static_cast<std::size_t>(random.between(0, 6))];
    scenario.model.heads = random.spread(1, 65536 / headDim);
    scenario.model.dModel = *scenario.model.heads * headDim;
    scenario.model.dFfn = random.spread(1, 4 * *scenario.model.dModel);
    if (random.oneIn(4)) {
        scenario.model.parameters = random.spread(1, 1'000'000'000'000);
    }
    scenario.workload.batch = random.spread(1, 4096);
    scenario.workload.sequence = random.spread(1, Count { 1 } << 20);
    scenario.recipe.dtype = random.oneIn(2) ? Dtype::Bf16 : Dtype::Fp32;
    scenario.checkpointing.policy = kLawPolicies[static_cast<std::size_t>(random.between(0, 5))];
    chooseNumber(scenario, random);
    scenario.device.memoryBytes = random.spread(kGiB, kTiB);
    return scenario;
}

/// A scenario whose parts are near the device's size, so that both answers occur.
inline Scenario tightScenario(Random& random)
{
    Scenario scenario = randomScenario(random);
    scenario.model.layers = random.between(1, 64);
    scenario.model.heads = random.between(1, 32);
    scenario.model.dModel = *scenario.model.heads * 64;
    scenario.model.dFfn = 4 * *scenario.model.dModel;
    scenario.model.parameters.reset();
    scenario.workload.batch = random.between(1, 8);
    scenario.workload.sequence = random.between(64, 2048);
    scenario.device.memoryBytes = random.spread(kGiB, 64 * kGiB);
    chooseNumber(scenario, random);
    return scenario;
}

} // namespace sublinear::testing
