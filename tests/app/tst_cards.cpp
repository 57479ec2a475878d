// SPDX-License-Identifier: MIT
#include "app/cards/split_card.h"
#include "app/charts/plot.h"
#include "app/table/k_table.h"
#include "core/plan/evaluate.h"
#include "tests/app/support/card_differences.h"
#include "tests/support/random_scenario.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPieSeries>
#include <QPieSlice>
#include <QTest>
#include <QToolButton>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QSize kPage(1600, 1200);

QString report(const QStringList& lines)
{
    const QString more = lines.size() > 20 ? QStringLiteral("\n... and %1 more").arg(lines.size() - 20) : QString();
    return lines.mid(0, 20).join(QLatin1Char('\n')) + more;
}

Scenario withLayers(Count layers)
{
    Scenario scenario;
    scenario.model.layers = layers;
    return scenario;
}

/// With the largest batch that is counted: a few rows of the sweep are over it.
Scenario atTheLimit(Scenario scenario)
{
    scenario.workload.sequence = Count { 1 } << 20;
    Count good = 1;
    Count bad = Count { 1 } << 24;
    while (bad - good > 1) {
        scenario.workload.batch = good + (bad - good) / 2;
        (evaluate(scenario) ? good : bad) = *scenario.workload.batch;
    }
    scenario.workload.batch = good;
    return scenario;
}

/// Training accounting under any policy, on a size that its planners finish within a moment.
void makeTraining(Scenario& scenario, Random& random)
{
    scenario.accounting = Accounting::Training;
    scenario.model.layers = random.between(1, 24);
    scenario.model.vocab = random.oneIn(2) ? std::optional<Count>(random.spread(1, 150000)) : std::nullopt;
    scenario.workload.batch = random.spread(1, 64);
    scenario.workload.sequence = random.spread(1, 8192);
    const auto policies = allPolicies();
    scenario.checkpointing.policy =
        policies[static_cast<std::size_t>(random.between(0, static_cast<Count>(policies.size()) - 1))].id;
    chooseNumber(scenario, random);
    scenario.checkpointing.slots = random.between(1, *scenario.model.layers);
    if (random.oneIn(2)) {
        scenario.checkpointing.budgetBytes = random.spread(kMiB, 64 * kGiB);
    }
}

} // namespace

class TestCards : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<CardBench>(kPage); }
    void cleanup() { m_bench.reset(); }

    void randomScenariosAreDrawnAsEvaluated_data();
    void randomScenariosAreDrawnAsEvaluated();
    void specialScenarios_data();
    void specialScenarios();
    void tamperedEvaluationIsFound_data();
    void tamperedEvaluationIsFound();
    void tamperedViewIsFound();
    void refusedScenarioKeepsThePicture();
    void policiesWithoutAPlaceOnTheAxisAreShown_data();
    void policiesWithoutAPlaceOnTheAxisAreShown();

private:
    std::unique_ptr<CardBench> m_bench;
};

void TestCards::randomScenariosAreDrawnAsEvaluated_data()
{
    QTest::addColumn<Accounting>("accounting");
    QTest::addColumn<int>("count");
    QTest::newRow("article") << Accounting::Article << 240;
    QTest::newRow("training") << Accounting::Training << 120;
}

void TestCards::randomScenariosAreDrawnAsEvaluated()
{
    QFETCH(Accounting, accounting);
    QFETCH(int, count);
    Random random(20240604);
    int drawn = 0;
    int refused = 0;
    Evaluation last = m_bench->model.evaluation();
    for (int i = 0; i < count; ++i) {
        Scenario scenario = i % 2 == 0 ? tightScenario(random) : randomScenario(random);
        if (accounting == Accounting::Training) {
            makeTraining(scenario, random);
        }
        m_bench->take(scenario);
        const Result<Evaluation> wanted = evaluate(scenario);
        QCOMPARE(m_bench->model.refusal().isEmpty(), static_cast<bool>(wanted));
        if (wanted) {
            last = *wanted;
            ++drawn;
        } else {
            ++refused;
        }
        const QStringList faults = differences(*m_bench, last);
        QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("scenario %1\n").arg(i) + report(faults)));
    }
    QVERIFY2(drawn >= count * 3 / 4, qPrintable(QString::number(drawn)));
    QVERIFY(accounting == Accounting::Training || refused >= 1);
}

void TestCards::specialScenarios_data()
{
    QTest::addColumn<Scenario>("scenario");
    const auto add = [](const char* name, Scenario scenario) { QTest::newRow(name) << scenario; };
    add("article", {});
    add("one layer", withLayers(1));
    add("two layers", withLayers(2));
    add("thousand layers", withLayers(1000));
    Scenario scenario;
    scenario.checkpointing.policy = PolicyId::StoreAll;
    add("store all", scenario);
    scenario = withLayers(1);
    scenario.checkpointing.policy = PolicyId::StoreAll;
    add("store all of one layer", scenario);
    for (const PolicyId policy : { PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel, PolicyId::FirstM }) {
        scenario = {};
        scenario.checkpointing.policy = policy;
        add(qPrintable(QString::fromStdString(std::string(toText(policy)))), scenario);
        scenario.model.layers = 1;
        add(qPrintable(QString::fromStdString(std::string(toText(policy)) + ", one layer")), scenario);
    }
    scenario = {};
    scenario.checkpointing.policy = PolicyId::FirstM;
    scenario.checkpointing.m = 0;
    add("first_m with m=0", scenario);
    scenario.checkpointing.m = 32;
    add("first_m with m=N", scenario);
    scenario = {};
    scenario.checkpointing.k = 32;
    add("K=N", scenario);
    scenario.checkpointing.k = 1;
    add("K=1", scenario);
    scenario = {};
    scenario.device.memoryBytes = Bytes { 1 } << 44;
    add("everything fits", scenario);
    scenario = {};
    scenario.device.memoryBytes = kGiB;
    add("nothing fits", scenario);
    scenario = {};
    scenario.workload.batch = 1;
    scenario.workload.sequence = 1 << 20;
    add("zero throughput: one sequence is too long", scenario);
    scenario = {};
    scenario.workload.batch = 65536;
    add("huge batch", scenario);
    scenario = withLayers(2);
    scenario.model.dModel = 64;
    scenario.model.heads = 2;
    scenario.model.dFfn = 64;
    scenario.workload.batch = 1;
    scenario.workload.sequence = 16;
    add("tiny", scenario);
    scenario.device.memoryBytes = Bytes { 1 } << 50;
    add("tiny on a huge device", scenario);
    scenario = {};
    scenario.device.memoryBytes = 86167781376; // the chosen total, to the byte
    add("fits exactly", scenario);
    scenario.device.memoryBytes = 86167781375;
    add("one byte short", scenario);
    scenario = {};
    scenario.checkpointing.candidates = std::vector<Count> { 1, 2, 4, 8, 16, 32 };
    add("the article's candidates", scenario);
    for (const PolicyId policy : { PolicyId::Article, PolicyId::FirstM }) { // the last rows, one in the middle
        scenario = withLayers(5);
        scenario.checkpointing.policy = policy;
        scenario.checkpointing.k = 1;
        scenario.checkpointing.m = 3;
        add(qPrintable(QString::fromStdString("rows over 2^63-1, " + std::string(toText(policy)))),
            atTheLimit(scenario));
    }
}

void TestCards::specialScenarios()
{
    QFETCH(Scenario, scenario);
    const Result<Evaluation> wanted = evaluate(scenario);
    QVERIFY2(wanted, wanted ? "" : wanted.error().message.c_str());
    QCOMPARE(wanted->rowsLeftOut > 0, QByteArray(QTest::currentDataTag()).startsWith("rows over"));
    m_bench->take(scenario);
    const QStringList faults = differences(*m_bench, *wanted);
    QVERIFY2(faults.isEmpty(), qPrintable(report(faults)));
    // And the same coming from somewhere else, and back.
    m_bench->take(withLayers(17));
    QVERIFY(!differences(*m_bench, *wanted).isEmpty());
    m_bench->take(scenario);
    QCOMPARE(report(differences(*m_bench, *wanted)), QString());
}

using Tamper = void (*)(Evaluation&);
Q_DECLARE_METATYPE(Tamper)

void TestCards::tamperedEvaluationIsFound_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<Tamper>("tamper");
    const auto add = [](const char* name, const char* card, Tamper tamper) {
        QTest::newRow(name) << QString::fromLatin1(card) << tamper;
    };
    add("a byte of a kind", "split", [](Evaluation& e) { e.memory.rows[1].bytes += 1; });
    add("a kind", "split", [](Evaluation& e) { e.memory.rows[1].kind = MemoryKind::Gradients; });
    add("a kind missing", "split", [](Evaluation& e) { e.memory.rows.pop_back(); });
    add("the total", "split", [](Evaluation& e) { e.memory.totalBytes += kGiB / 50; });
    add("capacity in the bar", "split", [](Evaluation& e) { e.memory.capacityBytes += kMiB; });
    add("a byte of a tensor", "layers", [](Evaluation& e) { e.layer.components[4].bytes += 1; });
    add("tensors swapped", "layers", [](Evaluation& e) { std::swap(e.layer.components[0], e.layer.components[3]); });
    add("a layer's total", "layers", [](Evaluation& e) { e.layer.totalBytes += 1; });
    add("a byte of a kind at K=7", "memory", [](Evaluation& e) {
        e.sweep[6].byKind[static_cast<std::size_t>(MemoryKind::Recomputed)] += 1;
        e.sweep[6].totalBytes += 1;
    });
    add("kinds swapped at K=7", "memory", [](Evaluation& e) {
        std::swap(e.sweep[6].byKind[static_cast<std::size_t>(MemoryKind::Recomputed)],
            e.sweep[6].byKind[static_cast<std::size_t>(MemoryKind::Checkpoints)]);
    });
    add("a row left out", "memory", [](Evaluation& e) { e.sweep.erase(e.sweep.begin() + 9); });
    add("capacity in memory", "memory", [](Evaluation& e) { e.memory.capacityBytes += kGiB; });
    add("chosen in memory", "memory", [](Evaluation& e) { e.chosen = e.sweep[4]; });
    add("recommended in memory", "memory", [](Evaluation& e) { e.recommendation.k = 6; });
    add("one batch more at K=32", "batch", [](Evaluation& e) { e.sweep[31].maxBatch += 1; });
    add("recommended in batch", "batch", [](Evaluation& e) { e.recommendation.k = 6; });
    add("throughput at K=2", "throughput", [](Evaluation& e) { e.sweep[1].throughput *= 1.0000001; });
    add("saving at K=12", "frontier", [](Evaluation& e) { e.sweep[11].savedFraction += 1e-6; });
    add("forward at K=3", "frontier", [](Evaluation& e) { e.sweep[2].extraForwardFraction += 1e-9; });
    add("front", "frontier", [](Evaluation& e) { e.sweep[7].totalBytes = e.sweep[4].totalBytes - 1; });
    add("recommended on the frontier", "frontier", [](Evaluation& e) { e.recommendation.k = 9; });
    add("K in depth", "depth", [](Evaluation& e) { e.scenario.checkpointing.k = 3; });
    add("policy in depth", "depth", [](Evaluation& e) { e.scenario.checkpointing.policy = PolicyId::EveryNth; });
    add("a layer's bytes in depth", "depth", [](Evaluation& e) { e.layer.totalBytes += 1; });
    add("a byte of a meaning", "meanings", [](Evaluation& e) { e.meanings[2].byKind[0] += 1; });
    add("a meaning's cost", "meanings", [](Evaluation& e) { e.meanings[3].extraForwardFraction += 0.01; });
    add("meanings swapped", "meanings", [](Evaluation& e) { std::swap(e.meanings[1], e.meanings[2]); });
    add("activations in the table", "table", [](Evaluation& e) { e.sweep[5].activationBytes += kGiB / 50; });
    add("fits in the table", "table", [](Evaluation& e) { e.sweep[5].fits = !e.sweep[5].fits; });
    add("front in the table", "table", [](Evaluation& e) { e.sweep[20].pareto = true; });
    add("batch in the table", "table", [](Evaluation& e) { e.sweep[31].maxBatch += 1; });
    add("least memory in the title", "titles", [](Evaluation& e) { e.sweep[7].totalBytes = e.sweep[4].totalBytes; });
    add("largest batch in the title", "titles", [](Evaluation& e) { e.sweep[7].maxBatch = 4; });
    add("fastest in the title", "titles", [](Evaluation& e) { e.sweep[8].throughput = 9; });
    add("front in the title", "titles", [](Evaluation& e) { e.sweep[8].pareto = true; });
}

void TestCards::tamperedEvaluationIsFound()
{
    QFETCH(QString, card);
    QFETCH(Tamper, tamper);
    Evaluation wanted = m_bench->model.evaluation();
    QCOMPARE(report(differences(*m_bench, wanted)), QString());
    tamper(wanted);
    const QStringList faults = differences(*m_bench, wanted);
    QVERIFY2(std::any_of(faults.begin(), faults.end(),
                 [&](const QString& fault) { return fault.startsWith(card + QStringLiteral(": ")); }),
        qPrintable(report(faults)));
}

void TestCards::tamperedViewIsFound()
{
    const Evaluation wanted = m_bench->model.evaluation();
    const auto found = [&](const char* card) {
        const QStringList faults = differences(*m_bench, wanted);
        return std::any_of(faults.begin(), faults.end(),
            [&](const QString& fault) { return fault.startsWith(QLatin1String(card) + QStringLiteral(": ")); });
    };
    auto* ring = findSeries<QPieSeries>(
        *m_bench->page.findChild<QChartView*>(QStringLiteral("split.ring")), QStringLiteral("split"));
    ring->slices().first()->setValue(11.99);
    QVERIFY(found("split"));
    auto* memory = m_bench->page.findChild<Plot*>(QStringLiteral("memory.plot"));
    auto* optimizer = findSeries<QAreaSeries>(*memory, QStringLiteral("optimizer"));
    QList<QPointF> edge = optimizer->upperSeries()->points();
    edge[10].ry() += 0.001;
    optimizer->upperSeries()->replace(edge);
    QVERIFY(found("memory"));
    auto* frontier = m_bench->page.findChild<Plot*>(QStringLiteral("frontier.plot"));
    auto* line = findSeries<QLineSeries>(*frontier, QStringLiteral("front"));
    line->remove(0);
    QVERIFY(found("frontier"));
    auto* depth = m_bench->page.findChild<Plot*>(QStringLiteral("depth.plot"));
    findSeries<QAreaSeries>(*depth, QStringLiteral("checkpoint"))->setVisible(false);
    QVERIFY(found("depth"));
    m_bench->page.findChild<Plot*>(QStringLiteral("batch.plot"))->setYAxis(valueAxis(0, 2));
    QVERIFY(found("batch"));
    QVERIFY(!found("throughput"));
}

void TestCards::refusedScenarioKeepsThePicture()
{
    Scenario good;
    good.workload.batch = 3;
    m_bench->take(good);
    const Evaluation wanted = m_bench->model.evaluation();
    Scenario bad = good;
    bad.checkpointing.k = 33; // more than there are layers
    m_bench->take(bad);
    QVERIFY(!m_bench->model.refusal().isEmpty());
    QCOMPARE(report(differences(*m_bench, wanted)), QString());
    m_bench->take({});
    QVERIFY(m_bench->model.refusal().isEmpty());
    QCOMPARE(report(differences(*m_bench, m_bench->model.evaluation())), QString());
}

void TestCards::policiesWithoutAPlaceOnTheAxisAreShown_data()
{
    QTest::addColumn<PolicyId>("policy");
    QTest::addRow("selective") << PolicyId::Selective;
    QTest::addRow("recursive") << PolicyId::Recursive;
    QTest::addRow("revolve") << PolicyId::Revolve;
    QTest::addRow("optimal") << PolicyId::Optimal;
    QTest::addRow("optimal without a budget") << PolicyId::Optimal;
}

void TestCards::policiesWithoutAPlaceOnTheAxisAreShown()
{
    QFETCH(PolicyId, policy);
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.checkpointing.policy = policy;
    if (policy == PolicyId::Optimal && QTest::currentDataTag() == QByteArray("optimal")) {
        scenario.checkpointing.budgetBytes = Bytes { 20 } << 30; // as a number it is far off every axis over K
    }
    m_bench->take(scenario);
    QCOMPARE(m_bench->model.refusal(), QString());
    QCOMPARE(m_bench->model.evaluation().chosen.policy, policy);
    QVERIFY(m_bench->page.table().model()->rowCount() > 0);
    const auto drawn = evaluate(scenario);
    QVERIFY2(differences(*m_bench, *drawn).isEmpty(), qPrintable(report(differences(*m_bench, *drawn))));
    // And back again, with everything as it was drawn before.
    m_bench->take(Scenario {});
    const auto wanted = evaluate(Scenario {});
    QVERIFY2(differences(*m_bench, *wanted).isEmpty(), qPrintable(report(differences(*m_bench, *wanted))));
}

QTEST_MAIN(TestCards)
#include "tst_cards.moc"
