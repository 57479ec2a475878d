// SPDX-License-Identifier: MIT
#include "gpu/kernels/adamw.h"

#include "gpu/cpu/families.h"
#include "gpu/cpu/operands.h"

#include <cmath>

namespace sublinear {

namespace {

template <class Real> kernels::AdamWStep<Real> stepOf(const AdamW& adamw, std::int64_t step)
{
    const auto t = static_cast<double>(step);
    return { static_cast<Real>(1.0 - adamw.learningRate * adamw.weightDecay), static_cast<Real>(adamw.beta1),
        static_cast<Real>(adamw.beta2), static_cast<Real>(1.0 - adamw.beta1), static_cast<Real>(1.0 - adamw.beta2),
        static_cast<Real>(adamw.learningRate / (1.0 - std::pow(adamw.beta1, t))),
        static_cast<Real>(1.0 / std::sqrt(1.0 - std::pow(adamw.beta2, t))), static_cast<Real>(adamw.epsilon) };
}

} // namespace

template <class Real> void runOptimizerStep(const OpCall& call, ThreadPool& pool)
{
    const kernels::AdamWStep<Real> step = stepOf<Real>(call.facts->adamw, call.trainingStep);
    for (const OptimizerSlot& slot : call.optimizer) {
        auto* parameter = static_cast<Real*>(slot.parameter);
        const auto* gradient = static_cast<const Real*>(slot.gradient);
        auto* first = static_cast<Real*>(slot.firstMoment);
        auto* second = static_cast<Real*>(slot.secondMoment);
        pool.forEach(slot.elements, kPieceElements, [=, &step](std::int64_t begin, std::int64_t end) {
            const kernels::AdamWStep<Real> own = step;
            forElements(begin, end, [=](std::int64_t i) { own.apply(parameter[i], gradient[i], first[i], second[i]); });
        });
    }
}

template void runOptimizerStep<float>(const OpCall&, ThreadPool&);
template void runOptimizerStep<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
