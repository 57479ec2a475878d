// SPDX-License-Identifier: MIT
#pragma once

#include "core/block/element.h"
#include "gpu/run/stop.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sublinear {

/// A copy of a tensor's bytes.
struct NamedTensor {
    std::string name; ///< "layer2.qkv.weight", "d_layer2.qkv.weight", "x0", "d_x0"
    Shape shape;
    ElementType type = ElementType::Fp32;
    bool isDouble = false; ///< fp32 computed in double precision: 8 bytes an element
    std::vector<std::byte> bytes;
};

/// What some training steps came to.
struct TrainingResults {
    std::vector<double> losses; ///< by step
    std::vector<NamedTensor> inputs; ///< of the last step: tokens, or the stack's input
    std::vector<NamedTensor> gradients; ///< of the last step: of the stack's input, then of every weight
    std::vector<NamedTensor> parameters; ///< after the last step
};

/// The first of loss, inputs, gradients and parameters that is not bit for bit the same in both,
/// for people; empty if all are. A NaN equals nothing, itself included. Ends early when `stop`, if not
/// null, says so; what it gives means nothing then.
std::string firstDifference(const TrainingResults& a, const TrainingResults& b, Stop* stop = nullptr);

/// Whether every number is one.
bool allFinite(const NamedTensor& tensor);

} // namespace sublinear
