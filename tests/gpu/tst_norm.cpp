// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/finite_differences.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <string>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

// Where dx goes, as core lists it.
enum class Form { New, InIncoming, AddedInPlace, AddedAnew };

struct Case {
    Norm norm = Norm::LayerNorm;
    bool bias = true;
    Form form = Form::New;
    std::int64_t rows = 1;
    std::int64_t width = 1;

    [[nodiscard]] bool centred() const { return norm != Norm::RmsNorm; }
    [[nodiscard]] bool weighted() const { return norm != Norm::LayerNormNoAffine; }
    [[nodiscard]] bool biased() const { return norm == Norm::LayerNorm && bias; }
    [[nodiscard]] Shape shape() const { return { rows, width }; }
    [[nodiscard]] Shape statistics() const { return { rows, centred() ? 2 : 1 }; }
};

struct Values {
    std::vector<double> x;
    std::vector<double> weight;
    std::vector<double> bias;
    std::vector<double> dy;
    std::vector<double> existing;
    std::vector<double> weightBefore;
    std::vector<double> biasBefore;
};

Values valuesOf(const Case& c)
{
    Values v;
    v.x = widened(randomValues<float>(c.rows * c.width, 1));
    v.weight = widened(randomValues<float>(c.width, 2));
    v.bias = widened(randomValues<float>(c.width, 3));
    v.dy = widened(randomValues<float>(c.rows * c.width, 4));
    v.existing = widened(randomValues<float>(c.rows * c.width, 5));
    v.weightBefore = widened(randomValues<float>(c.width, 6));
    v.biasBefore = widened(randomValues<float>(c.width, 7));
    return v;
}

template <class Real> struct Forward {
    std::vector<Real> y;
    std::vector<Real> statistics;
    bool guardsHold = false;
};

template <class Real> Forward<Real> forward(const Case& c, const Values& v, int threads)
{
    KernelCall<Real> kernel;
    kernel.facts.norm = c.norm;
    kernel.read("x", c.shape(), narrowed<Real>(v.x));
    auto& y = kernel.write("y", c.shape());
    auto& statistics = kernel.write("stats", c.statistics());
    if (c.weighted()) {
        kernel.parameter("norm.weight", { c.width }, narrowed<Real>(v.weight));
    }
    if (c.biased()) {
        kernel.parameter("norm.bias", { c.width }, narrowed<Real>(v.bias));
    }
    ThreadPool pool(threads);
    runNorm<Real>(kernel.call(), pool);
    return { y.values(), statistics.values(), kernel.guardsHold() };
}

template <class Real> struct Backward {
    std::vector<Real> dx;
    std::vector<Real> weight;
    std::vector<Real> bias;
    bool guardsHold = false;
};

template <class Real>
Backward<Real> backward(const Case& c, const Values& v, const std::vector<Real>& statistics, int threads)
{
    KernelCall<Real> kernel;
    kernel.facts.norm = c.norm;
    auto& incoming = kernel.read("dy", c.shape(), narrowed<Real>(v.dy));
    kernel.read("x", c.shape(), narrowed<Real>(v.x));
    kernel.read("stats", c.statistics(), statistics);
    const bool added = c.form == Form::AddedInPlace || c.form == Form::AddedAnew;
    Buffer<Real>* result = &incoming;
    if (added) {
        result = &kernel.read("existing", c.shape(), narrowed<Real>(v.existing));
    }
    if (c.form == Form::AddedInPlace || c.form == Form::InIncoming) {
        kernel.writeInPlace("dx", static_cast<std::int8_t>(added ? 3 : 0));
    } else {
        result = &kernel.write("dx", c.shape());
    }
    Buffer<Real>* weight = nullptr;
    Buffer<Real>* bias = nullptr;
    if (c.weighted()) {
        kernel.parameter("norm.weight", { c.width }, narrowed<Real>(v.weight));
        weight = &kernel.gradient("norm.weight", { c.width }, narrowed<Real>(v.weightBefore));
    }
    if (c.biased()) {
        bias = &kernel.gradient("norm.bias", { c.width }, narrowed<Real>(v.biasBefore));
    }
    ThreadPool pool(threads);
    runNormBackward<Real>(kernel.call(), pool);
    return { result->values(), weight != nullptr ? weight->values() : std::vector<Real> {},
        bias != nullptr ? bias->values() : std::vector<Real> {}, kernel.guardsHold() };
}

// Written out row by row with the platform's square root.
Forward<double> reference(const Case& c, const Values& v)
{
    Forward<double> result;
    for (std::int64_t row = 0; row < c.rows; ++row) {
        const double* x = v.x.data() + row * c.width;
        double mean = 0.0;
        double square = 0.0;
        for (std::int64_t i = 0; i < c.width && c.centred(); ++i) {
            mean += x[i] / static_cast<double>(c.width);
        }
        for (std::int64_t i = 0; i < c.width; ++i) {
            square += (x[i] - mean) * (x[i] - mean) / static_cast<double>(c.width);
        }
        const double inverse = 1.0 / std::sqrt(square + 1e-5);
        for (std::int64_t i = 0; i < c.width; ++i) {
            const auto at = static_cast<std::size_t>(i);
            result.y.push_back(
                (x[i] - mean) * inverse * (c.weighted() ? v.weight[at] : 1.0) + (c.biased() ? v.bias[at] : 0.0));
        }
        if (c.centred()) {
            result.statistics.push_back(mean);
        }
        result.statistics.push_back(inverse);
    }
    return result;
}

std::vector<double> sum(const std::vector<double>& a, const std::vector<double>& b)
{
    return difference(a, difference(std::vector<double>(b.size()), b));
}

constexpr double kSingle = 4e-6;
constexpr double kDouble = 1e-13;

} // namespace

class TestNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesAReference_data();
    void matchesAReference();
    void backwardIsTheSlope_data() { matchesAReference_data(); }
    void backwardIsTheSlope();
    void anyNumberOfThreadsGivesTheSameBits_data() { matchesAReference_data(); }
    void anyNumberOfThreadsGivesTheSameBits();
    void aResultThatNobodyWantsIsNotWritten();
    void aStaleStatisticIsSeen();
};

Q_DECLARE_METATYPE(Case)

void TestNorm::matchesAReference_data()
{
    QTest::addColumn<Case>("c");
    struct Kind {
        const char* name;
        Norm norm;
        bool bias;
    };
    const Kind kinds[] = { { "layernorm", Norm::LayerNorm, true }, { "layernorm without bias", Norm::LayerNorm, false },
        { "rmsnorm", Norm::RmsNorm, false }, { "layernorm without weights", Norm::LayerNormNoAffine, false } };
    const std::pair<const char*, Form> forms[] = { { "new", Form::New }, { "in dy", Form::InIncoming },
        { "added in place", Form::AddedInPlace }, { "added anew", Form::AddedAnew } };
    const std::pair<std::int64_t, std::int64_t> sizes[] = { { 1, 3 }, { 3, 5 }, { 7, 31 }, { 5, 32 }, { 33, 33 },
        { 2, 129 }, { 67, 8 } };
    for (const Kind& kind : kinds) {
        for (const auto& [formName, form] : forms) {
            for (const auto& [rows, width] : sizes) {
                QTest::addRow("%s, %s, %d x %d", kind.name, formName, static_cast<int>(rows), static_cast<int>(width))
                    << Case { kind.norm, kind.bias, form, rows, width };
            }
        }
    }
}

void TestNorm::matchesAReference()
{
    QFETCH(Case, c);
    const Values v = valuesOf(c);
    const Forward<double> expected = reference(c, v);
    const Forward<double> wide = forward<double>(c, v, 2);
    const Forward<float> single = forward<float>(c, v, 2);
    QVERIFY(wide.guardsHold && single.guardsHold);
    QCOMPARE_LT(relativeError(wide.y, expected.y), kDouble);
    QCOMPARE_LT(relativeError(wide.statistics, expected.statistics), kDouble);
    QCOMPARE_LT(relativeError(single.y, expected.y), kSingle);
    QCOMPARE_LT(relativeError(single.statistics, expected.statistics), kSingle);
    // and backward in single precision against double
    const Backward<double> slopes = backward<double>(c, v, wide.statistics, 2);
    const Backward<float> singleSlopes = backward<float>(c, v, single.statistics, 2);
    QVERIFY(slopes.guardsHold && singleSlopes.guardsHold);
    QCOMPARE_LT(relativeError(singleSlopes.dx, slopes.dx), 10 * kSingle);
    QCOMPARE_LT(relativeError(singleSlopes.weight, slopes.weight), kSingle);
    QCOMPARE_LT(relativeError(singleSlopes.bias, slopes.bias), kSingle);
}

void TestNorm::backwardIsTheSlope()
{
    QFETCH(Case, c);
    const Values v = valuesOf(c);
    const Backward<double> slopes = backward<double>(c, v, forward<double>(c, v, 1).statistics, 1);
    const auto loss = [&](std::vector<double> Values::*which, const std::vector<double>& values) {
        Values changed = v;
        changed.*which = values;
        return dot(forward<double>(c, changed, 1).y, v.dy);
    };
    const auto numeric = [&](std::vector<double> Values::*which) {
        return centralDifferences(v.*which, [&](const std::vector<double>& values) { return loss(which, values); });
    };
    std::vector<double> dx = numeric(&Values::x);
    if (c.form == Form::AddedInPlace || c.form == Form::AddedAnew) {
        dx = sum(dx, v.existing);
    }
    QCOMPARE_LT(relativeError(slopes.dx, dx), 1e-6);
    if (c.weighted()) {
        QCOMPARE_LT(relativeError(difference(slopes.weight, v.weightBefore), numeric(&Values::weight)), 1e-6);
    }
    if (c.biased()) {
        QCOMPARE_LT(relativeError(difference(slopes.bias, v.biasBefore), numeric(&Values::bias)), 1e-6);
    }
}

void TestNorm::anyNumberOfThreadsGivesTheSameBits()
{
    QFETCH(Case, c);
    c.rows *= 37; // several pieces
    const Values v = valuesOf(c);
    const Forward<float> first = forward<float>(c, v, 1);
    const Backward<float> firstSlopes = backward<float>(c, v, first.statistics, 1);
    for (const int threads : { 2, 3, 5 }) {
        const Forward<float> other = forward<float>(c, v, threads);
        QVERIFY(sameBits(first.y, other.y));
        QVERIFY(sameBits(first.statistics, other.statistics));
        const Backward<float> slopes = backward<float>(c, v, first.statistics, threads);
        QVERIFY(sameBits(firstSlopes.dx, slopes.dx));
        QVERIFY(sameBits(firstSlopes.weight, slopes.weight));
        QVERIFY(sameBits(firstSlopes.bias, slopes.bias));
    }
}

// Recomputed with the statistics kept: only the rows are wanted, and they are the same bits.
void TestNorm::aResultThatNobodyWantsIsNotWritten()
{
    const Case c { Norm::LayerNorm, true, Form::New, 5, 33 };
    const Values v = valuesOf(c);
    const Forward<float> whole = forward<float>(c, v, 1);
    for (const bool rowsWanted : { true, false }) {
        KernelCall<float> kernel;
        kernel.read("x", c.shape(), narrowed<float>(v.x));
        Buffer<float>* result = nullptr;
        if (rowsWanted) {
            result = &kernel.write("y", c.shape());
            kernel.writeNothing("stats", {});
        } else {
            kernel.writeNothing("y", {});
            result = &kernel.write("stats", c.statistics());
        }
        kernel.parameter("norm.weight", { c.width }, narrowed<float>(v.weight));
        kernel.parameter("norm.bias", { c.width }, narrowed<float>(v.bias));
        ThreadPool pool(2);
        runNorm<float>(kernel.call(), pool);
        QVERIFY(kernel.guardsHold());
        QVERIFY(sameBits(result->values(), rowsWanted ? whole.y : whole.statistics));
    }
}

// The comparisons above must not pass whatever comes in.
void TestNorm::aStaleStatisticIsSeen()
{
    const Case c { Norm::LayerNorm, true, Form::New, 3, 17 };
    const Values v = valuesOf(c);
    std::vector<double> statistics = forward<double>(c, v, 1).statistics;
    const Backward<double> good = backward<double>(c, v, statistics, 1);
    statistics[1] *= 1.0 + 1e-5;
    const Backward<double> stale = backward<double>(c, v, statistics, 1);
    QCOMPARE_GT(relativeError(stale.dx, good.dx), 1e-6);
    QVERIFY(!sameBits(stale.dx, good.dx));
    statistics[1] = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(std::isinf(relativeError(backward<double>(c, v, statistics, 1).dx, good.dx)));
}

QTEST_APPLESS_MAIN(TestNorm)
#include "tst_norm.moc"
