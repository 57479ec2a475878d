// SPDX-License-Identifier: MIT
#include "core/peers/formulas.h"

#include <array>
#include <cmath>

namespace sublinear {

namespace {

using Answer = std::optional<double>;

double inputsOfLayers(const PeerShape& p)
{
    return 2 * p.stream() * p.layers;
}

// Korthikanti et al., equations 1 to 6 and table 2, with t = tensor.
Answer korthikanti(const PeerShape& p, PeerMode mode)
{
    if (mode == PeerMode::EveryLayer) {
        return inputsOfLayers(p) / (p.sequenceParallel ? p.tensor : 1);
    }
    const bool matrices = mode == PeerMode::Stored && !p.fused;
    const double shared = p.sequenceParallel ? 10 / p.tensor : 10;
    return p.layers * (p.stream() * (shared + 24 / p.tensor) + (matrices ? 5 * p.matrices() / p.tensor : 0));
}

// calc_transformer_mem.py: its checkpointing drops what is S by S, and nothing else.
Answer cookbook(const PeerShape& p, PeerMode mode)
{
    const bool matrices = mode == PeerMode::Stored && !p.fused;
    return p.layers * (p.stream() * (16 * p.element + 2) + (matrices ? (2 * p.element + 1) * p.matrices() : 0));
}

Answer llmAnalysis(const PeerShape& p, PeerMode mode)
{
    if (mode == PeerMode::EveryLayer) {
        return inputsOfLayers(p);
    }
    if (mode == PeerMode::Selective) {
        return std::nullopt;
    }
    const double attention = p.fused ? 4 * p.stream() + 8 * p.a * p.tokens() : 5 * p.matrices();
    return p.layers * (17 * p.stream() + 4 * p.tokens() * p.ffn + attention);
}

Answer playbook(const PeerShape& p, PeerMode mode)
{
    if (mode == PeerMode::EveryLayer) {
        return inputsOfLayers(p);
    }
    const bool matrices = mode == PeerMode::Stored && !p.fused;
    return p.layers * (18 * p.stream() + (p.gated ? 8 : 4) * p.tokens() * p.ffn + (matrices ? 5 * p.matrices() : 0));
}

Answer fsdpEstimator(const PeerShape& p, PeerMode mode)
{
    constexpr double kSelective = 0.6;
    const double layer = 17 * p.stream() + 4 * p.tokens() * p.ffn + (p.fused ? 0 : 2 * p.matrices());
    const double head = 6 * p.tokens() * p.vocab;
    switch (mode) {
    case PeerMode::EveryLayer:
        return inputsOfLayers(p) + layer + head;
    case PeerMode::Selective:
        return kSelective * p.layers * layer + head;
    case PeerMode::Stored:
        break;
    }
    return p.layers * layer + head;
}

// theoretical_memory_usage.py: one path for sequence parallel with selective recomputation, one for all the rest.
Answer megatron(const PeerShape& p, PeerMode mode)
{
    const double embedding = 8 * p.tokens() + p.stream();
    if (mode == PeerMode::Selective && p.sequenceParallel) {
        const double layers = p.layers * (18 * p.stream() + 4 * p.tokens() * p.ffn);
        return (layers + embedding + 4 * p.tokens() * (p.h + p.vocab)) / p.tensor;
    }
    constexpr double kMargin = 1.05;
    const double layers = p.layers * p.stream() * (10 + 24 / p.tensor);
    return kMargin * (layers + embedding + 2 * (p.tokens() * p.vocab / p.tensor + p.stream()));
}

double revolveLayer(const PeerShape& p)
{
    return p.element * (16 * p.stream() + 2 * p.matrices());
}

Answer torchRevolve(const PeerShape& p, PeerMode mode)
{
    if (p.fused || mode == PeerMode::Selective) {
        return std::nullopt;
    }
    return mode == PeerMode::Stored ? p.layers * revolveLayer(p) + p.element * p.stream() : revolveSegments(p, 1);
}

// ZeRO-Infinity (arXiv 2104.07857): working memory between two checkpoints, and the checkpoints.
Answer deepspeed(const PeerShape& p, PeerMode mode)
{
    if (p.fused || mode == PeerMode::Selective) {
        return std::nullopt;
    }
    const double layer = 16 * p.stream() + 2 * p.matrices();
    return mode == PeerMode::Stored ? p.layers * layer : inputsOfLayers(p) + layer;
}

Answer perToken(const PeerShape& p, PeerMode mode)
{
    return mode == PeerMode::Stored ? Answer(4 * p.stream() * p.layers) : std::nullopt;
}

Answer miao(const PeerShape& p, PeerMode mode)
{
    constexpr double kMlp = 6;
    constexpr double kAttention = 4;
    constexpr double kFused = 0.8 * 0.2;
    constexpr double kCheckpointed = 0.35;
    if (mode == PeerMode::Selective) {
        return std::nullopt;
    }
    const double all = 2 * p.stream() * p.layers * (kMlp + (p.fused ? kFused : kAttention));
    return mode == PeerMode::Stored ? all : kCheckpointed * all;
}

Answer fitted(const PeerShape& p, PeerMode mode)
{
    constexpr double kPerParameter = 4.6894e-4;
    constexpr double kPerToken = 1.8494e6;
    if (mode == PeerMode::Selective) {
        return std::nullopt;
    }
    const double all = p.element * p.tokens() * (kPerParameter * p.parameters + kPerToken);
    return mode == PeerMode::Stored ? all : all / 5;
}

Answer fmTraining(const PeerShape& p, PeerMode mode)
{
    if (mode == PeerMode::Selective) {
        return std::nullopt;
    }
    const double all = p.layers * (34 * p.stream() + 5 * p.matrices());
    return mode == PeerMode::Stored ? all : all / p.layers;
}

Answer eighteenBytes(const PeerShape& p)
{
    return 18 * p.parameters / p.tensor;
}
Answer megatronStates(const PeerShape& p)
{
    return (p.sharded ? 6 + 12 / p.data : 18) * p.parameters / p.tensor;
}
Answer accelerateStates(const PeerShape& p)
{
    return (p.element > 2 ? 16 : 8) * p.parameters;
}
Answer zeroTwoStates(const PeerShape& p)
{
    return (2 + 18 / p.data) * p.parameters;
}

constexpr std::array kRules {
    PeerRule { { "korthikanti", "Korthikanti et al.", "arXiv 2205.05198, equations 1 to 6",
                   "L(34sbh + 5abs^2); selective 34sbhL; full 2sbhL", "GELU block with dropout, F = 4h",
                   "logits, the layer being made again, grouped heads, gated MLP" },
        korthikanti, nullptr, false, true },
    PeerRule { { "cookbook", "EleutherAI cookbook", "EleutherAI/cookbook, calc_transformer_mem.py",
                   "L(34sbh + 5abs^2); with its checkpointing 34sbhL; 18P", "GELU block with dropout, F = 4h",
                   "logits, grouped heads, gated MLP; its checkpointing drops the S by S matrices only" },
        cookbook, eighteenBytes, true, false },
    PeerRule { { "llm-analysis", "llm-analysis", "cli99/llm-analysis, analysis.py",
                   "L(17sbh + 4sbF + 5abs^2); fused 4sbh + 8abs for the last; full 2sbhL",
                   "dropout, norms in 16 bits; its term for fused attention is a rough estimate by its author",
                   "the layer being made again, grouped heads in activations, the third matrix of a gated MLP" },
        llmAnalysis, nullptr, false, false },
    PeerRule { { "playbook", "Ultra-Scale Playbook widget", "Hugging Face nanotron, memory.js",
                   "L(18sbh + 4sbF + 5abs^2), 8sbF if gated; selective without 5abs^2; full 2sbhL", "dropout",
                   "logits, the layer being made again, grouped heads; it has no switch for fused attention" },
        playbook, nullptr, false, false },
    PeerRule { { "fsdp-estimator", "FSDP_memory_estimator", "PopSoda2002/FSDP_memory_estimator, script.js",
                   "L(17sbh + 4sbF + 2abs^2) + 6sbV; selective x 0.6; full 2sbhL + one layer + 6sbV",
                   "selective saves two fifths, whatever is fused", "grouped heads, the third matrix of a gated MLP" },
        fsdpEstimator, nullptr, false, false },
    PeerRule { { "megatron", "Megatron-LM", "NVIDIA/Megatron-LM, theoretical_memory_usage.py",
                   "1.05(sbh(10 + 24/t)L + 8sb + 3sbh + 2sbV/t); 18P",
                   "fused attention; whatever is recomputed, but for sequence parallel with selective",
                   "full recomputation, grouped heads, the S by S matrices" },
        megatron, megatronStates, false, true },
    PeerRule { { "torch-revolve", "torch_revolve", "efeboz/torch_revolve, heuristics.py",
                   "N*act + x; segments ceil(N/K)*x + K*act, act = 2(16sbh + 2abs^2)", "its own GPT block, F = 4h",
                   "states, logits, fused attention, grouped heads" },
        torchRevolve, nullptr, true, false },
    PeerRule {
        { "zero-infinity", "ZeRO-Infinity", "arXiv 2104.07857, section 3", "L(16sbh + 2abs^2); full 2sbhL + one layer",
            "a GPT block, F = 4h", "logits, masks, the MLP's own width, fused attention" },
        deepspeed, nullptr, false, false },
    PeerRule { { "fm-training-estimator", "fm-training-estimator", "foundation-model-stack/fm-training-estimator",
                   "L(34sbh + 5abs^2); full the same divided by L", "GELU block with dropout, F = 4h",
                   "the inputs of the layers, logits, fused attention" },
        fmTraining, nullptr, false, false },
    PeerRule { { "training-hub", "training_hub", "Red Hat training_hub, memory estimator", "4sbhL",
                   "two tensors as wide as the stream per layer, whatever the block",
                   "attention, the MLP, logits, recomputation" },
        perToken, nullptr, false, false },
    PeerRule { { "miao", "llm_vlm_memory_estimator", "MiaoDX/llm_vlm_memory_estimator",
                   "2sbhL(6 + 4), fused 2sbhL(6 + 0.16); full x 0.35", "factors found by trying",
                   "the growth of attention with S^2, the MLP's own width, logits" },
        miao, nullptr, false, false },
    PeerRule { { "train-memory", "train_memory", "Hugging Face Space qgallouedec/train_memory",
                   "2sb(4.6894e-4 P + 1.8494e6); full a fifth of it", "a line fitted to published models",
                   "the growth of attention with S^2; the shape, but for its parameters" },
        fitted, nullptr, false, false },
    PeerRule { { "accelerate", "accelerate estimate-memory", "huggingface/accelerate, estimate.py",
                   "16P in fp32, 8P in 16 bits", "Adam, one sequence", "activations" },
        nullptr, accelerateStates, true, false },
    PeerRule { { "zero-2", "DeepSpeed ZeRO-2 estimator", "microsoft/DeepSpeed, stage_1_and_2.py", "2P + 18P/data",
                   "mixed precision with Adam, ZeRO stage 2", "activations" },
        nullptr, zeroTwoStates, false, false },
};

} // namespace

std::span<const PeerRule> peerRules()
{
    return kRules;
}

double revolveSegments(const PeerShape& shape, double k)
{
    return std::ceil(shape.layers / k) * shape.element * shape.stream() + k * revolveLayer(shape);
}

} // namespace sublinear
