// SPDX-License-Identifier: MIT
// One point after the other on the CPU: what each is compared with, what a stop leaves, where its
// dump goes.
#include "gpu/protocol/point_record.h"
#include "gpu/sweep/engine_measurer.h"
#include "support/engine_cases.h"

#include <QTemporaryDir>
#include <QtTest>

#include <utility>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

EngineMeasurer::Setup setup()
{
    EngineMeasurer::Setup setup;
    setup.scenario = scenarioOf({ false, true, false, Loss::None, 2 });
    return setup;
}

PointWatch silent()
{
    return { [](std::string_view, double) {}, [](double) {}, {} };
}

} // namespace

class TestEngineMeasurer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void storeAllIsComparedToo();
    void timedStepsOutliveTheDeadline();
    void stepsAreForetold();
    void progressCountsWhatIsRunOnce();
    void dumpsGoByTheRecord();
    void aDumpThatFailsLeavesNothing();
};

// A second run of store_all has the same bits; one whose kernels are not the same twice has not.
void TestEngineMeasurer::storeAllIsComparedToo()
{
    const StopSignal stop;
    EngineMeasurer good(setup());
    const Result<MeasuredPoint> same = good.measure(kStoreAll, silent(), stop);
    QVERIFY2(same.ok(), same ? "" : same.error().message.c_str());
    QCOMPARE(same->gradientsIdentical, std::optional(true));

    EngineMeasurer::Setup fickle = setup();
    int calls = 0;
    fickle.kernels = [&calls](const OpCall& call, ThreadPool& pool) {
        Status status = ownKernels(Precision::Single)(call, pool);
        if (call.op->kernel == Kernel::OptimizerStep) {
            static_cast<float*>(call.optimizer[0].parameter)[0] += static_cast<float>(++calls);
        }
        return status;
    };
    EngineMeasurer bad(std::move(fickle));
    const Result<MeasuredPoint> other = bad.measure(kStoreAll, silent(), stop);
    QVERIFY2(other.ok(), other ? "" : other.error().message.c_str());
    QCOMPARE(other->gradientsIdentical, std::optional(false));
}

void TestEngineMeasurer::timedStepsOutliveTheDeadline()
{
    for (const FaultClass why : { FaultClass::Timeout, FaultClass::Cancelled }) {
        EngineMeasurer measurer(setup());
        StopSignal stop;
        PointWatch watch = silent();
        int timed = 0;
        watch.sample = [&](double) {
            if (++timed == 9) {
                stop.stop(why);
            }
        };
        const Result<MeasuredPoint> point = measurer.measure(kStoreAll, watch, stop);
        QCOMPARE(point.ok(), why == FaultClass::Timeout); // who cancels wants nothing more
        if (point) {
            QCOMPARE(point->stepNs->n, 9);
            QVERIFY2(
                point->note.find("9 of 10 steps timed in the time allowed") != std::string::npos, point->note.c_str());
            QCOMPARE(point->touchedBytes.value_or(0), point->predictedPeakBytes);
        }
    }
}

// From the operations of a store_all run apart, before the point's own are timed.
void TestEngineMeasurer::stepsAreForetold()
{
    const StopSignal stop;
    EngineMeasurer measurer(setup());
    for (const PolicySpec& policy : { policyOf(PolicyId::Segments, 1), kStoreAll }) {
        const Result<MeasuredPoint> point = measurer.measure(policy, silent(), stop);
        QVERIFY2(point.ok(), point ? "" : point.error().message.c_str());
        QVERIFY(point->predictedStep.has_value());
        QCOMPARE(point->predictedStep->timed, kStoreAll);
        QVERIFY(point->predictedStep->ns > 0.0);
        const PointRecord record = pointRecord(*point, "cpu");
        QCOMPARE(record.predictedStepNs, std::optional(point->predictedStep->ns));
        QCOMPARE(record.predictedStepBasis, std::string("store_all"));
        QCOMPARE(record.idealPeakBytes, std::optional(point->idealPeakBytes));
        QCOMPARE(record.kinds.size(), point->kinds.size());
        QVERIFY(!record.kinds.empty());
        QCOMPARE(record.kinds.front().kernel, std::string(point->kinds.front().kernel));
    }
}

// The run that points are compared with is a part of the first one's time.
void TestEngineMeasurer::progressCountsWhatIsRunOnce()
{
    const StopSignal stop;
    EngineMeasurer measurer(setup());
    std::vector<std::pair<std::string, double>> told; // as each phase begins
    PointWatch watch = silent();
    watch.progress = [&](std::string_view phase, double done) {
        if (told.empty() || told.back().first != phase) {
            told.emplace_back(phase, done);
        }
    };
    watch.expected = { 30, 10, 10, 10, 10, 20, 10 };
    QVERIFY(measurer.measure(kStoreAll, watch, stop).ok());
    const auto phases = [&told] {
        QStringList shown;
        for (const auto& [phase, done] : std::exchange(told, {})) {
            shown << QString("%1 at %2").arg(QString::fromStdString(phase)).arg(done, 0, 'f', 2);
        }
        return shown;
    };
    QCOMPARE(phases(),
        (QStringList { "comparison at 0.00", "touched bytes at 0.30", "pool at 0.40", "tight fit at 0.50",
            "training at 0.60", "timing at 0.70" }));
    watch.expected.reference = 0;
    QVERIFY(measurer.measure(policyOf(PolicyId::Segments, 1), watch, stop).ok());
    QCOMPARE(phases().front(), QString("touched bytes at 0.00"));
}

void TestEngineMeasurer::dumpsGoByTheRecord()
{
    const QTemporaryDir folder;
    EngineMeasurer::Setup dumping = setup();
    dumping.dumpFolder = folder.path().toStdString();
    const PolicySpec least = budgetsFor(dumping.scenario).front();
    EngineMeasurer measurer(std::move(dumping));
    const StopSignal stop;
    PointWatch watch = silent();
    watch.recorded = policyOf(PolicyId::Optimal, Count { 20 } << 30);
    const Result<MeasuredPoint> scaled = measurer.measure(least, watch, stop);
    QVERIFY2(scaled.ok(), scaled ? "" : scaled.error().message.c_str());
    QVERIFY(measurer.measure(policyOf(PolicyId::Segments, 1), silent(), stop).ok());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
        (QStringList { "optimal-21474836480", "segments-1" }));
}

void TestEngineMeasurer::aDumpThatFailsLeavesNothing()
{
    const QTemporaryDir folder;
    const QDir dump(folder.path() + "/store_all");
    QVERIFY(dump.mkpath("d_layer2.up.weight.npy")); // in the way of an array
    EngineMeasurer::Setup dumping = setup();
    dumping.dumpFolder = folder.path().toStdString();
    EngineMeasurer measurer(std::move(dumping));
    QVERIFY(measurer.measure(kStoreAll, silent(), StopSignal()).ok()); // it is measured all the same
    QVERIFY(measurer.dumpError().has_value());
    QVERIFY2(measurer.dumpError()->message.find("d_layer2.up.weight.npy: ") != std::string::npos,
        measurer.dumpError()->message.c_str());
    QCOMPARE(dump.entryList(QDir::Files), QStringList());
    QVERIFY(dump.rmdir("d_layer2.up.weight.npy"));
    EngineMeasurer::Setup again = setup();
    again.dumpFolder = folder.path().toStdString();
    EngineMeasurer good(std::move(again));
    QVERIFY(good.measure(kStoreAll, silent(), StopSignal()).ok());
    QVERIFY(!good.dumpError() && dump.exists("d_layer2.up.weight.npy") && dump.exists("facts.json"));
}

QTEST_APPLESS_MAIN(TestEngineMeasurer)
#include "tst_engine_measurer.moc"
