// SPDX-License-Identifier: MIT
#include "gpu/shape/shape_cost.h"

#include "core/base/wide.h"
#include "core/optimal/optimal.h"
#include "core/schedule/policies.h"
#include "core/training/executed.h"
#include "core/training/stack.h"
#include "gpu/measure/pass_steps.h"
#include "gpu/run/run_error.h"

#include <limits>
#include <utility>

namespace sublinear {

namespace {

// What operations do in one step that stores everything.
struct StepWork {
    double forwardBytes = 0; ///< moved
    double backwardBytes = 0;
    double ops = 0;

    void add(const Block& block)
    {
        forwardBytes += moved(block, block.forward);
        backwardBytes += moved(block, block.backward);
        ops += static_cast<double>(block.forward.size() + block.backward.size());
    }

private:
    template <class Ops> static double moved(const Block& block, const Ops& ops)
    {
        constexpr Bytes kElement = 4;
        double bytes = 0;
        for (const OpSpec& op : ops) {
            const OpTraffic each = traffic(block, op, kElement, kElement);
            bytes += static_cast<double>(each.reads) + static_cast<double>(each.writes);
        }
        return bytes;
    }
};

// Without a vocabulary the ends of the stack are next to nothing.
StepWork workOf(const Chain& chain, bool ends)
{
    StepWork work;
    for (Count layer = 1; layer <= chain.layers(); ++layer) {
        work.add(chain.layer(layer));
    }
    if (ends) {
        work.add(chain.embedding);
        work.add(chain.head);
    }
    return work;
}

Result<std::vector<Run>> runsOf(const TrainingStack& stack, const PolicySpec& policy)
{
    if (policy.id == PolicyId::Optimal) {
        const Result<OptimalPlan> plan = planOptimal(stack.model, stack.table, policy.number.value_or(0));
        return plan ? Result<std::vector<Run>>(plan->schedule.runs) : plan.error();
    }
    Result<Schedule> schedule = makeSchedule(policy, stack.layers);
    return schedule ? Result<std::vector<Run>>(std::move(schedule->runs)) : schedule.error();
}

// What a budget that no schedule keeps comes to: the bytes of the most frugal one, and the refusal.
Result<PointCost> unreachable(const TrainingStack& stack, const PolicySpec& policy, const Error& error)
{
    if (policy.id != PolicyId::Optimal || !policy.number) {
        return error;
    }
    const std::vector<OptimalPlan> all = optimalFrontier(stack.model, stack.table);
    if (all.empty() || all.front().peakBytes <= *policy.number) {
        return error;
    }
    PointCost cost;
    cost.policy = policy;
    cost.staticBytes = stack.states.totalBytes;
    cost.peakBytes = all.front().peakBytes + cost.staticBytes;
    cost.refused = runError(FaultClass::WouldNotFit,
        "no schedule fits in " + std::to_string(*policy.number) + " B beside the states; the least is "
            + std::to_string(all.front().peakBytes) + " B");
    return cost;
}

// Of the run that points are compared with: it is trained and timed, with no meters.
double referenceSeconds(const PassWork& storeAll, const DeviceRates& rates)
{
    return passSeconds(storeAll, rates, false).training + steps::kReference * storeAll.stepSeconds;
}

// budget/of * here, rounded down.
Bytes partOf(Bytes budget, Bytes here, Bytes of)
{
    return of <= 0 ? budget : inProportion(budget, here, of);
}

double stepSeconds(const TrainingStack& stack, const StepWork& work, double recomputeFlops, const DeviceRates& rates)
{
    const double again = stack.forwardFlops > 0 ? recomputeFlops / stack.forwardFlops : 0;
    const double flops = (stack.stepFlops + recomputeFlops) * static_cast<double>(stack.batch);
    const auto states = static_cast<double>(stack.states.totalBytes); // AdamW reads and writes them
    const double moved = work.forwardBytes * (1 + again) + work.backwardBytes + 2 * states;
    return flops / rates.flopsPerSecond + moved / rates.bytesPerSecond
        + work.ops * (1 + again / 2) * rates.secondsPerOp;
}

} // namespace

DeviceRates guessedCpuRates(int threads)
{
    DeviceRates rates;
    rates.flopsPerSecond *= threads;
    rates.bytesPerSecond *= threads;
    rates.freshBytesPerSecond *= threads;
    rates.filledBytesPerSecond *= threads;
    rates.numbersPerSecond *= threads;
    rates.alone = rates.tightFitSteps = threads;
    return rates;
}

Result<Bytes> storeAllPeak(const ResolvedScenario& scenario, RunPart part)
{
    ResolvedScenario measured = measuredStack(scenario);
    if (part == RunPart::WithHead) {
        measured.model.vocab = scenario.model.vocab;
        measured.recipe.loss = scenario.recipe.loss == Loss::None ? Loss::Chunked : scenario.recipe.loss;
    }
    const Result<TrainingStack> stack = trainingStack(measured, {});
    return stack ? Result<Bytes>(stack->storeAllBytes - stack->states.totalBytes) : stack.error();
}

Result<std::vector<PointCost>> pointCosts(const ResolvedScenario& scenario, std::span<const PolicySpec> policies,
    const DeviceRates& rates, Bytes budgetsOf, bool dumps)
{
    const Result<TrainingStack> stack = trainingStack(scenario, policies);
    if (!stack) {
        return stack.error();
    }
    const StepWork work = workOf(stack->chain, scenario.model.vocab.has_value());
    const Bytes states = stack->states.totalBytes;
    // Each tensor comes once, and its gradient; that some are made again weighs little beside them.
    const Bytes comesAndGoes = 2 * (stack->storeAllBytes - states);
    const PassWork storeAll { stepSeconds(*stack, work, 0, rates), states, stack->storeAllBytes, comesAndGoes };
    double reference = referenceSeconds(storeAll, rates); // of the first point that is run
    std::vector<PointCost> costs;
    costs.reserve(policies.size());
    for (const PolicySpec& asked : policies) {
        PolicySpec policy = asked;
        if (policy.id == PolicyId::Optimal && policy.number) {
            policy.number = partOf(*policy.number, stack->storeAllBytes - states, budgetsOf);
        }
        const Result<std::vector<Run>> runs = runsOf(*stack, policy);
        if (!runs) {
            Result<PointCost> refused = unreachable(*stack, policy, runs.error());
            if (!refused) {
                return refused.error();
            }
            costs.push_back(std::move(*refused));
            continue;
        }
        const LayerPeak peak = simulateRuns(stack->model, stack->table, *runs);
        const Wide total = peak.bytes + states;
        if (total > Wide { std::numeric_limits<Bytes>::max() }) {
            return Error { "memory: " + policyText(policy) + " takes over 9223372036854775807 bytes (2^63-1)",
                "memory" };
        }
        PointCost cost;
        cost.policy = policy;
        cost.staticBytes = states;
        cost.peakBytes = static_cast<Bytes>(total);
        cost.stepSeconds = stepSeconds(*stack, work, peak.recomputeFlops, rates);
        cost.passes = passSeconds({ cost.stepSeconds, states, cost.peakBytes, comesAndGoes }, rates, dumps);
        cost.passes.reference = std::exchange(reference, 0.0);
        costs.push_back(cost);
    }
    return costs;
}

} // namespace sublinear
