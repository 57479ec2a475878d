// SPDX-License-Identifier: MIT
// Our kernels against PyTorch: two layers of each block, forward, backward and three steps of AdamW,
// through core's program. GELU is its tanh form in both.
#include "gpu/run/pool_memory.h"
#include "gpu/run/training_run.h"
#include "tests/gpu/support/array_file.h"
#include "tests/gpu/support/compare.h"

#include <QtTest>

#include <cstring>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

ResolvedScenario scenarioOf(const ArrayFile& file, Attention attention, Loss loss)
{
    ResolvedScenario scenario;
    auto& model = scenario.model;
    model.layers = file.number("layers");
    model.dModel = file.number("d_model");
    model.dFfn = file.number("d_ffn");
    model.heads = file.number("heads");
    model.kvHeads = file.number("kv_heads");
    model.headDim = file.number("head_dim");
    if (file.number("llama") != 0) {
        model.gatedMlp = true;
        model.norm = Norm::RmsNorm;
        model.positions = Positions::Rotary;
        model.biasQkv = model.biasOut = model.biasMlp = false;
    }
    if (file.number("vocab") != 0) {
        model.vocab = file.number("vocab");
        model.tiedEmbeddings = file.number("tied") != 0;
    }
    scenario.workload.batch = file.number("batch");
    scenario.workload.sequence = file.number("sequence");
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Fp32;
    scenario.recipe.optimizer = Optimizer::AdamW;
    scenario.recipe.attention = attention;
    scenario.recipe.loss = loss;
    return scenario;
}

template <class Real> std::vector<Real> asVector(const void* data, std::size_t count)
{
    std::vector<Real> values(count);
    std::memcpy(values.data(), data, count * sizeof(Real));
    return values;
}

// What a run comes to, by the names that the files have.
template <class Real> using Arrays = std::map<std::string, std::vector<Real>>;

template <class Real> std::vector<Real> numbersOf(const NamedTensor& tensor)
{
    if (tensor.type == ElementType::Int32) {
        const auto tokens = asVector<std::int32_t>(tensor.bytes.data(), tensor.bytes.size() / sizeof(std::int32_t));
        return { tokens.begin(), tokens.end() };
    }
    return asVector<Real>(tensor.bytes.data(), tensor.bytes.size() / sizeof(Real));
}

template <class Real> struct Run {
    RunPlan plan;
    ThreadPool pool { 2 };
    std::unique_ptr<PoolMemory> memory;
    std::vector<Real> output; ///< of the last step: x_N, or the logits

    explicit Run(RunPlan made)
        : plan(std::move(made))
    {
        Result<std::unique_ptr<PoolMemory>> created = PoolMemory::create(plan);
        memory = std::move(*created);
    }

    // Our own kernels, and what the last layer or the head made before the loss takes its place.
    Kernels watched()
    {
        return [this, own = ownKernels(plan.precision)](const OpCall& call, ThreadPool& team) {
            if (call.op->kernel == Kernel::StackLoss || call.op->kernel == Kernel::CrossEntropy) {
                const Operand& rows = call.reads[0];
                output = asVector<Real>(rows.data, static_cast<std::size_t>(*rows.shape.elements().value()));
            }
            return own(call, team);
        };
    }

    void load(const ArrayFile& file)
    {
        for (std::size_t i = 0; i < plan.program.parameters.size(); ++i) {
            const ProgramParameter& parameter = plan.program.parameters[i];
            const auto id = static_cast<ParameterId>(i);
            const bool layer = parameter.stage >= 1 && parameter.stage <= plan.program.layers;
            const std::string name = (layer ? "layer" + std::to_string(parameter.stage) + "." : std::string {})
                + std::string(parameter.name);
            if (plan.states.owned(id) && file.has(name)) {
                const std::vector<float> values = file.at(name);
                const std::vector<Real> converted(values.begin(), values.end());
                std::memcpy(memory->state(StateKind::Parameter, id), converted.data(), converted.size() * sizeof(Real));
            }
        }
    }
};

template <class Real>
Arrays<Real> arraysAfter(const ArrayFile& file, const ResolvedScenario& scenario, const PolicySpec& policy, int steps)
{
    const Precision precision = sizeof(Real) == sizeof(double) ? Precision::Double : Precision::Single;
    Result<RunPlan> plan = planRun(scenario, policy, static_cast<std::uint64_t>(file.number("seed")), precision);
    if (!plan) {
        return {};
    }
    Run<Real> run(std::move(*plan));
    TrainingRun training(run.plan, *run.memory, run.pool, run.watched());
    run.load(file);
    Stop stop;
    Result<TrainingResults> results = trainingSteps(training, steps, stop);
    if (!results) {
        return {};
    }
    Arrays<Real> arrays;
    for (const NamedTensor& tensor : results->inputs) {
        arrays[tensor.name] = numbersOf<Real>(tensor);
    }
    for (const NamedTensor& tensor : results->gradients) {
        arrays[tensor.name] = numbersOf<Real>(tensor);
    }
    for (const NamedTensor& tensor : results->parameters) {
        arrays["after_" + tensor.name] = numbersOf<Real>(tensor);
    }
    arrays["losses"] = { results->losses.begin(), results->losses.end() };
    if (!run.output.empty()) {
        arrays["output"] = run.output;
    }
    return arrays;
}

// A key's bias moves all scores of a query alike, which softmax does not see: its gradient is 0 but
// for rounding, and AdamW makes a step of full length of whatever rounding left.
template <class Values> Values withoutKeys(const ArrayFile& file, Values values)
{
    const auto headDim = static_cast<std::ptrdiff_t>(file.number("head_dim"));
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(file.number("heads")) * headDim;
    std::fill(first, first + static_cast<std::ptrdiff_t>(file.number("kv_heads")) * headDim, 0);
    return values;
}

PolicySpec storeAll()
{
    PolicySpec policy;
    policy.id = PolicyId::StoreAll;
    return policy;
}

struct Tolerance {
    double values; ///< of the largest in an array
    double steps; ///< the same, for weights after AdamW
};

// How many arrays were compared; the first that is too far off goes to `off`.
template <class Real>
int compareAll(const ArrayFile& file, const Arrays<Real>& arrays, const Tolerance& tolerance, std::string& off)
{
    int compared = 0;
    for (const auto& [name, values] : arrays) {
        if (!file.has(name)) {
            continue;
        }
        const bool after = name.rfind("after_", 0) == 0;
        const bool keys = after && name.find("qkv.bias") != std::string::npos;
        const std::vector<float> expected = keys ? withoutKeys(file, file.at(name)) : file.at(name);
        const double error = relativeError(keys ? withoutKeys(file, values) : values, expected);
        if (!(error < (after ? tolerance.steps : tolerance.values)) && off.empty()) {
            off = name + " is off by " + std::to_string(error * 1e6) + "e-6";
        }
        ++compared;
    }
    return compared;
}

QString path(const char* name)
{
    return QStringLiteral(SUBLINEAR_TEST_DATA "/pytorch/%1.bin").arg(QLatin1String(name));
}

// All that a file holds but its shape, the weights before and the exact GELU's output.
int expectedArrays(const ArrayFile& file, bool withGradients, bool withOutput)
{
    const bool llama = file.number("llama") != 0;
    const bool vocab = file.number("vocab") != 0;
    const bool tied = file.number("tied") != 0;
    const int layer = llama ? 6 : 12;
    const int ends = vocab ? (llama ? 2 : 4) + (tied ? 0 : 1) : 0; // wte, wpe, final norm, head
    const int weights = 2 * layer + ends;
    return withGradients ? weights + (vocab ? 0 : 1) + 1 + (withOutput ? 1 : 0) : weights + 1 + 1;
}

} // namespace

class TestPyTorch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isWithinRounding_data();
    void isWithinRounding();
    void exactGeluIsToldApart();
    void aWrongNumberIsSeen();
};

void TestPyTorch::isWithinRounding_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("fused");
    QTest::addColumn<int>("loss");
    QTest::addColumn<QString>("policy");
    for (const char* name : { "gpt2_stack", "llama_stack", "gpt2_model", "llama_model" }) {
        const bool model = std::strstr(name, "model") != nullptr;
        for (const Loss loss : { Loss::Full, Loss::Chunked }) {
            for (const bool fused : { false, true }) {
                for (const char* policy : { "store_all", "segments:1", "selective:attention+gelu+norms+up" }) {
                    if (model || loss == Loss::Full) {
                        QTest::addRow("%s%s, %s, %s", name, !model ? "" : (loss == Loss::Full ? ", full" : ", chunked"),
                            fused ? "fused" : "materialised", policy)
                            << path(name) << fused << static_cast<int>(model ? loss : Loss::None)
                            << QString::fromLatin1(policy);
                    }
                }
            }
        }
    }
}

void TestPyTorch::isWithinRounding()
{
    QFETCH(QString, file);
    QFETCH(bool, fused);
    QFETCH(int, loss);
    QFETCH(QString, policy);
    const ArrayFile expected(file.toStdString());
    QVERIFY2(!expected.empty(), qPrintable(file));
    const ResolvedScenario scenario =
        scenarioOf(expected, fused ? Attention::Fused : Attention::Materialized, static_cast<Loss>(loss));
    const Result<std::vector<PolicySpec>> policies = parsePolicies(policy.toStdString());
    QVERIFY(policies);
    const bool withOutput = static_cast<Loss>(loss) != Loss::Chunked;
    for (const int steps : { 1, 3 }) {
        auto single = arraysAfter<float>(expected, scenario, policies->front(), steps);
        auto wide = arraysAfter<double>(expected, scenario, policies->front(), steps);
        QVERIFY(!single.empty() && !wide.empty());
        const auto forget = [steps](auto& arrays) {
            for (auto it = arrays.begin(); it != arrays.end();) {
                const bool after = it->first.rfind("after_", 0) == 0;
                const bool input = it->first == "x0" || it->first == "tokens";
                const bool losses = it->first == "losses";
                it = (steps == 1 ? (after || losses) : !(after || losses || input)) ? arrays.erase(it) : std::next(it);
            }
        };
        forget(single);
        forget(wide);
        std::string off;
        const int count = expectedArrays(expected, steps == 1, withOutput);
        // the files are rounded to single precision, and normal numbers there come from another logarithm
        QCOMPARE(compareAll(expected, wide, { 2e-7, 2e-7 }, off), count);
        QVERIFY2(off.empty(), off.c_str());
        QCOMPARE(compareAll(expected, single, { 3e-6, 3e-6 }, off), count);
        QVERIFY2(off.empty(), off.c_str());
    }
}

void TestPyTorch::exactGeluIsToldApart()
{
    const ArrayFile expected(path("gpt2_stack").toStdString());
    const ResolvedScenario scenario = scenarioOf(expected, Attention::Materialized, Loss::None);
    const Arrays<double> arrays = arraysAfter<double>(expected, scenario, storeAll(), 1);
    QCOMPARE_LT(relativeError(arrays.at("output"), expected.at("output")), 2e-7);
    QCOMPARE_GT(relativeError(arrays.at("output"), expected.at("output_with_exact_gelu")), 1e-5);
}

void TestPyTorch::aWrongNumberIsSeen()
{
    const ArrayFile expected(path("llama_stack").toStdString());
    const ResolvedScenario scenario = scenarioOf(expected, Attention::Materialized, Loss::None);
    const Arrays<float> good = arraysAfter<float>(expected, scenario, storeAll(), 1);
    for (const float wrong : { 1.0001F, std::numeric_limits<float>::quiet_NaN() }) {
        Arrays<float> bad;
        bad["d_layer1.qkv.weight"] = good.at("d_layer1.qkv.weight");
        std::vector<float>& values = bad["d_layer1.qkv.weight"];
        float& largest = *std::max_element(values.begin(), values.end());
        largest *= wrong;
        std::string off;
        compareAll(expected, bad, { 3e-6, 3e-6 }, off);
        QVERIFY(!off.empty());
    }
    QVERIFY(ArrayFile("/nowhere").empty());
}

QTEST_APPLESS_MAIN(TestPyTorch)
#include "tst_pytorch.moc"
