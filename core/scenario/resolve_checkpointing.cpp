// SPDX-License-Identifier: MIT
#include "core/policy/policy.h"
#include "core/scenario/resolve_parts.h"
#include "core/scenario/spellings.h"

#include <algorithm>

namespace sublinear::resolving {

namespace {

constexpr Count kDefaultNumber = 4; // the article's K; also what m and slots start from

bool countsK(PolicyId policy)
{
    return policy == PolicyId::Article || policy == PolicyId::Segments || policy == PolicyId::EveryNth
        || policy == PolicyId::TwoLevel;
}

/// One of the policies' numbers. It is refused where the chosen policy counts it, and
/// else, where it says nothing, brought into range.
struct Number {
    std::string_view path;
    const std::optional<Count>& given;
    Count minimum;
    bool counted;
};

Refused fillNumber(const Number& number, const Beside& layers, Count last, Count& filled)
{
    const Count value = number.given.value_or(kDefaultNumber);
    if (number.given && number.counted && value > last) {
        return contradiction(number.path, std::to_string(value), layers, wholeRangeText(number.minimum, last));
    }
    filled = std::clamp(value, number.minimum, last);
    return std::nullopt;
}

/// every_nth starts at layer K or at layer 1; K is kept as 0, so that it follows in a sweep over
/// K. A given 1 means layer 1 at K=1 too: there the two are one, in the sweep around it not.
Refused fillStart(const Scenario::Checkpointing& given, ResolvedScenario::Checkpointing& filled)
{
    const Count start = given.start.value_or(filled.k);
    if (start != 1 && start != filled.k && filled.policy == PolicyId::EveryNth) {
        return contradiction("checkpointing.start", std::to_string(start),
            { "checkpointing.k", std::to_string(filled.k), given.k.has_value() }, "1 or " + std::to_string(filled.k));
    }
    filled.start = given.start == Count { 1 } ? 1 : 0;
    return std::nullopt;
}

Refused fillCandidates(const std::vector<Count>& given, const Beside& layers, Count last, std::vector<Count>& filled)
{
    filled = given;
    std::sort(filled.begin(), filled.end());
    filled.erase(std::unique(filled.begin(), filled.end()), filled.end());
    if (!filled.empty() && filled.back() > last) {
        return contradiction(
            "checkpointing.candidates", std::to_string(filled.back()), layers, wholeRangeText(1, last));
    }
    return std::nullopt;
}

std::vector<std::string> inTableOrder(const std::vector<std::string>& given)
{
    std::vector<std::string> ordered;
    for (const std::string_view name : kSelectiveTensors) {
        if (std::find(given.begin(), given.end(), name) != given.end()) {
            ordered.emplace_back(name);
        }
    }
    return ordered;
}

} // namespace

Refused resolveCheckpointing(const Scenario& scenario, ResolvedScenario& resolved)
{
    const Scenario::Checkpointing& given = scenario.checkpointing;
    ResolvedScenario::Checkpointing& filled = resolved.checkpointing;
    const Count last = resolved.model.layers;
    const Beside layers { "model.layers", std::to_string(last), scenario.model.layers.has_value() };

    filled.policy = given.policy.value_or(PolicyId::Article);
    const PolicyId policy = filled.policy;
    if (auto refused = fillNumber({ "checkpointing.k", given.k, 1, countsK(policy) }, layers, last, filled.k)) {
        return refused;
    }
    const Number m { "checkpointing.m", given.m, 0, policy == PolicyId::FirstM };
    if (auto refused = fillNumber(m, layers, last, filled.m)) {
        return refused;
    }
    const Number slots { "checkpointing.slots", given.slots, 1, policy == PolicyId::Revolve };
    if (auto refused = fillNumber(slots, layers, last, filled.slots)) {
        return refused;
    }
    if (auto refused = fillStart(given, filled)) {
        return refused;
    }
    if (given.candidates) {
        if (auto refused = fillCandidates(*given.candidates, layers, last, filled.candidates.emplace())) {
            return refused;
        }
    }
    filled.lastStored = given.lastStored.value_or(false);
    filled.budgetBytes = given.budgetBytes;
    if (given.tensors) {
        filled.tensors = inTableOrder(*given.tensors);
    } else if (policy == PolicyId::Selective) {
        filled.tensors = defaultTensors(resolved);
    }
    return std::nullopt;
}

} // namespace sublinear::resolving
