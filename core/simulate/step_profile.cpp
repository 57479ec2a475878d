// SPDX-License-Identifier: MIT
#include "core/simulate/step_profile.h"

#include <utility>

namespace sublinear {

namespace {

// The line through the values at batch 1 and 2.
Affine throughBoth(Bytes one, Bytes two)
{
    return { 2 * one - two, two - one };
}

// Bytes alive by kind, less those before the step.
using Delta = std::array<Bytes, kMemoryKinds>;

StepProfile::Moment moment(const Delta& one, const Delta& two, std::string_view op)
{
    StepProfile::Moment made;
    made.op = op;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        made.kinds[kind] = throughBoth(one[kind], two[kind]);
        made.total.fixed += made.kinds[kind].fixed;
        made.total.perSequence += made.kinds[kind].perSequence;
    }
    return made;
}

// Walks one program, an operation at a time, and keeps what has changed since the step began.
class Walk {
public:
    explicit Walk(const Program& program)
        : m_program(program)
    {
    }

    // Through an operation's allocations.
    const Delta& enter(std::size_t index)
    {
        const ProgramOp& op = m_program.ops[index];
        if (op.step != m_step) {
            m_step = op.step;
            m_delta = {};
        }
        for (const StorageId storage : op.allocates) {
            at(storage) += m_program.storages[static_cast<std::size_t>(storage)].bytes;
        }
        return m_delta;
    }
    // Past what it frees.
    const Delta& leave(std::size_t index)
    {
        for (const StorageId storage : m_program.ops[index].frees) {
            at(storage) -= m_program.storages[static_cast<std::size_t>(storage)].bytes;
        }
        return m_delta;
    }

private:
    Bytes& at(StorageId storage)
    {
        const ProgramStorage& found = m_program.storages[static_cast<std::size_t>(storage)];
        const bool underWay = found.outputOfStep >= m_step;
        return m_delta[static_cast<std::size_t>(underWay ? MemoryKind::Transient : found.kind)];
    }

    const Program& m_program;
    std::int32_t m_step = -1;
    Delta m_delta = {};
};

// Leaves out the moments that are no batch's highest: another one, at least as high from
// batch 1 on, stands for them. Of equals the first stays.
void keepHighest(std::vector<StepProfile::Moment>& moments)
{
    // whether j is higher than i at every batch, or as high and earlier
    const auto covers = [&moments](std::size_t j, std::size_t i) {
        const Affine& high = moments[j].total;
        const Affine& low = moments[i].total;
        const bool atOne = high.at(1) > low.at(1) || (high.at(1) == low.at(1) && j < i);
        return atOne && high.perSequence >= low.perSequence;
    };
    std::vector<StepProfile::Moment> kept;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        bool needed = true;
        for (std::size_t j = 0; j < moments.size() && needed; ++j) {
            needed = j == i || !covers(j, i);
        }
        if (needed) {
            kept.push_back(moments[i]);
        }
    }
    moments = std::move(kept);
}

} // namespace

StepProfile joined(const StepProfile& first, const StepProfile& second)
{
    const auto sum = [](const StepProfile::Moment& before, StepProfile::Moment moment) {
        const auto add = [](Affine& line, const Affine& other) {
            line.fixed += other.fixed;
            line.perSequence += other.perSequence;
        };
        add(moment.total, before.total);
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            add(moment.kinds[kind], before.kinds[kind]);
        }
        return moment;
    };
    StepProfile both = first;
    for (const StepProfile::Moment& moment : second.moments) {
        both.moments.push_back(sum(first.after, moment));
    }
    both.after = sum(first.after, second.after);
    both.forwardFlops += second.forwardFlops;
    both.recomputeFlops += second.recomputeFlops;
    both.backwardFlops += second.backwardFlops;
    keepHighest(both.moments);
    return both;
}

std::vector<StepProfile> stepProfiles(const Program& one, const Program& two)
{
    std::vector<StepProfile> profiles(one.steps.size());
    Walk first(one);
    Walk second(two);
    for (std::size_t i = 0; i < one.ops.size(); ++i) {
        const ProgramOp& op = one.ops[i];
        StepProfile& profile = profiles[static_cast<std::size_t>(op.step)];
        profile.moments.push_back(moment(first.enter(i), second.enter(i), op.name));
        profile.after = moment(first.leave(i), second.leave(i), {});
        if (op.pass == Pass::Recompute) {
            profile.recomputeFlops += op.flops;
        } else {
            profile.forwardFlops += op.forwardFlops;
            profile.backwardFlops += op.flops - op.forwardFlops;
        }
    }
    for (StepProfile& profile : profiles) {
        keepHighest(profile.moments);
    }
    return profiles;
}

} // namespace sublinear
