// SPDX-License-Identifier: MIT
// One measurement for the window: whatever a worker does, it ends in a state and a sentence.
#include "app/measure/device_finder.h"
#include "app/measure/measure_job.h"
#include "tests/app/support/fake_worker.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;
using namespace std::chrono_literals;

using State = MeasureJob::State;
Q_DECLARE_METATYPE(State)

namespace {

const QByteArray kBegin = FakeWorkers::hello() + FakeWorkers::plan();
constexpr qint64 kMi = 1048576;

QByteArray storeAll(int seq)
{
    return FakeWorkers::result(seq, "store_all", "null", 4 * kMi, 4 * kMi, 1'000'000);
}

QByteArray segments(int seq, int k)
{
    return FakeWorkers::result(seq, "segments", QByteArray::number(k), (k + 1) * kMi, (k + 1) * kMi, 2'000'000);
}

RunCommand command(bool planOnly = false)
{
    RunCommand run;
    run.id = "a";
    run.options.device = "cpu";
    run.options.planOnly = planOnly;
    return run;
}

} // namespace

class TestMeasureJob : public QObject {
    Q_OBJECT

private:
    FakeWorkers m_workers;

private Q_SLOTS:
    void everyScriptEndsInAStateAndASentence_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<State>("state");
        QTest::addColumn<QString>("message"); // is part of it
        QTest::addColumn<int>("points"); // measured, and kept
        const auto row = [](const char* name, const QByteArray& body, State state, const char* message, int points) {
            QTest::addRow("%s", name) << body << state << QString::fromUtf8(message) << points;
        };
        const auto says = &FakeWorkers::says;
        const QByteArray all = kBegin + storeAll(2) + segments(3, 1) + segments(4, 2) + FakeWorkers::ended(5);
        row("ok", says(all) + "read run; read quit\n" + says(FakeWorkers::bye(6, 3, 0)), State::Done,
            "3 of 3 points measured", 3);
        row("leaves by itself", says(all + FakeWorkers::bye(6, 3, 0)), State::Done, "3 of 3 points measured", 3);
        row("one point fails, the others go on",
            says(kBegin + storeAll(2) + FakeWorkers::error(3, "out_of_memory", "segments:1: 7 bytes short", 1)
                + segments(4, 2) + FakeWorkers::ended(5)),
            State::Done, "2 of 3 points measured; 1 failed", 2);
        row("every point fails",
            says(kBegin + FakeWorkers::error(2, "refused", "a", 0) + FakeWorkers::error(3, "refused", "b", 1)
                + FakeWorkers::error(4, "refused", "c", 2) + FakeWorkers::ended(5)),
            State::Failed, "No point could be measured", 0);
        row("deadline", says(kBegin + storeAll(2) + FakeWorkers::error(3, "timeout", "late") + FakeWorkers::ended(4)),
            State::Failed, "Out of time: late; 1 of 3 points measured", 1);
        row("refused",
            says(FakeWorkers::hello() + FakeWorkers::error(1, "refused", "no such policy") + FakeWorkers::ended(2)),
            State::Failed, "Refused: no such policy", 0);
        row("no device",
            says(FakeWorkers::hello() + FakeWorkers::error(1, "no_device", "cuda:9") + FakeWorkers::ended(2)),
            State::Failed, "No such device: cuda:9", 0);
        row("garbage", says(kBegin + storeAll(2) + "garbage\n") + "exec sleep 600\n", State::Failed,
            "The worker said what cannot be read: line 4", 1);
        row("half a line", says(kBegin) + "printf '{\"type\":\"res'\n", State::Failed,
            "The worker was lost: the worker ended in the middle of a line", 0);
        row("huge line", says(kBegin) + "head -c 10000000 /dev/zero | tr '\\0' x\nexec sleep 600\n", State::Failed,
            "a line is longer than 8388608 bytes", 0);
        row("wrong version", "echo '{\"type\":\"hello\",\"seq\":0,\"id\":\"s\",\"protocol\":7}'\nexec sleep 600\n",
            State::Failed, "protocol: \"7\"", 0);
        row("crash", says(kBegin + storeAll(2)) + "kill -SEGV $$\n", State::Failed, "killed by signal 11", 1);
        row("silent death", "exit 0\n", State::Failed, "without a word", 0);
        row("notes and leaves", "echo 'w: note: the CPU is used' >&2\nkill -9 $$\n", State::Failed,
            "killed by signal 9", 0);
        row("complains and leaves", "echo 'no library' >&2\nexit 3\n", State::Failed, "exit code 3; no library", 0);
        row("hang", says(kBegin) + "exec sleep 600\n", State::Failed, "Out of time: the worker has said nothing", 0);
        row("slow", says(kBegin) + "sleep 0.3\n" + says(storeAll(2)) + "sleep 0.3\n" + says(FakeWorkers::ended(3)),
            State::Done, "1 of 3 points measured", 1);
        row("out of order", says(kBegin + storeAll(2) + segments(2, 1)) + "exec sleep 600\n", State::Failed, "seq", 1);
        row("NaN times",
            says(kBegin + "{\"type\":\"sample\",\"seq\":2,\"id\":\"a\",\"step_ns\":NaN}\n") + "exec sleep 600\n",
            State::Failed, "line 3", 0);
        row("negative bytes", says(kBegin + FakeWorkers::result(2, "store_all", "null", 4, -4, 1)) + "exec sleep 600\n",
            State::Failed, "measured_peak_bytes", 0);
        row("says that it is done, and has nothing", says(kBegin + FakeWorkers::ended(2)), State::Failed,
            "The worker measured nothing", 0);
    }
    void everyScriptEndsInAStateAndASentence()
    {
        QFETCH(QByteArray, body);
        QFETCH(State, state);
        QFETCH(QString, message);
        QFETCH(int, points);
        MeasureJob job({ m_workers.script(body), {}, false, 3000ms, 500ms });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QCOMPARE(job.state(), State::Running);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60'000);
        QCOMPARE(job.state(), state);
        QVERIFY2(job.message().contains(message), qPrintable(job.message()));
        QVERIFY(!job.message().contains(u'\n'));
        QVERIFY(!job.message().contains(QStringLiteral(": note: "))); // no cause of anything
        QCOMPARE(job.measurement().points.size(), static_cast<std::size_t>(points));
        QTRY_VERIFY_WITH_TIMEOUT(m_workers.lastIsGone(), 30'000);
        QCOMPARE(ended.count(), 1); // a worker that leaves later ends nothing twice
    }

    void aProgramThatIsNotThereIsNamed()
    {
        MeasureJob job({ QStringLiteral("/no/such/worker"), {} });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(job.state(), State::Failed);
        QVERIFY2(
            job.message().contains(QStringLiteral("/no/such/worker could not be started")), qPrintable(job.message()));
    }

    void pointsStandWhereTheyWereForecast()
    {
        MeasureJob job({ m_workers.script(FakeWorkers::says(kBegin + storeAll(2)
                             + FakeWorkers::error(3, "would_not_fit", "segments:1: too large", 1) + segments(4, 2)
                             + FakeWorkers::ended(5))),
            {} });
        QSignalSpy ended(&job, &MeasureJob::ended);
        QSignalSpy measured(&job, &MeasureJob::pointMeasured);
        job.start(command());
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(measured.count(), 2);
        const std::vector<MeasureJob::Point>& points = job.points();
        QCOMPARE(points.size(), std::size_t { 3 });
        QCOMPARE(points[0].measured, std::optional<std::size_t>(0));
        QVERIFY(!points[1].measured && points[1].fault);
        QCOMPARE(faultText(*points[1].fault), QStringLiteral("Would not fit: segments:1: too large"));
        QCOMPARE(points[2].measured, std::optional<std::size_t>(1));
        QVERIFY(!points[0].fault && !points[2].fault);
        QCOMPARE(points[2].forecast->predictedPeakBytes, 3 * kMi);
    }

    void aPlanAloneIsNoFailure()
    {
        MeasureJob job({ m_workers.script(FakeWorkers::says(kBegin + FakeWorkers::ended(2))), {} });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command(true));
        QTRY_COMPARE(ended.count(), 1);
        QCOMPARE(job.state(), State::Done);
        QVERIFY(job.isPlanned());
        QCOMPARE(job.points().size(), std::size_t { 3 });
    }

    // A worker that does not listen is killed; until then the window is never held up.
    void cancelEndsAHangingWorkerWithinTwoSeconds_data()
    {
        QTest::addColumn<QByteArray>("hangs");
        QTest::addRow("hangs") << QByteArray("exec sleep 600\n");
        QTest::addRow("ignores signals") << QByteArray("trap '' TERM INT HUP\nexec sleep 600\n");
    }
    void cancelEndsAHangingWorkerWithinTwoSeconds()
    {
        QFETCH(QByteArray, hangs);
        constexpr auto kGrace = 1500ms;
        MeasureJob job({ m_workers.script(FakeWorkers::says(kBegin + storeAll(2)) + hangs), {}, false, 60s, kGrace });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(job.measurement().points.size(), std::size_t { 1 }, 30'000);
        job.cancel();
        QCOMPARE(job.state(), State::Cancelling);
        QCOMPARE(ended.count(), 0); // it returned at once
        job.cancel(); // a second time changes nothing
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 30'000);
        QCOMPARE(job.state(), State::Cancelled);
        QCOMPARE(job.message(), QStringLiteral("Cancelled: 1 of 3 points measured"));
        QVERIFY(m_workers.lastIsGone());
    }

    void aWorkerThatListensSaysWhatItHad()
    {
        MeasureJob job({ m_workers.script(FakeWorkers::says(kBegin + storeAll(2)) + "read run\nread cancel\n"
                             + FakeWorkers::says(
                                 FakeWorkers::error(3, "cancelled", "the run was cancelled") + FakeWorkers::ended(4))),
            {}, false, 60s, 20s });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(job.measurement().points.size(), std::size_t { 1 }, 30'000);
        job.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 15'000); // before the grace is over
        QCOMPARE(job.state(), State::Cancelled);
    }

    void aFaultDoesNotOutliveItsRun()
    {
        const QByteArray crash = "kill -SEGV $$\n";
        const QString flag = m_workers.script("") + QStringLiteral(".once");
        MeasureJob job({ m_workers.script("if [ ! -e '" + flag.toUtf8() + "' ]; then touch '" + flag.toUtf8() + "'; "
                             + crash + "fi\n" + FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))),
            {} });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 30'000);
        QCOMPARE(job.state(), State::Failed);
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30'000);
        QCOMPARE(job.state(), State::Done);
        QCOMPARE(job.measurement().points.size(), std::size_t { 1 });
    }

    void anotherStartTakesThePlaceOfTheRun()
    {
        const QString flag = m_workers.script("") + QStringLiteral(".first");
        MeasureJob job(
            { m_workers.script("if [ ! -e '" + flag.toUtf8() + "' ]; then touch '" + flag.toUtf8()
                  + "'; exec sleep 600; fi\n" + FakeWorkers::says(kBegin + storeAll(2) + FakeWorkers::ended(3))),
                {} });
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(flag), 30'000);
        const qint64 first = m_workers.lastPid();
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 30'000);
        QCOMPARE(job.state(), State::Done);
        QTRY_VERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(first)));
    }

    void leavesNoProcess()
    {
        {
            MeasureJob job({ m_workers.script(FakeWorkers::says(kBegin) + "exec sleep 600\n"), {} });
            job.start(command());
            QTRY_VERIFY_WITH_TIMEOUT(job.isPlanned(), 30'000);
            QVERIFY(!m_workers.lastIsGone());
        }
        QVERIFY(m_workers.lastIsGone());
    }

    // A command in front of the worker need not become the worker, and what it starts may leave its session.
    void nothingThatAPrefixStartedIsLeft_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        QTest::addColumn<QByteArray>("worker");
        const QByteArray hangs = "sleep 600\n";
        const QByteArray deaf = "trap '' TERM INT HUP PIPE\nwhile :; do sleep 600; done\n";
        QTest::addRow("no exec") << QByteArray("\"$@\"\n") << hangs;
        QTest::addRow("no exec, deaf") << QByteArray("\"$@\"\n") << deaf;
        QTest::addRow("in a session of its own") << QByteArray("setsid \"$@\"\n") << deaf;
        QTest::addRow("two deep") << QByteArray("setsid sh -c '\"$@\"; true' sh \"$@\"\ntrue\n") << deaf;
        QTest::addRow("left to itself") << QByteArray("setsid -f \"$@\"\nexec sleep 600\n") << deaf;
    }
    void nothingThatAPrefixStartedIsLeft()
    {
        QFETCH(QByteArray, prefix);
        QFETCH(QByteArray, worker);
        const QString program = m_workers.script(FakeWorkers::says(kBegin + storeAll(2)) + worker);
        const WorkerProcess::Start start { m_workers.script(prefix), { program }, true, 60s, 300ms };
        const auto running = [&] { // in whatever session
            const QStringList all = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            return std::any_of(all.begin(), all.end(), [&](const QString& pid) {
                QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
                return file.open(QIODevice::ReadOnly) && file.readAll().contains(program.toUtf8());
            });
        };
        MeasureJob job(start);
        QSignalSpy ended(&job, &MeasureJob::ended);
        job.start(command());
        QTRY_COMPARE_WITH_TIMEOUT(job.measurement().points.size(), std::size_t { 1 }, 30'000);
        QVERIFY(running());
        job.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 30'000);
        QCOMPARE(job.state(), State::Cancelled);
        QTRY_VERIFY(!running());
        { // and where the window is closed
            MeasureJob other(start);
            other.start(command());
            QTRY_VERIFY_WITH_TIMEOUT(other.isPlanned(), 30'000);
            QVERIFY(running());
        }
        QTRY_VERIFY(!running());
    }

    void devicesAreFound()
    {
        DeviceFinder finder(m_workers.script(FakeWorkers::withDevices("exit 1\n")));
        QSignalSpy found(&finder, &DeviceFinder::found);
        finder.find();
        QCOMPARE(found.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(found.count(), 1, 30'000);
        QCOMPARE(finder.trouble(), QString());
        const std::vector<FoundDevice> expected { { "cpu", "cpu", "Fake CPU", 2, Bytes { 8 } << 30 },
            { "cuda:0", "cuda", "Fake GPU", {}, Bytes { 80 } << 30 } };
        QVERIFY(finder.devices() == expected);
    }

    void whyNoDevicesAreFound_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("trouble");
        QTest::addRow("fails") << QByteArray("exit 5\n") << QStringLiteral("left without saying");
        QTest::addRow("crashes") << QByteArray("kill -SEGV $$\n") << QStringLiteral("left without saying");
        QTest::addRow("hangs") << QByteArray("exec sleep 600\n") << QStringLiteral("did not say in time");
        QTest::addRow("garbage") << QByteArray("echo garbage\n") << QStringLiteral("cannot be read");
        QTest::addRow("no list") << QByteArray("echo '{}'\n") << QStringLiteral("no list of devices");
        QTest::addRow("no object") << QByteArray("echo '[]'\n") << QStringLiteral("no list of devices");
        QTest::addRow("no id") << QByteArray("echo '{\"devices\":[{}]}'\n") << QStringLiteral("has no id");
    }
    void whyNoDevicesAreFound()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, trouble);
        DeviceFinder finder(m_workers.script(body), 3000ms);
        QSignalSpy found(&finder, &DeviceFinder::found);
        finder.find();
        QTRY_COMPARE_WITH_TIMEOUT(found.count(), 1, 30'000);
        QVERIFY2(finder.trouble().contains(trouble), qPrintable(finder.trouble()));
        QVERIFY(finder.devices().empty());
    }
};

QTEST_GUILESS_MAIN(TestMeasureJob)
#include "tst_measure_job.moc"
