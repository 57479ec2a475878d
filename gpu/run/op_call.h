// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"
#include "gpu/run/run_facts.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace sublinear {

class Stop;

/// A tensor, weight or gradient as a kernel sees it: row-major, without padding, at least 256-byte
/// aligned. A back end that computes in double precision holds doubles where `type` says fp32.
struct Operand {
    void* data = nullptr; ///< null: a result that nobody wants and that need not be written
    Shape shape;
    ElementType type = ElementType::Fp32;
    std::string_view name; ///< "qkv", "qkv.weight"
};

/// One weight with all that the optimizer keeps for it; arrays of `elements`. All is fp32, but for a bf16 parameter
/// that has a master.
struct OptimizerSlot {
    void* parameter = nullptr;
    void* gradient = nullptr;
    void* firstMoment = nullptr;
    void* secondMoment = nullptr;
    Count elements = 0;
    void* master = nullptr; ///< the weight in fp32 where `parameter` is bf16; else null
};

/// What a step leaves outside the memory that is measured.
struct StepResults {
    double loss = 0.0;
    Operand inputGradient; ///< where the gradient of the stack's input is copied to; data null: nowhere
};

/// One operation of a program with the memory that it works on. Nothing in `writes` may be
/// relied on to hold anything before, except that writes[0] is reads[inPlace] where that is not
/// -1. `gradients` are added to, in the order of `op->gradients`.
struct OpCall {
    const ProgramOp* op = nullptr;
    std::span<const Operand> reads;
    std::span<const Operand> writes;
    std::span<const Operand> parameters;
    std::span<const Operand> gradients;
    std::span<const OptimizerSlot> optimizer; ///< OptimizerStep: every weight of the model
    const RunFacts* facts = nullptr;
    StepResults* results = nullptr;
    std::int64_t trainingStep = 1; ///< 1 for the first; counts for AdamW and for what is drawn anew each step
    Stop* stop = nullptr; ///< an operation that takes long looks at it between its parts, and ends early
};

/// The head of a model with tied embeddings has the table (V, D) for its weight, read transposed.
inline bool readsTable(const OpCall& call)
{
    return call.facts->tiedHead && call.op->name == "head";
}

} // namespace sublinear
