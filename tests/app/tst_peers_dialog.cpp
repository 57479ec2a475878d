// SPDX-License-Identifier: MIT
// What other calculators say, in the window: it follows the scenario, is read without a mouse, and can be copied.
#include "app/model/text.h"
#include "app/peers/peers_dialog.h"
#include "app/peers/peers_model.h"
#include "core/base/units.h"
#include "tests/app/support/window_bench.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

using namespace sublinear;
using namespace sublinear::testing;

class TestPeersDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<WindowBench>("tst_peers_dialog");
        m_bench->open();
        m_bench->trigger("view.peers");
        m_table = m_bench->named<QTableView>("peers.table");
    }
    void cleanup() { m_bench.reset(); }

    void oursStandFirst();
    void followsTheScenario();
    void rowsSayWhatTheyStandOn();
    void isCopied();
    void opensOnceOnly();

private:
    std::unique_ptr<WindowBench> m_bench;
    QTableView* m_table = nullptr;

    [[nodiscard]] QString cell(int row, int column) const
    {
        return m_table->model()->index(row, column).data().toString();
    }
};

void TestPeersDialog::oursStandFirst()
{
    QAbstractItemModelTester tester(m_table->model());
    QVERIFY(m_table->model()->rowCount() >= 7);
    QCOMPARE(cell(0, PeersModel::Calculator), QStringLiteral("Sublinear"));
    QCOMPARE(cell(0, PeersModel::Chosen), toQString(formatGiB(m_bench->model().evaluation().chosen.activationBytes)));
    QCOMPARE(m_table->model()->index(0, PeersModel::Stored).data(Qt::ToolTipRole).toString(),
        QStringLiteral("57,982,058,496 bytes"));
    QVERIFY(m_bench->named<QLabel>("peers.spread")->text().contains(QStringLiteral("ours 54.00 GiB")));
}

void TestPeersDialog::followsTheScenario()
{
    const QString before = cell(1, PeersModel::Stored);
    m_bench->model().setField("workload.batch", std::int64_t { 2 });
    m_bench->model().settle();
    QVERIFY2(cell(1, PeersModel::Stored) != before, qPrintable(before));
    QCOMPARE(cell(0, PeersModel::Stored), QStringLiteral("27.00"));
    // What a formula cannot say is a dash, with the reason.
    m_bench->model().setField("recipe.dtype", std::string("fp32"));
    m_bench->model().settle();
    const QModelIndex refused = m_table->model()->index(1, PeersModel::Stored);
    QCOMPARE(refused.data().toString(), QStringLiteral("\u2013"));
    QCOMPARE(refused.data(Qt::ToolTipRole).toString(), QStringLiteral("it knows numbers of 16 bits only"));
    QVERIFY(!refused.data(PeersModel::ShareRole).isValid());
}

void TestPeersDialog::rowsSayWhatTheyStandOn()
{
    const auto* details = m_bench->named<QLabel>("peers.details");
    m_table->setFocus();
    const QString first = details->text();
    QTest::keyClick(m_table, Qt::Key_Down);
    QVERIFY(details->text() != first);
    QVERIFY2(details->text().contains(QStringLiteral("arXiv 2205.05198")), qPrintable(details->text()));
    QVERIFY(details->text().contains(QStringLiteral("Leaves out: logits")));
    QVERIFY(details->text().contains(QStringLiteral("it knows no such policy"))); // K = 4 of the article
}

void TestPeersDialog::isCopied()
{
    QTest::mouseClick(m_bench->named<QPushButton>("peers.markdown"), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("| Calculator |")));
    QTest::mouseClick(m_bench->named<QPushButton>("peers.csv"), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("calculator,source,formula,stored_bytes")));
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("57982058496")));
}

void TestPeersDialog::opensOnceOnly()
{
    m_bench->trigger("view.peers");
    QCOMPARE(m_bench->window().findChildren<PeersDialog*>().size(), 1);
    QTest::keyClick(m_table, Qt::Key_Escape);
    QVERIFY(!m_bench->named<PeersDialog>("peers")->isVisible());
    m_bench->trigger("view.peers");
    QVERIFY(m_bench->named<PeersDialog>("peers")->isVisible());
}

QTEST_MAIN(TestPeersDialog)
#include "tst_peers_dialog.moc"
