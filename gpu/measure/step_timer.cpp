// SPDX-License-Identifier: MIT
#include "gpu/measure/step_timer.h"

#include <algorithm>
#include <array>
#include <map>

namespace sublinear {

namespace {

constexpr std::array kPasses { Pass::Forward, Pass::Recompute, Pass::Backward, Pass::Optimizer };

} // namespace

StepTimer::StepTimer(const Program& program)
    : m_program(program)
    , m_now(program.ops.size(), 0.0)
    , m_ops(program.ops.size())
    , m_phases(kPasses.size())
{
}

void StepTimer::end()
{
    add(m_now, nsSince(m_begin));
}

void StepTimer::add(const std::vector<double>& opNs, double stepNs)
{
    m_steps.push_back(stepNs);
    std::array<double, kPasses.size()> sums {};
    double inOps = 0.0;
    for (std::size_t op = 0; op < opNs.size(); ++op) {
        m_ops[op].push_back(opNs[op]);
        sums[static_cast<std::size_t>(m_program.ops[op].pass)] += opNs[op];
        inOps += opNs[op];
    }
    m_outside.push_back(std::max(0.0, stepNs - inOps)); // zeroing gradients, and the interpreter
    sums[static_cast<std::size_t>(Pass::Optimizer)] += m_outside.back();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        m_phases[i].push_back(sums[i]);
    }
}

std::vector<MeasuredPoint::Phase> StepTimer::phases() const
{
    std::vector<MeasuredPoint::Phase> phases;
    phases.reserve(kPasses.size());
    for (const Pass pass : kPasses) {
        phases.push_back({ toText(pass), quartilesOf(m_phases[static_cast<std::size_t>(pass)]).median });
    }
    return phases;
}

std::vector<double> StepTimer::ops() const
{
    std::vector<double> medians;
    medians.reserve(m_ops.size());
    for (const std::vector<double>& samples : m_ops) {
        medians.push_back(quartilesOf(samples).median);
    }
    return medians;
}

std::vector<MeasuredKind> StepTimer::kinds() const
{
    std::map<Kernel, MeasuredKind> byKernel;
    const std::vector<double> medians = ops();
    for (std::size_t op = 0; op < medians.size(); ++op) {
        const Kernel kernel = m_program.ops[op].kernel;
        MeasuredKind& kind = byKernel[kernel];
        kind.kernel = toText(kernel);
        ++kind.calls;
        kind.ns += medians[op];
    }
    std::vector<MeasuredKind> kinds;
    kinds.reserve(byKernel.size());
    for (const auto& [kernel, kind] : byKernel) {
        kinds.push_back(kind);
    }
    std::stable_sort(
        kinds.begin(), kinds.end(), [](const MeasuredKind& a, const MeasuredKind& b) { return a.ns > b.ns; });
    return kinds;
}

} // namespace sublinear
