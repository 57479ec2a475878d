// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/finite_differences.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

struct State {
    std::vector<double> parameter;
    std::vector<double> first;
    std::vector<double> second;
};

std::vector<double> gradientOf(std::int64_t count, int step)
{
    return widened(randomValues<float>(count, 100 + static_cast<std::uint64_t>(step)));
}

// As it stands in Loshchilov & Hutter, algorithm 2, with a schedule multiplier of 1.
State reference(std::int64_t count, int steps, const AdamW& adamw, double gradientScale)
{
    const auto size = static_cast<std::size_t>(count);
    State state { widened(randomValues<float>(count, 1)), std::vector<double>(size), std::vector<double>(size) };
    for (int step = 1; step <= steps; ++step) {
        const std::vector<double> gradient = gradientOf(count, step);
        for (std::size_t i = 0; i < size; ++i) {
            const double g = gradient[i] * gradientScale;
            state.first[i] = adamw.beta1 * state.first[i] + (1 - adamw.beta1) * g;
            state.second[i] = adamw.beta2 * state.second[i] + (1 - adamw.beta2) * g * g;
            const double mean = state.first[i] / (1 - std::pow(adamw.beta1, step));
            const double square = state.second[i] / (1 - std::pow(adamw.beta2, step));
            state.parameter[i] -= adamw.learningRate
                * (mean / (std::sqrt(square) + adamw.epsilon) + adamw.weightDecay * state.parameter[i]);
        }
    }
    return state;
}

template <class Real> struct Weight {
    explicit Weight(std::int64_t count)
        : elements(count)
        , parameter(count)
        , gradient(count)
        , first(count)
        , second(count)
    {
        parameter.set(narrowed<Real>(widened(randomValues<float>(count, 1))));
        const std::vector<Real> zeros(static_cast<std::size_t>(count));
        first.set(zeros);
        second.set(zeros);
    }
    [[nodiscard]] OptimizerSlot operand()
    {
        return { parameter.data(), gradient.data(), first.data(), second.data(), elements };
    }
    [[nodiscard]] bool guardsHold() const
    {
        return parameter.guardsHold() && gradient.guardsHold() && first.guardsHold() && second.guardsHold();
    }

    std::int64_t elements;
    Buffer<Real> parameter;
    Buffer<Real> gradient;
    Buffer<Real> first;
    Buffer<Real> second;
};

template <class Real>
Weight<Real> trained(std::int64_t count, int steps, const AdamW& adamw, double gradientScale, int threads)
{
    KernelCall<Real> kernel;
    kernel.facts.adamw = adamw;
    Weight<Real> slot(count);
    Weight<Real> other(3); // several weights go in one call
    ThreadPool pool(threads);
    for (int step = 1; step <= steps; ++step) {
        std::vector<double> gradient = gradientOf(count, step);
        for (double& value : gradient) {
            value *= gradientScale;
        }
        slot.gradient.set(narrowed<Real>(gradient));
        other.gradient.set({ 1, 2, 3 });
        const OptimizerSlot weights[] = { other.operand(), slot.operand() };
        OpCall call = kernel.call();
        call.optimizer = weights;
        call.trainingStep = step;
        runOptimizerStep<Real>(call, pool);
    }
    return slot;
}

} // namespace

class TestAdamW : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsAsTheReference_data();
    void stepsAsTheReference();
    void withoutAGradientAWeightOnlyDecays();
};

void TestAdamW::stepsAsTheReference_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("gradientScale");
    QTest::addColumn<double>("weightDecay");
    QTest::addColumn<double>("learningRate");
    QTest::newRow("defaults") << 40003 << 1.0 << 1e-2 << 1e-3;
    QTest::newRow("one weight") << 1 << 1.0 << 1e-2 << 1e-3;
    QTest::newRow("no decay") << 37 << 1.0 << 0.0 << 1e-3;
    QTest::newRow("tiny gradients, where epsilon counts") << 37 << 1e-8 << 1e-2 << 1e-3;
    QTest::newRow("fast") << 37 << 100.0 << 0.1 << 0.3;
}

void TestAdamW::stepsAsTheReference()
{
    QFETCH(int, count);
    QFETCH(double, gradientScale);
    QFETCH(double, weightDecay);
    QFETCH(double, learningRate);
    AdamW adamw;
    adamw.weightDecay = weightDecay;
    adamw.learningRate = learningRate;
    constexpr int kSteps = 7;
    const State expected = reference(count, kSteps, adamw, gradientScale);
    const Weight<double> wide = trained<double>(count, kSteps, adamw, gradientScale, 2);
    const Weight<float> single = trained<float>(count, kSteps, adamw, gradientScale, 1);
    QVERIFY(wide.guardsHold() && single.guardsHold());
    QCOMPARE_LT(relativeError(wide.parameter.values(), expected.parameter), 1e-14);
    QCOMPARE_LT(relativeError(wide.first.values(), expected.first), 1e-14);
    QCOMPARE_LT(relativeError(wide.second.values(), expected.second), 1e-14);
    QCOMPARE_LT(relativeError(single.parameter.values(), expected.parameter), 1e-6);
    QCOMPARE_LT(relativeError(single.first.values(), expected.first), 1e-6);
    QCOMPARE_LT(relativeError(single.second.values(), expected.second), 1e-6);
    for (const int threads : { 2, 3, 5 }) {
        const Weight<float> other = trained<float>(count, kSteps, adamw, gradientScale, threads);
        QVERIFY(sameBits(single.parameter.values(), other.parameter.values()));
        QVERIFY(sameBits(single.first.values(), other.first.values()));
        QVERIFY(sameBits(single.second.values(), other.second.values()));
    }
    // one step more or less is another result
    QCOMPARE_GT(
        relativeError(single.parameter.values(), reference(count, kSteps + 1, adamw, gradientScale).parameter), 1e-6);
}

void TestAdamW::withoutAGradientAWeightOnlyDecays()
{
    const AdamW adamw;
    const Weight<double> slot = trained<double>(37, 3, adamw, 0.0, 2);
    std::vector<double> expected = widened(randomValues<float>(37, 1));
    for (double& value : expected) {
        value *= std::pow(1.0 - 1e-5, 3);
    }
    QCOMPARE_LT(relativeError(slot.parameter.values(), expected), 1e-15);
}

QTEST_APPLESS_MAIN(TestAdamW)
#include "tst_adamw.moc"
