// SPDX-License-Identifier: MIT
// What the keys do on every plot, and the way to full size and back.
#include "app/cards/split_card.h"
#include "app/charts/plot.h"
#include "app/table/k_table.h"
#include "core/policy/policy.h"
#include "tests/app/support/chart_hand.h"

#include <QApplication>
#include <QTest>
#include <QUndoStack>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestChartKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_hand = std::make_unique<ChartHand>(QSize(1200, 900)); }
    void cleanupTestCase() { m_hand.reset(); }
    void init()
    {
        m_hand->leaveAll();
        m_hand->take({});
    }

    void keysOverK();
    void keysOverItems();
    void doubleClickGoesToFullSize();
    void doubleClickChoosesNothing();
    void twoSlowClicksChoose();

private:
    std::unique_ptr<ChartHand> m_hand;
};

void TestChartKeys::keysOverK()
{
    for (const QString& id : cardsOverK() + QStringList { QStringLiteral("frontier") }) {
        m_hand->take({});
        Plot& view = m_hand->plot(id);
        view.setFocus();
        const auto begins = [&](const char* words) { return view.hoverText().startsWith(QLatin1String(words)); };
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY2(begins("K=5:"), qPrintable(id + view.hoverText()));
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Left);
        QVERIFY(begins("K=3:"));
        QTest::keyClick(&view, Qt::Key_Return);
        m_hand->settle();
        QCOMPARE(m_hand->chosen(), Count { 3 });
        QTest::keyClick(&view, Qt::Key_End);
        QVERIFY(begins("K=32:"));
        QTest::keyClick(&view, Qt::Key_Right); // no further
        QVERIFY(begins("K=32:"));
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(begins("K=1:"));
        QTest::keyClick(&view, Qt::Key_Left);
        QVERIFY(begins("K=1:"));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(view.hoverText(), QString());
        QCOMPARE(m_hand->page.fullSizeCard(), nullptr);
        QTest::keyClick(&view, Qt::Key_Space); // nothing is pointed at
        m_hand->settle();
        QCOMPARE(m_hand->chosen(), Count { 3 });
    }
}

void TestChartKeys::keysOverItems()
{
    struct Case {
        const char* id;
        QString first;
        QString second;
        QString last;
    };
    const auto meaning = [&](std::size_t i) {
        return QString::fromStdString(std::string(policyInfo(m_hand->evaluation().meanings[i].policy).name));
    };
    const std::size_t meanings = m_hand->evaluation().meanings.size();
    for (const Case& one : { Case { "layers", QStringLiteral("Q, K, V"), QStringLiteral("Attention weights"),
                                 QStringLiteral("Residuals") },
             Case { "depth", QStringLiteral("Layer 1:"), QStringLiteral("Layer 2:"), QStringLiteral("Layer 32:") },
             Case { "meanings", meaning(0), meaning(1), meaning(meanings - 1) } }) {
        Plot& view = m_hand->plot(QLatin1String(one.id));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY2(view.hoverText().startsWith(one.first), qPrintable(view.hoverText()));
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY2(view.hoverText().startsWith(one.second), qPrintable(view.hoverText()));
        QTest::keyClick(&view, Qt::Key_End);
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY2(view.hoverText().startsWith(one.last), qPrintable(view.hoverText()));
        QTest::keyClick(&view, Qt::Key_Home);
        QTest::keyClick(&view, Qt::Key_Up);
        QVERIFY2(view.hoverText().startsWith(one.first), qPrintable(view.hoverText()));
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(view.hoverText(), QString());
        QTest::keyClick(&view, Qt::Key_Left);
        QVERIFY2(view.hoverText().startsWith(one.last), qPrintable(view.hoverText()));
        m_hand->page.table().setFocus(); // the box goes with the focus
        QCOMPARE(view.hoverText(), QString());
    }
}

void TestChartKeys::doubleClickGoesToFullSize()
{
    for (const char* name : { "memory", "frontier", "batch", "throughput", "layers", "depth", "meanings" }) {
        const QString id = QLatin1String(name);
        doubleClick(*m_hand->plot(id).viewport(), m_hand->plot(id).plotRect().center());
        m_hand->settle();
        QVERIFY(m_hand->page.fullSizeCard() == &m_hand->card(id));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        m_hand->settle();
        if (m_hand->page.fullSizeCard() != nullptr) { // the first Escape may have closed a box
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        }
        QCOMPARE(m_hand->page.fullSizeCard(), nullptr);
    }
    auto* ring = m_hand->page.findChild<SplitRing*>(QStringLiteral("split.ring"));
    doubleClick(*ring->viewport(), ring->rect().center());
    m_hand->settle();
    QVERIFY(m_hand->page.fullSizeCard() == &m_hand->card(QStringLiteral("split")));
    m_hand->page.showFullSize(nullptr);
}

void TestChartKeys::doubleClickChoosesNothing()
{
    QUndoStack& undo = m_hand->model.undoStack();
    for (const QString& id : cardsOverK() + QStringList { QStringLiteral("frontier") }) {
        m_hand->take({});
        undo.clear();
        Plot& view = m_hand->plot(id);
        const QPointF at = id == QStringLiteral("frontier") ? m_hand->onFrontier(2) : ChartHand::overK(view, 2);
        doubleClick(*view.viewport(), at);
        m_hand->settle();
        QVERIFY2(m_hand->page.fullSizeCard() == &m_hand->card(id), qPrintable(id));
        QCOMPARE(m_hand->chosen(), Count { 4 });
        QVERIFY(!undo.canUndo() && !undo.canRedo()); // as if it had never been
        doubleClick(*view.viewport(), view.plotRect().center()); // and back
        m_hand->settle();
        QCOMPARE(m_hand->page.fullSizeCard(), nullptr);
        QCOMPARE(m_hand->chosen(), Count { 4 });
        QVERIFY(!undo.canUndo() && !undo.canRedo());
    }
    // An older choice is not taken back by a double click on what is chosen already, nor on a title.
    Plot& memory = m_hand->plot(QStringLiteral("memory"));
    click(*memory.viewport(), ChartHand::overK(memory, 8));
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 8 });
    doubleClick(*memory.viewport(), ChartHand::overK(memory, 8));
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 8 });
    m_hand->page.showFullSize(nullptr);
    m_hand->settle();
    doubleClick(m_hand->card(QStringLiteral("memory")), QPointF(20, 12));
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 8 });
    m_hand->page.showFullSize(nullptr);
}

void TestChartKeys::twoSlowClicksChoose()
{
    Plot& memory = m_hand->plot(QStringLiteral("memory"));
    for (const Count k : { 2, 7 }) {
        click(*memory.viewport(), ChartHand::overK(memory, k));
        m_hand->settle();
        QCOMPARE(m_hand->chosen(), k);
    }
    m_hand->model.undoStack().undo();
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 2 });
}

QTEST_MAIN(TestChartKeys)
#include "tst_chart_keys.moc"
