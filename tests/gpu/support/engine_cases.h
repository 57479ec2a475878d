// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/policy.h"
#include "core/scenario/resolve.h"
#include "gpu/run/run_plan.h"

#include <string>
#include <vector>

/// Small stacks and the policies that they are run under.
namespace sublinear::testing {

/// Which of the two blocks, and what of the recipe changes its program.
struct StackCase {
    bool llama = false; ///< grouped heads, RMSNorm, rotary positions, gated MLP; else GPT-2
    bool fused = false;
    bool dropout = false;
    Loss loss = Loss::None; ///< None: <x_N, R>, no embedding
    Count layers = 4;
    bool tied = true;
    bool half = false; ///< bf16, with fp32 gradients and master weights

    [[nodiscard]] std::string name() const
    {
        return std::string(llama ? "llama" : "gpt2") + (fused ? " fused" : " materialised")
            + (dropout ? " dropout" : "")
            + (loss == Loss::Full           ? " full loss"
                    : loss == Loss::Chunked ? " chunked"
                                            : "")
            + (loss != Loss::None && !tied ? " untied" : "") + (half ? " bf16" : "") + " N=" + std::to_string(layers);
    }
};

/// fp32 or bf16, 2 sequences of 12 tokens, widths that are no multiples of a vector.
inline ResolvedScenario scenarioOf(const StackCase& stack)
{
    ResolvedScenario scenario;
    auto& model = scenario.model;
    model.layers = stack.layers;
    model.dModel = 24;
    model.heads = 4;
    model.kvHeads = stack.llama ? 2 : 4;
    model.headDim = 6;
    model.dFfn = stack.llama ? 52 : 96;
    if (stack.llama) {
        model.gatedMlp = true;
        model.norm = Norm::RmsNorm;
        model.positions = Positions::Rotary;
        model.biasQkv = model.biasOut = model.biasMlp = false;
    }
    if (stack.loss != Loss::None) {
        model.vocab = 37;
        model.tiedEmbeddings = stack.tied;
    }
    scenario.workload.batch = 2;
    scenario.workload.sequence = 12;
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Fp32;
    if (stack.half) {
        scenario.recipe.dtype = Dtype::Bf16;
        scenario.recipe.masterWeights = true;
    }
    scenario.recipe.optimizer = Optimizer::AdamW;
    scenario.recipe.attention = stack.fused ? Attention::Fused : Attention::Materialized;
    scenario.recipe.dropout = stack.dropout;
    scenario.recipe.loss = stack.loss;
    return scenario;
}

inline PolicySpec policyOf(
    PolicyId id, std::optional<Count> number = std::nullopt, std::vector<std::string> tensors = {})
{
    PolicySpec made;
    made.id = id;
    made.number = number;
    made.tensors = std::move(tensors);
    return made;
}

inline const PolicySpec kStoreAll = policyOf(PolicyId::StoreAll);

/// For people: what policyText leaves out too.
inline std::string nameOf(const PolicySpec& policy)
{
    std::string name = policyText(policy);
    for (const std::string& tensor : policy.id == PolicyId::Selective ? std::vector<std::string> {} : policy.tensors) {
        name += "-" + tensor;
    }
    return name + (policy.start == 1 ? " from 1" : "") + (policy.lastStored ? " last stored" : "");
}

/// Every policy, at K = 1, 2, 3, N and those between that do not divide N; `selective` by each
/// group and all, alone and on top of the others.
inline std::vector<PolicySpec> policiesFor(const ResolvedScenario& scenario)
{
    const Count N = scenario.model.layers;
    std::vector<PolicySpec> all { kStoreAll, policyOf(PolicyId::Recursive) };
    for (Count K = 1; K <= N; ++K) {
        for (const PolicyId id :
            { PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel, PolicyId::Revolve }) {
            all.push_back(policyOf(id, K));
        }
        all.push_back(policyOf(PolicyId::Segments, K));
        all.back().lastStored = true;
        all.push_back(policyOf(PolicyId::EveryNth, K));
        all.back().start = 1;
    }
    for (Count m = 0; m <= N; ++m) {
        all.push_back(policyOf(PolicyId::FirstM, m));
    }
    const std::size_t plain = all.size();
    const std::vector<std::vector<std::string>> groups { { "attention" }, { "gelu" }, { "norms" }, { "up" },
        { "attention", "gelu", "norms", "up" } };
    for (const std::vector<std::string>& tensors : groups) {
        all.push_back(policyOf(PolicyId::Selective, std::nullopt, tensors));
    }
    for (std::size_t i = 1; i < plain; ++i) {
        PolicySpec mixed = all[i];
        mixed.tensors = groups[i % groups.size()];
        all.push_back(mixed);
    }
    return all;
}

/// `optimal` under budgets from the least peak of the simple policies to store_all's.
inline std::vector<PolicySpec> budgetsFor(const ResolvedScenario& scenario)
{
    const auto placed = [&](const PolicySpec& policy) { return planRun(scenario, policy, 1)->placement.placedBytes; };
    const Bytes most = placed(kStoreAll);
    const Bytes least = placed(policyOf(PolicyId::Segments, 1));
    std::vector<PolicySpec> all;
    for (int i = 0; i <= 4; ++i) {
        all.push_back(policyOf(PolicyId::Optimal, least + (most - least) * i / 4));
    }
    return all;
}

} // namespace sublinear::testing
