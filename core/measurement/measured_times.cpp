// SPDX-License-Identifier: MIT
#include "core/measurement/measured_times.h"

#include "core/measurement/overlay.h"
#include "core/measurement/residual.h"
#include "core/program/lower.h"
#include "core/schedule/policies.h"
#include "core/training/executed.h"

#include <algorithm>
#include <numeric>

namespace sublinear {

namespace {

constexpr double kNsPerSecond = 1e9;

double elements(Bytes bytes, ElementType type)
{
    return static_cast<double>(bytes) / static_cast<double>(bytesPerElement(type));
}

// Matrix products go with their FLOPs, all else with the elements that it reads and writes.
double workOf(const Program& program, const ProgramOp& op)
{
    if (op.flops > 0) {
        return op.flops;
    }
    double moved = 0;
    for (const TensorList* list : { &op.reads, &op.writes }) {
        for (const TensorId id : *list) {
            if (id != kNoTensor) {
                const ProgramTensor& tensor = program.tensors[static_cast<std::size_t>(id)];
                moved += elements(tensor.bytes, tensor.type);
            }
        }
    }
    return moved;
}

double workOf(const Block& block, const OpSpec& op)
{
    if (op.flops > 0) {
        return op.flops;
    }
    double moved = 0;
    for (const SlotList* list : { &op.reads, &op.writes }) {
        for (const Slot slot : *list) {
            if (slot != kNoSlot) {
                moved += elements(block.at(slot).bytes, block.at(slot).type);
            }
        }
    }
    return moved;
}

double parametersOf(const Program& program)
{
    double count = 0;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const ProgramParameter& each = program.parameters[i];
        const bool own = each.owner < 0 || static_cast<std::size_t>(each.owner) == i;
        count += own ? static_cast<double>(each.elements) : 0;
    }
    return count;
}

double parametersOf(const Chain& chain)
{
    double count =
        static_cast<double>(parameterCount(chain.embedding)) + static_cast<double>(parameterCount(chain.head));
    for (Count layer = 1; layer <= chain.layers(); ++layer) {
        count += static_cast<double>(parameterCount(chain.layer(layer)));
    }
    return count;
}

bool isTimed(const PointRecord& point)
{
    return point.valid && point.stepNs && !point.ops.empty() && point.policy.id != PolicyId::Optimal
        && std::all_of(point.ops.begin(), point.ops.end(), [](const OpRecord& op) { return op.ns.has_value(); });
}

const PointRecord* timedPoint(const Measurement& measurement)
{
    const PointRecord* found = nullptr;
    for (const PointRecord& point : measurement.points) {
        if (isTimed(point) && (found == nullptr || point.policy.id == PolicyId::StoreAll)) {
            found = &point;
        }
    }
    return found;
}

Result<Program> programOf(const PointRecord& point, const ResolvedScenario& run)
{
    const Result<Chain> chain = makeChain(run);
    const Result<Schedule> schedule = makeSchedule(inScenario(point.policy, run), run.model.layers);
    if (!chain || !schedule) {
        return chain ? schedule.error() : chain.error();
    }
    return lower(*chain, *schedule, LowerOptions {});
}

// As the charts count: article accounting has no more than the stack.
ResolvedScenario timedPart(const ResolvedScenario& scenario)
{
    return scenario.accounting == Accounting::Article ? measuredStack(scenario) : scenario;
}

} // namespace

void MeasuredTimes::Rate::add(double moreNs, double moreWork)
{
    ns += moreNs;
    work += moreWork;
}

Result<MeasuredTimes> MeasuredTimes::learn(const Measurement& measurement)
{
    const PointRecord* point = timedPoint(measurement);
    if (point == nullptr || !measurement.run.run) {
        return Error { "No point of this measurement has the times of its operations" };
    }
    const Result<ResolvedScenario> run = resolve(*measurement.run.run);
    if (!run) {
        return Error { "The shape that ran cannot be read: " + run.error().message };
    }
    const Result<Program> program = programOf(*point, *run);
    const auto outside = [&](const OpRecord& op) {
        return op.index < 0 || static_cast<std::size_t>(op.index) >= program->ops.size();
    };
    if (!program || point->ops.size() != program->ops.size()
        || std::any_of(point->ops.begin(), point->ops.end(), outside)) {
        return Error { "The operations of this measurement are not those that this version runs" };
    }
    MeasuredTimes times(*run);
    times.m_device = measurement.device ? measurement.device->name : std::string("an unnamed device");
    const double within = std::accumulate(
        point->ops.begin(), point->ops.end(), 0.0, [](double sum, const OpRecord& record) { return sum + *record.ns; });
    // What a step takes beyond its operations lies between all of them. Of a step that others disturbed it is theirs.
    const bool isOwn = within > 0 && disturbanceOf(*point).empty();
    const double beyond = isOwn ? std::max(1.0, point->stepNs->median / within) : 1.0;
    double optimizer = 0;
    for (const OpRecord& record : point->ops) {
        const ProgramOp& op = program->ops[static_cast<std::size_t>(record.index)];
        const double ns = *record.ns * beyond;
        if (op.pass == Pass::Optimizer) {
            optimizer += ns;
            continue;
        }
        const double work = workOf(*program, op);
        times.m_byName[{ op.kernel, std::string(op.name) }].add(ns, work);
        times.m_byKernel[op.kernel].add(ns, work);
        times.m_bySort[op.flops > 0 ? 1 : 0].add(ns, work);
    }
    times.m_fixed.add(optimizer, parametersOf(*program));
    return times;
}

double MeasuredTimes::nsOf(const Block& block, const OpSpec& op) const
{
    const double work = workOf(block, op);
    if (const auto named = m_byName.find({ op.kernel, std::string(op.name) }); named != m_byName.end()) {
        return named->second.of(work);
    }
    if (const auto kernel = m_byKernel.find(op.kernel); kernel != m_byKernel.end()) {
        return kernel->second.of(work);
    }
    return m_bySort[op.flops > 0 ? 1 : 0].of(work);
}

double MeasuredTimes::nsOf(const Block& block, const std::vector<OpSpec>& ops) const
{
    return std::accumulate(
        ops.begin(), ops.end(), 0.0, [&](double sum, const OpSpec& op) { return sum + nsOf(block, op); });
}

Result<StepClock> MeasuredTimes::clockFor(const ResolvedScenario& scenario) const
{
    if (scenario.parallel.data > 1 || scenario.parallel.tensor > 1) {
        return Error { "The times are of one device; what several say to each other was not timed" };
    }
    const ResolvedScenario part = timedPart(scenario);
    const Result<Chain> chain = makeChain(part);
    if (!chain) {
        return chain.error();
    }
    double layersForward = 0;
    double layersBackward = 0;
    Flops layerFlops = 0;
    for (std::size_t kind = 0; kind < chain->kinds.size(); ++kind) {
        const Block& block = chain->kinds[kind];
        const auto count = static_cast<double>(std::count(chain->layerKinds.begin(), chain->layerKinds.end(), kind));
        layersForward += count * nsOf(block, block.forward);
        layersBackward += count * nsOf(block, block.backward);
        layerFlops += count * forwardFlops(block);
    }
    const double ends = nsOf(chain->embedding, chain->embedding.forward)
        + nsOf(chain->embedding, chain->embedding.backward) + nsOf(chain->head, chain->head.forward)
        + nsOf(chain->head, chain->head.backward);
    // What is recomputed is counted in forward passes of the whole, the head included, and is layers alone.
    const Flops whole = layerFlops + forwardFlops(chain->head);
    const double batch = static_cast<double>(part.workload.batch) * kNsPerSecond;
    StepClock clock;
    clock.device = m_device;
    clock.carried = !sameShape(m_run, part);
    clock.fixedSeconds = m_fixed.of(parametersOf(*chain)) / kNsPerSecond;
    clock.secondsPerSequence = (layersForward + layersBackward + ends) / batch;
    clock.forwardPerSequence = layersForward * (layerFlops > 0 ? whole / layerFlops : 1) / batch;
    return clock;
}

} // namespace sublinear
