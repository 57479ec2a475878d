// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/block/block.h"
#include "core/measurement/measurement.h"
#include "core/plan/step_clock.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace sublinear {

/// What each kind of operation takes for its work (FLOPs of a matrix product, else elements moved),
/// learned from one measured step, so that it can be said what a step of any scenario would take.
class MeasuredTimes {
public:
    /// From the times of the operations of one point, store_all's where there is one. Refused: a
    /// measurement without them, or of operations that are not this version's.
    static Result<MeasuredTimes> learn(const Measurement& measurement);

    /// An operation that did not run takes what its kernel, or the others of its sort, took for as
    /// much work. Refused: a scenario on several devices, whose traffic was not timed.
    [[nodiscard]] Result<StepClock> clockFor(const ResolvedScenario& scenario) const;

private:
    struct Rate {
        double ns = 0;
        double work = 0;
        void add(double moreNs, double moreWork);
        [[nodiscard]] double of(double amount) const { return work > 0 ? ns / work * amount : 0; }
    };
    explicit MeasuredTimes(ResolvedScenario run)
        : m_run(std::move(run))
    {
    }
    [[nodiscard]] double nsOf(const Block& block, const OpSpec& op) const;
    [[nodiscard]] double nsOf(const Block& block, const std::vector<OpSpec>& ops) const;

    ResolvedScenario m_run; ///< the shape that was timed
    std::string m_device;
    std::map<std::pair<Kernel, std::string>, Rate> m_byName;
    std::map<Kernel, Rate> m_byKernel;
    std::array<Rate, 2> m_bySort {}; ///< moves elements, multiplies matrices
    Rate m_fixed; ///< by parameters
};

} // namespace sublinear
