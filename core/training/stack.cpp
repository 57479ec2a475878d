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

std::vector<TensorGroups> groupsAskedFor(const TrainingStack& stack, const ResolvedScenario& scenario,
    std::span<const PolicySpec> compared, Selective selective)
{
    std::set<TensorGroups> groups { kNoGroup };
    if (selective == Selective::Asked) {
        groups.insert(stack.selected);
    }
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
    if (scenario.model.parameters) {
        options.givenParameters = states.parameters;
        options.shapedParameters = states.shapedParameters;
    }
    return options;
}

// Bytes alive while one step of a schedule runs.
Wide liveAt(const TrainingStack& stack, std::span<const Run> runs, Act act)
{
    const auto found = std::find_if(runs.begin(), runs.end(), [act](const Run& run) { return run.act == act; });
    const auto index = static_cast<std::size_t>(found - runs.begin());
    const LayerPeak there { 0, index, 0, 0 };
    return lineAtPeak(stack.model, stack.table, runs, there).at(stack.batch);
}

// The states stay whatever is recomputed; the loss runs with x_0 and x_N at least, and the
// optimizer with all gradients.
void setLeast(TrainingStack& stack, std::span<const Run> storeAll)
{
    std::vector<Run> oneSegment;
    PolicySpec spec;
    spec.id = PolicyId::Segments;
    spec.number = stack.layers;
    writeRuns(spec, kNoGroup, stack.layers, oneSegment);
    const Wide loss = liveAt(stack, oneSegment, Act::Head);
    const Wide optimizer = liveAt(stack, storeAll, Act::OptimizerStep);
    const Wide most = std::max<Wide>({ 0, loss, optimizer });
    if (stack.states.totalBytes > stack.capacityBytes || most == 0) {
        stack.leastNames = "parameters, gradients, optimizer states and reserve";
        stack.leastBytes = stack.states.totalBytes;
        return;
    }
    stack.leastNames = most == optimizer ? "the states and the optimizer step" : "the states and the loss";
    stack.leastRuns = most == optimizer ? "the optimizer step" : "the loss";
    stack.leastBytes = stack.states.totalBytes + static_cast<Bytes>(most);
}

} // namespace

TensorGroups droppedBy(const TrainingStack& stack, const PolicySpec& spec)
{
    if (!spec.tensors.empty()) {
        return tensorGroups(spec.tensors);
    }
    return spec.id == PolicyId::Selective ? stack.selected : kNoGroup;
}

Result<TrainingStack> trainingStack(
    const ResolvedScenario& scenario, std::span<const PolicySpec> compared, Selective selective)
{
    TrainingStack stack;
    stack.layers = scenario.model.layers;
    stack.batch = scenario.workload.batch;
    stack.capacityBytes = scenario.device.memoryBytes;
    PolicySpec dropping;
    dropping.id = PolicyId::Selective;
    stack.selected = tensorGroups(inScenario(std::move(dropping), scenario).tensors);
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
    Result<LayerModel> model =
        makeLayerModel(scenario, stack.options, groupsAskedFor(stack, scenario, compared, selective));
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
    setLeast(stack, runs);
    const RunFlops flops = flopsOf(stack.model, runs);
    stack.forwardFlops = flops.forward;
    stack.stepFlops = flops.forward + flops.backward;
    setTimes(stack, scenario);
    return stack;
}

} // namespace sublinear
