// SPDX-License-Identifier: MIT
#include "core/schedule/revolve.h"

#include "core/schedule/policies.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr Count kFarMore = Count { 1 } << 40; // than any chain has layers

// C(n, k), cut off at kFarMore.
Count binomial(Count n, Count k)
{
    if (k < 0 || k > n) {
        return 0;
    }
    k = std::min(k, n - k);
    Count value = 1;
    for (Count i = 1; i <= k; ++i) {
        value = value * (n - k + i) / i; // exact: i consecutive factors
        if (value >= kFarMore) {
            return kFarMore;
        }
    }
    return value;
}

// The least t for which C(c+t, t) >= layers: how often the layers run at most.
Count repetitions(Count layers, Count slots)
{
    if (slots == 1) {
        return layers - 1; // C(1+t, t) = t+1
    }
    Count t = 0;
    while (binomial(slots + t, t) < layers) {
        ++t;
    }
    return t;
}

// Where to cut a stretch of n > 1 layers so that its start may be forgotten while the rest
// runs with one state less: the least k with the cheapest k + extra(n-k, slots-1) + extra(k, slots).
// One layer more costs extra as many runs as its t says, so the sum falls until the rest has no more
// than t of them and the start t-1.
Count bestCut(Count layers, Count slots)
{
    if (slots == 1) {
        return layers - 1;
    }
    const Count t = repetitions(layers, slots);
    return std::max({ Count { 1 }, layers - binomial(slots - 1 + t, t), binomial(slots + t - 2, t - 2) });
}

// The way of cutting makes the policy; the order of the steps is the same for all.
template <class Cut> void again(RunList& list, Count first, Count layers, Count slots, const Cut& cut)
{
    while (layers > 1) {
        const Count left = cut(layers, slots);
        list.advanceAgain(first, left);
        again(list, first + left, layers - left, std::max<Count>(1, slots - 1), cut);
        layers = left;
    }
    list.recompute(first, layers);
    list.backward(first, layers);
}

template <class Cut> void firstTime(RunList& list, Count first, Count layers, Count slots, const Cut& cut)
{
    if (layers == 1) {
        list.keep(first, 1);
        list.turn();
        list.backward(first, 1);
        return;
    }
    const Count left = cut(layers, slots);
    list.advance(first, left);
    firstTime(list, first + left, layers - left, std::max<Count>(1, slots - 1), cut);
    again(list, first, left, slots, cut);
}

} // namespace

Count revolveExtra(Count layers, Count slots)
{
    if (layers < 2 || slots < 1) {
        return 0;
    }
    const Count t = repetitions(layers, slots);
    return t * layers - binomial(slots + t, t - 1);
}

void writeHalves(RunList& list, Count layers)
{
    firstTime(list, 1, layers, 1, [](Count count, Count) { return (count + 1) / 2; });
}

void writeRevolve(RunList& list, Count layers, Count slots)
{
    firstTime(list, 1, layers, slots, bestCut);
}

} // namespace sublinear
