// SPDX-License-Identifier: MIT
// Also runs under valgrind, which alone sees what Qt Charts does with freed memory: one page for all.
#include "app/cards/batch_card.h"
#include "app/cards/depth_card.h"
#include "app/cards/frontier_card.h"
#include "app/cards/frontier_plot.h"
#include "app/cards/layer_card.h"
#include "app/cards/meanings_card.h"
#include "app/cards/memory_card.h"
#include "app/cards/split_card.h"
#include "app/table/k_table.h"
#include "core/base/units.h"
#include "core/training/executed.h"
#include "tests/app/support/chart_hand.h"

#include <QApplication>
#include <QAreaSeries>
#include <QTest>

#include <map>
#include <memory>
#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

QString text(Bytes bytes)
{
    return QString::fromStdString(formatGiB(bytes));
}

QString percent(double fraction)
{
    return QString::fromStdString(formatPercent(fraction));
}

QString fixed(double value, int decimals)
{
    return QString::fromStdString(formatFixed(value, decimals));
}

} // namespace

class TestChartInteraction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_bench = std::make_unique<ChartHand>(QSize(1200, 900)); }
    void cleanupTestCase() { m_bench.reset(); }
    void init()
    {
        leaveAll();
        m_bench->take({});
    }

    void clickChoosesTheNumber();
    void clickOnThePointChoosesTheNumber();
    void clickOnARowChoosesTheNumber();
    void hoverTextIsExactOverK();
    void hoverTextIsExactOnTheFrontier();
    void hoverTextIsExactOnBars();
    void hoverFollowsTheNumbers();
    void pointingIsLinked();
    void kindsAreLinked();
    void pressAnywhereIsHarmless();
    void emptyCardsTakeEvents();
    void clickMayReplaceTheData();

private:
    void leaveAll() { m_bench->leaveAll(); }
    Plot& plot(const QString& id) { return m_bench->plot(id); }
    KPlot& kPlot(const QString& id) { return m_bench->kPlot(id); }
    const Evaluation& evaluation() { return m_bench->evaluation(); }
    const SweepRow& row(Count k) { return m_bench->row(k); }
    Count chosen() { return m_bench->chosen(); }
    QPointF overK(const Plot& over, Count k) { return ChartHand::overK(over, k); }
    QPointF onFrontier(Count k) { return m_bench->onFrontier(k); }

    std::unique_ptr<ChartHand> m_bench;
};

void TestChartInteraction::clickChoosesTheNumber()
{
    for (const QString& id : cardsOverK()) {
        for (const Count k : { 1, 7, 32, 5 }) {
            click(*plot(id).viewport(), overK(plot(id), k));
            m_bench->settle();
            QCOMPARE(chosen(), k);
            QCOMPARE(kPlot(id).chosen(), k);
        }
        click(*plot(id).viewport(), overK(plot(id), 2), Qt::RightButton); // asks for a menu, if for anything
        m_bench->settle();
        QCOMPARE(chosen(), Count { 5 });
    }
}

void TestChartInteraction::clickOnThePointChoosesTheNumber()
{
    for (const Count k : { 1, 2, 5, 32, 3 }) {
        click(*plot(QStringLiteral("frontier")).viewport(), onFrontier(k) + QPointF(1, 0));
        m_bench->settle();
        QCOMPARE(chosen(), k);
    }
    click(*plot(QStringLiteral("frontier")).viewport(),
        plot(QStringLiteral("frontier")).plotRect().bottomLeft() + QPointF(60, -4));
    m_bench->settle();
    QCOMPARE(chosen(), Count { 3 }); // far from every point
}

void TestChartInteraction::clickOnARowChoosesTheNumber()
{
    KTable& table = m_bench->page.table();
    for (const Count k : { 2, 6 }) {
        const QModelIndex index = table.tableModel().index(static_cast<int>(k - 1), KTableModel::Total);
        table.scrollTo(index);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
        m_bench->settle();
        QCOMPARE(chosen(), k);
    }
}

void TestChartInteraction::hoverTextIsExactOverK()
{
    for (const Count k : { 1, 4, 5, 32 }) {
        const SweepRow& at = row(k);
        QStringList memory { QStringLiteral("K=%1: %2 GiB, %3")
                                 .arg(k)
                                 .arg(text(at.totalBytes),
                                     at.fits ? QStringLiteral("fits") : QStringLiteral("does not fit")) };
        for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
            if (at.byKind[kind] > 0) {
                const std::string name(memoryKindName(static_cast<MemoryKind>(kind)));
                memory << text(at.byKind[kind]) + QStringLiteral(" GiB ") + QString::fromStdString(name).toLower();
            }
        }
        const auto executed = executedActivationBytes(evaluation().scenario, std::vector { at });
        memory << text(at.totalBytes - at.activationBytes + executed[0].value_or(0)) + QStringLiteral(" GiB executed");
        memory << QStringLiteral("exactly %1 bytes").arg(QString::fromStdString(formatGrouped(at.totalBytes)));
        send(*plot(QStringLiteral("memory")).viewport(), QEvent::MouseMove, overK(plot(QStringLiteral("memory")), k));
        QCOMPARE(plot(QStringLiteral("memory")).hoverText(), memory.join(QLatin1Char('\n')));

        send(*plot(QStringLiteral("batch")).viewport(), QEvent::MouseMove, overK(plot(QStringLiteral("batch")), k));
        QCOMPARE(
            plot(QStringLiteral("batch")).hoverText(), QStringLiteral("K=%1: batch %2 fits").arg(k).arg(at.maxBatch));

        send(*plot(QStringLiteral("throughput")).viewport(), QEvent::MouseMove,
            overK(plot(QStringLiteral("throughput")), k));
        QCOMPARE(plot(QStringLiteral("throughput")).hoverText(),
            QStringLiteral("K=%1: %2 samples per normalised step\nbatch %3 / (1 + %4)")
                .arg(k)
                .arg(fixed(static_cast<double>(at.maxBatch) / (1 + at.extraForwardFraction / 3), 2))
                .arg(at.maxBatch)
                .arg(fixed(at.extraForwardFraction / 3, 3)));
    }
    for (const QString& id : cardsOverK()) {
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&plot(id), &leave);
        QCOMPARE(plot(id).hoverText(), QString());
        QCOMPARE(kPlot(id).pointedK(), kNoNumber);
    }
}

void TestChartInteraction::hoverTextIsExactOnTheFrontier()
{
    auto& frontier = plot(QStringLiteral("frontier"));
    for (const Count k : { 1, 2, 5, 32 }) {
        const SweepRow& at = row(k);
        send(*frontier.viewport(), QEvent::MouseMove, onFrontier(k));
        QStringList lines { QStringLiteral("K=%1: %2 GiB, %3")
                                .arg(k)
                                .arg(text(at.totalBytes),
                                    at.fits ? QStringLiteral("fits") : QStringLiteral("does not fit")),
            QStringLiteral("saves %1 for %2 more forward")
                .arg(percent(at.savedFraction), percent(at.extraForwardFraction)),
            k == 1 ? QStringLiteral("nothing is recomputed")
                   : QStringLiteral("%1 % saved per % of forward")
                         .arg(fixed(at.savedFraction / at.extraForwardFraction, 2)),
            k <= 5 ? QStringLiteral("on the frontier") : QStringLiteral("dominated") };
        const BesideRows& beside = m_bench->model.besideRows();
        const BesideRows::Figure& executed = *beside.figures[static_cast<std::size_t>(k - 1)];
        const double saved = static_cast<double>(*beside.storeAllBytes - executed.totalBytes)
            / static_cast<double>(*beside.storeAllBytes);
        lines << QStringLiteral("executed: %1 GiB, %2")
                     .arg(text(executed.totalBytes),
                         executed.totalBytes <= evaluation().memory.capacityBytes ? QStringLiteral("fits")
                                                                                  : QStringLiteral("does not fit"))
              << QStringLiteral("saves %1 of its own store-all for %2")
                     .arg(percent(saved), percent(executed.extraForwardFraction));
        QCOMPARE(frontier.hoverText(), lines.join(QLatin1Char('\n')));
    }
    send(*frontier.viewport(), QEvent::MouseMove,
        QPointF(frontier.plotRect().left() + 60, frontier.plotRect().bottom() - 4));
    QCOMPARE(frontier.hoverText(), QString());
}

void TestChartInteraction::hoverTextIsExactOnBars()
{
    auto& layers = plot(QStringLiteral("layers"));
    send(*layers.viewport(), QEvent::MouseMove, layers.toChart({ 0.01, 4 })); // second of six from above
    QCOMPARE(layers.hoverText(), QStringLiteral("Attention weights: 1.000 GiB\nB*H*S*S*dtype = 1,073,741,824 bytes"));
    auto& depth = plot(QStringLiteral("depth"));
    send(*depth.viewport(), QEvent::MouseMove, depth.toChart({ 8, 0.1 }));
    QCOMPARE(depth.hoverText(), QStringLiteral("Layer 8: checkpoint, kept in full, 1.69 GiB"));
    send(*depth.viewport(), QEvent::MouseMove, depth.toChart({ 9.4, 0.1 }));
    QCOMPARE(depth.hoverText(), QStringLiteral("Layer 9: dropped, 1.69 GiB recomputed"));
    auto& meanings = plot(QStringLiteral("meanings"));
    for (std::size_t i = 0; i < evaluation().meanings.size(); ++i) {
        const SweepRow& meaning = evaluation().meanings[i];
        const auto fromBelow = static_cast<double>(evaluation().meanings.size() - 1 - i);
        send(*meanings.viewport(), QEvent::MouseMove, meanings.toChart({ 1, fromBelow }));
        const QString name = QString::fromStdString(std::string(policyInfo(meaning.policy).name))
            + (meaning.policy == PolicyId::FirstM ? QStringLiteral(", m = K") : QString());
        QCOMPARE(meanings.hoverText().section(QLatin1Char('\n'), 0, 0),
            QStringLiteral("%1: %2 GiB, %3")
                .arg(name, text(meaning.totalBytes),
                    meaning.fits ? QStringLiteral("fits") : QStringLiteral("does not fit")));
    }
}

void TestChartInteraction::hoverFollowsTheNumbers()
{
    auto& memory = plot(QStringLiteral("memory"));
    auto& layers = plot(QStringLiteral("layers"));
    auto& frontier = plot(QStringLiteral("frontier"));
    Scenario scenario;
    const auto changeBatch = [&](Count batch) {
        scenario.workload.batch = batch;
        m_bench->take(scenario);
    };
    send(*layers.viewport(), QEvent::MouseMove, layers.toChart({ 0.01, 4 }));
    changeBatch(8);
    QVERIFY(layers.hoverText().startsWith(QStringLiteral("Attention weights: 2.000 GiB")));
    leaveAll();
    send(*frontier.viewport(), QEvent::MouseMove, onFrontier(2));
    changeBatch(6);
    QVERIFY(frontier.hoverText().startsWith(QStringLiteral("K=2: ") + text(row(2).totalBytes)));
    leaveAll();
    send(*memory.viewport(), QEvent::MouseMove, overK(memory, 32));
    changeBatch(5);
    QVERIFY(memory.hoverText().startsWith(QStringLiteral("K=32: ") + text(row(32).totalBytes)));
    scenario.model.layers = 3; // there is no K=32 any more
    m_bench->take(scenario);
    QVERIFY(kPlot(QStringLiteral("memory")).pointedK() <= 3);
    QVERIFY(!memory.hoverText().contains(QStringLiteral("2^63")));
}

void TestChartInteraction::pointingIsLinked()
{
    send(*plot(QStringLiteral("batch")).viewport(), QEvent::MouseMove, overK(plot(QStringLiteral("batch")), 9));
    QCOMPARE(kPlot(QStringLiteral("memory")).pointedK(), Count { 9 });
    QCOMPARE(kPlot(QStringLiteral("throughput")).pointedK(), Count { 9 });
    QCOMPARE(m_bench->page.table().pointedK(), Count { 9 });
    QCOMPARE(plot(QStringLiteral("memory")).hoverText(), QString()); // the box is where the pointer is
    KTable& table = m_bench->page.table();
    const QPoint second = table.visualRect(table.tableModel().index(1, 2)).center();
    send(*table.viewport(), QEvent::MouseMove, second);
    QCOMPARE(kPlot(QStringLiteral("batch")).pointedK(), table.tableModel().numberAt(table.rowAt(second.y())));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&table, &leave);
    QCOMPARE(kPlot(QStringLiteral("memory")).pointedK(), kNoNumber);
}

void TestChartInteraction::kindsAreLinked()
{
    auto& memory = plot(QStringLiteral("memory"));
    auto* table = m_bench->page.findChild<SplitTable*>();
    auto* bar = m_bench->page.findChild<CapacityBar*>();
    auto* ring = m_bench->page.findChild<SplitRing*>();
    const auto brushes = [&] {
        std::map<QString, QColor> colors;
        for (QAbstractSeries* series : memory.chart()->series()) {
            if (auto* area = qobject_cast<QAreaSeries*>(series)) {
                colors[area->name()] = area->brush().color();
            }
        }
        return colors;
    };
    const std::map<QString, QColor> plain = brushes();
    QCOMPARE(plain.size(), kMemoryKinds);
    const QImage plainBar = bar->grab().toImage();
    const QImage plainRing = ring->grab().toImage();
    std::set<QString> lit;
    for (int y = 0; y < table->height(); ++y) {
        send(*table, QEvent::MouseMove, QPointF(20, y));
        const std::map<QString, QColor> now = brushes();
        if (now == plain) {
            continue; // the total, or no row
        }
        QStringList own;
        for (const auto& [name, color] : now) {
            if (color == plain.at(name)) {
                own << name;
            }
        }
        QCOMPARE(own.size(), 1);
        if (lit.insert(own.front()).second) {
            QVERIFY(bar->grab().toImage() != plainBar);
            QVERIFY(ring->grab().toImage() != plainRing);
        }
    }
    QCOMPARE(lit.size(), table->lines().size() - 1); // each kind that is there, once
    send(*table, QEvent::MouseMove, QPointF(20, table->height() / 2.0));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(table, &leave);
    QCOMPARE(brushes(), plain);
    QCOMPARE(bar->grab().toImage(), plainBar);
    QCOMPARE(ring->grab().toImage(), plainRing);
    // A K takes the light from the kind.
    send(*table, QEvent::MouseMove, QPointF(20, table->height() / 2.0));
    send(*plot(QStringLiteral("batch")).viewport(), QEvent::MouseMove, overK(plot(QStringLiteral("batch")), 9));
    QCOMPARE(brushes(), plain);
    QCOMPARE(kPlot(QStringLiteral("memory")).pointedK(), Count { 9 });
}

void TestChartInteraction::pressAnywhereIsHarmless()
{
    for (QChartView* view : m_bench->page.findChildren<QChartView*>()) {
        const QRectF all = view->viewport()->rect();
        for (const QPointF at : { all.topLeft(), all.topRight(), all.bottomLeft(), all.bottomRight(), all.center(),
                 QPointF(-5, -5), QPointF(1e4, 1e4), QPointF(2, all.height() / 2) }) {
            for (const Qt::MouseButton button : { Qt::LeftButton, Qt::RightButton, Qt::MiddleButton }) {
                click(*view->viewport(), at, button);
                send(*view->viewport(), QEvent::MouseMove, at);
            }
        }
    }
    m_bench->settle();
    QVERIFY(chosen() >= 1 && chosen() <= 32);
}

void TestChartInteraction::emptyCardsTakeEvents()
{
    std::vector<std::unique_ptr<Card>> cards;
    cards.push_back(std::make_unique<SplitCard>());
    cards.push_back(std::make_unique<LayerCard>());
    cards.push_back(std::make_unique<MemoryCard>());
    cards.push_back(std::make_unique<FrontierCard>());
    cards.push_back(std::make_unique<BatchCard>());
    cards.push_back(std::make_unique<ThroughputCard>());
    cards.push_back(std::make_unique<DepthCard>());
    cards.push_back(std::make_unique<MeaningsCard>());
    for (const auto& card : cards) { // an evaluation never came
        card->resize(300, 200);
        card->show();
        for (QChartView* view : card->findChildren<QChartView*>()) {
            click(*view->viewport(), view->viewport()->rect().center());
            send(*view->viewport(), QEvent::MouseMove, QPointF(40, 40));
            for (const Qt::Key key :
                { Qt::Key_Right, Qt::Key_Left, Qt::Key_Home, Qt::Key_End, Qt::Key_Return, Qt::Key_Escape }) {
                QTest::keyClick(view, key);
            }
        }
        QVERIFY(!card->grab().isNull());
    }
}

void TestChartInteraction::clickMayReplaceTheData()
{
    // Everything changes while the click is still being handled: another number of layers, so that
    // every series gets other points and the table other rows; the click's own choice comes after.
    QObject context;
    Count layers = 32;
    const auto replace = [&] {
        layers = layers == 32 ? 7 : 32;
        Scenario scenario;
        scenario.model.layers = layers;
        m_bench->take(scenario);
    };
    for (QChartView* view : m_bench->page.findChildren<QChartView*>()) {
        if (auto* plot = qobject_cast<Plot*>(view)) {
            connect(plot, &Plot::clicked, &context, replace);
        }
        if (auto* plot = qobject_cast<FrontierPlot*>(view)) {
            connect(plot, &FrontierPlot::numberChosen, &context, replace);
        }
        if (auto* plot = qobject_cast<KPlot*>(view)) {
            connect(plot, &KPlot::numberChosen, &context, replace);
        }
    }
    for (QChartView* view : m_bench->page.findChildren<QChartView*>()) {
        for (int i = 0; i < 3; ++i) {
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->viewport()->rect().center());
            m_bench->settle();
            QVERIFY(chosen() >= 1 && chosen() <= layers);
        }
    }
    click(*plot(QStringLiteral("frontier")).viewport(), onFrontier(2));
    m_bench->settle();
    QVERIFY(m_bench->model.refusal().isEmpty());
}

QTEST_MAIN(TestChartInteraction)
#include "tst_chart_interaction.moc"
