// SPDX-License-Identifier: MIT
// Policies lowered to programs: the executed peaks, what is run again, and what the
// verifier must reject.
#include "core/base/units.h"
#include "core/program/lower.h"
#include "core/program/verify.h"
#include "core/schedule/policies.h"
#include "core/simulate/simulate.h"
#include "stack_cases.h"

#include <QTest>

#include <map>

using namespace sublinear;
using namespace sublinear::test;

namespace {

PolicySpec spec(PolicyId id, std::optional<Count> number = std::nullopt)
{
    PolicySpec made;
    made.id = id;
    made.number = number;
    return made;
}

struct Stack {
    ResolvedScenario scenario;
    Chain chain;
    Bytes A = 0; ///< one layer's saved set
    Bytes x = 0; ///< one layer's input
    Bytes W = 0; ///< what one layer alone adds to A + x

    [[nodiscard]] Program program(const PolicySpec& policy, const LowerOptions& options = {}) const
    {
        const Result<Schedule> schedule = makeSchedule(policy, chain.layers());
        if (!schedule) {
            qFatal("%s", schedule.error().message.c_str());
        }
        const Result<Program> made = lower(chain, *schedule, options);
        if (!made) {
            qFatal("%s: %s", policyText(policy).c_str(), made.error().message.c_str());
        }
        const Status legal = verify(*made);
        if (!legal) {
            qFatal("%s: %s", policyText(policy).c_str(), legal.error().message.c_str());
        }
        return *made;
    }
    [[nodiscard]] Bytes peak(const PolicySpec& policy) const { return simulate(program(policy)).peakBytes; }
    /// Recomputed FLOPs in forward passes of the layers.
    [[nodiscard]] double extra(const PolicySpec& policy) const
    {
        const Simulation run = simulate(program(policy));
        return run.recomputeFlops / run.forwardFlops;
    }
};

Stack stackOf(ResolvedScenario scenario)
{
    Stack stack;
    stack.scenario = scenario;
    const Count N = scenario.model.layers;
    scenario.model.layers = 1;
    Result<Chain> chain = makeChain(scenario);
    stack.chain = *chain;
    stack.A = savedBytes(chain->kinds[0]);
    stack.x = boundaryBytes(chain->kinds[0]);
    stack.W = stack.peak(spec(PolicyId::StoreAll)) - stack.A - stack.x;
    scenario.model.layers = N;
    stack.chain = *makeChain(scenario);
    return stack;
}

Stack fused(Count layers)
{
    ResolvedScenario scenario = gpt2(layers, 2, 64, 64, 4);
    scenario.recipe.attention = Attention::Fused;
    return stackOf(scenario);
}

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

private slots:
    void executedPeaks_data()
    {
        QTest::addColumn<bool>("isFused");
        QTest::addRow("fused") << true;
        QTest::addRow("materialised") << false;
    }

    void executedPeaks()
    {
        QFETCH(bool, isFused);
        for (const Count N : { 1, 2, 5, 12, 24 }) {
            const Stack stack = isFused ? fused(N) : stackOf(gpt2(N, 2, 64, 64, 4));
            const Bytes A = stack.A;
            const Bytes x = stack.x;
            const Bytes W = stack.W;
            QCOMPARE(stack.peak(spec(PolicyId::StoreAll)), N * (A + x) + W);
            for (Count K = 1; K <= N; ++K) {
                const Count groups = (N + K - 1) / K;
                const auto segmentPeak = [&](Count boundaries, Count live) {
                    return boundaries * x + live * A + (live - 1) * x + W;
                };
                Bytes expected = segmentPeak(groups, N - (groups - 1) * K); // the last one may be short
                if (groups > 1) {
                    expected = std::max(expected, segmentPeak(groups - 1, K));
                }
                QCOMPARE(stack.peak(spec(PolicyId::Segments, K)), expected);
                for (const Count start : { K, Count { 1 } }) {
                    PolicySpec nth = spec(PolicyId::EveryNth, K);
                    nth.start = start;
                    const Count m = (N - start) / K + 1;
                    const bool lastRecomputed = (N - start) % K == 0;
                    Bytes peak = (N - m) * (A + x) + m * x + W + (lastRecomputed ? A : 0);
                    if (N == m) {
                        peak = N * x + A + W;
                    }
                    QCOMPARE(stack.peak(nth), peak);
                }
                if (K > 1 && N % K == 0) {
                    // N/K whole layers, what each group starts from, and K-1 layers run again
                    QCOMPARE(
                        stack.peak(spec(PolicyId::Article, K)), N / K * (A + 2 * x) + (K - 1) * A + (K - 2) * x + W);
                }
                if (N % K == 0) {
                    QCOMPARE(stack.peak(spec(PolicyId::TwoLevel, K)), (N / K + K - 1) * x + A + W);
                }
            }
            QCOMPARE(stack.peak(spec(PolicyId::Article, 1)), N * (A + x) + W);
            for (Count m = 0; m <= N; ++m) {
                const Bytes whole = (N - m) * (A + x) + m * x + W;
                const Bytes alone = m * x + A + W;
                QCOMPARE(stack.peak(spec(PolicyId::FirstM, m)), m == N ? alone : whole);
            }
        }
    }

    // PyTorch, 24 layers, fp32, width 256, 2 x 256 tokens, 4 heads: one layer with its input is 20
    // inputs. Its autograd makes each weight gradient apart (2 inputs wide at most) before it
    // adds it, which a run that adds in place does not: 3 inputs = 0.15 units are allowed, and
    // one more where checkpoints are nested.
    void measuredShape_data()
    {
        QTest::addColumn<int>("policy");
        QTest::addColumn<Count>("number");
        QTest::addColumn<double>("measured");
        QTest::addRow("store_all") << int(PolicyId::StoreAll) << Count { 0 } << 24.30;
        QTest::addRow("segments 1") << int(PolicyId::Segments) << Count { 1 } << 2.51;
        QTest::addRow("segments 2") << int(PolicyId::Segments) << Count { 2 } << 2.91;
        QTest::addRow("segments 4") << int(PolicyId::Segments) << Count { 4 } << 4.60;
        QTest::addRow("article 4") << int(PolicyId::Article) << Count { 4 } << 9.60;
        QTest::addRow("article 6") << int(PolicyId::Article) << Count { 6 } << 9.50;
        QTest::addRow("every_nth 2 from 1") << int(PolicyId::EveryNth) << Count { 2 } << 12.96;
        QTest::addRow("two_level 4") << int(PolicyId::TwoLevel) << Count { 4 } << 1.80;
    }

    void measuredShape()
    {
        QFETCH(int, policy);
        QFETCH(Count, number);
        QFETCH(double, measured);
        ResolvedScenario scenario = gpt2(24, 2, 256, 256, 4);
        scenario.recipe.dtype = Dtype::Fp32;
        const Stack stack = stackOf(scenario);
        QVERIFY(std::abs(double(stack.A + stack.x) / double(stack.x) - 20) < 0.05);
        PolicySpec chosen = spec(PolicyId(policy));
        if (number > 0) {
            chosen.number = number;
        }
        chosen.start = chosen.id == PolicyId::EveryNth ? 1 : 0;
        const double predicted = double(stack.peak(chosen)) / double(stack.A + stack.x);
        QVERIFY2(predicted <= measured && measured <= predicted + (chosen.id == PolicyId::TwoLevel ? 0.20 : 0.15),
            qPrintable(QStringLiteral("%1 against %2").arg(predicted).arg(measured)));
    }

    void extraForward()
    {
        const Stack stack = stackOf(gpt2(24, 2, 64, 64, 4));
        QCOMPARE(stack.extra(spec(PolicyId::StoreAll)), 0.0);
        const Flops layer = forwardFlops(stack.chain.kinds[0]);
        const Flops projection = 2.0 * 128 * 256 * 64; // the down-projection: nobody reads its result
        const double once = (layer - projection) / layer;
        QCOMPARE(stack.extra(spec(PolicyId::Segments, 1)), once);
        QCOMPARE(stack.extra(spec(PolicyId::Segments, 4)), (18 + 6 * once) / 24);
        PolicySpec lastStored = spec(PolicyId::Segments, 4);
        lastStored.lastStored = true;
        QCOMPARE(stack.extra(lastStored), (15 + 5 * once) / 24);
        QCOMPARE(stack.extra(spec(PolicyId::EveryNth, 2)), 12 * once / 24);
        QCOMPARE(stack.extra(spec(PolicyId::FirstM, 7)), 7 * once / 24);
        QCOMPARE(stack.extra(spec(PolicyId::Article, 4)), (6 * 2 + 6 * once) / 24);
        QCOMPARE(stack.extra(spec(PolicyId::TwoLevel, 4)), (18 + 24 * once) / 24);
        PolicySpec cheap = spec(PolicyId::Selective);
        cheap.tensors = { "gelu", "norms" };
        QCOMPARE(stack.extra(cheap), 0.0); // element-wise work has no matrix FLOPs
        cheap.tensors = { "attention" };
        QCOMPARE(stack.extra(cheap), 2.0 * 2 * 64 * 64 * 64 / layer); // the scores
    }

    // GPT-2 350M, batch 8: the simulated MiB and percent of a published planner's notes.
    void selectiveSavings()
    {
        const Stack stack = stackOf(gpt2(24, 8, 1024, 1024, 16));
        const Bytes all = stack.peak(spec(PolicyId::StoreAll));
        PolicySpec chosen = spec(PolicyId::Selective);
        chosen.tensors = { "gelu" };
        QCOMPARE(all - stack.peak(chosen), 23 * 64 * kMiB); // all layers' but the one in use
        chosen.tensors = { "attention" };
        QCOMPARE(all - stack.peak(chosen), 23 * 256 * kMiB);
        chosen.tensors = { "gelu", "up" };
        QCOMPARE(all - stack.peak(chosen), 23 * 128 * kMiB);
    }

    void revolveCounts()
    {
        for (Count layers = 1; layers <= 24; ++layers) {
            for (Count states = 1; states <= layers; ++states) {
                const Result<Schedule> schedule = makeSchedule(spec(PolicyId::Revolve, states), layers);
                QVERIFY(schedule);
                Count forwards = 0;
                for (const Step& step : stepsOf(*schedule)) {
                    forwards += step.act == Act::Forward || step.act == Act::Recompute ? 1 : 0;
                }
                QCOMPARE(forwards - layers, revolveExtra(layers, states));
                QCOMPARE(forwards - layers, leastExtra(layers, states));
            }
        }
        QCOMPARE(revolveExtra(10, 1), Count { 45 });
        QCOMPARE(revolveExtra(10, 3), Count { 2 * 10 - 5 }); // C(5,2) = 10 reaches with t = 2
    }

    void revolveStates()
    {
        // with c states there are never more than c inputs of layers beside the one in use
        const Stack stack = fused(12);
        for (Count states = 1; states <= 12; ++states) {
            QVERIFY(stack.peak(spec(PolicyId::Revolve, states)) <= states * stack.x + stack.A + stack.x + stack.W);
        }
        QVERIFY(stack.peak(spec(PolicyId::Revolve, 6)) > 4 * stack.x + stack.A + stack.W);
    }

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

private:
    // By definition: the best first cut, tried exhaustively.
    static Count leastExtra(Count layers, Count states)
    {
        static std::map<std::pair<Count, Count>, Count> known;
        if (layers == 1) {
            return 0;
        }
        const auto key = std::make_pair(layers, states);
        if (const auto found = known.find(key); found != known.end()) {
            return found->second;
        }
        Count best = layers * (layers - 1) / 2; // from the start each time
        for (Count cut = 1; cut < layers && states > 1; ++cut) {
            best = std::min(best, cut + leastExtra(layers - cut, states - 1) + leastExtra(cut, states));
        }
        return known[key] = best;
    }
};

QTEST_APPLESS_MAIN(TestProgram)
#include "tst_program.moc"
