// SPDX-License-Identifier: MIT
// Prints how long one evaluation takes; run it from an optimised build. Asserts nothing.
#include "core/plan/evaluate.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace sublinear;

namespace {

// Median time of one call in microseconds, over runs long enough for the clock.
double microseconds(const Scenario& scenario, const std::vector<PolicySpec>& compared)
{
    using Clock = std::chrono::steady_clock;
    constexpr int kRuns = 31;
    constexpr int kCalls = 200;
    std::vector<double> runs;
    for (int run = 0; run < kRuns; ++run) {
        const Clock::time_point start = Clock::now();
        for (int call = 0; call < kCalls; ++call) {
            if (!evaluate(scenario, compared)) {
                return -1;
            }
        }
        runs.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count() / kCalls);
    }
    std::nth_element(runs.begin(), runs.begin() + kRuns / 2, runs.end());
    return runs[kRuns / 2];
}

} // namespace

int main()
{
    const Scenario article;
    Scenario deep;
    deep.model.layers = 128;
    const std::vector<PolicySpec> policies = parsePolicies("segments,every_nth,first_m,two_level").value();
    std::printf("article's scenario:                       %8.2f us\n", microseconds(article, {}));
    std::printf("article's scenario, four policies swept:  %8.2f us\n", microseconds(article, policies));
    std::printf("128 layers:                               %8.2f us\n", microseconds(deep, {}));
    std::printf("128 layers, four policies swept:          %8.2f us\n", microseconds(deep, policies));
    Scenario training;
    training.accounting = Accounting::Training;
    training.model.vocab = 50304;
    Scenario deepTraining = training;
    deepTraining.model.layers = 128;
    const std::vector<PolicySpec> four = parsePolicies("segments,every_nth,first_m,two_level").value();
    std::printf("training:                                 %8.2f us\n", microseconds(training, {}));
    std::printf("training, 128 layers, four swept:         %8.2f us\n", microseconds(deepTraining, four));
    return 0;
}
