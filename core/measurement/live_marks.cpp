// SPDX-License-Identifier: MIT
#include "core/measurement/live_marks.h"

#include "core/program/program.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sublinear {

namespace {

bool sameOp(const TimelineOp& a, const TimelineOp& b)
{
    return a.step == b.step && a.name == b.name;
}

// By operation of what ran: the picture's, where it has it. Empty if a layer of one has none in the other.
std::vector<std::optional<std::size_t>> places(const Timeline& ran, const Timeline& shown)
{
    std::vector<std::optional<std::size_t>> found(ran.ops.size());
    std::size_t next = 0;
    std::size_t ofLayers = 0;
    for (std::size_t i = 0; i < ran.ops.size(); ++i) {
        std::size_t at = next;
        // Only what belongs to no layer may be there on one side alone.
        while (at < shown.ops.size() && !sameOp(ran.ops[i], shown.ops[at])
            && (shown.ops[at].layer == 0 || ran.ops[i].layer == 0)) {
            ++at;
        }
        if (at < shown.ops.size() && sameOp(ran.ops[i], shown.ops[at])) {
            found[i] = at;
            next = at + 1;
            ofLayers += ran.ops[i].layer > 0 ? 1 : 0;
        } else if (ran.ops[i].layer > 0) {
            return {};
        }
    }
    const auto layered = static_cast<std::size_t>(
        std::count_if(shown.ops.begin(), shown.ops.end(), [](const TimelineOp& op) { return op.layer > 0; }));
    return ofLayers == layered ? found : std::vector<std::optional<std::size_t>> {};
}

// measured / predicted * own; empty where no 64 bits hold it.
std::optional<Bytes> scaled(Bytes measured, Bytes predicted, Bytes own)
{
    if (measured == predicted || predicted <= 0) {
        return own;
    }
    constexpr long double kLimit = 9.2e18L;
    const long double value =
        static_cast<long double>(measured) / static_cast<long double>(predicted) * static_cast<long double>(own);
    return std::abs(value) < kLimit ? std::optional(static_cast<Bytes>(std::llroundl(value))) : std::nullopt;
}

} // namespace

LiveMarks liveMarks(const PointRecord& point, const RunRecord& run, const StepDetail& shown,
    const ResolvedScenario& scenario, PeakPart part)
{
    LiveMarks result;
    if (!point.valid || point.ops.empty() || !run.run || point.policy.id != shown.policy.id) {
        return result;
    }
    const Result<ResolvedScenario> resolved = resolve(*run.run);
    if (!resolved || resolved->model.layers != scenario.model.layers) {
        return result;
    }
    const ResolvedScenario ran = underPolicy(*resolved, point.policy);
    const PolicySpec policy = chosenPolicy(ran);
    const bool everyNumber = policy.id == PolicyId::Optimal; // a budget is carried over as part of the whole
    if ((!everyNumber && policy.number != shown.policy.number) || policy.tensors != shown.policy.tensors) {
        return result;
    }
    const Result<StepDetail> detail = stepDetail(ran, OptimizerTemporary::None);
    if (!detail) {
        return result;
    }
    const Timeline& predicted = detail->timeline;
    const std::vector<std::optional<std::size_t>> place = places(predicted, shown.timeline);
    result.carried = part == PeakPart::WithoutStatic || !sameShape(ran, scenario);
    if (place.empty()) {
        return result;
    }
    const bool whole = part == PeakPart::Whole;
    // The picture counts a reserve that nobody measures, and what an optimizer that does not work in place would hold.
    const Bytes reserve = scenario.device.reserveBytes - ran.device.reserveBytes;
    const auto temporary = [](const TimelineOp& own, const TimelineOp& there) {
        constexpr auto kTransient = static_cast<std::size_t>(MemoryKind::Transient);
        return own.step == toText(Pass::Optimizer) ? own.byKind[kTransient] - there.byKind[kTransient] : 0;
    };
    const Bytes measuredStates = whole ? 0 : point.staticBytes.value_or(detail->stateBytes);
    const Bytes predictedStates = whole ? 0 : detail->stateBytes;
    const Bytes ownStates = whole ? 0 : shown.stateBytes;
    for (const OpRecord& op : point.ops) {
        if (!op.liveBytes || op.index < 0 || static_cast<std::size_t>(op.index) >= place.size()) {
            continue;
        }
        const std::optional<std::size_t> at = place[static_cast<std::size_t>(op.index)];
        if (!at) {
            continue;
        }
        const TimelineOp& opThere = predicted.ops[static_cast<std::size_t>(op.index)];
        const TimelineOp& opShown = shown.timeline.ops[*at];
        const Bytes there = opThere.liveBytes;
        const Bytes own = opShown.liveBytes;
        std::optional<Bytes> stands = (Checked(*op.liveBytes) + reserve + temporary(opShown, opThere)).value();
        if (result.carried) {
            const std::optional<Bytes> moving =
                scaled(*op.liveBytes - measuredStates, there - predictedStates, own - ownStates);
            stands = moving ? (Checked(ownStates) + *moving).value() : std::nullopt;
        }
        if (stands) {
            result.marks.push_back({ static_cast<Count>(*at), *stands, *op.liveBytes, there });
        }
    }
    std::sort(
        result.marks.begin(), result.marks.end(), [](const LiveMark& a, const LiveMark& b) { return a.op < b.op; });
    return result;
}

} // namespace sublinear
