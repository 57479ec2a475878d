// SPDX-License-Identifier: MIT
#include "core/policy/policy.h"

#include <array>
#include <utility>

namespace sublinear {

namespace {

// Published laws with act = one layer's saved set and x = one layer's input, B*S*D*dtype.
constexpr std::array kPolicies = {
    PolicyInfo { PolicyId::StoreAll, "store_all", "Store all", "every layer's saved set", "default training", "N*act",
        PolicyNumber::None },
    PolicyInfo { PolicyId::Article, "article", "Every K-th layer in full",
        "the whole saved set of layers K, 2K, ...; the K-1 before each are recomputed", "no framework flag",
        "(floor(N/K)+K)*act, N*act at K=1", PolicyNumber::K },
    PolicyInfo { PolicyId::Segments, "segments", "Segments of K", "the input of each segment of K layers",
        "torch checkpoint_sequential; Megatron --recompute-method uniform; HF gradient_checkpointing is K=1",
        "ceil(N/K)*x + K*act", PolicyNumber::K },
    PolicyInfo { PolicyId::EveryNth, "every_nth", "Every K-th layer recomputed",
        "the input of layers K, 2K, ...; the others keep everything",
        "torchtitan layer frequency; HF every_n_layers starts at 1", "(N-m)*act + m*x + act, m = floor(N/K)",
        PolicyNumber::K },
    PolicyInfo { PolicyId::FirstM, "first_m", "First m layers recomputed",
        "the input of the first m layers; the others keep everything", "Megatron --recompute-method block",
        "(N-m)*act + m*x + act, N*act at m=0", PolicyNumber::M },
    PolicyInfo { PolicyId::TwoLevel, "two_level", "Two levels of K",
        "the input of each segment of K layers, and in the live segment the inputs of its layers", "nested checkpoint",
        "(ceil(N/K)+K)*x + act", PolicyNumber::K },
    PolicyInfo { PolicyId::Selective, "selective", "Selective", "whole layers without the named tensors",
        "Megatron selective; llm.c -r 1 and -r 2", "the layer's sum without them", PolicyNumber::None },
    PolicyInfo { PolicyId::Recursive, "recursive", "Recursive", "what Chen's recursion keeps", "Chen et al. 2016",
        "by simulation", PolicyNumber::None },
    PolicyInfo { PolicyId::Revolve, "revolve", "Revolve", "c layer inputs placed binomially", "Griewank and Walther",
        "by simulation", PolicyNumber::Slots },
    PolicyInfo { PolicyId::Optimal, "optimal", "Optimal under a budget",
        "what a dynamic programme chooses per layer under a byte budget", "Rotor; rockmate", "at most the budget",
        PolicyNumber::Budget },
};

} // namespace

bool dropsTensors(PolicyId id)
{
    return id != PolicyId::StoreAll && id != PolicyId::Optimal;
}

std::vector<std::string> defaultTensors(const ResolvedScenario& scenario)
{
    const bool matrices =
        scenario.accounting == Accounting::Article || scenario.recipe.attention == Attention::Materialized;
    return matrices ? std::vector<std::string> { "attention" } : std::vector<std::string> { "gelu", "norms" };
}

std::span<const PolicyInfo> allPolicies()
{
    return kPolicies;
}

const PolicyInfo& policyInfo(PolicyId id)
{
    for (const PolicyInfo& info : kPolicies) {
        if (info.id == id) {
            return info;
        }
    }
    return kPolicies.front();
}

const PolicyInfo* findPolicy(std::string_view text)
{
    for (const PolicyInfo& info : kPolicies) {
        if (info.text == text) {
            return &info;
        }
    }
    return nullptr;
}

std::string_view numberField(PolicyId id)
{
    switch (policyInfo(id).number) {
    case PolicyNumber::K:
        return "checkpointing.k";
    case PolicyNumber::M:
        return "checkpointing.m";
    case PolicyNumber::Slots:
        return "checkpointing.slots";
    case PolicyNumber::Budget:
        return "checkpointing.budget_bytes";
    case PolicyNumber::None:
        break;
    }
    return {};
}

PolicySpec chosenPolicy(const ResolvedScenario& scenario)
{
    const ResolvedScenario::Checkpointing& chosen = scenario.checkpointing;
    PolicySpec spec;
    spec.id = chosen.policy;
    switch (policyInfo(chosen.policy).number) {
    case PolicyNumber::None:
        break;
    case PolicyNumber::K:
        spec.number = chosen.k;
        break;
    case PolicyNumber::M:
        spec.number = chosen.m;
        break;
    case PolicyNumber::Slots:
        spec.number = chosen.slots;
        break;
    case PolicyNumber::Budget:
        spec.number = chosen.budgetBytes;
        break;
    }
    return inScenario(std::move(spec), scenario);
}

PolicySpec inScenario(PolicySpec spec, const ResolvedScenario& scenario)
{
    const ResolvedScenario::Checkpointing& chosen = scenario.checkpointing;
    spec.start = spec.id == PolicyId::EveryNth ? chosen.start : 0;
    spec.lastStored = spec.id == PolicyId::Segments && chosen.lastStored;
    // what a chosen `selective` leaves out unless told is its own affair: no other policy beside it does
    const bool itsOwn = chosen.policy == PolicyId::Selective && spec.id != PolicyId::Selective
        && chosen.tensors == defaultTensors(scenario);
    if (spec.tensors.empty() && dropsTensors(spec.id) && !itsOwn) {
        spec.tensors = chosen.tensors;
    }
    if (spec.tensors.empty() && spec.id == PolicyId::Selective) {
        spec.tensors = defaultTensors(scenario);
    }
    return spec;
}

} // namespace sublinear
