// SPDX-License-Identifier: MIT
#include "gpu/selftest/check.h"

#include <exception>
#include <utility>

namespace sublinear {

namespace {

CheckOutcome guarded(const SelfCheck& check, const SelfTestSetup& setup)
{
    try {
        return check.run(setup);
    } catch (const std::exception& error) {
        return failedCheck(error.what());
    }
}

} // namespace

CheckOutcome passedIf(bool passed, std::string figures)
{
    return { passed ? CheckOutcome::State::Passed : CheckOutcome::State::Failed, std::move(figures) };
}

CheckOutcome failedCheck(std::string why)
{
    return { CheckOutcome::State::Failed, std::move(why) };
}

CheckOutcome notRun(std::string why)
{
    return { CheckOutcome::State::NotRun, std::move(why) };
}

SelfTestCounts runChecks(
    const std::vector<SelfCheck>& checks, const SelfTestSetup& setup, const std::function<void(std::string_view)>& tell)
{
    SelfTestCounts counts;
    for (const SelfCheck& check : checks) {
        const CheckOutcome outcome = guarded(check, setup);
        std::string_view word = "ok       ";
        if (outcome.state == CheckOutcome::State::Failed) {
            word = "FAILED   ";
            ++counts.failed;
        } else if (outcome.state == CheckOutcome::State::NotRun) {
            word = "not run  ";
            ++counts.notRun;
        } else {
            ++counts.passed;
        }
        tell(std::string(word) + check.name + ": " + outcome.figures);
    }
    return counts;
}

std::string summaryLine(const SelfTestCounts& counts)
{
    return "self-test: " + std::to_string(counts.passed) + " passed, " + std::to_string(counts.failed) + " failed, "
        + std::to_string(counts.notRun) + " not run";
}

} // namespace sublinear
