// SPDX-License-Identifier: MIT
#include "gpu/cpu/data.h"
#include "gpu/cpu/families.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/finite_differences.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

struct Case {
    Count batch = 1;
    Count sequence = 1;
    Count width = 1;
    Count vocab = 1;
    Count chunkRows = 1;
    bool tied = false;
    bool bias = false;

    [[nodiscard]] Count rows() const { return batch * sequence; }
};

RunFacts factsOf(const Case& c)
{
    RunFacts facts;
    facts.shape.batch = c.batch;
    facts.shape.sequence = c.sequence;
    facts.shape.vocab = c.vocab;
    facts.tiedHead = c.tied;
    facts.seed = 5;
    return facts;
}

template <class Real> struct StackLoss {
    double loss = 0.0;
    std::vector<Real> gradient;
};

template <class Real>
StackLoss<Real> stackLoss(Shape shape, const std::vector<double>& x, int threads, std::uint64_t seed = 5)
{
    KernelCall<Real> kernel;
    kernel.facts.seed = seed;
    auto& place = kernel.read("x", shape, narrowed<Real>(x));
    kernel.writeInPlace("dx", 0);
    ThreadPool pool(threads);
    runStackLoss<Real>(kernel.call(), pool);
    return kernel.guardsHold() ? StackLoss<Real> { kernel.results.loss, place.values() } : StackLoss<Real> {};
}

// Loss and gradient of the logits, with the platform's functions.
struct Expected {
    double loss = 0.0;
    std::vector<double> logitGradient;
};

Expected crossEntropy(const Case& c, const std::vector<double>& logits)
{
    const RunFacts facts = factsOf(c);
    Expected expected;
    const auto V = static_cast<std::size_t>(c.vocab);
    for (std::size_t row = 0; row < static_cast<std::size_t>(c.rows()); ++row) {
        const auto target = static_cast<std::size_t>(targetOf(facts, static_cast<std::int64_t>(row)));
        const double* own = logits.data() + row * V;
        const double most = *std::max_element(own, own + V);
        double sum = 0.0;
        for (std::size_t v = 0; v < V; ++v) {
            sum += std::exp(own[v] - most);
        }
        const double lse = most + std::log(sum);
        expected.loss += (lse - own[target]) / static_cast<double>(c.rows());
        for (std::size_t v = 0; v < V; ++v) {
            expected.logitGradient.push_back(
                (std::exp(own[v] - lse) - (v == target ? 1.0 : 0.0)) / static_cast<double>(c.rows()));
        }
    }
    return expected;
}

template <class Real> struct Full {
    double loss = 0.0;
    std::vector<Real> sums;
    std::vector<Real> gradient;
    bool guardsHold = false;
};

template <class Real> Full<Real> full(const Case& c, const std::vector<double>& logits, int threads)
{
    const Shape shape { c.rows(), c.vocab };
    ThreadPool pool(threads);
    KernelCall<Real> forward;
    forward.facts = factsOf(c);
    forward.read("logits", shape, narrowed<Real>(logits));
    auto& sums = forward.write("logit_lse", { c.rows() });
    runCrossEntropy<Real>(forward.call(), pool);
    KernelCall<Real> backward;
    backward.facts = factsOf(c);
    backward.read("logits", shape, narrowed<Real>(logits));
    backward.read("logit_lse", { c.rows() }, sums.values());
    auto& gradient = backward.write("d_logits", shape);
    runCrossEntropyBackward<Real>(backward.call(), pool);
    return { forward.results.loss, sums.values(), gradient.values(), forward.guardsHold() && backward.guardsHold() };
}

struct HeadValues {
    std::vector<double> rows;
    std::vector<double> weight; ///< (D, V), or (V, D) where tied
    std::vector<double> bias;
};

HeadValues headOf(const Case& c)
{
    return { widened(randomValues<float>(c.rows() * c.width, 1)), widened(randomValues<float>(c.width * c.vocab, 2)),
        widened(randomValues<float>(c.vocab, 3)) };
}

template <class Real> struct Chunked {
    double loss = 0.0;
    std::vector<Real> rows;
    std::vector<Real> weight;
    std::vector<Real> bias;
};

template <class Real> Chunked<Real> chunked(const Case& c, const HeadValues& v, int threads)
{
    KernelCall<Real> kernel;
    kernel.facts = factsOf(c);
    auto& rows = kernel.read("lnf", { c.rows(), c.width }, narrowed<Real>(v.rows));
    kernel.writeInPlace("d_lnf", 0);
    kernel.write("chunk_logits", { c.chunkRows, c.vocab });
    kernel.write("d_chunk_logits", { c.chunkRows, c.vocab });
    const Shape shape = c.tied ? Shape { c.vocab, c.width } : Shape { c.width, c.vocab };
    kernel.parameter("head.weight", shape, narrowed<Real>(v.weight));
    auto& weight = kernel.gradient("head.weight", shape, std::vector<Real>(v.weight.size()));
    Buffer<Real>* bias = nullptr;
    if (c.bias) {
        kernel.parameter("head.bias", { c.vocab }, narrowed<Real>(v.bias));
        bias = &kernel.gradient("head.bias", { c.vocab }, std::vector<Real>(v.bias.size()));
    }
    ThreadPool pool(threads);
    runChunkedLoss<Real>(kernel.call(), pool);
    if (!kernel.guardsHold()) {
        return {};
    }
    return { kernel.results.loss, rows.values(), weight.values(),
        bias != nullptr ? bias->values() : std::vector<Real> {} };
}

std::vector<double> logitsOf(const Case& c, const HeadValues& v)
{
    std::vector<double> logits;
    for (Count row = 0; row < c.rows(); ++row) {
        for (Count word = 0; word < c.vocab; ++word) {
            double sum = c.bias ? v.bias[static_cast<std::size_t>(word)] : 0.0;
            for (Count i = 0; i < c.width; ++i) {
                const Count at = c.tied ? word * c.width + i : i * c.vocab + word;
                sum += v.rows[static_cast<std::size_t>(row * c.width + i)] * v.weight[static_cast<std::size_t>(at)];
            }
            logits.push_back(sum);
        }
    }
    return logits;
}

} // namespace

Q_DECLARE_METATYPE(Case)
Q_DECLARE_METATYPE(Shape)

class TestLoss : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stackLoss_data();
    void stackLoss();
    void crossEntropy_data();
    void crossEntropy();
    void largeLogitsDoNotOverflow();
    void chunkedLoss_data();
    void chunkedLoss();
};

void TestLoss::stackLoss_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::newRow("one") << Shape { 1, 1 };
    QTest::newRow("odd") << Shape { 3, 7 };
    QTest::newRow("many pieces") << Shape { 401, 129 };
}

// <x, R>/rows: the gradient is R/rows whatever x is, so that the loss can be had from it.
void TestLoss::stackLoss()
{
    QFETCH(Shape, shape);
    const Count count = shape.extents[0] * shape.extents[1];
    const std::vector<double> x = widened(randomValues<float>(count, 1));
    const StackLoss<double> wide = ::stackLoss<double>(shape, x, 1);
    const StackLoss<float> single = ::stackLoss<float>(shape, x, 1);
    QVERIFY(!single.gradient.empty());
    QCOMPARE_LT(std::abs(wide.loss - dot(x, wide.gradient)), 1e-12 * static_cast<double>(count));
    QCOMPARE(relativeError(single.gradient, wide.gradient), 0.0);
    QCOMPARE(single.loss, wide.loss);
    QVERIFY(sameBits(single.gradient, ::stackLoss<float>(shape, std::vector<double>(x.size(), 3.0), 2).gradient));
    QVERIFY(!sameBits(single.gradient, ::stackLoss<float>(shape, x, 1, 6).gradient));
    double square = 0.0;
    for (const double value : wide.gradient) {
        square += value * value * static_cast<double>(shape.extents[0] * shape.extents[0]);
    }
    if (count > 1000) {
        QCOMPARE_LT(std::abs(square / static_cast<double>(count) - 1.0), 0.03); // R has variance 1
    }
    for (const int threads : { 2, 3, 5 }) {
        const StackLoss<float> other = ::stackLoss<float>(shape, x, threads);
        QCOMPARE(other.loss, single.loss);
        QVERIFY(sameBits(other.gradient, single.gradient));
    }
}

void TestLoss::crossEntropy_data()
{
    QTest::addColumn<Case>("c");
    QTest::newRow("one word") << Case { 1, 1, 1, 1, 1, false, false };
    QTest::newRow("odd") << Case { 2, 3, 1, 37, 1, false, false };
    QTest::newRow("many rows") << Case { 3, 67, 1, 101, 1, false, false };
}

void TestLoss::crossEntropy()
{
    QFETCH(Case, c);
    const std::vector<double> logits = widened(randomValues<float>(c.rows() * c.vocab, 1));
    const Expected expected = ::crossEntropy(c, logits);
    const Full<double> wide = full<double>(c, logits, 2);
    const Full<float> single = full<float>(c, logits, 1);
    QVERIFY(wide.guardsHold && single.guardsHold);
    QCOMPARE_LT(std::abs(wide.loss - expected.loss), 1e-13);
    QCOMPARE_LT(std::abs(single.loss - expected.loss), 2e-6);
    for (const int threads : { 2, 3, 5 }) {
        const Full<float> other = full<float>(c, logits, threads);
        QCOMPARE(other.loss, single.loss);
        QVERIFY(sameBits(other.sums, single.sums));
        QVERIFY(sameBits(other.gradient, single.gradient));
    }
    if (c.vocab == 1) {
        QCOMPARE(single.loss, 0.0);
        QCOMPARE(single.gradient.front(), 0.0F);
        return;
    }
    QCOMPARE_LT(relativeError(wide.gradient, expected.logitGradient), 1e-13);
    QCOMPARE_LT(relativeError(single.gradient, expected.logitGradient), 2e-6);
    if (c.rows() < 10) {
        const auto loss = [&](const std::vector<double>& at) { return full<double>(c, at, 1).loss; };
        QCOMPARE_LT(relativeError(wide.gradient, centralDifferences(logits, loss)), 1e-6);
    }
}

void TestLoss::largeLogitsDoNotOverflow()
{
    const Case c { 1, 2, 1, 5, 1, false, false };
    const std::vector<double> logits { 1e30, -1e30, 0, 1e30, 3, -1e30, -1e30, -1e30, -1e30, -1e30 };
    const Full<float> single = full<float>(c, logits, 1);
    for (const float value : single.gradient) {
        QVERIFY(std::isfinite(value));
    }
    std::vector<double> broken = logits;
    broken[3] = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(std::isnan(full<float>(c, broken, 1).loss));
}

void TestLoss::chunkedLoss_data()
{
    QTest::addColumn<Case>("c");
    for (const bool tied : { false, true }) {
        for (const bool bias : { false, true }) {
            const auto row = [&](const char* name, Case c) {
                c.tied = tied;
                c.bias = bias;
                QTest::addRow("%s%s%s", name, tied ? ", tied" : "", bias ? ", bias" : "") << c;
            };
            row("one chunk", { 1, 3, 5, 7, 3 });
            row("chunks with a rest", { 2, 5, 6, 37, 4 });
            row("many", { 3, 67, 33, 101, 50 });
        }
    }
}

void TestLoss::chunkedLoss()
{
    QFETCH(Case, c);
    const HeadValues v = headOf(c);
    const Expected expected = ::crossEntropy(c, logitsOf(c, v));
    const Chunked<double> wide = chunked<double>(c, v, 2);
    const Chunked<float> single = chunked<float>(c, v, 1);
    QCOMPARE_LT(std::abs(wide.loss - expected.loss), 1e-13);
    QCOMPARE_LT(std::abs(single.loss - expected.loss), 5e-6);
    QCOMPARE_LT(relativeError(single.rows, wide.rows), 1e-5);
    QCOMPARE_LT(relativeError(single.weight, wide.weight), 1e-5);
    QCOMPARE_LT(relativeError(single.bias, wide.bias), 1e-5);
    for (const int threads : { 2, 3, 5 }) {
        const Chunked<float> other = chunked<float>(c, v, threads);
        QCOMPARE(other.loss, single.loss);
        QVERIFY(sameBits(other.rows, single.rows));
        QVERIFY(sameBits(other.weight, single.weight));
        QVERIFY(sameBits(other.bias, single.bias));
    }
    if (c.rows() > 10) {
        return;
    }
    const auto numeric = [&](std::vector<double> HeadValues::*which) {
        return centralDifferences(v.*which, [&](const std::vector<double>& values) {
            HeadValues changed = v;
            changed.*which = values;
            return chunked<double>(c, changed, 1).loss;
        });
    };
    QCOMPARE_LT(relativeError(wide.rows, numeric(&HeadValues::rows)), 1e-6);
    QCOMPARE_LT(relativeError(wide.weight, numeric(&HeadValues::weight)), 1e-6);
    if (c.bias) {
        QCOMPARE_LT(relativeError(wide.bias, numeric(&HeadValues::bias)), 1e-6);
    }
}

QTEST_APPLESS_MAIN(TestLoss)
#include "tst_loss.moc"
