// SPDX-License-Identifier: MIT
// The worker as a child process: a fake one plays every script, the real one measures.
#include "app/measure/worker_process.h"
#include "core/measurement/measurement_json.h"

#include <QtTest>

#include <csignal>

using namespace sublinear;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray kHello =
    R"({"type":"hello","seq":0,"id":"s","protocol":1,"device":{"name":"Fake","kind":"cpu"},"versions":{}})"
    "\n";
const QByteArray kPlan =
    R"({"type":"plan","seq":1,"id":"a","requested":{},"run":{"model":{"layers":4}},"substitutions":[],)"
    R"("seed":1,"threads":1,"date":"2025-01-31T12:00:00Z"})"
    "\n";
const QByteArray kResult = R"({"type":"result","seq":2,"id":"a","policy":"store_all","k":null,)"
                           R"("predicted_peak_bytes":10,"measured_peak_bytes":10,"valid":true})"
                           "\n";
const QByteArray kEnded = R"({"type":"progress","seq":8,"id":"a","phase":"ended","done":1})"
                          "\n";
const QByteArray kBye = R"({"type":"bye","seq":9,"id":"s","points":1,"errors":0})"
                        "\n";

// What a shell script says: `text` on stdout.
QByteArray says(const QByteArray& text)
{
    return "cat <<'END_OF_TEXT'\n" + text + "END_OF_TEXT\n";
}

RunCommand command()
{
    RunCommand run;
    run.id = "a";
    run.options.device = "cpu";
    return run;
}

struct Ending {
    std::vector<StreamRow> rows;
    int ended = 0;
    std::optional<Fault> fault;
};

} // namespace

class TestMeasure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void scripts_data();
    void scripts();
    void talksPastItsDeadline();
    void programThatIsNotThere();
    void cancelEndsAHangingWorker();
    void goneWithItsOwner();
    void severalRuns();
    void verbMeasures();
    void verbWithFaults_data();
    void verbWithFaults();
    void verbStoppedByASignal_data();
    void verbStoppedByASignal();
    void verbWithoutAWorker();

private:
    [[nodiscard]] QString script(const QByteArray& body) const;
    static Ending play(
        WorkerProcess& worker, const std::function<void()>& onRunEnded, const RunCommand& run = command());
    struct Outcome {
        int exitCode = -1;
        QByteArray out;
        QByteArray err;
    };
    [[nodiscard]] Outcome measure(const QStringList& arguments, const QString& worker) const;

    QTemporaryDir m_folder;
    mutable int m_scripts = 0;
};

void TestMeasure::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(QFile::exists(QCoreApplication::applicationDirPath() + "/sublinear-microrun"_L1));
}

QString TestMeasure::script(const QByteArray& body) const
{
    const QString path = m_folder.filePath(u"worker%1.sh"_s.arg(++m_scripts));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + body) < 0) {
        qFatal("no script");
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

Ending TestMeasure::play(WorkerProcess& worker, const std::function<void()>& onRunEnded, const RunCommand& run)
{
    Ending ending;
    connect(&worker, &WorkerProcess::rowRead, &worker, [&](const StreamRow& row) { ending.rows.push_back(row); });
    connect(&worker, &WorkerProcess::runEnded, &worker, onRunEnded);
    connect(&worker, &WorkerProcess::ended, &worker, [&](const std::optional<Fault>& fault) {
        ++ending.ended;
        ending.fault = fault;
    });
    worker.run(run);
    if (!QTest::qWaitFor([&] { return ending.ended > 0; }, 60'000)) {
        qFatal("no end");
    }
    QTest::qWait(20); // nothing comes behind it
    return ending;
}

void TestMeasure::scripts_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("kind"); // empty: no fault
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<int>("rows");
    const auto row = [](const char* name, const QByteArray& body, const char* kind, const char* named, int rows) {
        QTest::addRow("%s", name) << body << QByteArray(kind) << QByteArray(named) << rows;
    };
    const QByteArray good = kHello + kPlan + kResult + kEnded;
    row("good", says(good) + "read run; read quit\n" + says(kBye), "", "", 5);
    row("leaves by itself", says(good + kBye), "", "", 5);
    row("garbage", says(kHello + "\x01garbage\n") + "exec sleep 60\n", "protocol", "line 2", 1);
    row("half a line", says(kHello) + "printf '{\"type\":\"res'\n", "lost_worker", "in the middle of a line", 1);
    row("huge line", says(kHello) + "head -c 10000000 /dev/zero | tr '\\0' x\nexec sleep 60\n", "protocol",
        "longer than 8388608 bytes", 1);
    row("wrong version", R"(echo '{"type":"hello","seq":0,"id":"s","protocol":7}'; exec sleep 60)", "protocol",
        "protocol: \"7\"", 0);
    row("crash", says(kHello + kPlan) + "kill -SEGV $$\n", "lost_worker", "killed by signal 11", 2);
    row("killed", says(kHello + kPlan + kResult) + "kill -9 $$\n", "lost_worker", "killed by signal 9", 3);
    row("exit code and complaint", says(kHello) + "echo 'no space' >&2; exit 3\n", "lost_worker",
        "exit code 3; no space", 1);
    row("silent death", "exit 0\n", "lost_worker", "without a word", 0);
    row("hang", says(kHello) + "exec sleep 600\n", "timeout", "said nothing", 1);
    row("hang that ignores what it is told", "trap '' TERM INT HUP\n" + says(kHello) + "exec sleep 600\n", "timeout",
        "said nothing", 1);
    row("slow", says(kHello) + "sleep 0.1\n" + says(kPlan) + "sleep 0.1\n" + says(kResult + kEnded + kBye), "", "", 5);
    row("out of order", says(kHello + kEnded + kResult) + "exec sleep 60\n", "protocol", "seq", 2);
    row("NaN times", says(kHello) + R"(echo '{"type":"sample","seq":1,"id":"a","step_ns":NaN}'; exec sleep 60)",
        "protocol", "line 2", 1);
    row("negative bytes",
        says(kHello)
            + R"(echo '{"type":"result","seq":1,"id":"a","policy":"article","static_bytes":-1}'; exec sleep 60)",
        "protocol", "line 2", 1);
    row("does not leave when told", says(good) + "exec sleep 600\n", "lost_worker", "killed by signal 9", 4);
}

void TestMeasure::scripts()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, named);
    QFETCH(int, rows);
    WorkerProcess worker({ script(body), {}, false, 1500ms, 500ms });
    const Ending ending = play(worker, [&worker] { worker.quit(); });
    QCOMPARE(ending.ended, 1);
    QVERIFY(!worker.isRunning());
    QCOMPARE(ending.rows.size(), static_cast<std::size_t>(rows));
    const QByteArray found =
        ending.fault ? QByteArray::fromStdString(std::string(toText(ending.fault->kind))) : QByteArray();
    QVERIFY2(found == kind, ending.fault ? ending.fault->message.c_str() : "no fault");
    if (ending.fault) {
        QVERIFY2(ending.fault->message.find(named.toStdString()) != std::string::npos, ending.fault->message.c_str());
    }
}

// Never silent, never done: the deadline holds all the same.
void TestMeasure::talksPastItsDeadline()
{
    const QByteArray talks = says(kHello + kPlan + kResult) + R"(i=2; while :; do i=$((i+1)); sleep 0.1
echo '{"type":"progress","seq":'$i',"id":"a","phase":"timing","done":0.5}'; done)";
    WorkerProcess worker({ script(talks), {}, false, 60s, 500ms, 300ms });
    RunCommand run = command();
    run.options.deadlineSeconds = 0.5;
    const Ending ending = play(
        worker, [] {}, run);
    QVERIFY(ending.fault && ending.fault->kind == FaultClass::Timeout);
    QVERIFY2(ending.fault->message.find("deadline") != std::string::npos, ending.fault->message.c_str());
    QVERIFY(ending.rows.size() > 3);
    QVERIFY(!worker.isRunning());

    const Outcome outcome = measure({ u"--deadline"_s, u"0.1"_s }, script(talks));
    QCOMPARE(outcome.exitCode, 5);
    QVERIFY2(outcome.err.contains("timeout: the worker goes on past the run's deadline"), outcome.err);
    QCOMPARE(readMeasurement(outcome.out.toStdString())->points.size(), std::size_t { 1 });
}

void TestMeasure::programThatIsNotThere()
{
    for (const QString& program : { m_folder.filePath(u"nothing"_s), m_folder.path() }) {
        WorkerProcess worker({ program, {} });
        const Ending ending = play(worker, [] {});
        QCOMPARE(ending.ended, 1);
        QVERIFY(ending.fault && ending.fault->kind == FaultClass::LostWorker);
        QVERIFY(ending.fault->message.find("could not be started") != std::string::npos);
    }
}

void TestMeasure::cancelEndsAHangingWorker()
{
    WorkerProcess worker({ script(says(kHello + kPlan) + "exec sleep 600\n"), {}, false, 60s, 100ms });
    connect(&worker, &WorkerProcess::rowRead, &worker, [&worker](const StreamRow& row) {
        if (std::holds_alternative<PlanRow>(row.content)) {
            worker.cancel();
        }
    });
    const Ending ending = play(worker, [] {});
    QVERIFY(ending.fault && ending.fault->kind == FaultClass::LostWorker);
    QVERIFY(!worker.isRunning());
}

void TestMeasure::goneWithItsOwner()
{
    qint64 id = 0;
    {
        WorkerProcess worker({ script("echo $$ >&2\n" + says(kHello) + "exec sleep 600\n"), {} });
        QSignalSpy rows(&worker, &WorkerProcess::rowRead);
        worker.run(command());
        QTRY_VERIFY_WITH_TIMEOUT(!rows.isEmpty() && !worker.lastComplaint().isEmpty(), 30'000);
        id = worker.lastComplaint().toLongLong();
        QVERIFY(id > 0 && QFile::exists(u"/proc/%1"_s.arg(id)));
    }
    QVERIFY(!QFile::exists(u"/proc/%1"_s.arg(id)));
}

void TestMeasure::severalRuns()
{
    const QString real = QCoreApplication::applicationDirPath() + "/sublinear-microrun"_L1;
    WorkerProcess worker({ real, {} });
    RunCommand plan = command();
    plan.options.planOnly = true;
    int runs = 0;
    Ending ending;
    connect(&worker, &WorkerProcess::rowRead, &worker, [&](const StreamRow& row) { ending.rows.push_back(row); });
    connect(&worker, &WorkerProcess::ended, &worker, [&](const std::optional<Fault>& fault) {
        ++ending.ended;
        ending.fault = fault;
    });
    connect(&worker, &WorkerProcess::runEnded, &worker, [&] {
        if (++runs < 3) {
            worker.run(plan);
        } else {
            worker.quit();
        }
    });
    worker.run(plan);
    QTRY_COMPARE_WITH_TIMEOUT(ending.ended, 1, 60'000);
    QVERIFY2(!ending.fault, ending.fault ? ending.fault->message.c_str() : "");
    QCOMPARE(runs, 3);
    const auto plans = std::count_if(ending.rows.begin(), ending.rows.end(),
        [](const StreamRow& row) { return std::holds_alternative<PlanRow>(row.content); });
    QCOMPARE(plans, 3);
}

TestMeasure::Outcome TestMeasure::measure(const QStringList& arguments, const QString& worker) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "SUBLINEAR_MICRORUN" }) {
        environment.remove(QString::fromLatin1(name));
    }
    if (!worker.isEmpty()) {
        environment.insert(u"SUBLINEAR_MICRORUN"_s, worker);
    }
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationDirPath() + "/sublinear"_L1, QStringList { u"measure"_s } + arguments);
    process.closeWriteChannel();
    Outcome outcome;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit) {
        outcome.exitCode = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

// The real worker beside the real program, on a shape that takes no time.
void TestMeasure::verbMeasures()
{
    QStringList small;
    for (const char* each :
        { "accounting=training", "recipe.name=fp32", "recipe.loss=none", "device.reserve_bytes=0", "model.layers=3",
            "model.d_model=16", "model.heads=2", "model.d_ffn=32", "workload.batch=1", "workload.sequence=8" }) {
        small << u"--set"_s << QString::fromLatin1(each);
    }
    const QStringList arguments =
        small + QStringList { u"--device"_s, u"cpu"_s, u"--policies"_s, u"store_all,segments:1"_s };
    const Outcome printed = measure(arguments, {});
    QVERIFY2(printed.exitCode == 0, printed.err);
    const Result<Measurement> read = readMeasurement(printed.out.toStdString());
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->points.size(), std::size_t { 2 });
    for (const PointRecord& point : read->points) {
        QVERIFY(point.valid && point.measuredPeakBytes == point.predictedPeakBytes);
    }
    QVERIFY2(printed.err.contains("sublinear: segments:1: peak "), printed.err);

    const QString out = m_folder.filePath(u"m.json"_s);
    const Outcome saved = measure(arguments + QStringList { u"--out"_s, out }, {});
    QVERIFY2(saved.exitCode == 0 && saved.out.isEmpty(), saved.err);
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(readMeasurement(file.readAll().toStdString()).ok());

    const Outcome lost = measure(arguments + QStringList { u"--out"_s, u"/dev/full"_s }, {});
    QCOMPARE(lost.exitCode, 4);
    const Outcome gone = measure({ u"--out"_s, u"/no/such/folder/m.json"_s }, m_folder.filePath(u"no worker"_s));
    QCOMPARE(gone.exitCode, 4); // before a worker is looked for
    QCOMPARE(gone.err, QByteArray("sublinear: /no/such/folder/m.json: No such file or directory\n"));
    const Outcome noDeadline = measure({ u"--deadline"_s, u"nan"_s }, {});
    QCOMPARE(noDeadline.exitCode, 2);
    QVERIFY2(noDeadline.err.contains("--deadline: \"nan\" is not accepted"), noDeadline.err);
    const Outcome outOfRange = measure(small + QStringList { u"--policies"_s, u"segments:9"_s }, {});
    QCOMPARE(outOfRange.exitCode, 2);
    QVERIFY2(outOfRange.err.contains("a whole number from 1 to 3"), outOfRange.err);
    const Outcome noDevice = measure(small + QStringList { u"--device"_s, u"cuda:99"_s }, {});
    QCOMPARE(noDevice.exitCode, 5);
    QVERIFY2(noDevice.err.contains("no_device"), noDevice.err);
}

void TestMeasure::verbWithFaults_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("points"); // in the document; -1: there is none
    QTest::addRow("garbage") << says(kHello + "garbage\n") << QByteArray("protocol") << -1;
    QTest::addRow("leaves without a run")
        << says(kHello + kBye) << QByteArray("protocol: the worker took its leave") << -1;
    QTest::addRow("ends without a run") << says(kHello + kEnded + kBye)
                                        << QByteArray("protocol: the worker took its leave") << -1;
    QTest::addRow("leaves amid its run") << says(kHello + kPlan + kResult + kBye)
                                         << QByteArray("protocol: the worker took its leave") << 1;
    QTest::addRow("measures nothing") << says(kHello + kPlan + kEnded + kBye)
                                      << QByteArray("protocol: the worker measured nothing") << -1;
    QTest::addRow("killed after a point") << says(kHello + kPlan + kResult) + "kill -9 $$\n"
                                          << QByteArray("lost_worker") << 1;
    QTest::addRow("out of memory") << says(kHello + kPlan
        + R"({"type":"error","seq":3,"id":"a","class":"out_of_memory","message":"7 short"})"
          "\n"
        + kEnded + kBye) << QByteArray("out_of_memory: 7 short")
                                   << -1;
    QTest::addRow("a point that disproves itself") << says(kHello + kPlan + kResult
        + R"({"type":"error","seq":3,"id":"a","class":"device_fault","message":"article:2: no tight fit","point":0})"
          "\n"
        + kEnded + kBye) << QByteArray("measure: device_fault: article:2: no tight fit")
                                                   << 1;
}

void TestMeasure::verbWithFaults()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, kind);
    QFETCH(int, points);
    const Outcome outcome = measure({}, script(body));
    QCOMPARE(outcome.exitCode, 5);
    QVERIFY2(outcome.err.contains(kind), outcome.err);
    if (points < 0) {
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err.count('\n'), 1);
        return;
    }
    const Result<Measurement> read = readMeasurement(outcome.out.toStdString());
    QVERIFY(read.ok());
    QCOMPARE(read->points.size(), static_cast<std::size_t>(points));
}

void TestMeasure::verbStoppedByASignal_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("then"); // what the worker does behind its first point
    const QByteArray listens = "read run; read cancel\n"
        + says(R"({"type":"error","seq":3,"id":"a","class":"cancelled","message":"1 of 5 points measured"})"
               "\n"
            + kEnded)
        + "read quit\n" + says(kBye);
    QTest::addRow("SIGINT") << SIGINT << listens;
    QTest::addRow("SIGTERM") << SIGTERM << listens;
    QTest::addRow("SIGTERM, and a worker that hangs") << SIGTERM << QByteArray("trap '' TERM INT\nexec sleep 600\n");
}

// What was measured is not lost, and nobody is left behind.
void TestMeasure::verbStoppedByASignal()
{
    QFETCH(int, number);
    QFETCH(QByteArray, then);
    const QString pidFile = m_folder.filePath(u"pid"_s);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SUBLINEAR_MICRORUN"_s,
        script("echo $$ > '" + pidFile.toUtf8() + "'\n" + says(kHello + kPlan + kResult) + then));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setReadChannel(QProcess::StandardError);
    process.start(QCoreApplication::applicationDirPath() + "/sublinear"_L1, { u"measure"_s });
    QByteArray said;
    while (!said.contains("store_all: peak")) {
        QVERIFY2(process.waitForReadyRead(30'000), said);
        said += process.readAllStandardError();
    }
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
    QVERIFY(process.waitForFinished(30'000));
    said += process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, said);
    QCOMPARE(said.count("measure: cancelled: "), 1);
    QVERIFY2(!said.contains("lost_worker"), said);
    const Result<Measurement> read = readMeasurement(process.readAllStandardOutput().toStdString());
    QVERIFY(read.ok());
    QCOMPARE(read->points.size(), std::size_t { 1 });
    QFile pid(pidFile);
    QVERIFY(pid.open(QIODevice::ReadOnly));
    QVERIFY(!QFile::exists("/proc/"_L1 + QString::fromLatin1(pid.readAll().trimmed())));
}

void TestMeasure::verbWithoutAWorker()
{
    const Outcome outcome = measure({}, m_folder.filePath(u"nothing"_s));
    QCOMPARE(outcome.exitCode, 5);
    QVERIFY2(outcome.err.contains("lost_worker") && outcome.err.contains("could not be started"), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
}

QTEST_GUILESS_MAIN(TestMeasure)
#include "tst_measure.moc"
