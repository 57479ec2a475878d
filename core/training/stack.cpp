// SPDX-License-Identifier: MIT
#include "core/training/stack.h"

#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "core/optimal/optimal.h"
#include "core/plan/article.h"
#include "core/scenario/fields.h"
#include "core/schedule/policies.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace sublinear {

namespace {

// Rates where the device's are not known (an A100's) and the part of the peak that matrix
// products reach. Assumed: calibration replaces them.
constexpr double kTera = 1e12;
constexpr double kDefaultTflops = 312;
constexpr double kDefaultBandwidthGBs = 2039;
constexpr double kReached = 0.5;

double tflops(const GpuPreset* gpu, Dtype dtype)
{
    if (gpu == nullptr) {
        return kDefaultTflops;
    }
    const std::optional<double> rate = dtype == Dtype::Bf16 ? gpu->tflopsBf16
        : dtype == Dtype::Fp16                              ? gpu->tflopsFp16
                                                            : (gpu->tflopsTf32 ? gpu->tflopsTf32 : gpu->tflopsFp32);
    return rate.value_or(kDefaultTflops);
}

// t0 + B*c: the optimizer reads and writes its states once, the products go with the batch.
void setTimes(TrainingStack& stack, const ResolvedScenario& scenario)
{
    const GpuPreset* gpu = findGpuPreset(scenario.device.gpu);
    const double bandwidth = (gpu == nullptr ? std::nullopt : gpu->bandwidthGBs).value_or(kDefaultBandwidthGBs) * 1e9;
    const Bytes moved = stack.states.totalBytes - stack.states.of(MemoryKind::Reserve);
    stack.fixedSeconds = 2 * static_cast<double>(moved) / bandwidth;
    stack.secondsPerSequence = stack.stepFlops / (tflops(gpu, scenario.recipe.dtype) * kTera * kReached);
}

std::vector<TensorGroups> groupsAskedFor(
    const TrainingStack& stack, const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    std::set<TensorGroups> groups { kNoGroup, stack.selected };
    const auto add = [&](const PolicySpec& spec) {
        groups.insert(droppedBy(stack, spec));
        if (spec.id == PolicyId::Optimal) {
            groups.insert(optimalDropped().begin(), optimalDropped().end());
        }
    };
    add(chosenPolicy(scenario));
    std::for_each(compared.begin(), compared.end(), add);
    return { groups.begin(), groups.end() };
}

LowerOptions optionsOf(const ResolvedScenario& scenario, const TrainingStates& states)
{
    LowerOptions options;
    options.gradients = scenario.recipe.gradients;
    options.parameterElementBytes = bytesPerElement(scenario.recipe.dtype);
    options.gradientElementBytes = bytesPerElement(scenario.recipe.gradientDtype);
    options.optimizerTemporaryBytes = states.optimizerTemporaryBytes;
    options.dataParallel = std::max<Count>(1, scenario.parallel.data);
    options.zero = scenario.parallel.zero;
    return options;
}

} // namespace

TensorGroups droppedBy(const TrainingStack& stack, const PolicySpec& spec)
{
    if (!spec.tensors.empty()) {
        return tensorGroups(spec.tensors);
    }
    return spec.id == PolicyId::Selective ? stack.selected : kNoGroup;
}

Result<TrainingStack> trainingStack(const ResolvedScenario& scenario, std::span<const PolicySpec> compared)
{
    TrainingStack stack;
    stack.layers = scenario.model.layers;
    stack.batch = scenario.workload.batch;
    stack.capacityBytes = scenario.device.memoryBytes;
    PolicySpec selective;
    selective.id = PolicyId::Selective;
    stack.selected = tensorGroups(inScenario(std::move(selective), scenario).tensors);
    Result<ParameterCount> counted = countParameters(scenario);
    Result<Chain> chain = makeChain(scenario);
    if (!counted || !chain) {
        return counted ? chain.error() : counted.error();
    }
    stack.chain = std::move(*chain);
    stack.parameterCount = scenario.model.parameters.value_or(counted->total);
    Result<TrainingStates> states = trainingStates(scenario, stack.chain, stack.parameterCount);
    if (!states) {
        return states.error();
    }
    stack.states = std::move(*states);
    stack.options = optionsOf(scenario, stack.states);
    Result<LayerModel> model = makeLayerModel(scenario, stack.options, groupsAskedFor(stack, scenario, compared));
    if (!model) {
        return model.error();
    }
    stack.model = std::move(*model);
    stack.table = tableAt(stack.model, stack.batch);

    std::vector<Run> runs;
    PolicySpec storeAll;
    storeAll.id = PolicyId::StoreAll;
    writeRuns(storeAll, kNoGroup, stack.layers, runs);
    const LayerPeak peak = simulateRuns(stack.model, stack.table, runs);
    const Wide total = peak.bytes + stack.states.totalBytes;
    if (total > Wide { std::numeric_limits<Bytes>::max() }) {
        return overLimit("store-all's");
    }
    stack.storeAllBytes = static_cast<Bytes>(total);
    const RunFlops flops = flopsOf(stack.model, runs);
    stack.forwardFlops = flops.forward;
    stack.stepFlops = flops.forward + flops.backward;
    setTimes(stack, scenario);
    return stack;
}

} // namespace sublinear
