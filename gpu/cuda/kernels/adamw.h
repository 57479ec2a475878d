// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cuda/kernels/groups.h"
#include "gpu/cuda/kernels/launcher.h"
#include "gpu/run/adamw_step.h"

namespace sublinear::cuda {

struct AdamWBody {
    kernels::AdamWStep<float> step;
    float* parameter;
    const float* gradient;
    float* first;
    float* second;
    std::int64_t count;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        const std::int64_t at = group * kGroup;
        const std::int64_t rest = count - at;
        Group values = loadGroup(parameter + at, rest);
        const Group gradients = loadGroup(gradient + at, rest);
        Group firsts = loadGroup(first + at, rest);
        Group seconds = loadGroup(second + at, rest);
        SUBLINEAR_UNROLLED
        for (int i = 0; i < kGroup; ++i) {
            step.apply(values.values[i], gradients.values[i], firsts.values[i], seconds.values[i]);
        }
        storeGroup(parameter + at, values, rest);
        storeGroup(first + at, firsts, rest);
        storeGroup(second + at, seconds, rest);
    }
};

/// Weights in two bytes follow the fp32 ones that AdamW keeps.
struct AdamWMasterBody {
    AdamWBody master;
    Bf16* weights;

    SUBLINEAR_ARITHMETIC void operator()(std::int64_t group) const
    {
        master(group);
        const std::int64_t at = group * kGroup;
        storeGroup(weights + at, loadGroup(master.parameter + at, master.count - at), master.count - at);
    }
};

template <class T, Launcher L> void runOptimizerStep(const OpCall& call, L& launcher)
{
    const auto step = adamwStep<float>(call.facts->adamw, call.trainingStep);
    for (const OptimizerSlot& slot : call.optimizer) {
        AdamWBody body { step, static_cast<float*>(slot.master != nullptr ? slot.master : slot.parameter),
            static_cast<const float*>(slot.gradient), static_cast<float*>(slot.firstMoment),
            static_cast<float*>(slot.secondMoment), slot.elements };
        if (slot.master != nullptr) {
            launcher.threads(groupsOf(slot.elements), AdamWMasterBody { body, static_cast<Bf16*>(slot.parameter) });
        } else {
            launcher.threads(groupsOf(slot.elements), body);
        }
    }
}

} // namespace sublinear::cuda
