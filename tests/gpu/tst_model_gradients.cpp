// SPDX-License-Identifier: MIT
// Two layers of every form that the CPU runs, in double precision: what the backward pass leaves in
// every gradient is the slope of the loss.
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/run/cpu_backend.h"
#include "gpu/run/model_state.h"
#include "gpu/run/pool_memory.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/engine_cases.h"

#include <QtTest>

#include <atomic>
#include <functional>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

using Change = std::function<void(ResolvedScenario&)>;

// What a row changes in two layers of the GPT-2 block: 2 sequences of 5, width 12.
ResolvedScenario smallScenario(const Change& change)
{
    ResolvedScenario scenario;
    auto& model = scenario.model;
    model.layers = 2;
    model.dModel = 12;
    model.dFfn = 20;
    model.heads = 4;
    model.kvHeads = 4;
    model.headDim = 4;
    scenario.workload.batch = 2;
    scenario.workload.sequence = 5;
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Fp32;
    scenario.recipe.optimizer = Optimizer::AdamW;
    scenario.recipe.loss = Loss::None;
    change(scenario);
    return scenario;
}

void asLlama(ResolvedScenario& scenario)
{
    auto& model = scenario.model;
    model.gatedMlp = true;
    model.norm = Norm::RmsNorm;
    model.positions = Positions::Rotary;
    model.kvHeads = 2;
    model.biasQkv = model.biasOut = model.biasMlp = false;
}

void withHead(ResolvedScenario& scenario, Loss loss, bool tied)
{
    scenario.model.vocab = 7;
    scenario.model.tiedEmbeddings = tied;
    scenario.recipe.loss = loss;
}

// A model whose loss can be asked for again and again: the same data, masks and weights each time,
// but for what the test moves.
class Model {
public:
    explicit Model(const ResolvedScenario& scenario, const Kernels& kernels = ownKernels(Precision::Double))
        : m_plan(planOf(scenario))
        , m_memory(memoryOf(m_plan))
        , m_backend(m_plan, *m_memory, m_pool, [this, kernels](const OpCall& call, ThreadPool& pool) {
            if (call.op->kernel == Kernel::OptimizerStep) {
                return success();
            }
            Status status = kernels(call, pool);
            if (call.op->kernel == Kernel::Input && m_nudge != 0.0) {
                static_cast<double*>(call.writes[0].data)[m_nudged] += m_nudge;
            }
            return status;
        })
    {
        initialiseStates(m_plan, *m_memory, m_pool, nullptr);
        // large enough that nothing is near its straight-line part, and slopes stand out of rounding
        for (std::size_t i = 0; i < m_plan.program.parameters.size(); ++i) {
            const std::string_view name = m_plan.program.parameters[i].name;
            if (m_plan.states.owned(static_cast<ParameterId>(i)) && name.find("norm") == std::string_view::npos) {
                for (double& value : state(StateKind::Parameter, i)) {
                    value *= 12.0;
                }
            }
        }
        for (const ProgramOp& op : m_plan.program.ops) {
            if (op.kernel == Kernel::InputGradient) {
                const ProgramTensor& tensor = m_plan.program.tensors[static_cast<std::size_t>(op.reads[0])];
                m_inputGradient.resize(static_cast<std::size_t>(*tensor.shape.elements().value()));
                m_backend.setInputGradient({ m_inputGradient.data(), tensor.shape, tensor.type, tensor.name });
            }
        }
    }

    double loss()
    {
        NoObserver observer;
        const std::atomic<bool> cancel { false };
        const Status begun = m_backend.beginStep(1);
        const Result<RunEnd> end =
            begun ? interpret(m_plan.program, m_backend, observer, cancel) : Result<RunEnd>(begun.error());
        return end ? m_backend.results().loss : std::numeric_limits<double>::quiet_NaN();
    }
    double lossWith(double& value, double other)
    {
        const double before = value;
        value = other;
        const double result = loss();
        value = before;
        return result;
    }
    double lossWithInput(std::size_t element, double nudge)
    {
        m_nudged = element;
        m_nudge = nudge;
        const double result = loss();
        m_nudge = 0.0;
        return result;
    }

    [[nodiscard]] const RunPlan& plan() const { return m_plan; }
    [[nodiscard]] std::span<double> state(StateKind kind, std::size_t parameter)
    {
        auto* const data = m_memory->state(kind, static_cast<ParameterId>(parameter));
        return { reinterpret_cast<double*>(data),
            static_cast<std::size_t>(m_plan.program.parameters[parameter].elements) };
    }
    [[nodiscard]] const std::vector<double>& inputGradient() const { return m_inputGradient; }

private:
    static RunPlan planOf(const ResolvedScenario& scenario)
    {
        Result<RunPlan> plan = planRun(scenario, kStoreAll, 3, Precision::Double);
        return std::move(*plan);
    }
    static std::unique_ptr<PoolMemory> memoryOf(const RunPlan& plan)
    {
        Result<std::unique_ptr<PoolMemory>> memory = PoolMemory::create(plan);
        return std::move(*memory);
    }

    RunPlan m_plan;
    ThreadPool m_pool { 1 };
    std::unique_ptr<PoolMemory> m_memory;
    CpuBackend m_backend;
    std::vector<double> m_inputGradient;
    std::size_t m_nudged = 0;
    double m_nudge = 0.0;
};

// At most this many elements of a tensor are moved, spread over it.
constexpr std::size_t kMost = 48;

template <class LossAt> double worstError(const std::vector<double>& gradient, const LossAt& lossAt)
{
    constexpr double step = 2e-5;
    double largest = 0.0;
    double worst = 0.0;
    for (const double value : gradient) {
        largest = std::max(largest, std::abs(value));
    }
    const std::size_t stride = (gradient.size() + kMost - 1) / kMost;
    for (std::size_t i = 0; i < gradient.size(); i += stride) {
        const double slope = (lossAt(i, step) - lossAt(i, -step)) / (2 * step);
        const double error = std::abs(slope - gradient[i]);
        if (!(error <= worst)) {
            worst = error; // a NaN too, and then for good
        }
    }
    return worst == 0.0 ? 0.0 : worst / largest;
}

// The name of the first gradient that is no slope to one in a million, with how far it is off.
std::string firstWrong(Model& model)
{
    const double loss = model.loss();
    if (!std::isfinite(loss)) {
        return "the loss is none";
    }
    const std::vector<double> inputGradient = model.inputGradient();
    std::vector<std::vector<double>> gradients;
    for (std::size_t i = 0; i < model.plan().program.parameters.size(); ++i) {
        const std::span<double> gradient = model.state(StateKind::Gradient, i);
        gradients.emplace_back(gradient.begin(), gradient.end());
    }
    const auto judged = [](std::string_view name, double error) {
        return error < 1e-6 ? std::string {} : std::string(name) + " is off by " + std::to_string(error);
    };
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        const ProgramParameter& parameter = model.plan().program.parameters[i];
        if (!model.plan().states.owned(static_cast<ParameterId>(i))) {
            continue;
        }
        const std::span<double> weights = model.state(StateKind::Parameter, i);
        const double error = worstError(
            gradients[i], [&](std::size_t at, double step) { return model.lossWith(weights[at], weights[at] + step); });
        if (std::string wrong = judged(parameter.name, error); !wrong.empty()) {
            return "stage " + std::to_string(parameter.stage) + " " + wrong;
        }
    }
    return judged(
        "d_x0", worstError(inputGradient, [&](std::size_t at, double step) { return model.lossWithInput(at, step); }));
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestModelGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areSlopesOfTheLoss_data();
    void areSlopesOfTheLoss();
    void aWrongKernelIsSeen();
};

void TestModelGradients::areSlopesOfTheLoss_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, const Change& change) {
        for (const bool fused : { false, true }) {
            QTest::addRow("%s, %s", name, fused ? "fused" : "materialised")
                << Change([change, fused](ResolvedScenario& scenario) {
                       scenario.recipe.attention = fused ? Attention::Fused : Attention::Materialized;
                       change(scenario);
                   });
        }
    };
    row("gpt2", [](ResolvedScenario&) {});
    row("llama", asLlama);
    row("gpt2, dropout", [](ResolvedScenario& s) { s.recipe.dropout = true; });
    row("gpt2, tied head, dropout", [](ResolvedScenario& s) {
        withHead(s, Loss::Full, true);
        s.recipe.dropout = true;
    });
    row("gpt2, chunked loss, tied", [](ResolvedScenario& s) { withHead(s, Loss::Chunked, true); });
    row("gpt2, chunked loss, head with bias", [](ResolvedScenario& s) {
        withHead(s, Loss::Chunked, false);
        s.model.biasHead = true;
    });
    row("llama, head with bias", [](ResolvedScenario& s) {
        asLlama(s);
        withHead(s, Loss::Full, false);
        s.model.biasHead = true;
    });
    row("norm of the embedding", [](ResolvedScenario& s) {
        withHead(s, Loss::Full, true);
        s.model.embedNorm = true;
    });
    row("no final norm", [](ResolvedScenario& s) {
        withHead(s, Loss::Chunked, true);
        s.model.finalNorm = false;
    });
    row("norms without weights", [](ResolvedScenario& s) { s.model.norm = Norm::LayerNormNoAffine; });
    row("norms without bias", [](ResolvedScenario& s) { s.model.normBias = false; });
    row("four norms a layer", [](ResolvedScenario& s) {
        asLlama(s);
        s.model.normsPerLayer = 4;
    });
    row("no norms", [](ResolvedScenario& s) { s.model.normsPerLayer = 0; });
    row("parallel branches, one norm", [](ResolvedScenario& s) {
        s.model.parallelBlock = true;
        s.model.normsPerLayer = 1;
    });
    row("parallel branches, two norms, dropout", [](ResolvedScenario& s) {
        s.model.parallelBlock = true;
        s.recipe.dropout = true;
    });
    for (const auto& [name, kind] :
        { std::pair { "norm per head", QkNorm::PerHead }, { "norm of query and key", QkNorm::FullWidth } }) {
        row(name, [kind = kind](ResolvedScenario& s) {
            asLlama(s);
            s.model.qkNorm = kind;
        });
    }
    row("norm per head, no rotation", [](ResolvedScenario& s) { s.model.qkNorm = QkNorm::PerHead; });
    row("sliding window", [](ResolvedScenario& s) {
        asLlama(s);
        s.model.slidingWindow = 2;
    });
}

void TestModelGradients::areSlopesOfTheLoss()
{
    QFETCH(Change, change);
    const ResolvedScenario scenario = smallScenario(change);
    const Status runnable = canRunOnCpu(*runProgram(scenario, kStoreAll));
    QVERIFY2(runnable, runnable ? "" : runnable.error().message.c_str());
    Model model(scenario);
    const std::string wrong = firstWrong(model);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

// A gradient that is a thousandth off in one operation of the backward pass.
void TestModelGradients::aWrongKernelIsSeen()
{
    const Kernels own = ownKernels(Precision::Double);
    for (const Kernel kernel :
        { Kernel::NormBackward, Kernel::MatmulBackward, Kernel::SoftmaxBackward, Kernel::ActivationBackward }) {
        const Kernels wrong = [own, kernel](const OpCall& call, ThreadPool& pool) {
            Status status = own(call, pool);
            if (call.op->kernel == kernel) {
                auto* const values = static_cast<double*>(call.writes[0].data);
                const Count count = call.writes[0].shape.elements().value().value_or(0);
                std::for_each(values, values + count, [](double& value) { value *= 1.001; });
            }
            return status;
        };
        Model model(smallScenario([](ResolvedScenario&) {}), wrong);
        QVERIFY(!firstWrong(model).empty());
    }
}

QTEST_APPLESS_MAIN(TestModelGradients)
#include "tst_model_gradients.moc"
