// SPDX-License-Identifier: MIT
// Policies lowered to programs: which are legal, and what the verifier must reject.
#include "lowered_stack.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::test;

namespace {

std::vector<PolicySpec> policiesFor(Count N)
{
    std::vector<PolicySpec> all { spec(PolicyId::StoreAll), spec(PolicyId::Recursive) };
    for (Count K = 1; K <= N; ++K) {
        for (const PolicyId id :
            { PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel, PolicyId::Revolve }) {
            all.push_back(spec(id, K));
        }
        all.push_back(spec(PolicyId::Segments, K));
        all.back().lastStored = true;
        all.push_back(spec(PolicyId::EveryNth, K));
        all.back().start = 1;
    }
    for (Count m = 0; m <= N; ++m) {
        all.push_back(spec(PolicyId::FirstM, m));
    }
    const std::size_t plain = all.size();
    for (std::size_t i = 0; i < plain; i += 3) {
        all.push_back(all[i]);
        all.back().tensors = { "gelu", "norms" };
    }
    all.push_back(spec(PolicyId::Selective));
    all.back().tensors = { "attention", "gelu", "norms", "up" };
    return all;
}

} // namespace

class TestProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPolicyIsLegal()
    {
        ResolvedScenario scenario = llama(5, 2, 32, { 32, 96, 4, 2, 16 });
        scenario.model.vocab = 101;
        scenario.recipe.dropout = true;
        scenario.recipe.attention = Attention::Materialized;
        LowerOptions options;
        options.gradients = Gradients::OnDemand;
        options.optimizerTemporaryBytes = 1000;
        for (Count N = 1; N <= 5; ++N) {
            scenario.model.layers = N;
            const Stack stack = stackOf(scenario);
            for (const PolicySpec& policy : policiesFor(N)) {
                const Program program = stack.program(policy, options); // fatal if it is not legal
                const Simulation run = simulate(program);
                Bytes kinds = 0;
                for (const Bytes bytes : run.peakByKind) {
                    QVERIFY(bytes >= 0);
                    kinds += bytes;
                }
                QCOMPARE(kinds, run.peakBytes);
                QCOMPARE(run.live[run.peakOp], run.peakBytes);
            }
        }
    }

    void everyBlockIsLegal()
    {
        for (int variant = 0; variant < 64; ++variant) {
            ResolvedScenario scenario =
                variant % 2 == 0 ? gpt2(3, 2, 32, 32, 4) : llama(3, 2, 32, { 32, 96, 4, 2, 16 });
            auto& model = scenario.model;
            model.vocab = 64;
            model.positionRows = 32;
            scenario.recipe.attention = variant % 4 < 2 ? Attention::Fused : Attention::Materialized;
            scenario.recipe.dropout = variant % 3 == 0;
            scenario.recipe.loss = variant % 5 == 0 ? Loss::Chunked : variant % 5 == 1 ? Loss::None : Loss::Full;
            scenario.recipe.dtype = variant % 7 == 0 ? Dtype::Fp32 : Dtype::Bf16;
            model.parallelBlock = variant % 8 >= 6;
            model.normsPerLayer = variant % 16 == 7 ? 1 : variant % 16 == 9 ? 4 : 2;
            model.qkNorm = variant % 6 == 1 ? QkNorm::PerHead : variant % 6 == 3 ? QkNorm::FullWidth : QkNorm::None;
            model.embedNorm = variant % 9 == 0;
            model.tiedEmbeddings = variant % 2 == 0;
            if (variant >= 32) {
                model.experts = 4;
                model.expertsPerToken = 2;
                model.expertDFfn = 16;
                model.sharedExperts = variant % 2;
                model.sharedDFfn = 16;
                model.sharedGate = variant % 4 == 1;
                model.denseLayers = 1;
            }
            if (variant % 4 == 3) {
                scenario.parallel.tensor = 2;
                scenario.parallel.sequenceParallel = true;
            }
            LowerOptions options;
            options.gradients = variant % 2 == 0 ? Gradients::Preallocated : Gradients::OnDemand;
            options.dataParallel = 4;
            options.zero = variant % 4;
            const Stack stack = stackOf(scenario);
            for (const PolicySpec& policy : { spec(PolicyId::StoreAll), spec(PolicyId::Segments, 2),
                     spec(PolicyId::Article, 2), spec(PolicyId::TwoLevel, 2), [] {
                         PolicySpec all = spec(PolicyId::Selective);
                         all.tensors = { "attention", "gelu", "norms", "up" };
                         return all;
                     }() }) {
                const Program program = stack.program(policy, options); // fatal if it is not legal
                QVERIFY(simulate(program).peakBytes > 0);
            }
        }
    }

    void brokenSchedulesAreRefused()
    {
        const Stack stack = fused(3);
        const Result<Schedule> right = makeSchedule(spec(PolicyId::Segments, 3), 3);
        QVERIFY(right && lower(stack.chain, *right, {}));
        Schedule noLoss = *right; // the backward pass has no gradient to begin with
        noLoss.runs.erase(
            std::remove_if(noLoss.runs.begin(), noLoss.runs.end(), [](const Run& run) { return run.act == Act::Head; }),
            noLoss.runs.end());
        QVERIFY(!lower(stack.chain, noLoss, {}));
        Schedule skipped = *right; // layer 2 has no input
        for (Run& run : skipped.runs) {
            if (run.act == Act::Forward && run.first == 1) {
                run.first = 2;
            }
        }
        QVERIFY(!lower(stack.chain, skipped, {}));
        Schedule twice = *right; // layer 3 backward a second time instead of layer 2
        twice.runs.insert(twice.runs.end() - 3, { Act::Backward, false, false, false, kNoGroup, 3, 1 });
        const Result<Program> program = lower(stack.chain, twice, {});
        QVERIFY(!program || !verify(*program));
        PolicySpec unknown = spec(PolicyId::Segments, 4);
        QVERIFY(!makeSchedule(unknown, 3));
        unknown.number.reset();
        QVERIFY(!makeSchedule(unknown, 3));
    }

    void mutationsAreRejected()
    {
        ResolvedScenario scenario = gpt2(3, 2, 16, 16, 2);
        scenario.model.vocab = 17;
        scenario.model.positionRows = 16;
        const Stack stack = stackOf(scenario);
        LowerOptions options;
        options.gradients = Gradients::OnDemand;
        options.optimizerTemporaryBytes = 8;
        for (const PolicySpec& policy : { spec(PolicyId::StoreAll), spec(PolicyId::Segments, 2),
                 spec(PolicyId::TwoLevel, 3), spec(PolicyId::Article, 2) }) {
            const Program legal = stack.program(policy, options);
            for (std::size_t i = 0; i < legal.ops.size(); ++i) {
                Program dropped = legal;
                dropped.ops.erase(dropped.ops.begin() + std::ptrdiff_t(i));
                QVERIFY2(!verify(dropped), qPrintable(QStringLiteral("without op %1").arg(i)));
                Program doubled = legal;
                doubled.ops.insert(doubled.ops.begin() + std::ptrdiff_t(i), legal.ops[i]);
                QVERIFY2(!verify(doubled), qPrintable(QStringLiteral("op %1 twice").arg(i)));
                for (std::size_t j = 0; j < legal.ops[i].frees.size(); ++j) {
                    Program kept = legal;
                    kept.ops[i].frees.erase(kept.ops[i].frees.begin() + std::ptrdiff_t(j));
                    QVERIFY(!verify(kept)); // left over
                    Program twice = legal;
                    twice.ops[i].frees.push_back(legal.ops[i].frees[j]);
                    QVERIFY(!verify(twice));
                    if (i > 0) {
                        Program early = kept; // freed before its last reader
                        early.ops[i - 1].frees.push_back(legal.ops[i].frees[j]);
                        const auto& allocated = legal.ops[i].allocates;
                        const bool here =
                            std::find(allocated.begin(), allocated.end(), legal.ops[i].frees[j]) != allocated.end();
                        QVERIFY(here || !verify(early));
                    }
                }
            }
        }
    }

    void stepsOutOfOrderAreRejected()
    {
        const Stack stack = fused(3);
        const Program legal = stack.program(spec(PolicyId::StoreAll));
        Program swapped = legal; // the labels of two backward steps
        for (Step& step : swapped.steps) {
            if (step.act == Act::Backward && step.layer != 1) {
                step.layer = step.layer == 2 ? 3 : 2;
            }
        }
        QVERIFY(!verify(swapped));
        for (ProgramOp& op : swapped.ops) {
            if (op.pass == Pass::Backward && (op.stage == 2 || op.stage == 3)) {
                op.stage = op.stage == 2 ? 3 : 2;
            }
        }
        QVERIFY(!verify(swapped)); // the labels agree, the order is still wrong
        Program wrongPlace = legal;
        for (ProgramOp& op : wrongPlace.ops) {
            op.inPlace = op.kernel == Kernel::Add ? std::int8_t { 0 } : op.inPlace;
        }
        QVERIFY(!verify(wrongPlace));
    }
};

QTEST_APPLESS_MAIN(TestProgram)
#include "tst_program.moc"
