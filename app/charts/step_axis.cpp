// SPDX-License-Identifier: MIT
#include "app/charts/step_axis.h"

#include <algorithm>

namespace sublinear {

namespace {

/// Ends of what all steps have, one behind the other: each layer's forward pass, the head, from the last layer to the
/// first all until its backward pass is over, the rest. Empty parts end where they begin.
std::vector<Count> partsOf(const Timeline& step, Count layers)
{
    const auto parts = static_cast<std::size_t>(2 * layers + 2);
    std::vector<Count> ends(parts, 0);
    for (const TimelineOp& op : step.ops) {
        if (op.layer == 0) {
            continue;
        }
        if (op.step == "forward") {
            ends[static_cast<std::size_t>(op.layer - 1)] = op.index + 1;
        } else if (op.step == "backward") {
            ends[static_cast<std::size_t>(2 * layers + 1 - op.layer)] = op.index + 1;
        }
    }
    const auto back = std::find_if(
        step.ops.begin(), step.ops.end(), [](const TimelineOp& op) { return op.layer > 0 && op.step != "forward"; });
    ends[static_cast<std::size_t>(layers)] = static_cast<Count>(back - step.ops.begin());
    ends.back() = static_cast<Count>(step.ops.size());
    for (std::size_t i = 1; i < parts; ++i) {
        ends[i] = std::max(ends[i], ends[i - 1]);
    }
    return ends;
}

Count layersOf(const Timeline& step)
{
    Count layers = 0;
    for (const TimelineOp& op : step.ops) {
        layers = std::max(layers, op.layer);
    }
    return layers;
}

} // namespace

StepAxis::StepAxis(const std::vector<const Timeline*>& steps)
    : m_opAt(steps.size())
    , m_instantOf(steps.size())
{
    if (steps.empty()) {
        return;
    }
    const Count layers = layersOf(*steps.front());
    std::vector<std::vector<Count>> parts;
    for (const Timeline* step : steps) {
        parts.push_back(partsOf(*step, layers));
    }
    for (std::size_t part = 0; part < parts.front().size(); ++part) {
        const auto countOf = [&](std::size_t step) {
            return parts[step][part] - (part > 0 ? parts[step][part - 1] : 0);
        };
        Count width = 0;
        for (std::size_t step = 0; step < steps.size(); ++step) {
            width = std::max(width, countOf(step));
        }
        for (std::size_t step = 0; step < steps.size(); ++step) {
            const Count count = countOf(step);
            const Count first = parts[step][part] - count;
            for (Count i = 0; i < width; ++i) {
                // A step that has nothing here stays where it was.
                m_opAt[step].push_back(count > 0 ? first + i * count / width : std::max<Count>(0, first - 1));
            }
        }
        m_instants += width;
    }
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto count = static_cast<Count>(steps[step]->ops.size());
        m_instantOf[step].assign(static_cast<std::size_t>(count + 1), m_instants);
        for (Count instant = m_instants; instant-- > 0;) {
            m_instantOf[step][static_cast<std::size_t>(m_opAt[step][static_cast<std::size_t>(instant)])] = instant;
        }
    }
}

Count StepAxis::opAt(std::size_t step, Count instant) const
{
    const std::vector<Count>& ops = m_opAt[step];
    return ops[static_cast<std::size_t>(std::clamp<Count>(instant, 0, static_cast<Count>(ops.size()) - 1))];
}

Count StepAxis::instantOf(std::size_t step, Count op) const
{
    const std::vector<Count>& instants = m_instantOf[step];
    return instants[static_cast<std::size_t>(std::clamp<Count>(op, 0, static_cast<Count>(instants.size()) - 1))];
}

double StepAxis::middleOf(std::size_t step, Count op) const
{
    return static_cast<double>(instantOf(step, op) + instantOf(step, op + 1)) / 2;
}

} // namespace sublinear
