// SPDX-License-Identifier: MIT
// What is recomputed is computed as it was: losses, the gradient of the input, every gradient and
// every weight after three AdamW steps are those of store_all, bit for bit, whatever the policy.
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "support/engine_cases.h"

#include <QTest>

#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

Q_DECLARE_METATYPE(sublinear::testing::StackCase)

namespace {

constexpr int kSteps = 3;
constexpr std::uint64_t kSeed = 11;

/// Steps in a slab of exactly the prediction, poisoned wherever nothing should be.
Result<TrainingResults> steps(const RunPlan& plan, int threads = 1, const Kernels& kernels = {})
{
    ThreadPool pool(threads);
    Result<Slab> slab = Slab::create(plan.predictedBytes());
    SlabMemory memory(plan, *slab, { true, true });
    TrainingRun run(plan, memory, pool, kernels ? kernels : ownKernels(plan.precision));
    Stop stop;
    return trainingSteps(run, kSteps, stop);
}

RunPlan planOf(const ResolvedScenario& scenario, const PolicySpec& policy, Precision precision = Precision::Single)
{
    Result<RunPlan> plan = planRun(scenario, policy, kSeed, precision);
    if (!plan) {
        qFatal("%s: %s", nameOf(policy).c_str(), plan.error().message.c_str());
    }
    if (const Status runnable = canRunOnCpu(plan->program); !runnable) {
        qFatal("%s: %s", nameOf(policy).c_str(), runnable.error().message.c_str());
    }
    return std::move(*plan);
}

} // namespace

class TestBitIdentity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPolicy_data()
    {
        QTest::addColumn<StackCase>("stack");
        for (const bool llama : { false, true }) {
            for (const bool fused : { false, true }) {
                for (const bool dropout : { false, true }) {
                    for (const Loss loss : { Loss::None, Loss::Full, Loss::Chunked }) {
                        const StackCase stack { llama, fused, dropout, loss, loss == Loss::None ? 5 : 3, !llama };
                        QTest::addRow("%s", stack.name().c_str()) << stack;
                    }
                }
            }
        }
    }

    void everyPolicy()
    {
        QFETCH(StackCase, stack);
        const ResolvedScenario scenario = scenarioOf(stack);
        const Result<TrainingResults> reference = steps(planOf(scenario, kStoreAll));
        QVERIFY2(reference.ok(), reference.ok() ? "" : reference.error().message.c_str());
        // it trains, on numbers
        QCOMPARE(reference->losses.size(), static_cast<std::size_t>(kSteps));
        for (const double loss : reference->losses) {
            QVERIFY(std::isfinite(loss));
        }
        QVERIFY(reference->losses[0] != reference->losses[2]);
        QCOMPARE(firstDifference(*reference, *reference), std::string());

        std::vector<PolicySpec> policies = policiesFor(scenario);
        if (stack.loss == Loss::None) {
            const std::vector<PolicySpec> budgets = budgetsFor(scenario);
            policies.insert(policies.end(), budgets.begin(), budgets.end());
        }
        for (const PolicySpec& policy : policies) {
            const Result<TrainingResults> results = steps(planOf(scenario, policy));
            QVERIFY2(results.ok(), results.ok() ? "" : results.error().message.c_str());
            QCOMPARE(nameOf(policy) + ": " + firstDifference(*reference, *results), nameOf(policy) + ": ");
        }
    }

    // No gradient is missing, and none is left out of the comparison.
    void everyWeightLearns()
    {
        for (const bool llama : { false, true }) {
            const RunPlan plan = planOf(scenarioOf({ llama, false, false, Loss::Full, 2, false }), kStoreAll);
            const TrainingResults results = *steps(plan);
            QCOMPARE(results.gradients.size(), results.parameters.size());
            QCOMPARE(results.parameters.size(), plan.program.parameters.size());
            for (const NamedTensor& gradient : results.gradients) {
                const bool zero = std::all_of(gradient.bytes.begin(), gradient.bytes.end(),
                    [](std::byte each) { return each == std::byte { 0 }; });
                QVERIFY2(!zero, gradient.name.c_str());
            }
        }
    }

    // The same for any number of threads.
    void threadsDoNotMatter()
    {
        for (const StackCase& stack :
            { StackCase { false, false, true, Loss::Chunked, 2 }, StackCase { true, true, false, Loss::None, 2 } }) {
            const RunPlan plan = planOf(scenarioOf(stack), policyOf(PolicyId::Segments, 1));
            QCOMPARE(firstDifference(*steps(plan, 1), *steps(plan, 3)), std::string());
        }
    }

    // The double twin is the same model: its loss agrees to single precision, and is not the same.
    void twinAgrees()
    {
        for (const StackCase& stack :
            { StackCase { false, false, true, Loss::Full, 2 }, StackCase { true, true, false, Loss::None, 2 } }) {
            const ResolvedScenario scenario = scenarioOf(stack);
            const TrainingResults single = *steps(planOf(scenario, kStoreAll));
            const TrainingResults twin = *steps(planOf(scenario, kStoreAll, Precision::Double));
            for (std::size_t i = 0; i < single.losses.size(); ++i) {
                QVERIFY(single.losses[i] != twin.losses[i]);
                const double scale = std::max(1.0, std::abs(twin.losses[i]));
                QVERIFY2(std::abs(single.losses[i] - twin.losses[i]) < 1e-4 * scale,
                    qPrintable(QString("%1 %2").arg(single.losses[i]).arg(twin.losses[i])));
            }
            const TrainingResults segments =
                *steps(planOf(scenario, policyOf(PolicyId::Segments, 1), Precision::Double));
            QCOMPARE(firstDifference(twin, segments), std::string());
        }
    }

    // The comparison has power: each of these is a fault that recomputation could have.
    void faultsAreCaught_data()
    {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : { "statistic", "stale", "seed", "mask" }) {
            QTest::addRow("%s", fault) << QByteArray(fault);
        }
    }

    void faultsAreCaught()
    {
        QFETCH(QByteArray, fault);
        const RunPlan plan = planOf(scenarioOf({ false, false, true, Loss::None, 4 }), policyOf(PolicyId::Segments, 2));
        const TrainingResults reference = *steps(plan);
        bool happened = false;
        const auto faulty = [&](const OpCall& call, ThreadPool& pool) -> Status {
            const bool again = call.op->pass == Pass::Recompute && call.op->stage == 2;
            if (again && fault == "stale" && call.op->name == "norm2") {
                happened = true;
                return success(); // what was there before is taken for the result
            }
            OpCall changed = call;
            RunFacts facts = *call.facts;
            if (again && fault == "seed") {
                happened = true;
                facts.seed += 1;
                changed.facts = &facts;
            }
            Status status = runOnCpu<float>(changed, pool);
            for (const Operand& written : call.writes) {
                if (again && written.data != nullptr && fault == "statistic" && written.name == "ln1_stats") {
                    happened = true;
                    static_cast<float*>(written.data)[1] *= 1.001F; // of one row
                }
                if (again && written.data != nullptr && fault == "mask" && written.name == "att_mask") {
                    happened = true; // of the last token and itself: the first sees one token only, whatever its mask
                    const Count last = written.shape.elements().value().value_or(0) - 1;
                    static_cast<unsigned char*>(written.data)[last] ^= 1U;
                }
            }
            return status;
        };
        const Result<TrainingResults> results = steps(plan, 1, faulty);
        QVERIFY(results.ok());
        QVERIFY(happened);
        QVERIFY(!firstDifference(reference, *results).empty());
    }
};

QTEST_APPLESS_MAIN(TestBitIdentity)
#include "tst_bit_identity.moc"
