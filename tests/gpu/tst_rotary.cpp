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

// `tail`: columns behind query and key, the value's where the whole qkv is turned.
struct Case {
    Count batch = 1;
    Count sequence = 1;
    Count heads = 1;
    Count kvHeads = 1;
    Count headDim = 2;
    Count tail = 0;

    [[nodiscard]] Count rows() const { return batch * sequence; }
    [[nodiscard]] Count width() const { return (heads + kvHeads) * headDim + tail; }
};

template <class Real>
std::vector<Real> turned(const Case& c, const std::vector<double>& x, int threads, bool backwards = false)
{
    KernelCall<Real> kernel;
    LocalShape& shape = kernel.facts.shape;
    shape.batch = c.batch;
    shape.sequence = c.sequence;
    shape.heads = c.heads;
    shape.kvHeads = c.kvHeads;
    shape.headDim = c.headDim;
    auto& values = kernel.read("qk", { c.rows(), c.width() }, narrowed<Real>(x));
    kernel.writeInPlace("turned", 0);
    ThreadPool pool(threads);
    (backwards ? runRotaryBackward<Real> : runRotary<Real>)(kernel.call(), pool);
    return kernel.guardsHold() ? values.values() : std::vector<Real> {};
}

// As the Llama family has it: x cos + rotate_half(x) sin, angle = position * 10000^(-2i/head_dim).
std::vector<double> reference(const Case& c, const std::vector<double>& x)
{
    std::vector<double> y = x;
    const Count half = c.headDim / 2;
    for (Count row = 0; row < c.rows(); ++row) {
        for (Count head = 0; head < c.heads + c.kvHeads; ++head) {
            for (Count i = 0; i < half; ++i) {
                const long double share = static_cast<long double>(2 * i) / static_cast<long double>(c.headDim);
                const long double angle = static_cast<long double>(row % c.sequence) * std::pow(10000.0L, -share);
                const auto sine = static_cast<double>(std::sin(angle));
                const auto cosine = static_cast<double>(std::cos(angle));
                const auto low = static_cast<std::size_t>(row * c.width() + head * c.headDim + i);
                const std::size_t high = low + static_cast<std::size_t>(half);
                y[low] = x[low] * cosine - x[high] * sine;
                y[high] = x[high] * cosine + x[low] * sine;
            }
        }
    }
    return y;
}

} // namespace

Q_DECLARE_METATYPE(Case)

class TestRotary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsAsTheReference_data();
    void turnsAsTheReference();
    void latePositionsKeepTheirDigits();
};

void TestRotary::turnsAsTheReference_data()
{
    QTest::addColumn<Case>("c");
    QTest::newRow("one position") << Case { 1, 1, 1, 1, 2, 0 };
    QTest::newRow("query and key apart") << Case { 2, 5, 2, 2, 6, 0 };
    QTest::newRow("with the value behind") << Case { 2, 7, 4, 2, 8, 16 };
    QTest::newRow("one key head, wide heads") << Case { 1, 33, 3, 1, 130, 130 };
}

void TestRotary::turnsAsTheReference()
{
    QFETCH(Case, c);
    const std::vector<double> x = widened(randomValues<float>(c.rows() * c.width(), 1));
    const std::vector<double> expected = reference(c, x);
    QCOMPARE_LT(relativeError(turned<double>(c, x, 2), expected), 1e-13);
    const std::vector<float> single = turned<float>(c, x, 1);
    QCOMPARE_LT(relativeError(single, expected), 5e-7);
    for (const int threads : { 2, 3, 5 }) {
        QVERIFY(sameBits(single, turned<float>(c, x, threads)));
    }
    // the gradient turns back
    const std::vector<double> dy = widened(randomValues<float>(c.rows() * c.width(), 2));
    const auto loss = [&](const std::vector<double>& at) { return dot(turned<double>(c, at, 1), dy); };
    const std::vector<double> slope = turned<double>(c, dy, 2, true);
    QVERIFY(sameBits(slope, turned<double>(c, dy, 1, true)));
    QCOMPARE_LT(relativeError(turned<double>(c, expected, 1, true), x), 1e-13);
    if (x.size() < 1000) {
        QCOMPARE_LT(relativeError(slope, centralDifferences(x, loss)), 1e-6);
    }
    if (c.sequence > 1) {
        QCOMPARE_GT(relativeError(turned<double>(c, x, 1, true), expected), 1e-3); // the other way is another
    }
}

void TestRotary::latePositionsKeepTheirDigits()
{
    const Case c { 1, 200000, 1, 1, 4, 0 };
    const std::vector<double> x(static_cast<std::size_t>(c.rows() * c.width()), 1.0);
    QCOMPARE_LT(relativeError(turned<float>(c, x, 2), reference(c, x)), 5e-7);
}

QTEST_APPLESS_MAIN(TestRotary)
#include "tst_rotary.moc"
