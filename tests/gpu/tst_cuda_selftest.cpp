// SPDX-License-Identifier: MIT
// The self-test of a device, driven to its end on one that computes on the host: everything passes, each kind of
// fault is found by the check that looks for it, and the device is remembered only when nothing failed.
#include "gpu/selftest/device_setup.h"
#include "support/fake_device.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

DeviceSizes smallSizes()
{
    TestStack stack;
    stack.layers = 4;
    stack.width = 16;
    stack.heads = 1;
    stack.batch = 1;
    stack.sequence = 8;
    stack.fused = true;
    DeviceSizes sizes;
    sizes.product = 16;
    sizes.copied = 4096;
    sizes.metered = 65536;
    sizes.rows = 8;
    sizes.width = 12;
    sizes.repeats = 2;
    sizes.points = { stack };
    sizes.sweep = stack;
    stack.layers = 2;
    sizes.step = stack;
    stack.llama = true;
    stack.heads = 2;
    stack.head = true;
    TestStack materialised = stack;
    materialised.fused = materialised.head = false;
    sizes.kernels = { stack, materialised };
    return sizes;
}

struct Outcome {
    std::vector<std::string> lines;
    SelfTestCounts counts;
    bool proven = false;

    /// Names of the checks that failed.
    [[nodiscard]] QStringList failed() const
    {
        QStringList names;
        for (const std::string& line : lines) {
            if (line.rfind("FAILED", 0) == 0) {
                names << QString::fromStdString(line).mid(9);
            }
        }
        return names;
    }
};

Outcome tested(FakeCuda& device, const std::function<void()>& beforehand = {})
{
    QTemporaryDir folder;
    const ProvenDevices proven(folder.filePath("proven").toStdString());
    Outcome outcome;
    Result<std::unique_ptr<CudaSession>> session = CudaSession::open(device, 0);
    if (beforehand) {
        beforehand();
    }
    ThreadPool pool(1);
    outcome.counts = testDevice({ **session, nullptr, smallSizes() }, { pool, false }, proven, "build",
        [&outcome](std::string_view line) { outcome.lines.emplace_back(line); });
    outcome.proven = proven.has(provenLine((*session)->info(), device.driver, "build"));
    if ((*session)->work().tensorCores) {
        qFatal("the session is not as it was");
    }
    return outcome;
}

/// One without bf16, which has fewer checks.
template <class Device> Device& old(Device& device)
{
    device.devices[0].major = 7;
    device.devices[0].minor = 5;
    return device;
}

/// Adds to one number of a result of one kernel, in its pass, from the n-th call on.
class WrongKernel : public FakeDevice {
public:
    WrongKernel(Kernel kernel, bool onTensorCores, std::optional<Pass> pass = {})
        : m_kernel(kernel)
        , m_onTensorCores(onTensorCores)
        , m_pass(pass)
    {
    }
    CudaCode run(const OpCall& call, const CudaWork& work) override
    {
        const CudaCode code = FakeDevice::run(call, work);
        if (call.op->kernel == m_kernel && work.tensorCores == m_onTensorCores && (!m_pass || call.op->pass == *m_pass)
            && call.writes[0].data != nullptr) {
            if (call.writes[0].type == ElementType::Bf16) {
                auto& value = static_cast<kernels::Bf16*>(call.writes[0].data)[3];
                value = static_cast<float>(value) + 0.5F;
            } else {
                static_cast<float*>(call.writes[0].data)[3] += 0.5F;
            }
        }
        return code;
    }

private:
    Kernel m_kernel;
    bool m_onTensorCores;
    std::optional<Pass> m_pass;
};

/// Its pool says nothing of what is freed.
class ForgetfulPool : public FakeDevice {
public:
    CudaCode freeTo(void* memory, CudaStream stream) override
    {
        const CudaCode code = FakeDevice::freeTo(memory, stream);
        ++m_freed;
        return code;
    }
    CudaCode poolUse(CudaPool pool, CudaPoolUse& use) override
    {
        const CudaCode code = FakeDevice::poolUse(pool, use);
        use.current += m_freed;
        return code;
    }

private:
    Bytes m_freed = 0;
};

} // namespace

class TestCudaSelfTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void soundDevicePasses();
    void oldDeviceRunsWhatItHas();
    void wrongKernelsAreFound_data();
    void wrongKernelsAreFound();
    void wrongPoolIsFound();
    void failuresAreFailures_data();
    void failuresAreFailures();
};

void TestCudaSelfTest::soundDevicePasses()
{
    FakeDevice device;
    const Outcome outcome = tested(device);
    QCOMPARE(outcome.failed(), QStringList());
    QCOMPARE(outcome.counts.failed, 0);
    QCOMPARE(outcome.counts.notRun, 0);
    // 4 meters; 2 stacks in fp32 and bf16, 1 on tensor cores; 1 stack of policies in 3 forms; seed; 3 sweeps; 3 + 2
    // rates
    QCOMPARE(outcome.counts.passed, 4 + 5 + 3 + 1 + 3 + 5);
    QVERIFY(outcome.proven);
    const auto line = [&outcome](const std::string& name) {
        const auto found = std::find_if(outcome.lines.begin(), outcome.lines.end(),
            [&name](const std::string& each) { return each.find(name) != std::string::npos; });
        return found == outcome.lines.end() ? QString() : QString::fromStdString(*found);
    };
    QVERIFY(line("meter: memory pool").contains("falls as soon as a tensor is freed"));
    QVERIFY(line("meter: touched bytes").contains("256 bytes touched, and 0 without it"));
    QVERIFY(line("kernels: llama, fused attention, LM head, bf16 on tensor cores").contains("loss"));
    QVERIFY(line("policies: gpt2, fused attention, bf16").contains("at most 0 above what it foretells"));
    QVERIFY(line("sweep: gpt2, fused attention, bf16").contains("store_all "));
    // the fake clock says 1 ms for whatever is between two events
    QVERIFY(line("products: bf16").contains("16^3 0.000 TFLOP/s; a step of 2 layers of width 16, 1 x 8 tokens"));
    QVERIFY(line("products: bf16 on tensor cores").contains(", as a graph in 1.000 ms"));
    QVERIFY(line("bandwidth: fp32").contains("norm 9.4 % of it; add 14.1 % of it; activation 9.4 % of it"));
    QCOMPARE(device.liveBytes(), Bytes { 0 });
    QCOMPARE(device.liveHandles(), std::size_t { 0 });
}

void TestCudaSelfTest::oldDeviceRunsWhatItHas()
{
    FakeDevice device;
    const Outcome outcome = tested(old(device));
    QCOMPARE(outcome.failed(), QStringList());
    QCOMPARE(outcome.counts.passed, 4 + 2 + 1 + 1 + 1 + 2);
    for (const std::string& line : outcome.lines) {
        QVERIFY2(line.find(", bf16:") == std::string::npos, line.c_str());
    }
}

void TestCudaSelfTest::wrongKernelsAreFound_data()
{
    QTest::addColumn<int>("kernel");
    QTest::addColumn<bool>("tensorCores");
    QTest::addColumn<bool>("recompute");
    QTest::addColumn<QString>("found");
    QTest::addRow("norm") << static_cast<int>(Kernel::Norm) << false << false << "kernels: llama";
    QTest::addRow("the gradient of attention on tensor cores")
        << static_cast<int>(Kernel::FlashAttentionBackward) << true << false << "bf16 on tensor cores";
    QTest::addRow("a recomputation") << static_cast<int>(Kernel::Matmul) << false << true << "policies: gpt2";
}

void TestCudaSelfTest::wrongKernelsAreFound()
{
    QFETCH(int, kernel);
    QFETCH(bool, tensorCores);
    QFETCH(bool, recompute);
    QFETCH(QString, found);
    WrongKernel device(
        static_cast<Kernel>(kernel), tensorCores, recompute ? std::optional(Pass::Recompute) : std::nullopt);
    const Outcome outcome = tested(tensorCores ? device : old(device));
    QVERIFY(!outcome.proven);
    QVERIFY2(!outcome.failed().filter(found).isEmpty(), qPrintable(outcome.failed().join('\n')));
    for (const QString& name : outcome.failed()) { // and nothing else is blamed
        QVERIFY2(!tensorCores || name.contains(", bf16 on tensor cores"), qPrintable(name));
    }
}

void TestCudaSelfTest::wrongPoolIsFound()
{
    ForgetfulPool device;
    const Outcome outcome = tested(old(device));
    QVERIFY(!outcome.proven);
    QCOMPARE(outcome.failed().filter("meter: memory pool").size(), 1);
}

void TestCudaSelfTest::failuresAreFailures_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("code");
    QTest::addRow("no memory for the meters") << "allocate" << 0 << static_cast<int>(CudaCode::MemoryAllocation);
    QTest::addRow("no pool") << "createPool" << 0 << static_cast<int>(CudaCode::MemoryAllocation);
    QTest::addRow("no event") << "createEvent" << 1 << static_cast<int>(CudaCode::MemoryAllocation);
    QTest::addRow("a launch that does not fit") << "launch" << 100 << 701;
    QTest::addRow("an error that stays") << "launch" << 200 << 700;
}

void TestCudaSelfTest::failuresAreFailures()
{
    QFETCH(QString, call);
    QFETCH(int, at);
    QFETCH(int, code);
    FakeDevice device;
    const Outcome outcome =
        tested(old(device), [&] { device.failAt(call.toStdString(), at, static_cast<CudaCode>(code)); });
    QVERIFY(outcome.counts.failed > 0);
    QVERIFY(!outcome.proven);
    if (device.faulted()) {
        QVERIFY(outcome.counts.failed > 4); // nothing works any more, and every check says so
    } else {
        QCOMPARE(outcome.counts.failed, 1);
        QCOMPARE(device.liveBytes(), Bytes { 0 });
    }
}

QTEST_APPLESS_MAIN(TestCudaSelfTest)
#include "tst_cuda_selftest.moc"
