// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/run/op_call.h"

namespace sublinear {

/// The kernels of the CPU back end by family. Each runs what its operation says, forward or
/// backward, on `Real` = float, or double for the tests that compare with finite differences.
/// What an operation reads and writes is fixed by core/block (parts, attention, mlp, stages).

// linear.cpp
template <class Real> void runMatmul(const OpCall& call, ThreadPool& pool);
template <class Real> void runMatmulBackward(const OpCall& call, ThreadPool& pool);

// materialised_attention.cpp
template <class Real> void runScores(const OpCall& call, ThreadPool& pool);
template <class Real> void runScoresBackward(const OpCall& call, ThreadPool& pool);
template <class Real> void runSoftmax(const OpCall& call, ThreadPool& pool);
template <class Real> void runSoftmaxBackward(const OpCall& call, ThreadPool& pool);
template <class Real> void runValues(const OpCall& call, ThreadPool& pool);
template <class Real> void runValuesBackward(const OpCall& call, ThreadPool& pool);

// fused_attention.cpp
template <class Real> void runFlashAttention(const OpCall& call, ThreadPool& pool);
template <class Real> void runFlashAttentionBackward(const OpCall& call, ThreadPool& pool);

// norm.cpp, qk_norm.cpp
template <class Real> void runNorm(const OpCall& call, ThreadPool& pool);
template <class Real> void runNormBackward(const OpCall& call, ThreadPool& pool);
template <class Real> void runQkNorm(const OpCall& call, ThreadPool& pool);
template <class Real> void runQkNormBackward(const OpCall& call, ThreadPool& pool);

// rotary.cpp
template <class Real> void runRotary(const OpCall& call, ThreadPool& pool);
template <class Real> void runRotaryBackward(const OpCall& call, ThreadPool& pool);

// elementwise.cpp
template <class Real> void runAdd(const OpCall& call, ThreadPool& pool);
template <class Real> void runActivation(const OpCall& call, ThreadPool& pool);
template <class Real> void runActivationBackward(const OpCall& call, ThreadPool& pool);
template <class Real> void runGatedActivation(const OpCall& call, ThreadPool& pool);
template <class Real> void runGatedActivationBackward(const OpCall& call, ThreadPool& pool);

// dropout.cpp
template <class Real> void runDropout(const OpCall& call, ThreadPool& pool);
template <class Real> void runDropoutBackward(const OpCall& call, ThreadPool& pool);

// embedding.cpp
template <class Real> void runInput(const OpCall& call, ThreadPool& pool);
template <class Real> void runInputGradient(const OpCall& call, ThreadPool& pool);
template <class Real> void runTokens(const OpCall& call, ThreadPool& pool);
template <class Real> void runEmbed(const OpCall& call, ThreadPool& pool);
template <class Real> void runEmbedBackward(const OpCall& call, ThreadPool& pool);

// loss.cpp
template <class Real> void runStackLoss(const OpCall& call, ThreadPool& pool);
template <class Real> void runCrossEntropy(const OpCall& call, ThreadPool& pool);
template <class Real> void runCrossEntropyBackward(const OpCall& call, ThreadPool& pool);
template <class Real> void runChunkedLoss(const OpCall& call, ThreadPool& pool);

// adamw.cpp
template <class Real> void runOptimizerStep(const OpCall& call, ThreadPool& pool);

} // namespace sublinear
