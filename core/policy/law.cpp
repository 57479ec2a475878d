// SPDX-License-Identifier: MIT
#include "core/policy/law.h"

namespace sublinear {

namespace {

// Counts are positive here, so this neither overflows nor rounds the wrong way.
constexpr Count ceilDivide(Count value, Count by)
{
    return value / by + (value % by != 0 ? 1 : 0);
}

// Layers whose input alone is kept: start, start+K, ... up to N.
constexpr Count everyNthCount(Count layers, Count k, Count start)
{
    return start > layers ? 0 : (layers - start) / k + 1;
}

LawUnits storeAll(Count layers)
{
    LawUnits units;
    units.keptActs = layers;
    return units;
}

// (floor(N/K)+K)*act; N*act at K=1, where nothing is recomputed.
LawUnits article(Count layers, Count k)
{
    if (k == 1) {
        return storeAll(layers);
    }
    LawUnits units;
    units.keptActs = layers / k;
    units.liveActs = k;
    units.recomputedLayers = layers - layers / k;
    units.keptIsCheckpoint = true;
    return units;
}

// ceil(N/K)*x + K*act. With the last segment stored its input is not kept apart and
// its layers are not run again; it is gone before a recomputed segment is live.
LawUnits segments(Count layers, Count k, bool lastStored)
{
    const Count groups = ceilDivide(layers, k);
    if (lastStored && groups == 1) {
        return storeAll(layers);
    }
    LawUnits units;
    units.keptInputs = lastStored ? groups - 1 : groups;
    units.liveActs = k;
    units.recomputedLayers = lastStored ? (groups - 1) * k : layers;
    return units;
}

// (N-m)*act + m*x + act; N*act where no layer is recomputed.
LawUnits inputsOfSome(Count layers, Count m)
{
    LawUnits units;
    units.keptActs = layers - m;
    units.keptInputs = m;
    units.liveActs = m > 0 ? 1 : 0;
    units.recomputedLayers = m;
    return units;
}

// (ceil(N/K)+K)*x + act; each layer runs once more for the inner inputs and once for its saved set.
LawUnits twoLevel(Count layers, Count k)
{
    LawUnits units;
    units.keptInputs = ceilDivide(layers, k);
    units.liveInputs = k;
    units.liveActs = 1;
    units.recomputedLayers = 2 * layers;
    return units;
}

bool inRange(const PolicySpec& spec, Count layers)
{
    if (layers < 1 || !hasLaw(spec.id) || spec.start < 0 || spec.start > layers) {
        return false;
    }
    if (policyInfo(spec.id).number == PolicyNumber::None) {
        return true;
    }
    const NumberRange range = numberRange(spec.id, layers);
    return spec.number && *spec.number >= range.first && *spec.number <= range.last;
}

LayerFate fateOf(const PolicySpec& spec, Count layers, Count layer)
{
    const Count number = spec.number.value_or(1);
    switch (spec.id) {
    case PolicyId::Article:
        if (number == 1) {
            return LayerFate::Kept;
        }
        return layer % number == 0 ? LayerFate::Checkpoint : LayerFate::Recomputed;
    case PolicyId::Segments:
        if (spec.lastStored && layer > (ceilDivide(layers, number) - 1) * number) {
            return LayerFate::Kept;
        }
        return (layer - 1) % number == 0 ? LayerFate::Boundary : LayerFate::Recomputed;
    case PolicyId::EveryNth: {
        const Count start = spec.start == 0 ? number : spec.start;
        return layer >= start && (layer - start) % number == 0 ? LayerFate::Boundary : LayerFate::Kept;
    }
    case PolicyId::FirstM:
        return layer <= number ? LayerFate::Boundary : LayerFate::Kept;
    case PolicyId::TwoLevel:
        return (layer - 1) % number == 0 ? LayerFate::Boundary : LayerFate::Recomputed;
    default:
        return LayerFate::Kept;
    }
}

} // namespace

bool hasLaw(PolicyId id)
{
    switch (id) {
    case PolicyId::StoreAll:
    case PolicyId::Article:
    case PolicyId::Segments:
    case PolicyId::EveryNth:
    case PolicyId::FirstM:
    case PolicyId::TwoLevel:
        return true;
    case PolicyId::Selective:
    case PolicyId::Recursive:
    case PolicyId::Revolve:
    case PolicyId::Optimal:
        break;
    }
    return false;
}

NumberRange numberRange(PolicyId id, Count layers)
{
    switch (policyInfo(id).number) {
    case PolicyNumber::K:
    case PolicyNumber::Slots:
        return { 1, layers };
    case PolicyNumber::M:
        return { 0, layers };
    case PolicyNumber::None:
    case PolicyNumber::Budget:
        break;
    }
    return { 1, 0 };
}

std::vector<Count> sweptNumbers(PolicyId id, Count layers)
{
    const NumberRange range = numberRange(id, layers);
    const bool thinned = policyInfo(id).number == PolicyNumber::Slots && range.last > kMostSlotsSwept;
    const Count all = thinned ? kMostSlotsSwept / 2 : range.last;
    std::vector<Count> numbers;
    for (Count number = range.first; number <= all; ++number) {
        numbers.push_back(number);
    }
    const Count more = thinned ? kMostSlotsSwept - all : 0;
    for (Count i = 1; i <= more; ++i) {
        numbers.push_back(all + (range.last - all) * i / more);
    }
    return numbers;
}

std::optional<LawUnits> lawUnits(const PolicySpec& spec, Count layers)
{
    if (!inRange(spec, layers)) {
        return std::nullopt;
    }
    const Count number = spec.number.value_or(0);
    switch (spec.id) {
    case PolicyId::StoreAll:
        return storeAll(layers);
    case PolicyId::Article:
        return article(layers, number);
    case PolicyId::Segments:
        return segments(layers, number, spec.lastStored);
    case PolicyId::EveryNth:
        return inputsOfSome(layers, everyNthCount(layers, number, spec.start == 0 ? number : spec.start));
    case PolicyId::FirstM:
        return inputsOfSome(layers, number);
    case PolicyId::TwoLevel:
        return twoLevel(layers, number);
    default:
        return std::nullopt;
    }
}

std::vector<LayerFate> layerFates(const PolicySpec& spec, Count layers)
{
    std::vector<LayerFate> fates;
    if (!inRange(spec, layers)) {
        return fates;
    }
    fates.reserve(static_cast<std::size_t>(layers));
    for (Count layer = 1; layer <= layers; ++layer) {
        fates.push_back(fateOf(spec, layers, layer));
    }
    return fates;
}

} // namespace sublinear
