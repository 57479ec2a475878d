// SPDX-License-Identifier: MIT
#include "core/io/check_document.h"
#include "core/measurement/measurement_json.h"
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
    const Result<CheckedDocument> checked = checkDocument(writeMeasurement(fullMeasurement()));
    QVERIFY2(checked.ok(), checked ? "" : checked.error().message.c_str());
    QCOMPARE(QString::fromStdString(checked->description), QString("measurement, 3 points"));
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

QTEST_APPLESS_MAIN(TestMeasurement)
#include "tst_measurement.moc"
