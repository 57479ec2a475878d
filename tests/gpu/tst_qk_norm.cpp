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

struct Case {
    QkNorm kind = QkNorm::PerHead;
    Count rows = 1;
    Count heads = 1;
    Count kvHeads = 1;
    Count headDim = 1;

    [[nodiscard]] bool perHead() const { return kind == QkNorm::PerHead; }
    [[nodiscard]] Count stride() const { return (heads + 2 * kvHeads) * headDim; }
    [[nodiscard]] Count pairWidth() const { return (heads + kvHeads) * headDim; }
    [[nodiscard]] Count parts() const { return perHead() ? heads + kvHeads : 2; }
    [[nodiscard]] Count queryWeights() const { return perHead() ? headDim : heads * headDim; }
    [[nodiscard]] Count keyWeights() const { return perHead() ? headDim : kvHeads * headDim; }
};

struct Values {
    std::vector<double> raw;
    std::vector<double> query;
    std::vector<double> key;
    std::vector<double> incoming; ///< gradient of qkv
};

Values valuesOf(const Case& c)
{
    return { widened(randomValues<float>(c.rows * c.stride(), 1)), widened(randomValues<float>(c.queryWeights(), 2)),
        widened(randomValues<float>(c.keyWeights(), 3)), widened(randomValues<float>(c.rows * c.stride(), 4)) };
}

template <class Real> void setUp(KernelCall<Real>& kernel, const Case& c)
{
    kernel.facts.qkNorm = c.kind;
    kernel.facts.norm = Norm::RmsNorm;
    kernel.facts.shape.heads = c.heads;
    kernel.facts.shape.kvHeads = c.kvHeads;
    kernel.facts.shape.headDim = c.headDim;
}

template <class Real> struct Forward {
    std::vector<Real> pair;
    std::vector<Real> statistics;
};

template <class Real> Forward<Real> forward(const Case& c, const Values& v, int threads)
{
    KernelCall<Real> kernel;
    setUp(kernel, c);
    kernel.read("qkv", { c.rows, c.stride() }, narrowed<Real>(v.raw));
    auto& pair = kernel.write("qk_normed", { c.rows, c.pairWidth() });
    auto& statistics = kernel.write("qk_stats", { c.rows, c.parts() });
    kernel.parameter("q_norm.weight", { c.queryWeights() }, narrowed<Real>(v.query));
    kernel.parameter("k_norm.weight", { c.keyWeights() }, narrowed<Real>(v.key));
    ThreadPool pool(threads);
    runQkNorm<Real>(kernel.call(), pool);
    return kernel.guardsHold() ? Forward<Real> { pair.values(), statistics.values() } : Forward<Real> {};
}

template <class Real> struct Backward {
    std::vector<Real> raw;
    std::vector<Real> query;
    std::vector<Real> key;
};

template <class Real>
Backward<Real> backward(const Case& c, const Values& v, const std::vector<Real>& statistics, int threads)
{
    KernelCall<Real> kernel;
    setUp(kernel, c);
    auto& gradient = kernel.read("d_qkv", { c.rows, c.stride() }, narrowed<Real>(v.incoming));
    kernel.read("qkv", { c.rows, c.stride() }, narrowed<Real>(v.raw));
    kernel.read("qk_stats", { c.rows, c.parts() }, statistics);
    kernel.writeInPlace("d_qkv_raw", 0);
    kernel.parameter("q_norm.weight", { c.queryWeights() }, narrowed<Real>(v.query));
    kernel.parameter("k_norm.weight", { c.keyWeights() }, narrowed<Real>(v.key));
    // gradients of weights are added to: what was there is 1
    auto& query = kernel.gradient("q", { c.queryWeights() }, std::vector<Real>(v.query.size(), Real { 1 }));
    auto& key = kernel.gradient("k", { c.keyWeights() }, std::vector<Real>(v.key.size(), Real { 1 }));
    ThreadPool pool(threads);
    runQkNormBackward<Real>(kernel.call(), pool);
    return kernel.guardsHold() ? Backward<Real> { gradient.values(), query.values(), key.values() } : Backward<Real> {};
}

// Every head alone, or query and key whole, over the root of its mean square.
std::vector<double> reference(const Case& c, const Values& v)
{
    std::vector<double> pair;
    for (Count row = 0; row < c.rows; ++row) {
        for (Count part = 0; part < c.parts(); ++part) {
            const bool query = c.perHead() ? part < c.heads : part == 0;
            const Count width = c.perHead() ? c.headDim : (query ? c.heads : c.kvHeads) * c.headDim;
            const Count from = row * c.stride() + (c.perHead() ? part * c.headDim : (query ? 0 : c.heads * c.headDim));
            double square = 0.0;
            for (Count i = 0; i < width; ++i) {
                square += v.raw[static_cast<std::size_t>(from + i)] * v.raw[static_cast<std::size_t>(from + i)];
            }
            const double root = std::sqrt(square / static_cast<double>(width) + 1e-5);
            for (Count i = 0; i < width; ++i) {
                const auto at = static_cast<std::size_t>(i);
                pair.push_back(v.raw[static_cast<std::size_t>(from + i)] / root * (query ? v.query[at] : v.key[at]));
            }
        }
    }
    return pair;
}

// The columns of query and key of every row.
std::vector<double> pairColumns(const Case& c, const std::vector<double>& rows)
{
    std::vector<double> columns;
    for (Count row = 0; row < c.rows; ++row) {
        const auto begin = rows.begin() + row * c.stride();
        columns.insert(columns.end(), begin, begin + c.pairWidth());
    }
    return columns;
}

} // namespace

Q_DECLARE_METATYPE(Case)

class TestQkNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forwardAndBackward_data();
    void forwardAndBackward();
};

void TestQkNorm::forwardAndBackward_data()
{
    QTest::addColumn<Case>("c");
    for (const auto& [name, kind] :
        { std::pair { "per head", QkNorm::PerHead }, { "full width", QkNorm::FullWidth } }) {
        QTest::addRow("%s, one of each", name) << Case { kind, 1, 1, 1, 3 };
        QTest::addRow("%s, grouped", name) << Case { kind, 5, 4, 2, 6 };
        QTest::addRow("%s, odd", name) << Case { kind, 67, 3, 1, 33 };
    }
}

void TestQkNorm::forwardAndBackward()
{
    QFETCH(Case, c);
    const Values v = valuesOf(c);
    const std::vector<double> expected = reference(c, v);
    const Forward<double> wide = forward<double>(c, v, 2);
    const Forward<float> single = forward<float>(c, v, 1);
    QCOMPARE_LT(relativeError(wide.pair, expected), 1e-13);
    QCOMPARE_LT(relativeError(single.pair, expected), 2e-6);
    const Backward<double> slopes = backward<double>(c, v, wide.statistics, 2);
    const Backward<float> singleSlopes = backward<float>(c, v, single.statistics, 1);
    QCOMPARE_LT(relativeError(singleSlopes.raw, slopes.raw), 1e-5);
    QCOMPARE_LT(relativeError(singleSlopes.query, slopes.query), 1e-5);
    for (const int threads : { 2, 3, 5 }) {
        QVERIFY(sameBits(single.pair, forward<float>(c, v, threads).pair));
        const Backward<float> other = backward<float>(c, v, single.statistics, threads);
        QVERIFY(sameBits(singleSlopes.raw, other.raw));
        QVERIFY(sameBits(singleSlopes.query, other.query));
        QVERIFY(sameBits(singleSlopes.key, other.key));
    }
    // the value's gradient passes untouched
    for (Count row = 0; row < c.rows; ++row) {
        for (Count i = row * c.stride() + c.pairWidth(); i < (row + 1) * c.stride(); ++i) {
            QCOMPARE(slopes.raw[static_cast<std::size_t>(i)], v.incoming[static_cast<std::size_t>(i)]);
        }
    }
    if (c.rows > 10) {
        return;
    }
    const std::vector<double> dy = pairColumns(c, v.incoming);
    const auto numeric = [&](std::vector<double> Values::*which) {
        return centralDifferences(v.*which, [&](const std::vector<double>& values) {
            Values changed = v;
            changed.*which = values;
            return dot(forward<double>(c, changed, 1).pair, dy);
        });
    };
    QCOMPARE_LT(relativeError(pairColumns(c, slopes.raw), pairColumns(c, numeric(&Values::raw))), 1e-6);
    QCOMPARE_LT(
        relativeError(difference(slopes.query, std::vector<double>(v.query.size(), 1.0)), numeric(&Values::query)),
        1e-6);
    QCOMPARE_LT(
        relativeError(difference(slopes.key, std::vector<double>(v.key.size(), 1.0)), numeric(&Values::key)), 1e-6);
}

QTEST_APPLESS_MAIN(TestQkNorm)
#include "tst_qk_norm.moc"
