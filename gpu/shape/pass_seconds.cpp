// SPDX-License-Identifier: MIT
#include "gpu/measure/pass_steps.h"
#include "gpu/shape/shape_cost.h"

namespace sublinear {

namespace {

constexpr double kStates = 4; // of equal size: weights, gradients, two moments
constexpr double kNumberBytes = 4;

/// Seconds of what surrounds the steps.
class Around {
public:
    Around(const PassWork& work, const DeviceRates& rates)
        : m_rates(rates)
        , m_states(static_cast<double>(work.staticBytes))
    {
    }

    [[nodiscard]] double fresh(double bytes) const { return bytes / m_rates.freshBytesPerSecond; }
    [[nodiscard]] double filled(double bytes) const { return bytes / m_rates.filledBytesPerSecond; }
    [[nodiscard]] double weights() const { return m_states / kStates; } // bytes

    /// Before a run's first step: its weights are drawn, its moments are zero.
    [[nodiscard]] double start() const
    {
        return weights() / kNumberBytes / m_rates.numbersPerSecond + filled(2 * weights());
    }

    /// Gradients and weights are copied, by one thread, and compared.
    [[nodiscard]] double results() const { return m_rates.alone * (fresh(2 * weights()) + filled(4 * weights())); }

private:
    const DeviceRates& m_rates;
    double m_states;
};

} // namespace

PassSeconds passSeconds(const PassWork& work, const DeviceRates& rates, bool dumps)
{
    const Around around(work, rates);
    const double step = work.stepSeconds;
    const auto peak = static_cast<double>(work.peakBytes);
    const auto states = static_cast<double>(work.staticBytes);
    const auto comesAndGoes = static_cast<double>(work.comesAndGoes);
    const double finite = rates.alone * around.filled(around.weights()); // a look through the gradients
    PassSeconds seconds;
    seconds.touched = steps::kTouched * (step + around.start()) + around.fresh(peak) + around.filled(3 * peak);
    seconds.pool = steps::kPool * step + around.start() + around.fresh(states + comesAndGoes) + around.filled(states);
    seconds.tightFit = rates.tightFitSteps * step + rates.alone * (around.start() + around.fresh(peak));
    seconds.training = steps::kTraining * (step + finite) + around.start() + around.fresh(peak) + around.results();
    seconds.timing = steps::kTiming * step;
    seconds.dump = dumps ? step + around.start() + around.fresh(peak) + 2 * around.results() : 0;
    return seconds;
}

} // namespace sublinear
