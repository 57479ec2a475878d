// SPDX-License-Identifier: MIT
// Times of planning in training accounting: printed, never asserted.
#include "core/optimal/optimal.h"
#include "core/plan/evaluate.h"
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

private Q_SLOTS:
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
        QTest::addColumn<ResolvedScenario>("scenario");
        QTest::addColumn<int>("gradients");
        const auto row = [](const char* name, const ResolvedScenario& scenario, Gradients gradients) {
            QTest::addRow("%s", name) << scenario << int(gradients);
        };
        ResolvedScenario scenario = deepModel();
        row("128 layers, materialised", scenario, Gradients::Preallocated);
        row("128 layers, materialised, on demand", scenario, Gradients::OnDemand);
        scenario.recipe.dropout = true;
        row("128 layers, materialised, dropout", scenario, Gradients::Preallocated);
        scenario.recipe.dropout = false;
        scenario.recipe.attention = Attention::Fused;
        row("128 layers, fused", scenario, Gradients::Preallocated);
        row("128 layers, fused, on demand", scenario, Gradients::OnDemand);
        scenario.model.layers = 48;
        row("48 layers, fused", scenario, Gradients::Preallocated);
        scenario = llama(kLayers, 4, 2048, { 4096, 14336, 32, 8, 128 });
        row("128 Llama layers", scenario, Gradients::Preallocated);
        scenario.model.experts = 8;
        scenario.model.expertsPerToken = 2;
        scenario.model.expertDFfn = 14336;
        scenario.model.denseLayers = 3;
        row("128 layers, 3 of them dense, the others experts", scenario, Gradients::Preallocated);
        // no model is like this: it has the most different stretches
        scenario.model.denseLayers = 64;
        row("128 layers, 64 of them dense, the others experts", scenario, Gradients::Preallocated);
        row("1000 layers, fused", gpt2(1000, 1, 1024, 1024, 16), Gradients::Preallocated);
    }

    void optimalFrontierOf()
    {
        QFETCH(ResolvedScenario, scenario);
        QFETCH(int, gradients);
        LowerOptions options;
        options.gradients = Gradients(gradients);
        const Result<LayerModel> model = makeLayerModel(scenario, options, optimalDropped());
        QVERIFY(model);
        const StepTable table = tableAt(*model, scenario.workload.batch);
        std::size_t points = 0;
        bool exact = true;
        QBENCHMARK
        {
            const std::vector<OptimalPlan> plans = optimalFrontier(*model, table);
            points = plans.size();
            exact = plans.front().exact;
        }
        qInfo("%zu points, %s", points, exact ? "exact" : "a bound, not exact");
    }

    // Every policy over all its numbers, the frontier of `optimal` apart, as the window asks for them.
    void evaluateAllPolicies_data()
    {
        QTest::addColumn<Count>("layers");
        QTest::addRow("128 layers") << Count { 128 };
        QTest::addRow("1000 layers") << Count { 1000 };
    }

    void evaluateAllPolicies()
    {
        QFETCH(Count, layers);
        ResolvedScenario scenario = deepModel();
        scenario.model.layers = layers;
        scenario.accounting = Accounting::Training;
        scenario.device.memoryBytes = Bytes { 80 } << 30;
        const auto compared =
            parsePolicies("store_all,segments,every_nth,first_m,two_level,selective,recursive,revolve");
        QVERIFY(compared);
        QBENCHMARK
        {
            QVERIFY(evaluate(scenario, *compared));
        }
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
