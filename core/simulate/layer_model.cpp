// SPDX-License-Identifier: MIT
#include "core/simulate/layer_model.h"

#include "core/schedule/run_list.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

constexpr Count kSampleLayers = 4; // enough for every form to stand in the middle of a stack

constexpr std::size_t at(Form form)
{
    return static_cast<std::size_t>(form);
}

// All that is needed at batch 1 and 2, from which every line follows.
struct Samples {
    Chain one;
    Chain two;
};

using Profiles = std::vector<StepProfile>;

Result<Profiles> profilesOf(const Samples& samples, const LowerOptions& options, const Schedule& schedule)
{
    const Result<Program> one = lower(samples.one, schedule, options);
    if (!one) {
        return one.error();
    }
    const Result<Program> two = lower(samples.two, schedule, options);
    if (!two) {
        return two.error();
    }
    return stepProfiles(*one, *two);
}

Samples ofKind(const Samples& all, std::size_t kind)
{
    Samples samples = all;
    for (Chain* chain : { &samples.one, &samples.two }) {
        chain->layerKinds.assign(static_cast<std::size_t>(kSampleLayers), static_cast<std::uint8_t>(kind));
    }
    return samples;
}

// Everything kept.
Schedule storedSample(TensorGroups dropped)
{
    Schedule schedule { kSampleLayers, false, {} };
    RunList list(schedule.runs, dropped);
    list.begin();
    list.keep(1, kSampleLayers);
    list.turn();
    list.backward(1, kSampleLayers);
    list.end();
    return schedule;
}

// One segment of 4 layers: steps 1 to 4 forward, 5 the loss, 6 and 7 the first two layers
// advanced again, 8 and 9 the other two recomputed, then each taken backward; then the first
// two recomputed and taken backward.
Schedule recomputedSample(TensorGroups dropped)
{
    Schedule schedule { kSampleLayers, false, {} };
    RunList list(schedule.runs, dropped);
    list.begin();
    list.advance(1, kSampleLayers);
    list.turn();
    list.advanceAgain(1, 2);
    list.recompute(3, 2);
    list.backward(3, 2);
    list.recompute(1, 2);
    list.backward(1, 2);
    list.end();
    return schedule;
}

// What is not a layer, with the layers that stand beside it: embedding, 4 forward, loss, 4 backward,
// embedding, optimizer. What the optimizer frees needs all of them.
void takeEnds(LayerModel& model, Profiles& stored)
{
    model.embed = std::move(stored[0]);
    model.head = std::move(stored[5]);
    model.embedBackward = std::move(stored[10]);
    model.optimizer = std::move(stored[11]);
}

Result<LayerModel::FormProfiles> formsOf(
    const Samples& samples, const LowerOptions& options, TensorGroups dropped, Result<Profiles>& stored)
{
    Result<Profiles> again = profilesOf(samples, options, recomputedSample(dropped));
    if (!stored || !again) {
        return stored ? again.error() : stored.error();
    }
    LayerModel::FormProfiles forms;
    // stored: embedding, 4 forward, loss, 4 backward
    forms[at(Form::ForwardKeep)] = std::move((*stored)[2]);
    forms[at(Form::Backward)] = std::move((*stored)[7]);
    // recomputed: embedding, 4 forward, loss, advance 1 2, recompute 3 4, backward 4 3,
    // recompute 1 2, backward 2 1
    forms[at(Form::ForwardDrop)] = std::move((*again)[1]);
    forms[at(Form::ForwardPass)] = std::move((*again)[2]);
    forms[at(Form::Advance)] = std::move((*again)[6]);
    forms[at(Form::AdvancePass)] = std::move((*again)[7]);
    forms[at(Form::RecomputeThrough)] = std::move((*again)[8]);
    forms[at(Form::RecomputeLast)] = std::move((*again)[9]);
    forms[at(Form::BackwardInner)] = std::move((*again)[10]);
    forms[at(Form::BackwardRecomputed)] = std::move((*again)[15]);
    forms[at(Form::Alone)] = joined(forms[at(Form::RecomputeLast)], forms[at(Form::BackwardRecomputed)]);
    forms[at(Form::AloneInner)] = joined(forms[at(Form::RecomputeLast)], forms[at(Form::BackwardInner)]);
    return forms;
}

void countNeighbours(LayerModel& model)
{
    const std::size_t count = model.layerKinds.size();
    model.sameUp.assign(count, 1);
    model.sameDown.assign(count, 1);
    for (std::size_t i = 1; i < count; ++i) {
        if (model.layerKinds[i] == model.layerKinds[i - 1]) {
            model.sameDown[i] = model.sameDown[i - 1] + 1;
        }
    }
    for (std::size_t i = count - 1; i-- > 0;) {
        if (model.layerKinds[i] == model.layerKinds[i + 1]) {
            model.sameUp[i] = model.sameUp[i + 1] + 1;
        }
    }
}

// So small that sums over the sampled layers, and differences of them, stay within 64 bits.
bool isSmallEnough(const Block& block)
{
    constexpr Bytes kMost = Bytes { 1 } << 58;
    Bytes left = kMost;
    for (const TensorSpec& tensor : block.tensors) {
        left -= std::min(tensor.bytes, left);
    }
    for (const ParameterSpec& parameter : block.parameters) { // its gradient or gathered copy
        left -= std::min(parameter.elements, left / 8) * 8;
    }
    return left > 8;
}

Result<Samples> makeSamples(ResolvedScenario scenario)
{
    scenario.workload.batch = 1;
    Result<Chain> one = makeChain(scenario);
    scenario.workload.batch = 2;
    Result<Chain> two = makeChain(scenario);
    if (!one || !two) {
        return one ? two.error() : one.error();
    }
    const bool small = std::all_of(two->kinds.begin(), two->kinds.end(), isSmallEnough);
    if (!small || !isSmallEnough(two->embedding) || !isSmallEnough(two->head)) {
        return Error { "memory: the tensors of one layer are over 2^58 bytes, the most that is simulated", "memory" };
    }
    return Samples { std::move(*one), std::move(*two) };
}

bool growsFromNothing(const StepProfile& profile)
{
    return profile.after.total.fixed == 0
        && std::all_of(profile.moments.begin(), profile.moments.end(),
            [](const StepProfile::Moment& moment) { return moment.total.fixed == 0; });
}

bool isProportional(const LayerModel& model)
{
    for (const std::vector<LayerModel::FormProfiles>& kinds : model.profiles) {
        for (const LayerModel::FormProfiles& forms : kinds) {
            if (!std::all_of(forms.begin(), forms.end(), growsFromNothing)) {
                return false;
            }
        }
    }
    return growsFromNothing(model.embed) && growsFromNothing(model.head) && growsFromNothing(model.embedBackward);
}

Affine line(Bytes one, Bytes two)
{
    return { 2 * one - two, two - one };
}

} // namespace

Result<LayerModel> makeLayerModel(
    const ResolvedScenario& scenario, const LowerOptions& options, std::span<const TensorGroups> dropped)
{
    const Result<Samples> samples = makeSamples(scenario);
    if (!samples) {
        return samples.error();
    }
    LayerModel model;
    model.layers = samples->one.layers();
    model.layerKinds = samples->one.layerKinds;
    countNeighbours(model);
    bool ended = false;
    for (std::size_t kind = 0; kind < samples->one.kinds.size(); ++kind) {
        const Samples few = ofKind(*samples, kind);
        model.saved.push_back(line(savedBytes(few.one.kinds[kind]), savedBytes(few.two.kinds[kind])));
        for (const TensorGroups groups : dropped) {
            Result<Profiles> stored = profilesOf(few, options, storedSample(groups));
            Result<LayerModel::FormProfiles> forms = formsOf(few, options, groups, stored);
            if (!forms) {
                return forms.error();
            }
            if (kind == 0 && groups == kNoGroup) {
                takeEnds(model, *stored);
                ended = true;
            }
            auto& known = model.profiles[groups];
            if (known.size() == kind) {
                known.push_back(std::move(*forms));
            }
        }
    }
    model.boundary = line(boundaryBytes(samples->one.head), boundaryBytes(samples->two.head));
    if (!ended) {
        Result<Profiles> stored = profilesOf(ofKind(*samples, 0), options, storedSample(kNoGroup));
        if (!stored) {
            return stored.error();
        }
        takeEnds(model, *stored);
    }
    model.proportional = isProportional(model);
    return model;
}

} // namespace sublinear
