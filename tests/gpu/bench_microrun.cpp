// SPDX-License-Identifier: MIT
// Training steps of a GPT-2 stack of four layers, batch 2, on the CPU: how long one takes, where the
// time goes, and the memory of the process. Prints, asserts nothing.
//   bench_microrun                            every shape, store_all and segments:1, a table
//   bench_microrun WIDTH SEQUENCE POLICY [fused] [threads N] [steps N]    one, a line of JSON
#include "core/policy/policy.h"
#include "core/scenario/resolve.h"
#include "gpu/cpu/gemm.h"
#include "gpu/device/cpu.h"
#include "gpu/measure/process_memory.h"
#include "gpu/measure/step_timer.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/slab_memory.h"
#include "gpu/run/training_run.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

using namespace sublinear;

namespace {

struct Setting {
    Count width = 256;
    Count sequence = 256;
    std::string policy = "store_all";
    bool fused = false;
    int threads = 1;
    int steps = 10;
};

struct Measured {
    Quartiles step;
    std::vector<MeasuredKind> kinds;
    double cpuNs = 0.0; ///< of a step, all threads together
    double loss = 0.0;
    Bytes predicted = 0;
    Bytes baseResident = 0; ///< before the model was made
    Bytes peakResident = 0;
};

Result<ResolvedScenario> scenarioOf(const Setting& setting)
{
    constexpr Count kHeadDim = 64;
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 4;
    scenario.model.dModel = setting.width;
    scenario.model.dFfn = 4 * setting.width;
    scenario.model.heads = setting.width / kHeadDim;
    scenario.workload.batch = 2;
    scenario.workload.sequence = setting.sequence;
    scenario.recipe.dtype = Dtype::Fp32;
    scenario.recipe.optimizer = Optimizer::AdamW;
    scenario.recipe.dropout = false;
    scenario.recipe.attention = setting.fused ? Attention::Fused : Attention::Materialized;
    return resolve(scenario);
}

double processNs()
{
    timespec time {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

Result<Measured> measure(const Setting& setting)
{
    const Result<ResolvedScenario> scenario = scenarioOf(setting);
    if (!scenario) {
        return scenario.error();
    }
    const Result<std::vector<PolicySpec>> policies = parsePolicies(setting.policy);
    if (!policies) {
        return policies.error();
    }
    Measured measured;
    measured.baseResident = residentBytes().value_or(0);
    const Result<RunPlan> plan = planRun(*scenario, policies->front(), 1);
    if (!plan) {
        return plan.error();
    }
    measured.predicted = plan->predictedBytes();
    Result<Slab> slab = Slab::create(plan->predictedBytes());
    if (!slab) {
        return slab.error();
    }
    SlabMemory memory(*plan, *slab, {});
    ThreadPool pool(setting.threads);
    TrainingRun run(*plan, memory, pool, ownKernels(Precision::Single));
    Stop stop;
    StepTimer times(plan->program);
    constexpr int kWarmUp = 2;
    std::vector<double> cpu;
    for (int i = 0; i < kWarmUp + setting.steps; ++i) {
        const double before = processNs();
        if (i >= kWarmUp) {
            times.begin();
        }
        if (Status status = run.step(times, stop); !status) {
            return status.error();
        }
        if (i >= kWarmUp) {
            times.end();
            cpu.push_back(processNs() - before);
        }
    }
    measured.step = times.step();
    measured.cpuNs = quartilesOf(cpu).median;
    measured.kinds = times.kinds();
    measured.loss = run.loss();
    measured.peakResident = highWaterResidentBytes().value_or(0);
    return measured;
}

double share(const Measured& measured, std::initializer_list<std::string_view> kernels)
{
    double all = 0.0;
    double some = 0.0;
    for (const MeasuredKind& kind : measured.kinds) {
        all += kind.ns;
        for (const std::string_view kernel : kernels) {
            some += kind.kernel == kernel ? kind.ns : 0.0;
        }
    }
    return all > 0.0 ? 100 * some / all : 0.0;
}

void printRow(const Setting& setting, const Measured& measured)
{
    const double products = share(measured, { "matmul", "matmul_backward" });
    const double attention = share(measured,
        { "scores", "scores_backward", "values", "values_backward", "flash_attention", "flash_attention_backward" });
    std::printf("%5lld %8lld  %-11s %-12s %9.2f ms (%.2f to %.2f)  %5.1f %% %5.1f %%  ",
        static_cast<long long>(setting.width), static_cast<long long>(setting.sequence), setting.policy.c_str(),
        setting.fused ? "fused" : "materialised", measured.step.median * 1e-6, measured.step.p25 * 1e-6,
        measured.step.p75 * 1e-6, products, attention);
    for (const MeasuredKind& kind : measured.kinds) {
        const double part = share(measured, { kind.kernel });
        if (part >= 1.0) {
            std::printf(" %s %.1f", std::string(kind.kernel).c_str(), part);
        }
    }
    std::printf("\n");
}

int printOne(const Setting& setting)
{
    const Result<Measured> measured = measure(setting);
    if (!measured) {
        std::fprintf(stderr, "bench_microrun: %s\n", measured.error().message.c_str());
        return 1;
    }
    std::printf("{\"step_ms\": %.4f, \"cpu_ms\": %.4f, \"predicted\": %lld, \"base_rss\": %lld, \"peak_rss\": %lld, "
                "\"products\": \"%s\", "
                "\"gemm_share\": %.2f, \"loss\": %.6f}\n",
        measured->step.median * 1e-6, measured->cpuNs * 1e-6, static_cast<long long>(measured->predicted),
        static_cast<long long>(measured->baseResident), static_cast<long long>(measured->peakResident),
        gemmName().c_str(),
        share(*measured,
            { "matmul", "matmul_backward", "scores", "scores_backward", "values", "values_backward", "flash_attention",
                "flash_attention_backward" }),
        measured->loss);
    return 0;
}

int printTable(int threads)
{
    std::printf("products: %s; %d threads; median (quartiles) of 10 steps; share of a step in weight products, in "
                "attention's; kernels in %%\n",
        gemmName().c_str(), threads);
    for (const Count width : { 256, 512, 768 }) {
        for (const Count sequence : { 256, 512 }) {
            for (const char* const policy : { "store_all", "segments:1" }) {
                for (const bool fused : { false, true }) {
                    const Setting setting { width, sequence, policy, fused, threads, 10 };
                    const Result<Measured> measured = measure(setting);
                    if (!measured) {
                        std::fprintf(stderr, "bench_microrun: %s\n", measured.error().message.c_str());
                        return 1;
                    }
                    printRow(setting, *measured);
                }
            }
        }
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    Setting setting;
    setting.threads = hostCpu().threads;
    if (arguments.size() < 3) {
        return printTable(setting.threads);
    }
    setting.width = std::atoll(argv[1]);
    setting.sequence = std::atoll(argv[2]);
    setting.policy = arguments[2];
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        if (arguments[i] == "fused") {
            setting.fused = true;
        } else if (arguments[i] == "threads" && i + 1 < arguments.size()) {
            setting.threads = std::atoi(argv[++i + 1]);
        } else if (arguments[i] == "steps" && i + 1 < arguments.size()) {
            setting.steps = std::atoi(argv[++i + 1]);
        }
    }
    return printOne(setting);
}
