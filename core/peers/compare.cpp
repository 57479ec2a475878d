// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/peers/formulas.h"
#include "core/plan/evaluate.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

PeerShape shapeOf(const Evaluation& evaluation)
{
    const ResolvedScenario& scenario = evaluation.scenario;
    const bool training = scenario.accounting == Accounting::Training;
    const auto number = [](Count count) { return static_cast<double>(count); };
    PeerShape shape;
    shape.s = number(scenario.workload.sequence);
    shape.b = number(scenario.workload.batch);
    shape.h = number(scenario.model.dModel);
    shape.a = number(scenario.model.heads);
    shape.layers = number(scenario.model.layers);
    shape.ffn = number(scenario.model.dFfn);
    shape.vocab = number(scenario.model.vocab.value_or(0));
    shape.parameters = number(evaluation.parameterCount);
    shape.element = number(bytesPerElement(scenario.recipe.dtype));
    shape.gated = training && scenario.model.gatedMlp;
    shape.fused = training && scenario.recipe.attention == Attention::Fused;
    if (training) {
        shape.data = number(scenario.parallel.data);
        shape.tensor = number(scenario.parallel.tensor);
        shape.sequenceParallel = scenario.parallel.sequenceParallel;
        shape.sharded = scenario.parallel.zero > 0;
    }
    return shape;
}

PeerFigure figureOf(std::optional<double> bytes, std::string_view otherwise)
{
    constexpr double kMost = 9.2e18; // 2^63
    if (!bytes) {
        return { {}, std::string(otherwise) };
    }
    return *bytes < kMost ? PeerFigure { std::llround(*bytes), {} } : PeerFigure { {}, "over 2^63-1 bytes" };
}

/// What the scenario's policy is to one who knows a few settings only; empty where it is none of them.
std::optional<PeerMode> modeOf(const ResolvedScenario& scenario)
{
    const ResolvedScenario::Checkpointing& chosen = scenario.checkpointing;
    const Count layers = scenario.model.layers;
    switch (chosen.policy) {
    case PolicyId::StoreAll:
        return PeerMode::Stored;
    case PolicyId::Article:
        return chosen.k == 1 ? std::optional(PeerMode::Stored) : std::nullopt;
    case PolicyId::Segments:
    case PolicyId::EveryNth:
        return chosen.k == 1 ? std::optional(PeerMode::EveryLayer) : std::nullopt;
    case PolicyId::FirstM:
        return chosen.m == 0     ? std::optional(PeerMode::Stored)
            : chosen.m == layers ? std::optional(PeerMode::EveryLayer)
                                 : std::nullopt;
    case PolicyId::Selective:
        return chosen.tensors == std::vector<std::string> { "attention" } ? std::optional(PeerMode::Selective)
                                                                          : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// Why a formula has nothing to say of the whole scenario; empty where it has.
std::string_view silence(const PeerRule& rule, const PeerShape& shape, const ResolvedScenario& scenario)
{
    if (scenario.accounting == Accounting::Training && scenario.model.experts > 0) {
        return "it knows dense layers only";
    }
    if (shape.element != 2 && !rule.anyElement) {
        return "it knows numbers of 16 bits only";
    }
    if (shape.tensor > 1 && !rule.anyTensor) {
        return "it does not divide by tensor parallelism";
    }
    return {};
}

PeerFigure chosenFigure(const PeerRule& rule, const PeerShape& shape, const ResolvedScenario& scenario)
{
    const ResolvedScenario::Checkpointing& chosen = scenario.checkpointing;
    if (rule.peer.id == "torch-revolve" && chosen.policy == PolicyId::Segments && !chosen.lastStored && !shape.fused) {
        return figureOf(revolveSegments(shape, static_cast<double>(chosen.k)), {});
    }
    const std::optional<PeerMode> mode = modeOf(scenario);
    return mode ? figureOf(rule.activations(shape, *mode), "it has no such case")
                : PeerFigure { {}, "it knows no such policy" };
}

PeerRow rowOf(const PeerRule& rule, const PeerShape& shape, const ResolvedScenario& scenario)
{
    PeerRow row { rule.peer, {}, {}, {}, {} };
    if (const std::string_view why = silence(rule, shape, scenario); !why.empty()) {
        const PeerFigure none { {}, std::string(why) };
        return { rule.peer, none, none, none, none };
    }
    constexpr std::string_view kNoActivations = "it counts states only";
    if (rule.activations == nullptr) {
        row.stored = row.everyLayer = row.chosen = { {}, std::string(kNoActivations) };
    } else {
        row.stored = figureOf(rule.activations(shape, PeerMode::Stored), "it knows no fused attention");
        row.everyLayer = figureOf(rule.activations(shape, PeerMode::EveryLayer),
            shape.fused && !row.stored.bytes ? row.stored.note : "it knows no recomputation");
        row.chosen = chosenFigure(rule, shape, scenario);
    }
    row.states =
        rule.states == nullptr ? PeerFigure { {}, "it counts activations only" } : figureOf(rule.states(shape), {});
    return row;
}

Bytes sumOf(const SweepRow& row, std::initializer_list<MemoryKind> kinds)
{
    Bytes sum = 0;
    for (const MemoryKind kind : kinds) {
        sum += row.byKind[static_cast<std::size_t>(kind)];
    }
    return sum;
}

Bytes activationsOf(const SweepRow& row)
{
    return sumOf(row,
        { MemoryKind::Activations, MemoryKind::Checkpoints, MemoryKind::Recomputed, MemoryKind::Transient,
            MemoryKind::Logits });
}

PeerFigure oursUnder(const ResolvedScenario& scenario, PolicyId policy)
{
    ResolvedScenario other = scenario;
    other.checkpointing.policy = policy;
    other.checkpointing.k = 1;
    other.checkpointing.lastStored = false;
    other.checkpointing.tensors.clear();
    other.checkpointing.candidates.reset();
    const Result<Evaluation> evaluation = evaluate(other);
    return evaluation ? PeerFigure { activationsOf(evaluation->chosen), {} }
                      : PeerFigure { {}, evaluation.error().message };
}

PeerRow oursOf(const Evaluation& evaluation)
{
    PeerRow row;
    const bool article = evaluation.scenario.accounting == Accounting::Article;
    row.peer = { "sublinear", "Sublinear",
        article ? "this scenario, article accounting" : "this scenario, training accounting",
        article ? "N*act; segments of one layer N*x + act" : "by simulation of the step",
        article ? "the article's tensors" : "the scenario's own block",
        article ? "logits, norms, masks, what an operation needs while it runs" : "what the reserve stands for" };
    row.stored = oursUnder(evaluation.scenario, PolicyId::StoreAll);
    row.everyLayer = oursUnder(evaluation.scenario, PolicyId::Segments);
    row.chosen = { activationsOf(evaluation.chosen), {} };
    row.states = {
        sumOf(evaluation.chosen,
            { MemoryKind::Parameters, MemoryKind::Gradients, MemoryKind::MasterWeights, MemoryKind::Optimizer }),
        {}
    };
    return row;
}

struct Ends {
    const PeerRow* least = nullptr;
    const PeerRow* most = nullptr;
};

Ends endsOf(const std::vector<PeerRow>& rows, PeerFigure PeerRow::*figure)
{
    Ends ends;
    for (const PeerRow& row : rows) {
        if (!(row.*figure).bytes) {
            continue;
        }
        const auto bytes = [&](const PeerRow* other) { return (other->*figure).bytes.value_or(0); };
        ends.least = ends.least == nullptr || bytes(&row) < bytes(ends.least) ? &row : ends.least;
        ends.most = ends.most == nullptr || bytes(&row) > bytes(ends.most) ? &row : ends.most;
    }
    return ends;
}

std::string spanText(const Ends& ends, PeerFigure PeerRow::*figure, const PeerFigure& ours)
{
    const Bytes least = (ends.least->*figure).bytes.value_or(0);
    const Bytes most = (ends.most->*figure).bytes.value_or(0);
    return formatGiB(least) + " (" + std::string(ends.least->peer.name) + ") to " + formatGiB(most) + " GiB ("
        + std::string(ends.most->peer.name) + ")" + (ours.bytes ? ", ours " + formatGiBUnit(*ours.bytes) : "") + ".";
}

std::vector<std::string> spreadOf(const PeerComparison& comparison, const PeerShape& shape)
{
    std::vector<std::string> sentences;
    const Ends stored = endsOf(comparison.rows, &PeerRow::stored);
    if (stored.least == nullptr) {
        return { "None of these formulas has anything to say of this scenario." };
    }
    sentences.push_back("Nothing recomputed: " + spanText(stored, &PeerRow::stored, comparison.ours.stored));
    const auto most = static_cast<double>(stored.most->stored.bytes.value_or(0));
    const auto least = static_cast<double>(stored.least->stored.bytes.value_or(0));
    const double matrices = shape.fused ? 0 : 5 * shape.matrices() * shape.layers / shape.tensor;
    constexpr double kMuch = 0.5; // of what lies between the two ends
    if (matrices > kMuch * (most - least)) {
        sentences.push_back("The difference is the S by S matrices of attention, up to "
            + formatGiBUnit(std::llround(matrices)) + " at 5 bytes a score: the small figures leave them out.");
    } else {
        sentences.push_back("The difference is how much of a layer is counted: one layer's input is "
            + formatGiBUnit(std::llround(2 * shape.stream())) + ", and they count 2 to 30 times as much per layer.");
    }
    if (const Ends every = endsOf(comparison.rows, &PeerRow::everyLayer); every.least != nullptr) {
        sentences.push_back(
            "Every layer recomputed: " + spanText(every, &PeerRow::everyLayer, comparison.ours.everyLayer));
        sentences.push_back("The inputs alone are " + formatGiBUnit(std::llround(2 * shape.stream() * shape.layers))
            + ": some add the layer being made again or the logits, others take a fixed part of the whole.");
    }
    return sentences;
}

} // namespace

PeerComparison askPeers(const Evaluation& evaluation)
{
    const PeerShape shape = shapeOf(evaluation);
    PeerComparison comparison;
    comparison.ours = oursOf(evaluation);
    for (const PeerRule& rule : peerRules()) {
        comparison.rows.push_back(rowOf(rule, shape, evaluation.scenario));
    }
    comparison.spread = spreadOf(comparison, shape);
    return comparison;
}

} // namespace sublinear
