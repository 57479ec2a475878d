// SPDX-License-Identifier: MIT
#include "core/plan/split.h"

#include "core/plan/article_step.h"

#include <algorithm>

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

// The schedule's own peak.
Bytes scheduledBytes(const ArticleStack& stack, const PolicySpec& spec)
{
    const std::vector<LayerFate> fates = layerFates(spec, stack.layers);
    Bytes most = 0;
    ArticleStep(spec.id, fates, [&](std::string_view, Count, const ArticleLive& live) {
        const Checked acts = Checked(live.keptActs + live.checkpointActs + live.liveActs) * stack.layer.totalBytes;
        const Checked inputs = Checked(live.checkpointInputs + live.liveInputs) * stack.layer.boundaryBytes;
        // within the law, which is within 64 bits
        most = std::max(most, (acts + inputs + stack.fixedBytes).value().value_or(0));
    }).run();
    return most;
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
    const std::array formulas { stack.parameterFormula(), stack.optimizerFormula(), texts.acts, texts.inputs,
        texts.live };
    const std::array<ArticlePart, 5> parts = articleParts(stack, units);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].bytes != 0) {
            split.rows.push_back({ parts[i].kind, formulas[i], parts[i].bytes, stack.basisOf(parts[i].kind) });
        }
    }
    split.totalBytes = *total;
    split.capacityBytes = stack.capacityBytes;
    split.marginBytes = stack.capacityBytes - *total; // both are positive: no overflow
    split.fits = *total <= stack.capacityBytes;
    split.peakAt = texts.peakAt;
    split.scheduledBytes = scheduledBytes(stack, spec);
    return split;
}

} // namespace sublinear
