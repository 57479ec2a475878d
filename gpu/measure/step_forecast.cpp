// SPDX-License-Identifier: MIT
#include "gpu/measure/step_forecast.h"

#include <vector>

namespace sublinear {

void StepForecast::learnFrom(const Program& program, const MeasuredPoint& timed)
{
    if (m_calibration || !timed.stepNs || timed.stepNs->n == 0) {
        return;
    }
    std::vector<double> opNs;
    opNs.reserve(timed.ops.size());
    for (const MeasuredOp& op : timed.ops) {
        opNs.push_back(op.ns);
    }
    m_calibration.emplace(program, opNs, timed.outsideNs);
    m_timed = timed.policy;
}

std::optional<PredictedStep> StepForecast::of(const Program& program) const
{
    const Result<double> ns = m_calibration ? m_calibration->stepNs(program) : Result<double>(Error { "untimed" });
    return ns ? std::optional(PredictedStep { *ns, m_timed }) : std::nullopt;
}

} // namespace sublinear
