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

// The scenario at another number of its policy, as if it had been typed.
Scenario atNumber(const Scenario& scenario, Count number)
{
    Scenario other = scenario;
    other.checkpointing.k = std::max<Count>(number, 1); // m may be 0
    other.checkpointing.m = number;
    return other;
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
    void recommendationAgainstBruteForce();
    void alternativesAreExact();
    void comparedRows();
    void rowsOverTheLimitAreLeftOut();
    void refused_data();
    void refused();
    void verdictNeverContradicts();
    void verdict_data();
    void verdict();
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

void TestEvaluate::recommendationAgainstBruteForce()
{
    Random random(8);
    int fitting = 0;
    int tooLarge = 0;
    for (int tried = 0; tried < 400; ++tried) {
        Scenario scenario = tightScenario(random);
        scenario.model.layers = random.between(1, 24);
        chooseNumber(scenario, random);
        std::vector<Count> numbers;
        const PolicyId policy = *scenario.checkpointing.policy;
        const NumberRange range = numberRange(policy, *scenario.model.layers);
        for (Count number = range.first; number <= range.last; ++number) {
            numbers.push_back(number);
        }
        if (policy == PolicyId::Article && random.oneIn(2)) {
            numbers = { 1, (*scenario.model.layers + 1) / 2, *scenario.model.layers };
            scenario.checkpointing.candidates = numbers;
        }
        if (numbers.empty()) {
            numbers.push_back(1); // store_all
        }
        // Every number typed in by itself, the best kept.
        std::optional<SweepRow> best;
        for (const Count number : numbers) {
            const Result<Evaluation> one = evaluate(atNumber(scenario, number));
            QVERIFY2(one.ok(), one ? "" : one.error().message.c_str());
            const SweepRow& row = one->chosen;
            const auto key = [](const SweepRow& r) {
                return r.fits ? std::tuple(0, r.extraForwardFraction, static_cast<double>(r.totalBytes))
                              : std::tuple(1, static_cast<double>(r.totalBytes), r.extraForwardFraction);
            };
            if (!best || key(row) < key(*best)) {
                best = row;
            }
        }
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Recommendation& found = evaluation->recommendation;
        QCOMPARE(found.fits, best->fits);
        QCOMPARE(found.policy, policy);
        QCOMPARE(found.k, best->k);
        QCOMPARE(found.totalBytes, best->totalBytes);
        QCOMPARE(found.extraForwardFraction, best->extraForwardFraction);
        QCOMPARE(found.batch, *scenario.workload.batch);
        QCOMPARE(found.marginBytes, *scenario.device.memoryBytes - best->totalBytes);
        QVERIFY(!found.reason.empty() && found.reason.back() == '.');
        const Result<Evaluation> taken = evaluate(atNumber(scenario, found.k.value_or(1)));
        for (const MemoryRow& row : taken->memory.rows) {
            QVERIFY(row.bytes <= taken->memory.bytesOf(found.dominant));
        }
        (found.fits ? fitting : tooLarge) += 1;
    }
    QVERIFY2(fitting > 50 && tooLarge > 50, qPrintable(QString("%1 %2").arg(fitting).arg(tooLarge)));
}

void TestEvaluate::alternativesAreExact()
{
    int policies = 0;
    int batches = 0;
    Random random(9);
    for (int tried = 0; tried < 1000; ++tried) {
        const Scenario scenario = tightScenario(random);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Recommendation& best = evaluation->recommendation;
        for (const Alternative& alternative : best.alternatives) {
            Scenario changed = scenario;
            const QString change = QString::fromStdString(alternative.change);
            if (change.contains("workload.batch=")) {
                for (const QString& assignment : change.split(' ')) {
                    QVERIFY(applySet(changed, assignment.toStdString()));
                }
                QVERIFY(!evaluation->memory.fits);
                ++batches;
            } else {
                const Result<std::vector<PolicySpec>> specs = parsePolicies(alternative.change);
                QVERIFY2(specs.ok(), qPrintable(change));
                QVERIFY(specs->front().id != *scenario.checkpointing.policy);
                changed.checkpointing.policy = specs->front().id;
                changed.checkpointing.k = std::max<Count>(specs->front().number.value_or(1), 1);
                changed.checkpointing.m = specs->front().number;
                ++policies;
            }
            const Result<Evaluation> after = evaluate(changed);
            QVERIFY2(after.ok(), after ? "" : after.error().message.c_str());
            QCOMPARE(after->memory.totalBytes, alternative.totalBytes);
            QCOMPARE(after->memory.fits, alternative.fits);
            QVERIFY(alternative.fits);
            if (!change.contains("workload")) {
                QVERIFY(!best.fits || after->chosen.extraForwardFraction < best.extraForwardFraction);
            }
        }
    }
    QVERIFY2(policies > 100 && batches > 100, qPrintable(QString("%1 %2").arg(policies).arg(batches)));
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
    QTest::addRow("no law") << "revolve:3"
                            << "policies"
                            << "store_all, article, segments";
    QTest::addRow("no law, no number") << "recursive"
                                       << "policies"
                                       << "store_all, article, segments";
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
    Scenario scenario;
    scenario.checkpointing.policy = PolicyId::Recursive;
    QCOMPARE(evaluate(scenario).error().field, std::string("checkpointing.policy"));
}

// The first two numbers of a headline, as a reader sees them.
static std::pair<double, double> shownNumbers(const QString& headline)
{
    const QRegularExpressionMatch match = QRegularExpression("([0-9.]+) of ([0-9.]+) GiB").match(headline);
    return { match.captured(1).toDouble(), match.captured(2).toDouble() };
}

void TestEvaluate::verdictNeverContradicts()
{
    Random random(10);
    int near = 0;
    for (int tried = 0; tried < 2000; ++tried) {
        Scenario scenario = tightScenario(random);
        const Result<Evaluation> first = evaluate(scenario);
        QVERIFY(first.ok());
        // A capacity within a few bytes to MiB of the total, on either side.
        const Bytes distance = random.spread(1, 4 * kMiB) - 1;
        const Bytes total = first->memory.totalBytes;
        const bool below = random.oneIn(2) && total > distance;
        scenario.device.memoryBytes = below ? total - distance : total + distance;
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Verdict answer = sublinear::verdict(*evaluation);
        const QString headline = QString::fromStdString(answer.headline);
        const auto [need, capacity] = shownNumbers(headline);
        QVERIFY2(answer.fits ? need <= capacity : need > capacity, qPrintable(headline));
        QVERIFY2(answer.fits == headline.startsWith("Fits: "), qPrintable(headline));
        QVERIFY2(distance == 0 || !headline.contains(" 0.00 "), qPrintable(headline));
        near += distance != 0 && distance < kMiB ? 1 : 0;
    }
    QVERIFY(near > 100);
}

void TestEvaluate::verdict_data()
{
    QTest::addColumn<QString>("set"); // batch, K, memory in GiB, a candidate
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("advice");
    QTest::addRow("default") << "4 4 80"
                             << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
                             << "K=5 fits at batch 4 in 78.56 GiB, +81.2 % forward.";
    QTest::addRow("recommended") << "4 5 80"
                                 << "Fits: 78.56 of 80 GiB at K=5, 1.44 GiB to spare."
                                 << "";
    QTest::addRow("more than it takes") << "4 7 80"
                                        << "Fits: 78.56 of 80 GiB at K=7, 1.44 GiB to spare."
                                        << "K=5 fits too at batch 4 in 78.56 GiB, +81.2 % forward.";
    QTest::addRow("exactly full") << "4 4 80.25"
                                  << "Fits: 80.25 of 80.25 GiB at K=4, 0 bytes to spare."
                                  << "";
    QTest::addRow("no need to recompute") << "1 4 80"
                                          << "Fits: 65.06 of 80 GiB at K=4, 14.94 GiB to spare."
                                          << "K=1 fits too at batch 1 in 73.50 GiB, with nothing recomputed.";
    QTest::addRow("outside the candidates") << "4 6 80 4"
                                            << "Fits: 78.56 of 80 GiB at K=6, 1.44 GiB to spare."
                                            << "";
    QTest::addRow("no candidate fits")
        << "4 4 80 4"
        << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
        << "None of the listed candidates fits at batch 4: K=4 needs least, 80.25 of 80 GiB; the largest term is "
           "optimizer states (48.00 GiB). What fits: first_m:22 (79.94 GiB), article:5 (78.56 GiB), workload.batch=3 "
           "(75.19 GiB).";
    QTest::addRow("a card too small for the states")
        << "4 4 59.5"
        << "Does not fit: 80.25 of 59.5 GiB at K=4, short by 20.75 GiB."
        << "No checkpointing setting can help: parameters and optimizer states alone take 60.00 of 59.5 GiB; the "
           "largest term is optimizer states (48.00 GiB).";
    QTest::addRow("a card too small for one sequence")
        << "4 4 60.0625"
        << "Does not fit: 80.25 of 60.06 GiB at K=4, short by 20.19 GiB."
        << "Nothing fits at batch 4: K=5 needs least, 78.56 of 60.06 GiB; the largest term is optimizer states "
           "(48.00 GiB). No batch fits at K=4 either.";
}

void TestEvaluate::verdict()
{
    QFETCH(QString, set);
    QFETCH(QString, headline);
    QFETCH(QString, advice);
    const QStringList values = set.split(' ');
    Scenario scenario;
    scenario.workload.batch = values[0].toLongLong();
    scenario.checkpointing.k = values[1].toLongLong();
    scenario.device.memoryBytes = static_cast<Bytes>(values[2].toDouble() * static_cast<double>(kGiB));
    if (values.size() > 3) {
        scenario.checkpointing.candidates = std::vector<Count> { values[3].toLongLong() };
    }
    const Result<Evaluation> evaluation = evaluate(scenario);
    QVERIFY(evaluation.ok());
    const Verdict answer = sublinear::verdict(*evaluation);
    QCOMPARE(QString::fromStdString(answer.headline), headline);
    QCOMPARE(QString::fromStdString(answer.advice), advice);
}

QTEST_APPLESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
