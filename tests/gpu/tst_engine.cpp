// SPDX-License-Identifier: MIT
// The interpreter and its memories under every policy: what is alive, what is left, what happens
// when something fails. Kernels here are stand-ins that depend on every bit they read.
#include "core/simulate/simulate.h"
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/measure/pool_pass.h"
#include "gpu/run/pool_memory.h"
#include "gpu/run/run_error.h"
#include "gpu/run/simulated_backend.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "support/engine_cases.h"
#include "support/hash_kernels.h"

#include <QTest>

#include <new>
#include <stdexcept>

using namespace sublinear;
using namespace sublinear::testing;

Q_DECLARE_METATYPE(sublinear::testing::StackCase)

namespace {

constexpr std::uint64_t kSeed = 7;

RunPlan planOf(const ResolvedScenario& scenario, const PolicySpec& policy)
{
    Result<RunPlan> plan = planRun(scenario, policy, kSeed);
    if (!plan) {
        qFatal("%s: %s", nameOf(policy).c_str(), plan.error().message.c_str());
    }
    return std::move(*plan);
}

std::vector<PolicySpec> allPoliciesOf(const ResolvedScenario& scenario)
{
    std::vector<PolicySpec> all = policiesFor(scenario);
    if (!scenario.model.vocab) {
        const std::vector<PolicySpec> budgets = budgetsFor(scenario);
        all.insert(all.end(), budgets.begin(), budgets.end());
    }
    return all;
}

void addStacks()
{
    QTest::addColumn<StackCase>("stack");
    const auto add = [](StackCase stack) { QTest::addRow("%s", stack.name().c_str()) << stack; };
    add({ false, false, false, Loss::None, 5 });
    add({ false, false, true, Loss::None, 4 });
    add({ true, true, false, Loss::None, 5 });
    add({ true, false, true, Loss::Full, 3, false });
    add({ false, true, true, Loss::Chunked, 3 });
}

std::unique_ptr<PoolMemory> poolFor(const RunPlan& plan)
{
    Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(plan);
    return std::move(*memory);
}

/// Steps in poisoned memory, each tensor allocated singly.
Result<TrainingResults> stepsInPool(const RunPlan& plan, int steps, const Kernels& kernels = hashKernels)
{
    ThreadPool pool(1);
    Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(plan);
    Stop stop;
    TrainingRun run(plan, **memory, pool, kernels);
    return trainingSteps(run, steps, stop);
}

Result<TrainingResults> stepsInSlab(const RunPlan& plan, int steps, const Kernels& kernels = hashKernels)
{
    ThreadPool pool(1);
    Result<Slab> slab = Slab::create(plan.predictedBytes());
    SlabMemory memory(plan, *slab, { true, true });
    Stop stop;
    TrainingRun run(plan, memory, pool, kernels);
    return trainingSteps(run, steps, stop);
}

struct LiveRecord {
    SimulatedBackend& backend;
    std::vector<Bytes> exact;
    std::vector<Bytes> granules;
    void before(std::size_t)
    {
        exact.push_back(backend.live());
        granules.push_back(backend.liveGranuleBytes());
    }
    void after(std::size_t) { }
};

struct PoolRecord {
    PoolMemory& memory;
    std::vector<Bytes> live;
    std::vector<Bytes> used;
    void before(std::size_t)
    {
        live.push_back(memory.liveBytes());
        used.push_back(memory.usedBytes() - memory.stateBytes());
    }
    void after(std::size_t) { }
};

/// A memory that fails at its n-th allocation.
class FailingMemory final : public Memory {
public:
    FailingMemory(Memory& inner, int failAt)
        : m_inner(inner)
        , m_left(failAt)
    {
    }
    std::byte* state(StateKind kind, ParameterId parameter) override { return m_inner.state(kind, parameter); }
    Status allocate(StorageId storage) override
    {
        if (m_left-- == 0) {
            return runError(FaultClass::OutOfMemory, "memory: none left");
        }
        return m_inner.allocate(storage);
    }
    void free(StorageId storage) override { m_inner.free(storage); }
    std::byte* at(StorageId storage) override { return m_inner.at(storage); }
    void reset() override { m_inner.reset(); }

private:
    Memory& m_inner;
    int m_left;
};

struct CancelAt {
    std::size_t at;
    std::atomic<bool>& cancel;
    std::size_t ran = 0;
    void before(std::size_t op)
    {
        if (op == at) {
            cancel = true;
        }
    }
    void after(std::size_t) { ++ran; }
};

} // namespace

class TestEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void liveBytesAreTheSimulated_data() { addStacks(); }
    void liveBytesAreTheSimulated()
    {
        QFETCH(StackCase, stack);
        const ResolvedScenario scenario = scenarioOf(stack);
        for (const PolicySpec& policy : allPoliciesOf(scenario)) {
            const RunPlan plan = planOf(scenario, policy);
            const std::vector<Bytes> expected = simulate(plan.program).live;

            SimulatedBackend backend(plan.program);
            LiveRecord record { backend, {}, {} };
            const std::atomic<bool> never = false;
            QVERIFY(interpret(plan.program, backend, record, never).ok());
            QCOMPARE(record.exact, expected);
            QCOMPARE(backend.live(), 0);

            // the pool goes by the shapes that kernels see
            Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(plan);
            ThreadPool pool(1);
            TrainingRun run(plan, **memory, pool, hashKernels);
            PoolRecord pooled { **memory, {}, {} };
            Stop stop;
            QVERIFY(run.step(pooled, stop).ok());
            QCOMPARE(pooled.live, expected);
            QCOMPARE(pooled.used, record.granules);
            QCOMPARE((*memory)->highWaterBytes(), plan.idealBytes());
            QCOMPARE((*memory)->stateBytes(), plan.states.totalBytes());
            QCOMPARE((*memory)->liveBytes(), 0);
            QVERIFY(!(*memory)->brokenBand());
            QCOMPARE(plan.predictedBytes(), plan.idealBytes());
        }
    }

    void bytesAreTheSame_data() { addStacks(); }
    void bytesAreTheSame()
    {
        QFETCH(StackCase, stack);
        const ResolvedScenario scenario = scenarioOf(stack);
        const TrainingResults reference = *stepsInPool(planOf(scenario, kStoreAll), 3);
        QCOMPARE(reference.losses.size(), 3U);
        QVERIFY(reference.losses[0] != reference.losses[1]);
        for (const PolicySpec& policy : allPoliciesOf(scenario)) {
            const RunPlan plan = planOf(scenario, policy);
            QCOMPARE(nameOf(policy) + ": " + firstDifference(reference, *stepsInSlab(plan, 3)), nameOf(policy) + ": ");
        }
    }

    // Without these the test above could not fail.
    void differencesAreFound()
    {
        const ResolvedScenario scenario = scenarioOf({ false, false, true, Loss::None, 3 });
        const RunPlan plan = planOf(scenario, policyOf(PolicyId::Segments, 2));
        const TrainingResults reference = *stepsInPool(plan, 2);
        QCOMPARE(firstDifference(reference, *stepsInPool(plan, 2)), std::string());

        // one bit of one tensor that is made again, in one step
        for (const std::string_view name : { "ln1_stats", "att_mask", "fch", "res2" }) {
            const auto disturbed = [&](const OpCall& call, ThreadPool& pool) {
                Status status = hashKernels(call, pool);
                for (const Operand& written : call.writes) {
                    if (call.op->pass == Pass::Recompute && written.name == name && written.data != nullptr) {
                        *static_cast<unsigned char*>(written.data) ^= 1U;
                    }
                }
                return status;
            };
            const TrainingResults other = *stepsInPool(plan, 2, disturbed);
            QVERIFY2(!firstDifference(reference, other).empty(), std::string(name).c_str());
        }
        // another seed
        RunPlan reseeded = plan;
        reseeded.facts.seed = kSeed + 1;
        QVERIFY(!firstDifference(reference, *stepsInPool(reseeded, 2)).empty());
        // fewer steps
        QVERIFY(!firstDifference(reference, *stepsInPool(plan, 1)).empty());
        // a NaN is not even itself
        TrainingResults broken = reference;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        std::memcpy(broken.gradients.back().bytes.data(), &nan, sizeof nan);
        QVERIFY(!firstDifference(broken, broken).empty());
        broken = reference;
        broken.losses[1] = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!firstDifference(broken, broken).empty());
        // the sign of zero is a bit too
        TrainingResults zero = reference;
        TrainingResults minus = reference;
        const float zeros[] = { 0.0F, -0.0F };
        std::memcpy(zero.parameters[0].bytes.data(), &zeros[0], 4);
        std::memcpy(minus.parameters[0].bytes.data(), &zeros[1], 4);
        QVERIFY(!firstDifference(zero, minus).empty());
    }

    // A kernel that leaves a wanted result unwritten reads as poison, not as what was there before.
    void staleBuffersAreCaught()
    {
        const RunPlan plan =
            planOf(scenarioOf({ false, false, false, Loss::None, 3 }), policyOf(PolicyId::Segments, 2));
        const TrainingResults reference = *stepsInSlab(plan, 1);
        const auto lazy = [](const OpCall& call, ThreadPool& pool) {
            if (call.op->pass == Pass::Recompute && call.op->name == "norm2") {
                return success();
            }
            return hashKernels(call, pool);
        };
        QVERIFY(!firstDifference(reference, *stepsInSlab(plan, 1, lazy)).empty());
        QVERIFY(!firstDifference(reference, *stepsInPool(plan, 1, lazy)).empty());
    }

    // Memory runs out at any allocation: the error's class, nothing left, and the next run works.
    void allocationFails()
    {
        const RunPlan plan = planOf(scenarioOf({ true, false, true, Loss::None, 2 }), policyOf(PolicyId::Segments, 1));
        const TrainingResults reference = *stepsInPool(plan, 1);
        ThreadPool pool(1);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        for (int at = 0; at < static_cast<int>(plan.program.storages.size()); ++at) {
            FailingMemory failing(*memory, at);
            TrainingRun run(plan, failing, pool, hashKernels);
            Stop stop;
            const Status status = run.step(stop);
            QVERIFY(!status.ok());
            QVERIFY(faultOf(status.error()) == FaultClass::OutOfMemory);
            QCOMPARE(memory->usedBytes(), memory->stateBytes());
            QCOMPARE(memory->liveBytes(), 0);
            QCOMPARE(run.stepsDone(), 0);
        }
        TrainingRun run(plan, *memory, pool, hashKernels);
        Stop stop;
        QCOMPARE(firstDifference(reference, *trainingSteps(run, 1, stop)), std::string());
    }

    void kernelFails()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), policyOf(PolicyId::Segments, 1));
        ThreadPool pool(1);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        for (std::size_t at = 0; at < plan.program.ops.size(); ++at) {
            const ProgramOp* const failing = &plan.program.ops[at];
            TrainingRun run(plan, *memory, pool, [&](const OpCall& call, ThreadPool& threads) -> Status {
                return call.op == failing ? runError(FaultClass::DeviceFault, "kernel: failed")
                                          : hashKernels(call, threads);
            });
            Stop stop;
            const Status status = run.step(stop);
            QVERIFY(!status.ok());
            QVERIFY(faultOf(status.error()) == FaultClass::DeviceFault);
            QCOMPARE(memory->usedBytes(), memory->stateBytes());
        }
    }

    // On whatever thread, at whatever operation: an error of its class, and the memory is free.
    void kernelThrows_data()
    {
        QTest::addColumn<bool>("isMemory");
        QTest::addColumn<QString>("why");
        QTest::addRow("bad_alloc") << true << "the system gave no more memory";
        QTest::addRow("other") << false << "broken";
    }
    void kernelThrows()
    {
        QFETCH(bool, isMemory);
        QFETCH(QString, why);
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), policyOf(PolicyId::Segments, 1));
        ThreadPool pool(3);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        for (std::size_t at = 0; at < plan.program.ops.size(); ++at) {
            const ProgramOp* const failing = &plan.program.ops[at];
            TrainingRun run(plan, *memory, pool, [&](const OpCall& call, ThreadPool& threads) -> Status {
                if (call.op == failing) {
                    threads.forEach(6, 1, [isMemory](std::int64_t, std::int64_t) {
                        if (isMemory) {
                            throw std::bad_alloc();
                        }
                        throw std::runtime_error("broken");
                    });
                }
                return hashKernels(call, threads);
            });
            Stop stop;
            const Status status = run.step(stop);
            QVERIFY(!status.ok());
            QVERIFY(faultOf(status.error()) == (isMemory ? FaultClass::OutOfMemory : FaultClass::DeviceFault));
            QCOMPARE(QString::fromStdString(status.error().message),
                QString("kernel %1 (operation %2): %3")
                    .arg(QString::fromStdString(std::string(failing->name)))
                    .arg(at)
                    .arg(why));
            QCOMPARE(memory->usedBytes(), memory->stateBytes());
        }
    }

    // AdamW goes through all weights of a model in one operation: it ends early, and the step with it.
    void cancelledInTheOptimizer()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        ThreadPool pool(1);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        std::atomic<bool> cancel = false;
        const Kernels kernels = [&](const OpCall& call, ThreadPool& team) {
            cancel = cancel || call.op->kernel == Kernel::OptimizerStep;
            return runOnCpu<float>(call, team);
        };
        Stop stop(&cancel, std::nullopt);
        TrainingRun run(plan, *memory, pool, kernels);
        const TrainingResults before = run.results();
        const Status status = run.step(stop);
        QVERIFY(!status.ok());
        QVERIFY(faultOf(status.error()) == FaultClass::Cancelled);
        QCOMPARE(run.stepsDone(), std::int64_t { 0 });
        QCOMPARE(memory->usedBytes(), memory->stateBytes());
        const TrainingResults after = run.results();
        for (std::size_t i = 0; i < before.parameters.size(); ++i) {
            QVERIFY2(before.parameters[i].bytes == after.parameters[i].bytes, before.parameters[i].name.c_str());
        }
        QVERIFY(run.results(&stop).parameters.empty()); // copies end early too
        QVERIFY(firstDifference(before, after, &stop).empty()); // and so do comparisons
        QVERIFY(!PoolMemory::create(plan, std::nullopt, &stop).ok());
    }

    void cancelled()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), policyOf(PolicyId::Segments, 1));
        ThreadPool pool(1);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        for (std::size_t at = 0; at + 1 < plan.program.ops.size(); ++at) {
            std::atomic<bool> cancel = false;
            Stop stop(&cancel, std::nullopt);
            TrainingRun run(plan, *memory, pool, hashKernels);
            CancelAt observer { at, cancel };
            const Status status = run.step(observer, stop);
            QVERIFY(!status.ok());
            QVERIFY(faultOf(status.error()) == FaultClass::Cancelled);
            QCOMPARE(observer.ran, at + 1); // the operation that runs is the last
            QCOMPARE(memory->usedBytes(), memory->stateBytes());
        }
        Stop late(nullptr, Stop::Clock::now() - std::chrono::seconds(1));
        TrainingRun run(plan, *memory, pool, hashKernels);
        const Status status = run.step(late);
        QVERIFY(!status.ok());
        QVERIFY(faultOf(status.error()) == FaultClass::Timeout);
        QCOMPARE(memory->usedBytes(), memory->stateBytes());
    }

    void poolHasALimit()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 3 }), kStoreAll);
        const auto outcome = [&plan](Bytes limit) -> std::string {
            Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(plan, limit);
            if (!memory) {
                return memory.error().message;
            }
            ThreadPool pool(1);
            TrainingRun run(plan, **memory, pool, hashKernels);
            Stop stop;
            const Status status = run.step(stop);
            return status ? "ran" : status.error().message;
        };
        QCOMPARE(outcome(plan.idealBytes()), std::string("ran"));
        const std::string less = outcome(plan.idealBytes() - kGranuleBytes);
        QVERIFY2(less.find(" in use (the largest: ") != std::string::npos, less.c_str());
        QVERIFY(outcome(plan.states.totalBytes() - 1).find("memory: no ") == 0);
    }

    // Who holds what of it.
    void slabOutOfMemoryNamesTheParts()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        QVERIFY(slabFor(plan).ok());
        constexpr Bytes kBeyond = Bytes { 1 } << 60; // no system has such addresses
        const Result<Slab> slab = slabFor(plan, kBeyond);
        QVERIFY(!slab.ok());
        QVERIFY(faultOf(slab.error()) == FaultClass::OutOfMemory);
        QCOMPARE(QString::fromStdString(slab.error().message),
            QString("memory: the system does not give %1 bytes: weights %2, gradients %2, AdamW's moments %3, the "
                    "placed program %4, room behind %5")
                .arg(plan.predictedBytes() + kBeyond)
                .arg(plan.states.totalBytes() / 4)
                .arg(plan.states.totalBytes() / 2)
                .arg(plan.placement.placedBytes)
                .arg(kBeyond));
    }

    void slabIsRefused()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 3 }), kStoreAll);
        QVERIFY(SlabMemory::fits(plan, plan.predictedBytes()).ok());
        const Status status = SlabMemory::fits(plan, plan.predictedBytes() - kGranuleBytes);
        QVERIFY(!status.ok());
        QVERIFY(faultOf(status.error()) == FaultClass::WouldNotFit);
        QVERIFY(status.error().message.find(std::to_string(plan.predictedBytes())) != std::string::npos);
    }

    void unrunnableIsRefused()
    {
        ResolvedScenario scenario = scenarioOf({});
        scenario.recipe.dtype = Dtype::Fp16;
        QCOMPARE(planRun(scenario, kStoreAll, 1).error().field, std::string("recipe.dtype"));
        scenario.recipe.dtype = Dtype::Bf16; // which has a program, and no kernels on the CPU
        QCOMPARE(canRunOnCpu(planRun(scenario, kStoreAll, 1)->program).error().field, std::string("recipe.dtype"));
        scenario = scenarioOf({});
        scenario.parallel.tensor = 2;
        QVERIFY(!planRun(scenario, kStoreAll, 1).ok());
        QVERIFY(!planRun(scenarioOf({}), policyOf(PolicyId::Segments), 1).ok());
        QVERIFY(!planRun(scenarioOf({}), policyOf(PolicyId::Optimal, 1000), 1).ok());
    }

    // One kernel writes a granule too much, whichever it is and whatever it writes to: the band of
    // what it was given shows it, and whose it is.
    void writesBeyondAreCaught()
    {
        const RunPlan plan =
            planOf(scenarioOf({ false, false, false, Loss::None, 2 }), policyOf(PolicyId::Segments, 2));
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        ThreadPool pool(1);
        int cases = 0;
        for (std::size_t at = 0; at < plan.program.ops.size(); ++at) {
            for (std::size_t which = 0;; ++which) { // of its results, then of the gradients that it adds to
                std::string_view beyond;
                std::byte* band = nullptr;
                TrainingRun run(plan, *memory, pool, [&](const OpCall& call, ThreadPool& threads) {
                    Status status = hashKernels(call, threads);
                    const std::size_t results = call.writes.size();
                    if (call.op == &plan.program.ops[at] && which < results + call.gradients.size()) {
                        const Operand& out = which < results ? call.writes[which] : call.gradients[which - results];
                        beyond = out.name;
                        if (out.data != nullptr) {
                            band =
                                static_cast<std::byte*>(out.data) + inGranules(static_cast<Bytes>(bytesOfOperand(out)));
                            std::memset(band, 0, static_cast<std::size_t>(kGranuleBytes));
                        }
                    }
                    return status;
                });
                PoolWatch watch(*memory);
                Stop stop;
                QVERIFY(run.step(watch, stop).ok());
                watch.end();
                if (beyond.empty()) {
                    break; // there was no such result
                }
                if (band == nullptr) {
                    QVERIFY(!watch.broken());
                    continue;
                }
                ++cases;
                QVERIFY2(watch.broken().has_value(), std::string(plan.program.ops[at].name).c_str());
                QVERIFY(watch.brokenBy() == at);
                if (which < plan.program.ops[at].writes.size()) { // which must not reach into the next case
                    QVERIFY(plan.program.ops[at].inPlace >= 0 || *watch.broken() == beyond);
                } else {
                    std::memset(band, 0xA7, static_cast<std::size_t>(kGranuleBytes));
                }
            }
        }
        QVERIFY(cases > 60);
    }

    // Into what is not its own: seen when that is freed, or at the end of the step, and nobody is accused.
    void writesElsewhereAreCaught()
    {
        const RunPlan plan = planOf(scenarioOf({ false, false, false, Loss::None, 2 }), kStoreAll);
        ThreadPool pool(1);
        for (const bool weight : { false, true }) {
            const std::unique_ptr<PoolMemory> memory = poolFor(plan);
            std::byte* gelu = nullptr; // of layer 1, kept for its backward pass
            TrainingRun run(plan, *memory, pool, [&](const OpCall& call, ThreadPool& threads) {
                if (call.op->name == "gelu" && call.op->stage == 1 && call.op->pass == Pass::Forward) {
                    gelu = static_cast<std::byte*>(call.writes[0].data);
                } else if (call.op->name == "qkv" && call.op->stage == 2 && call.op->pass == Pass::Forward) {
                    std::byte* const before = weight ? memory->state(StateKind::FirstMoment, 0) : gelu;
                    before[-1] = std::byte { 0 }; // in the band before it
                }
                return hashKernels(call, threads);
            });
            PoolWatch watch(*memory);
            Stop stop;
            QVERIFY(run.step(watch, stop).ok());
            watch.end();
            QVERIFY(watch.broken().has_value());
        }
    }

    void nothingLeaks()
    {
        const RunPlan plan = planOf(scenarioOf({ true, true, false, Loss::None, 2 }), policyOf(PolicyId::Article, 2));
        ThreadPool pool(2);
        const std::unique_ptr<PoolMemory> memory = poolFor(plan);
        TrainingRun run(plan, *memory, pool, hashKernels);
        Stop stop;
        for (int i = 0; i < 100; ++i) {
            QVERIFY(run.step(stop).ok());
            QCOMPARE(memory->usedBytes(), plan.states.totalBytes());
        }
        QCOMPARE(memory->highWaterBytes(), plan.idealBytes());
        QCOMPARE(run.stepsDone(), 100);
    }
};

QTEST_APPLESS_MAIN(TestEngine)
#include "tst_engine.moc"
