// SPDX-License-Identifier: MIT
#include "core/measurement/measurement_json.h"
#include "core/measurement/worker_stream.h"
#include "measurement_cases.h"

#include <QtTest>

#include <random>

using namespace sublinear;

namespace {

using Json = nlohmann::ordered_json;

std::string line(const char* type, int seq, const char* more = "")
{
    const std::string protocol = std::string(type) == "hello" ? R"(,"protocol":1)" : "";
    return R"({"type":")" + std::string(type) + R"(","seq":)" + std::to_string(seq) + R"(,"id":"run-1")" + protocol
        + more + "}\n";
}

std::string wholeRun()
{
    Json plan { { "type", "plan" }, { "seq", 1 }, { "id", "run-1" } };
    writeRun(plan, fullMeasurement().run);
    plan["expected"] = { { { "policy", "segments" }, { "k", 4 }, { "predicted_peak_bytes", 2048 },
        { "static_bytes", 256 }, { "ns", 5e8 } } };
    Json result { { "type", "result" }, { "seq", 4 }, { "id", "run-1" } };
    writePoint(result, fullMeasurement().points.front());
    return line("hello", 0, R"(,"device":{"name":"CPU","kind":"cpu"})") + plan.dump() + "\n"
        + line("progress", 2, R"(,"point":1,"points":5,"phase":"timing","done":0.5,"left_ns":2e9)")
        + line("sample", 3, R"(,"point":1,"step_ns":12.5)") + result.dump() + "\n"
        + line("error", 5, R"(,"class":"out_of_memory","message":"short by 1","point":2)")
        + line("bye", 6, R"(,"points":1,"errors":1)");
}

struct Reading {
    std::vector<StreamRow> rows;
    std::optional<Fault> fault;
};

Reading read(std::string_view text, std::size_t piece = std::string_view::npos, std::size_t maxLine = kMaxWorkerLine)
{
    WorkerStream stream(maxLine);
    Reading reading;
    const auto drain = [&] {
        while (auto row = stream.next()) {
            reading.rows.push_back(std::move(*row));
        }
    };
    while (!text.empty()) {
        stream.feed(text.substr(0, piece));
        text.remove_prefix(std::min(piece, text.size()));
        drain();
    }
    stream.end();
    drain();
    reading.fault = stream.fault();
    return reading;
}

} // namespace

class TestWorkerStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEveryRow();
    void anyPiecesGiveTheSame();
    void faults_data();
    void faults();
    void rowsBeforeAFaultCount();
    void theDeviceThatRunsIsRecorded();
    void holdsOneLine();
    void everyCutIsALostWorker();
    void brokenBytesNeverCrash();
};

void TestWorkerStream::givesEveryRow()
{
    const Reading reading = read(wholeRun());
    QVERIFY(!reading.fault);
    QCOMPARE(reading.rows.size(), std::size_t { 7 });
    QCOMPARE(std::get<HelloRow>(reading.rows[0].content).device->name, std::string("CPU"));
    QCOMPARE(reading.rows[1].id, std::string("run-1"));
    const auto& plan = std::get<PlanRow>(reading.rows[1].content);
    QVERIFY(plan.run == fullMeasurement().run);
    QCOMPARE(plan.expected.size(), std::size_t { 1 });
    QCOMPARE(plan.expected[0].predictedPeakBytes, Bytes { 2048 });
    QVERIFY(plan.expected[0].policy.id == PolicyId::Segments && plan.expected[0].policy.number == 4);
    const auto& progress = std::get<ProgressRow>(reading.rows[2].content);
    QVERIFY(progress.point == 1 && progress.points == 5 && progress.phase == "timing");
    QVERIFY(progress.done == 0.5 && progress.leftNs == 2e9);
    QVERIFY(std::get<SampleRow>(reading.rows[3].content).stepNs == 12.5);
    QVERIFY(std::get<ResultRow>(reading.rows[4].content).point == fullMeasurement().points.front());
    const auto& error = std::get<ErrorRow>(reading.rows[5].content);
    QVERIFY((error.fault == Fault { FaultClass::OutOfMemory, "short by 1" }) && error.point == 2);
    const auto& bye = std::get<ByeRow>(reading.rows[6].content);
    QVERIFY(bye.points == 1 && bye.errors == 1);
}

void TestWorkerStream::anyPiecesGiveTheSame()
{
    for (const std::size_t piece : { std::size_t { 1 }, std::size_t { 2 }, std::size_t { 7 }, std::size_t { 4096 } }) {
        const Reading reading = read(wholeRun(), piece);
        QVERIFY(!reading.fault);
        QCOMPARE(reading.rows.size(), std::size_t { 7 });
        QVERIFY(std::get<ResultRow>(reading.rows[4].content).point == fullMeasurement().points.front());
    }
}

void TestWorkerStream::faults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* name, const std::string& text, const char* kind, const char* named) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(text) << QByteArray(kind) << QByteArray(named);
    };
    const std::string hello = line("hello", 0);
    row("nothing", "", "lost_worker", "without a word");
    row("no bye", hello, "lost_worker", "before its run did");
    row("half a line", hello + R"({"type":"res)", "lost_worker", "in the middle of a line");
    row("bye without its newline", hello + line("bye", 1).substr(0, line("bye", 1).size() - 1), "lost_worker",
        "in the middle");
    row("garbage", hello + "\x01\x02 boom\n", "protocol", "line 2");
    row("a shell's message", "bash: no such program\n", "protocol", "line 1");
    row("no hello", line("progress", 0), "protocol", "hello on the first line");
    row("newer version",
        R"({"type":"hello","seq":0,"id":"a","protocol":2})"
        "\n",
        "protocol", "protocol: \"2\"");
    row("no version",
        R"({"type":"hello","seq":0,"id":"a"})"
        "\n",
        "protocol", "protocol: not given");
    row("plan on a device without a name", hello + line("plan", 1, R"(,"device":{"kind":"cuda"})"), "protocol",
        "line 2: device.name: not given");
    row("out of order", hello + line("progress", 5) + line("progress", 4), "protocol", "line 3: seq: \"4\"");
    row("NaN", hello + line("sample", 1, R"(,"step_ns":NaN)"), "protocol", "line 2");
    row("negative bytes", hello + line("result", 1, R"(,"policy":"article","predicted_peak_bytes":-5)"), "protocol",
        "line 2: predicted_peak_bytes: \"-5\"");
    row("behind bye", hello + line("bye", 1) + line("hello", 2), "protocol", "nothing behind bye");
    row("10 MB", hello + std::string(10'000'000, 'x') + "\n", "protocol", "a line is longer than 8388608 bytes");
    row("10 MB of valid JSON",
        hello + line("error", 1, (R"(,"message":")" + std::string(10'000'000, 'x') + "\"").c_str()), "protocol",
        "a line is longer");
    row("deep nesting", hello + std::string(100'000, '[') + "\n", "protocol", "nested deeper");
    row("NUL", hello + std::string("{\"type\"\0:1}\n", 12), "protocol", "NUL");
}

void TestWorkerStream::faults()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, named);
    for (const std::size_t piece : { std::size_t { 4096 }, std::string_view::npos }) {
        const Reading reading = read({ text.constData(), static_cast<std::size_t>(text.size()) }, piece);
        QVERIFY(reading.fault.has_value());
        QCOMPARE(QByteArray::fromStdString(std::string(toText(reading.fault->kind))), kind);
        QVERIFY2(reading.fault->message.find(named.toStdString()) != std::string::npos, reading.fault->message.c_str());
        QVERIFY(reading.fault->message.find('\n') == std::string::npos);
    }
}

void TestWorkerStream::rowsBeforeAFaultCount()
{
    const std::string run = wholeRun();
    const std::size_t error = run.find(R"({"type":"error")");
    const Reading reading = read(run.substr(0, error) + "garbage\n" + run.substr(error));
    QCOMPARE(reading.rows.size(), std::size_t { 5 });
    QVERIFY(reading.fault && reading.fault->kind == FaultClass::Protocol);
    Measurement measurement;
    for (const StreamRow& row : reading.rows) {
        takeInto(measurement, row);
    }
    QCOMPARE(measurement.points.size(), std::size_t { 1 });
    QVERIFY(measurement.run == fullMeasurement().run && measurement.device.has_value());
}

// The greeting comes before it is known what will run: the plan has the last word.
void TestWorkerStream::theDeviceThatRunsIsRecorded()
{
    const auto recorded = [](const char* ofPlan) {
        Json plan = { { "type", "plan" }, { "seq", 1 }, { "id", "a" } };
        writeRun(plan, fullMeasurement().run);
        plan.update(Json::parse(ofPlan));
        Measurement measurement;
        for (const StreamRow& row :
            read(line("hello", 0, R"(,"device":{"name":"CPU","kind":"cpu"})") + plan.dump() + "\n").rows) {
            takeInto(measurement, row);
        }
        return measurement;
    };
    const DeviceRecord cpu { "CPU", "cpu", {}, {}, {} };
    const DeviceRecord gpu { "GPU 1", "cuda", Bytes { 1 } << 36, "570.1", {} };
    QVERIFY(recorded("{}").device == cpu);
    const Measurement onGpu = recorded(
        R"({"device":{"name":"GPU 1","kind":"cuda","memory_bytes":68719476736,"driver":"570.1","runtime":null}})");
    QVERIFY(onGpu.device == gpu);
    QVERIFY(onGpu.run == fullMeasurement().run);
    QVERIFY(*readMeasurement(writeMeasurement(onGpu)) == onGpu);
}

// The limit holds before the line ends, so that a worker that never ends one cannot fill the memory.
void TestWorkerStream::holdsOneLine()
{
    WorkerStream stream(100);
    stream.feed(line("hello", 0));
    stream.feed(std::string(60, ' '));
    QVERIFY(!stream.fault());
    stream.feed(std::string(60, ' '));
    QVERIFY(stream.fault().has_value());
    stream.feed("\n" + line("bye", 1));
    QVERIFY(stream.next().has_value());
    QVERIFY(!stream.next().has_value());
    QVERIFY(!stream.complete());
}

void TestWorkerStream::everyCutIsALostWorker()
{
    const std::string run = wholeRun();
    for (std::size_t size = 0; size < run.size(); ++size) {
        const Reading reading = read(std::string_view(run).substr(0, size));
        QVERIFY(reading.fault && reading.fault->kind == FaultClass::LostWorker);
    }
}

// Bytes flipped, dropped and doubled at random: rows or a fault, never anything else.
void TestWorkerStream::brokenBytesNeverCrash()
{
    std::mt19937 random(1);
    const std::string run = wholeRun();
    std::size_t faults = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string broken = run;
        for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
            const std::size_t at = random() % broken.size();
            switch (random() % 3) {
            case 0:
                broken[at] = static_cast<char>(random());
                break;
            case 1:
                broken.erase(at, 1 + random() % 20);
                break;
            default:
                broken.insert(at, broken.substr(random() % broken.size(), random() % 40));
            }
            if (broken.empty()) {
                break;
            }
        }
        const Reading reading = read(broken, 1 + random() % 100);
        faults += reading.fault ? 1 : 0;
        QVERIFY(reading.rows.size() <= 16);
        QVERIFY(!reading.fault || !reading.fault->message.empty());
    }
    QVERIFY2(faults > 1000, "what is broken is mostly seen");
}

QTEST_APPLESS_MAIN(TestWorkerStream)
#include "tst_worker_stream.moc"
