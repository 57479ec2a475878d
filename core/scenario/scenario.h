// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <optional>
#include <string>
#include <vector>

namespace sublinear {

enum class Accounting { Article, Training };
enum class Dtype { Bf16, Fp16, Fp32 };
enum class Norm { LayerNorm, RmsNorm, LayerNormNoAffine };
enum class Positions { Learned, Rotary, Alibi, None };
enum class QkNorm { None, PerHead, FullWidth };
enum class Gradients { Preallocated, OnDemand };
enum class Optimizer { Adam, AdamW, Sgd, SgdMomentum, Adafactor, Adam8bit };
enum class Attention { Materialized, Fused };
enum class Loss { Full, Chunked, None };
enum class PolicyId { StoreAll, Article, Segments, EveryNth, FirstM, TwoLevel, Selective, Recursive, Revolve, Optimal };

/// What a person has given, and only that: an empty field is derived when the
/// scenario is resolved, so that derived fields keep following the given ones.
/// Paths, ranges and texts of all fields stand in fields.cpp.
struct Scenario {
    struct Model {
        std::optional<std::string> preset; ///< id in resources/presets/models.json
        std::optional<std::string> name;
        std::optional<Count> layers; ///< N
        std::optional<Count> dModel; ///< D
        std::optional<Count> dFfn; ///< F
        std::optional<Count> heads; ///< H
        std::optional<Count> kvHeads; ///< Hkv
        std::optional<Count> headDim; ///< free of D/H in some models
        std::optional<Count> vocab; ///< V; unset and no preset = no embedding, head or logits
        std::optional<bool> gatedMlp;
        std::optional<bool> tiedEmbeddings;
        std::optional<Norm> norm;
        std::optional<Positions> positions;
        std::optional<Count> parameters; ///< an explicit count instead of the shape's
        std::optional<bool> biasQkv;
        std::optional<bool> biasOut;
        std::optional<bool> biasMlp;
        std::optional<bool> biasHead;
        std::optional<Count> normsPerLayer;
        std::optional<bool> normBias; ///< LayerNorm with a bias beside its weight
        std::optional<bool> finalNorm;
        std::optional<bool> embedNorm;
        std::optional<QkNorm> qkNorm;
        std::optional<bool> parallelBlock;
        std::optional<Count> positionRows; ///< rows of a learned position table
        std::optional<Count> experts;
        std::optional<Count> expertsPerToken;
        std::optional<Count> expertDFfn;
        std::optional<Count> sharedExperts;
        std::optional<Count> sharedDFfn;
        std::optional<Count> denseLayers; ///< leading layers without experts
        std::optional<bool> routerBias;
        std::optional<bool> sharedGate; ///< the shared experts' output is scaled by a learned gate (Qwen2-MoE)
        std::optional<bool> attentionSinks; ///< one learned logit per head (gpt-oss)
        std::optional<Count> slidingWindow;
        bool operator==(const Model&) const = default;
    };
    struct Workload {
        std::optional<Count> batch; ///< B, sequences per device
        std::optional<Count> sequence; ///< S, tokens
        bool operator==(const Workload&) const = default;
    };
    struct Recipe {
        std::optional<std::string> name;
        std::optional<Dtype> dtype;
        std::optional<Dtype> gradientDtype;
        std::optional<Gradients> gradients;
        std::optional<bool> masterWeights;
        std::optional<Optimizer> optimizer;
        std::optional<Attention> attention;
        std::optional<bool> dropout;
        std::optional<Loss> loss;
        bool operator==(const Recipe&) const = default;
    };
    struct Parallel {
        std::optional<Count> data;
        std::optional<Count> zero; ///< ZeRO stage 0-3
        std::optional<Count> tensor;
        std::optional<bool> sequenceParallel;
        bool operator==(const Parallel&) const = default;
    };
    struct Checkpointing {
        std::optional<PolicyId> policy;
        std::optional<Count> k;
        std::optional<Count> m;
        std::optional<Count> start; ///< every_nth: first checkpointed layer, K or 1
        std::optional<Count> slots; ///< revolve: states kept, the input counted
        std::optional<bool> lastStored; ///< segments: the last segment keeps everything
        std::optional<Bytes> budgetBytes; ///< optimal
        std::optional<std::vector<std::string>> tensors; ///< selective: attention, gelu, norms, up
        std::optional<std::vector<Count>> candidates; ///< the recommendation looks at these K only
        bool operator==(const Checkpointing&) const = default;
    };
    struct Device {
        std::optional<std::string> gpu; ///< id in resources/presets/gpus.json
        std::optional<Bytes> memoryBytes;
        std::optional<Bytes> reserveBytes; ///< context, fragmentation; not in article accounting
        bool operator==(const Device&) const = default;
    };

    Model model = {};
    Workload workload = {};
    Recipe recipe = {};
    Parallel parallel = {};
    Checkpointing checkpointing = {};
    Device device = {};
    std::optional<Accounting> accounting = {};
    bool operator==(const Scenario&) const = default;
};

} // namespace sublinear
