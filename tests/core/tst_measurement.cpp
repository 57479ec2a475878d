// SPDX-License-Identifier: MIT
#include "core/io/check_document.h"
#include "core/measurement/measurement_json.h"
#include "core/measurement/training_runs.h"
#include "measurement_cases.h"

#include <QtTest>

using namespace sublinear;

class TestMeasurement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTripIsExact();
    void differencesAreSeen();
    void checkTakesWhatIsWritten();
    void readsAStream();
    void refused_data();
    void refused();
    void everyTruncationIsRefused();
    void runsFromElsewhere_data();
    void runsFromElsewhere();
    void runsOfAnUnknownShape_data();
    void runsOfAnUnknownShape();
    void runsThatAreRefused_data();
    void runsThatAreRefused();
};

void TestMeasurement::roundTripIsExact()
{
    const Measurement all = fullMeasurement();
    const std::string text = writeMeasurement(all);
    const Result<Measurement> read = readMeasurement(text);
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QVERIFY(*read == all);
    QCOMPARE(QString::fromStdString(writeMeasurement(*read)), QString::fromStdString(text));

    const Result<Measurement> empty = readMeasurement(writeMeasurement({}));
    QVERIFY(empty.ok());
    QVERIFY(*empty == Measurement());
}

// The comparison above has power: one changed field makes it fail.
void TestMeasurement::differencesAreSeen()
{
    const Measurement all = fullMeasurement();
    Measurement other = all;
    other.points.front().predictedPeakBytes = *other.points.front().predictedPeakBytes - 1;
    const Result<Measurement> read = readMeasurement(writeMeasurement(other));
    QVERIFY(read.ok());
    QVERIFY(*read == other && !(*read == all));
}

void TestMeasurement::checkTakesWhatIsWritten()
{
    Measurement all = fullMeasurement();
    all.versions["sublinear"] = "0.0.1"; // of ours, the bytes of the run's program would be asked for
    all.points[2].origin = "a log";
    const Result<CheckedDocument> checked = checkDocument(writeMeasurement(all));
    QVERIFY2(checked.ok(), checked ? "" : checked.error().message.c_str());
    QVERIFY(checked->description.starts_with("measurement, 3 points; measured by version 0.0.1"));
}

// The same measurement as a stream: device, plan and points from their lines.
void TestMeasurement::readsAStream()
{
    using Json = nlohmann::ordered_json;
    const Measurement all = fullMeasurement();
    std::string text;
    int seq = 0;
    const auto line = [&](const char* type, auto fill) {
        Json object { { "type", type }, { "seq", seq++ }, { "id", "a" } };
        fill(object);
        text += object.dump() + "\n";
    };
    line("hello", [&](Json& object) {
        object["protocol"] = 1;
        writeDevice(object, *all.device);
        writeVersions(object, all.versions);
    });
    line("plan", [&](Json& object) { writeRun(object, all.run); });
    for (const PointRecord& point : all.points) {
        line("progress", [](Json&) {});
        line("result", [&](Json& object) { writePoint(object, point); });
    }
    const std::string cutBehindALine = text;
    line("bye", [](Json&) {});
    for (const std::string& each : { text, cutBehindALine, cutBehindALine.substr(0, cutBehindALine.size() - 1) }) {
        const Result<Measurement> read = readMeasurement(each);
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QVERIFY(*read == all);
    }
    // Cut anywhere behind its first line: every point whose line is whole.
    std::size_t most = 0;
    for (std::size_t size = text.find('\n') + 1; size < text.size(); ++size) {
        const Result<Measurement> read = readMeasurement(std::string_view(text).substr(0, size));
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QVERIFY(read->points.size() >= most && read->points.size() <= all.points.size());
        most = read->points.size();
        QVERIFY(std::equal(read->points.begin(), read->points.end(), all.points.begin()));
    }
    QCOMPARE(most, all.points.size());
}

void TestMeasurement::refused_data()
{
    QTest::addColumn<QString>("points");
    QTest::addColumn<QString>("named");
    const QString good = R"("policy":"selective","predicted_peak_bytes":1,"measured_peak_bytes":1)";
    QTest::addRow("tensor is a number") << "{" + good + R"(,"tensors":[1]})"
                                        << "points[0].tensors: \"1\"";
    QTest::addRow("start in words") << "{" + good + R"(,"start":"one"})"
                                    << "points[0].start: \"one\"";
    QTest::addRow("negative phase") << "{" + good + R"(,"phases_ns":{"forward":-1}})"
                                    << "points[0].phases_ns.forward: \"-1\"";
    QTest::addRow("tight fit in words") << "{" + good + R"(,"meters":{"tight_fit":"yes"}})"
                                        << "points[0].meters.tight_fit";
    QTest::addRow("negative bytes") << R"({"policy":"article","predicted_peak_bytes":-1})"
                                    << "points[0].predicted_peak_bytes: \"-1\"";
    QTest::addRow("NaN") << R"({"policy":"article","step_ns":{"median":NaN}})"
                         << "not valid JSON";
}

void TestMeasurement::refused()
{
    QFETCH(QString, points);
    QFETCH(QString, named);
    const QString text = R"({"format":"sublinear-measurement","version":1,"points":[)" + points + "]}";
    const Result<Measurement> read = readMeasurement(text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(read.error().message.find(named.toStdString()) != std::string::npos, read.error().message.c_str());
}

void TestMeasurement::everyTruncationIsRefused()
{
    const std::string text = writeMeasurement(fullMeasurement());
    const std::size_t end = text.rfind('}');
    for (std::size_t size = 0; size <= end; ++size) {
        const Result<Measurement> read = readMeasurement(text.substr(0, size));
        QVERIFY(!read.ok());
        QVERIFY(read.error().message.find('\n') == std::string::npos);
    }
}

// Two runs of one shape, as CSV, as a list and with what they have in common beside the list.
void TestMeasurement::runsFromElsewhere_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addRow("csv") << QByteArray("policy,k,peak_bytes,step_ms,layers,model.d_model,heads,batch,sequence,dtype,"
                                       "device,date,note\r\n"
                                       "store_all,,4294967296,250.5,12,768,12,8,1024,bf16,\"A, \"\"B\"\"\",2026,\r\n"
                                       "\r\n"
                                       "segments,1,2GiB,,12,768,12,8,1024,bf16,\"A, \"\"B\"\"\",2026,x\r\n");
    QTest::addRow("csv with a byte order mark, no line end, the number in the policy")
        << QByteArray("\xEF\xBB\xBF"
                      "policy,peak_bytes,step_ms,layers,d_model,heads,batch,sequence,dtype,device,date,note\n"
                      "store_all,4294967296,250.5,12,768,12,8,1024,bf16,\"A, \"\"B\"\"\",2026,\n"
                      "segments:1,2147483648,,12,768,12,8,1024,bf16,\"A, \"\"B\"\"\",2026,x");
    QTest::addRow("json") << QByteArray(
        R"({"layers":12,"d_model":768,"heads":12,"batch":8,"sequence":1024,"dtype":"bf16","date":"2026",)"
        R"("device":"A, \"B\"","runs":[{"policy":"store_all","k":null,"peak_bytes":4294967296,"step_ms":250.5},)"
        R"({"policy":"segments","k":1,"peak_bytes":2147483648,"note":"x"}]})");
}
void TestMeasurement::runsFromElsewhere()
{
    QFETCH(QByteArray, text);
    QVERIFY(looksLikeTrainingRuns(text.toStdString()));
    const Result<Measurement> read = readTrainingRuns(text.toStdString(), "runs.csv");
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->points.size(), std::size_t { 2 });
    const PointRecord& first = read->points[0];
    QVERIFY(first.policy.id == PolicyId::StoreAll && !first.policy.number);
    QCOMPARE(first.measuredPeakBytes, std::optional<Bytes>(Bytes { 4 } << 30));
    QCOMPARE(first.predictedPeakBytes, std::optional<Bytes>(5'979'846'656)); // the plan's total without its reserve
    QCOMPARE(first.stepNs->median, 250.5e6);
    QCOMPARE(first.origin, std::string("runs.csv"));
    const PointRecord& second = read->points[1];
    QVERIFY(second.policy.id == PolicyId::Segments && second.policy.number == std::optional<Count>(1));
    QCOMPARE(second.measuredPeakBytes, std::optional<Bytes>(Bytes { 2 } << 30));
    QVERIFY(!second.stepNs);
    QCOMPARE(second.note, std::string("x"));
    QCOMPARE(read->device->name, std::string("A, \"B\""));
    QCOMPARE(read->run.date, std::string("2026"));
    Scenario shape;
    shape.accounting = Accounting::Training;
    shape.model.layers = 12;
    shape.model.dModel = 768;
    shape.model.heads = 12;
    shape.model.dFfn = 3072; // four times d_model, where nothing is said, and not the default's
    shape.workload.batch = 8;
    shape.workload.sequence = 1024;
    shape.recipe.dtype = Dtype::Bf16;
    QVERIFY(read->run.run == shape);
    // Kept in our own format, with where they are from.
    const Result<Measurement> again = readMeasurement(writeMeasurement(*read));
    QVERIFY2(again.ok(), again ? "" : again.error().message.c_str());
    QVERIFY(again->points == read->points && again->run == read->run);
}

// A column that is not there must not be the default scenario's.
void TestMeasurement::runsOfAnUnknownShape_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addRow("no shape") << QByteArray("policy,k,peak_bytes\nsegments,99,5979846656\n");
    QTest::addRow("no heads") << QByteArray(
        "policy,peak_bytes,layers,d_model,batch,sequence,dtype\nstore_all,5979846656,12,768,8,1024,bf16\n");
    QTest::addRow("no type") << QByteArray(
        "policy,peak_bytes,layers,d_model,heads,batch,sequence\nstore_all,5979846656,12,768,12,8,1024\n");
}
void TestMeasurement::runsOfAnUnknownShape()
{
    QFETCH(QByteArray, text);
    const Result<Measurement> read = readTrainingRuns(text.toStdString(), "runs.csv");
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QVERIFY(!read->run.run && !read->run.requested);
    QCOMPARE(read->points.size(), std::size_t { 1 });
    QVERIFY(!read->points[0].predictedPeakBytes);
    const Result<Measurement> again = readMeasurement(writeMeasurement(*read));
    QVERIFY2(again.ok(), again ? "" : again.error().message.c_str());
    QVERIFY(*again == *read);
}

void TestMeasurement::runsThatAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QByteArray& text, const char* message) {
        QTest::addRow("%s", name) << text << QString::fromUtf8(message);
    };
    row("no run", "policy,peak_bytes\n", "no run");
    row("unknown column", "policy,peak_bytes,layrs\nstore_all,1,2\n", "line 2: layrs: unknown field");
    row("no such policy", "policy,peak_bytes\nstore_al,1\n", "line 2: ");
    row("several policies", "policy,peak_bytes\n\"store_all,segments:1\",1\n", "one policy");
    row("a number is lacking", "policy,peak_bytes\nsegments,1\n", "line 2: k: not given");
    row("half a number", "policy,k,peak_bytes\nsegments,1.5,1\n", "line 2: k: \"1.5\"");
    row("negative bytes", "policy,peak_bytes\nstore_all,-5\n", "line 2: peak_bytes: \"-5\"");
    row("NaN time", "policy,peak_bytes,step_ms\nstore_all,5,nan\n", "line 2: step_ms: \"nan\"");
    row("infinite time", "policy,peak_bytes,step_ms\nstore_all,5,1e999\n", "line 2: step_ms: \"1e999\"");
    row("nothing measured", "policy,peak_bytes,step_ms\nstore_all,,\n", "line 2: peak_bytes: not given");
    row("out of range", "policy,peak_bytes,layers\nstore_all,5,-3\n", "line 2: model.layers: \"-3\"");
    row("a number beyond the layers",
        "policy,k,peak_bytes,layers,d_model,heads,batch,sequence,dtype\nsegments,99,5,12,768,12,8,1024,bf16\n",
        "line 2: k: \"99\"");
    row("contradiction", "policy,peak_bytes,d_model,heads\nstore_all,5,100,7\n", "line 2: model.");
    row("another shape", "policy,peak_bytes,batch\nstore_all,5,1\nstore_all,5,2\n", "line 3: another shape");
    row("cells are lacking", "policy,peak_bytes\nstore_all\n", "line 2: 1 cells under a header of 2");
    row("open quote", "policy,peak_bytes\n\"store_all,1\n", "line 2: cannot be read");
    row("column twice", "policy,peak_bytes,policy\na,1,b\n", "\"policy\" stands there twice");
    row("no list", R"({"policy":1,"peak_bytes":2})", "runs: not given");
    row("no object", R"([1,"policy","peak_bytes"])", "runs[0]");
    row("nested", R"({"policy":0,"peak_bytes":1,"runs":[{"policy":{"a":1}}]})", "runs[0].policy");
    row("broken json", R"({"policy", "peak_bytes")", "line 1");
}
void TestMeasurement::runsThatAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    QVERIFY(looksLikeTrainingRuns(text.toStdString()));
    const Result<Measurement> read = readTrainingRuns(text.toStdString(), "runs.csv");
    QVERIFY(!read.ok());
    const QString said = QString::fromStdString(read.error().message);
    QVERIFY2(said.contains(message), qPrintable(said));
    QVERIFY(!said.contains(QLatin1Char('\n')));
}

QTEST_APPLESS_MAIN(TestMeasurement)
#include "tst_measurement.moc"
