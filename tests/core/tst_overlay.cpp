// SPDX-License-Identifier: MIT
// Where measured points stand on a scenario's charts.
#include "core/measurement/overlay.h"

#include <QTest>

using namespace sublinear;

namespace {

Scenario small(Count batch)
{
    Scenario scenario;
    scenario.model.layers = 8;
    scenario.model.dModel = 64;
    scenario.model.dFfn = 256;
    scenario.model.heads = 4;
    scenario.workload.batch = batch;
    scenario.workload.sequence = 32;
    return scenario;
}

PolicySpec spec(PolicyId id, std::optional<Count> number = {})
{
    PolicySpec policy;
    policy.id = id;
    policy.number = number;
    return policy;
}

PointRecord point(PolicySpec policy, Bytes predicted, Bytes measured, Bytes fixed, double ns)
{
    PointRecord record;
    record.policy = std::move(policy);
    record.predictedPeakBytes = predicted;
    record.measuredPeakBytes = measured;
    record.staticBytes = fixed;
    record.stepNs = StepTimes { ns, ns * 0.75, ns * 1.5, 10 };
    return record;
}

// store_all exactly as predicted, segments:2 an eighth over it.
Measurement measured(const Scenario& requested, const Scenario& run)
{
    Measurement measurement;
    measurement.run.requested = requested;
    measurement.run.run = run;
    measurement.points = { point(spec(PolicyId::StoreAll), 10000, 10000, 2000, 128),
        point(spec(PolicyId::Segments, 2), 4000, 4500, 2000, 160) };
    return measurement;
}

std::vector<OwnPrediction> own()
{
    return { { spec(PolicyId::StoreAll), 1'000'000, 0.0 }, { spec(PolicyId::Segments, 2), 80'000, 0.25 } };
}

ResolvedScenario ready(const Scenario& scenario)
{
    return *resolve(scenario);
}

} // namespace

class TestOverlay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theScenariosOwnRunStandsWhereItWasMeasured()
    {
        const auto points = overlayPoints(measured(small(2), small(2)), ready(small(2)), PeakPart::Whole, own());
        QCOMPARE(points.size(), std::size_t { 2 });
        QVERIFY(!points[1].carried);
        QCOMPARE(points[1].bytes, std::optional<Bytes>(4500));
        QCOMPARE(points[1].predictedBytes, std::optional<Bytes>(4000));
        QCOMPARE(points[1].ownBytes, std::optional<Bytes>(80'000));
    }

    void anotherShapeIsCarriedOverByItsRatio()
    {
        const auto points = overlayPoints(measured(small(2), small(1)), ready(small(2)), PeakPart::Whole, own());
        QVERIFY(points[0].carried && points[1].carried);
        QCOMPARE(points[0].bytes, std::optional<Bytes>(1'000'000)); // as predicted: on the curve, to the byte
        QCOMPARE(points[1].bytes, std::optional<Bytes>(90'000)); // 4500/4000 * 80000
        QCOMPARE(points[1].measuredBytes, Bytes { 4500 });
    }

    void withoutStaticBytesTheRatioIsOfTheRest()
    {
        const auto points =
            overlayPoints(measured(small(2), small(1)), ready(small(2)), PeakPart::WithoutStatic, own());
        QCOMPARE(points[1].measuredBytes, Bytes { 2500 });
        QCOMPARE(points[1].bytes, std::optional<Bytes>(100'000)); // 2500/2000 * 80000
    }

    void timeIsCountedFromStoreAllOfTheSameMeasurement()
    {
        Measurement measurement = measured(small(2), small(2));
        auto points = overlayPoints(measurement, ready(small(2)), PeakPart::Whole, own());
        QVERIFY(points[1].extraStep.has_value());
        QCOMPARE(points[1].extraStep->median, 0.25);
        QCOMPARE(points[1].extraStep->low, std::optional(-0.0625));
        QCOMPARE(points[1].extraStep->high, std::optional(0.875));
        QCOMPARE(points[0].extraStep->median, 0.0);
        QCOMPARE(points[1].ownExtraStep, std::optional(0.25));
        measurement.points.erase(measurement.points.begin());
        points = overlayPoints(measurement, ready(small(2)), PeakPart::Whole, own());
        QVERIFY(!points[0].extraStep.has_value());
    }

    void whatCannotStandThereSaysWhatWasMeasuredAlone_data()
    {
        QTest::addColumn<QString>("lacks");
        QTest::newRow("no such policy on the scenario") << "policy";
        QTest::newRow("another number of the policy") << "number";
        QTest::newRow("no prediction of the run") << "prediction";
    }
    void whatCannotStandThereSaysWhatWasMeasuredAlone()
    {
        QFETCH(QString, lacks);
        Measurement measurement = measured(small(2), small(1));
        if (lacks == "policy") {
            measurement.points[1].policy = spec(PolicyId::Article, 2);
        } else if (lacks == "number") {
            measurement.points[1].policy.number = 3;
        } else {
            measurement.points[1].predictedPeakBytes.reset();
        }
        const auto points = overlayPoints(measurement, ready(small(2)), PeakPart::Whole, own());
        QCOMPARE(points.size(), std::size_t { 2 });
        QVERIFY(!points[1].bytes.has_value());
        QCOMPARE(points[1].measuredBytes, Bytes { 4500 });
    }

    void invalidPointsHaveNoPlace()
    {
        Measurement measurement = measured(small(2), small(2));
        measurement.points[0].valid = false;
        measurement.points[1].measuredPeakBytes.reset();
        QVERIFY(overlayPoints(measurement, ready(small(2)), PeakPart::Whole, own()).empty());
    }

    void staleIsAnotherShapeThanTheOneAskedFor_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("stale");
        QTest::newRow("nothing") << "" << false;
        QTest::newRow("another K") << "checkpointing.k=3" << false;
        QTest::newRow("another policy") << "checkpointing.policy=segments" << false;
        QTest::newRow("more memory") << "device.memory_bytes=1GiB" << false;
        QTest::newRow("a name") << "model.name=mine" << false;
        QTest::newRow("another batch") << "workload.batch=3" << true;
        QTest::newRow("more layers") << "model.layers=9" << true;
        QTest::newRow("fused attention") << "recipe.attention=fused" << true;
        QTest::newRow("sharding") << "parallel.tensor=2" << true;
    }
    void staleIsAnotherShapeThanTheOneAskedFor()
    {
        QFETCH(QString, change);
        QFETCH(bool, stale);
        Scenario now = small(2);
        if (!change.isEmpty()) {
            const Status set = applySet(now, change.toStdString());
            QVERIFY2(set.ok(), set ? "" : set.error().message.c_str());
        }
        QCOMPARE(isStale(measured(small(2), small(1)), ready(now)), stale);
    }

    void whatRanIsNeverStale()
    {
        const Measurement measurement = measured(small(2), small(1));
        QVERIFY(isStale(measurement, ready(small(3))));
        QVERIFY(!isStale(measurement, ready(small(1)))); // not what was asked for, but what ran
        QVERIFY(!overlayPoints(measurement, ready(small(1)), PeakPart::Whole, own())[1].carried);
    }

    // They stand by their own prediction, and nowhere without one: no shape is assumed of them.
    void pointsThatDoNotKnowTheirShapeAreNeverTheScenariosOwn()
    {
        Measurement measurement = measured(small(2), small(2));
        measurement.run.requested.reset();
        measurement.run.run.reset();
        QVERIFY(!isStale(measurement, ready(small(5))));
        measurement.points[0].predictedPeakBytes.reset();
        const auto points = overlayPoints(measurement, ready(small(5)), PeakPart::Whole, own());
        QVERIFY(!points[0].bytes);
        QCOMPARE(points[1].bytes, std::optional<Bytes>(90'000)); // an eighth over
        QVERIFY(points[0].carried && points[1].carried);
    }
};

QTEST_APPLESS_MAIN(TestOverlay)
#include "tst_overlay.moc"
