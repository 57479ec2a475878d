// SPDX-License-Identifier: MIT
#include "app/cards/compare_menu.h"
#include "app/controls/scenario_panel.h"
#include "app/table/k_table.h"
#include "core/plan/evaluate.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/chart_watch.h"
#include "tests/app/support/slider_drag.h"

#include <QAreaSeries>
#include <QChartView>
#include <QLineSeries>
#include <QPieSeries>
#include <QPieSlice>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QSize kPage(1600, 1200);

QStringList defaultIds()
{
    return { QStringLiteral("split"), QStringLiteral("layers"), QStringLiteral("memory"), QStringLiteral("frontier"),
        QStringLiteral("batch"), QStringLiteral("throughput"), QStringLiteral("table") };
}

QStringList visibleCards(const CardPage& page)
{
    QStringList ids;
    for (const Card* card : page.cards()) {
        if (card->isVisible()) {
            ids << card->id();
        }
    }
    return ids;
}

QToolButton* switchOf(const CardPage& page, const QString& id)
{
    return page.findChild<QToolButton*>(QStringLiteral("switch.") + id);
}

} // namespace

class TestCardPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dragMakesNoChartObject_data();
    void dragMakesNoChartObject();
    void watchNoticesComingAndGoing();
    void hiddenCardsWaitUntilShown();
    void switchesShowAndHide();
    void nothingShownSaysHowToGetSomething();
    void savedIdsComeBack();
    void doubleClickTakesEachCardToFullSize();
    void enterAndEscapeGoToFullSizeAndBack();
    void columnsFollowTheWidth();
    void switchesWrapInsteadOfShrinking();
    void everyCardSaysWhatItShows();
};

void TestCardPage::dragMakesNoChartObject_data()
{
    QTest::addColumn<QString>("slider");
    QTest::addColumn<Scenario>("scenario");
    for (const char* slider : { "workload.batch", "workload.sequence", "checkpointing.k", "model.layers" }) {
        const QString name = QLatin1String(slider) + QStringLiteral(".slider");
        QTest::addRow("%s", slider) << name << Scenario {};
    }
    Scenario firstM;
    firstM.checkpointing.policy = PolicyId::FirstM;
    QTest::addRow("checkpointing.m") << QStringLiteral("checkpointing.m.slider") << firstM;
    QTest::addRow("model.layers with m") << QStringLiteral("model.layers.slider") << firstM;
}

void TestCardPage::dragMakesNoChartObject()
{
    QFETCH(QString, slider);
    QFETCH(Scenario, scenario);
    CardBench bench(kPage);
    bench.take(scenario);
    ScenarioPanel panel(bench.model);
    panel.resize(300, 900);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    auto& handle = *panel.findChild<ValueSlider*>(slider);
    SliderDrag drag(handle);
    const QList<QChartView*> charts = bench.page.findChildren<QChartView*>();
    QCOMPARE(charts.size(), 9);
    const ChartWatch watch(charts);
    int values = 0;
    const QMetaObject::Connection counting =
        connect(&bench.model, &ScenarioModel::evaluationChanged, this, [&] { ++values; });
    drag.press(handle.value());
    for (int step = 0; step <= 60; ++step) { // to the right end, to the left, and back
        const int span = drag.right() - drag.left();
        const int x = step <= 20 ? drag.left() + span * step / 20
            : step <= 40         ? drag.right() - span * (step - 20) / 20
                                 : drag.left() + span * (step - 40) / 20;
        drag.moveTo(x);
        bench.settle();
    }
    drag.release(drag.right());
    bench.settle();
    disconnect(counting);
    QVERIFY2(values >= 40, qPrintable(QString::number(values))); // it really moved
    QCOMPARE(watch.changes().join(QLatin1Char('\n')), QString());
    const Result<Evaluation> wanted = evaluate(bench.model.scenario());
    QVERIFY(wanted);
    QCOMPARE(differences(bench, *wanted).join(QLatin1Char('\n')), QString());
}

void TestCardPage::watchNoticesComingAndGoing()
{
    CardBench bench(kPage);
    auto* memory = bench.page.findChild<QChartView*>(QStringLiteral("memory.plot"));
    {
        const ChartWatch watch({ memory });
        QVERIFY(watch.changes().isEmpty());
        auto* series = new QLineSeries;
        memory->chart()->addSeries(series);
        QVERIFY(!watch.changes().isEmpty());
        delete series;
        QVERIFY(!watch.changes().isEmpty()); // as many as before, and yet
    }
    auto* ring = bench.page.findChild<QChartView*>(QStringLiteral("split.ring"));
    auto* pie = findSeries<QPieSeries>(*ring, QStringLiteral("split"));
    const ChartWatch watch({ ring });
    auto* slice = pie->slices().last();
    pie->take(slice);
    pie->append(slice);
    QVERIFY(!watch.changes().isEmpty()); // the slice is the same, its item is another
}

void TestCardPage::hiddenCardsWaitUntilShown()
{
    CardBench bench(kPage, { QStringLiteral("split") });
    QCOMPARE(visibleCards(bench.page), QStringList { QStringLiteral("split") });
    auto* memory = bench.page.findChild<QChartView*>(QStringLiteral("memory.plot"));
    auto* area = findSeries<QAreaSeries>(*memory, QStringLiteral("parameters"));
    QSignalSpy filled(area->upperSeries(), &QXYSeries::pointsReplaced);
    const QString title = bench.card(QStringLiteral("memory")).titleText();
    Scenario scenario;
    for (const Count batch : { 1, 2, 3, 5, 8 }) {
        scenario.workload.batch = batch;
        bench.take(scenario);
    }
    QCOMPARE(filled.count(), 0);
    QCOMPARE(bench.card(QStringLiteral("memory")).titleText(), title);
    QCOMPARE(bench.card(QStringLiteral("split")).isVisible(), true);
    // Shown: once, with the newest.
    bench.page.setShownIds({ QStringLiteral("split"), QStringLiteral("memory") });
    bench.settle();
    QCOMPARE(filled.count(), 1);
    Differences found;
    memoryDifferences(bench, bench.model.evaluation(), found);
    splitDifferences(bench, bench.model.evaluation(), found);
    QCOMPARE(found.lines().join(QLatin1Char('\n')), QString());
    // Hidden and shown again without a change between: nothing to do.
    bench.page.setShownIds({ QStringLiteral("split") });
    bench.page.setShownIds({ QStringLiteral("memory") });
    bench.settle();
    QCOMPARE(filled.count(), 1);
}

void TestCardPage::switchesShowAndHide()
{
    CardBench bench(kPage, defaultIds());
    for (const QString& id : CardBench::allIds()) {
        QToolButton* button = switchOf(bench.page, id);
        QVERIFY(button != nullptr);
        QVERIFY(!button->accessibleName().isEmpty());
        const bool before = bench.page.shownIds().contains(id);
        QWidget* view = id == QStringLiteral("table") ? static_cast<QWidget*>(&bench.page.table()) : &bench.card(id);
        QCOMPARE(view->isVisible(), before);
        QTest::mouseClick(button, Qt::LeftButton);
        bench.settle();
        QCOMPARE(view->isVisible(), !before);
        QCOMPARE(bench.page.shownIds().contains(id), !before);
        QTest::mouseClick(button, Qt::LeftButton);
        bench.settle();
        QCOMPARE(view->isVisible(), before);
    }
    // Nothing shown at all is a state too.
    bench.page.setShownIds({});
    bench.settle();
    QVERIFY(visibleCards(bench.page).isEmpty());
    QVERIFY(!bench.page.table().isVisible());
    Scenario scenario;
    scenario.workload.batch = 2;
    bench.take(scenario);
    bench.page.setShownIds(CardBench::allIds());
    bench.settle();
    QCOMPARE(differences(bench, bench.model.evaluation()).join(QLatin1Char('\n')), QString());
}

void TestCardPage::nothingShownSaysHowToGetSomething()
{
    CardBench bench(kPage, defaultIds());
    auto* button = bench.page.findChild<QPushButton*>(QStringLiteral("show.usual"));
    QVERIFY(button != nullptr && !button->isVisible());
    for (const QString& id : defaultIds()) {
        QTest::mouseClick(switchOf(bench.page, id), Qt::LeftButton);
        bench.settle();
        QCOMPARE(button->isVisible(), id == defaultIds().last());
    }
    // One card alone, or the table alone, is something.
    QTest::mouseClick(switchOf(bench.page, QStringLiteral("depth")), Qt::LeftButton);
    bench.settle();
    QVERIFY(!button->isVisible());
    QTest::mouseClick(switchOf(bench.page, QStringLiteral("depth")), Qt::LeftButton);
    bench.settle();
    QVERIFY(button->isVisible() && button->visibleRegion().boundingRect().size() == button->size());
    QTest::mouseClick(button, Qt::LeftButton);
    bench.settle();
    QCOMPARE(bench.page.shownIds(), defaultIds());
    QVERIFY(!button->isVisible());
    QCOMPARE(visibleCards(bench.page) + QStringList { QStringLiteral("table") }, defaultIds());
}

void TestCardPage::savedIdsComeBack()
{
    CardBench first(kPage, defaultIds());
    QCOMPARE(first.page.shownIds(), defaultIds());
    const QStringList chosen { QStringLiteral("memory"), QStringLiteral("depth"), QStringLiteral("table") };
    first.page.setShownIds(chosen);
    const QStringList saved = first.page.shownIds();
    QCOMPARE(saved, chosen);
    CardBench second(kPage, defaultIds());
    second.page.setShownIds(saved + QStringList { QStringLiteral("of another version") });
    second.page.restoreLayoutState(first.page.layoutState());
    QCOMPARE(second.page.shownIds(), chosen);
    second.settle();
    QCOMPARE(visibleCards(second.page), QStringList({ QStringLiteral("memory"), QStringLiteral("depth") }));
    QCOMPARE(second.page.layoutState(), first.page.layoutState());
}

void TestCardPage::doubleClickTakesEachCardToFullSize()
{
    CardBench bench(kPage);
    const QStringList all = visibleCards(bench.page);
    for (Card* card : bench.page.cards()) {
        const QSize small = card->size();
        QTest::mouseDClick(card, Qt::LeftButton, {}, QPoint(20, 12)); // on the title
        bench.settle();
        QCOMPARE(bench.page.fullSizeCard(), card);
        QCOMPARE(visibleCards(bench.page), QStringList { card->id() });
        QVERIFY(!bench.page.table().isVisible());
        QVERIFY(card->width() > 2 * small.width() && card->height() > 2 * small.height());
        QTest::mouseDClick(card, Qt::LeftButton, {}, QPoint(20, 12));
        bench.settle();
        QCOMPARE(bench.page.fullSizeCard(), nullptr);
        QCOMPARE(visibleCards(bench.page), all);
        QVERIFY(bench.page.table().isVisible());
        QCOMPARE(card->size(), small);
    }
    QCOMPARE(differences(bench, bench.model.evaluation()).join(QLatin1Char('\n')), QString());
    // A switch leads back from full size.
    bench.page.showFullSize(bench.page.cards().front());
    QTest::mouseClick(switchOf(bench.page, QStringLiteral("batch")), Qt::LeftButton);
    QCOMPARE(bench.page.fullSizeCard(), nullptr);
}

void TestCardPage::enterAndEscapeGoToFullSizeAndBack()
{
    CardBench bench(kPage);
    for (Card* card : bench.page.cards()) {
        auto* plot = card->findChild<QChartView*>(card->id() + QStringLiteral(".plot"));
        QWidget* key = plot != nullptr ? static_cast<QWidget*>(plot) : card;
        key->setFocus();
        QTest::keyClick(key, Qt::Key_Return);
        bench.settle();
        QCOMPARE(bench.page.fullSizeCard(), card);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        bench.settle();
        QCOMPARE(bench.page.fullSizeCard(), nullptr);
    }
}

void TestCardPage::columnsFollowTheWidth()
{
    CardBench bench(QSize(1000, 1000), defaultIds());
    const auto columns = [&] {
        bench.settle();
        QSet<int> lefts;
        for (const Card* card : bench.page.cards()) {
            if (card->isVisible()) {
                lefts.insert(card->x());
            }
        }
        return lefts.size();
    };
    QCOMPARE(columns(), 3);
    bench.page.resize(1900, 1000);
    QCOMPARE(columns(), 3); // six cards stand 3 + 3
    QStringList nine = CardBench::allIds();
    for (const char* more : { "timeline", "scaling" }) {
        nine.removeOne(QLatin1String(more));
    }
    QStringList eight = nine;
    eight.removeOne(QStringLiteral("segments"));
    bench.page.setShownIds(eight);
    QCOMPARE(columns(), 4);
    bench.page.setShownIds(nine);
    QCOMPARE(columns(), 3); // they stand 3 + 3 + 3
    bench.page.resize(600, 1000);
    QCOMPARE(columns(), 2);
}

void TestCardPage::switchesWrapInsteadOfShrinking()
{
    CardBench bench(QSize(1000, 800), defaultIds());
    const auto rows = [&] {
        bench.settle();
        QSet<int> tops;
        QList<QToolButton*> buttons { &bench.page.compareMenu() };
        for (const QString& id : CardBench::allIds()) {
            buttons << switchOf(bench.page, id);
        }
        QRect before;
        for (QToolButton* button : buttons) {
            const QRect own = button->geometry();
            if (own.size() != button->sizeHint() || !button->parentWidget()->rect().contains(own)
                || own.intersects(before)) {
                qWarning("%s", qPrintable(button->objectName()));
                return qsizetype { -1 };
            }
            before = own;
            tops.insert(own.top());
        }
        return tops.size();
    };
    QCOMPARE(rows(), 1);
    QCOMPARE(bench.page.compareMenu().geometry().right(), bench.page.compareMenu().parentWidget()->rect().right());
    bench.page.resize(610, 800); // what the measure panel leaves of a window of 1280
    QCOMPARE(rows(), 2);
    bench.page.resize(360, 800);
    QVERIFY(rows() >= 3);
    QVERIFY(bench.card(QStringLiteral("split")).isVisible());
}

void TestCardPage::everyCardSaysWhatItShows()
{
    CardBench bench(kPage);
    for (Card* card : bench.page.cards()) {
        QVERIFY2(!card->accessibleName().isEmpty(), qPrintable(card->id()));
        QVERIFY2(card->accessibleDescription().size() > 20, qPrintable(card->id()));
        QVERIFY2(!card->titleText().isEmpty() && !card->measureText().isEmpty(), qPrintable(card->id()));
        QVERIFY2(!card->shortName().isEmpty() && card->shortName().size() <= 12, qPrintable(card->id()));
    }
    for (const char* id : { "memory", "batch", "throughput", "frontier", "layers", "depth", "meanings", "segments" }) {
        const auto* plot = bench.page.findChild<QChartView*>(QLatin1String(id) + QStringLiteral(".plot"));
        QVERIFY(!plot->accessibleName().isEmpty());
        QCOMPARE(plot->focusPolicy(), Qt::StrongFocus);
    }
}

QTEST_MAIN(TestCardPage)
#include "tst_card_page.moc"
