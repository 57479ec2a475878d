// SPDX-License-Identifier: MIT
// What is said of measured against predicted peaks.
#include "core/measurement/residual.h"

#include <QTest>

using namespace sublinear;

namespace {

PointRecord point(PolicyId id, std::optional<Bytes> predicted, std::optional<Bytes> measured, bool valid = true)
{
    PointRecord record;
    record.policy.id = id;
    if (id == PolicyId::Segments) {
        record.policy.number = 1;
    }
    record.predictedPeakBytes = predicted;
    record.measuredPeakBytes = measured;
    record.valid = valid;
    return record;
}

PointRecord timed(PolicyId id, double foretoldNs, double ns)
{
    PointRecord record = point(id, 1000, 1000);
    record.predictedStepNs = foretoldNs;
    record.predictedStepBasis = "store_all";
    record.stepNs = StepTimes { ns, ns, ns, 5 };
    return record;
}

} // namespace

class TestResidual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void texts_data()
    {
        QTest::addColumn<qint64>("predicted");
        QTest::addColumn<qint64>("measured");
        QTest::addColumn<QString>("text");
        QTest::addRow("exact") << qint64 { 1000 } << qint64 { 1000 } << QStringLiteral("0 B");
        QTest::addRow("more") << qint64 { 1000 } << qint64 { 1005 } << QStringLiteral("+0.50 %");
        QTest::addRow("less") << qint64 { 1000 } << qint64 { 880 } << QStringLiteral("-12.00 %");
        QTest::addRow("little is not nothing") << qint64 { 1000000 } << qint64 { 1000256 } << QStringLiteral("+0.03 %");
        QTest::addRow("a granule of 80 GiB")
            << (qint64 { 80 } << 30) << (qint64 { 80 } << 30) + 256 << QStringLiteral("+256 B");
    }
    void texts()
    {
        QFETCH(qint64, predicted);
        QFETCH(qint64, measured);
        QFETCH(QString, text);
        const auto residual = peakResidual(point(PolicyId::StoreAll, predicted, measured));
        QVERIFY(residual.has_value());
        QCOMPARE(QString::fromStdString(residualText(*residual)), text);
    }

    void budgetsAreNamedBySize_data()
    {
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<QString>("text");
        QTest::addRow("uneven") << qint64 { 7'451'982'337 } << QStringLiteral("optimal:6.94 GiB");
        QTest::addRow("even") << (qint64 { 20 } << 30) << QStringLiteral("optimal:20.00 GiB");
        QTest::addRow("of a small run") << qint64 { 44'321'792 } << QStringLiteral("optimal:42.3 MiB");
        QTest::addRow("tiny") << qint64 { 4096 } << QStringLiteral("optimal:4,096 B");
    }
    void budgetsAreNamedBySize()
    {
        QFETCH(qint64, budget);
        QFETCH(QString, text);
        Measurement measurement;
        measurement.points = { point(PolicyId::Optimal, 1000, 1100) };
        measurement.points.front().policy.number = budget;
        QCOMPARE(QString::fromStdString(pointText(measurement.points.front().policy)), text);
        measurement.points.front().predictedStepNs = 1e6;
        measurement.points.front().stepNs = StepTimes { 2e6, {}, {}, 5 };
        const QString lines = QString::fromStdString(largestDifference(measurement));
        QVERIFY2(lines.startsWith(QStringLiteral("Memory differs most at ") + text + QStringLiteral(", by +100 B")),
            qPrintable(lines));
        QVERIFY2(lines.contains(QStringLiteral("\nTime differs most at ") + text + u','), qPrintable(lines));
    }

    void whatCannotBeComparedIsNot()
    {
        QVERIFY(!peakResidual(point(PolicyId::StoreAll, {}, 5)));
        QVERIFY(!peakResidual(point(PolicyId::StoreAll, 5, {})));
        QVERIFY(!peakResidual(point(PolicyId::StoreAll, 0, 5)));
        QVERIFY(!peakResidual(point(PolicyId::StoreAll, 5, 5, false)));
        QVERIFY(peakResidual(point(PolicyId::StoreAll, 5, 5)));
    }

    void headline()
    {
        Measurement measurement;
        const std::string here = "on this machine";
        QCOMPARE(residualHeadline(measurement, here), std::string());
        measurement.points = { point(PolicyId::StoreAll, 1000, 1000) };
        QCOMPARE(residualHeadline(measurement, here),
            std::string("Memory to the byte as predicted on this machine, 1 point"));
        QCOMPARE(largestDifference(measurement), std::string());
        measurement.points.push_back(point(PolicyId::Segments, 10000, 9973));
        QCOMPARE(residualHeadline(measurement, ""), std::string("Memory within 0.3 %, 2 points"));
        QCOMPARE(largestDifference(measurement), std::string("Memory differs most at segments:1, by -27 B (-0.27 %)"));
        measurement.points[1].idealPeakBytes = 9900;
        QCOMPARE(largestDifference(measurement),
            std::string(
                "Memory differs most at segments:1, by -27 B (-0.27 %): placing costs 100 B of the prediction"));
        measurement.points.push_back(point(PolicyId::Article, 1000, 9000, false));
        QCOMPARE(residualHeadline(measurement, here),
            std::string("Memory within 0.3 % on this machine, 2 points; 1 without a valid peak"));
        measurement.points = { point(PolicyId::StoreAll, {}, {}) };
        QCOMPARE(residualHeadline(measurement, here), std::string("No valid peak to compare"));
    }

    void timeIsComparedAndTraced()
    {
        Measurement measurement;
        measurement.points = { timed(PolicyId::StoreAll, 100e6, 101e6), timed(PolicyId::Segments, 130e6, 140e6) };
        QCOMPARE(*stepResidual(measurement.points[0]), 101.0 / 100.0 - 1);
        QCOMPARE(residualHeadline(measurement, "on this machine"),
            std::string("Memory to the byte as predicted, time within 7.7 % on this machine, 2 points"));
        QCOMPARE(largestDifference(measurement), std::string("Time differs most at segments:1, by +10.0 ms (+7.7 %)"));
        measurement.points[0].phasesNs = { { "forward", 30e6 }, { "backward", 60e6 }, { "optimizer", 10e6 } };
        measurement.points[1].phasesNs = { { "forward", 29e6 }, { "recompute", 42e6 }, { "backward", 59e6 },
            { "optimizer", 10e6 } };
        QCOMPARE(largestDifference(measurement),
            std::string("Time differs most at segments:1, by +10.0 ms (+7.7 %): recompute +12.0 ms"));
        // Whole steps that all take twice their operations: no phase more than another, and none by its whole.
        for (PointRecord& each : measurement.points) {
            for (auto& [name, ns] : each.phasesNs) {
                ns *= 2;
            }
        }
        measurement.points[1].phasesNs = { { "forward", 62e6 }, { "recompute", 60e6 }, { "backward", 118e6 },
            { "optimizer", 20e6 } };
        measurement.points[1].stepNs = StepTimes { 260e6, {}, {}, 5 };
        QCOMPARE(largestDifference(measurement),
            std::string("Time differs most at segments:1, by +130.0 ms (+100.0 %): backward +58.0 ms"));
        measurement.points[1].note = "10 of 12 steps; disturbed: its threads waited; and more";
        QCOMPARE(largestDifference(measurement),
            std::string("Time differs most at segments:1, by +130.0 ms (+100.0 %): disturbed, its threads waited; "
                        "backward +58.0 ms"));
        QCOMPARE(residualHeadline(measurement, ""),
            std::string("Memory to the byte as predicted, time within 100.0 %, 2 points; 1 disturbed: "
                        "its threads waited"));
        measurement.points[0].note = "disturbed";
        QVERIFY(residualHeadline(measurement, "").ends_with("; disturbed: its threads waited"));
        measurement.points[0].stepNs = StepTimes { 250e6, {}, {}, 5 };
        QCOMPARE(largestDifference(measurement),
            std::string("Time differs most at store_all, by +150.0 ms (+150.0 %): disturbed, other programs ran; "
                        "its operations, timed one by one, take 100.0 ms"));
        measurement.points[0].stepNs = StepTimes { 101e6, {}, {}, 5 };
        measurement.points[0].note.clear();
        measurement.points[1].note.clear();
        measurement.points[1].predictedStepBasis = "segments:1"; // then store_all's phases say nothing of it
        QCOMPARE(largestDifference(measurement),
            std::string("Time differs most at segments:1, by +130.0 ms (+100.0 %): its operations, timed one by one, "
                        "take 130.0 ms"));
        measurement.points[1].valid = false;
        QVERIFY(!stepResidual(measurement.points[1]));
        measurement.points[0].predictedStepNs.reset();
        QVERIFY(!stepResidual(measurement.points[0]));
    }

    void signs()
    {
        QCOMPARE(signedBytesText(0), std::string("0 B"));
        QCOMPARE(signedBytesText(-256), std::string("-256 B"));
        QCOMPARE(signedBytesText(Bytes { 3 } << 19), std::string("+1.50 MiB"));
        QCOMPARE(signedBytesText(-(Bytes { 5 } << 29)), std::string("-2.50 GiB"));
        QCOMPARE(signedPercentText(-0.058), std::string("-5.8 %"));
    }
};

QTEST_GUILESS_MAIN(TestResidual)
#include "tst_residual.moc"
