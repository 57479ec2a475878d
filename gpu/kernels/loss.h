// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/lanes.h"
#include "gpu/kernels/math.h"
#include "gpu/kernels/random.h"

#include <cstdint>

namespace sublinear::kernels {

/// Token `position` of sequence `row`: uniform over the vocabulary. Sequences have one token more
/// than the model reads, so that every position has a next one to predict.
SUBLINEAR_ARITHMETIC std::int32_t tokenAt(
    const RandomStream& stream, std::int64_t row, std::int64_t position, std::int64_t sequence, std::int64_t vocab)
{
    const std::int64_t element = row * (sequence + 1) + position;
    const RandomBlock block = stream.words(element / 4);
    const auto place = static_cast<int>(element % 4); // chosen, not indexed: a GPU's registers have no addresses
    const std::uint32_t low = place == 0 ? block.words[0] : block.words[1];
    const std::uint32_t high = place == 2 ? block.words[2] : block.words[3];
    const std::uint32_t word = place < 2 ? low : high;
    return static_cast<std::int32_t>((std::uint64_t { word } * static_cast<std::uint64_t>(vocab)) >> 32U);
}

/// ln of the sum of e^logit over a row.
template <class Lanes, class Real> SUBLINEAR_ARITHMETIC Real logSumExp(const Real* logits, std::int64_t vocab)
{
    typename Lanes::template Each<Real> most;
    Lanes::each([&most, first = logits[0]](int lane) { most[lane] = first; });
    Lanes::over(vocab,
        [&most, logits](int lane, std::int64_t v) { most[lane] = most[lane] < logits[v] ? logits[v] : most[lane]; });
    const Real shift = Lanes::largest(most);
    typename Lanes::template Each<Real> sum;
    Lanes::over(
        vocab, [&sum, logits, shift](int lane, std::int64_t v) { sum[lane] += exponential(logits[v] - shift); });
    return shift + logarithm(Lanes::sum(sum));
}

/// d loss/d logit = (softmax - 1 at the target) * share, share = 1/rows for a mean. May be in place.
template <class Lanes, class Real, class Stored>
SUBLINEAR_ARITHMETIC void crossEntropyGradient(
    const Real* logits, Real logSum, std::int64_t target, Real share, Stored* gradient, std::int64_t vocab)
{
    Lanes::over(vocab, [=](int, std::int64_t v) {
        const Real hit = v == target ? Real { 1 } : Real { 0 };
        gradient[v] = (exponential(logits[v] - logSum) - hit) * share;
    });
}

} // namespace sublinear::kernels
