// SPDX-License-Identifier: MIT
#pragma once

#include "core/program/program.h"
#include "gpu/measure/measured_point.h"

#include <chrono>
#include <vector>

namespace sublinear {

/// Times every operation of each step that it watches.
class StepTimer {
public:
    using Clock = std::chrono::steady_clock;
    explicit StepTimer(const Program& program);

    void begin() { m_begin = Clock::now(); } ///< of a step
    void before(std::size_t /*op*/) { m_before = Clock::now(); }
    void after(std::size_t op) { m_now[op] = nsSince(m_before); }
    void end(); ///< the step counts
    /// A step that something else has timed, operation by operation.
    void add(const std::vector<double>& opNs, double stepNs);

    [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(m_steps.size()); }
    [[nodiscard]] double lastStepNs() const { return m_steps.empty() ? 0.0 : m_steps.back(); }
    [[nodiscard]] double outsideNs() const { return quartilesOf(m_outside).median; } ///< of a step's operations
    [[nodiscard]] Quartiles step() const { return quartilesOf(m_steps); }
    [[nodiscard]] std::vector<MeasuredPoint::Phase> phases() const;
    [[nodiscard]] std::vector<double> ops() const; ///< medians by operation
    [[nodiscard]] std::vector<MeasuredKind> kinds() const;

private:
    static double nsSince(Clock::time_point then)
    {
        return std::chrono::duration<double, std::nano>(Clock::now() - then).count();
    }

    const Program& m_program;
    Clock::time_point m_begin;
    Clock::time_point m_before;
    std::vector<double> m_now; ///< by operation
    std::vector<double> m_steps;
    std::vector<double> m_outside;
    std::vector<std::vector<double>> m_ops; ///< by operation, one per step
    std::vector<std::vector<double>> m_phases; ///< by Pass, one per step
};

} // namespace sublinear
