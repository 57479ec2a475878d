// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"
#include "core/simulate/layer_model.h"

namespace sublinear {

/// Article accounting step by step: what each step of a schedule does to `act` and `x`, so that
/// policies without a law are simulated in the units of the laws. A state that is kept costs x, a
/// layer that is kept or brought back act; beside that nothing is alive. FLOPs are in units of
/// 2*S*D per sequence, in which every matrix product of a layer is a whole number.
struct ArticleModel {
    LayerModel model; ///< N equal layers; without profiles, so at one batch only
    StepTable table; ///< at the scenario's batch
    Flops forwardFlops = 0; ///< of N layers
    std::array<Bytes, kGroupSets> left = {}; ///< bytes that a set of groups leaves out of act
};
ArticleModel articleModel(const ResolvedScenario& scenario, const ArticleStack& stack);
/// Its table alone: for the same layers at another sequence.
StepTable articleTable(const ResolvedScenario& scenario, const ArticleStack& stack);

/// The groups that the article's layer holds tensors of: `attention` its attention weights, made again
/// from Q and K; `gelu` its FFN intermediate, made again by the up-projection, as what that
/// projection gives is no tensor of its own there. It has no results of norms either.
inline constexpr TensorGroups kArticleGroups = kAttentionGroup | kGeluGroup;
TensorGroups articleGroupOf(std::string_view component); ///< by id; kNoGroup for most

} // namespace sublinear
