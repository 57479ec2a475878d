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

// Where to cut a stretch of n > 1 layers so that its start may be forgotten while the rest
// runs with one state less: the cheapest of k + extra(n-k, slots-1) + extra(k, slots).
// Extra is convex in n, so the differences over k change sign once.
Count bestCut(Count layers, Count slots)
{
    if (slots == 1) {
        return layers - 1;
    }
    const auto cost = [&](Count cut) { return cut + revolveExtra(layers - cut, slots - 1) + revolveExtra(cut, slots); };
    Count low = 1;
    Count high = layers - 1;
    while (low < high) {
        const Count middle = low + (high - low) / 2;
        if (cost(middle) <= cost(middle + 1)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
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
    Count t = 0;
    while (binomial(slots + t, t) < layers) {
        ++t;
        if (slots == 1) {
            t = layers - 1; // C(1+t, t) = t+1
        }
    }
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
