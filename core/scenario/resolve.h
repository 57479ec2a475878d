// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace sublinear {

/// A scenario with every derived field filled. Optional stays only what has a
/// meaning when absent (no vocabulary, no explicit parameter count, no candidates).
struct ResolvedScenario {
    struct Model {
        std::optional<std::string> preset;
        std::optional<std::string> name;
        Count layers = 32;
        Count dModel = 4096;
        Count dFfn = 16384;
        Count heads = 32;
        Count kvHeads = 32;
        Count headDim = 128;
        std::optional<Count> vocab;
        bool gatedMlp = false;
        bool tiedEmbeddings = true;
        Norm norm = Norm::LayerNorm;
        Positions positions = Positions::Learned;
        std::optional<Count> parameters;
        bool biasQkv = true;
        bool biasOut = true;
        bool biasMlp = true;
        bool biasHead = false;
        Count normsPerLayer = 2;
        bool normBias = true;
        bool finalNorm = true;
        bool embedNorm = false;
        QkNorm qkNorm = QkNorm::None;
        bool parallelBlock = false;
        std::optional<Count> positionRows; ///< absent = as many as the sequence is long
        Count experts = 0;
        Count expertsPerToken = 0;
        Count expertDFfn = 0;
        Count sharedExperts = 0;
        Count sharedDFfn = 0; ///< of one shared expert
        Count denseLayers = 0;
        bool routerBias = false;
        bool sharedGate = false;
        bool attentionSinks = false;
        std::optional<Count> slidingWindow;
        bool operator==(const Model&) const = default;
    };
    struct Workload {
        Count batch = 4;
        Count sequence = 2048;
        bool operator==(const Workload&) const = default;
    };
    struct Recipe {
        std::string name = "article";
        Dtype dtype = Dtype::Bf16;
        Dtype gradientDtype = Dtype::Bf16;
        Gradients gradients = Gradients::Preallocated;
        bool masterWeights = false;
        Optimizer optimizer = Optimizer::Adam;
        Attention attention = Attention::Materialized;
        bool dropout = false;
        Loss loss = Loss::Full;
        bool operator==(const Recipe&) const = default;
    };
    struct Parallel {
        Count data = 1;
        Count zero = 0;
        Count tensor = 1;
        bool sequenceParallel = false;
        bool operator==(const Parallel&) const = default;
    };
    struct Checkpointing {
        PolicyId policy = PolicyId::Article;
        Count k = 4; ///< min(4, N) unless given; always in 1..N
        Count m = 4; ///< first_m: min(4, N) unless given; always in 0..N
        Count start = 0; ///< every_nth: 1, or 0 which stands for K
        Count slots = 4; ///< revolve: min(4, N) unless given; always in 1..N
        bool lastStored = false;
        std::optional<Bytes> budgetBytes;
        /// In the order of kSelectiveTensors, each once: what every layer leaves out of its saved set.
        /// Empty unless given or the policy is `selective`.
        std::vector<std::string> tensors;
        std::optional<std::vector<Count>> candidates; ///< rising, each once
        bool operator==(const Checkpointing&) const = default;
    };
    struct Device {
        std::string gpu;
        std::string gpuName; ///< for people: "80 GiB (article)"
        Bytes memoryBytes = 0;
        Bytes reserveBytes = 0;
        bool operator==(const Device&) const = default;
    };

    Model model = {};
    Workload workload = {};
    Recipe recipe = {};
    Parallel parallel = {};
    Checkpointing checkpointing = {};
    Device device = {};
    Accounting accounting = Accounting::Article;
    bool operator==(const ResolvedScenario&) const = default;
};

/// Fills what is not given: given field > its preset > derived > default. A preset's
/// value that clashes with a given field gives way to the derived one. Refused by
/// name: unknown presets and contradictions between given fields (kv_heads that do
/// not divide heads, k over layers, heads that do not divide d_model while head_dim
/// is not given, ...). Pure; microseconds.
Result<ResolvedScenario> resolve(const Scenario& scenario);

/// Every field given, so that nothing is left to derive: what `plan` prints.
Scenario complete(const ResolvedScenario& resolved);

/// For a hand on a slider: brings given fields that depend on a moved one back into
/// range (k and m into 1..N, candidates over N dropped) instead of refusing. With the
/// scenario before the move, a head_dim that was D/H goes on following D and H.
Scenario clamped(Scenario scenario, const Scenario* before = nullptr);

} // namespace sublinear
