// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "gpu/kernels/activation.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/finite_differences.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

using Mask = std::vector<std::uint8_t>;

template <class Real> std::vector<Real> activated(Shape shape, const std::vector<double>& x, int threads, bool gated)
{
    KernelCall<Real> kernel;
    kernel.read("x", gated ? Shape { shape.extents[0], 2 * shape.extents[1] } : shape, narrowed<Real>(x));
    auto& y = kernel.write("y", shape);
    ThreadPool pool(threads);
    (gated ? runGatedActivation<Real> : runActivation<Real>)(kernel.call(), pool);
    return kernel.guardsHold() ? y.values() : std::vector<Real> {};
}

template <class Real>
std::vector<Real> activationSlope(
    Shape shape, const std::vector<double>& x, const std::vector<double>& dy, int threads, bool gated)
{
    KernelCall<Real> kernel;
    auto& incoming = kernel.read("dy", shape, narrowed<Real>(dy));
    const Shape wide = gated ? Shape { shape.extents[0], 2 * shape.extents[1] } : shape;
    kernel.read("x", wide, narrowed<Real>(x));
    Buffer<Real>* result = &incoming;
    if (gated) {
        result = &kernel.write("dx", wide);
    } else {
        kernel.writeInPlace("dx", 0);
    }
    ThreadPool pool(threads);
    (gated ? runGatedActivationBackward<Real> : runActivationBackward<Real>)(kernel.call(), pool);
    return kernel.guardsHold() ? result->values() : std::vector<Real> {};
}

// By the platform's tanh and exp.
std::vector<double> reference(Shape shape, const std::vector<double>& x, bool gated)
{
    std::vector<double> y;
    const auto F = static_cast<std::size_t>(shape.extents[1]);
    for (std::size_t row = 0; row < static_cast<std::size_t>(shape.extents[0]); ++row) {
        for (std::size_t i = 0; i < F; ++i) {
            if (gated) {
                const double gate = x[row * 2 * F + i];
                y.push_back(gate / (1.0 + std::exp(-gate)) * x[row * 2 * F + F + i]);
            } else {
                const double at = x[row * F + i];
                y.push_back(
                    0.5 * at * (1.0 + std::tanh(std::sqrt(2.0 / std::acos(-1.0)) * (at + 0.044715 * at * at * at))));
            }
        }
    }
    return y;
}

std::vector<double> scaled(std::vector<double> values, double factor)
{
    for (double& value : values) {
        value *= factor;
    }
    return values;
}

struct Dropped {
    std::vector<float> y;
    Mask mask;
    bool guardsHold = false;
};

enum class Site { Alone, InPlace, Residual };

// Dropout of a tensor of its own, of one in place, or of a residual's branch.
Dropped dropped(Site site, Shape shape, const std::vector<float>& values, const std::vector<float>& residual,
    int threads, std::int64_t step = 1, Count stage = 3, bool wantsMask = true)
{
    KernelCall<float> kernel;
    kernel.op.name = "res2";
    kernel.op.stage = stage;
    kernel.trainingStep = step;
    kernel.facts.dropoutRate = 0.25;
    if (site == Site::Residual) {
        kernel.read("x", shape, residual);
    }
    Buffer<float>* y = &kernel.read("branch", shape, values);
    if (site == Site::Alone) {
        y = &kernel.write("y", shape);
    } else {
        kernel.writeInPlace("y", site == Site::Residual ? 1 : 0);
    }
    Buffer<std::uint8_t>* mask = nullptr;
    if (wantsMask) {
        mask = &kernel.writeMask("mask", shape);
    } else {
        kernel.writeNothing("mask", {});
    }
    ThreadPool pool(threads);
    (site == Site::Residual ? runAdd<float> : runDropout<float>)(kernel.call(), pool);
    return { y->values(), mask != nullptr ? mask->values() : Mask {}, kernel.guardsHold() };
}

} // namespace

Q_DECLARE_METATYPE(Shape)

class TestElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void activations_data();
    void activations();
    void sumTakesTheBranchsPlace();
    void dropout_data();
    void dropout();
    void dropoutIsDrawnAnewEachStepAndStage();
    void dropoutBackwardFollowsTheMask();
};

void TestElementwise::activations_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<bool>("gated");
    for (const bool gated : { false, true }) {
        for (const auto& [rows, width] : { std::pair { 1, 1 }, { 3, 5 }, { 7, 33 }, { 257, 131 } }) {
            QTest::addRow("%s %d x %d", gated ? "silu gate" : "gelu", rows, width) << Shape { rows, width } << gated;
        }
    }
}

void TestElementwise::activations()
{
    QFETCH(Shape, shape);
    QFETCH(bool, gated);
    const Count count = shape.extents[0] * shape.extents[1];
    const std::vector<double> x = scaled(widened(randomValues<float>(gated ? 2 * count : count, 1)), 8.0);
    const std::vector<double> dy = widened(randomValues<float>(count, 2));
    const std::vector<double> expected = reference(shape, x, gated);
    QCOMPARE_LT(relativeError(activated<double>(shape, x, 2, gated), expected), 1e-14);
    QCOMPARE_LT(relativeError(activated<float>(shape, x, 2, gated), expected), 1e-6);
    const std::vector<double> slope = activationSlope<double>(shape, x, dy, 2, gated);
    QCOMPARE_LT(relativeError(activationSlope<float>(shape, x, dy, 2, gated), slope), 1e-6);
    if (count < 1000) {
        const auto loss = [&](const std::vector<double>& at) {
            return dot(activated<double>(shape, at, 1, gated), dy);
        };
        QCOMPARE_LT(relativeError(slope, centralDifferences(x, loss)), 1e-6);
    }
    const std::vector<float> one = activated<float>(shape, x, 1, gated);
    const std::vector<float> oneSlope = activationSlope<float>(shape, x, dy, 1, gated);
    for (const int threads : { 2, 3, 5 }) {
        QVERIFY(sameBits(one, activated<float>(shape, x, threads, gated)));
        QVERIFY(sameBits(oneSlope, activationSlope<float>(shape, x, dy, threads, gated)));
    }
}

void TestElementwise::sumTakesTheBranchsPlace()
{
    for (const std::int64_t count : { 1LL, 31LL, 40003LL }) {
        const std::vector<float> x = randomValues<float>(count, 1);
        const std::vector<float> branch = randomValues<float>(count, 2);
        std::vector<float> expected(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            expected[i] = x[i] + branch[i];
        }
        for (const int threads : { 1, 3 }) {
            KernelCall<float> kernel;
            kernel.read("x", { 1, count }, x);
            auto& y = kernel.read("branch", { 1, count }, branch);
            kernel.writeInPlace("y", 1);
            ThreadPool pool(threads);
            runAdd<float>(kernel.call(), pool);
            QVERIFY(kernel.guardsHold());
            QVERIFY(sameBits(y.values(), expected));
        }
    }
}

void TestElementwise::dropout_data()
{
    QTest::addColumn<int>("site");
    QTest::addColumn<Shape>("shape");
    for (const auto& [name, site] :
        { std::pair { "alone", Site::Alone }, { "in place", Site::InPlace }, { "residual", Site::Residual } }) {
        for (const auto& [rows, width] : { std::pair { 1, 3 }, { 5, 7 }, { 331, 101 } }) {
            QTest::addRow("%s %d x %d", name, rows, width) << static_cast<int>(site) << Shape { rows, width };
        }
    }
}

void TestElementwise::dropout()
{
    QFETCH(int, site);
    QFETCH(Shape, shape);
    const auto where = static_cast<Site>(site);
    const Count count = shape.extents[0] * shape.extents[1];
    const std::vector<float> values = randomValues<float>(count, 1);
    const std::vector<float> residual = randomValues<float>(count, 2);
    const Dropped one = dropped(where, shape, values, residual, 1);
    QVERIFY(one.guardsHold);
    Count kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        QVERIFY(one.mask[i] <= 1);
        kept += one.mask[i];
        const float through = one.mask[i] != 0 ? values[i] * static_cast<float>(1.0 / 0.75) : 0.0F;
        QCOMPARE(one.y[i], where == Site::Residual ? residual[i] + through : through);
    }
    if (count > 1000) {
        const double share = static_cast<double>(kept) / static_cast<double>(count);
        QCOMPARE_LT(std::abs(share - 0.75), 4 * std::sqrt(0.75 * 0.25 / static_cast<double>(count)));
    }
    for (const int threads : { 2, 3, 5 }) {
        const Dropped other = dropped(where, shape, values, residual, threads);
        QVERIFY(sameBits(one.y, other.y));
        QCOMPARE(one.mask, other.mask);
    }
    // recomputed with its mask kept
    QVERIFY(sameBits(one.y, dropped(where, shape, values, residual, 2, 1, 3, false).y));
}

void TestElementwise::dropoutIsDrawnAnewEachStepAndStage()
{
    const Shape shape { 8, 32 };
    const std::vector<float> values = randomValues<float>(256, 1);
    const Mask mask = dropped(Site::Alone, shape, values, values, 1).mask;
    QVERIFY(mask != dropped(Site::Alone, shape, values, values, 1, 2).mask);
    QVERIFY(mask != dropped(Site::Alone, shape, values, values, 1, 1, 4).mask);
}

void TestElementwise::dropoutBackwardFollowsTheMask()
{
    const Shape shape { 3, 7 };
    const std::vector<float> dy = randomValues<float>(21, 1);
    const Mask mask = dropped(Site::Alone, shape, dy, dy, 1).mask;
    for (const bool inPlace : { false, true }) {
        KernelCall<float> kernel;
        kernel.facts.dropoutRate = 0.25;
        Buffer<float>* result = &kernel.read("dy", shape, dy);
        kernel.readMask("mask", shape, mask);
        if (inPlace) {
            kernel.writeInPlace("dx", 0);
        } else {
            result = &kernel.write("dx", shape);
        }
        ThreadPool pool(2);
        runDropoutBackward<float>(kernel.call(), pool);
        QVERIFY(kernel.guardsHold());
        for (std::size_t i = 0; i < dy.size(); ++i) {
            QCOMPARE(result->values()[i], mask[i] != 0 ? dy[i] * static_cast<float>(1.0 / 0.75) : 0.0F);
        }
    }
}

QTEST_APPLESS_MAIN(TestElementwise)
#include "tst_elementwise.moc"
