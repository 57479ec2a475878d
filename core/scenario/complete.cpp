// SPDX-License-Identifier: MIT
#include "core/scenario/resolve.h"

namespace sublinear {

namespace {

/// K written out, except at K=1, where it would read as "from layer 1" and change the sweep.
std::optional<Count> completeStart(const ResolvedScenario::Checkpointing& checkpointing)
{
    if (checkpointing.start != 0) {
        return checkpointing.start;
    }
    return checkpointing.k == 1 ? std::nullopt : std::optional<Count>(checkpointing.k);
}

/// A layer policy that leaves nothing out has none to name.
std::optional<std::vector<std::string>> completeTensors(const ResolvedScenario::Checkpointing& checkpointing)
{
    return checkpointing.tensors.empty() ? std::nullopt : std::optional(checkpointing.tensors);
}

} // namespace

Scenario complete(const ResolvedScenario& resolved)
{
    const auto& [model, workload, recipe, parallel, checkpointing, device, accounting] = resolved;
    Scenario scenario;
    scenario.model = {
        .preset = model.preset,
        .name = model.name,
        .layers = model.layers,
        .dModel = model.dModel,
        .dFfn = model.dFfn,
        .heads = model.heads,
        .kvHeads = model.kvHeads,
        .headDim = model.headDim,
        .vocab = model.vocab,
        .gatedMlp = model.gatedMlp,
        .tiedEmbeddings = model.tiedEmbeddings,
        .norm = model.norm,
        .positions = model.positions,
        .parameters = model.parameters,
        .biasQkv = model.biasQkv,
        .biasOut = model.biasOut,
        .biasMlp = model.biasMlp,
        .biasHead = model.biasHead,
        .normsPerLayer = model.normsPerLayer,
        .normBias = model.normBias,
        .finalNorm = model.finalNorm,
        .embedNorm = model.embedNorm,
        .qkNorm = model.qkNorm,
        .parallelBlock = model.parallelBlock,
        .positionRows = model.positionRows,
        .experts = model.experts,
        .expertsPerToken = model.expertsPerToken,
        .expertDFfn = model.expertDFfn,
        .sharedExperts = model.sharedExperts,
        .sharedDFfn = model.sharedDFfn,
        .denseLayers = model.denseLayers,
        .routerBias = model.routerBias,
        .sharedGate = model.sharedGate,
        .attentionSinks = model.attentionSinks,
        .slidingWindow = model.slidingWindow,
    };
    scenario.workload = { .batch = workload.batch, .sequence = workload.sequence };
    scenario.recipe = {
        .name = recipe.name,
        .dtype = recipe.dtype,
        .gradientDtype = recipe.gradientDtype,
        .gradients = recipe.gradients,
        .masterWeights = recipe.masterWeights,
        .optimizer = recipe.optimizer,
        .attention = recipe.attention,
        .dropout = recipe.dropout,
        .loss = recipe.loss,
    };
    scenario.parallel = {
        .data = parallel.data,
        .zero = parallel.zero,
        .tensor = parallel.tensor,
        .sequenceParallel = parallel.sequenceParallel,
    };
    scenario.checkpointing = {
        .policy = checkpointing.policy,
        .k = checkpointing.k,
        .m = checkpointing.m,
        .start = completeStart(checkpointing),
        .slots = checkpointing.slots,
        .lastStored = checkpointing.lastStored,
        .budgetBytes = checkpointing.budgetBytes,
        .tensors = completeTensors(checkpointing),
        .candidates = checkpointing.candidates,
    };
    scenario.device = {
        .gpu = device.gpu,
        .memoryBytes = device.memoryBytes,
        .reserveBytes = device.reserveBytes,
    };
    scenario.accounting = accounting;
    return scenario;
}

} // namespace sublinear
