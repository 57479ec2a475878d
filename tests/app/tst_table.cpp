// SPDX-License-Identifier: MIT
#include "app/table/k_table.h"
#include "core/base/units.h"
#include "tests/app/support/chart_hand.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QTest>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_hand = std::make_unique<ChartHand>(QSize(1200, 900)); }
    void cleanupTestCase() { m_hand.reset(); }
    void init() { m_hand->take({}); }

    void keysInTheTable();
    void copyIsTabSeparated();
    void chosenBudgetHasARow();
    void everyFigureHasRoom_data();
    void everyFigureHasRoom();
    void narrowTableHidesColumnsInsteadOfScrolling();

private:
    std::unique_ptr<ChartHand> m_hand;
};

void TestTable::keysInTheTable()
{
    KTable& table = m_hand->page.table();
    table.setFocus();
    QCOMPARE(table.tableModel().numberAt(table.currentIndex().row()), Count { 4 }); // begins at the chosen row
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Return);
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 5 });
    QTest::keyClick(&table, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClick(&table, Qt::Key_Return);
    m_hand->settle();
    QCOMPARE(m_hand->chosen(), Count { 32 });
    QVERIFY(table.viewport()->rect().intersects(table.visualRect(table.tableModel().index(31, 0))));
}

void TestTable::copyIsTabSeparated()
{
    KTable& table = m_hand->page.table();
    table.clearSelection();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 34); // header, 32 rows, and nothing behind the last line's end
    QCOMPARE(lines[0],
        QStringLiteral(
            "K\tActivations, GiB\tTotal, GiB\tSaved\tForward\tStep\tSaved / forward\tFits\tLargest batch\tThroughput"));
    QCOMPARE(lines[4], QStringLiteral("4\t20.25\t80.25\t29.6 %\t+75.0 %\t+25.0 %\t0.39\t✗ no\t3\t2.40"));
    QCOMPARE(lines[5], QStringLiteral("5\t18.56\t78.56\t31.1 %\t+81.2 %\t+27.1 %\t0.38\t✓ yes\t4\t3.15"));
    QCOMPARE(lines[33], QString());
    table.selectRow(3);
    table.selectionModel()->select(
        table.tableModel().index(4, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(),
        (QStringList { lines[0], lines[4], lines[5], QString() }).join(QLatin1Char('\n')));
}

void TestTable::chosenBudgetHasARow()
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 6;
    scenario.model.dModel = 1024;
    scenario.model.heads = 16;
    scenario.checkpointing.policy = PolicyId::Optimal;
    m_hand->take(scenario);
    const std::vector<SweepRow> sweep = m_hand->evaluation().sweep;
    QVERIFY(sweep.size() > 3);
    KTableModel& model = m_hand->page.table().tableModel();
    const auto chosenRows = [&] {
        QList<int> rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data(KTableModel::ChosenRole).toBool()) {
                rows << row;
            }
        }
        return rows;
    };
    const auto count = static_cast<int>(sweep.size());
    // Between the second and the third, beyond the last, and a listed one.
    scenario.checkpointing.budgetBytes = *sweep[1].k + 1;
    m_hand->take(scenario);
    QCOMPARE(model.rowCount(), count + 1);
    QCOMPARE(chosenRows(), QList<int> { 2 });
    QCOMPARE(model.numberAt(2), *sweep[1].k + 1);
    QCOMPARE(model.index(2, KTableModel::Total).data(), model.index(1, KTableModel::Total).data()); // the same plan
    QVERIFY(model.index(2, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral(", chosen")));
    QCOMPARE(m_hand->page.table().currentIndex().row(), 2); // the keys begin there
    scenario.checkpointing.budgetBytes = *sweep.back().k + kGiB;
    m_hand->take(scenario);
    QCOMPARE(model.rowCount(), count + 1);
    QCOMPARE(chosenRows(), QList<int> { count });
    scenario.checkpointing.budgetBytes = *sweep[2].k;
    m_hand->take(scenario);
    QCOMPARE(model.rowCount(), count);
    QCOMPARE(chosenRows(), QList<int> { 2 });
    // Choosing the row between chooses what it says.
    scenario.checkpointing.budgetBytes = *sweep[1].k + 1;
    m_hand->take(scenario);
    QTest::mouseClick(m_hand->page.table().viewport(), Qt::LeftButton, {},
        m_hand->page.table().visualRect(model.index(0, 1)).center());
    m_hand->settle();
    QCOMPARE(m_hand->model.scenario().checkpointing.budgetBytes, sweep[0].k);
}

void TestTable::everyFigureHasRoom_data()
{
    QTest::addColumn<PolicyId>("policy");
    QTest::addColumn<Count>("layers");
    QTest::newRow("1000 layers") << PolicyId::Segments << Count { 1000 };
    QTest::newRow("dearer than store-all") << PolicyId::FirstM << Count { 40 };
    QTest::newRow("many times a forward pass") << PolicyId::Revolve << Count { 128 };
}

/// Nothing is cut: not the words of the header, not a figure, in the bold face of the chosen row.
void TestTable::everyFigureHasRoom()
{
    QFETCH(PolicyId, policy);
    QFETCH(Count, layers);
    m_hand->page.resize(978, 800); // what a window of 1280 leaves
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = layers;
    scenario.checkpointing.policy = policy;
    m_hand->take(scenario);
    KTable& table = m_hand->page.table();
    const KTableModel& model = table.tableModel();
    QFont bold = table.font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics figures(bold);
    const QFontMetrics words(table.horizontalHeader()->font());
    for (int column = 0; column < KTableModel::ColumnCount; ++column) {
        const QString head = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        if (table.isColumnHidden(column)) { // what can be told from the others
            QVERIFY2(column == KTableModel::Efficiency || column == KTableModel::ExtraStep, qPrintable(head));
            continue;
        }
        QVERIFY2(words.horizontalAdvance(head) < table.columnWidth(column), qPrintable(head));
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString text = model.index(row, column).data().toString();
            QVERIFY2(figures.horizontalAdvance(text) + 9 <= table.columnWidth(column), qPrintable(head + u' ' + text));
        }
    }
    m_hand->page.resize(1200, 900);
}

// Beside the Measure panel, too: no scrolling sideways for the figures that decide.
void TestTable::narrowTableHidesColumnsInsteadOfScrolling()
{
    KTable& table = m_hand->page.table();
    const auto hidden = [&table] {
        int count = 0;
        for (int column = 0; column < KTableModel::ColumnCount; ++column) {
            count += table.isColumnHidden(column) ? 1 : 0;
        }
        return count;
    };
    m_hand->page.resize(1200, 900);
    m_hand->settle();
    QCOMPARE(hidden(), 0);
    m_hand->page.resize(640, 800);
    m_hand->settle();
    QVERIFY(hidden() > 0);
    QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
    for (const int column : { KTableModel::Number, KTableModel::Total, KTableModel::ExtraForward, KTableModel::Fits,
             KTableModel::LargestBatch, KTableModel::Throughput }) {
        QVERIFY(!table.isColumnHidden(column));
    }
    QVERIFY(table.copyText().startsWith(QStringLiteral("K\tActivations, GiB\tTotal, GiB"))); // copied whole
    m_hand->page.resize(1200, 900);
    m_hand->settle();
    QCOMPARE(hidden(), 0);
}

QTEST_MAIN(TestTable)
#include "tst_table.moc"
