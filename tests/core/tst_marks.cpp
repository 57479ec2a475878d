// SPDX-License-Identifier: MIT
// Measured points in the figures that a scenario's charts have.
#include "core/measurement/marks.h"
#include "core/plan/evaluate.h"
#include "core/training/executed.h"

#include <QTest>

using namespace sublinear;

namespace {

constexpr Bytes kMi = Bytes { 1 } << 20;

Scenario runShape()
{
    Scenario scenario;
    scenario.model.layers = 32;
    scenario.model.dModel = 64;
    scenario.model.dFfn = 256;
    scenario.model.heads = 4;
    scenario.workload.batch = 1;
    scenario.workload.sequence = 32;
    return scenario;
}

PointRecord point(PolicyId id, std::optional<Count> number, Bytes measured, double ns)
{
    PointRecord record;
    record.policy.id = id;
    record.policy.number = number;
    record.predictedPeakBytes = 10 * kMi;
    record.measuredPeakBytes = measured;
    record.staticBytes = 2 * kMi;
    record.stepNs = StepTimes { ns, ns - 10, ns + 20, 10 };
    return record;
}

// On another shape than any scenario here: store_all as predicted, article:4 a quarter over it.
Measurement measured()
{
    Measurement measurement;
    measurement.run.run = runShape();
    measurement.points = { point(PolicyId::StoreAll, {}, 10 * kMi, 300), point(PolicyId::Article, 4, 12 * kMi, 400) };
    return measurement;
}

ResolvedScenario scenario(Accounting accounting)
{
    Scenario given;
    given.accounting = accounting;
    return *resolve(given);
}

} // namespace

class TestMarks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The article's law says otherwise; a point belongs to what runs.
    void articleStandsByWhatIsExecuted()
    {
        const ResolvedScenario article = scenario(Accounting::Article);
        const auto marks = measuredMarks(measured(), article);
        QCOMPARE(marks.size(), std::size_t { 2 });
        const Evaluation evaluation = *evaluate(article);
        const SweepRow& row = evaluation.chosen; // article:4
        const Bytes fixed = row.totalBytes - row.activationBytes;
        const Bytes executed = *executedActivationBytes(article, std::vector { row }).front();
        QVERIFY(executed != row.activationBytes);
        QCOMPARE(marks[1].ownTotalBytes, fixed + executed);
        QCOMPARE(marks[1].totalBytes, fixed + executed / 4 * 5); // (12 - 2) / (10 - 2)
        QVERIFY(marks[1].point.carried);
        QCOMPARE(marks[0].totalBytes, marks[0].ownTotalBytes);
    }

    void trainingStandsByItsTotals()
    {
        const ResolvedScenario training = scenario(Accounting::Training);
        const auto marks = measuredMarks(measured(), training);
        QCOMPARE(marks.size(), std::size_t { 2 });
        const Evaluation evaluation = *evaluate(training);
        QCOMPARE(marks[1].ownTotalBytes, evaluation.chosen.totalBytes);
        QCOMPARE(marks[0].ownTotalBytes, evaluation.storeAllBytes);
        const auto expected = static_cast<double>(evaluation.chosen.totalBytes) * 1.2; // 12 / 10
        QVERIFY(std::abs(static_cast<double>(marks[1].totalBytes) - expected) <= 1);
    }

    void timesAreForwardPasses()
    {
        const auto marks = measuredMarks(measured(), scenario(Accounting::Article));
        QCOMPARE(marks[1].ownExtraForward, 0.75); // 24 of 32 layers again
        QVERIFY(std::abs(marks[1].extraForward - 1.0) < 1e-12); // a third of a step more
        QVERIFY(std::abs(*marks[1].lowExtraForward - 0.9) < 1e-12);
        QVERIFY(std::abs(*marks[1].highExtraForward - 1.2) < 1e-12);
    }

    void withoutATimeOfStoreAllTheScenariosOwnStands()
    {
        Measurement measurement = measured();
        measurement.points.erase(measurement.points.begin());
        const auto marks = measuredMarks(measurement, scenario(Accounting::Article));
        QCOMPARE(marks.size(), std::size_t { 1 });
        QCOMPARE(marks[0].extraForward, 0.75);
        QVERIFY(!marks[0].lowExtraForward);
    }

    void whatHasNoPlaceIsLeftOut()
    {
        Measurement measurement = measured();
        measurement.points.push_back(point(PolicyId::Article, 1000, 10 * kMi, 1)); // no such K here
        measurement.points.push_back(point(PolicyId::Segments, 2, 10 * kMi, 1));
        measurement.points.back().valid = false;
        measurement.points.push_back(point(PolicyId::Segments, 4, 10 * kMi, 1));
        measurement.points.back().predictedPeakBytes.reset(); // cannot be carried over
        QCOMPARE(measuredMarks(measurement, scenario(Accounting::Article)).size(), std::size_t { 2 });
    }
};

QTEST_GUILESS_MAIN(TestMarks)
#include "tst_marks.moc"
