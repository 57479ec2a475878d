// SPDX-License-Identifier: MIT
// What must hold for every scenario, over some thousand random ones with a fixed seed.
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

__extension__ typedef __int128 Wide; // what 64 bits cannot hold

constexpr Wide kLimit = std::numeric_limits<Bytes>::max();
constexpr int kScenarios = 2000;

Wide wideFixed(const Scenario& scenario)
{
    const Scenario::Model& model = scenario.model;
    const Wide width = *model.dModel;
    const Wide parameters =
        model.parameters ? Wide { *model.parameters } : *model.layers * (4 * width * width + 2 * width * *model.dFfn);
    return parameters * ((*scenario.recipe.dtype == Dtype::Fp32 ? 4 : 2) + 8);
}

// One layer's saved set, written as the sum that the article writes.
Wide wideAct(const Scenario& scenario)
{
    const Wide tokens = Wide { *scenario.workload.batch } * *scenario.workload.sequence;
    const Wide elements = tokens
        * (7 * *scenario.model.dModel + *scenario.model.dFfn
            + Wide { *scenario.model.heads } * *scenario.workload.sequence);
    return elements * (*scenario.recipe.dtype == Dtype::Fp32 ? 4 : 2);
}

Wide wideStoreAll(const Scenario& scenario)
{
    return wideFixed(scenario) + *scenario.model.layers * wideAct(scenario);
}

// 1000 scenarios give some of each kind; a test over too few would prove nothing.
std::vector<Evaluation> evaluations(Scenario (*make)(Random&), std::uint64_t seed, int wanted = kScenarios)
{
    Random random(seed);
    std::vector<Evaluation> results;
    for (int tried = 0; tried < wanted; ++tried) {
        Result<Evaluation> evaluation = evaluate(make(random));
        if (evaluation) {
            results.push_back(std::move(*evaluation));
        }
    }
    return results;
}

Bytes sumOfRows(const MemorySplit& memory)
{
    Bytes sum = 0;
    for (const MemoryRow& row : memory.rows) {
        sum += row.bytes;
    }
    return sum;
}

bool isGood(double value)
{
    return std::isfinite(value) && value >= 0;
}

bool dominated(const SweepRow& row, const std::vector<SweepRow>& rows)
{
    return std::any_of(rows.begin(), rows.end(), [&row](const SweepRow& other) {
        const bool noWorse =
            other.totalBytes <= row.totalBytes && other.extraForwardFraction <= row.extraForwardFraction;
        const bool better = other.totalBytes < row.totalBytes || other.extraForwardFraction < row.extraForwardFraction;
        return noWorse && better;
    });
}

} // namespace

class TestEvaluate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusedExactlyOverTheLimit();
    void everyNumberIsSane();
    void partsSumToTotal();
    void growsWithBatchAndSequence();
    void oneMeansStoreAll();
    void largestBatch();
    void largestBatchBelowTheFixedPart();
    void paretoAgainstBruteForce();
    void comparedRows();
    void rowsOverTheLimitAreLeftOut();
    void refused_data();
    void refused();
};

void TestEvaluate::refusedExactlyOverTheLimit()
{
    Random random(1);
    int refused = 0;
    int accepted = 0;
    for (int tried = 0; tried < 3 * kScenarios; ++tried) {
        const Scenario scenario = randomScenario(random);
        const Result<Evaluation> evaluation = evaluate(scenario);
        if (wideStoreAll(scenario) > kLimit) {
            ++refused;
            QVERIFY(!evaluation.ok());
            QCOMPARE(evaluation.error().field, std::string("memory"));
            QVERIFY(QString::fromStdString(evaluation.error().message).contains("9223372036854775807"));
            continue;
        }
        if (!evaluation) { // store-all fits into 64 bits, the chosen policy costs more
            QVERIFY(QString::fromStdString(evaluation.error().message).contains("chosen"));
            continue;
        }
        ++accepted;
        QCOMPARE(evaluation->storeAllBytes, static_cast<Bytes>(wideStoreAll(scenario)));
        QCOMPARE(evaluation->layer.totalBytes, static_cast<Bytes>(wideAct(scenario)));
    }
    QVERIFY2(refused > 30 && accepted > 3000, qPrintable(QString("%1 %2").arg(refused).arg(accepted)));
}

void TestEvaluate::everyNumberIsSane()
{
    int fitting = 0;
    for (const Evaluation& evaluation : evaluations(randomScenario, 2)) {
        QVERIFY(evaluation.parameterCount > 0);
        for (const LayerComponent& component : evaluation.layer.components) {
            QVERIFY(component.bytes > 0);
        }
        for (const MemoryRow& row : evaluation.memory.rows) {
            QVERIFY(row.bytes > 0);
            QVERIFY(!row.formula.empty());
        }
        for (const SweepRow& row : evaluation.sweep) {
            QVERIFY(row.activationBytes > 0);
            QVERIFY(row.totalBytes > row.activationBytes);
            QVERIFY(std::isfinite(row.savedFraction) && row.savedFraction <= 1);
            QVERIFY(isGood(row.extraForwardFraction) && isGood(row.extraStepFraction) && isGood(row.throughput));
            QVERIFY(row.maxBatch >= 0);
            QCOMPARE(row.fits, row.totalBytes <= evaluation.memory.capacityBytes);
            fitting += row.fits ? 1 : 0;
        }
        QVERIFY(!evaluation.memory.peakAt.empty());
    }
    QVERIFY(fitting > 1000);
}

void TestEvaluate::partsSumToTotal()
{
    for (const Evaluation& evaluation : evaluations(randomScenario, 3)) {
        Bytes layer = 0;
        for (const LayerComponent& component : evaluation.layer.components) {
            layer += component.bytes;
        }
        QCOMPARE(layer, evaluation.layer.totalBytes);
        const MemorySplit& memory = evaluation.memory;
        QCOMPARE(sumOfRows(memory), memory.totalBytes);
        QCOMPARE(memory.totalBytes, evaluation.chosen.totalBytes);
        QCOMPARE(memory.bytesOf(MemoryKind::Activations) + memory.bytesOf(MemoryKind::Checkpoints)
                + memory.bytesOf(MemoryKind::Recomputed),
            evaluation.chosen.activationBytes);
        QCOMPARE(memory.marginBytes, memory.capacityBytes - memory.totalBytes);
        QCOMPARE(memory.fits, memory.marginBytes >= 0);
    }
}

void TestEvaluate::growsWithBatchAndSequence()
{
    Random random(4);
    int compared = 0;
    for (int tried = 0; tried < kScenarios; ++tried) {
        const Scenario scenario = tightScenario(random);
        Scenario longer = scenario;
        longer.workload.sequence = *scenario.workload.sequence * 2;
        Scenario wider = scenario;
        wider.workload.batch = *scenario.workload.batch * 2;
        const Result<Evaluation> base = evaluate(scenario);
        const Result<Evaluation> more = evaluate(wider);
        const Result<Evaluation> further = evaluate(longer);
        QVERIFY(base && more && further);
        QCOMPARE(more->chosen.activationBytes, 2 * base->chosen.activationBytes);
        QVERIFY(further->chosen.activationBytes > 2 * base->chosen.activationBytes);
        QCOMPARE(more->memory.bytesOf(MemoryKind::Parameters), base->memory.bytesOf(MemoryKind::Parameters));
        QCOMPARE(more->memory.bytesOf(MemoryKind::Optimizer), base->memory.bytesOf(MemoryKind::Optimizer));
        QVERIFY(further->chosen.maxBatch <= base->chosen.maxBatch);
        ++compared;
    }
    QCOMPARE(compared, kScenarios);
}

void TestEvaluate::oneMeansStoreAll()
{
    Random random(5);
    for (int tried = 0; tried < kScenarios; ++tried) {
        Scenario scenario = tightScenario(random);
        scenario.checkpointing.policy = PolicyId::Article;
        scenario.checkpointing.k = 1;
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        QCOMPARE(evaluation->memory.totalBytes, evaluation->storeAllBytes);
        QCOMPARE(evaluation->chosen.savedFraction, 0.0);
        QCOMPARE(evaluation->chosen.extraForwardFraction, 0.0);
        QVERIFY(!evaluation->chosen.efficiency().has_value());
        scenario.checkpointing.policy = PolicyId::StoreAll;
        const Result<Evaluation> storeAll = evaluate(scenario);
        QVERIFY(storeAll.ok());
        QCOMPARE(storeAll->memory.totalBytes, evaluation->memory.totalBytes);
        QCOMPARE(storeAll->sweep.size(), std::size_t { 1 });
        QVERIFY(!storeAll->chosen.k.has_value());
    }
}

void TestEvaluate::largestBatch()
{
    Random random(6);
    int nothing = 0;
    int something = 0;
    for (int tried = 0; tried < kScenarios; ++tried) {
        Scenario scenario = tightScenario(random);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Count largest = evaluation->chosen.maxBatch;
        if (largest + 1 > 65536) { // beyond what a scenario takes
            continue;
        }
        scenario.workload.batch = largest + 1;
        const Result<Evaluation> above = evaluate(scenario);
        QVERIFY(above.ok());
        QVERIFY(!above->memory.fits);
        QCOMPARE(above->chosen.maxBatch, largest); // does not depend on the batch it is asked at
        if (largest == 0) {
            ++nothing;
            QCOMPARE(evaluation->chosen.throughput, 0.0);
            continue;
        }
        ++something;
        scenario.workload.batch = largest;
        const Result<Evaluation> at = evaluate(scenario);
        QVERIFY(at.ok());
        QVERIFY(at->memory.fits);
        QCOMPARE(at->chosen.throughput, static_cast<double>(largest) / (1 + at->chosen.extraForwardFraction / 3));
    }
    QVERIFY2(nothing > 10 && something > 1000, qPrintable(QString("%1 %2").arg(nothing).arg(something)));
}

void TestEvaluate::largestBatchBelowTheFixedPart()
{
    Scenario scenario;
    scenario.device.memoryBytes = 60 * kGiB - 1; // the default's parameters and Adam take 60 GiB
    const Result<Evaluation> below = evaluate(scenario);
    QVERIFY(below.ok());
    for (const SweepRow& row : below->sweep) {
        QCOMPARE(row.maxBatch, Count { 0 });
        QCOMPARE(row.throughput, 0.0);
    }
    QVERIFY(!below->recommendation.fits);
    QVERIFY(QString::fromStdString(below->recommendation.reason).contains("No checkpointing setting can help"));
    QCOMPARE(below->recommendation.dominant, MemoryKind::Optimizer);
    // Room for exactly one sequence at K=4, and then for one byte less.
    const Bytes perSequence = 12 * below->layer.totalBytes / 4;
    scenario.device.memoryBytes = 60 * kGiB + perSequence;
    QCOMPARE(evaluate(scenario)->chosen.maxBatch, Count { 1 });
    scenario.device.memoryBytes = 60 * kGiB + perSequence - 1;
    QCOMPARE(evaluate(scenario)->chosen.maxBatch, Count { 0 });
}

void TestEvaluate::paretoAgainstBruteForce()
{
    Random random(7);
    int marked = 0;
    int unmarked = 0;
    for (int tried = 0; tried < 300; ++tried) {
        const Scenario scenario = tightScenario(random);
        std::vector<PolicySpec> compared;
        for (const PolicyId id : kLawPolicies) {
            if (random.oneIn(2)) {
                compared.push_back({ id, {}, {}, 0, false });
            }
        }
        const Result<Evaluation> evaluation = evaluate(scenario, compared);
        QVERIFY(evaluation.ok());
        std::vector<SweepRow> rows = evaluation->sweep;
        rows.insert(rows.end(), evaluation->compared.begin(), evaluation->compared.end());
        for (const SweepRow& row : rows) {
            QCOMPARE(row.pareto, !dominated(row, rows));
            (row.pareto ? marked : unmarked) += 1;
        }
    }
    QVERIFY(marked > 1000 && unmarked > 1000);
}

void TestEvaluate::comparedRows()
{
    const Result<std::vector<PolicySpec>> specs = parsePolicies("segments,first_m:22,store_all,every_nth:2");
    QVERIFY(specs.ok());
    const Result<Evaluation> evaluation = evaluate(Scenario {}, *specs);
    QVERIFY(evaluation.ok());
    QCOMPARE(evaluation->sweep.size(), std::size_t { 32 });
    QCOMPARE(evaluation->compared.size(), std::size_t { 32 + 1 + 1 + 1 });
    QCOMPARE(evaluation->compared[0].policy, PolicyId::Segments);
    QCOMPARE(evaluation->compared[31].k, std::optional<Count>(32));
    QCOMPARE(evaluation->compared[32].policy, PolicyId::FirstM);
    QCOMPARE(evaluation->compared[32].k, std::optional<Count>(22));
    QVERIFY(evaluation->compared[32].fits);
    QVERIFY(!evaluation->compared[33].k.has_value());
    QCOMPARE(evaluation->compared[33].totalBytes, evaluation->storeAllBytes);
    QCOMPARE(evaluation->compared[34].policy, PolicyId::EveryNth);
}

void TestEvaluate::rowsOverTheLimitAreLeftOut()
{
    // The attention weights alone are 2^57 bytes a layer: 63 layers are within 2^63-1, 64 are not.
    Scenario scenario;
    scenario.model.layers = 63;
    scenario.model.heads = 1 << 11;
    scenario.model.dModel = 1 << 11;
    scenario.model.dFfn = 1;
    scenario.workload.sequence = Count { 1 } << 20;
    scenario.workload.batch = 32;
    scenario.checkpointing.k = 8;
    const Result<Evaluation> evaluation = evaluate(scenario);
    QVERIFY2(evaluation.ok(), evaluation ? "" : evaluation.error().message.c_str());
    QVERIFY(
        wideStoreAll(Scenario { evaluation->scenario.model.layers == 63 ? complete(evaluation->scenario) : scenario })
        <= kLimit);
    QCOMPARE(evaluation->rowsLeftOut, Count { 1 }); // K=63: one checkpoint and 63 live layers
    QCOMPARE(evaluation->sweep.size(), std::size_t { 62 });
    QCOMPARE(evaluation->sweep.back().k, std::optional<Count>(62));
    // Chosen itself, that row is refused.
    scenario.checkpointing.k = 63;
    const Result<Evaluation> refused = evaluate(scenario);
    QVERIFY(!refused.ok());
    QVERIFY(QString::fromStdString(refused.error().message).contains("the chosen policy's total"));
}

void TestEvaluate::refused_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("named");
    QTest::addRow("K over N") << "article:33"
                              << "policies"
                              << "from 1 to 32";
    QTest::addRow("m over N") << "first_m:33"
                              << "policies"
                              << "from 0 to 32";
}

void TestEvaluate::refused()
{
    QFETCH(QString, list);
    QFETCH(QString, field);
    QFETCH(QString, named);
    const Result<std::vector<PolicySpec>> specs = parsePolicies(list.toStdString());
    QVERIFY(specs.ok());
    const Result<Evaluation> evaluation = evaluate(Scenario {}, *specs);
    QVERIFY(!evaluation.ok());
    QCOMPARE(QString::fromStdString(evaluation.error().field), field);
    const QString message = QString::fromStdString(evaluation.error().message);
    QVERIFY2(message.contains(list) && message.contains(named), qPrintable(message));
    // The scenario's own policy is refused by its own name.
    ResolvedScenario scenario = *resolve(Scenario {});
    scenario.checkpointing.k = 33;
    QCOMPARE(evaluate(scenario).error().field, std::string("checkpointing.policy"));
}

QTEST_APPLESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
