// SPDX-License-Identifier: MIT
#include "core/training/lengths.h"

#include "core/scenario/limits.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kMostKept = 256; // of deep models each takes tens of kilobytes
constexpr Count kEachBelow = 16; // below it every length is simulated

std::vector<StepTable::Entry*> entriesOf(StepTable& table)
{
    std::vector<StepTable::Entry*> entries { &table.embed, &table.head, &table.embedBackward, &table.optimizer };
    for (std::vector<StepTable::Forms>& kinds : table.forms) {
        for (StepTable::Forms& forms : kinds) {
            for (StepTable::Entry& entry : forms) {
                entries.push_back(&entry);
            }
        }
    }
    return entries;
}

// The parabola through the values at 0, step and 2*step, where it is whole.
std::optional<Wide> onParabola(const std::array<Wide, 3>& values, Count step, Count from)
{
    const Wide h = step;
    const Wide t = from;
    const Wide first = values[1] - values[0];
    const Wide second = values[2] - 2 * values[1] + values[0];
    const Wide scaled = first * t * 2 * h + second * t * (t - h);
    return scaled % (2 * h * h) == 0 ? std::optional(values[0] + scaled / (2 * h * h)) : std::nullopt;
}

double overOf(const TrainingStack& stack, const StepTable& table, Wide states, std::span<const Run> runs)
{
    const Wide peak = simulateRuns(stack.model, table, runs).bytes;
    return static_cast<double>(peak + states - stack.capacityBytes);
}

} // namespace

Lengths::Lengths(const ResolvedScenario& scenario, std::vector<PolicySpec> compared)
    : m_scenario(scenario)
    , m_compared(std::move(compared))
{
}

double Lengths::over(Count length, std::span<const Run> runs)
{
    const Stretch& stretch = stretchOf(length);
    if (stretch.smooth) {
        if (const std::optional<Sizes> sizes = between(stretch, length)) {
            return overOf(*stretch.stacks.front(), sizes->table, sizes->states, runs);
        }
    }
    const std::shared_ptr<const TrainingStack> stack = at(length);
    return stack ? overOf(*stack, stack->table, stack->states.totalBytes, runs) : kFarOver;
}

std::shared_ptr<const TrainingStack> Lengths::at(Count length)
{
    const auto known = m_stacks.find(length);
    if (known != m_stacks.end()) {
        return known->second;
    }
    if (m_stacks.size() >= kMostKept) { // neighbouring rows have neighbouring lengths
        m_stacks.clear();
    }
    ResolvedScenario changed = m_scenario;
    changed.workload.sequence = length;
    Result<TrainingStack> made = trainingStack(changed, m_compared, Selective::Left);
    std::shared_ptr<const TrainingStack> stack;
    if (made) {
        stack = std::make_shared<const TrainingStack>(std::move(*made));
    }
    return m_stacks.emplace(length, std::move(stack)).first->second;
}

std::optional<Lengths::Sizes> Lengths::between(const Stretch& stretch, Count length)
{
    const Count step = stretch.width / 2;
    const Count from = length - stretch.low;
    const auto& stacks = stretch.stacks;
    std::array<StepTable, 3> tables { stacks[0]->table, stacks[1]->table, stacks[2]->table };
    std::array<std::vector<StepTable::Entry*>, 3> entries { entriesOf(tables[0]), entriesOf(tables[1]),
        entriesOf(tables[2]) };
    const std::optional<Wide> states = onParabola(
        { stacks[0]->states.totalBytes, stacks[1]->states.totalBytes, stacks[2]->states.totalBytes }, step, from);
    if (!states || entries[1].size() != entries[0].size() || entries[2].size() != entries[0].size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < entries[0].size(); ++i) {
        const StepTable::Entry& low = *entries[0][i];
        const StepTable::Entry& middle = *entries[1][i];
        const StepTable::Entry& high = *entries[2][i];
        const std::optional<Wide> peak = onParabola({ low.peak, middle.peak, high.peak }, step, from);
        const std::optional<Wide> after = onParabola({ low.after, middle.after, high.after }, step, from);
        if (!peak || !after) {
            return std::nullopt;
        }
        entries[0][i]->peak = *peak;
        entries[0][i]->after = *after;
    }
    return Sizes { std::move(tables[0]), *states };
}

bool Lengths::isRightAt(const Stretch& stretch, Count length)
{
    const std::shared_ptr<const TrainingStack> stack = at(length);
    std::optional<Sizes> guessed = between(stretch, length);
    if (!stack || !guessed || guessed->states != stack->states.totalBytes) {
        return false;
    }
    StepTable table = stack->table;
    const std::vector<StepTable::Entry*> right = entriesOf(table);
    const std::vector<StepTable::Entry*> taken = entriesOf(guessed->table);
    return std::equal(right.begin(), right.end(), taken.begin(), taken.end(),
        [](const StepTable::Entry* a, const StepTable::Entry* b) {
            return a->peak == b->peak && a->after == b->after;
        });
}

const Lengths::Stretch& Lengths::stretchOf(Count length)
{
    Count low = 1;
    while (low <= length / 2) {
        low *= 2;
    }
    Count width = low;
    while (true) {
        const Stretch& stretch = stretchAt(low, width);
        if (stretch.smooth || width <= kEachBelow) {
            return stretch;
        }
        width /= 2; // another tensor is the largest from some length in it on
        low += length >= low + width ? width : 0;
    }
}

const Lengths::Stretch& Lengths::stretchAt(Count low, Count width)
{
    const auto known = m_stretches.find({ low, width });
    if (known != m_stretches.end()) {
        return known->second;
    }
    Stretch stretch;
    stretch.low = low;
    stretch.width = width;
    const Count longest = m_scenario.model.positionRows.value_or(limits::kSequence);
    if (width >= kEachBelow && low + width <= longest) {
        stretch.stacks = { at(low), at(low + width / 2), at(low + width) };
        const bool all = stretch.stacks[0] && stretch.stacks[1] && stretch.stacks[2];
        stretch.smooth =
            all && isRightAt(stretch, low + width / 4 + 1) && isRightAt(stretch, low + width - width / 8 - 1);
    }
    return m_stretches.emplace(std::pair(low, width), std::move(stretch)).first->second;
}

} // namespace sublinear
