// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "gpu/device/memory.h"
#include "gpu/measure/measure_point.h"
#include "gpu/selftest/check.h"
#include "gpu/selftest/stacks.h"
#include "gpu/shape/choose_shape.h"

#include <cstdlib>

namespace sublinear {

namespace {

constexpr Bytes kSlack = 16 * kMiB; // stacks, the allocator's own, tables of the run

// About 1 GiB where everything is stored, in few operations: long rows and narrow heads make memory
// without making work.
TestStack largeStack()
{
    TestStack stack;
    stack.layers = 10;
    stack.width = 128;
    stack.heads = 8;
    stack.batch = 8;
    stack.sequence = 512;
    return stack;
}

// The system's own count of what the process held, against the prediction, policy by policy; the
// smallest first, so that the mark rises even where it cannot be reset.
CheckOutcome highWater(const SelfTestSetup& setup)
{
    const TestStack stack = largeStack();
    std::string figures;
    for (const PolicySpec& policy :
        { testPolicy(PolicyId::Segments, 1), testPolicy(PolicyId::Article, 3), testPolicy(PolicyId::StoreAll) }) {
        const Result<RunPlan> plan = planRun(stack.scenario(), policy, 1);
        if (!plan) {
            return failedCheck(plan.error().message);
        }
        const Bytes predicted = plan->predictedBytes();
        const std::optional<FreeMemory> memory = freeMemory();
        const Bytes needed = predicted + bytesBesidePeak(plan->states.totalBytes(), predicted);
        if (memory && memory->free < needed) {
            return notRun(policyText(policy) + " " + shortageText(needed, *memory));
        }
        MeasureOptions options;
        options.meters = false;
        options.trainingSteps = 1;
        options.timedSteps = 0;
        const Result<MeasuredPoint> point = measurePoint(*plan, setup.pool, options);
        if (!point) {
            return failedCheck(policyText(policy) + ": " + point.error().message);
        }
        if (!point->rssGrowthBytes) {
            return notRun("this system does not say how much memory a process held at most");
        }
        const Bytes grown = *point->rssGrowthBytes;
        figures += (figures.empty() ? "" : ", ") + policyText(policy) + " " + std::to_string(grown / kMiB) + " of "
            + std::to_string(predicted / kMiB) + " MiB";
        if (std::abs(grown - predicted) > kSlack + predicted / 50) {
            return failedCheck("the process grew by " + figures + " predicted");
        }
    }
    return passedIf(true, "the process grew by " + figures + " predicted");
}

} // namespace

std::vector<SelfCheck> memoryChecks()
{
    return { { "resident memory", &highWater } };
}

} // namespace sublinear
