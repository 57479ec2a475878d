// SPDX-License-Identifier: MIT
// Measured points in the figures that a scenario's charts have.
#include "core/measurement/marks.h"
#include "core/measurement/measured_times.h"
#include "core/measurement/training_runs.h"
#include "core/plan/evaluate.h"
#include "core/program/lower.h"
#include "core/schedule/policies.h"
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

Scenario timedShape()
{
    Scenario shape = runShape();
    shape.model.layers = 4;
    shape.recipe.dtype = Dtype::Fp32;
    shape.recipe.loss = Loss::None;
    shape.accounting = Accounting::Training;
    return shape;
}

/// Every operation of that shape's step with a time of its own, and 500 ns outside them.
Measurement timed()
{
    const ResolvedScenario run = *resolve(timedShape());
    PolicySpec policy;
    policy.id = PolicyId::StoreAll;
    const Program program = *lower(*makeChain(run), *makeSchedule(policy, run.model.layers), LowerOptions {});
    PointRecord record = point(PolicyId::StoreAll, {}, 10 * kMi, 1);
    double sum = 500;
    for (std::size_t i = 0; i < program.ops.size(); ++i) {
        record.ops.push_back({ static_cast<Count>(i), {}, 1000.0 + static_cast<double>(i % 7) * 10 });
        sum += *record.ops.back().ns;
    }
    record.stepNs = StepTimes { sum, {}, {}, 1 };
    Measurement measurement;
    measurement.run.run = timedShape();
    measurement.device = DeviceRecord { "Test CPU", "cpu", {}, {}, {} };
    measurement.points = { record };
    return measurement;
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

} // namespace

class TestMarks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // What a run measures has no reserve in it, and the scenario's total has.
    void theReserveIsAddedToWhatStandsAsMeasured()
    {
        Scenario given = runShape();
        given.accounting = Accounting::Training;
        given.device.reserveBytes = 100 * kMi;
        Measurement measurement = measured();
        measurement.run.run->accounting = Accounting::Training;
        measurement.run.run->device.reserveBytes = 0;
        const std::vector<MeasuredMark> marks = measuredMarks(measurement, *resolve(given));
        QCOMPARE(marks.size(), std::size_t { 2 });
        QVERIFY(!marks[1].point.carried);
        QCOMPARE(marks[1].totalBytes, 112 * kMi);
        QCOMPARE(marks[1].point.measuredBytes, 12 * kMi);
        given.device.reserveBytes = 0;
        QCOMPARE(measuredMarks(measurement, *resolve(given))[1].totalBytes, 12 * kMi);
    }

    // A file of own runs names no reserve: each stands where the plan does if it takes what the plan says.
    void ownRunsHaveTheReserveAdded_data()
    {
        QTest::addColumn<QByteArray>("dtype");
        QTest::addColumn<bool>("isPlaced");
        QTest::addRow("of the scenario's shape") << QByteArray("bf16") << true;
        QTest::addRow("of no known shape") << QByteArray() << false;
    }
    void ownRunsHaveTheReserveAdded()
    {
        QFETCH(QByteArray, dtype);
        QFETCH(bool, isPlaced);
        const QByteArray shape = ",12,768,12,3072,8,1024," + dtype + '\n';
        const QByteArray text = "policy,k,peak_bytes,layers,d_model,heads,d_ffn,batch,sequence,dtype\n"
                                "store_all,,5979846656"
            + shape + "segments,1,1687631872" + shape + "segments,3,2392537088" + shape;
        const Result<Measurement> read = readTrainingRuns(text.toStdString(), "exact.csv");
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        Scenario given;
        given.accounting = Accounting::Training;
        given.model.layers = 12;
        given.model.dModel = 768;
        given.model.heads = 12;
        given.model.dFfn = 3072;
        given.workload.batch = 8;
        given.workload.sequence = 1024;
        const std::vector<MeasuredMark> marks = measuredMarks(*read, *resolve(given));
        QCOMPARE(marks.size(), std::size_t { isPlaced ? 3U : 0U });
        if (isPlaced) {
            QCOMPARE(marks[0].totalBytes, Bytes { 7'053'588'480 });
        }
        for (const MeasuredMark& mark : marks) {
            QVERIFY(!mark.point.carried);
            QCOMPARE(mark.totalBytes, mark.ownTotalBytes);
            QCOMPARE(mark.point.predictedBytes, std::optional<Bytes>(mark.point.measuredBytes));
        }
    }

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

    void timesOfAStepComeBack()
    {
        const Measurement measurement = timed();
        const Result<MeasuredTimes> times = MeasuredTimes::learn(measurement);
        QVERIFY(times.ok());
        const Result<StepClock> clock = times->clockFor(*resolve(timedShape()));
        QVERIFY(clock.ok());
        QCOMPARE(clock->device, std::string("Test CPU"));
        QVERIFY(!clock->carried);
        QVERIFY(near(clock->stepSeconds(1, 0), measurement.points[0].stepNs->median * 1e-9));
        // What the step takes beyond its operations is shared by all of them, and not the optimizer's alone.
        const double whole = measurement.points[0].stepNs->median;
        const double optimizer = *measurement.points[0].ops.back().ns;
        QVERIFY(near(clock->fixedSeconds, optimizer * whole / (whole - 500) * 1e-9));
        Measurement disturbed = timed();
        disturbed.points[0].note = "disturbed: its threads waited";
        disturbed.points[0].stepNs->median = 10 * whole; // the others' time
        const StepClock quiet = *MeasuredTimes::learn(disturbed)->clockFor(*resolve(timedShape()));
        QVERIFY(near(quiet.stepSeconds(1, 0), (whole - 500) * 1e-9));
        QVERIFY(clock->forwardPerSequence > 0 && clock->forwardPerSequence < clock->secondsPerSequence);
        QVERIFY(near(clock->stepSeconds(1, 1) - clock->stepSeconds(1, 0), clock->forwardPerSequence));

        Scenario twice = timedShape(); // as many layers again, and again their time
        twice.model.layers = 8;
        const StepClock more = *times->clockFor(*resolve(twice));
        QVERIFY(more.carried);
        QVERIFY(near(more.forwardPerSequence, 2 * clock->forwardPerSequence));
        QVERIFY(more.secondsPerSequence > 1.9 * clock->secondsPerSequence);
        QVERIFY(more.secondsPerSequence < 2.0 * clock->secondsPerSequence); // the loss comes once
    }

    void rowsComeInSeconds()
    {
        const StepClock clock = *MeasuredTimes::learn(timed())->clockFor(scenario(Accounting::Article));
        Evaluation evaluation = *evaluate(scenario(Accounting::Article));
        const double before = evaluation.chosen.throughput;
        QVERIFY(!evaluation.chosen.stepSeconds && !evaluation.timedOn);
        useClock(evaluation, clock);
        QCOMPARE(evaluation.timedOn->device, std::string("Test CPU"));
        QVERIFY(evaluation.timedOn->carried);
        QVERIFY(evaluation.chosen.throughput != before);
        for (const SweepRow& row : evaluation.sweep) {
            QVERIFY(near(*row.stepSeconds, clock.stepSeconds(4, row.extraForwardFraction)));
            const double seconds = clock.stepSeconds(row.maxBatch, row.extraForwardFraction);
            QVERIFY(near(row.throughput * seconds, static_cast<double>(row.maxBatch)));
        }
        evaluation.chosen.maxBatch = 0; // nothing fits: nothing runs
        useClock(evaluation, clock);
        QCOMPARE(evaluation.chosen.throughput, 0.0);
    }

    void timesThatSayNothingAreRefused()
    {
        QVERIFY(!MeasuredTimes::learn({}).ok());
        Measurement measurement = timed();
        measurement.points[0].ops[3].ns.reset();
        QVERIFY(!MeasuredTimes::learn(measurement).ok());
        measurement = timed();
        measurement.points[0].ops.pop_back(); // not this version's operations
        const Result<MeasuredTimes> fewer = MeasuredTimes::learn(measurement);
        QVERIFY(!fewer.ok());
        QVERIFY(QString::fromStdString(fewer.error().message).contains(QStringLiteral("operations")));
        measurement = timed();
        measurement.points[0].ops[3].index = 1 << 20;
        QVERIFY(!MeasuredTimes::learn(measurement).ok());
        measurement = timed();
        measurement.points[0].valid = false;
        QVERIFY(!MeasuredTimes::learn(measurement).ok());
        Scenario sharded = timedShape();
        sharded.parallel.data = 2;
        QVERIFY(!MeasuredTimes::learn(timed())->clockFor(*resolve(sharded)).ok());
    }
};

QTEST_GUILESS_MAIN(TestMarks)
#include "tst_marks.moc"
