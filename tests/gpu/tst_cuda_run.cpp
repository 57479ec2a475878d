// SPDX-License-Identifier: MIT
// The CUDA back end on a device that computes on the host: the same training as on the CPU, the same
// bits under every policy, and every failure of a device in its class, with nothing left behind.
#include "core/measurement/run_program.h"
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/cuda/memory.h"
#include "gpu/cuda/proven.h"
#include "gpu/cuda/training.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "gpu/selftest/device_shadow.h"
#include "support/compare.h"
#include "support/engine_cases.h"
#include "support/fake_device.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

Q_DECLARE_METATYPE(sublinear::testing::StackCase)

namespace {

constexpr int kSteps = 3;
constexpr std::uint64_t kSeed = 11;

RunPlan planOf(const StackCase& stack, const PolicySpec& policy)
{
    Result<RunPlan> plan = planRun(scenarioOf(stack), policy, kSeed);
    if (!plan) {
        qFatal("%s", plan.error().message.c_str());
    }
    return std::move(*plan);
}

Result<TrainingResults> steps(CudaTraining& training, int count)
{
    Stop stop;
    NoObserver observer;
    if (Status status = training.keepInput(); !status) {
        return status.error();
    }
    for (int i = 0; i < count; ++i) {
        if (Status status = training.step(observer, stop); !status) {
            return status.error();
        }
        const Result<bool> finite = training.finite();
        if (!finite) {
            return finite.error();
        }
        if (!*finite) {
            return Error { "NaN in a step", "" };
        }
    }
    return training.results();
}

/// Three steps in a block of exactly the prediction, or tensor by tensor from a pool.
Result<TrainingResults> onDevice(
    CudaRuntime& runtime, const RunPlan& plan, bool pool, int count = kSteps, bool tensorCores = false)
{
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(runtime, 0);
    if (!session) {
        return session.error();
    }
    (*session)->useTensorCores(tensorCores);
    if (Status fits = fitsOnDevice(plan, **session); !fits) {
        return fits.error();
    }
    CudaBlock slab;
    std::unique_ptr<Memory> memory;
    if (pool) {
        Result<std::unique_ptr<CudaPoolMemory>> made = CudaPoolMemory::create(plan, **session);
        if (!made) {
            return made.error();
        }
        memory = std::move(*made);
    } else {
        Result<CudaBlock> made = CudaBlock::allocate(**session, plan.predictedBytes(), "the slab");
        if (!made) {
            return made.error();
        }
        slab = std::move(*made);
        memory = std::make_unique<CudaSlabMemory>(plan, **session, slab.data(), true);
    }
    ThreadPool team(1);
    Stop stop;
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, *memory, **session, team, stop);
    return training ? steps(**training, count) : training.error();
}

TrainingResults onCpu(const RunPlan& plan)
{
    ThreadPool team(1);
    Result<Slab> slab = Slab::create(plan.predictedBytes());
    SlabMemory memory(plan, *slab, {});
    TrainingRun run(plan, memory, team, ownKernels(plan.precision));
    Stop stop;
    return *trainingSteps(run, kSteps, stop);
}

double distance(const NamedTensor& a, const NamedTensor& b)
{
    std::vector<float> left(a.bytes.size() / sizeof(float));
    std::vector<float> right(b.bytes.size() / sizeof(float));
    std::memcpy(left.data(), a.bytes.data(), a.bytes.size());
    std::memcpy(right.data(), b.bytes.data(), b.bytes.size());
    return relativeError(left, right);
}

QString textOf(const Error& error)
{
    return QString::fromStdString(error.field + ": " + error.message);
}

} // namespace

class TestCudaRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsAsTheCpu_data();
    void trainsAsTheCpu();
    void everyOperation_data();
    void everyOperation();
    void wrongOperationIsSeen();
    void bf16StatesAreAsPlanned();
    void bf16NeedsItsDevice();
    void tensorCoresWaitForTheSelfTest();
    void replayedStepIsTheStep();
    void captureFails_data();
    void captureFails();
    void samePolicyBits();
    void faultsAreSeen();
    void sessionFailures_data();
    void sessionFailures();
    void everyCallFails_data();
    void everyCallFails();
    void outOfMemoryNamesWhoHoldsIt();
    void wouldNotFit();
    void poolFollowsThePrediction();
    void cancelLeavesNothing();
    void stickyEndsEverything();
    void wideHeadsAreRefused();
};

void TestCudaRun::trainsAsTheCpu_data()
{
    QTest::addColumn<StackCase>("stack");
    for (const bool llama : { false, true }) {
        for (const Loss loss : { Loss::None, Loss::Full, Loss::Chunked }) {
            const StackCase stack { llama, llama, !llama, loss, 2, true };
            QTest::addRow("%s", stack.name().c_str()) << stack;
        }
    }
}

void TestCudaRun::trainsAsTheCpu()
{
    QFETCH(StackCase, stack);
    const RunPlan plan = planOf(stack, kStoreAll);
    FakeDevice device;
    const Result<TrainingResults> theirs = onDevice(device, plan, false);
    QVERIFY2(theirs.ok(), theirs.ok() ? "" : theirs.error().message.c_str());
    const TrainingResults ours = onCpu(plan);
    QCOMPARE(theirs->losses.size(), ours.losses.size());
    for (std::size_t i = 0; i < ours.losses.size(); ++i) {
        QVERIFY(std::abs(theirs->losses[i] - ours.losses[i]) < 1e-4 * std::max(1.0, std::abs(ours.losses[i])));
    }
    QCOMPARE(theirs->gradients.size(), ours.gradients.size());
    QCOMPARE(theirs->inputs.size(), std::size_t { 1 });
    QVERIFY(theirs->inputs[0].bytes == ours.inputs[0].bytes);
    for (std::size_t i = 0; i < ours.gradients.size(); ++i) {
        QCOMPARE(theirs->gradients[i].name, ours.gradients[i].name);
        // the third step's: AdamW's first steps have the size of the rate whatever the gradient's
        QVERIFY2(distance(theirs->gradients[i], ours.gradients[i]) < 2e-2, ours.gradients[i].name.c_str());
    }
    for (std::size_t i = 0; i < ours.parameters.size(); ++i) {
        QVERIFY2(distance(theirs->parameters[i], ours.parameters[i]) < 2e-2, ours.parameters[i].name.c_str());
    }
    QCOMPARE(device.liveBytes(), Bytes { 0 });
    QCOMPARE(device.liveHandles(), std::size_t { 0 });
}

namespace {

struct Shadowed {
    ShadowErrors errors;
    double loss = 0;
    double exactLoss = 0;
};

/// One step with every operation computed again in double precision.
Result<Shadowed> shadowed(CudaRuntime& runtime, const RunPlan& plan, bool tensorCores = false)
{
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(runtime, 0);
    (*session)->useTensorCores(tensorCores);
    Result<CudaBlock> slab = CudaBlock::allocate(**session, plan.predictedBytes(), "the slab");
    CudaSlabMemory memory(plan, **session, slab->data(), true);
    ThreadPool team(1);
    Stop stop;
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, memory, **session, team, stop);
    DeviceShadow shadow(plan.program, (*training)->calls(), **session, team);
    if (Status status = (*training)->step(shadow, stop); !status) {
        return status.error();
    }
    if (shadow.error()) {
        return *shadow.error();
    }
    return Shadowed { shadow.errors(), (*training)->loss(), shadow.loss() };
}

/// Adds to the first number of one kernel's first result.
class Wrong : public FakeDevice {
public:
    Wrong(Kernel kernel, float by)
        : m_kernel(kernel)
        , m_by(by)
    {
    }
    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        const CudaCode code = FakeDevice::run(call, work);
        if (call.op->kernel == m_kernel) {
            auto& first = *static_cast<kernels::Bf16*>(call.writes[0].data);
            first = static_cast<float>(first) + m_by;
        }
        return code;
    }

private:
    Kernel m_kernel;
    float m_by;
};

} // namespace

void TestCudaRun::everyOperation_data()
{
    QTest::addColumn<StackCase>("stack");
    QTest::addColumn<bool>("tensorCores");
    QTest::addRow("tensor cores, gpt2") << StackCase { false, true, true, Loss::None, 2, true, true } << true;
    QTest::addRow("tensor cores, llama") << StackCase { true, true, false, Loss::Full, 2, true, true } << true;
    for (const bool half : { false, true }) {
        for (const bool llama : { false, true }) {
            for (const bool fused : { false, true }) {
                for (const Loss loss : { Loss::None, Loss::Full, Loss::Chunked }) {
                    const StackCase stack { llama, fused, !llama, loss, 2, !llama, half };
                    QTest::addRow("%s", stack.name().c_str()) << stack << false;
                }
            }
        }
    }
}

// On what the device's operations really met: sums in fp32, and in bf16 one rounding of each result.
void TestCudaRun::everyOperation()
{
    QFETCH(StackCase, stack);
    QFETCH(bool, tensorCores);
    FakeDevice device;
    const Result<Shadowed> step = shadowed(device, planOf(stack, policyOf(PolicyId::Segments, 1)), tensorCores);
    QVERIFY2(step.ok(), step.ok() ? "" : step.error().message.c_str());
    QVERIFY(step->errors.size() > 10);
    for (const auto& [kernel, error] : step->errors) {
        const double allowed = shadowTolerance(kernel, stack.half);
        QVERIFY2(error <= allowed, (std::string(kernel) + ": " + std::to_string(error)).c_str());
    }
    QVERIFY(std::abs(step->loss - step->exactLoss) <= 1e-5 * std::max(1.0, std::abs(step->exactLoss)));
}

void TestCudaRun::wrongOperationIsSeen()
{
    const StackCase stack { true, true, false, Loss::None, 2, true, true };
    for (const Kernel kernel : { Kernel::Norm, Kernel::Rotary, Kernel::FlashAttention, Kernel::MatmulBackward }) {
        Wrong device(kernel, 0.25F);
        const Result<Shadowed> step = shadowed(device, planOf(stack, policyOf(PolicyId::Segments, 1)));
        QVERIFY2(step.ok(), step.ok() ? "" : step.error().message.c_str());
        for (const auto& [name, error] : step->errors) {
            QCOMPARE(std::string(name) + (error > shadowTolerance(name, true) ? " wrong" : ""),
                std::string(name) + (name == toText(kernel) ? " wrong" : ""));
        }
    }
}

// Two bytes for the weights that kernels read, four for their fp32 copies, gradients and both moments.
void TestCudaRun::bf16StatesAreAsPlanned()
{
    const RunPlan plan = planOf({ false, true, false, Loss::None, 2, true, true }, kStoreAll);
    Bytes bytes = 0;
    for (const ProgramParameter& parameter : plan.program.parameters) {
        bytes += inGranules(2 * parameter.elements) + 4 * inGranules(4 * parameter.elements);
    }
    QCOMPARE(plan.states.totalBytes(), bytes);
    const Result<RunBytes> foretold = runBytes(plan.scenario, kStoreAll);
    QVERIFY(foretold.ok());
    QCOMPARE(foretold->predictedPeakBytes, plan.predictedBytes());
    QCOMPARE(foretold->staticBytes, bytes);
    // no two arrays overlap, and the last ends where the states do
    std::vector<std::pair<Bytes, Bytes>> arrays;
    for (const StateKind kind : kStateKinds) {
        for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
            arrays.emplace_back(plan.states.offsetOf(kind, static_cast<ParameterId>(i)),
                inGranules(plan.program.parameters[i].elements * plan.states.bytesOf(kind)));
        }
    }
    std::sort(arrays.begin(), arrays.end());
    Bytes end = 0;
    for (const auto& [offset, size] : arrays) {
        QCOMPARE(offset, end);
        end = offset + size;
    }
    QCOMPARE(end, bytes);
}

// A device is proven with its driver and these kernels, and the plain form is used until then.
void TestCudaRun::tensorCoresWaitForTheSelfTest()
{
    QTemporaryDir folder;
    const ProvenDevices proven((folder.path() + "/sublinear/cuda-self-test").toStdString());
    const std::string line = provenLine(fakeDevice(0), 13000, "abc");
    QVERIFY(!proven.has(line)); // no file
    QVERIFY(proven.set(line, true).ok());
    QVERIFY(proven.set(provenLine(fakeDevice(1), 13000, "abc"), true).ok());
    QVERIFY(proven.set(line, true).ok());
    QVERIFY(proven.has(line));
    QVERIFY(!proven.has(provenLine(fakeDevice(0), 13010, "abc")));
    QVERIFY(!proven.has(provenLine(fakeDevice(0), 13000, "abd")));
    QVERIFY(proven.set(line, false).ok());
    QVERIFY(!proven.has(line));
    QVERIFY(proven.has(provenLine(fakeDevice(1), 13000, "abc")));
    QVERIFY(!ProvenDevices(std::string()).set(line, true).ok());
    QVERIFY(!ProvenDevices("/dev/null/x/y").set(line, true).ok());
    QVERIFY(buildOfModule("kernels") != buildOfModule("kernelt"));
    QCOMPARE(buildOfModule("a"), "af63dc4c8601ec8c"); // FNV-1a's own test vector

    FakeDevice device;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    QVERIFY(!(*session)->work().tensorCores);
    QVERIFY(!(*session)->countingWork().tensorCores);
    (*session)->useTensorCores(true);
    QVERIFY((*session)->work().tensorCores);
}

namespace {

/// One step, and a second one as it is or as a graph. Error: of the graph.
Result<TrainingResults> secondStep(CudaRuntime& runtime, const RunPlan& plan, bool asGraph)
{
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(runtime, 0);
    Result<CudaBlock> slab = CudaBlock::allocate(**session, plan.predictedBytes(), "the slab");
    CudaSlabMemory memory(plan, **session, slab->data(), false);
    ThreadPool team(1);
    Stop stop;
    NoObserver observer;
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, memory, **session, team, stop);
    if (!(*training)->step(observer, stop).ok()) {
        qFatal("the first step failed");
    }
    if (asGraph) {
        const Result<StepGraph> graph = (*training)->graph();
        if (!graph) {
            return graph.error();
        }
        if (Status status = graph->replay(); !status) {
            return status.error();
        }
        if (Status status = (*training)->waitForLoss(); !status) {
            return status.error();
        }
    } else if (!(*training)->step(observer, stop).ok()) {
        qFatal("the second step failed");
    }
    Result<TrainingResults> results = (*training)->results();
    results->losses = { (*training)->loss() };
    return results;
}

} // namespace

void TestCudaRun::replayedStepIsTheStep()
{
    for (const StackCase& stack : { StackCase { false, true, true, Loss::Full, 2, true },
             StackCase { true, false, false, Loss::Chunked, 2, false, true } }) {
        for (const PolicySpec& policy : { kStoreAll, policyOf(PolicyId::Segments, 1) }) {
            FakeDevice device;
            const RunPlan plan = planOf(stack, policy);
            const Result<TrainingResults> plain = secondStep(device, plan, false);
            const Result<TrainingResults> graph = secondStep(device, plan, true);
            QVERIFY2(graph.ok(), graph.ok() ? "" : graph.error().message.c_str());
            QCOMPARE(firstDifference(*plain, *graph), "");
            QCOMPARE(device.calls("runGraph"), 1);
            QCOMPARE(device.liveBytes(), Bytes { 0 });
            QCOMPARE(device.liveHandles(), std::size_t { 0 });
        }
    }
}

void TestCudaRun::captureFails_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<CudaCode>("code");
    QTest::addRow("begin") << "beginCapture" << CudaCode::MemoryAllocation;
    QTest::addRow("end") << "endCapture" << CudaCode::MemoryAllocation;
    QTest::addRow("replay") << "runGraph" << CudaCode::MemoryAllocation;
    QTest::addRow("fault of the replay") << "runGraph" << CudaCode::IllegalAddress;
}

void TestCudaRun::captureFails()
{
    QFETCH(QString, call);
    QFETCH(CudaCode, code);
    FakeDevice device;
    device.failAt(call.toStdString(), 0, code);
    const Result<TrainingResults> results =
        secondStep(device, planOf({ false, true, false, Loss::None, 2, true }, kStoreAll), true);
    QVERIFY(!results.ok());
    QVERIFY(faultOf(results.error())
        == (code == CudaCode::IllegalAddress ? FaultClass::DeviceFault : FaultClass::OutOfMemory));
    QVERIFY(!device.isCapturing());
    QCOMPARE(device.liveBytes(), Bytes { 0 });
    QCOMPARE(device.liveHandles(), std::size_t { 0 });
}

void TestCudaRun::bf16NeedsItsDevice()
{
    const RunPlan half = planOf({ false, true, false, Loss::None, 2, true, true }, kStoreAll);
    const RunPlan single = planOf({ false, true, false, Loss::None, 2, true }, kStoreAll);
    CudaDeviceInfo turing = fakeDevice(0);
    turing.major = 7;
    turing.minor = 5;
    QVERIFY(canRunOnCuda(half.program, fakeDevice(0)).ok());
    QVERIFY(canRunOnCuda(single.program, turing).ok());
    const Status refused = canRunOnCuda(half.program, turing);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().field, std::string("recipe.dtype"));
    QVERIFY(refused.error().message.find("Fake GPU 0 has 7.5") != std::string::npos);
    QVERIFY(!canRunOnCpu(half.program).ok());
}

void TestCudaRun::samePolicyBits()
{
    for (const StackCase& stack : { StackCase { false, false, true, Loss::None, 2, true },
             StackCase { true, true, false, Loss::Chunked, 2, false },
             StackCase { false, false, true, Loss::None, 2, true, true },
             StackCase { true, true, false, Loss::Full, 2, false, true } }) {
        FakeDevice device;
        const Result<TrainingResults> reference = onDevice(device, planOf(stack, kStoreAll), false);
        QVERIFY2(reference.ok(), reference.ok() ? "" : reference.error().message.c_str());
        for (const PolicySpec& policy : policiesFor(scenarioOf(stack))) {
            const Result<TrainingResults> results = onDevice(device, planOf(stack, policy), policy.number == 2);
            QVERIFY2(results.ok(), results.ok() ? "" : results.error().message.c_str());
            QCOMPARE(nameOf(policy) + ": " + firstDifference(*reference, *results), nameOf(policy) + ": ");
        }
    }
    const StackCase half { true, true, false, Loss::None, 2, true, true };
    FakeDevice device;
    const TrainingResults tensor = *onDevice(device, planOf(half, kStoreAll), false, kSteps, true);
    for (const Count k : { 1, 2 }) {
        const RunPlan plan = planOf(half, policyOf(PolicyId::Segments, k));
        QCOMPARE(firstDifference(tensor, *onDevice(device, plan, false, kSteps, true)), "");
    }
    QVERIFY(!firstDifference(tensor, *onDevice(device, planOf(half, kStoreAll), false)).empty()); // the plain form
}

// A NaN in one weight of the device is seen, and so is a number that differs.
void TestCudaRun::faultsAreSeen()
{
    const RunPlan plan = planOf({ false, true, false, Loss::None, 2, true }, kStoreAll);
    FakeDevice device;
    const TrainingResults reference = *onDevice(device, plan, false);
    for (const float wrong : { std::nanf(""), 0.03F }) {
        Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
        Result<CudaBlock> slab = CudaBlock::allocate(**session, plan.predictedBytes(), "the slab");
        CudaSlabMemory memory(plan, **session, slab->data(), false);
        ThreadPool team(1);
        Stop stop;
        Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, memory, **session, team, stop);
        std::memcpy(memory.state(StateKind::Parameter, 0), &wrong, sizeof wrong);
        const Result<TrainingResults> results = steps(**training, kSteps);
        if (std::isnan(wrong)) {
            QVERIFY(!results.ok());
            QCOMPARE(results.error().message, "NaN in a step");
        } else {
            QVERIFY(!firstDifference(reference, *results).empty());
        }
    }
}

void TestCudaRun::sessionFailures_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("error");
    QTest::addRow("no driver") << "useDevice" << 35
                               << "no_device: cuda:0: cudaErrorFake (35): the NVIDIA driver is missing, or older than "
                                  "this version of CUDA needs";
    QTest::addRow("busy")
        << "useDevice" << 46
        << "no_device: cuda:0: cudaErrorFake (46): every device is busy or reserved by another process";
    QTest::addRow("no memory") << "allocate" << 2
                               << "out_of_memory: cuda:0: the workspace of products: cudaErrorMemoryAllocation (2)";
    QTest::addRow("no library")
        << "openProducts" << 9999
        << "no_device: cuda:0: cuBLASLt: cudaErrorFake (9999): the library cuBLASLt was not found";
    QTest::addRow("library fails") << "openProducts" << kCublasCodes + 1
                                   << "refused: cuda:0: cuBLASLt: cuBLASLt status 1";
    QTest::addRow("fault") << "createStream" << 719
                           << "device_fault: cuda:0: a stream: cudaErrorFake (719); the device cannot be used any more "
                              "by this process";
}

void TestCudaRun::sessionFailures()
{
    QFETCH(QString, call);
    QFETCH(int, code);
    QFETCH(QString, error);
    FakeDevice device;
    device.failAt(call.toStdString(), 0, static_cast<CudaCode>(code));
    const Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    QVERIFY(!session);
    QCOMPARE(textOf(session.error()), error);
    QCOMPARE(device.liveBytes(), Bytes { 0 });
    QCOMPARE(device.liveHandles(), std::size_t { 0 });
}

void TestCudaRun::everyCallFails_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("pool");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("tensorCores");
    QTest::addRow("bf16 on tensor cores: launch out of resources") << "launch" << 701 << false << "refused" << true;
    QTest::addRow("bf16 on tensor cores: product") << "product" << kCublasCodes + 13 << true << "refused" << true;
    for (const bool pool : { false, true }) {
        const char* where = pool ? "pool" : "slab";
        QTest::addRow("%s: allocation", where) << "allocate" << 2 << pool << "out_of_memory" << false;
        QTest::addRow("%s: launch out of resources", where) << "launch" << 701 << pool << "refused" << false;
        QTest::addRow("%s: illegal address", where) << "launch" << 700 << pool << "device_fault" << false;
        QTest::addRow("%s: product", where) << "product" << kCublasCodes + 13 << pool << "refused" << false;
        QTest::addRow("%s: copy", where) << "copy" << 719 << pool << "device_fault" << false;
        QTest::addRow("%s: fill", where) << "fill" << 1 << pool << "refused" << false;
        QTest::addRow("%s: at the end", where) << "synchronise" << 710 << pool << "device_fault" << false;
        QTest::addRow("%s: handles", where) << "create" << 2 << pool << "out_of_memory" << false;
    }
}

// Each call of that kind in turn: the run ends in that class, and nothing of it is left.
void TestCudaRun::everyCallFails()
{
    QFETCH(QString, call);
    QFETCH(int, code);
    QFETCH(bool, pool);
    QFETCH(QString, kind);
    QFETCH(bool, tensorCores);
    const RunPlan plan =
        planOf({ true, true, false, Loss::Full, 1, false, tensorCores }, policyOf(PolicyId::Segments, 1));
    int failures = 0;
    for (int n = 0;; ++n) {
        FakeDevice device;
        device.failAt(call.toStdString(), n, static_cast<CudaCode>(code));
        const Result<TrainingResults> results = onDevice(device, plan, pool, 1, tensorCores);
        QCOMPARE(device.liveBytes(), Bytes { 0 });
        QCOMPARE(device.liveHandles(), std::size_t { 0 });
        if (results) {
            break; // no such call any more
        }
        ++failures;
        QCOMPARE(QString::fromStdString(results.error().field), kind);
        QVERIFY(results.error().message.find("(" + std::to_string(code) + ")") != std::string::npos
            || results.error().message.find("status") != std::string::npos);
        if (code == 701 && n == 0) {
            QCOMPARE(textOf(results.error()), "refused: tokens tokens (operation 0, forward): cudaErrorFake (701)");
        }
    }
    QVERIFY2(failures > 0, "the call is never made");
    if (call == "launch") {
        QVERIFY(failures > 40);
    }
}

void TestCudaRun::outOfMemoryNamesWhoHoldsIt()
{
    const RunPlan plan = planOf({ false, false, false, Loss::None, 4, true }, kStoreAll);
    FakeDevice device;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    device.capacity = device.liveBytes() + plan.predictedBytes() - 1000;
    Result<std::unique_ptr<CudaPoolMemory>> memory = CudaPoolMemory::create(plan, **session);
    QVERIFY(memory.ok());
    ThreadPool team(1);
    Stop stop;
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, **memory, **session, team, stop);
    NoObserver observer;
    const Status status = (*training)->step(observer, stop);
    QVERIFY(!status);
    QCOMPARE(status.error().field, "out_of_memory");
    const QString message = QString::fromStdString(status.error().message);
    QVERIFY2(
        message.contains(" bytes beside ") && message.contains(" in use (fch 9216, ") && message.contains(" more)"),
        qPrintable(message));
    // it lives on: with room, the same step runs
    device.capacity += 2000;
    QVERIFY((*training)->step(observer, stop).ok());
}

void TestCudaRun::wouldNotFit()
{
    const RunPlan plan = planOf({ false, false, false, Loss::None, 2, true }, kStoreAll);
    for (const Bytes missing : { Bytes { 0 }, Bytes { 1 } }) {
        FakeDevice device;
        Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
        device.capacity = device.liveBytes() + plan.predictedBytes() - missing;
        const Status fits = fitsOnDevice(plan, **session);
        QCOMPARE(fits.ok(), missing == 0);
        if (!fits) {
            QCOMPARE(fits.error().field, "would_not_fit");
        }
    }
}

// Tensor by tensor the pool's high-water mark is what an ideal placement needs, and the slab's no less.
void TestCudaRun::poolFollowsThePrediction()
{
    for (const PolicySpec& policy : { kStoreAll, policyOf(PolicyId::Segments, 1), policyOf(PolicyId::Article, 2) }) {
        const RunPlan plan = planOf({ false, false, false, Loss::None, 4, true }, policy);
        FakeDevice device;
        Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
        Result<std::unique_ptr<CudaPoolMemory>> memory = CudaPoolMemory::create(plan, **session);
        ThreadPool team(1);
        Stop stop;
        Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, **memory, **session, team, stop);
        QCOMPARE((*memory)->use()->current, plan.states.totalBytes());
        NoObserver observer;
        QVERIFY((*training)->step(observer, stop).ok());
        QCOMPARE((*memory)->use()->high, plan.idealBytes());
        QCOMPARE((*memory)->use()->current, plan.states.totalBytes());
        QCOMPARE((*memory)->ledgerBytes(), plan.states.totalBytes());
        QVERIFY((*memory)->resetHigh().ok());
        QCOMPARE((*memory)->use()->high, plan.states.totalBytes());
    }
}

void TestCudaRun::cancelLeavesNothing()
{
    const RunPlan plan = planOf({ true, false, false, Loss::None, 2, true }, kStoreAll);
    FakeDevice device;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    Result<std::unique_ptr<CudaPoolMemory>> memory = CudaPoolMemory::create(plan, **session);
    ThreadPool team(1);
    std::atomic<bool> cancel = false;
    Stop stop(&cancel, std::nullopt);
    Result<std::unique_ptr<CudaTraining>> training = CudaTraining::start(plan, **memory, **session, team, stop);
    struct CancelAt {
        std::atomic<bool>& cancel;
        void before(std::size_t) { }
        void after(std::size_t op) { cancel = op == 9; }
    } observer { cancel };
    const Status status = (*training)->step(observer, stop);
    QVERIFY(!status);
    QCOMPARE(status.error().field, "cancelled");
    QCOMPARE((*memory)->ledgerBytes(), plan.states.totalBytes());
    QCOMPARE((*memory)->use()->current, plan.states.totalBytes());
}

// After a fault nothing is taken for good any more, whatever was asked for.
void TestCudaRun::stickyEndsEverything()
{
    const RunPlan plan = planOf({ true, false, false, Loss::None, 2, true }, kStoreAll);
    FakeDevice device;
    device.failAt("launch", 20, CudaCode::IllegalAddress);
    QCOMPARE(onDevice(device, plan, false).error().field, "device_fault");
    QVERIFY(device.faulted());
    QCOMPARE(onDevice(device, plan, false).error().field, "device_fault");
    QCOMPARE(onDevice(device, plan, true).error().field, "device_fault");
    QCOMPARE(device.liveBytes(), Bytes { 0 });
}

void TestCudaRun::wideHeadsAreRefused()
{
    ResolvedScenario scenario = scenarioOf({ false, true, false, Loss::None, 1, true });
    for (const Count headDim : { Count { 256 }, Count { 257 } }) {
        scenario.model.headDim = headDim;
        const Result<RunPlan> plan = planRun(scenario, kStoreAll, 1);
        const Status can = canRunOnCuda(plan->program, fakeDevice(0));
        QCOMPARE(can.ok(), headDim == 256);
        if (!can) {
            QCOMPARE(textOf(can.error()),
                "model.head_dim: CUDA's fused attention has heads of at most 256 elements; this run's have 257");
        }
    }
}

QTEST_APPLESS_MAIN(TestCudaRun)
#include "tst_cuda_run.moc"
