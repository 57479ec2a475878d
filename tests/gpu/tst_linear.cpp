// SPDX-License-Identifier: MIT
#include "gpu/cpu/cpu_kernels.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <array>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

enum class Existing : std::uint8_t { None, Elsewhere, InPlace };

struct LinearCase {
    const char* name = "";
    Count rows = 1;
    Count in = 1;
    Count out = 1;
    bool bias = false;
    bool table = false; ///< the head of tied embeddings: the weight is (out, in)
    Existing existing = Existing::None; ///< a gradient of x that is there already
};

constexpr std::array kCases {
    LinearCase { "one by one", 1, 1, 1, true },
    LinearCase { "no bias", 5, 7, 9 },
    LinearCase { "bias", 33, 65, 70, true },
    LinearCase { "several tiles", 300, 270, 130, true },
    LinearCase { "adds to a gradient elsewhere", 70, 20, 30, true, false, Existing::Elsewhere },
    LinearCase { "adds in place", 70, 20, 30, true, false, Existing::InPlace },
    LinearCase { "tied head", 40, 24, 150, false, true },
    LinearCase { "tied head with a bias", 40, 24, 150, true, true },
};

template <class Real> struct Inputs {
    std::vector<Real> x;
    std::vector<Real> weight;
    std::vector<Real> bias;
    std::vector<Real> dy;
    std::vector<Real> existing;
    std::vector<Real> dWeight; ///< before
    std::vector<Real> dBias;

    explicit Inputs(const LinearCase& c)
        : x(randomValues<Real>(c.rows * c.in, 1))
        , weight(randomValues<Real>(c.in * c.out, 2))
        , bias(randomValues<Real>(c.out, 3))
        , dy(randomValues<Real>(c.rows * c.out, 4))
        , existing(randomValues<Real>(c.rows * c.in, 5))
        , dWeight(randomValues<Real>(c.in * c.out, 6))
        , dBias(randomValues<Real>(c.out, 7))
    {
    }
};

template <class Real> struct Results {
    std::vector<Real> y;
    std::vector<Real> dx;
    std::vector<Real> dWeight;
    std::vector<Real> dBias;
    bool fine = true;
};

Shape weightShape(const LinearCase& c)
{
    return c.table ? Shape { c.out, c.in } : Shape { c.in, c.out };
}

template <class Real> Results<Real> run(const LinearCase& c, const Inputs<Real>& in, ThreadPool& pool)
{
    Results<Real> results;
    KernelCall<Real> forward;
    forward.op.kernel = Kernel::Matmul;
    forward.op.name = c.table ? "head" : "up";
    forward.facts.tiedHead = c.table;
    forward.read("x", { c.rows, c.in }, in.x);
    forward.parameter("weight", weightShape(c), in.weight);
    if (c.bias) {
        forward.parameter("bias", { 1, c.out }, in.bias);
    }
    const auto& y = forward.write("y", { c.rows, c.out });
    results.fine = runOnCpu<Real>(forward.call(), pool).ok() && forward.guardsHold();
    results.y = y.values();

    KernelCall<Real> backward;
    backward.op.kernel = Kernel::MatmulBackward;
    backward.op.name = forward.op.name;
    backward.facts = forward.facts;
    backward.read("dy", { c.rows, c.out }, in.dy);
    backward.read("x", { c.rows, c.in }, in.x);
    backward.parameter("weight", weightShape(c), in.weight);
    const auto& dWeight = backward.gradient("weight", weightShape(c), in.dWeight);
    const auto& dBias = c.bias ? backward.gradient("bias", { 1, c.out }, in.dBias) : dWeight;
    const Buffer<Real>* dx = nullptr;
    if (c.existing != Existing::None) {
        dx = &backward.read("dx", { c.rows, c.in }, in.existing);
    }
    if (c.existing == Existing::InPlace) {
        backward.writeInPlace("dx", 2);
    } else {
        dx = &backward.write("dx", { c.rows, c.in });
    }
    results.fine = runOnCpu<Real>(backward.call(), pool).ok() && backward.guardsHold() && results.fine;
    results.dx = dx->values();
    results.dWeight = dWeight.values();
    results.dBias = c.bias ? dBias.values() : std::vector<Real> {};
    return results;
}

double weightAt(const LinearCase& c, const Inputs<double>& in, Count row, Count column)
{
    return in.weight[static_cast<std::size_t>(c.table ? column * c.in + row : row * c.out + column)];
}

// By their definitions.
Results<double> plainly(const LinearCase& c, const Inputs<double>& in)
{
    Results<double> r;
    r.dx = c.existing == Existing::None ? std::vector<double>(in.x.size(), 0.0) : in.existing;
    r.dWeight = in.dWeight;
    r.dBias = c.bias ? in.dBias : std::vector<double> {};
    for (Count i = 0; i < c.rows; ++i) {
        for (Count o = 0; o < c.out; ++o) {
            const double dy = in.dy[static_cast<std::size_t>(i * c.out + o)];
            double y = c.bias ? in.bias[static_cast<std::size_t>(o)] : 0.0;
            for (Count j = 0; j < c.in; ++j) {
                const double x = in.x[static_cast<std::size_t>(i * c.in + j)];
                y += x * weightAt(c, in, j, o);
                r.dx[static_cast<std::size_t>(i * c.in + j)] += dy * weightAt(c, in, j, o);
                r.dWeight[static_cast<std::size_t>(c.table ? o * c.in + j : j * c.out + o)] += x * dy;
            }
            r.y.push_back(y);
            if (c.bias) {
                r.dBias[static_cast<std::size_t>(o)] += dy;
            }
        }
    }
    return r;
}

template <class Real> double worst(const Results<Real>& results, const Results<double>& expected)
{
    return std::max({ relativeError(results.y, expected.y), relativeError(results.dx, expected.dx),
        relativeError(results.dWeight, expected.dWeight), relativeError(results.dBias, expected.dBias) });
}

} // namespace

class TestLinear : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithDefinition_data() { addCases(); }
    void agreesWithDefinition();
    void gradientIsDifference_data() { addCases(); }
    void gradientIsDifference();
    void sameBitsForAnyThreads_data() { addCases(); }
    void sameBitsForAnyThreads();
    void refusals();

private:
    static void addCases()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < kCases.size(); ++i) {
            QTest::addRow("%s", kCases.at(i).name) << static_cast<int>(i);
        }
    }
};

void TestLinear::agreesWithDefinition()
{
    QFETCH(int, index);
    const LinearCase& c = kCases.at(static_cast<std::size_t>(index));
    ThreadPool pool(2);
    const Inputs<double> wide(c);
    const Results<double> expected = plainly(c, wide);
    const auto twice = run(c, wide, pool);
    QVERIFY(twice.fine);
    QVERIFY(worst(twice, expected) < 1e-14);
    const auto once = run(c, Inputs<float>(c), pool);
    QVERIFY(once.fine);
    QVERIFY(worst(once, expected) < 2e-6);
}

// Of <y, dy> by x and by the weight, at some elements.
void TestLinear::gradientIsDifference()
{
    QFETCH(int, index);
    const LinearCase& c = kCases.at(static_cast<std::size_t>(index));
    ThreadPool pool(2);
    Inputs<double> in(c);
    const auto results = run(c, in, pool);
    const auto value = [&] {
        const auto y = run(c, in, pool).y;
        double sum = 0;
        for (std::size_t i = 0; i < y.size(); ++i) {
            sum += y[i] * in.dy[i];
        }
        return sum;
    };
    std::vector<double> chosen;
    std::vector<double> expected;
    const auto differ = [&](std::vector<double>& variable, const std::vector<double>& gradient,
                            const std::vector<double>& before) {
        constexpr double kStep = 1e-3; // the function is linear
        for (std::size_t i = 0; i < 20; ++i) {
            const std::size_t element = i * 7919 % variable.size();
            const double at = variable[element];
            variable[element] = at + kStep;
            const double above = value();
            variable[element] = at - kStep;
            expected.push_back((above - value()) / (2 * kStep));
            variable[element] = at;
            chosen.push_back(gradient[element] - before[element]);
        }
    };
    const std::vector<double> nothing(in.x.size(), 0.0);
    differ(in.x, results.dx, c.existing == Existing::None ? nothing : in.existing);
    differ(in.weight, results.dWeight, in.dWeight);
    if (c.bias) {
        differ(in.bias, results.dBias, in.dBias);
    }
    QVERIFY2(relativeError(chosen, expected) < 1e-6, qPrintable(QString::number(relativeError(chosen, expected))));
}

void TestLinear::sameBitsForAnyThreads()
{
    QFETCH(int, index);
    const LinearCase& c = kCases.at(static_cast<std::size_t>(index));
    const Inputs<float> in(c);
    ThreadPool one(1);
    const auto alone = run(c, in, one);
    for (const int threads : { 1, 2, 3, 5 }) {
        ThreadPool pool(threads);
        const auto results = run(c, in, pool);
        QVERIFY(sameBits(results.y, alone.y));
        QVERIFY(sameBits(results.dx, alone.dx));
        QVERIFY(sameBits(results.dWeight, alone.dWeight));
        QVERIFY(sameBits(results.dBias, alone.dBias));
    }
}

void TestLinear::refusals()
{
    Program program;
    ProgramOp op;
    op.kernel = Kernel::Matmul;
    program.ops.push_back(op);
    QVERIFY(canRunOnCpu(program).ok());

    program.ops[0].kernel = Kernel::Route;
    QCOMPARE(canRunOnCpu(program).error().message, std::string("the CPU has no kernel for route (experts)"));
    program.ops[0].kernel = Kernel::AllGather;
    QCOMPARE(canRunOnCpu(program).error().message,
        std::string("the CPU has no kernel for all_gather (sharding over devices)"));
    program.ops[0].kernel = Kernel::Softmax;
    QVERIFY(canRunOnCpu(program).ok());
    program.ops[0].parameters.push(0);
    QCOMPARE(canRunOnCpu(program).error().message, std::string("the CPU has no kernel for attention sinks"));
    program.ops[0].kernel = Kernel::Matmul;
    QVERIFY(canRunOnCpu(program).ok());

    ProgramTensor tensor;
    tensor.name = "qkv";
    tensor.type = ElementType::Fp32;
    program.tensors.push_back(tensor);
    QVERIFY(canRunOnCpu(program).ok());
    program.tensors[0].type = ElementType::Bf16;
    QCOMPARE(canRunOnCpu(program).error().message, std::string("the CPU runs fp32; this run holds bf16 (qkv)"));

    KernelCall<float> call;
    call.op.kernel = Kernel::Dispatch;
    ThreadPool pool(1);
    QVERIFY(!runOnCpu<float>(call.call(), pool).ok());
}

QTEST_APPLESS_MAIN(TestLinear)
#include "tst_linear.moc"
