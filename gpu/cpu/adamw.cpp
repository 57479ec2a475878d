// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "gpu/cpu/is_stopped.h"
#include "gpu/cpu/operands.h"
#include "gpu/run/adamw_step.h"

#include <algorithm>

namespace sublinear {

namespace {

constexpr std::int64_t kBetweenLooks = 1 << 22; // elements: some hundredths of a second

} // namespace

template <class Real> void runOptimizerStep(const OpCall& call, ThreadPool& pool)
{
    const kernels::AdamWStep<Real> step = adamwStep<Real>(call.facts->adamw, call.trainingStep);
    for (const OptimizerSlot& slot : call.optimizer) {
        auto* parameter = static_cast<Real*>(slot.parameter);
        const auto* gradient = static_cast<const Real*>(slot.gradient);
        auto* first = static_cast<Real*>(slot.firstMoment);
        auto* second = static_cast<Real*>(slot.secondMoment);
        const auto update = [=, &step](std::int64_t begin, std::int64_t end) {
            const kernels::AdamWStep<Real> own = step;
            forElements(begin, end,
                [=](std::int64_t i) SUBLINEAR_INLINED { own.apply(parameter[i], gradient[i], first[i], second[i]); });
        };
        for (std::int64_t from = 0; from < slot.elements && !isStopped(call); from += kBetweenLooks) {
            pool.forEach(std::min(kBetweenLooks, slot.elements - from), kPieceElements,
                [&](std::int64_t begin, std::int64_t end) { update(from + begin, from + end); });
        }
    }
}

template void runOptimizerStep<float>(const OpCall&, ThreadPool&);
template void runOptimizerStep<double>(const OpCall&, ThreadPool&);

} // namespace sublinear
