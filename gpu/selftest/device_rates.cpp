// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "gpu/cuda/measure.h"
#include "gpu/selftest/device_setup.h"
#include "gpu/shape/run_policies.h"

#include <algorithm>
#include <array>
#include <memory>

namespace sublinear {

namespace {

/// One operation by itself on memory of its own.
class LoneOp {
public:
    LoneOp(const CudaSession& session, Kernel kernel)
        : m_session(session)
    {
        m_op.kernel = kernel;
        m_op.name = "self-test";
        m_facts.norm = Norm::LayerNormNoAffine;
        m_facts.seed = 1;
    }

    /// Random where it is read.
    void reads(Shape shape, ElementType type) { add(m_reads, shape, type, true); }
    void parameter(Shape shape, ElementType type) { add(m_parameters, shape, type, true); }
    void writes(Shape shape, ElementType type) { add(m_writes, shape, type, false); }

    CudaCode run()
    {
        if (!m_status) {
            return CudaCode::MemoryAllocation;
        }
        OpCall call;
        call.op = &m_op;
        call.facts = &m_facts;
        call.reads = m_reads;
        call.writes = m_writes;
        call.parameters = m_parameters;
        return m_session.runtime().run(call, m_session.work());
    }
    [[nodiscard]] const Status& status() const { return m_status; }

private:
    void add(std::vector<Operand>& list, Shape shape, ElementType type, bool isRandom)
    {
        if (!m_status) {
            return;
        }
        const Count elements = shape.elements().value().value_or(0);
        Result<CudaBlock> block = CudaBlock::allocate(m_session, elements * bytesPerElement(type), "an operand");
        if (!block) {
            m_status = block.error();
            return;
        }
        const Operand operand { block->data(), shape, type, "operand" };
        m_blocks.push_back(std::move(*block));
        list.push_back(operand);
        if (isRandom) {
            ProgramOp draw;
            draw.kernel = Kernel::Input;
            OpCall call;
            call.op = &draw;
            call.facts = &m_facts;
            call.writes = { &operand, 1 };
            m_status = m_session.check(m_session.runtime().run(call, m_session.work()), "random numbers");
        }
    }

    const CudaSession& m_session;
    ProgramOp m_op;
    RunFacts m_facts;
    std::vector<CudaBlock> m_blocks;
    std::vector<Operand> m_reads;
    std::vector<Operand> m_writes;
    std::vector<Operand> m_parameters;
    Status m_status = success();
};

/// Nanoseconds of the fastest of some repeats, by events; the first two are not counted.
Result<double> fastest(const CudaSession& session, int repeats, const std::function<CudaCode()>& work)
{
    CudaRuntime& runtime = session.runtime();
    std::array<CudaEvent, 2> events;
    CudaCode code = runtime.createEvent(events[0]);
    code = code == CudaCode::Success ? runtime.createEvent(events[1]) : code;
    double best = 0;
    for (int i = -2; i < repeats && code == CudaCode::Success; ++i) {
        float milliseconds = 0.0F;
        code = runtime.record(events[0], session.stream());
        code = code == CudaCode::Success ? work() : code;
        code = code == CudaCode::Success ? runtime.record(events[1], session.stream()) : code;
        code = code == CudaCode::Success ? runtime.synchronise(session.stream()) : code;
        code = code == CudaCode::Success ? runtime.elapsed(events[0], events[1], milliseconds) : code;
        const double ns = 1e6 * static_cast<double>(milliseconds);
        best = i < 0 || best == 0 ? (i < 0 ? 0 : ns) : std::min(best, ns);
    }
    for (const CudaEvent event : events) {
        if (event.handle != nullptr) {
            runtime.destroyEvent(event);
        }
    }
    const Status status = session.check(code, "timing");
    return status ? Result<double>(best) : Result<double>(status.error());
}

std::string rate(double perSecond, std::string_view unit)
{
    constexpr double kTera = 1e12;
    return formatFixed(perSecond / kTera, 3) + " T" + std::string(unit) + "/s";
}

std::string percent(double share)
{
    return formatFixed(100 * share, 1) + " %";
}

// Operations per second of the largest product, of random numbers: those of zeros draw less power and run faster.
Result<double> productCeiling(const DeviceUnderTest& device, ElementType type)
{
    const std::int64_t n = device.sizes.product;
    LoneOp product(device.session, Kernel::Matmul);
    product.reads({ n, n }, type);
    product.parameter({ n, n }, type);
    product.writes({ n, n }, type);
    if (!product.status()) {
        return product.status().error();
    }
    const Result<double> ns = fastest(device.session, device.sizes.repeats, [&product] { return product.run(); });
    const auto extent = static_cast<double>(n);
    return ns && *ns > 0 ? Result<double>(2 * extent * extent * extent / *ns * 1e9)
                         : Result<double>(ns ? Error { "no time was measured", "" } : ns.error());
}

CheckOutcome productRates(const DeviceUnderTest& device, const SelfTestSetup& setup, const DeviceForm& form)
{
    const UsedForm used(device.session, form);
    const Result<double> ceiling = productCeiling(device, form.bf16 ? ElementType::Bf16 : ElementType::Fp32);
    if (!ceiling) {
        return failedCheck(ceiling.error().message);
    }
    const ResolvedScenario scenario = scenarioIn(form, device.sizes.step);
    std::string figures = std::to_string(device.sizes.product) + "^3 " + rate(*ceiling, "FLOP");
    for (const PolicySpec& policy : { testPolicy(PolicyId::StoreAll), testPolicy(PolicyId::Segments, 1) }) {
        const Result<RunPlan> plan = planRun(scenario, policy, 1);
        MeasureOptions options;
        options.meters = false;
        options.trainingSteps = 1;
        options.timedSteps = options.graphSteps = device.sizes.repeats;
        const Result<MeasuredPoint> point = plan
            ? measureOnCuda(*plan, device.session, device.nvml, setup.pool, options)
            : Result<MeasuredPoint>(plan.error());
        if (!point || !point->stepNs || !point->valid) {
            return failedCheck(policyText(policy) + ": " + (point ? "no step was timed" : point.error().message));
        }
        Flops flops = 0;
        for (const ProgramOp& op : plan->program.ops) {
            flops += op.flops;
        }
        const double perSecond = flops / point->stepNs->median * 1e9;
        figures += "; a step of " + std::to_string(device.sizes.step.layers) + " layers of width "
            + std::to_string(device.sizes.step.width) + ", " + std::to_string(device.sizes.step.batch) + " x "
            + std::to_string(device.sizes.step.sequence) + " tokens, " + policyText(policy) + ": "
            + rate(perSecond, "FLOP") + ", " + percent(perSecond / *ceiling) + " of it, in "
            + formatFixed(point->stepNs->median / 1e6, 3) + " ms"
            + (point->graphStepNs ? ", as a graph in " + formatFixed(point->graphStepNs->median / 1e6, 3) + " ms" : "")
            + (point->note.empty() ? "" : " (" + point->note + ")");
    }
    return passedIf(*ceiling > 0, figures);
}

// Bytes per second of copies, and what kernels that only pass over memory reach of it.
CheckOutcome bandwidthRates(const DeviceUnderTest& device, ElementType type)
{
    const CudaSession& session = device.session;
    const Result<CudaBlock> from = CudaBlock::allocate(session, device.sizes.copied, "a copy");
    const Result<CudaBlock> to = CudaBlock::allocate(session, device.sizes.copied, "a copy");
    if (!from || !to) {
        return failedCheck(from ? to.error().message : from.error().message);
    }
    const Result<double> copyNs = fastest(session, device.sizes.repeats, [&] {
        return session.runtime().copy(
            to->data(), from->data(), device.sizes.copied, CudaCopy::OnDevice, session.stream());
    });
    if (!copyNs) {
        return failedCheck(copyNs.error().message);
    }
    const double copied = 2 * static_cast<double>(device.sizes.copied) / *copyNs * 1e9;
    std::string figures = "copies " + rate(copied, "B");
    const Shape shape { device.sizes.rows, device.sizes.width };
    const double bytes =
        static_cast<double>(device.sizes.rows * device.sizes.width) * static_cast<double>(bytesPerElement(type));
    struct Pass {
        Kernel kernel;
        int reads;
        bool keeps; ///< statistics
    };
    bool good = copied > 0;
    for (const Pass& pass :
        { Pass { Kernel::Norm, 1, true }, Pass { Kernel::Add, 2, false }, Pass { Kernel::Activation, 1, false } }) {
        LoneOp op(session, pass.kernel);
        for (int i = 0; i < pass.reads; ++i) {
            op.reads(shape, type);
        }
        op.writes(shape, type);
        if (pass.keeps) {
            op.writes({ device.sizes.rows, 2 }, ElementType::Fp32);
        }
        const Result<double> ns = fastest(session, device.sizes.repeats, [&op] { return op.run(); });
        if (!ns || !op.status()) {
            return failedCheck(op.status() ? ns.error().message : op.status().error().message);
        }
        const double perSecond = (pass.reads + 1) * bytes / *ns * 1e9;
        good = good && perSecond > 0;
        figures += "; " + std::string(toText(pass.kernel)) + " " + percent(perSecond / copied) + " of it";
    }
    return passedIf(good, figures);
}

} // namespace

std::vector<SelfCheck> deviceRateChecks(const DeviceUnderTest& device)
{
    std::vector<SelfCheck> checks;
    for (const DeviceForm& form : formsOf(device.session.info())) {
        checks.push_back({ "products: " + form.name(),
            [&device, form](const SelfTestSetup& setup) { return productRates(device, setup, form); } });
        if (!form.tensorCores) {
            const ElementType type = form.bf16 ? ElementType::Bf16 : ElementType::Fp32;
            checks.push_back({ "bandwidth: " + form.name(),
                [&device, type](const SelfTestSetup&) { return bandwidthRates(device, type); } });
        }
    }
    return checks;
}

} // namespace sublinear
