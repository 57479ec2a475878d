// SPDX-License-Identifier: MIT
// The worker's session, with a scripted engine: what it says, and that it always comes to an end.
#include "core/io/check_document.h"
#include "core/measurement/measurement_json.h"
#include "gpu/shape/run_policies.h"
#include "gpu/sweep/progress.h"
#include "gpu/worker/session.h"
#include "support/scripted_measurer.h"

#include <QtTest>

#include <set>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace sublinear;
using sublinear::testing::ScriptedMeasurer;
using namespace std::chrono_literals;

namespace {

struct Pipe {
    Pipe()
    {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            qFatal("no pipe");
        }
    }
    ~Pipe()
    {
        closeWriter();
        ::close(ends[0]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void closeWriter()
    {
        if (ends[1] >= 0) {
            ::close(ends[1]);
            ends[1] = -1;
        }
    }
    void write(const std::string& text) const
    {
        if (::write(ends[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
            qFatal("pipe");
        }
    }
    std::array<int, 2> ends {};
};

/// What a session says, kept line by line. Any line may trigger something.
struct Listener {
    std::mutex mutex;
    std::string text;
    std::function<void(std::string_view)> onLine;

    LineWriter::Sink sink()
    {
        return [this](std::string_view line, LineWriter::Wait) {
            {
                const std::scoped_lock lock(mutex);
                text += line;
            }
            if (onLine) {
                onLine(line);
            }
            return true;
        };
    }
    [[nodiscard]] std::vector<StreamRow> rows() const
    {
        WorkerStream stream;
        stream.feed(text);
        stream.end();
        std::vector<StreamRow> rows;
        while (auto row = stream.next()) {
            rows.push_back(std::move(*row));
        }
        if (stream.fault()) {
            qFatal("%s", stream.fault()->message.c_str());
        }
        return rows;
    }
    template <class Row> [[nodiscard]] std::vector<Row> all() const
    {
        std::vector<Row> found;
        for (const StreamRow& row : rows()) {
            if (const auto* each = std::get_if<Row>(&row.content)) {
                found.push_back(*each);
            }
        }
        return found;
    }
};

SweepJob jobOf(const RunRequest& request)
{
    RunLimits limits;
    limits.seconds = 1e9;
    limits.memoryBytes = Bytes { 1 } << 40;
    const auto policies = request.options.policies ? *pointPolicies(*request.options.policies, request.scenario)
                                                   : defaultPolicies(request.scenario);
    SweepJob job;
    job.id = request.id;
    job.shape = *chooseShape(request.scenario, policies, limits);
    job.record = { complete(request.scenario), complete(job.shape.run), job.shape.substitutions, request.options.seed,
        request.threads, "2025-01-31T12:00:00Z", {} };
    job.deviceKind = "cpu";
    job.planOnly = request.options.planOnly;
    return job;
}

SessionSetup setup(ScriptedMeasurer& measurer)
{
    SessionSetup setup;
    setup.id = "session";
    setup.device = { "CPU 9000", "cpu", Bytes { 1 } << 34, {}, {} };
    setup.versions = { { "sublinear", "0.0" } };
    setup.body = [&measurer](const RunRequest& request, LineWriter& writer, const StopSignal& stop) {
        const SweepJob job = jobOf(request);
        return RunOutcome { job.record, runSweep(job, measurer, writer, stop), {} };
    };
    return setup;
}

RunRequest request(const char* policies)
{
    return { "run-1", *resolve({}), { policies, "cpu", {}, {}, 3, false }, 1, {} };
}

void waitUntilRead(const Pipe& pipe)
{
    int left = 1;
    while (::ioctl(pipe.ends[0], FIONREAD, &left) == 0 && left > 0) {
        std::this_thread::sleep_for(1ms);
    }
}

std::string runLine(const char* id, const char* policies)
{
    RunCommand run;
    run.id = id;
    run.options.policies = policies;
    return commandLine(run);
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneRun();
    void theDeviceThatRunsIsSaid();
    void aRunThatNeverBeganSaysSo();
    void planAlone();
    void aFailedPointDoesNotEndTheSweep();
    void anUnmeasuredPeakIsNoValidPoint();
    void aPointThatDisprovesItselfIsAFault();
    void deadlineKeepsWhatWasMeasured();
    void aDeadlineBehindTheLastPoint_data();
    void aDeadlineBehindTheLastPoint();
    void cancelBetweenPoints();
    void stuckOperation();
    void commandsRunOneAfterTheOther();
    void cancelCommand();
    void cancelsByName();
    void aRunWaitsForTheOneThatIsEnding_data();
    void aRunWaitsForTheOneThatIsEnding();
    void aLineThatIsTooLongIsPassedOver();
    void halfACommandIsSaid();
    void endOfCommandsEndsTheRun();
    void signalEndsTheRun();
    void lostReader();
    void badCommands_data();
    void badCommands();
    void commandsReadBack();
    void progressNeverFalls();
};

void TestSession::oneRun()
{
    ScriptedMeasurer measurer;
    Listener listener;
    LineWriter writer(listener.sink());
    Session session(setup(measurer), writer);
    QCOMPARE(session.runOnce(request("store_all,segments:1,optimal:20GiB")), SessionEnd::Done);
    const auto rows = listener.rows();
    QVERIFY(std::get_if<HelloRow>(&rows.front().content) != nullptr);
    QVERIFY(std::get_if<ByeRow>(&rows.back().content) != nullptr);
    QCOMPARE(rows[1].id, std::string("run-1"));
    const auto plans = listener.all<PlanRow>();
    QCOMPARE(plans.size(), std::size_t { 1 });
    QCOMPARE(plans[0].expected.size(), std::size_t { 3 });
    QCOMPARE(plans[0].expected[1].predictedPeakBytes, Bytes { 4096 });
    QVERIFY(plans[0].expected[1].ns > 0);
    const auto results = listener.all<ResultRow>();
    QCOMPARE(results.size(), std::size_t { 3 });
    QCOMPARE(results[1].point.measuredPeakBytes, Bytes { 4096 });
    QVERIFY(results[1].point.stepNs->median == 1e6 && results[1].point.ops.size() == 2);
    // A budget keeps its name, so that the point meets the scenario's row, and says what it became.
    QCOMPARE(results[2].point.policy.number, Count { 20 } << 30);
    QVERIFY(results[2].point.note.starts_with("optimal:20GiB was asked for; on the run's shape that is optimal:"));
    const auto progress = listener.all<ProgressRow>();
    QVERIFY(progress.size() >= 2);
    QVERIFY(progress.back().phase == kRunEndedPhase && progress.back().done == 1);
    QVERIFY(!listener.all<SampleRow>().empty());
    const Result<CheckedDocument> checked = checkDocument(listener.text);
    QVERIFY2(checked.ok() && checked->description.find("3 points") != std::string::npos, listener.text.c_str());
    QVERIFY(session.outcome().sweep.points == readMeasurement(listener.text)->points);
}

// A session greets before it knows which device a command will ask for.
void TestSession::theDeviceThatRunsIsSaid()
{
    const DeviceRecord gpu { "GPU 1", "cuda", Bytes { 1 } << 36, "570.1", "CUDA 13.0" };
    ScriptedMeasurer measurer;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.body = [&](const RunRequest& request, LineWriter& lines, const StopSignal& stop) {
        SweepJob job = jobOf(request);
        job.record.device = gpu;
        return RunOutcome { job.record, runSweep(job, measurer, lines, stop), {} };
    };
    Session session(std::move(made), writer);
    QCOMPARE(session.runOnce(request("store_all")), SessionEnd::Done);
    QCOMPARE(listener.all<HelloRow>()[0].device->kind, std::string("cpu"));
    QVERIFY(readMeasurement(listener.text)->device == gpu);
}

void TestSession::aRunThatNeverBeganSaysSo()
{
    ScriptedMeasurer measurer;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.body = [](const RunRequest&, LineWriter&, const StopSignal&) {
        return RunOutcome { {}, { {}, { { FaultClass::NoDevice, "cuda:9" } } }, {} };
    };
    Session session(std::move(made), writer);
    QCOMPARE(session.runOnce(request("store_all,article:4")), SessionEnd::Done);
    const ProgressRow ended = listener.all<ProgressRow>().back();
    QVERIFY(ended.phase == kRunEndedPhase && ended.point == 0 && ended.points == 2 && ended.done == 0);
}

void TestSession::planAlone()
{
    ScriptedMeasurer measurer;
    Listener listener;
    LineWriter writer(listener.sink());
    Session session(setup(measurer), writer);
    RunRequest asked = request("store_all,article:4");
    asked.options.planOnly = true;
    QCOMPARE(session.runOnce(asked), SessionEnd::Done);
    QCOMPARE(listener.rows().size(), std::size_t { 4 }); // hello, plan, ended, bye
    QCOMPARE(listener.all<ProgressRow>()[0].phase, std::string(kRunEndedPhase));
    QVERIFY(!listener.all<PlanRow>()[0].run.substitutions.empty());
}

void TestSession::aFailedPointDoesNotEndTheSweep()
{
    ScriptedMeasurer measurer;
    measurer.scripts["segments:1"] = ScriptedMeasurer::failing(FaultClass::OutOfMemory, "short by 7 bytes");
    measurer.scripts["segments:2"] = [](const auto&, const auto&) -> Result<MeasuredPoint> { throw std::bad_alloc(); };
    measurer.scripts["segments:3"] = [](const auto&, const auto&) -> Result<MeasuredPoint> {
        throw std::runtime_error("broken");
    };
    measurer.scripts["segments:4"] = [](const auto&, const auto&) { return Error { "no kernel", "kernel" }; };
    Listener listener;
    LineWriter writer(listener.sink());
    Session session(setup(measurer), writer);
    QCOMPARE(session.runOnce(request("segments:1,segments:2,segments:3,segments:4,store_all")), SessionEnd::Done);
    const auto errors = listener.all<ErrorRow>();
    QCOMPARE(errors.size(), std::size_t { 4 });
    QVERIFY((errors[0].fault == Fault { FaultClass::OutOfMemory, "segments:1: short by 7 bytes" }));
    QCOMPARE(errors[1].fault.kind, FaultClass::OutOfMemory);
    QCOMPARE(errors[2].fault.kind, FaultClass::DeviceFault);
    QCOMPARE(errors[3].fault.kind, FaultClass::Refused);
    QCOMPARE(errors[3].point, Count { 3 });
    const ProgressRow ended = listener.all<ProgressRow>().back();
    QVERIFY(ended.point == 5 && ended.points == 5 && ended.done == 1); // all of them had their turn
    QCOMPARE(listener.all<ResultRow>().size(), std::size_t { 1 });
    QCOMPARE(listener.all<ByeRow>()[0].errors, Count { 4 });
    QCOMPARE(session.outcome().sweep.faults.size(), std::size_t { 4 });
}

// NaN in the times, no touched bytes: the line still passes the reader, as a point that is not valid.
void TestSession::anUnmeasuredPeakIsNoValidPoint()
{
    ScriptedMeasurer measurer;
    measurer.scripts["store_all"] = [](const PointWatch&, const StopSignal&) {
        MeasuredPoint point;
        point.policy.id = PolicyId::StoreAll;
        point.stepNs = Quartiles { std::nan(""), -1, 1, 3 };
        point.phasesNs = { { "forward", HUGE_VAL } };
        point.ops = { { 0, 1, std::nan("") } };
        point.note = "broken \xff UTF-8";
        return point;
    };
    Listener listener;
    LineWriter writer(listener.sink());
    Session session(setup(measurer), writer);
    QCOMPARE(session.runOnce(request("store_all")), SessionEnd::Done);
    const auto results = listener.all<ResultRow>();
    QCOMPARE(results.size(), std::size_t { 1 });
    QVERIFY(!results[0].point.valid && !results[0].point.stepNs && results[0].point.phasesNs.empty());
    QVERIFY(!results[0].point.ops[0].ns);
}

// Its result is kept, and the run fails with a line that names it; one that was only disturbed is no fault.
void TestSession::aPointThatDisprovesItselfIsAFault()
{
    ScriptedMeasurer measurer;
    const auto with = [](auto change) {
        return [change](const PointWatch& watch, const StopSignal&) {
            MeasuredPoint point = ScriptedMeasurer::goodPoint(*watch.recorded);
            change(point);
            return Result<MeasuredPoint>(point);
        };
    };
    measurer.scripts["store_all"] = with([](MeasuredPoint& point) { point.note = "disturbed: by others"; });
    measurer.scripts["segments:1"] = with([](MeasuredPoint& point) { point.gradientsIdentical = false; });
    measurer.scripts["segments:2"] = with([](MeasuredPoint& point) { point.tightFit = false; });
    measurer.scripts["segments:3"] = with([](MeasuredPoint& point) { point.valid = false; });
    Listener listener;
    LineWriter writer(listener.sink());
    Session session(setup(measurer), writer);
    QCOMPARE(session.runOnce(request("store_all,segments:1,segments:2,segments:3")), SessionEnd::Done);
    QCOMPARE(listener.all<ResultRow>().size(), std::size_t { 4 });
    const std::vector<Fault> expected { { FaultClass::DeviceFault, "segments:1: its gradients are not store_all's" },
        { FaultClass::DeviceFault, "segments:2: it did not fit tightly into the predicted bytes" },
        { FaultClass::DeviceFault, "segments:3: it is not valid" } };
    QVERIFY(session.outcome().sweep.faults == expected);
    QCOMPARE(listener.all<ErrorRow>().size(), std::size_t { 3 });
    const ProgressRow ended = listener.all<ProgressRow>().back();
    QVERIFY(ended.point == 4 && ended.points == 4 && ended.done == 1);
}

void TestSession::aDeadlineBehindTheLastPoint_data()
{
    QTest::addColumn<QString>("cutShort");
    QTest::addColumn<QStringList>("errors");
    QTest::addRow("all of it was done") << QString() << QStringList();
    QTest::addRow("some steps were not timed")
        << "4 of 10 steps timed"
        << QStringList { "the deadline came with 1 of 1 points measured, store_all: 4 of 10 steps timed" };
}

void TestSession::aDeadlineBehindTheLastPoint()
{
    QFETCH(QString, cutShort);
    QFETCH(QStringList, errors);
    ScriptedMeasurer measurer;
    measurer.scripts["store_all"] = [&](const PointWatch& watch, const StopSignal& stop) {
        static_cast<void>(ScriptedMeasurer::untilStopped(watch, stop));
        MeasuredPoint point = ScriptedMeasurer::goodPoint({});
        point.cutShort = cutShort.toStdString();
        return Result<MeasuredPoint>(point);
    };
    QStringList said;
    std::size_t results = 0;
    for (double seconds = 0.05; results == 0 && seconds < 60; seconds *= 10) { // until its turn comes before
        Listener listener;
        LineWriter writer(listener.sink());
        Session session(setup(measurer), writer);
        RunRequest asked = request("store_all");
        asked.options.deadlineSeconds = seconds;
        QCOMPARE(session.runOnce(asked), SessionEnd::Done);
        results = listener.all<ResultRow>().size();
        said.clear();
        for (const ErrorRow& error : listener.all<ErrorRow>()) {
            said << QString::fromStdString(error.fault.message);
        }
        const ProgressRow ended = listener.all<ProgressRow>().back();
        QVERIFY(ended.phase == kRunEndedPhase && ended.point == static_cast<Count>(results) && ended.points == 1);
    }
    QCOMPARE(results, std::size_t { 1 });
    QCOMPARE(said, errors);
}

void TestSession::deadlineKeepsWhatWasMeasured()
{
    ScriptedMeasurer measurer;
    measurer.scripts["segments:1"] = &ScriptedMeasurer::untilStopped;
    std::vector<ErrorRow> errors;
    std::vector<ProgressRow> progress;
    std::size_t results = 0;
    for (double seconds = 0.05; results == 0 && seconds < 60;
         seconds *= 10) { // a slow machine comes later to its first
        Listener listener;
        LineWriter writer(listener.sink());
        Session session(setup(measurer), writer);
        RunRequest asked = request("store_all,segments:1,segments:2");
        asked.options.deadlineSeconds = seconds;
        QCOMPARE(session.runOnce(asked), SessionEnd::Done);
        results = listener.all<ResultRow>().size();
        errors = listener.all<ErrorRow>();
        progress = listener.all<ProgressRow>();
    }
    QCOMPARE(results, std::size_t { 1 });
    QCOMPARE(errors.size(), std::size_t { 1 });
    QCOMPARE(errors[0].fault.kind, FaultClass::Timeout);
    QVERIFY(errors[0].fault.message.find("1 of 3 points") != std::string::npos);
    const ProgressRow ended = progress.back();
    QVERIFY(ended.phase == kRunEndedPhase && ended.point == 1 && ended.points == 3);
    QCOMPARE(ended.done, 1.0 / 3);
}

void TestSession::cancelBetweenPoints()
{
    ScriptedMeasurer measurer;
    Pipe commands;
    measurer.scripts["store_all"] = [&](const PointWatch& watch, const StopSignal& stop) -> Result<MeasuredPoint> {
        commands.write(commandLine(CancelCommand {}));
        static_cast<void>(ScriptedMeasurer::untilStopped(watch, stop));
        return ScriptedMeasurer::goodPoint({}); // was done anyway
    };
    Listener listener;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"error\"") != std::string_view::npos) {
            commands.write(commandLine(QuitCommand {}));
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(runLine("a", "store_all,segments:1"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    QCOMPARE(listener.all<ResultRow>().size(), std::size_t { 1 });
    QCOMPARE(listener.all<ErrorRow>()[0].fault.kind, FaultClass::Cancelled);
}

// An operation that does not come back: the session says so and gives up on it.
void TestSession::stuckOperation()
{
    ScriptedMeasurer measurer;
    std::atomic<bool> released = false;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.grace = 20ms;
    made.body = [&released](const RunRequest&, LineWriter&, const StopSignal&) {
        while (!released) {
            std::this_thread::sleep_for(1ms);
        }
        return RunOutcome {};
    };
    Session session(std::move(made), writer);
    RunRequest asked = request("store_all");
    asked.options.deadlineSeconds = 0.02;
    QCOMPARE(session.runOnce(asked), SessionEnd::Stuck);
    const auto errors = listener.all<ErrorRow>();
    QCOMPARE(errors.size(), std::size_t { 1 });
    QCOMPARE(errors[0].fault.kind, FaultClass::Timeout);
    QVERIFY(errors[0].fault.message.find("did not end within 20 ms") != std::string::npos);
    released = true; // a program would leave here; a test waits for the thread
}

void TestSession::commandsRunOneAfterTheOther()
{
    ScriptedMeasurer measurer;
    Pipe commands;
    Listener listener;
    int ended = 0;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"result\"") != std::string_view::npos && ++ended == 1) {
            // Half a command, then the rest.
            const std::string next = runLine("b", "segments:2");
            commands.write(next.substr(0, 10));
            commands.write(next.substr(10));
        } else if (line.find("\"refused\"") != std::string_view::npos) {
            commands.write(runLine("c", "segments:2"));
        } else if (ended == 2) {
            commands.write(commandLine(QuitCommand {}));
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(runLine("a", "store_all"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    std::set<std::string> ids;
    for (const StreamRow& row : listener.rows()) {
        ids.insert(row.id);
    }
    QVERIFY(ids.contains("a") && ids.contains("b") && ids.contains("session"));
    QCOMPARE(listener.all<ByeRow>()[0].points, Count { 2 });
}

void TestSession::cancelCommand()
{
    ScriptedMeasurer measurer;
    measurer.scripts["segments:1"] = &ScriptedMeasurer::untilStopped;
    Pipe commands;
    Listener listener;
    QElapsedTimer sinceCancel;
    qint64 took = -1;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"progress\"") != std::string_view::npos && !sinceCancel.isValid()) {
            sinceCancel.start();
            commands.write(runLine("b", "store_all")); // refused: a run is going on
            commands.write(commandLine(CancelCommand {}));
        } else if (line.find("\"cancelled\"") != std::string_view::npos) {
            took = sinceCancel.elapsed();
            commands.write(commandLine(CancelCommand {})); // nothing to cancel: no matter
            commands.write(commandLine(QuitCommand {}));
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(runLine("a", "segments:1,store_all"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    QVERIFY(took >= 0);
    const auto errors = listener.all<ErrorRow>();
    QCOMPARE(errors.size(), std::size_t { 2 });
    QVERIFY(errors[0].fault.message.find("a run is going on") != std::string::npos);
    QCOMPARE(errors[1].fault.kind, FaultClass::Cancelled);
    QVERIFY(listener.all<ResultRow>().empty());
}

void TestSession::cancelsByName()
{
    ScriptedMeasurer measurer;
    measurer.scripts["segments:1"] = &ScriptedMeasurer::untilStopped;
    Pipe commands;
    Listener listener;
    bool began = false;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"progress\"") != std::string_view::npos && !std::exchange(began, true)) {
            commands.write(runLine("a", "store_all")); // two of one name could not be told apart
            commands.write(commandLine(CancelCommand { "b" }));
            commands.write(commandLine(CancelCommand { "a" }));
        } else if (line.find("\"ended\"") != std::string_view::npos) {
            commands.write(commandLine(CancelCommand { "a" }) + commandLine(QuitCommand {}));
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(runLine("a", "segments:1"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    QStringList said;
    for (const StreamRow& row : listener.rows()) {
        if (const auto* error = std::get_if<ErrorRow>(&row.content)) {
            said << QString::fromStdString(row.id + ": " + error->fault.message);
        }
    }
    QCOMPARE(said,
        (QStringList {
            R"(session: id: "a" is not accepted; it takes a name of its own, as the run of that name has not ended)",
            R"(session: id: "b" is not accepted; it takes "a", which is going on)",
            "a: the run was cancelled with 0 of 1 points measured",
            R"(session: id: "a" is not accepted; it takes none, as no run is going on)" }));
}

void TestSession::aRunWaitsForTheOneThatIsEnding_data()
{
    QTest::addColumn<QByteArray>("then"); // what comes behind the next run's command
    QTest::addColumn<bool>("runs"); // the next one
    QTest::addRow("nothing") << QByteArray() << true;
    QTest::addRow("a cancel of the first") << QByteArray::fromStdString(commandLine(CancelCommand { "a" })) << true;
    QTest::addRow("a cancel of it") << QByteArray::fromStdString(commandLine(CancelCommand { "b" })) << false;
    QTest::addRow("a cancel of all") << QByteArray::fromStdString(commandLine(CancelCommand {})) << false;
    QTest::addRow("quit") << QByteArray::fromStdString(commandLine(QuitCommand {})) << false;
}

// Between the run's last word on a cancel and its end.
void TestSession::aRunWaitsForTheOneThatIsEnding()
{
    QFETCH(QByteArray, then);
    QFETCH(bool, runs);
    ScriptedMeasurer measurer;
    measurer.scripts["segments:1"] = &ScriptedMeasurer::untilStopped;
    Pipe commands;
    Listener listener;
    bool began = false;
    int ends = 0;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"progress\"") != std::string_view::npos && !std::exchange(began, true)) {
            commands.write(commandLine(CancelCommand {}));
        } else if (line.find("\"ended\"") != std::string_view::npos && ++ends == 2) {
            commands.write(commandLine(QuitCommand {}));
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    const RunBody body = made.body;
    made.body = [&](const RunRequest& request, LineWriter& lines, const StopSignal& stop) {
        RunOutcome outcome = body(request, lines, stop);
        if (request.id == "a") {
            commands.write(runLine("b", "store_all") + runLine("c", "store_all") + then.toStdString());
            waitUntilRead(commands);
        }
        return outcome;
    };
    Session session(std::move(made), writer);
    commands.write(runLine("a", "segments:1"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    QCOMPARE(listener.all<ResultRow>().size(), std::size_t { runs ? 1U : 0U });
    QByteArrayList faults;
    QByteArrayList ended;
    for (const StreamRow& row : listener.rows()) {
        const auto* error = std::get_if<ErrorRow>(&row.content);
        const auto* progress = std::get_if<ProgressRow>(&row.content);
        if (error != nullptr) {
            faults << QByteArray::fromStdString(row.id) + " " + toText(error->fault.kind).data();
        } else if (progress != nullptr && progress->phase == kRunEndedPhase) {
            ended << QByteArray::fromStdString(row.id);
        }
    }
    QCOMPARE(faults, (QByteArrayList { "a cancelled", "c refused" } + QByteArrayList(runs ? 0 : 1, "b cancelled")));
    std::sort(ended.begin(), ended.end());
    QCOMPARE(ended, (QByteArrayList { "a", "b" })); // each once, run or not
}

void TestSession::aLineThatIsTooLongIsPassedOver()
{
    ScriptedMeasurer measurer;
    Pipe commands;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    std::thread writes([&] { // more than a pipe holds
        const std::string part(1 << 16, ' ');
        for (std::size_t written = 0; written <= 2 * kMaxCommandBytes; written += part.size()) {
            commands.write(part);
        }
        commands.write(runLine("late", "store_all")); // on the same line
        commands.write(runLine("good", "store_all") + commandLine(QuitCommand {}));
    });
    QCOMPARE(session.serve(), SessionEnd::Done);
    writes.join();
    const auto errors = listener.all<ErrorRow>();
    QVERIFY(!errors.empty());
    QVERIFY2(
        errors[0].fault.message.starts_with("a command is longer than 4194304 bytes"), errors[0].fault.message.c_str());
    QVERIFY(listener.text.find("\"late\"") == std::string::npos);
    QVERIFY(listener.text.find("\"id\":\"good\"") != std::string::npos); // the next line counts
}

void TestSession::halfACommandIsSaid()
{
    ScriptedMeasurer measurer;
    Pipe commands;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(R"( {"type":"run","id")");
    commands.closeWriter();
    QCOMPARE(session.serve(), SessionEnd::Done);
    const auto errors = listener.all<ErrorRow>();
    QCOMPARE(errors.size(), std::size_t { 1 });
    QCOMPARE(errors[0].fault.kind, FaultClass::Refused);
    QCOMPARE(QString::fromStdString(errors[0].fault.message),
        QString(R"(the commands ended in the middle of one, which has no line end: "{"type":"run","id"")"));
}

void TestSession::endOfCommandsEndsTheRun()
{
    ScriptedMeasurer measurer;
    measurer.scripts["store_all"] = &ScriptedMeasurer::untilStopped;
    Pipe commands;
    Listener listener;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"progress\"") != std::string_view::npos) {
            commands.closeWriter();
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(runLine("a", "store_all"));
    QCOMPARE(session.serve(), SessionEnd::Done);
    QCOMPARE(listener.all<ErrorRow>()[0].fault.kind, FaultClass::Cancelled);
}

void TestSession::signalEndsTheRun()
{
    ScriptedMeasurer measurer;
    measurer.scripts["store_all"] = &ScriptedMeasurer::untilStopped;
    Pipe arrived;
    Listener listener;
    listener.onLine = [&](std::string_view line) {
        if (line.find("\"progress\"") != std::string_view::npos) {
            arrived.write("x");
        }
    };
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.signalDescriptor = arrived.ends[0];
    Session session(std::move(made), writer);
    QCOMPARE(session.runOnce(request("store_all")), SessionEnd::Stopped);
    QCOMPARE(listener.all<ErrorRow>()[0].fault.kind, FaultClass::Cancelled);
}

void TestSession::lostReader()
{
    ScriptedMeasurer measurer;
    measurer.scripts["store_all"] = &ScriptedMeasurer::untilStopped;
    int lines = 0;
    LineWriter writer([&](std::string_view, LineWriter::Wait) { return ++lines < 3; });
    Session session(setup(measurer), writer);
    QCOMPARE(session.runOnce(request("store_all")), SessionEnd::LostReader);
    QCOMPARE(lines, 3);
}

void TestSession::badCommands_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<QByteArray>("id"); // of what is refused; a run is ended too
    const auto row = [](const char* line, const char* named) {
        const bool isNamed = QByteArray(line).contains(R"("id":"a")");
        QTest::addRow("%.60s", line) << QByteArray(line) << QByteArray(named) << QByteArray(isNamed ? "a" : "session");
    };
    row("boom", "not valid JSON");
    row("[]", "a command is a JSON object");
    row("{}", "type: not given; it takes one of run, cancel, quit");
    row(R"({"type":"stop"})", "type: \"stop\" is not accepted");
    row(R"({"type":"quit","now":true})", "\"now\" is no member");
    row(R"({"type":"quit","id":"x"})", "\"id\" is no member");
    row(R"({"type":"cancel","id":7})", "id: \"7\" is not accepted");
    row(R"({"type":"run","id":"a"})", "scenario: not given");
    row(R"({"type":"run","scenario":{}})", "id: not given");
    row(R"({"type":"run","id":7,"scenario":{}})", "id: \"7\" is not accepted");
    row(R"({"type":"run","id":"a","scenario":{"workload":{"batch":0}}})", "scenario.workload.batch");
    row(R"({"type":"run","id":"a","scenario":{"model":{"layrs":2}}})", "nearest: model.layers");
    row(R"({"type":"run","id":"a","scenario":{"checkpointing":{"k":99}}})", "scenario.checkpointing.k");
    row(R"({"type":"run","id":"a","scenario":{},"threads":0})", "threads: \"0\" is not accepted");
    row(R"({"type":"run","id":"a","scenario":{},"deadline_s":0})", "deadline: \"0.0\" is not accepted");
    row(R"({"type":"run","id":"a","scenario":{},"device":"tpu"})", "auto, cpu or cuda:N");
    row(R"({"type":"run","id":"a","scenario":{},"device":"cuda:"})", "auto, cpu or cuda:N");
    row(R"({"type":"run","id":"a","scenario":{},"policis":"x"})", "\"policis\" is no member");
}

void TestSession::badCommands()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, named);
    QFETCH(QByteArray, id);
    ScriptedMeasurer measurer;
    Pipe commands;
    Listener listener;
    LineWriter writer(listener.sink());
    SessionSetup made = setup(measurer);
    made.commandDescriptor = commands.ends[0];
    Session session(std::move(made), writer);
    commands.write(line.toStdString() + "\n" + runLine("good", "store_all") + commandLine(QuitCommand {}));
    QCOMPARE(session.serve(), SessionEnd::Done);
    const auto errors = listener.all<ErrorRow>();
    QVERIFY(!errors.empty());
    QCOMPARE(errors[0].fault.kind, FaultClass::Refused);
    QVERIFY2(errors[0].fault.message.find(named.toStdString()) != std::string::npos, errors[0].fault.message.c_str());
    const auto rows = listener.rows();
    QCOMPARE(QByteArray::fromStdString(rows[1].id), id);
    const auto* ended = std::get_if<ProgressRow>(&rows[2].content);
    const bool isEnded = ended != nullptr && ended->phase == kRunEndedPhase && rows[2].id == rows[1].id;
    QCOMPARE(isEnded, id == "a");
    QVERIFY(!isEnded || (ended->points == 0 && ended->done == 0));
}

void TestSession::commandsReadBack()
{
    RunCommand run;
    run.id = "x \"quoted\"";
    run.scenario.model.layers = 12;
    run.options = { "store_all,article:4", "cuda:3", Count { 2 }, 1.5, 9, true };
    const Result<Command> read = parseCommand(commandLine(run));
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    const auto& back = std::get<RunCommand>(*read);
    QVERIFY(back.id == run.id && back.scenario == run.scenario && back.options == run.options);
    QVERIFY(!std::get<CancelCommand>(*parseCommand(commandLine(CancelCommand {}))).id);
    QCOMPARE(std::get<CancelCommand>(*parseCommand(commandLine(CancelCommand { "a" }))).id, std::string("a"));
    QVERIFY(std::holds_alternative<QuitCommand>(*parseCommand(commandLine(QuitCommand {}))));
}

void TestSession::progressNeverFalls()
{
    const auto start = SweepProgress::Clock::now();
    SweepProgress progress({ 1, 3 }, start);
    QVERIFY(progress.done() == 0);
    QCOMPARE(progress.leftNs(start + 1s), 3e9); // nothing known: the forecast
    progress.at(0, 1);
    QVERIFY(progress.done() == 0.25);
    QCOMPARE(progress.leftNs(start + 2s), 6e9); // the rest at the pace so far
    progress.at(1, 0.5);
    const double there = progress.done();
    progress.at(1, 0.1);
    progress.at(7, 1);
    QVERIFY(progress.done() == there);
    progress.at(1, 5);
    QVERIFY(progress.done() == 1 && progress.leftNs(start + 9s) == 0);
    QVERIFY(progress.isDue(start) && !progress.isDue(start + 50ms) && progress.isDue(start + 150ms));
    SweepProgress nothing({}, start);
    nothing.at(0, 1);
    QVERIFY(nothing.done() == 0 && nothing.leftNs(start + 1s) == 0);
}

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
