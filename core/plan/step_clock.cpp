// SPDX-License-Identifier: MIT
#include "core/plan/step_clock.h"

namespace sublinear {

double StepClock::stepSeconds(Count batch, double extraForward) const
{
    return fixedSeconds + static_cast<double>(batch) * (secondsPerSequence + extraForward * forwardPerSequence);
}

void useClock(Evaluation& evaluation, const StepClock& clock)
{
    const auto use = [&](SweepRow& row) {
        row.stepSeconds = clock.stepSeconds(evaluation.scenario.workload.batch, row.extraForwardFraction);
        const double seconds = clock.stepSeconds(row.maxBatch, row.extraForwardFraction);
        row.throughput = row.maxBatch > 0 && seconds > 0 ? static_cast<double>(row.maxBatch) / seconds : 0;
    };
    for (std::vector<SweepRow>* rows : { &evaluation.sweep, &evaluation.compared, &evaluation.meanings }) {
        for (SweepRow& row : *rows) {
            use(row);
        }
    }
    use(evaluation.chosen);
    evaluation.timedOn = Evaluation::TimedOn { clock.device, clock.carried };
}

} // namespace sublinear
