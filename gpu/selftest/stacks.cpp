// SPDX-License-Identifier: MIT
#include "gpu/selftest/stacks.h"

#include "core/base/units.h"
#include "core/catalog/catalog.h"

#include <utility>

namespace sublinear {

std::string TestStack::name() const
{
    return std::string(llama ? "llama" : "gpt2") + (fused ? ", fused attention" : ", materialised attention")
        + (head ? ", LM head" : "");
}

ResolvedScenario TestStack::scenario() const
{
    ResolvedScenario scenario;
    scenario.device = { std::string(kDefaultGpu), {}, kGiB, 0 }; // any: it is not what runs
    auto& model = scenario.model;
    model.layers = layers;
    model.dModel = width;
    model.heads = heads;
    model.kvHeads = llama ? heads / 2 : heads;
    model.headDim = width / heads;
    model.dFfn = llama ? width * 8 / 3 : width * 4;
    if (llama) {
        model.gatedMlp = true;
        model.norm = Norm::RmsNorm;
        model.positions = Positions::Rotary;
        model.biasQkv = model.biasOut = model.biasMlp = false;
    }
    if (head) {
        model.vocab = 1000;
    }
    scenario.workload.batch = batch;
    scenario.workload.sequence = sequence;
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Fp32;
    scenario.recipe.optimizer = Optimizer::AdamW;
    scenario.recipe.attention = fused ? Attention::Fused : Attention::Materialized;
    scenario.recipe.loss = head ? Loss::Chunked : Loss::None;
    scenario.accounting = Accounting::Training;
    return scenario;
}

PolicySpec testPolicy(PolicyId id, std::optional<Count> number, std::vector<std::string> tensors)
{
    PolicySpec policy;
    policy.id = id;
    policy.number = number;
    policy.tensors = std::move(tensors);
    return policy;
}

std::vector<PolicySpec> testPolicies(Count layers, bool full)
{
    std::vector<PolicySpec> policies { testPolicy(PolicyId::StoreAll), testPolicy(PolicyId::FirstM, layers / 2),
        testPolicy(PolicyId::Selective, {}, { "attention", "gelu", "norms" }), testPolicy(PolicyId::Recursive),
        testPolicy(PolicyId::Revolve, 3) };
    const std::vector<Count> numbers = full ? std::vector<Count> { 1, 2, 3, layers } : std::vector<Count> { 1, 4 };
    for (const PolicyId id : { PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel }) {
        for (const Count number : numbers) {
            policies.push_back(testPolicy(id, number));
        }
    }
    return policies;
}

} // namespace sublinear
