// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"

#include <array>

namespace sublinear {

/// Forward passes that a training step costs: a backward pass costs two.
inline constexpr double kForwardsPerStep = 3;

/// What article accounting needs of a scenario, taken once: every row of a sweep is
/// fixedBytes plus the law's multiples of act and x.
struct ArticleStack {
    Count layers = 0; ///< N
    Count batch = 0; ///< B
    Count parameterCount = 0;
    bool parametersGiven = false; ///< an explicit count instead of N*(4*D*D+2*D*F)
    Bytes parameterBytes = 0;
    Bytes optimizerBytes = 0; ///< Adam, 8 bytes per parameter
    Bytes fixedBytes = 0; ///< the two together: what no checkpointing setting changes
    LayerTensors layer; ///< at batch B
    Bytes actPerSequence = 0; ///< act and x at B = 1: both are exactly linear in B
    Bytes inputPerSequence = 0;
    Bytes storeAllBytes = 0; ///< fixed + N*act
    Bytes capacityBytes = 0;

    [[nodiscard]] std::string_view parameterFormula() const;
    [[nodiscard]] std::string_view optimizerFormula() const;
    [[nodiscard]] Basis basisOf(MemoryKind kind) const;
};

/// Refused: store-all's total over 2^63-1 bytes.
Result<ArticleStack> articleStack(const ResolvedScenario& scenario);

/// Bytes of the law's three disjoint parts, and their sum.
Checked keptActBytes(const LawUnits& units, Bytes act);
Checked keptInputBytes(const LawUnits& units, Bytes x);
Checked liveBytes(const LawUnits& units, Bytes act, Bytes x);
Checked activationBytes(const LawUnits& units, Bytes act, Bytes x);

/// What a policy holds at its peak, part by part: parameters, optimizer states, saved sets kept,
/// inputs kept, the live segment. They sum to the total, which must be within 2^63-1 bytes.
struct ArticlePart {
    MemoryKind kind = MemoryKind::Parameters;
    Bytes bytes = 0;
};
std::array<ArticlePart, 5> articleParts(const ArticleStack& stack, const LawUnits& units);

/// The refusal of a total that 64 bits cannot hold.
Error overLimit(std::string_view whose);

} // namespace sublinear
