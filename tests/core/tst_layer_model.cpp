// SPDX-License-Identifier: MIT
// The simulation at the level of layers against that of the whole program: same peak, same
// kinds at the peak, same FLOPs, for every policy and number, on random models and batches.
#include "core/program/lower.h"
#include "core/program/verify.h"
#include "core/schedule/policies.h"
#include "core/simulate/layer_model.h"
#include "core/simulate/peak_detail.h"
#include "core/simulate/simulate.h"
#include "stack_cases.h"

#include <QTest>

#include <random>

using namespace sublinear;
using namespace sublinear::test;

namespace {

Count pick(std::mt19937& random, std::initializer_list<Count> values)
{
    return *(values.begin() + std::ptrdiff_t(random() % values.size()));
}

ResolvedScenario randomScenario(std::mt19937& random)
{
    const Count B = pick(random, { 1, 2, 3 });
    const Count S = pick(random, { 8, 16, 40 });
    const Count N = 1 + Count(random() % 7);
    ResolvedScenario scenario = random() % 2 == 0
        ? gpt2(N, B, S, pick(random, { 16, 32 }), 4)
        : llama(N, B, S, { pick(random, { 16, 32 }), pick(random, { 24, 96 }), 4, 2, pick(random, { 4, 16 }) });
    auto& model = scenario.model;
    scenario.recipe.attention = random() % 2 == 0 ? Attention::Fused : Attention::Materialized;
    scenario.recipe.dropout = random() % 3 == 0;
    scenario.recipe.dtype = random() % 4 == 0 ? Dtype::Fp32 : Dtype::Bf16;
    scenario.recipe.loss = std::array { Loss::Full, Loss::Chunked, Loss::None }[random() % 3];
    if (random() % 2 == 0) {
        model.vocab = pick(random, { 17, 500 });
        model.positionRows = S;
        model.tiedEmbeddings = random() % 2 == 0;
        model.embedNorm = random() % 4 == 0;
    }
    model.parallelBlock = random() % 4 == 0;
    model.normsPerLayer = model.parallelBlock ? pick(random, { 1, 2 }) : pick(random, { 2, 2, 4 });
    model.qkNorm = std::array { QkNorm::None, QkNorm::None, QkNorm::PerHead, QkNorm::FullWidth }[random() % 4];
    model.attentionSinks = random() % 4 == 0;
    if (random() % 3 == 0) {
        model.experts = 4;
        model.expertsPerToken = pick(random, { 1, 2 });
        model.expertDFfn = pick(random, { 8, 64 });
        model.sharedExperts = pick(random, { 0, 1 });
        model.sharedDFfn = 16;
        model.sharedGate = random() % 2 == 0;
        model.denseLayers = std::min<Count>(N, pick(random, { 0, 1, 3 }));
    }
    if (random() % 3 == 0) {
        scenario.parallel.tensor = 2;
        scenario.parallel.sequenceParallel = random() % 2 == 0;
    }
    return scenario;
}

LowerOptions randomOptions(std::mt19937& random)
{
    LowerOptions options;
    options.gradients = random() % 2 == 0 ? Gradients::Preallocated : Gradients::OnDemand;
    options.gradientElementBytes = pick(random, { 2, 4 });
    options.optimizerTemporaryBytes = pick(random, { 0, 0, 5000, 3000000 });
    options.dataParallel = pick(random, { 1, 4 });
    options.zero = pick(random, { 0, 1, 2, 3 });
    return options;
}

std::vector<PolicySpec> everyPolicy(Count N)
{
    std::vector<PolicySpec> all;
    const auto add = [&all](PolicyId id, std::optional<Count> number, Count start = 0, bool lastStored = false) {
        PolicySpec spec;
        spec.id = id;
        spec.number = number;
        spec.start = start;
        spec.lastStored = lastStored;
        all.push_back(spec);
    };
    add(PolicyId::StoreAll, {});
    add(PolicyId::Recursive, {});
    for (Count K = 1; K <= N; ++K) {
        add(PolicyId::Article, K);
        add(PolicyId::Segments, K);
        add(PolicyId::Segments, K, 0, true);
        add(PolicyId::EveryNth, K);
        add(PolicyId::EveryNth, K, 1);
        add(PolicyId::TwoLevel, K);
        add(PolicyId::Revolve, K);
    }
    for (Count m = 0; m <= N; ++m) {
        add(PolicyId::FirstM, m);
    }
    return all;
}

constexpr std::array<TensorGroups, 3> kDropped { kNoGroup, kGeluGroup | kNormsGroup,
    kAttentionGroup | kGeluGroup | kNormsGroup | kUpGroup };

} // namespace

class TestLayerModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsTheProgram_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }

    void equalsTheProgram()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const ResolvedScenario scenario = randomScenario(random);
        const LowerOptions options = randomOptions(random);
        const Result<LayerModel> model = makeLayerModel(scenario, options, kDropped);
        const Result<Chain> chain = makeChain(scenario);
        QVERIFY(model && chain);
        const Count batch = scenario.workload.batch;
        const StepTable table = tableAt(*model, batch);
        PeakDetails details(*model, table);
        std::vector<Run> runs;
        for (const PolicySpec& policy : everyPolicy(scenario.model.layers)) {
            const TensorGroups dropped = kDropped[random() % kDropped.size()];
            const auto name = QString::fromStdString(policyText(policy));
            QVERIFY(writeRuns(policy, dropped, chain->layers(), runs));
            Schedule schedule { chain->layers(), policy.id == PolicyId::Article && policy.number > 1, runs };
            const Result<Program> program = lower(*chain, schedule, options);
            QVERIFY(program && verify(*program));
            const Simulation whole = simulate(*program);
            const LayerPeak peak = simulateRuns(*model, table, runs);
            QVERIFY2(peak.bytes == whole.peakBytes,
                qPrintable(QStringLiteral("%1: %2 against %3")
                               .arg(name)
                               .arg(qint64(peak.bytes))
                               .arg(qint64(whole.peakBytes))));
            const PeakDetail detail = details.of(runs, schedule.keptIsCheckpoint, peak);
            for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
                QVERIFY2(detail.kinds[kind] == whole.peakByKind[kind],
                    qPrintable(QStringLiteral("%1, kind %2: %3 against %4")
                                   .arg(name)
                                   .arg(kind)
                                   .arg(detail.kinds[kind])
                                   .arg(whole.peakByKind[kind])));
            }
            QCOMPARE(detail.op, program->ops[whole.peakOp].name);
            QVERIFY(lineAtPeak(*model, table, runs, peak).at(batch) == peak.bytes);
            const RunFlops flops = flopsOf(*model, runs);
            QCOMPARE(flops.recompute * double(batch), whole.recomputeFlops);
            QCOMPARE(peak.recomputeFlops, flops.recompute);
            QCOMPARE(flops.forward * double(batch), whole.forwardFlops);
            QCOMPARE(flops.backward * double(batch), whole.backwardFlops);
        }
    }

    // The closed form against trying every batch.
    void largestBatches()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 40; ++round) {
            const ResolvedScenario scenario = randomScenario(random);
            const LowerOptions options = randomOptions(random);
            const Result<LayerModel> model = makeLayerModel(scenario, options, kDropped);
            QVERIFY(model);
            const auto policies = everyPolicy(scenario.model.layers);
            std::vector<Run> runs;
            QVERIFY(writeRuns(policies[random() % policies.size()], kNoGroup, scenario.model.layers, runs));
            const auto peakAt = [&](Count batch) {
                return Bytes(simulateRuns(*model, tableAt(*model, batch), runs).bytes);
            };
            const Bytes budget = peakAt(1 + Count(random() % 20)) + Count(random() % 3) - 1;
            Count expected = 0;
            while (expected < 64 && peakAt(expected + 1) <= budget) {
                ++expected;
            }
            const StepTable table = tableAt(*model, 5);
            const LayerPeak peak = simulateRuns(*model, table, runs);
            QCOMPARE(largestBatch(*model, runs, table, peak, budget, 64), expected);
        }
    }

    void wrongTableIsNoticed()
    {
        std::mt19937 random(3);
        const ResolvedScenario scenario = randomScenario(random);
        const Result<LayerModel> model = makeLayerModel(scenario, {}, kDropped);
        QVERIFY(model);
        std::vector<Run> runs;
        QVERIFY(writeRuns({ PolicyId::StoreAll, {}, {}, 0, false }, kNoGroup, scenario.model.layers, runs));
        StepTable table = tableAt(*model, 2);
        const Wide right = simulateRuns(*model, table, runs).bytes;
        QVERIFY(right > simulateRuns(*model, tableAt(*model, 1), runs).bytes);
        table.forms[kNoGroup].front()[std::size_t(Form::ForwardKeep)].after += 1;
        QVERIFY(right != simulateRuns(*model, table, runs).bytes);
    }
};

QTEST_APPLESS_MAIN(TestLayerModel)
#include "tst_layer_model.moc"
