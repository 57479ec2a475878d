// SPDX-License-Identifier: MIT
// What each policy's steps hold and run again, in closed form and as PyTorch measured it.
#include "core/base/units.h"
#include "lowered_stack.h"

#include <QTest>

#include <map>

using namespace sublinear;
using namespace sublinear::test;

class TestPolicies : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
                // with the last segment stored: it is whole while the loss runs, then the one before it live
                PolicySpec lastStored = spec(PolicyId::Segments, K);
                lastStored.lastStored = true;
                const Count last = N - (groups - 1) * K;
                const Bytes whole = (groups - 1) * x + last * (A + x) + W;
                QCOMPARE(stack.peak(lastStored), groups > 1 ? std::max(whole, segmentPeak(groups - 1, K)) : whole);
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
                if (K > 1) {
                    // whole layers and what each group starts from, and the layers run again: the rest
                    // behind the last whole layer first, then the K-1 before it
                    const Count kept = N / K;
                    const Count rest = N - kept * K;
                    Bytes article = kept > 0 ? kept * (A + 2 * x) + (K - 1) * A + (K - 2) * x + W : 0;
                    if (rest > 0) {
                        article = std::max(article, kept * (A + 2 * x) + rest * (A + x) + W);
                    }
                    QCOMPARE(stack.peak(spec(PolicyId::Article, K)), article);
                }
                const auto nested = [&](Count boundaries, Count inner) { return (boundaries + inner - 1) * x + A + W; };
                Bytes twoLevel = nested(groups, last);
                if (groups > 1) {
                    twoLevel = std::max(twoLevel, nested(groups - 1, K));
                }
                QCOMPARE(stack.peak(spec(PolicyId::TwoLevel, K)), twoLevel);
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
    // inputs. Its peaks are whole inputs above a run that adds in place: one at every peak in the
    // backward pass (autograd adds the gradients of a layer's two branches, and of its weights,
    // out of place), and for each level of recomputation under way the output of the function that
    // is run again, which nobody reads. So 1, 2 or 3 inputs, known to two digits: 0.1 of an input
    // either way, and twice that for the norms' statistics at K=1 and 2.
    void measuredShape_data()
    {
        QTest::addColumn<int>("policy");
        QTest::addColumn<Count>("number");
        QTest::addColumn<int>("levels");
        QTest::addColumn<double>("measured");
        const auto row = [](PolicyId policy, Count number, int levels, double measured) {
            QTest::addRow("%s %d", policyInfo(policy).text.data(), int(number))
                << int(policy) << number << levels << measured;
        };
        row(PolicyId::StoreAll, 0, 0, 24.30);
        row(PolicyId::Segments, 1, 1, 2.51);
        row(PolicyId::Segments, 2, 1, 2.91);
        row(PolicyId::Segments, 3, 1, 3.70);
        row(PolicyId::Segments, 4, 1, 4.60);
        row(PolicyId::Segments, 6, 1, 6.50);
        row(PolicyId::Segments, 8, 1, 8.45);
        row(PolicyId::Segments, 12, 1, 12.40);
        row(PolicyId::Segments, 24, 1, 24.35);
        row(PolicyId::Article, 1, 0, 24.30);
        row(PolicyId::Article, 2, 1, 13.91);
        row(PolicyId::Article, 3, 1, 10.70);
        row(PolicyId::Article, 4, 1, 9.60);
        row(PolicyId::Article, 6, 1, 9.50);
        row(PolicyId::Article, 8, 1, 10.45);
        row(PolicyId::Article, 12, 1, 13.40);
        row(PolicyId::Article, 24, 1, 24.35);
        row(PolicyId::EveryNth, 1, 1, 2.51);
        row(PolicyId::EveryNth, 2, 1, 12.96);
        row(PolicyId::EveryNth, 3, 0, 16.70);
        row(PolicyId::EveryNth, 4, 0, 18.60);
        row(PolicyId::EveryNth, 6, 0, 20.50);
        row(PolicyId::EveryNth, 8, 0, 21.45);
        row(PolicyId::EveryNth, 12, 0, 22.40);
        row(PolicyId::EveryNth, 24, 0, 23.35);
        row(PolicyId::TwoLevel, 2, 2, 2.01);
        row(PolicyId::TwoLevel, 3, 2, 1.85);
        row(PolicyId::TwoLevel, 4, 2, 1.80);
        row(PolicyId::TwoLevel, 6, 2, 1.80);
        row(PolicyId::TwoLevel, 8, 2, 1.85);
    }

    void measuredShape()
    {
        QFETCH(int, policy);
        QFETCH(Count, number);
        QFETCH(int, levels);
        QFETCH(double, measured);
        ResolvedScenario scenario = gpt2(24, 2, 256, 256, 4);
        scenario.recipe.dtype = Dtype::Fp32;
        const Stack stack = stackOf(scenario);
        const double inputs = double(stack.A + stack.x) / double(stack.x);
        QVERIFY(std::abs(inputs - 20) < 0.05);
        PolicySpec chosen = spec(PolicyId(policy));
        if (number > 0) {
            chosen.number = number;
        }
        chosen.start = chosen.id == PolicyId::EveryNth ? 1 : 0;
        const double predicted = double(stack.peak(chosen)) / double(stack.x);
        const double above = measured * inputs - predicted - 1 - levels;
        QVERIFY2(std::abs(above) < 0.3, qPrintable(QStringLiteral("%1 inputs too many").arg(above)));
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

QTEST_APPLESS_MAIN(TestPolicies)
#include "tst_policies.moc"
