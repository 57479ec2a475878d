// SPDX-License-Identifier: MIT
// The bodies of CUDA's kernels, run on the host in the place of a device, against the CPU's kernels:
// every operation of whole training steps, on the tensors that it really meets.
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/cuda/kernels/dispatch.h"
#include "gpu/cuda/kernels/launch_shape.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"
#include "support/compare.h"
#include "support/engine_cases.h"
#include "support/host_launcher.h"

#include <QTest>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sys/mman.h>

using namespace sublinear;
using namespace sublinear::testing;

Q_DECLARE_METATYPE(sublinear::testing::StackCase)

namespace {

// What is added in another order than on the CPU, or by another product: near, and not the same bits.
bool addsInAnotherOrder(Kernel kernel)
{
    switch (kernel) {
    case Kernel::Matmul:
    case Kernel::MatmulBackward:
    case Kernel::Scores:
    case Kernel::ScoresBackward:
    case Kernel::Values:
    case Kernel::ValuesBackward:
    case Kernel::FlashAttention:
    case Kernel::FlashAttentionBackward:
    case Kernel::ChunkedLoss:
        return true;
    default:
        return false;
    }
}

// Memory of a call's operands of its own, with guard bands; tensors that share memory share it here too.
class Twin {
public:
    explicit Twin(const OpCall& call)
        : m_call(call)
    {
        m_call.reads = m_reads = copies(call.reads);
        m_call.writes = m_writes = copies(call.writes);
        m_call.parameters = m_parameters = copies(call.parameters);
        m_call.gradients = m_gradients = copies(call.gradients);
        for (OptimizerSlot slot : call.optimizer) {
            for (void** each : { &slot.parameter, &slot.gradient, &slot.firstMoment, &slot.secondMoment }) {
                *each = copyOf(*each, static_cast<std::size_t>(slot.elements) * sizeof(float));
            }
            m_slots.push_back(slot);
        }
        m_call.optimizer = m_slots;
        if (call.results != nullptr) {
            m_results = *call.results;
            if (m_results.inputGradient.data != nullptr) {
                m_results.inputGradient.data = copyOf(m_results.inputGradient.data, bytesOf(m_results.inputGradient));
            }
            m_call.results = &m_results;
        }
    }

    [[nodiscard]] const OpCall& call() const { return m_call; }
    [[nodiscard]] bool guardsHold() const
    {
        return std::all_of(m_memory.begin(), m_memory.end(), [](const auto& entry) {
            const std::vector<unsigned char>& bytes = entry.second;
            const auto whole = [](unsigned char byte) { return byte == 0xB7; };
            return std::all_of(bytes.begin(), bytes.begin() + kGuard, whole)
                && std::all_of(bytes.end() - kGuard, bytes.end(), whole);
        });
    }
    /// The largest relative difference of anything from what stands in the original; 0: all bits are the same.
    [[nodiscard]] double difference() const
    {
        double worst = 0.0;
        for (const auto& [original, bytes] : m_memory) {
            const std::size_t size = bytes.size() - 2 * kGuard;
            if (std::memcmp(original, bytes.data() + kGuard, size) == 0) {
                continue;
            }
            std::vector<float> theirs(size / sizeof(float));
            std::vector<float> ours(size / sizeof(float));
            std::memcpy(theirs.data(), original, theirs.size() * sizeof(float));
            std::memcpy(ours.data(), bytes.data() + kGuard, ours.size() * sizeof(float));
            for (std::size_t i = 0; i < ours.size(); ++i) { // -inf of a masked score, NaN of what nobody wrote
                if (std::memcmp(&ours[i], &theirs[i], sizeof(float)) == 0) {
                    ours[i] = theirs[i] = 0.0F;
                }
            }
            worst = std::max(worst, std::max(relativeError(ours, theirs), 1e-30));
        }
        return worst;
    }

private:
    static constexpr std::size_t kGuard = 256;

    static std::size_t bytesOf(const Operand& operand)
    {
        return static_cast<std::size_t>(operand.shape.elements().value().value_or(0) * bytesPerElement(operand.type));
    }
    std::vector<Operand> copies(std::span<const Operand> operands)
    {
        std::vector<Operand> made(operands.begin(), operands.end());
        for (Operand& operand : made) {
            if (operand.data != nullptr) {
                operand.data = copyOf(operand.data, bytesOf(operand));
            }
        }
        return made;
    }
    void* copyOf(void* original, std::size_t size)
    {
        std::vector<unsigned char>& bytes = m_memory[original];
        if (bytes.empty()) {
            bytes.assign(size + 2 * kGuard, 0xB7);
            std::memcpy(bytes.data() + kGuard, original, size);
        }
        return bytes.data() + kGuard;
    }

    OpCall m_call;
    std::map<void*, std::vector<unsigned char>> m_memory; ///< by the original's address
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    std::vector<Operand> m_gradients;
    std::vector<OptimizerSlot> m_slots;
    StepResults m_results;
};

struct Met {
    std::map<Kernel, double> differences; ///< the worst
    QStringList faults;
};

/// The CPU's kernels, each beside the device's.
Kernels compared(Met& met, bool backwards)
{
    return [&met, backwards](const OpCall& call, ThreadPool& pool) -> Status {
        const auto kernel = cuda::kernelOf<HostLauncher>(call);
        if (kernel == nullptr) {
            met.faults << "no kernel: " + QString::fromStdString(std::string(call.op->name));
            return runOnCpu<float>(call, pool);
        }
        Twin twin(call);
        std::vector<double> parts(cuda::kSumParts, std::nan(""));
        double sum = std::nan("");
        HostLauncher launcher(parts.data(), &sum, backwards);
        kernel(twin.call(), launcher);
        Status status = runOnCpu<float>(call, pool);
        const double difference = twin.difference();
        double& worst = met.differences.emplace(call.op->kernel, 0.0).first->second;
        worst = std::max(worst, difference);
        const QString name = QString::fromStdString(std::string(toText(call.op->kernel)) + " "
            + std::string(call.op->name) + ", " + std::string(toText(call.op->pass)));
        const double allowed = addsInAnotherOrder(call.op->kernel) ? 1e-5 : 0.0;
        if (!(difference <= allowed)) {
            met.faults << QString("%1: %2").arg(name).arg(difference);
        }
        if (!twin.guardsHold()) {
            met.faults << name + ": wrote beyond a tensor";
        }
        const bool loss = call.op->kernel == Kernel::StackLoss || call.op->kernel == Kernel::CrossEntropy
            || call.op->kernel == Kernel::ChunkedLoss;
        if (loss && !(std::abs(sum - call.results->loss) <= 1e-6 * std::max(1.0, std::abs(sum)))) {
            met.faults << QString("%1: loss %2 against %3").arg(name).arg(sum).arg(call.results->loss);
        }
        return status;
    };
}

Met stepsOf(const ResolvedScenario& scenario, const PolicySpec& policy, bool backwards = false)
{
    const Result<RunPlan> plan = planRun(scenario, policy, 11);
    Met met;
    if (!plan) {
        met.faults << QString::fromStdString(plan.error().message);
        return met;
    }
    ThreadPool pool(1);
    Result<Slab> slab = Slab::create(plan->predictedBytes());
    SlabMemory memory(*plan, *slab, { true, true });
    TrainingRun run(*plan, memory, pool, compared(met, backwards));
    run.keepInput(true);
    Stop stop;
    for (int i = 0; i < 2; ++i) {
        if (const Status status = run.step(stop); !status) {
            met.faults << QString::fromStdString(status.error().message);
        }
    }
    return met;
}

ResolvedScenario widerCase(bool fused)
{
    // more than a warp of everything, heads in groups of three, a window, per-head norms, no multiple of four
    ResolvedScenario scenario = scenarioOf({ true, fused, false, Loss::Full, 1, false });
    scenario.model.heads = 6;
    scenario.model.kvHeads = 2;
    scenario.model.headDim = 70;
    scenario.model.dModel = 141;
    scenario.model.dFfn = 97;
    scenario.model.vocab = 133;
    scenario.model.qkNorm = QkNorm::PerHead;
    scenario.model.slidingWindow = 41;
    scenario.model.biasQkv = true;
    scenario.model.embedNorm = true;
    scenario.workload.sequence = 75;
    return scenario;
}

std::size_t indexOf(std::int64_t value)
{
    return static_cast<std::size_t>(value);
}

/// Memory of any size of which only what is touched is there.
template <class T> class Sparse {
public:
    explicit Sparse(std::int64_t count)
        : m_bytes(indexOf(count) * sizeof(T))
        , m_data(mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    {
        if (m_data == MAP_FAILED) {
            qFatal("no address space");
        }
    }
    ~Sparse() { munmap(m_data, m_bytes); }
    Sparse(const Sparse&) = delete;
    Sparse& operator=(const Sparse&) = delete;
    T* data() { return static_cast<T*>(m_data); }
    T& operator[](std::int64_t i) { return data()[i]; }

private:
    std::size_t m_bytes;
    void* m_data;
};

} // namespace

class TestCudaKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wholeSteps_data();
    void wholeSteps();
    void wider_data();
    void wider();
    void everyKernelIsMet();
    void differencesAreCaught();
    void errorsEndAnOperation();
    void notFiniteIsCounted();
    void elementsBeyond32Bits();
    void rowsBeyond32Bits();
    void launchShapes_data();
    void launchShapes();
};

void TestCudaKernels::wholeSteps_data()
{
    QTest::addColumn<StackCase>("stack");
    for (const bool llama : { false, true }) {
        for (const bool fused : { false, true }) {
            for (const Loss loss : { Loss::None, Loss::Full, Loss::Chunked }) {
                const StackCase stack { llama, fused, !fused, loss, 2, !llama };
                QTest::addRow("%s", stack.name().c_str()) << stack;
            }
        }
    }
}

void TestCudaKernels::wholeSteps()
{
    QFETCH(StackCase, stack);
    for (const bool backwards : { false, true }) {
        const Met met = stepsOf(scenarioOf(stack), policyOf(PolicyId::Segments, 1), backwards);
        QVERIFY2(met.faults.isEmpty(), qPrintable(met.faults.join('\n')));
    }
}

void TestCudaKernels::wider_data()
{
    QTest::addColumn<bool>("fused");
    QTest::addRow("materialised") << false;
    QTest::addRow("fused") << true;
}

void TestCudaKernels::wider()
{
    QFETCH(bool, fused);
    const Met met = stepsOf(widerCase(fused), kStoreAll);
    QVERIFY2(met.faults.isEmpty(), qPrintable(met.faults.join('\n')));
    QVERIFY(met.differences.count(Kernel::QkNorm) == 1);
    ResolvedScenario whole = widerCase(fused);
    whole.model.qkNorm = QkNorm::FullWidth;
    whole.model.norm = Norm::LayerNormNoAffine;
    const Met other = stepsOf(whole, kStoreAll);
    QVERIFY2(other.faults.isEmpty(), qPrintable(other.faults.join('\n')));
}

// What the CPU runs, the device has too; and the steps above leave none of it out.
void TestCudaKernels::everyKernelIsMet()
{
    std::set<Kernel> met;
    for (const bool fused : { false, true }) {
        for (const Loss loss : { Loss::None, Loss::Full, Loss::Chunked }) {
            for (const bool llama : { false, true }) {
                for (const auto& entry :
                    stepsOf(scenarioOf({ llama, fused, true, loss, 1, true }), kStoreAll).differences) {
                    met.insert(entry.first);
                }
            }
        }
        for (const auto& entry : stepsOf(widerCase(fused), kStoreAll).differences) {
            met.insert(entry.first);
        }
    }
    for (int i = 0; i <= static_cast<int>(Kernel::OptimizerStep); ++i) {
        const auto kernel = static_cast<Kernel>(i);
        Program program;
        program.ops.emplace_back();
        program.ops.back().kernel = kernel;
        if (kernel == Kernel::Upcast || kernel == Kernel::Downcast) { // in bf16 only, which the CPU does not run
            continue;
        }
        const bool onCpu = canRunOnCpu(program).ok();
        const std::string name(toText(kernel));
        QCOMPARE(name + (cuda::kernelIn<float, HostLauncher>(kernel) != nullptr ? " yes" : " no"),
            name + (onCpu ? " yes" : " no"));
        QCOMPARE(name + (met.count(kernel) > 0 ? " met" : ""), name + (onCpu ? " met" : ""));
    }
}

void TestCudaKernels::differencesAreCaught()
{
    std::vector<float> x(300, 1.0F);
    const Operand operand { x.data(), Shape { 3, 100 }, ElementType::Fp32, "x" };
    OpCall call;
    call.reads = { &operand, 1 };
    const Twin same(call);
    QCOMPARE(same.difference(), 0.0);
    x[299] = std::nextafter(1.0F, 2.0F);
    QVERIFY(same.difference() > 1e-8 && same.difference() < 1e-6);
    x[299] = std::nanf("");
    QVERIFY(!(same.difference() <= 1.0));
    x[299] = 1.0F;
    QCOMPARE(same.difference(), 0.0);
    QVERIFY(same.guardsHold());
    static_cast<float*>(same.call().reads[0].data)[300] = 0.0F;
    QVERIFY(!same.guardsHold());
}

// After the first error nothing more is launched, and the error is what comes back.
void TestCudaKernels::errorsEndAnOperation()
{
    const Result<RunPlan> plan = planRun(widerCase(true), kStoreAll, 1);
    ThreadPool pool(1);
    int failures = 0;
    const Kernels failing = [&failures](const OpCall& call, ThreadPool& team) -> Status {
        const auto kernel = cuda::kernelOf<HostLauncher>(call);
        std::vector<double> parts(cuda::kSumParts);
        double sum = 0.0;
        for (int failAt = 0;; ++failAt) { // each launch of the operation in turn
            Twin twin(call);
            HostLauncher launcher(parts.data(), &sum);
            int launched = 0;
            launcher.before = [&](const char*) {
                return launched++ == failAt ? CudaCode::LaunchOutOfResources : CudaCode::Success;
            };
            kernel(twin.call(), launcher);
            if (launched <= failAt) {
                if (launcher.code() != CudaCode::Success) {
                    return Error { "an error without a failure" };
                }
                break;
            }
            ++failures;
            if (launcher.code() != CudaCode::LaunchOutOfResources || launched != failAt + 1) {
                return Error { std::string(call.op->name) + " went on after a failure" };
            }
        }
        return runOnCpu<float>(call, team);
    };
    Result<Slab> slab = Slab::create(plan->predictedBytes());
    SlabMemory memory(*plan, *slab, {});
    TrainingRun run(*plan, memory, pool, failing);
    Stop stop;
    const Status status = run.step(stop);
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    QVERIFY(failures > 50);
}

void TestCudaKernels::notFiniteIsCounted()
{
    std::vector<float> values = randomValues<float>(5000, 3);
    std::vector<double> parts(cuda::kSumParts, std::nan(""));
    double sum = 0.0;
    HostLauncher launcher(parts.data(), &sum);
    cuda::countNotFinite(launcher, values.data(), 5000);
    QCOMPARE(sum, 0.0);
    values[0] = std::nanf("");
    values[4321] = INFINITY;
    values[4999] = -INFINITY;
    cuda::countNotFinite(launcher, values.data(), 5000);
    QCOMPARE(sum, 3.0);
    cuda::countNotFinite(launcher, values.data(), 1); // adds
    QCOMPARE(sum, 4.0);
}

// Bodies at the last item of tensors of more than 2^31 elements: what they read and write lies there.
void TestCudaKernels::elementsBeyond32Bits()
{
    constexpr std::int64_t kCount = (std::int64_t { 1 } << 32) + 6; // 16 GiB of address space
    Sparse<float> a(kCount);
    Sparse<float> b(kCount);
    Sparse<float> out(kCount);
    Sparse<std::uint8_t> mask(kCount);
    a[kCount - 1] = 3.0F;
    b[kCount - 1] = 4.0F;
    const std::int64_t last = cuda::groupsOf(kCount) - 1;
    cuda::MapTwoBody<float, cuda::Sum> { a.data(), b.data(), out.data(), kCount, {} }(last);
    QCOMPARE(out[kCount - 1], 7.0F);
    QCOMPARE(out[(kCount - 1) % (std::int64_t { 1 } << 32)], 0.0F);

    mask[kCount - 1] = 1;
    cuda::DropBackwardBody<float> { a.data(), mask.data(), out.data(), kCount, kernels::dropper<float>(0.5) }(last);
    QCOMPARE(out[kCount - 1], 6.0F);

    kernels::AdamWStep<float> step {};
    step.decay = 1.0F;
    step.rest1 = 1.0F;
    step.rest2 = 1.0F;
    step.stepSize = 1.0F;
    step.inverseRoot = 1.0F;
    Sparse<float> second(kCount);
    cuda::AdamWBody { step, out.data(), a.data(), b.data(), second.data(), kCount }(last);
    QCOMPARE(out[kCount - 1], 5.0F); // 6 - 3/sqrt(9)

    constexpr std::int64_t kWidth = 100003;
    constexpr std::int64_t kRows = kCount / kWidth / 2;
    Sparse<float>& pairs = a;
    const std::int64_t row = kRows - 1;
    pairs[row * 2 * kWidth + kWidth - 1] = 2.0F;
    pairs[row * 2 * kWidth + 2 * kWidth - 1] = 5.0F;
    cuda::GatedBody<float> { pairs.data(), b.data(), kWidth }(kRows * cuda::groupsOf(kWidth) - 1);
    QCOMPARE(b[row * kWidth + kWidth - 1], kernels::silu(2.0F) * 5.0F);
}

void TestCudaKernels::rowsBeyond32Bits()
{
    using kernels::HostLanes;
    constexpr std::int64_t kWidth = 50257;
    constexpr std::int64_t kRows = 90001; // 4.5e9 elements
    constexpr std::int64_t kLast = (kRows - 1) * kWidth;
    Sparse<float> x(kRows * kWidth);
    Sparse<float> y(kRows * kWidth);
    std::vector<float> statistics(2 * kRows);
    x[kLast + 7] = 1.0F;
    cuda::NormBody<float> { x.data(), nullptr, nullptr, y.data(), { statistics.data(), false }, kWidth, 0.0F }
        .run<HostLanes>(kRows - 1);
    QVERIFY(std::abs(y[kLast + 7] - std::sqrt(static_cast<float>(kWidth))) < 0.01F);
    QCOMPARE(y[kLast + 8], 0.0F);

    std::vector<float> target(kWidth);
    cuda::ColumnSumsBody<cuda::PlainTerm<float>> { { x.data() + kLast - 10 * kWidth, kWidth }, target.data(), 11,
        kWidth }
        .run<HostLanes>(0);
    QCOMPARE(target[7], 1.0F);
    QCOMPARE(target[8], 0.0F);

    std::vector<double> parts(kRows); // a part for each row here
    cuda::CrossEntropyBody<float> loss { x.data(), kWidth, cuda::partsOf(kRows), 0, {}, 1024, nullptr, y.data(), 1.0F,
        parts.data() };
    loss.rows.grain = 1;
    loss.rows.count = kRows;
    loss.run<HostLanes>(kRows - 1);
    QVERIFY(y[kLast + 7] > 2.0F / kWidth && y[kLast + 7] < 4.0F / kWidth); // e/V against 1/V elsewhere
    QVERIFY(y[kLast + 8] > 0.5F / kWidth && y[kLast + 8] < 1.5F / kWidth);

    // squares of attention: B*H*S*S beyond 2^32 elements
    constexpr std::int64_t kSequence = 8192;
    constexpr std::int64_t kItem = std::int64_t { 65 } * kSequence - 1;
    Sparse<float> squares((kItem + 1) * kSequence);
    cuda::SoftmaxBody<float> { squares.data(), kSequence, 0 }.run<HostLanes>(kItem);
    QVERIFY(std::abs(squares[kItem * kSequence + kSequence - 1] - 1.0F / kSequence) < 1e-8F);
    cuda::FillUnseenBody<float> { squares.data(), kSequence, 4, 2.0F }.run<HostLanes>(kItem);
    QCOMPARE(squares[kItem * kSequence + kSequence - 5], 2.0F);
    QVERIFY(squares[kItem * kSequence + kSequence - 4] < 1.0F);

    // heads of a query far behind in a tensor (B*S, width)
    cuda::HeadsLayout<float> layout { kSequence, 64, 8, 128, 0, 1.0F, x.data(), 80 * 128, x.data(), 80 * 128 };
    QCOMPARE(layout.query(60, 63, 8191) - x.data(), (std::int64_t { 61 } * 8192 - 1) * 10240 + 63 * 128);
    QCOMPARE(layout.value(60, 7, 8191) - x.data(), (std::int64_t { 61 } * 8192 - 1) * 10240 + 79 * 128);
    QCOMPARE(layout.outAt(60, 63, 8191), (std::int64_t { 61 } * 8192 - 1) * 8192 + 63 * 128);
}

void TestCudaKernels::launchShapes_data()
{
    QTest::addColumn<bool>("warps");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<unsigned int>("blocks");
    QTest::addColumn<unsigned int>("threads");
    QTest::addRow("one thread") << false << qint64 { 1 } << 1U << 256U;
    QTest::addRow("a block and one") << false << qint64 { 257 } << 2U << 256U;
    QTest::addRow("beyond 2^31 threads") << false << (qint64 { 1 } << 40) << 132U * 64 << 256U;
    QTest::addRow("one warp") << true << qint64 { 1 } << 1U << 32U;
    QTest::addRow("few warps, a block each") << true << qint64 { 1055 } << 1055U << 32U;
    QTest::addRow("full blocks") << true << qint64 { 1057 } << 133U << 256U;
    QTest::addRow("beyond 2^31 warps") << true << (qint64 { 1 } << 40) << 132U * 64 << 256U;
}

void TestCudaKernels::launchShapes()
{
    QFETCH(bool, warps);
    QFETCH(qint64, count);
    QFETCH(unsigned int, blocks);
    QFETCH(unsigned int, threads);
    const cuda::LaunchShape shape = warps ? cuda::warpsShape(count, 132) : cuda::threadsShape(count, 132);
    QCOMPARE(shape.blocks, blocks);
    QCOMPARE(shape.threads, threads);
}

QTEST_APPLESS_MAIN(TestCudaKernels)
#include "tst_cuda_kernels.moc"
