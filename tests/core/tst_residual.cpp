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
        QCOMPARE(residualHeadline(measurement), std::string());
        measurement.points = { point(PolicyId::StoreAll, 1000, 1000) };
        QCOMPARE(residualHeadline(measurement), std::string("Memory to the byte as predicted, 1 point"));
        measurement.points.push_back(point(PolicyId::Segments, 10000, 9973));
        QCOMPARE(residualHeadline(measurement), std::string("Memory within 0.3 %, 2 points; most at segments:1"));
        measurement.points.push_back(point(PolicyId::Article, 1000, 9000, false));
        QCOMPARE(residualHeadline(measurement),
            std::string("Memory within 0.3 %, 2 points; most at segments:1; 1 without a valid peak"));
        measurement.points = { point(PolicyId::StoreAll, {}, {}) };
        QCOMPARE(residualHeadline(measurement), std::string("No valid peak to compare"));
    }
};

QTEST_GUILESS_MAIN(TestResidual)
#include "tst_residual.moc"
