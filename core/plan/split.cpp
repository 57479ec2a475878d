// SPDX-License-Identifier: MIT
#include "core/plan/split.h"

namespace sublinear {

namespace {

/// How the parts of a law are written, and where in the step they stand together.
struct LawTexts {
    std::string_view acts; ///< saved sets kept
    std::string_view inputs; ///< boundaries kept
    std::string_view live; ///< the recomputed segment
    std::string_view peakAt;
};

LawTexts lawTexts(const PolicySpec& spec, const LawUnits& units)
{
    if (units.recomputedLayers == 0) {
        return { "N*act", "", "", "start of the backward pass" };
    }
    switch (spec.id) {
    case PolicyId::Article:
        return { "floor(N/K)*act", "", "K*act", "backward pass of the last whole segment" };
    case PolicyId::Segments:
        return { "", spec.lastStored ? "(ceil(N/K)-1)*x" : "ceil(N/K)*x", "K*act",
            "backward pass of the last recomputed segment" };
    case PolicyId::EveryNth:
    case PolicyId::FirstM:
        return { "(N-m)*act", "m*x", "act", "backward pass of the last recomputed layer" };
    case PolicyId::TwoLevel:
        return { "", "ceil(N/K)*x", "K*x + act", "backward pass of the last segment's last layer" };
    default:
        return {};
    }
}

} // namespace

std::optional<MemorySplit> articleSplit(const ArticleStack& stack, const PolicySpec& spec, const LawUnits& units)
{
    const Bytes act = stack.layer.totalBytes;
    const Bytes x = stack.layer.boundaryBytes;
    const std::optional<Bytes> total = (Checked(stack.fixedBytes) + activationBytes(units, act, x)).value();
    if (!total) {
        return std::nullopt;
    }
    const LawTexts texts = lawTexts(spec, units);
    MemorySplit split;
    split.rows.reserve(5);
    // A part is no larger than the total, so it has a value.
    const auto add = [&split](MemoryKind kind, std::string_view formula, Checked bytes) {
        if (const Bytes value = bytes.value().value_or(0); value != 0) {
            split.rows.push_back({ kind, formula, value, Basis::Formula });
        }
    };
    add(MemoryKind::Parameters, stack.parametersGiven ? "parameters*dtype" : "N*(4*D*D + 2*D*F)*dtype",
        stack.parameterBytes);
    add(MemoryKind::Optimizer, stack.parametersGiven ? "8*parameters" : "8*N*(4*D*D + 2*D*F)", stack.optimizerBytes);
    add(units.keptIsCheckpoint ? MemoryKind::Checkpoints : MemoryKind::Activations, texts.acts,
        keptActBytes(units, act));
    add(MemoryKind::Checkpoints, texts.inputs, keptInputBytes(units, x));
    add(MemoryKind::Recomputed, texts.live, liveBytes(units, act, x));
    split.totalBytes = *total;
    split.capacityBytes = stack.capacityBytes;
    split.marginBytes = stack.capacityBytes - *total; // both are positive: no overflow
    split.fits = *total <= stack.capacityBytes;
    split.peakAt = texts.peakAt;
    return split;
}

} // namespace sublinear
