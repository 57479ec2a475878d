// SPDX-License-Identifier: MIT
// Meters that do not believe the prediction: each finds it by its own means, moves when the
// program moves, and says no where it should.
#include "core/simulate/simulate.h"
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/measure/calibration.h"
#include "gpu/measure/measure_point.h"
#include "gpu/measure/point_parts.h"
#include "gpu/measure/process_memory.h"
#include "gpu/measure/short_slab.h"
#include "gpu/measure/step_forecast.h"
#include "gpu/measure/touched.h"
#include "gpu/run/run_error.h"
#include "support/engine_cases.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <thread>

using namespace sublinear;
using namespace sublinear::testing;

Q_DECLARE_METATYPE(sublinear::testing::StackCase)

namespace {

RunPlan planOf(const ResolvedScenario& scenario, const PolicySpec& policy)
{
    Result<RunPlan> plan = planRun(scenario, policy, 3);
    if (!plan) {
        qFatal("%s: %s", nameOf(policy).c_str(), plan.error().message.c_str());
    }
    return std::move(*plan);
}

/// By operation, each storage in whole granules: what a simulation with rounded bytes says.
std::vector<Bytes> liveInGranules(Program program)
{
    for (ProgramStorage& storage : program.storages) {
        storage.bytes = inGranules(storage.bytes);
    }
    return simulate(program).live;
}

MeasureOptions quick()
{
    MeasureOptions options;
    options.trainingSteps = 1;
    options.timedSteps = 1;
    return options;
}

Result<MeasuredPoint> measured(const RunPlan& plan, const MeasureOptions& options, TrainingResults* results = nullptr)
{
    ThreadPool pool(2);
    return measurePoint(plan, pool, options, results);
}

/// store_all with one tensor more: written by layer 2's first norm, read again by its backward pass.
struct ExtraTensor {
    static constexpr Count kElements = 1000; // 4000 bytes: not whole granules
    static constexpr const char* kName = "extra";

    static RunPlan plan(const ResolvedScenario& scenario)
    {
        Program program = *runProgram(scenario, kStoreAll);
        program.storages.push_back({ kElements * 4, MemoryKind::Activations, -1 });
        const auto storage = static_cast<StorageId>(program.storages.size() - 1);
        program.tensors.push_back({ kName, { kElements }, ElementType::Fp32, kElements * 4, 2, storage });
        const auto tensor = static_cast<TensorId>(program.tensors.size() - 1);
        for (ProgramOp& op : program.ops) {
            if (op.stage == 2 && op.name == "norm1" && op.pass == Pass::Forward) {
                op.writes.push(tensor);
                op.allocates.push_back(storage);
            } else if (op.stage == 2 && op.name == "norm1" && op.pass == Pass::Backward) {
                op.reads.push(tensor);
                op.frees.push_back(storage);
            }
        }
        return *planRun(scenario, kStoreAll, 3, std::move(program));
    }

    /// The CPU's kernels, and what the norm does beside.
    static Status kernels(const OpCall& call, ThreadPool& pool)
    {
        OpCall own = call;
        if (!call.writes.empty() && call.writes.back().name == kName) {
            std::memset(call.writes.back().data, 1, static_cast<std::size_t>(kElements * 4));
            own.writes = call.writes.first(call.writes.size() - 1);
        }
        if (!call.reads.empty() && call.reads.back().name == kName) {
            own.reads = call.reads.first(call.reads.size() - 1);
        }
        return runOnCpu<float>(own, pool);
    }
};

} // namespace

class TestMeters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allAgree_data()
    {
        QTest::addColumn<StackCase>("stack");
        for (const StackCase& stack : { StackCase { false, false, false, Loss::None, 4 },
                 StackCase { true, true, false, Loss::None, 4 }, StackCase { false, false, true, Loss::Full, 3 },
                 StackCase { true, false, true, Loss::Chunked, 3, false } }) {
            QTest::addRow("%s", stack.name().c_str()) << stack;
        }
    }

    // Touched granules, the pool's high-water mark and the slab that just suffices are the placed
    // peak for every policy, and the gradients are store_all's.
    void allAgree()
    {
        QFETCH(StackCase, stack);
        const ResolvedScenario scenario = scenarioOf(stack);
        TrainingResults reference;
        QVERIFY(measured(planOf(scenario, kStoreAll), quick(), &reference).ok());
        for (const PolicySpec& policy : policiesFor(scenario)) {
            const RunPlan plan = planOf(scenario, policy);
            MeasureOptions options = quick();
            options.reference = &reference;
            const Result<MeasuredPoint> point = measured(plan, options);
            QVERIFY2(point.ok(), point.ok() ? "" : (nameOf(policy) + ": " + point.error().message).c_str());
            QCOMPARE(point->predictedPeakBytes, plan.states.totalBytes() + plan.placement.placedBytes);
            QCOMPARE(point->touchedBytes.value_or(0), point->predictedPeakBytes);
            QCOMPARE(point->poolHighBytes.value_or(0), point->idealPeakBytes);
            QCOMPARE(point->idealPeakBytes, point->predictedPeakBytes);
            QVERIFY2(point->tightFit.value_or(false), nameOf(policy).c_str());
            QVERIFY2(point->gradientsIdentical.value_or(false), (nameOf(policy) + ": " + point->note).c_str());
            QVERIFY(point->valid);
            QCOMPARE(point->ops.size(), plan.program.ops.size());
            const std::vector<Bytes> live = liveInGranules(plan.program);
            for (const MeasuredOp& op : point->ops) {
                QCOMPARE(op.liveBytes, point->staticBytes + live[static_cast<std::size_t>(op.index)]);
            }
            QCOMPARE(point->staticBytes + *std::max_element(live.begin(), live.end()), point->idealPeakBytes);
        }
    }

    // One block saves one tensor more: every meter moves by it, and by nothing else.
    void extraTensorMovesEveryMeter()
    {
        const ResolvedScenario scenario = scenarioOf({ false, true, false, Loss::None, 3 });
        const MeasuredPoint before = *measured(planOf(scenario, kStoreAll), quick());
        MeasureOptions options = quick();
        options.kernels = ExtraTensor::kernels;
        const MeasuredPoint after = *measured(ExtraTensor::plan(scenario), options);
        const Bytes extra = inGranules(ExtraTensor::kElements * 4);
        QCOMPARE(after.predictedPeakBytes - before.predictedPeakBytes, extra);
        QCOMPARE(*after.touchedBytes - *before.touchedBytes, extra);
        QCOMPARE(*after.poolHighBytes - *before.poolHighBytes, extra);
        QVERIFY(*after.tightFit);
        QCOMPARE(after.staticBytes, before.staticBytes);
        QCOMPARE(after.loss, before.loss);
    }

    // One block saves a tensor that the prediction does not have, right behind what was predicted:
    // each meter moves away from the prediction by exactly that tensor.
    void wrongPredictionIsFoundOut()
    {
        const ResolvedScenario scenario = scenarioOf({ false, true, false, Loss::None, 3 });
        const MeasuredPoint right = *measured(planOf(scenario, kStoreAll), quick());
        RunPlan plan = planOf(scenario, kStoreAll);
        plan.program = ExtraTensor::plan(scenario).program;
        plan.placement.offsets.push_back(plan.placement.placedBytes);
        const Bytes extra = inGranules(ExtraTensor::kElements * 4);
        MeasureOptions options = quick();
        options.kernels = ExtraTensor::kernels;
        const Result<MeasuredPoint> point = measured(plan, options);
        QVERIFY2(point.ok(), point ? "" : point.error().message.c_str());
        QCOMPARE(point->predictedPeakBytes, right.predictedPeakBytes);
        QCOMPARE(*point->touchedBytes - point->predictedPeakBytes, extra);
        QCOMPARE(*point->poolHighBytes - point->idealPeakBytes, extra);
        QCOMPARE(*point->tightFit, false);
        QCOMPARE(*right.tightFit, true);
        QCOMPARE(point->loss, right.loss);
        // the slab in which it just does not run short is larger by that tensor too
        Stop stop;
        QCOMPARE(*runsShort(plan, ExtraTensor::kernels, -extra, stop), false);
        QCOMPARE(*runsShort(plan, ExtraTensor::kernels, kGranuleBytes - extra, stop), true);
        // and so is every operation's live memory while it is kept
        bool kept = false;
        for (std::size_t op = 0; op < point->ops.size(); ++op) {
            const ProgramOp& each = plan.program.ops[op];
            const bool saves = each.stage == 2 && each.name == "norm1";
            kept = kept || saves;
            QCOMPARE(point->ops[op].liveBytes - right.ops[op].liveBytes, kept ? extra : 0);
            kept = kept && !(saves && each.pass == Pass::Backward);
        }
    }

    // More than enough memory is no tight fit: the child completes.
    void roomIsNotShort()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        Stop stop;
        const Kernels kernels = ownKernels(Precision::Single);
        QCOMPARE(*runsShort(plan, kernels, kGranuleBytes, stop), true);
        QCOMPARE(*runsShort(plan, kernels, 0, stop), false);
        // a fault elsewhere is not the guard page's
        const Result<Slab> elsewhere = Slab::create(kGranuleBytes);
        std::byte* const wrong = elsewhere->data() + kGranuleBytes; // another slab's guard
        const Kernels wild = [wrong](const OpCall& call, ThreadPool& pool) {
            if (call.op->name == "up") {
                *const_cast<volatile std::byte*>(wrong) = std::byte { 1 }; // NOLINT
            }
            return runOnCpu<float>(call, pool);
        };
        const Result<bool> fault = runsShort(plan, wild, 0, stop);
        QVERIFY(!fault.ok());
        QVERIFY(faultOf(fault.error()) == FaultClass::DeviceFault);
        // and a child that hangs ends with its time
        const Kernels hanging = [](const OpCall&, ThreadPool&) -> Status {
            std::this_thread::sleep_for(std::chrono::seconds(60));
            return success();
        };
        Stop soon(nullptr, Stop::Clock::now() + std::chrono::milliseconds(50));
        const Result<bool> hung = runsShort(plan, hanging, 0, soon);
        QVERIFY(!hung.ok());
        QVERIFY(faultOf(hung.error()) == FaultClass::Timeout);
    }

    void touchedGranules()
    {
        ThreadPool pool(2);
        const Slab slab = [] {
            Result<Slab> made = Slab::create(10 * kGranuleBytes);
            return std::move(*made);
        }();
        Stop stop;
        const auto touchedBy = [&](auto write) {
            TouchedGranules touched(slab);
            for (const int round : { 0, 1 }) {
                touched.fill(round, pool, stop);
                write();
                touched.look(round, pool, stop);
            }
            return std::pair(touched.bytes() / kGranuleBytes, touched.end() / kGranuleBytes);
        };
        using Touched = std::pair<Bytes, Bytes>;
        QCOMPARE(touchedBy([] {}), Touched(0, 0));
        QCOMPARE(touchedBy([&] { slab.data()[0] = std::byte { 0 }; }), Touched(1, 1));
        QCOMPARE(touchedBy([&] { slab.data()[9 * kGranuleBytes + 255] = std::byte { 0 }; }), Touched(1, 10));
        // what equals one of the patterns does not equal the other
        QCOMPARE(touchedBy([&] { std::memset(slab.data() + 256, 0xA5, 512); }), Touched(2, 3));
        QCOMPARE(touchedBy([&] { std::memset(slab.data() + 256, 0x5C, 512); }), Touched(2, 3));
    }

    // The first fill of a large slab is where the system gives its pages: it ends between two parts of it.
    void cancelEndsTheFillOfALargeSlab()
    {
        constexpr Bytes kLarge = Bytes { 1 } << 30; // sixteen parts, of which few are ever touched
        Result<Slab> slab = Slab::create(kLarge);
        QVERIFY(slab.ok());
        const auto isThere = [page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE))](std::byte* at) {
            unsigned char resident = 0;
            mincore(at, page, &resident);
            return (resident & 1U) != 0;
        };
        std::byte* const last = slab->data() + kLarge - 4096;
        std::atomic<bool> cancel = false;
        std::thread watch([&] { // cancels once the first part is being filled
            while (!isThere(slab->data())) {
                std::this_thread::yield();
            }
            cancel = true;
        });
        ThreadPool pool(2);
        Stop stop(&cancel, std::nullopt);
        TouchedGranules touched(*slab);
        touched.fill(0, pool, stop);
        watch.join();
        QVERIFY(faultOf(stop.error()) == FaultClass::Cancelled);
        QVERIFY(isThere(slab->data()));
        QVERIFY(!isThere(last));
        touched.look(0, pool, stop); // nor does it look then
        QCOMPARE(touched.bytes(), Bytes { 0 });
        QVERIFY(!isThere(last));
    }

    // Who cancels hears of it while the child that runs short still has its memory to give back.
    void cancelIsHeardBeforeTheShortChildIsGone()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        const Kernels hanging = [](const OpCall&, ThreadPool&) -> Status {
            std::this_thread::sleep_for(std::chrono::seconds(60));
            return success();
        };
        const std::atomic<bool> cancel = true;
        Stop stop(&cancel, std::nullopt);
        int heard = 0;
        const auto isThere = [&heard] {
            heard += waitid(P_ALL, 0, nullptr, WEXITED | WNOHANG | WNOWAIT) == 0 ? 1 : 10;
        };
        const Result<bool> ended = runsShort(plan, hanging, 0, stop, isThere);
        QVERIFY(!ended.ok());
        QVERIFY(faultOf(ended.error()) == FaultClass::Cancelled);
        QCOMPARE(heard, 1); // once, and there was a child
        QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1);
    }

    // It is known by which of both slabs the prediction is wrong.
    void whyASlabIsNoTightFitIsSaid()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        const auto noteOf = [&plan](bool exactRanShort, bool lessRanShort, bool fits) {
            MeasuredPoint point;
            takeTightFit(point, plan, exactRanShort, lessRanShort);
            return point.tightFit == fits ? point.note : std::string("the other way round");
        };
        QCOMPARE(noteOf(false, true, true), std::string());
        QCOMPARE(noteOf(true, true, false), std::string("no tight fit: it needs more than was predicted"));
        QCOMPARE(
            noteOf(false, false, false), std::string("no tight fit: it runs in 256 bytes less than was predicted"));
    }

    void slabEndsAtItsGuard()
    {
        for (const Bytes bytes : { kGranuleBytes, Bytes { 4096 }, Bytes { 4096 + 256 }, Bytes { 1 << 20 } }) {
            Result<Slab> slab = Slab::create(bytes);
            QVERIFY(slab.ok());
            QCOMPARE(slab->bytes(), bytes);
            QVERIFY(!slab->guards(slab->data() + bytes - 1));
            QVERIFY(slab->guards(slab->data() + bytes));
            QCOMPARE(reinterpret_cast<std::uintptr_t>(slab->data()) % 256, std::uintptr_t { 0 });
            std::memset(slab->data(), 1, static_cast<std::size_t>(bytes));
        }
    }

    void refusedBeforeLaunch()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        MeasureOptions options = quick();
        int ran = 0;
        options.kernels = [&ran](const OpCall& call, ThreadPool& pool) {
            ++ran;
            return runOnCpu<float>(call, pool);
        };
        options.memoryLimit = plan.predictedBytes() - kGranuleBytes;
        const Result<MeasuredPoint> refused = measured(plan, options);
        QVERIFY(!refused.ok());
        QVERIFY(faultOf(refused.error()) == FaultClass::WouldNotFit);
        QCOMPARE(ran, 0);
        options.memoryLimit = plan.predictedBytes();
        const Result<MeasuredPoint> exact = measured(plan, options);
        QVERIFY(exact.ok());
        QVERIFY(!exact->touchedBytes); // there is no room to look beside it
        QVERIFY(*exact->tightFit);
    }

    // A hundred whole measurements leave no mapping, no descriptor and no child behind.
    void nothingIsLeftBehind()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 1 }), kStoreAll);
        const auto linesOf = [](const char* path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : -1;
        };
        const auto descriptors = [] {
            return QDir("/proc/self/fd").entryList(QDir::NoDotAndDotDot | QDir::Files).size();
        };
        qsizetype mappings = 0;
        qsizetype opened = 0;
        for (int i = 0; i < 100; ++i) {
            QVERIFY(measured(plan, quick()).ok());
            if (i == 9) { // the allocator's own arenas have come by now
                mappings = linesOf("/proc/self/maps");
                opened = descriptors();
            }
        }
        QVERIFY(mappings > 0 && opened > 0);
        QVERIFY2(linesOf("/proc/self/maps") <= mappings + 80, "mappings grow"); // a slab left by each of 90 runs shows
        QCOMPARE(descriptors(), opened);
        QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1); // there is no child
        QCOMPARE(errno, ECHILD);
    }

    // Whatever operation it comes at, in whatever pass: in strides that meet others in each, as a sanitizer forks
    // slowly.
    void cancelAndDeadline()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), policyOf(PolicyId::Segments, 1));
        const auto ops = static_cast<int>(plan.program.ops.size());
        for (int at = 0; at < 7 * ops - 1; at += 11) {
            std::atomic<bool> cancel = false;
            int ran = 0;
            MeasureOptions options;
            options.trainingSteps = 2;
            options.timedSteps = 2;
            options.cancel = &cancel;
            options.kernels = [&](const OpCall& call, ThreadPool& pool) {
                if (ran++ == at) {
                    cancel = true;
                }
                return runOnCpu<float>(call, pool);
            };
            const Result<MeasuredPoint> point = measured(plan, options);
            QVERIFY(!point.ok());
            QVERIFY(faultOf(point.error()) == FaultClass::Cancelled);
            QCOMPARE(ran, at + 1);
        }
        MeasureOptions late;
        late.deadline = Stop::Clock::now() - std::chrono::seconds(1);
        const Result<MeasuredPoint> none = measured(plan, late);
        QVERIFY(!none.ok());
        QVERIFY(faultOf(none.error()) == FaultClass::Timeout);
        QVERIFY(measured(plan, quick()).ok());
    }

    // Time is up between two timed steps: what was timed counts, and it is said.
    void fewerStepsUnderADeadline()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        MeasureOptions options;
        options.meters = false;
        options.trainingSteps = 1;
        options.timedSteps = 100;
        std::atomic<bool> over = false;
        options.cancel = options.late = &over;
        int steps = 0;
        options.kernels = [&](const OpCall& call, ThreadPool& pool) {
            over = over || (call.op->kernel == Kernel::Input && ++steps == 4);
            return runOnCpu<float>(call, pool);
        };
        const Result<MeasuredPoint> point = measured(plan, options);
        QVERIFY(point.ok());
        QCOMPARE(point->stepNs->n, 2); // one step trained, two were timed
        QVERIFY(point->note.find("2 of 100 steps timed in the time allowed") != std::string::npos);
    }

    // What kernels hold beside the slab shows, though every pass before has had it warm by then.
    void residualIsWhatKernelsHold()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer keeps memory of its own for each byte that is touched");
#endif
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        QVERIFY(measured(plan, quick()).ok()); // the process is warm
        const MeasuredPoint plain = *measured(plan, quick());
        if (!plain.residualBytes) {
            QSKIP("this system does not say how much memory a process held at most");
        }
        constexpr std::size_t kHeld = std::size_t { 8 } << 20U;
        std::unique_ptr<char[]> held;
        MeasureOptions options = quick();
        options.kernels = [&held](const OpCall& call, ThreadPool& pool) {
            if (!held) {
                held = std::make_unique<char[]>(kHeld);
                std::memset(held.get(), 1, kHeld);
            }
            return runOnCpu<float>(call, pool);
        };
        const MeasuredPoint holding = *measured(plan, options);
        const Bytes more = holding.residualBytes.value_or(0) - *plain.residualBytes;
        QVERIFY2(std::abs(more - Bytes { kHeld }) < Bytes { 2 } << 20, std::to_string(more).c_str());
        // and in the next point of the process, where it is held from the start
        options.residentBefore = *residentBytes() - Bytes { kHeld };
        const Bytes next = measured(plan, options)->residualBytes.value_or(0) - *plain.residualBytes;
        QVERIFY2(std::abs(next - Bytes { kHeld }) < Bytes { 2 } << 20, std::to_string(next).c_str());
    }

    // Holes that the placement leaves are said.
    void whatPlacingCostsIsSaid()
    {
        RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        QVERIFY(measured(plan, quick())->note.find("placed") == std::string::npos);
        plan.placement.placedBytes += 2 * kGranuleBytes;
        const MeasuredPoint point = *measured(plan, quick());
        QVERIFY2(
            point.note.find("placed 512 bytes above the " + std::to_string(plan.idealBytes())) != std::string::npos,
            point.note.c_str());
    }

    void brokenKernelsAreReported()
    {
        const RunPlan plan = planOf(scenarioOf({ false, true, false, Loss::None, 2 }), kStoreAll);
        MeasureOptions options = quick();
        options.kernels = [](const OpCall& call, ThreadPool& pool) {
            Status status = runOnCpu<float>(call, pool);
            if (call.op->name == "proj" && call.op->pass == Pass::Forward) {
                const Operand& out = call.writes[0];
                const Bytes bytes = inGranules(out.shape.elements().value().value_or(0) * 4);
                std::memset(static_cast<char*>(out.data) + bytes, 0, 256);
            }
            return status;
        };
        const Result<MeasuredPoint> beyond = measured(plan, options);
        QVERIFY(!beyond.ok());
        QVERIFY(faultOf(beyond.error()) == FaultClass::DeviceFault);
        QVERIFY2(
            beyond.error().message.find("wrote beyond attproj") != std::string::npos, beyond.error().message.c_str());

        // NaN in one gradient
        TrainingResults reference;
        QVERIFY(measured(plan, quick(), &reference).ok());
        options.kernels = [](const OpCall& call, ThreadPool& pool) {
            Status status = runOnCpu<float>(call, pool);
            if (call.op->name == "proj" && call.op->pass == Pass::Backward) {
                *static_cast<float*>(call.gradients[1].data) = std::numeric_limits<float>::quiet_NaN();
            }
            return status;
        };
        options.reference = &reference;
        const Result<MeasuredPoint> invalid = measured(plan, options);
        QVERIFY(invalid.ok());
        QVERIFY(!invalid->valid);
        QCOMPARE(invalid->gradientsIdentical.value_or(true), false);
        QVERIFY(invalid->note.find("NaN or Inf") != std::string::npos);
    }

    void timesAreComplete()
    {
        const RunPlan plan =
            planOf(scenarioOf({ false, false, false, Loss::None, 3 }), policyOf(PolicyId::Segments, 2));
        MeasureOptions options;
        double last = 0.0;
        bool rose = true;
        options.progress = [&](const MeasureProgress& progress) {
            rose = rose && progress.done >= last && progress.done <= 1.0;
            last = progress.done;
        };
        const MeasuredPoint point = *measured(plan, options);
        QCOMPARE(point.stepNs->n, 10);
        QVERIFY(point.stepNs->p25 <= point.stepNs->median && point.stepNs->median <= point.stepNs->p75);
        QVERIFY(rose);
        QCOMPARE(last, 1.0);
        QCOMPARE(point.phasesNs.size(), std::size_t { 4 });
        for (const MeasuredPoint::Phase& phase : point.phasesNs) {
            QVERIFY2(phase.ns > 0.0, std::string(phase.name).c_str());
        }
        std::int64_t calls = 0;
        for (const MeasuredKind& kind : point.kinds) {
            calls += kind.calls;
        }
        QCOMPARE(calls, static_cast<std::int64_t>(plan.program.ops.size()));
        for (const MeasuredOp& op : point.ops) {
            QVERIFY(op.ns > 0.0 && op.liveBytes >= point.staticBytes);
        }
    }

    // The machine's other load is that of all steps: their spread does not show it.
    void whatDisturbsAllStepsIsSaid()
    {
        const RunPlan plan = planOf(scenarioOf({ false, false, false, Loss::None, 2 }), kStoreAll);
        for (const double waited : { 0.0, 0.7e9 }) {
            int looks = 0;
            MeasureOptions options = quick();
            options.load = [&] { // a second goes by while steps are timed
                MachineLoad load;
                load.cores = 64;
                load.wallNs = 1e9 * ++looks;
                load.waitedNs = looks == 2 ? waited : 0.0;
                return load;
            };
            const MeasuredPoint point = *measured(plan, options);
            QCOMPARE(looks, 2);
            QVERIFY(point.valid); // bytes and bits are what they are
            const bool isSaid = point.note.find("disturbed: its threads waited") != std::string::npos;
            QVERIFY2(isSaid == (waited > 0), point.note.c_str());
        }
    }

    // Passes count by what they are expected to take.
    void progressGoesByTheShares()
    {
        const RunPlan plan = planOf(scenarioOf({ false, false, false, Loss::None, 2 }), kStoreAll);
        MeasureOptions options;
        options.shares = { 10, 0, 30, 20, 40 };
        std::map<std::string, double> firstOf;
        options.progress = [&](const MeasureProgress& now) { firstOf.emplace(now.pass, now.done); };
        QVERIFY(measured(plan, options).ok());
        const std::map<std::string, double> expected { { "touched bytes", 0.0 }, { "pool", 0.1 }, { "tight fit", 0.1 },
            { "training", 0.4 }, { "timing", 0.6 } };
        QVERIFY(firstOf == expected);
    }

    // Every operation is given a time of its own: a sum over another schedule must then be the
    // count of its operations times those.
    void calibrationCountsOperations()
    {
        const ResolvedScenario scenario = scenarioOf({ false, false, false, Loss::None, 5 });
        const Program known = *runProgram(scenario, policyOf(PolicyId::Segments, 2));
        const auto timeOf = [](const ProgramOp& op) {
            const bool backward = op.pass == Pass::Backward || op.pass == Pass::Optimizer;
            return 100.0 * static_cast<double>(op.kernel) + static_cast<double>(op.name.size())
                + (backward ? 7000.0 : 0.0);
        };
        std::vector<double> times;
        for (const ProgramOp& op : known.ops) {
            times.push_back(timeOf(op));
        }
        const Calibration calibration(known, times, 1.0);
        for (const PolicySpec& policy : policiesFor(scenario)) {
            const Program other = *runProgram(scenario, policy);
            double expected = 1.0;
            for (const ProgramOp& op : other.ops) {
                expected += timeOf(op);
            }
            const Result<double> predicted = calibration.stepNs(other);
            QVERIFY2(predicted.ok(), predicted.ok() ? "" : predicted.error().message.c_str());
            QCOMPARE(*predicted, expected);
        }
        // what was never timed has no time
        const Program head = *runProgram(scenarioOf({ false, false, false, Loss::Full, 5 }), kStoreAll);
        QVERIFY(!calibration.stepNs(head).ok());
    }

    // The first run that was timed foretells; one that was not says nothing.
    void firstTimedRunForetells()
    {
        const ResolvedScenario scenario = scenarioOf({ false, false, false, Loss::None, 5 });
        const Program program = *runProgram(scenario, kStoreAll);
        StepForecast forecast;
        QVERIFY(!forecast.of(program));
        MeasuredPoint timed;
        forecast.learnFrom(program, timed);
        QVERIFY(!forecast.of(program));
        for (const double ns : { 3.0, 5.0 }) { // the second comes too late
            timed.ops.assign(program.ops.size(), { 0, 0, ns });
            timed.stepNs = Quartiles { 1e9, 0.0, 0.0, 1 }; // disturbed: it does not count
            timed.outsideNs = 7.0;
            timed.policy = policyOf(PolicyId::Segments, static_cast<Count>(ns));
            forecast.learnFrom(program, timed);
            const std::optional<PredictedStep> step = forecast.of(program);
            QVERIFY(step.has_value());
            QCOMPARE(step->ns, 3.0 * static_cast<double>(program.ops.size()) + 7.0);
            QCOMPARE(step->timed, policyOf(PolicyId::Segments, 3));
        }
        QVERIFY(!forecast.of(*runProgram(scenarioOf({ false, false, false, Loss::Full, 5 }), kStoreAll)));
    }

    void quartiles()
    {
        QCOMPARE(quartilesOf({}).n, 0);
        const Quartiles one = quartilesOf({ 5.0 });
        QCOMPARE(one.median, 5.0);
        QCOMPARE(one.p25, 5.0);
        const Quartiles four = quartilesOf({ 4.0, 1.0, 3.0, 2.0 });
        QCOMPARE(four.median, 2.5);
        QCOMPARE(four.p25, 1.75);
        QCOMPARE(four.p75, 3.25);
        QCOMPARE(four.n, 4);
    }

    void processStatus()
    {
        const std::string_view status = "Name:\tx\nVmHWM:\t   2048 kB\nVmRSS:\t 12 MB\n";
        QCOMPARE(statusBytes(status, "VmHWM").value_or(0), 2048 * 1024);
        QVERIFY(!statusBytes(status, "VmRSS")); // not the unit that the kernel writes
        QVERIFY(!statusBytes(status, "VmPeak"));
        QVERIFY(!statusBytes("", "VmHWM"));
        QVERIFY(highWaterResidentBytes().value_or(0) > 0);
    }
};

QTEST_APPLESS_MAIN(TestMeters)
#include "tst_meters.moc"
