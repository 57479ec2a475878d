// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/thread_pool.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// What one check of the self-test came to.
struct CheckOutcome {
    enum class State { Passed, Failed, NotRun } state = State::Passed;
    std::string figures; ///< what was compared, or what keeps it from being run
};
CheckOutcome passedIf(bool passed, std::string figures);
CheckOutcome failedCheck(std::string why);
CheckOutcome notRun(std::string why);

struct SelfTestSetup {
    ThreadPool& pool;
    bool full = false; ///< more shapes and policies
};

struct SelfCheck {
    std::string name; ///< "meters: gpt2, fused attention"
    std::function<CheckOutcome(const SelfTestSetup&)> run;
};

/// The checks, the cheap ones first.
std::vector<SelfCheck> kernelChecks();
std::vector<SelfCheck> pointChecks();
std::vector<SelfCheck> memoryChecks();

struct SelfTestCounts {
    int passed = 0;
    int failed = 0;
    int notRun = 0;
};

/// Runs them in order; `tell` gets a line for each as it ends. What is thrown is a failure.
SelfTestCounts runChecks(const std::vector<SelfCheck>& checks, const SelfTestSetup& setup,
    const std::function<void(std::string_view)>& tell);

/// "self-test: 7 passed, 0 failed, 1 not run"
std::string summaryLine(const SelfTestCounts& counts);

} // namespace sublinear
