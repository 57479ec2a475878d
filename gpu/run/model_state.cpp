// SPDX-License-Identifier: MIT
#include "gpu/run/model_state.h"

#include "gpu/cpu/normals.h"
#include "gpu/kernels/random.h"

#include <cmath>
#include <cstring>

namespace sublinear {

namespace {

constexpr float kDeviation = 0.02F;
constexpr float kBiasDeviation = 0.01F;
constexpr std::int64_t kGrain = 1 << 16; // numbers, which are drawn four at once

struct Distribution {
    float mean = 0.0F;
    float deviation = kDeviation;
};

bool endsWith(std::string_view name, std::string_view end)
{
    return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

Distribution distributionOf(const ProgramParameter& parameter, Count layers)
{
    const std::string_view name = parameter.name;
    if (endsWith(name, ".bias") || name == "sinks") {
        return { 0.0F, kBiasDeviation };
    }
    if (name.find("norm") != std::string_view::npos) {
        return { 1.0F, kBiasDeviation };
    }
    if (name == "proj.weight" || name == "down.weight") {
        return { 0.0F, kDeviation / std::sqrt(2.0F * static_cast<float>(layers)) };
    }
    return {};
}

template <class Real>
void draw(
    Real* values, Count elements, const kernels::RandomStream& stream, Distribution distribution, ThreadPool& pool)
{
    pool.forEach(elements, kGrain, [=](std::int64_t begin, std::int64_t end) {
        forNormals(stream, begin, end, [=](std::int64_t first, std::int64_t count, const float* drawn) {
            for (std::int64_t i = 0; i < count; ++i) {
                // in single precision whatever the run's: both begin from the same numbers
                values[first + i] = static_cast<Real>(distribution.mean + distribution.deviation * drawn[i]);
            }
        });
    });
}

} // namespace

void drawWeight(const RunPlan& plan, ParameterId id, std::byte* values, ThreadPool& pool)
{
    const ProgramParameter& parameter = plan.program.parameters[static_cast<std::size_t>(id)];
    const kernels::RandomStream stream = kernels::randomStream(plan.facts.seed, 0, parameter.stage, parameter.name);
    const Distribution distribution = distributionOf(parameter, plan.program.layers);
    if (plan.precision == Precision::Double) {
        draw(reinterpret_cast<double*>(values), parameter.elements, stream, distribution, pool); // NOLINT
    } else {
        draw(reinterpret_cast<float*>(values), parameter.elements, stream, distribution, pool); // NOLINT
    }
}

void initialiseStates(const RunPlan& plan, Memory& memory, ThreadPool& pool, Stop* stop)
{
    for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
        if (stop != nullptr && stop->poll()) {
            return;
        }
        const auto id = static_cast<ParameterId>(i);
        const ProgramParameter& parameter = plan.program.parameters[i];
        if (!plan.states.owned(id)) {
            continue;
        }
        drawWeight(plan, id, memory.state(StateKind::Parameter, id), pool);
        for (const StateKind moment : { StateKind::FirstMoment, StateKind::SecondMoment }) {
            std::memset(
                memory.state(moment, id), 0, static_cast<std::size_t>(parameter.elements * plan.elementBytes()));
        }
    }
}

} // namespace sublinear
