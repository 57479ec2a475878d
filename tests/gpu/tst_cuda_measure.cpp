// SPDX-License-Identifier: MIT
// The meters of a device, on one that computes on the host: each finds what the plan says by its own
// means, moves when a kernel misbehaves, and ends in the class of what fails.
#include "core/program/placement.h"
#include "gpu/cuda/device_marks.h"
#include "gpu/cuda/measure.h"
#include "gpu/cuda/measurer.h"
#include "gpu/protocol/point_record.h"
#include "support/engine_cases.h"
#include "support/fake_device.h"

#include <QTest>
#include <cstring>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr std::size_t kGranule = 256;

RunPlan planOf(const PolicySpec& policy, Loss loss = Loss::None)
{
    Result<RunPlan> plan = planRun(scenarioOf({ false, true, false, loss, 4, true }), policy, 5);
    if (!plan) {
        qFatal("%s", plan.error().message.c_str());
    }
    return std::move(*plan);
}

/// Writes one granule more behind the tensor that the plan has placed last.
class Overwriting : public FakeDevice {
public:
    explicit Overwriting(const RunPlan& plan)
        : m_plan(plan)
    {
    }
    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        const CudaCode code = FakeDevice::run(call, work);
        for (std::size_t i = 0; i < call.writes.size(); ++i) {
            const TensorId tensor = call.op->writes[i];
            if (tensor != kNoTensor && isLast(m_plan.program.tensors[static_cast<std::size_t>(tensor)])) {
                const Bytes bytes = inGranules(m_plan.program.tensors[static_cast<std::size_t>(tensor)].bytes);
                std::memset(static_cast<std::byte*>(call.writes[i].data) + bytes, 0x11, kGranule);
                ++overwritten;
            }
        }
        return code;
    }
    int overwritten = 0;

private:
    [[nodiscard]] bool isLast(const ProgramTensor& tensor) const
    {
        return m_plan.placement.offsets[static_cast<std::size_t>(tensor.storage)] + inGranules(tensor.bytes)
            == m_plan.placement.placedBytes;
    }
    const RunPlan& m_plan;
};

/// Computes a number too many in one recomputed operation.
class Forgetful : public FakeDevice {
public:
    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        const CudaCode code = FakeDevice::run(call, work);
        if (call.op->pass == Pass::Recompute && call.op->name == "norm2") {
            static_cast<float*>(call.writes[0].data)[3] += 0.001F;
        }
        return code;
    }
};

Result<MeasuredPoint> measured(CudaRuntime& runtime, const RunPlan& plan, const MeasureOptions& options,
    Nvml* nvml = nullptr, TrainingResults* results = nullptr)
{
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(runtime, 0);
    if (!session) {
        return session.error();
    }
    ThreadPool pool(1);
    return measureOnCuda(plan, **session, nvml, pool, options, results);
}

} // namespace

class TestCudaMeasure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void metersFindThePrediction();
    void touchedMovesWithAnOverwrite();
    void differencesAreSaid();
    void contendedIsSaid();
    void failuresEndInTheirClass_data();
    void failuresEndInTheirClass();
    void timesComeFromEvents();
    void measurerKeepsItsReference();
};

void TestCudaMeasure::metersFindThePrediction()
{
    for (const PolicySpec& policy : { kStoreAll, policyOf(PolicyId::Segments, 1), policyOf(PolicyId::EveryNth, 2) }) {
        const RunPlan plan = planOf(policy);
        FakeDevice device;
        MeasureOptions options;
        options.timedSteps = 2;
        std::vector<double> progress;
        options.progress = [&progress](const MeasureProgress& now) { progress.push_back(now.done); };
        const Result<MeasuredPoint> point = measured(device, plan, options);
        QVERIFY2(point.ok(), point.ok() ? "" : point.error().message.c_str());
        QCOMPARE(*point->touchedBytes, plan.predictedBytes());
        QCOMPARE(*point->poolHighBytes, plan.idealBytes());
        QVERIFY(*point->tightFit);
        QVERIFY(point->valid);
        QCOMPARE(point->note, "");
        QCOMPARE(point->ops.size(), plan.program.ops.size());
        Bytes most = 0;
        for (const MeasuredOp& op : point->ops) {
            most = std::max(most, op.liveBytes);
        }
        QCOMPARE(most, plan.idealBytes());
        QVERIFY(std::is_sorted(progress.begin(), progress.end()));
        QVERIFY(progress.back() <= 1.0);
        QCOMPARE(device.liveBytes(), Bytes { 0 });
        QCOMPARE(device.liveHandles(), std::size_t { 0 });
    }
}

// What a kernel writes beyond the last tensor of the plan is found behind the exact block.
void TestCudaMeasure::touchedMovesWithAnOverwrite()
{
    FakeDevice device;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    Result<CudaBlock> block = CudaBlock::allocate(**session, Bytes { 40 * kGranule }, "block");
    DeviceMarks marks(**session, block->data(), block->bytes());
    for (const int round : { 0, 1 }) {
        QVERIFY(marks.fill(round).ok());
        if (round == 0) {
            std::memset(block->data() + 7 * kGranule, 0xA5, kGranule); // that round's pattern by chance
        } else {
            std::memset(block->data() + 7 * kGranule, 0xA5, 1);
        }
        block->data()[39 * kGranule + 255] = std::byte { 1 };
        QVERIFY(marks.look(round).ok());
        QCOMPARE(marks.touchedBytes(), Bytes { 256 } * (round + 1));
    }

    const RunPlan plan = planOf(policyOf(PolicyId::Segments, 4));
    Overwriting wrong(plan);
    MeasureOptions options;
    options.timedSteps = 0;
    const Result<MeasuredPoint> point = measured(wrong, plan, options);
    QVERIFY2(point.ok(), point.ok() ? "" : point.error().message.c_str());
    QVERIFY(wrong.overwritten > 0);
    QCOMPARE(*point->touchedBytes, plan.predictedBytes() + Bytes { 256 });
    QVERIFY(!*point->tightFit);
}

void TestCudaMeasure::differencesAreSaid()
{
    FakeDevice device;
    MeasureOptions options;
    options.timedSteps = 0;
    options.meters = false;
    TrainingResults reference;
    QVERIFY(measured(device, planOf(kStoreAll), options, nullptr, &reference).ok());
    options.reference = &reference;
    const RunPlan plan = planOf(policyOf(PolicyId::Segments, 2));
    const Result<MeasuredPoint> same = measured(device, plan, options);
    QCOMPARE(same->gradientsIdentical, std::optional(true));
    QCOMPARE(same->note, "");
    Forgetful forgetful;
    const Result<MeasuredPoint> other = measured(forgetful, plan, options);
    QCOMPARE(other->gradientsIdentical, std::optional(false));
    QVERIFY2(other->note.rfind("not as store_all: ", 0) == 0, other->note.c_str());
}

void TestCudaMeasure::contendedIsSaid()
{
    FakeDevice device;
    FakeNvml nvml;
    NvmlState& state = nvml.states[device.devices[0].pciBusId];
    MeasureOptions options;
    options.timedSteps = 1;
    options.meters = false;
    device.products = { "8 x 8 x 4: algorithm 7" };
    const Result<MeasuredPoint> quiet = measured(device, planOf(kStoreAll), options, &nvml);
    QCOMPARE(quiet->note, "");
    QVERIFY(pointRecord(*quiet, "cuda").products == device.products);
    state.otherProcesses = 1;
    state.throttleReasons = 0x4;
    QCOMPARE(measured(device, planOf(kStoreAll), options, &nvml)->note,
        "disturbed: another process computed on the device; the clock was held down (power limit)");
}

void TestCudaMeasure::failuresEndInTheirClass_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("kind");
    QTest::addRow("memory") << "allocate" << 2 << "out_of_memory";
    QTest::addRow("launch") << "launch" << 719 << "device_fault";
    QTest::addRow("fill") << "fill" << 700 << "device_fault";
    QTest::addRow("copy") << "copy" << 1 << "refused";
    QTest::addRow("event") << "record" << 400 << "refused";
    QTest::addRow("handle") << "create" << 2 << "out_of_memory";
    QTest::addRow("elapsed") << "elapsed" << 600 << "refused";
    QTest::addRow("pool's figures") << "poolUse" << 1 << "refused";
    QTest::addRow("pool's mark") << "resetPoolHigh" << 1 << "refused";
    QTest::addRow("memory's figures") << "memory" << 999 << "device_fault";
}

// The first such call, one in the middle and the last.
void TestCudaMeasure::failuresEndInTheirClass()
{
    QFETCH(QString, call);
    QFETCH(int, code);
    QFETCH(QString, kind);
    const RunPlan plan = planOf(policyOf(PolicyId::Segments, 2), Loss::Chunked);
    MeasureOptions options;
    options.timedSteps = 1;
    options.trainingSteps = 1;
    FakeDevice whole;
    QVERIFY(measured(whole, plan, options).ok());
    int calls = 0;
    for (const char* name : { "allocate", "allocateFrom", "launch", "fill", "copy", "record", "createStream",
             "createPool", "createEvent", "elapsed", "poolUse", "resetPoolHigh", "memory" }) {
        calls += QString(name).startsWith(call) ? whole.calls(name) : 0;
    }
    QVERIFY2(calls > 0, "the call is never made");
    for (const int n : { 0, calls / 2, calls - 1 }) {
        FakeDevice device;
        device.failAt(call.toStdString(), n, static_cast<CudaCode>(code));
        const Result<MeasuredPoint> point = measured(device, plan, options);
        QVERIFY2(!point.ok(), qPrintable(QString("call %1 of %2").arg(n).arg(calls)));
        QCOMPARE(QString::fromStdString(point.error().field), kind);
        QCOMPARE(device.liveBytes(), Bytes { 0 });
        QCOMPARE(device.liveHandles(), std::size_t { 0 });
    }
}

// The fake's clock ticks once for each event: an operation lies between two that follow each other.
void TestCudaMeasure::timesComeFromEvents()
{
    const RunPlan plan = planOf(kStoreAll);
    FakeDevice device;
    MeasureOptions options;
    options.meters = false;
    options.timedSteps = 3;
    options.graphSteps = 2;
    std::vector<double> samples;
    options.stepTimed = [&samples](double ns) { samples.push_back(ns); };
    const Result<MeasuredPoint> point = measured(device, plan, options);
    const double tick = 1e6;
    for (const MeasuredOp& op : point->ops) {
        QCOMPARE(op.ns, tick);
    }
    const double step = tick * static_cast<double>(2 * plan.program.ops.size() + 1);
    QCOMPARE(point->stepNs->median, step);
    QCOMPARE(point->stepNs->n, std::int64_t { 3 });
    QVERIFY(samples == std::vector<double>(3, step));
    double phases = 0.0;
    for (const MeasuredPoint::Phase& phase : point->phasesNs) {
        phases += phase.ns;
    }
    QCOMPARE(phases, step);
    QCOMPARE(point->graphStepNs->median, tick); // nothing but the replay is between its events
    QCOMPARE(point->graphStepNs->n, std::int64_t { 2 });
    options.graphSteps = 0;
    QVERIFY(!measured(device, plan, options)->graphStepNs);
}

void TestCudaMeasure::measurerKeepsItsReference()
{
    FakeDevice device;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    CudaMeasurer measurer({ scenarioOf({ true, true, false, Loss::None, 3, true }), 1, 7 }, **session, nullptr);
    const PointWatch watch { [](std::string_view, double) {}, [](double) {} };
    const StopSignal stop;
    const Result<MeasuredPoint> segments = measurer.measure(policyOf(PolicyId::Segments, 1), watch, stop);
    QVERIFY2(segments.ok(), segments.ok() ? "" : segments.error().message.c_str());
    QCOMPARE(segments->gradientsIdentical, std::optional(true));
    QCOMPARE(measurer.forecast(policyOf(PolicyId::Segments, 1))->predictedPeakBytes, segments->predictedPeakBytes);
    const Result<MeasuredPoint> all = measurer.measure(kStoreAll, watch, stop);
    QCOMPARE(all->gradientsIdentical, std::optional(true));

    // no memory for store_all: said, and no fault of the point
    FakeDevice small;
    Result<std::unique_ptr<CudaSession>> tight = CudaSession::open(small, 0);
    CudaMeasurer other({ scenarioOf({ true, true, false, Loss::None, 3, true }), 1, 7 }, **tight, nullptr);
    small.capacity = small.liveBytes() + segments->predictedPeakBytes + 4096;
    const Result<MeasuredPoint> alone = other.measure(policyOf(PolicyId::Segments, 1), watch, stop);
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().message.c_str());
    QVERIFY(!alone->gradientsIdentical);
    QVERIFY2(alone->note.find("not compared with store_all, for which there is no memory") != std::string::npos,
        alone->note.c_str());
    const Result<MeasuredPoint> refused = other.measure(kStoreAll, watch, stop);
    QVERIFY(!refused);
    QCOMPARE(refused.error().field, "would_not_fit");
}

QTEST_APPLESS_MAIN(TestCudaMeasure)
#include "tst_cuda_measure.moc"
