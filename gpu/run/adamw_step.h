// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/kernels/adamw.h"
#include "gpu/run/run_facts.h"

#include <cmath>
#include <cstdint>

namespace sublinear {

/// The factors of training step number `step`, from 1.
template <class Real> kernels::AdamWStep<Real> adamwStep(const AdamW& adamw, std::int64_t step)
{
    const auto t = static_cast<double>(step);
    return { static_cast<Real>(1.0 - adamw.learningRate * adamw.weightDecay), static_cast<Real>(adamw.beta1),
        static_cast<Real>(adamw.beta2), static_cast<Real>(1.0 - adamw.beta1), static_cast<Real>(1.0 - adamw.beta2),
        static_cast<Real>(adamw.learningRate / (1.0 - std::pow(adamw.beta1, t))),
        static_cast<Real>(1.0 / std::sqrt(1.0 - std::pow(adamw.beta2, t))), static_cast<Real>(adamw.epsilon) };
}

} // namespace sublinear
