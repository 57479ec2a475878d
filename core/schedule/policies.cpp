// SPDX-License-Identifier: MIT
#include "core/schedule/policies.h"

#include "core/schedule/revolve.h"
#include "core/schedule/run_list.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

void storeAll(RunList& list, Count N)
{
    list.keep(1, N);
    list.turn();
    list.backward(1, N);
}

// Layers K, 2K, ... stay whole. Backward takes one group of K at a time: first the K-1
// before its whole layer are run again from the group before, then all K go backward.
void article(RunList& list, Count N, Count K)
{
    const Count whole = N / K;
    const Count rest = N - whole * K;
    for (Count group = 0; group < whole; ++group) {
        list.advance(group * K + 1, K - 1);
        list.keep((group + 1) * K, 1);
    }
    list.advance(whole * K + 1, rest);
    list.turn();
    list.recompute(whole * K + 1, rest);
    list.backward(whole * K + 1, rest);
    for (Count group = whole; group-- > 0;) {
        list.recompute(group * K + 1, K - 1);
        list.backward(group * K + 1, K);
    }
}

struct Segment {
    Count first;
    Count count;
};

// Segments of K layers, the last one short where K does not divide N.
Segment segmentAt(Count N, Count K, Count index)
{
    return { index * K + 1, std::min(K, N - index * K) };
}

void segments(RunList& list, Count N, Count K, bool lastStored)
{
    const Count groups = (N + K - 1) / K;
    for (Count i = 0; i < groups; ++i) {
        const Segment segment = segmentAt(N, K, i);
        if (lastStored && i == groups - 1) {
            list.keep(segment.first, segment.count);
        } else {
            list.advance(segment.first, segment.count);
        }
    }
    list.turn();
    for (Count i = groups; i-- > 0;) {
        const Segment segment = segmentAt(N, K, i);
        if (!lastStored || i != groups - 1) {
            list.recompute(segment.first, segment.count);
        }
        list.backward(segment.first, segment.count);
    }
}

void everyNth(RunList& list, Count N, Count K, Count start)
{
    Count next = 1; // first layer not yet written
    for (Count layer = start; layer <= N; layer += K) {
        list.keep(next, layer - next);
        list.keepInputs(layer, 1);
        next = layer + 1;
    }
    list.keep(next, N + 1 - next);
    list.turn();
    Count top = N; // last layer not yet taken backward
    for (Count layer = start + (N - start) / K * K; layer >= start && start <= N; layer -= K) {
        list.backward(layer + 1, top - layer);
        list.oneByOne(layer, 1);
        top = layer - 1;
    }
    list.backward(1, top);
}

void firstM(RunList& list, Count N, Count m)
{
    list.keepInputs(1, m);
    list.keep(m + 1, N - m);
    list.turn();
    list.backward(m + 1, N - m);
    list.oneByOne(1, m);
}

void twoLevel(RunList& list, Count N, Count K)
{
    const Count groups = (N + K - 1) / K;
    for (Count i = 0; i < groups; ++i) {
        const Segment segment = segmentAt(N, K, i);
        list.advance(segment.first, segment.count);
    }
    list.turn();
    for (Count i = groups; i-- > 0;) {
        const Segment segment = segmentAt(N, K, i);
        list.keepInputsAgain(segment.first, segment.count - 1);
        list.oneByOne(segment.first, segment.count);
    }
}

bool takes(const PolicySpec& spec, Count layers)
{
    switch (policyInfo(spec.id).number) {
    case PolicyNumber::None:
        return true;
    case PolicyNumber::K:
    case PolicyNumber::Slots:
        return spec.number && *spec.number >= 1 && *spec.number <= layers;
    case PolicyNumber::M:
        return spec.number && *spec.number >= 0 && *spec.number <= layers;
    case PolicyNumber::Budget:
        return false;
    }
    return false;
}

} // namespace

TensorGroups tensorGroups(std::span<const std::string> names)
{
    TensorGroups groups = kNoGroup;
    for (const std::string& name : names) {
        groups |= name == "attention" ? kAttentionGroup : kNoGroup;
        groups |= name == "gelu" ? kGeluGroup : kNoGroup;
        groups |= name == "norms" ? kNormsGroup : kNoGroup;
        groups |= name == "up" ? kUpGroup : kNoGroup;
    }
    return groups;
}

std::vector<std::string> tensorNames(TensorGroups groups)
{
    std::vector<std::string> names;
    for (const char* name : { "attention", "gelu", "norms", "up" }) {
        if ((groups & tensorGroups(std::array { std::string(name) })) != 0) {
            names.emplace_back(name);
        }
    }
    return names;
}

bool writeRuns(const PolicySpec& spec, TensorGroups dropped, Count layers, std::vector<Run>& runs)
{
    runs.clear();
    if (layers < 1 || !takes(spec, layers) || spec.start < 0 || spec.start > layers) {
        return false;
    }
    RunList list(runs, dropped);
    const Count number = spec.number.value_or(0);
    list.begin();
    switch (spec.id) {
    case PolicyId::StoreAll:
    case PolicyId::Selective:
        storeAll(list, layers);
        break;
    case PolicyId::Article:
        article(list, layers, number);
        break;
    case PolicyId::Segments:
        segments(list, layers, number, spec.lastStored);
        break;
    case PolicyId::EveryNth:
        everyNth(list, layers, number, spec.start == 0 ? number : spec.start);
        break;
    case PolicyId::FirstM:
        firstM(list, layers, number);
        break;
    case PolicyId::TwoLevel:
        twoLevel(list, layers, number);
        break;
    case PolicyId::Recursive:
        writeHalves(list, layers);
        break;
    case PolicyId::Revolve:
        writeRevolve(list, layers, number);
        break;
    case PolicyId::Optimal:
        return false;
    }
    list.end();
    return true;
}

Result<Schedule> makeSchedule(const PolicySpec& spec, Count layers)
{
    Schedule schedule;
    schedule.layers = layers;
    schedule.keptIsCheckpoint = spec.id == PolicyId::Article && spec.number.value_or(1) > 1;
    if (!writeRuns(spec, tensorGroups(spec.tensors), layers, schedule.runs)) {
        return Error { policyText(spec) + " cannot be scheduled over " + std::to_string(layers) + " layers", "" };
    }
    return schedule;
}

} // namespace sublinear
