// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/cpu/cpu_kernels.h"
#include "gpu/selftest/stacks.h"
#include "gpu/sweep/engine_measurer.h"
#include "gpu/worker/session.h"

#include <cstdlib>
#include <functional>

#include <unistd.h>

/// A worker's session that measures one point of one tiny layer with the real engine, in which one
/// kernel call goes wrong.
namespace sublinear::testing {

constexpr int kStuck = 5; ///< the exit code of a worker that leaves a hanging operation behind

/// What goes wrong, in front of the call that it is to go wrong at.
struct CallFault {
    std::int64_t call = 0; ///< of the run, counted from 0
    std::function<void()> happen;
    bool inChild = false; ///< in the process that runs the short slab, by that process's own count; else never in it
};

inline SweepJob faultyJob()
{
    TestStack stack;
    stack.layers = 1;
    stack.width = 16;
    stack.heads = 2;
    stack.batch = 1;
    stack.sequence = 8;
    ResolvedScenario scenario = stack.scenario();
    scenario.checkpointing.k = scenario.checkpointing.m = scenario.checkpointing.slots = 1;
    const std::vector<PolicySpec> policies { testPolicy(PolicyId::Segments, 1) };
    RunLimits limits;
    limits.seconds = 1e9;
    limits.memoryBytes = Bytes { 1 } << 40;
    SweepJob job;
    job.shape = *chooseShape(scenario, policies, limits);
    job.record = { complete(scenario), complete(job.shape.run), job.shape.substitutions, 1, 2, "2025-01-31T12:00:00Z",
        {} };
    job.deviceKind = "cpu";
    return job;
}

/// Where in a run each pass begins, in kernel calls, and how many operations the point's program has.
struct CallsOfRun {
    std::vector<std::int64_t> passes; ///< reference, touched bytes, pool, training
    std::int64_t operations = 0;

    static CallsOfRun of(const SweepJob& job)
    {
        const auto operations = [&job](const PolicySpec& policy) {
            return static_cast<std::int64_t>(runProgram(job.shape.run, policy)->ops.size());
        };
        const std::int64_t own = operations(job.shape.points[0].policy);
        const std::int64_t reference =
            6 * operations(testPolicy(PolicyId::StoreAll)); // three steps of training, three timed
        return { { 0, reference, reference + 2 * own, reference + 3 * own }, own };
    }
};

inline SessionEnd faultySession(
    const SweepJob& job, LineWriter& writer, const CallFault& fault, double deadlineSeconds = 100000)
{
    SessionSetup setup;
    setup.id = "session";
    setup.device = { "CPU 9000", "cpu", Bytes { 1 } << 34, {}, {} };
    setup.grace = std::chrono::milliseconds(50);
    setup.body = [&](const RunRequest& request, LineWriter& lines, const StopSignal& stop) {
        std::int64_t calls = 0;
        const pid_t worker = ::getpid();
        EngineMeasurer::Setup engine { job.shape.run, 2, 1, {}, {} };
        engine.kernels = [&calls, &fault, worker](const OpCall& call, ThreadPool& pool) {
            if (calls++ == fault.call && fault.inChild == (::getpid() != worker)) {
                fault.happen();
            }
            return runOnCpu<float>(call, pool);
        };
        EngineMeasurer measurer(std::move(engine));
        SweepJob own = job;
        own.id = request.id;
        return RunOutcome { own.record, runSweep(own, measurer, lines, stop), {} };
    };
    RunRequest request { "run", job.shape.run, {}, 2, {} };
    request.options.policies = "segments:1";
    request.options.deadlineSeconds = deadlineSeconds;
    Session session(std::move(setup), writer);
    const SessionEnd end = session.runOnce(request);
    if (end == SessionEnd::Stuck) { // as the program does
        std::_Exit(kStuck);
    }
    return end;
}

} // namespace sublinear::testing
