// SPDX-License-Identifier: MIT
// Measuring from the window, by hand: a fake worker plays what a real one may do.
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/measure/shown_marks.h"
#include "tests/app/support/fake_worker.h"
#include "tests/app/support/window_bench.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <initializer_list>
#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QByteArray kBegin = FakeWorkers::hello() + FakeWorkers::plan();
constexpr qint64 kMi = 1048576;
constexpr int kPatience = 30'000;

QByteArray storeAll(int seq, qint64 measured = 4 * kMi)
{
    return FakeWorkers::result(seq, "store_all", "null", 4 * kMi, measured, 12'300'000);
}

QByteArray segments(int seq, int k)
{
    return FakeWorkers::result(seq, "segments", QByteArray::number(k), (k + 1) * kMi, (k + 1) * kMi, 2'100'000'000);
}

QStringList strings(std::initializer_list<const char*> texts)
{
    QStringList list;
    for (const char* text : texts) {
        list << QString::fromLatin1(text);
    }
    return list;
}

/// Answers a request for the plan alone, and goes on with `body` for a run.
QByteArray planOr(const QByteArray& body)
{
    return FakeWorkers::withDevices("read command\ncase \"$command\" in\n*plan_only*)\n"
        + FakeWorkers::says(kBegin + FakeWorkers::ended(2)) + "read quit\n"
        + FakeWorkers::says(FakeWorkers::bye(3, 0, 0)) + "exit 0;;\nesac\n" + body);
}

} // namespace

class TestMeasurePanel : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<FakeWorkers> m_workers;
    std::unique_ptr<WindowBench> m_bench;

    void openWith(const QByteArray& body)
    {
        m_workers = std::make_unique<FakeWorkers>();
        qputenv("SUBLINEAR_MICRORUN", m_workers->script(body).toUtf8());
        m_bench = std::make_unique<WindowBench>("tst_measure_panel");
    }
    [[nodiscard]] QString line(const char* id) const
    {
        const auto* label = m_bench->named<QLabel>(id);
        return label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] QPushButton& button() const { return *m_bench->named<QPushButton>("measure.button"); }
    [[nodiscard]] PointsTable& table() const { return *m_bench->named<PointsTable>("measure.points"); }
    [[nodiscard]] MeasurePanel& panel() const { return *m_bench->named<MeasurePanel>("measure.panel"); }
    void press(const char* id) const { QTest::mouseClick(m_bench->named<QWidget>(id), Qt::LeftButton); }
    [[nodiscard]] QStringList row(int index) const
    {
        QStringList cells;
        for (int column = 0; column < table().columnCount(); ++column) {
            cells << table().item(index, column)->text();
        }
        return cells;
    }

private Q_SLOTS:
    void cleanup()
    {
        m_bench.reset();
        m_workers.reset();
    }

    void comesAndGoesByKeyButtonAndMenu()
    {
        openWith(planOr("exit 1\n"));
        QVERIFY(!panel().isVisible()); // until it is asked for
        QTest::keyClick(&m_bench->window(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(panel().isVisible());
        QCOMPARE(QApplication::focusWidget(), &button());
        QTest::keyClick(&m_bench->window(), Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!panel().isVisible());
        press("measure.open");
        QVERIFY(panel().isVisible());
        press("measure.close");
        QVERIFY(!panel().isVisible());
        QVERIFY(QApplication::focusWidget() != nullptr); // the keyboard is somewhere still
        m_bench->trigger("view.measure");
        QVERIFY(panel().isVisible());
        QVERIFY(m_bench->restart());
        QVERIFY(panel().isVisible()); // as it was left
    }

    void saysDevicesAndPlanBeforeAnythingRuns()
    {
        openWith(planOr("exit 1\n"));
        press("measure.open");
        const auto* devices = m_bench->named<QComboBox>("measure.device");
        QTRY_COMPARE_WITH_TIMEOUT(devices->count(), 3, kPatience);
        QCOMPARE(devices->itemText(0), QStringLiteral("Automatic"));
        QCOMPARE(devices->itemText(1), QStringLiteral("Fake CPU, 2 threads, 8 GiB"));
        QCOMPARE(devices->itemText(2), QStringLiteral("Fake GPU, 80 GiB"));
        QTRY_COMPARE_WITH_TIMEOUT(line("measure.plan"),
            QStringLiteral("3 policies, about 8 s, up to 4.0 MiB. Layers 4 instead of 32."), kPatience);
        QVERIFY(!m_bench->named<QLabel>("measure.reasons")->isVisible());
        press("measure.why.heading");
        QCOMPARE(line("measure.reasons"), QStringLiteral("Layers 4 instead of 32: the time allowed"));
        QCOMPARE(panel().job().state(), MeasureJob::State::Idle);
        QCOMPARE(button().text(), QStringLiteral("Measure"));
        QVERIFY(!table().isVisible());
    }

    void pointsAppearAsTheyAreMeasured()
    {
        openWith(planOr(FakeWorkers::says(kBegin + FakeWorkers::progress(2, 0, 0.25, 11'500'000'000) + storeAll(3))
            + "sleep 2\n"
            + FakeWorkers::says(FakeWorkers::error(4, "out_of_memory", "segments:1: 7 bytes short", 1) + segments(5, 2)
                + FakeWorkers::ended(6))));
        press("measure.open");
        press("measure.button");
        QCOMPARE(button().text(), QStringLiteral("Cancel"));
        QTRY_COMPARE_WITH_TIMEOUT(table().rowCount(), 3, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(row(0), strings({ "store_all", "4.00", "4.00", "0 B", "12.3 ms" }), kPatience);
        QVERIFY(panel().job().isActive()); // long before its end
        QCOMPARE(row(1), strings({ "segments:1", "2.00", "", "", "" }));
        QCOMPARE(line("measure.state"), QStringLiteral("Point 1 of 3, timing, 12 s left"));
        const auto* bar = m_bench->named<QProgressBar>("measure.progress");
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->value(), bar->maximum() / 4);

        QTRY_VERIFY_WITH_TIMEOUT(!panel().job().isActive(), kPatience);
        QCOMPARE(row(1), strings({ "segments:1", "2.00", "failed", "", "" }));
        QCOMPARE(row(2), strings({ "segments:2", "3.00", "3.00", "0 B", "2.10 s" }));
        QCOMPARE(line("measure.state"), QStringLiteral("2 of 3 points measured; 1 failed"));
        QCOMPARE(line("measure.troubles"), QStringLiteral("Out of memory: segments:1: 7 bytes short"));
        QCOMPARE(line("measure.headline"), QStringLiteral("Memory to the byte as predicted, 2 points"));
        QVERIFY(!bar->isVisible());
        QCOMPARE(button().text(), QStringLiteral("Measure"));
        QVERIFY(m_bench->window().measured().ownRun() != nullptr);
        QCOMPARE(m_bench->window().measured().ownRun()->measurement.points.size(), std::size_t { 2 });

        // Every column is in view without scrolling.
        QVERIFY(table().horizontalHeader()->length() <= table().viewport()->width());
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(
            QStringLiteral("Policy\tPredicted, MiB\tMeasured, MiB\tDifference\tStep\nstore_all\t4.00\t4.00\t0 B\t")));
    }

    void aDifferenceIsSaid()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2, 5 * kMi) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(
            line("measure.headline"), QStringLiteral("Memory within 25.0 %, 1 point; most at store_all"), kPatience);
        QCOMPARE(row(0)[3], QStringLiteral("+25.00 %"));
    }

    void cancelAnswersAtOnceAndEndsTheWorker()
    {
        openWith(planOr("trap '' TERM INT HUP\n" + FakeWorkers::says(kBegin + storeAll(2)) + "exec sleep 600\n"));
        press("measure.open");
        button().setFocus();
        QTest::keyClick(&button(), Qt::Key_Space); // by keyboard as well
        QTRY_COMPARE_WITH_TIMEOUT(panel().job().measurement().points.size(), std::size_t { 1 }, kPatience);
        QTest::keyClick(&button(), Qt::Key_Space);
        QCOMPARE(line("measure.state"), QStringLiteral("Cancelling\u2026"));
        QVERIFY(!button().isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(
            line("measure.state"), QStringLiteral("Cancelled: 1 of 3 points measured"), kPatience);
        QVERIFY(m_workers->lastIsGone());
        QVERIFY(button().isEnabled());
        QCOMPARE(row(0)[2], QStringLiteral("4.00")); // what was measured stays
    }

    void afterAFaultItMeasuresAgain()
    {
        const QByteArray flag = "\"$0.once\"";
        openWith(planOr("if [ ! -e " + flag + " ]; then touch " + flag + "; kill -SEGV $$; fi\n"
            + FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(line("measure.state").startsWith(QStringLiteral("The worker was lost:")), kPatience);
        QVERIFY(line("measure.state").contains(QStringLiteral("killed by signal 11")));
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(line("measure.state"), QStringLiteral("1 of 3 points measured"), kPatience);
    }

    void closingTheWindowLeavesNoProcess()
    {
        openWith(planOr("trap '' TERM INT HUP\n" + FakeWorkers::says(kBegin) + "exec sleep 600\n"));
        press("measure.open");
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(table().rowCount(), 3, kPatience);
        QVERIFY(!m_workers->lastIsGone());
        QVERIFY(m_bench->window().close());
        QVERIFY(m_workers->lastIsGone());
    }

    void aListThatCannotBeReadStartsNothing()
    {
        openWith(planOr("exit 1\n"));
        press("measure.open");
        auto* list = m_bench->named<QLineEdit>("measure.policies");
        list->setFocus();
        QTest::keyClicks(list, QStringLiteral("store_al"));
        QVERIFY(!button().isEnabled());
        QVERIFY2(line("measure.state").contains(QStringLiteral("store_all")), qPrintable(line("measure.state")));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(panel().job().state(), MeasureJob::State::Idle);
        QTest::keyClick(list, Qt::Key_L);
        QVERIFY(button().isEnabled());
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(panel().job().isActive());
    }

    void theRunIsAskedForWhatIsShown()
    {
        openWith(planOr("echo \"$command\" > \"$0.asked\"\n" + FakeWorkers::says(kBegin + FakeWorkers::ended(2))));
        const QString asked = qEnvironmentVariable("SUBLINEAR_MICRORUN") + QStringLiteral(".asked");
        m_bench->model().setField("workload.batch", std::int64_t { 3 });
        press("measure.open");
        auto* devices = m_bench->named<QComboBox>("measure.device");
        QTRY_COMPARE_WITH_TIMEOUT(devices->count(), 3, kPatience);
        devices->setFocus();
        QTest::keyClick(devices, Qt::Key_End);
        auto* list = m_bench->named<QLineEdit>("measure.policies");
        list->setFocus();
        QTest::keyClicks(list, QStringLiteral("store_all,segments:1"));
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(panel().job().state(), MeasureJob::State::Failed, kPatience);
        const auto command = parseCommand(contentOf(asked).trimmed().toStdString());
        QVERIFY(command.ok());
        const auto& run = std::get<RunCommand>(*command);
        QVERIFY(run.scenario == m_bench->model().scenario());
        QCOMPARE(run.options.device, std::string("cuda:0"));
        QCOMPARE(run.options.policies, std::optional<std::string>("store_all,segments:1"));
        QVERIFY(!run.options.planOnly);
    }

    void pointsOfAnotherScenarioSaySo()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        QCOMPARE(line("measure.stale"), QString());
        m_bench->model().setField("workload.batch", std::int64_t { 3 });
        QTRY_COMPARE(
            line("measure.stale"), QStringLiteral("The scenario has changed since these points were measured."));
        m_bench->model().undoStack().undo();
        QTRY_COMPARE(line("measure.stale"), QString());
    }

    void withoutAWorkerItSaysWhatIsMissing()
    {
        qputenv("SUBLINEAR_MICRORUN", "/no/such/worker");
        m_bench = std::make_unique<WindowBench>("tst_measure_panel");
        press("measure.open");
        QTRY_VERIFY_WITH_TIMEOUT(
            line("measure.deviceNote").startsWith(QStringLiteral("/no/such/worker could not be started")), kPatience);
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(
            line("measure.state").startsWith(QStringLiteral("The worker was lost: /no/such/worker")), kPatience);
    }

    // The real worker, on a shape that takes no time: from the button to points on the charts.
    void theRealWorkerMeasures()
    {
        const QString real = QCoreApplication::applicationDirPath() + QStringLiteral("/sublinear-microrun");
        QVERIFY(QFile::exists(real));
        qputenv("SUBLINEAR_MICRORUN", real.toUtf8());
        m_bench = std::make_unique<WindowBench>("tst_measure_panel");
        Scenario small;
        small.model.layers = 3;
        small.model.dModel = 16;
        small.model.heads = 2;
        small.model.dFfn = 32;
        small.workload.batch = 1;
        small.workload.sequence = 8;
        m_bench->model().openScenario(small, QStringLiteral("small"));
        press("measure.open");
        QTest::keyClicks(m_bench->named<QLineEdit>("measure.policies"), QStringLiteral("store_all,segments:1"));
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(!panel().job().isActive(), 60'000);
        QVERIFY2(panel().job().state() == MeasureJob::State::Done, qPrintable(line("measure.state")));
        QCOMPARE(line("measure.headline"), QStringLiteral("Memory to the byte as predicted, 2 points"));
        QTRY_COMPARE_WITH_TIMEOUT(m_bench->window().marks().marks().size(), std::size_t { 2 }, kPatience);
        for (const ShownMark& shown : m_bench->window().marks().marks()) {
            QCOMPARE(shown.mark.totalBytes, shown.mark.ownTotalBytes); // as predicted is where it was expected
        }
    }

    void everythingHasANameAndIsReachedByTab()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        for (const char* id : { "measure.close", "measure.device", "measure.policies", "measure.points" }) {
            QVERIFY2(!m_bench->named<QWidget>(id)->accessibleName().isEmpty(), id);
        }
        std::set<QString> reached;
        button().setFocus();
        for (int step = 0; step < 200; ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached.insert(QApplication::focusWidget()->objectName());
        }
        for (const char* id : { "measure.open", "measure.close", "measure.device", "measure.policies", "measure.button",
                 "measure.points" }) {
            QVERIFY2(reached.count(QString::fromLatin1(id)) == 1, id);
        }
    }
};

QTEST_MAIN(TestMeasurePanel)
#include "tst_measure_panel.moc"
