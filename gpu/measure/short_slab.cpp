// SPDX-License-Identifier: MIT
#include "gpu/measure/short_slab.h"

#include "gpu/run/run_error.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"

#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace sublinear {

namespace {

enum ChildExit : int { kCompleted = 0, kHitGuard = 3, kOtherAddress = 4, kFailed = 5 };

// A handler has no argument of ours: set in the child alone, before its only run.
const Slab* guarded = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void onFault(int /*signal*/, siginfo_t* info, void* /*context*/)
{
    _exit(guarded->guards(info->si_addr) ? kHitGuard : kOtherAddress);
}

[[noreturn]] void runChild(const RunPlan& plan, const Kernels& kernels, Bytes missing, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // NOLINT(cppcoreguidelines-pro-type-vararg): it is declared so
    if (getppid() != parent) {
        _exit(kFailed);
    }
    Result<Slab> slab = Slab::create(plan.predictedBytes() - missing);
    if (!slab) {
        _exit(kFailed);
    }
    guarded = &*slab;
    struct sigaction action = {};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    SlabMemory memory(plan, *slab, { false, false });
    ThreadPool pool(1); // a forked process must not start threads
    TrainingRun run(plan, memory, pool, kernels);
    Stop never;
    _exit(run.step(never) ? kCompleted : kFailed);
}

} // namespace

Result<bool> runsShort(
    const RunPlan& plan, const Kernels& kernels, Bytes missing, Stop& stop, const std::function<void()>& stopped)
{
    constexpr auto kPoll = std::chrono::milliseconds(2);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        return Error { "tight fit: no child process can be started" };
    }
    if (child == 0) {
        runChild(plan, kernels, missing, parent);
    }
    int state = 0;
    while (waitpid(child, &state, WNOHANG) == 0) {
        if (stop.poll()) {
            kill(child, SIGKILL);
            if (stopped) {
                stopped();
            }
            waitpid(child, &state, 0);
            return stop.error();
        }
        std::this_thread::sleep_for(kPoll);
    }
    const int code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    if (code == kCompleted || code == kHitGuard) {
        return code == kHitGuard;
    }
    return runError(FaultClass::DeviceFault, "tight fit: the child ended with " + std::to_string(state));
}

} // namespace sublinear
