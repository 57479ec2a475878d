// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/fused_attention.h"
#include "gpu/cuda/kernels/tensor_attention.h"
#include "gpu/cuda/kernels/tensor_attention_backward.h"

#include <type_traits>

namespace sublinear::cuda {

/// The widest heads that tensor cores take; wider ones have the plain form.
inline constexpr std::int64_t kMostTensorHeadDim = 128;

template <Launcher L> bool onTensorCores(const AttentionExtents& extents, const L& launcher)
{
    return launcher.tensorCores() && extents.headDim <= kMostTensorHeadDim;
}

/// run(the least width, as a constant, of a kernel that has room for such heads)
template <class Run> void forHeadDim(std::int64_t headDim, const Run& run)
{
    constexpr std::int64_t kNarrow = 64;
    if (headDim <= kNarrow) {
        run(std::integral_constant<int, static_cast<int>(kNarrow)> {});
    } else {
        run(std::integral_constant<int, static_cast<int>(kMostTensorHeadDim)> {});
    }
}

template <class T, Launcher L> void runFlashAttention(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    const Operand& qkv = call.reads[0];
    const Operand& pair = call.reads.size() > 1 ? call.reads[1] : qkv;
    if constexpr (std::is_same_v<T, Bf16>) {
        if (onTensorCores(extents, launcher)) {
            const auto run = [&](auto dim) {
                launcher.teams(extents.batch * extents.heads * teamsOf(extents.sequence),
                    TensorForwardBody<dim> {
                        layoutOf<Bf16>(extents, pair, qkv), dataOf<Bf16>(call.writes[0]), floats(call.writes[1]) });
            };
            forHeadDim(extents.headDim, run);
            return;
        }
    }
    launcher.warps(extents.batch * extents.heads * extents.sequence,
        FusedForwardBody<T> { layoutOf<T>(extents, pair, qkv), dataOf<T>(call.writes[0]), floats(call.writes[1]) });
}

template <class T, Launcher L> void runFlashAttentionBackward(const OpCall& call, L& launcher)
{
    const AttentionExtents extents(*call.facts);
    const Operand& qkv = call.reads[1];
    const Operand& pair = call.reads.size() > 4 ? call.reads[4] : qkv;
    const HeadsLayout<T> layout = layoutOf<T>(extents, pair, qkv);
    const std::int64_t rows = extents.batch * extents.heads * extents.sequence;
    const FusedBackward<T> backward { layout, dataOf<T>(call.reads[0]), floats(call.reads[3]), floats(call.writes[1]),
        dataOf<T>(call.writes[0]), call.writes[0].shape.extents[1] };
    launcher.warps(
        rows, RowSumsBody<T> { layout, dataOf<T>(call.reads[0]), dataOf<T>(call.reads[2]), floats(call.writes[1]) });
    if constexpr (std::is_same_v<T, Bf16>) {
        if (onTensorCores(extents, launcher)) {
            const std::int64_t teams = teamsOf(extents.sequence);
            const auto run = [&](auto dim) {
                launcher.teams(extents.batch * extents.heads * teams, TensorQueryGradientBody<dim> { { backward } });
                launcher.teams(extents.batch * extents.kvHeads * teams, TensorKeyGradientBody<dim> { { backward } });
            };
            forHeadDim(extents.headDim, run);
            return;
        }
    }
    launcher.warps(rows, QueryGradientBody<T> { backward });
    launcher.warps(extents.batch * extents.kvHeads * extents.sequence, KeyGradientBody<T> { backward });
}

} // namespace sublinear::cuda
