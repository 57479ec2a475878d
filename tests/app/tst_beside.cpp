// SPDX-License-Identifier: MIT
// The second curve: what really runs beside the law (article accounting), the law beside what is
// simulated (training accounting).
#include "app/cards/frontier_plot.h"
#include "app/cards/memory_card.h"
#include "core/plan/evaluate.h"
#include "core/plan/law_figures.h"
#include "core/training/executed.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/painted.h"

#include <QLineSeries>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr double kGiBBytes = 1073741824.0;

Scenario training(PolicyId policy)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 12;
    scenario.checkpointing.policy = policy;
    return scenario;
}

Scenario article(PolicyId policy)
{
    Scenario scenario;
    scenario.model.layers = 12;
    scenario.checkpointing.policy = policy;
    return scenario;
}

} // namespace

class TestBeside : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<CardBench>(
            QSize(1400, 900), QStringList { QStringLiteral("memory"), QStringLiteral("frontier") });
    }
    void cleanup() { m_bench.reset(); }

    void executedIsDrawnToTheByte_data();
    void executedIsDrawnToTheByte();
    void lawIsDrawnInTrainingAccounting();
    void nothingWhereNothingDiffers();
    void longWorkComesLater();
    void refusalKeepsWhatBelongsToThePicture();

private:
    FrontierPlot& frontier() { return *m_bench->page.findChild<FrontierPlot*>(QStringLiteral("frontier.plot")); }
    MemoryPlot& memory() { return *m_bench->page.findChild<MemoryPlot*>(QStringLiteral("memory.plot")); }
    QLineSeries* line(const Plot& plot) { return findSeries<QLineSeries>(plot, QStringLiteral("beside")); }

    /// Whether the curves go through the totals, and nothing is missing; `all` is what storing all takes
    /// by the same way of counting.
    void compareCurves(double all, const std::vector<double>& totals, const std::vector<double>& forward)
    {
        const QList<QPointF> drawn = line(memory())->points();
        QCOMPARE(drawn.size(), static_cast<qsizetype>(totals.size()));
        double leastSaving = 100;
        for (std::size_t i = 0; i < totals.size(); ++i) {
            QCOMPARE(drawn[static_cast<qsizetype>(i)].x(), std::log2(static_cast<double>(i) + 1));
            QCOMPARE(drawn[static_cast<qsizetype>(i)].y(), totals[i] / kGiBBytes);
            QVERIFY(drawn[static_cast<qsizetype>(i)].y() <= memory().yAxis().maximum);
            leastSaving = std::min(leastSaving, 100 * (all - totals[i]) / all);
        }
        QVERIFY(frontier().yAxis().minimum <= leastSaving); // every point has room
        // On the frontier: the points that no other beats, each at its place.
        const QList<QPointF> front = line(frontier())->points();
        QVERIFY(!front.isEmpty());
        for (std::size_t i = 0; i < totals.size(); ++i) {
            bool beaten = false;
            for (std::size_t j = 0; j < totals.size(); ++j) {
                beaten = beaten || (forward[j] <= forward[i] && totals[j] < totals[i])
                    || (forward[j] < forward[i] && totals[j] == totals[i]);
            }
            const QPointF place(100 * forward[i], 100 * (all - totals[i]) / all);
            const bool there = std::any_of(
                front.begin(), front.end(), [&](QPointF at) { return (at - place).manhattanLength() < 1e-9; });
            QVERIFY2(there != beaten, qPrintable(QString::number(i + 1)));
        }
    }

    std::unique_ptr<CardBench> m_bench;
};

void TestBeside::executedIsDrawnToTheByte_data()
{
    QTest::addColumn<PolicyId>("policy");
    QTest::newRow("article") << PolicyId::Article;
    QTest::newRow("segments") << PolicyId::Segments;
    QTest::newRow("two_level") << PolicyId::TwoLevel;
}

void TestBeside::executedIsDrawnToTheByte()
{
    QFETCH(PolicyId, policy);
    m_bench->take(article(policy));
    const Result<Evaluation> wanted = evaluate(article(policy));
    QVERIFY(wanted);
    const auto executed = executedActivationBytes(wanted->scenario, wanted->sweep);
    std::vector<double> totals;
    std::vector<double> forward;
    for (std::size_t i = 0; i < executed.size(); ++i) {
        const SweepRow& row = wanted->sweep[i];
        QVERIFY(executed[i].has_value());
        totals.push_back(static_cast<double>(row.totalBytes - row.activationBytes + *executed[i]));
        forward.push_back(row.extraForwardFraction);
    }
    SweepRow storing;
    storing.policy = PolicyId::StoreAll;
    const auto stored = executedActivationBytes(wanted->scenario, std::vector { storing });
    const SweepRow& any = wanted->sweep.front();
    const auto all = static_cast<double>(any.totalBytes - any.activationBytes + *stored.front());
    QVERIFY(all > static_cast<double>(wanted->storeAllBytes)); // the law rounds off what a step holds
    compareCurves(all, totals, forward);
    if (policy == PolicyId::Article) { // K=1 stores all: nothing recomputed, nothing saved, by either
        QCOMPARE(line(frontier())->points().first(), QPointF(0, 0));
        QCOMPARE(findSeries<QLineSeries>(frontier(), QStringLiteral("front"))->points().first(), QPointF(0, 0));
    }
    QVERIFY(totals[3] != static_cast<double>(wanted->sweep[3].totalBytes)); // it is another curve than the law
    // Told apart by style, and named.
    QCOMPARE(line(memory())->pen().style(), Qt::DashLine);
    QCOMPARE(line(frontier())->pen().style(), Qt::DashLine);
    QVERIFY(painted(memory()).hasText(QStringLiteral("executed")));
    QVERIFY(painted(frontier()).hasText(QStringLiteral("executed")));
    for (const char* id : { "memory", "frontier" }) {
        const Card& card = m_bench->card(QLatin1String(id));
        QVERIFY2(card.measureText().endsWith(QStringLiteral("; dashed: executed")), qPrintable(card.measureText()));
        QCOMPARE(card.measureText().contains(QStringLiteral("of its own store-all")), id[0] == 'f');
        QVERIFY2(card.accessibleDescription().contains(QStringLiteral(". Executed: ")),
            qPrintable(card.accessibleDescription()));
    }
}

void TestBeside::lawIsDrawnInTrainingAccounting()
{
    m_bench->take(training(PolicyId::Segments));
    const Result<Evaluation> wanted = evaluate(training(PolicyId::Segments));
    std::vector<double> totals;
    std::vector<double> forward;
    for (const auto& figure : lawFigures(*wanted)) {
        totals.push_back(static_cast<double>(figure->totalBytes));
        forward.push_back(figure->extraForwardFraction);
    }
    QCOMPARE(totals.size(), 12U);
    Bytes all = 12 * (wanted->layer.totalBytes + wanted->layer.boundaryBytes);
    for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Gradients, MemoryKind::MasterWeights,
             MemoryKind::Optimizer, MemoryKind::Reserve }) {
        all += wanted->sweep.front().byKind[static_cast<std::size_t>(kind)];
    }
    compareCurves(static_cast<double>(all), totals, forward);
    QVERIFY(painted(memory()).hasText(QStringLiteral("by the law")));
    QVERIFY(m_bench->card(QStringLiteral("memory")).measureText().endsWith(QStringLiteral("; dashed: the law")));
}

void TestBeside::nothingWhereNothingDiffers()
{
    m_bench->take(article(PolicyId::Article));
    QVERIFY(line(memory())->count() > 0);
    m_bench->take(training(PolicyId::Recursive)); // it has no law
    QCOMPARE(line(memory())->count(), 0);
    QCOMPARE(line(frontier())->count(), 0);
    QVERIFY(!painted(memory()).hasText(QStringLiteral("executed")));
    QVERIFY(!m_bench->card(QStringLiteral("memory")).measureText().contains(QStringLiteral("dashed")));
    m_bench->take(article(PolicyId::Optimal)); // another plan would run
    QCOMPARE(line(memory())->count(), 0);
    QVERIFY(!m_bench->card(QStringLiteral("memory")).measureText().contains(QStringLiteral("dashed")));
    QVERIFY(!painted(frontier()).textList().join(QLatin1Char('|')).contains(QStringLiteral("executed")));
    m_bench->take(article(PolicyId::Selective));
    QVERIFY(m_bench->card(QStringLiteral("memory")).measureText().endsWith(QStringLiteral("; dashed: executed")));
    m_bench->take(article(PolicyId::Article));
    QCOMPARE(line(memory())->count(), 12);
}

void TestBeside::longWorkComesLater()
{
    // A thousand layers take longer than a frame: the law is there first, and no curve of the scenario before.
    Scenario deep = article(PolicyId::Article);
    deep.model.layers = 1000;
    int old = 0;
    connect(&m_bench->model, &ScenarioModel::evaluationChanged, &m_bench->page, [&] {
        const BesideRows& rows = m_bench->model.besideRows();
        const bool none = rows.kind == BesideRows::Kind::None;
        old += none || rows.figures.size() == m_bench->model.evaluation().sweep.size() ? 0 : 1;
    });
    for (const Count layers : { 1000, 999, 1000, 12, 998 }) {
        deep.model.layers = layers;
        m_bench->model.replaceScenario(deep, QStringLiteral("test"));
        QCoreApplication::processEvents();
    }
    m_bench->settle();
    QCOMPARE(old, 0);
    QCOMPARE(line(memory())->count(), 998);
    const Result<Evaluation> wanted = evaluate(deep);
    const auto executed = executedActivationBytes(wanted->scenario, wanted->sweep);
    const SweepRow& row = wanted->sweep[500];
    QCOMPARE(line(memory())->at(500).y(),
        static_cast<double>(row.totalBytes - row.activationBytes + *executed[500]) / kGiBBytes);
}

void TestBeside::refusalKeepsWhatBelongsToThePicture()
{
    m_bench->take(article(PolicyId::Article));
    const QList<QPointF> before = line(memory())->points();
    Scenario bad = article(PolicyId::Article);
    bad.checkpointing.k = 13;
    m_bench->take(bad);
    QVERIFY(!m_bench->model.refusal().isEmpty());
    QCOMPARE(line(memory())->points(), before);
}

QTEST_MAIN(TestBeside)
#include "tst_beside.moc"
