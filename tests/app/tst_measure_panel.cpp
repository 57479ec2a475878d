// SPDX-License-Identifier: MIT
// Measuring from the window, by hand: a fake worker plays what a real one may do.
#include "app/cards/card.h"
#include "app/files/measurement_file.h"
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/measure/shown_marks.h"
#include "app/measure/training_snippet.h"
#include "app/model/text.h"
#include "tests/app/support/fake_worker.h"
#include "tests/app/support/window_bench.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
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

    void growsWithTheType()
    {
        openWith(planOr("exit 1\n"));
        press("measure.open");
        const int before = panel().width();
        QFont large = m_bench->window().font();
        large.setPixelSize(20);
        m_bench->window().setFont(large);
        QCoreApplication::processEvents();
        QVERIFY(panel().width() > before);
        QVERIFY(panel().width() <= panel().parentWidget()->width()); // nothing of it behind the edge
        QVERIFY(m_bench->named<QLabel>("measure.headline")->fontInfo().pixelSize() > 18);
        QVERIFY(table().fontInfo().pixelSize() > 14);
        QVERIFY(table().horizontalHeader()->fontInfo().pixelSize() > 14);
        for (const char* id : { "measure.openFiles", "measure.snippet" }) {
            const auto* each = m_bench->named<QPushButton>(id);
            QVERIFY2(
                each->width() >= each->sizeHint().width() && each->parentWidget()->rect().contains(each->geometry()),
                id);
        }
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

    // A hand that is on its way to the button meets it where it was.
    void aPlanDoesNotMoveTheButton()
    {
        openWith(planOr("exit 1\n"));
        press("measure.open");
        QTest::qWait(0);
        QVERIFY(line("measure.plan").isEmpty());
        const QRect before = button().geometry();
        QTRY_VERIFY_WITH_TIMEOUT(!line("measure.plan").isEmpty(), kPatience);
        QTRY_VERIFY(m_bench->named<QLabel>("measure.plan")->y() > before.bottom());
        QCOMPARE(button().geometry(), before);
        press("measure.why.heading");
        QTRY_VERIFY(!line("measure.reasons").isEmpty());
        QCOMPARE(button().geometry(), before);
    }

    // What a worker may do, each as the window shows it: a sentence, what was measured kept, a button that measures
    // again.
    void everyScriptLeavesTheWindowReady_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("state"); // the line says that
        QTest::addColumn<int>("measured"); // rows of the table that have a figure
        const auto row = [](const char* name, const QByteArray& body, const char* state, int measured) {
            QTest::addRow("%s", name) << body << QString::fromLatin1(state) << measured;
        };
        const auto says = &FakeWorkers::says;
        const QByteArray hangs = "exec sleep 600\n";
        const QByteArray begun = kBegin + storeAll(2);
        row("ok", says(begun + segments(3, 1) + segments(4, 2) + FakeWorkers::ended(5)), "3 of 3 points measured", 3);
        row("garbage", says(begun + "garbage\n") + hangs, "The worker said what cannot be read: line 4", 1);
        row("half a line", says(begun) + "printf '{\"type\":\"res'\n",
            "The worker was lost: the worker ended in the middle of a line", 1);
        row("huge line", says(begun) + "head -c 10000000 /dev/zero | tr '\\0' x\n" + hangs,
            "a line is longer than 8388608 bytes", 1);
        row("wrong version", "echo '{\"type\":\"hello\",\"seq\":0,\"id\":\"s\",\"protocol\":7}'\n" + hangs,
            "protocol: \"7\"", 0);
        row("crash", says(begun) + "kill -SEGV $$\n", "killed by signal 11", 1);
        row("slow",
            says(kBegin) + "sleep 0.3\n" + says(storeAll(2)) + "sleep 0.3\n"
                + says(segments(3, 1) + FakeWorkers::ended(4)),
            "2 of 3 points measured", 2);
        row("out of order", says(begun + segments(2, 1)) + hangs, "seq", 1);
        row("NaN times", says(begun + R"({"type":"sample","seq":3,"id":"a","step_ns":NaN})" + "\n") + hangs, "line 4",
            1);
        row("negative bytes", says(begun + FakeWorkers::result(3, "segments", "1", 4, -4, 1)) + hangs,
            "measured_peak_bytes", 1);
        row("disproves itself",
            says(begun + FakeWorkers::error(3, "device_fault", "store_all: no tight fit", 0) + FakeWorkers::ended(4)),
            "1 of 3 points measured; 1 failed", 1);
    }
    void everyScriptLeavesTheWindowReady()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, state);
        QFETCH(int, measured);
        openWith(planOr(body));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(!panel().job().isActive(), kPatience);
        QVERIFY2(line("measure.state").contains(state), qPrintable(line("measure.state")));
        QVERIFY(!line("measure.state").contains(u'\n'));
        int figures = 0;
        for (int index = 0; index < table().rowCount(); ++index) {
            figures += row(index)[2].contains(QStringLiteral("iB")) ? 1 : 0;
        }
        QCOMPARE(figures, measured);
        QCOMPARE(m_bench->window().measured().ownRun() != nullptr, measured > 0);
        QVERIFY(button().isEnabled());
        QCOMPARE(button().text(), QStringLiteral("Measure"));
        QVERIFY(!m_bench->named<QProgressBar>("measure.progress")->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(m_workers->lastIsGone(), kPatience);
    }

    // A worker that says nothing any more is the hand's to end.
    void aWorkerThatHangsIsCancelled()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2)) + "exec sleep 600\n"));
        press("measure.open");
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(panel().job().measurement().points.size(), std::size_t { 1 }, kPatience);
        QVERIFY(panel().job().isActive());
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(
            line("measure.state"), QStringLiteral("Cancelled: 1 of 3 points measured"), kPatience);
        QVERIFY(button().isEnabled());
        QVERIFY(m_workers->lastIsGone());
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
        QTRY_COMPARE_WITH_TIMEOUT(row(0), strings({ "store_all", "4.0 MiB", "4.0 MiB\n12.3 ms", "0 B" }), kPatience);
        QVERIFY(panel().job().isActive()); // long before its end
        QCOMPARE(row(1), strings({ "segments:1", "2.0 MiB", "", "" }));
        QCOMPARE(line("measure.state"), QStringLiteral("Point 1 of 3, timing, 12 s left"));
        const auto* bar = m_bench->named<QProgressBar>("measure.progress");
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->value(), bar->maximum() / 4);

        QTRY_VERIFY_WITH_TIMEOUT(!panel().job().isActive(), kPatience);
        QCOMPARE(row(1), strings({ "segments:1", "2.0 MiB", "failed", "" }));
        QCOMPARE(row(2), strings({ "segments:2", "3.0 MiB", "3.0 MiB\n2.10 s", "0 B" }));
        QCOMPARE(line("measure.state"), QStringLiteral("2 of 3 points measured; 1 failed"));
        QCOMPARE(line("measure.troubles"), QStringLiteral("Out of memory: segments:1: 7 bytes short"));
        QCOMPARE(line("measure.headline"), QStringLiteral("Memory to the byte as predicted on this machine, 2 points"));
        QVERIFY(!bar->isVisible());
        QCOMPARE(button().text(), QStringLiteral("Measure"));
        QVERIFY(m_bench->window().measured().ownRun() != nullptr);
        QCOMPARE(m_bench->window().measured().ownRun()->measurement.points.size(), std::size_t { 2 });

        // Every column is in view without scrolling.
        QVERIFY(table().horizontalHeader()->length() <= table().viewport()->width());
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(
            QStringLiteral("Policy\tPredicted peak, bytes\tMeasured peak, bytes\tDifference, bytes\tDifference, %\t"
                           "Predicted step, ms\tMeasured step, ms\tDifference of the step, %\n"
                           "store_all\t4194304\t4194304\t0\t0.000\t\t12.300\t\nsegments:1\nsegments:2\t")));
    }

    void aDifferenceIsSaid()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2, 5 * kMi) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_COMPARE_WITH_TIMEOUT(
            line("measure.headline"), QStringLiteral("Memory within 25.0 % on this machine, 1 point"), kPatience);
        QCOMPARE(line("measure.largest"), QStringLiteral("Memory differs most at store_all, by +1.00 MiB (+25.00 %)"));
        QCOMPARE(row(0)[3], QStringLiteral("+1.00 MiB  +25.00 %"));
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
        QCOMPARE(row(0)[2], QStringLiteral("4.0 MiB\n12.3 ms")); // what was measured stays
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
        const QString headline = line("measure.headline");
        QVERIFY2(headline.startsWith(QStringLiteral("Memory to the byte as predicted, time within "))
                && headline.contains(QStringLiteral(" % on this machine, 2 points")),
            qPrintable(headline));
        QVERIFY(line("measure.largest").startsWith(QStringLiteral("Time differs most at ")));
        QTRY_COMPARE_WITH_TIMEOUT(m_bench->window().marks().marks().size(), std::size_t { 2 }, kPatience);
        for (const ShownMark& shown : m_bench->window().marks().marks()) {
            QCOMPARE(shown.mark.totalBytes, shown.mark.ownTotalBytes); // as predicted is where it was expected
        }

        // Its times as the time model: seconds everywhere, and what store_all took comes back.
        const ScenarioModel& model = m_bench->model();
        QVERIFY(!model.evaluation().timedOn);
        press("measure.useTimes");
        QVERIFY(model.evaluation().timedOn && !model.evaluation().timedOn->device.empty());
        QVERIFY(line("measure.timesNote").contains(toQString(model.evaluation().timedOn->device)));
        const auto& points = panel().job().measurement().points;
        const SweepRow& first = model.evaluation().sweep.front(); // article:1 stores all
        QVERIFY(first.stepSeconds.has_value());
        QVERIFY(*first.stepSeconds > 0.03e-9 * points[0].stepNs->median); // without what others took of a disturbed one
        QVERIFY(*first.stepSeconds < 3e-9 * points[0].stepNs->median);
        const QString card = m_bench->named<Card>("throughput")->measureText();
        QVERIFY2(
            card.startsWith(QStringLiteral("Samples per second")) && card.contains(QStringLiteral("calibrated on")),
            qPrintable(card));
        m_bench->model().setField("workload.batch", std::int64_t { 2 }); // carried along
        m_bench->model().settle();
        QVERIFY(model.evaluation().timedOn && model.evaluation().timedOn->carried);
        press("measure.useTimes");
        QVERIFY(!model.evaluation().timedOn && !model.evaluation().chosen.stepSeconds);
        QCOMPARE(line("measure.timesNote"), QString());

        press("measure.useTimes"); // they are of this run and of no other, and go with it
        MeasuredSets& sets = m_bench->window().measured();
        sets.keepOwnRun();
        QVERIFY(model.times() != nullptr && m_bench->named<QPushButton>("measure.useTimes")->isChecked());
        sets.setOwnRun(sets.all().front().measurement);
        QCOMPARE(sets.all().size(), std::size_t { 2 });
        QVERIFY(!m_bench->named<QPushButton>("measure.useTimes")->isChecked()); // of the run before
        sets.remove(1);
        QVERIFY(model.times() == nullptr && !model.evaluation().timedOn);
        QCOMPARE(line("measure.timesNote"), QString());
    }

    void theRunBeforeStays()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        const MeasuredSets& sets = m_bench->window().measured();
        QCOMPARE(sets.all().size(), std::size_t { 1 });
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        QCOMPARE(sets.all().size(), std::size_t { 2 });
        QVERIFY(sets.ownRun() == &sets.all().front());
        QCOMPARE(sets.all()[1].name, QStringLiteral("This machine, run 1"));
        QVERIFY(sets.all()[1].color != 0 && sets.all()[1].id != sets.all()[0].id);
        QVERIFY(sets.all()[1].measurement.points == sets.all()[0].measurement.points);
        auto* shown = m_bench->named<QComboBox>("measure.set");
        QVERIFY(shown->isVisible());
        shown->setFocus();
        QTest::keyClick(shown, Qt::Key_Down);
        QCOMPARE(table().rowCount(), 1);
        QTest::mouseClick(m_bench->named<QToolButton>("measure.remove"), Qt::LeftButton);
        QCOMPARE(sets.all().size(), std::size_t { 1 });
        QVERIFY(sets.ownRun() != nullptr);
    }

    void timesThatWereNotMeasuredAreRefused()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        press("measure.useTimes");
        QCOMPARE(
            line("measure.timesNote"), QStringLiteral("No point of this measurement has the times of its operations"));
        QVERIFY(!m_bench->named<QPushButton>("measure.useTimes")->isChecked());
        QVERIFY(m_bench->model().times() == nullptr);
    }

    void whatRanCanBeShownAndLeft()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        const Scenario before = m_bench->model().scenario();
        auto* button = m_bench->named<QPushButton>("measure.whatRan");
        QVERIFY(button->isEnabled() && !button->isChecked());
        press("measure.whatRan");
        m_bench->model().settle();
        QCOMPARE(m_bench->model().effectiveWhole("model.layers"), 4);
        QVERIFY(button->isChecked());
        QCOMPARE(line("measure.stale"), QString()); // it is what they were measured on
        m_bench->window().marks().finish(std::chrono::seconds(30));
        QVERIFY(!m_bench->window().marks().marks().front().mark.point.carried);
        press("measure.whatRan");
        m_bench->model().settle();
        QVERIFY(m_bench->model().scenario() == before);
        QVERIFY(!button->isChecked());
        press("measure.whatRan");
        m_bench->model().undoStack().undo(); // the other way back
        m_bench->model().settle();
        QVERIFY(m_bench->model().scenario() == before);
        QTRY_VERIFY(!button->isChecked() && button->isEnabled());
    }

    // In training accounting the scenario has a reserve, which a run has not.
    void whatRanHasTheRunsOwnReserve()
    {
        QByteArray body = FakeWorkers::plan();
        body.replace(R"("run":{"model":{"layers":4}})",
            R"("run":{"model":{"layers":4},"device":{"reserve_bytes":0},"accounting":"training"})");
        openWith(planOr(FakeWorkers::says(FakeWorkers::hello() + body + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        press("measure.whatRan");
        m_bench->model().settle();
        QCOMPARE(m_bench->model().refusal(), QString());
        QCOMPARE(m_bench->model().effectiveWhole("device.reserve_bytes"), 0);
        QCOMPARE(m_bench->model().effectiveWhole("device.memory_bytes"), qint64 { 80 } << 30);
    }

    void eachPointSaysWhereItComesFromAndIsSavedWithIt()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + segments(3, 1) + FakeWorkers::ended(4))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        QVERIFY(line("measure.provenance").isEmpty()); // on demand
        press("measure.from.heading");
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualItemRect(table().item(1, 0)).center());
        const QString from = line("measure.provenance");
        for (const char* part : { "Point: segments:1", "Device: Fake", "seed 1", "threads 1",
                 "Date: 2025-01-31T12:00:00Z", "layers 4", "Layers 4 instead of 32: the time allowed" }) {
            QVERIFY2(from.contains(QString::fromLatin1(part)), qPrintable(from));
        }
        press("measure.why.heading");
        QApplication::processEvents();
        QVERIFY(m_bench->window().minimumSizeHint().height() <= 800); // unfolded it scrolls
        const QString path = m_bench->path("kept.json");
        QVERIFY(m_bench->window().saveMeasurementTo(path));
        const auto kept = loadMeasurement(path);
        QVERIFY(kept.ok() && kept->has_value());
        QVERIFY(**kept == panel().job().measurement());
        QVERIFY(!m_bench->window().saveMeasurementTo(QStringLiteral("/no/such/folder/kept.json")));
        QVERIFY(m_bench->message().contains(QStringLiteral("/no/such/folder/kept.json: could not be saved")));
    }

    void measuresThroughAnotherCommand()
    {
        m_workers = std::make_unique<FakeWorkers>();
        const QByteArray far = m_workers
                                   ->script(planOr("echo \"$command\" > \"$0.asked\"\n"
                                       + FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))))
                                   .toUtf8();
        // As ssh does it: the host, then the worker's name and its arguments.
        const QString hop = m_workers->script(
            "[ \"$1 $2\" = 'gpu box sublinear-microrun' ] || exit 9\nshift 2\nexec '" + far + "' \"$@\"\n");
        qputenv("SUBLINEAR_MICRORUN", "/no/such/worker");
        m_bench = std::make_unique<WindowBench>("tst_measure_panel");
        press("measure.open");
        auto* through = m_bench->named<QLineEdit>("measure.through");
        through->setFocus();
        QTest::keyClicks(through, hop + QStringLiteral(" \"gpu box\""));
        QTest::keyClick(through, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_bench->named<QComboBox>("measure.device")->count(), 3, kPatience);
        QCOMPARE(line("measure.deviceNote"), QString());
        press("measure.button");
        QVERIFY(!through->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        QVERIFY(QFile::exists(QString::fromUtf8(far) + QStringLiteral(".asked")));
        QCOMPARE(line("measure.headline"), QStringLiteral("Memory to the byte as predicted on Fake, 1 point"));
        QCOMPARE(m_bench->window().measured().ownRun()->name, through->text());
        const QString typed = through->text();
        QVERIFY(m_bench->restart());
        QCOMPARE(m_bench->named<QLineEdit>("measure.through")->text(), typed);
        m_bench->named<QLineEdit>("measure.through")->clear();
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(line("measure.state").contains(QStringLiteral("/no/such/worker")), kPatience);
    }

    void whyAnotherMachineDoesNotMeasure_data()
    {
        QTest::addColumn<QByteArray>("through"); // or a script
        QTest::addColumn<QString>("says");
        QTest::addRow("no such command") << QByteArray("/no/such/ssh box")
                                         << QStringLiteral("/no/such/ssh could not be started");
        QTest::addRow("no worker there") << QByteArray("env -i PATH=/usr/bin:/bin")
                                         << QStringLiteral("there is no sublinear-microrun on the other machine");
        QTest::addRow("no connection") << QByteArray("echo 'ssh: gpu-box: no route to host' >&2\nexit 255\n")
                                       << QStringLiteral("there is no connection to the other machine");
        QTest::addRow("another program") << QByteArray("echo hello\n")
                                         << QStringLiteral("The worker said what cannot be read");
    }
    void whyAnotherMachineDoesNotMeasure()
    {
        QFETCH(QByteArray, through);
        QFETCH(QString, says);
        openWith(planOr("exit 1\n"));
        press("measure.open");
        const bool script = through.contains('\n');
        m_bench->named<QLineEdit>("measure.through")
            ->setText(script ? m_workers->script(through) : QString::fromUtf8(through));
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Failed, kPatience);
        QVERIFY2(line("measure.state").contains(says), qPrintable(line("measure.state")));
        QVERIFY(!line("measure.state").contains(u'\n'));
        QTRY_VERIFY_WITH_TIMEOUT(!line("measure.deviceNote").isEmpty(), kPatience); // and no devices either
        if (through.contains("route")) {
            QVERIFY(line("measure.state").contains(QStringLiteral("no route to host")));
            QVERIFY(line("measure.deviceNote").contains(QStringLiteral("no route to host")));
        }
        QVERIFY(button().isEnabled());
    }

    void theSnippetIsShownAndCopied()
    {
        openWith(planOr("exit 1\n"));
        press("measure.open");
        press("measure.snippet");
        const auto* text = m_bench->named<QPlainTextEdit>("snippet.text");
        QVERIFY(text->isVisible());
        QVERIFY(text->toPlainText().contains(QStringLiteral("def log_training_run(")));
        press("snippet.copy");
        QCOMPARE(QApplication::clipboard()->text(), trainingSnippet());
        QTest::keyClick(m_bench->named<QDialog>("snippet"), Qt::Key_Escape);
        QTRY_VERIFY(m_bench->window().findChild<QDialog*>(QStringLiteral("snippet")) == nullptr);
    }

    void everythingHasANameAndIsReachedByTab()
    {
        openWith(planOr(FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))));
        press("measure.open");
        press("measure.button");
        QTRY_VERIFY_WITH_TIMEOUT(panel().job().state() == MeasureJob::State::Done, kPatience);
        for (const char* id :
            { "measure.close", "measure.through", "measure.device", "measure.policies", "measure.points" }) {
            QVERIFY2(!m_bench->named<QWidget>(id)->accessibleName().isEmpty(), id);
        }
        std::set<QString> reached;
        button().setFocus();
        for (int step = 0; step < 200; ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached.insert(QApplication::focusWidget()->objectName());
        }
        for (const char* id : { "measure.open", "measure.close", "measure.device", "measure.policies", "measure.button",
                 "measure.points", "measure.through", "measure.useTimes", "measure.whatRan", "measure.save",
                 "measure.from.heading", "measure.openFiles", "measure.snippet" }) {
            QVERIFY2(reached.count(QString::fromLatin1(id)) == 1, id);
        }
    }
};

QTEST_MAIN(TestMeasurePanel)
#include "tst_measure_panel.moc"
