// SPDX-License-Identifier: MIT
// Times of planning in training accounting: printed, never asserted.
#include "core/optimal/optimal.h"
#include "core/schedule/policies.h"
#include "core/simulate/peak_detail.h"
#include "stack_cases.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::test;

namespace {

constexpr Count kLayers = 128;
constexpr std::array<TensorGroups, 1> kNothingDropped { kNoGroup };

ResolvedScenario deepModel()
{
    ResolvedScenario scenario = gpt2(kLayers, 4, 2048, 4096, 32);
    scenario.model.vocab = 50304;
    scenario.model.positionRows = 2048;
    return scenario;
}

// Every number of four policies: peak by kind, recomputed FLOPs and largest batch.
Bytes sweepFour(const LayerModel& model, const StepTable& table, std::vector<Run>& runs)
{
    PeakDetails details(model, table);
    Wide sum = 0;
    for (const PolicyId id : { PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel }) {
        PolicySpec spec;
        spec.id = id;
        for (Count K = 1; K <= kLayers; ++K) {
            spec.number = K;
            if (writeRuns(spec, kNoGroup, kLayers, runs)) {
                const LayerPeak peak = simulateRuns(model, table, runs);
                sum += details.of(runs, false, peak).kinds[0];
                sum += largestBatch(model, runs, table, peak, Bytes { 1 } << 36, 1 << 20) + peak.bytes
                    + static_cast<Wide>(peak.recomputeFlops);
            }
        }
    }
    return static_cast<Bytes>(sum >> 20);
}

} // namespace

class BenchPlan : public QObject {
    Q_OBJECT

private slots:
    void modelOnce()
    {
        const ResolvedScenario scenario = deepModel();
        QBENCHMARK
        {
            QVERIFY(makeLayerModel(scenario, {}, kNothingDropped));
        }
    }

    void sweepFourPolicies()
    {
        const Result<LayerModel> model = makeLayerModel(deepModel(), {}, kNothingDropped);
        QVERIFY(model);
        const StepTable table = tableAt(*model, 4);
        std::vector<Run> runs;
        Bytes sum = 0;
        QBENCHMARK
        {
            sum += sweepFour(*model, table, runs);
        }
        QVERIFY(sum != 0);
    }

    void optimalFrontierOf_data()
    {
        QTest::addColumn<Count>("layers");
        for (const Count layers : { 24, 48, 96, 128 }) {
            QTest::addRow("%d layers", int(layers)) << layers;
        }
    }

    void optimalFrontierOf()
    {
        QFETCH(Count, layers);
        ResolvedScenario scenario = deepModel();
        scenario.model.layers = layers;
        const Result<LayerModel> model = makeLayerModel(scenario, {}, optimalDropped());
        QVERIFY(model);
        const StepTable table = tableAt(*model, 4);
        std::size_t points = 0;
        bool exact = true;
        QBENCHMARK
        {
            const std::vector<OptimalPlan> plans = optimalFrontier(*model, table);
            points = plans.size();
            exact = plans.front().exact;
        }
        qInfo("%zu points, %s", points, exact ? "exact" : "a bound");
    }

    void wholeProgram()
    {
        const Result<Chain> chain = makeChain(deepModel());
        PolicySpec spec;
        spec.id = PolicyId::Segments;
        spec.number = 4;
        const Result<Schedule> schedule = makeSchedule(spec, kLayers);
        QVERIFY(chain && schedule);
        QBENCHMARK
        {
            const Result<Program> program = lower(*chain, *schedule, {});
            QVERIFY(program && simulate(*program).peakBytes > 0);
        }
    }
};

QTEST_APPLESS_MAIN(BenchPlan)
#include "bench_plan.moc"
