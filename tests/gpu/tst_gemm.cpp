// SPDX-License-Identifier: MIT
#include "gpu/cpu/blas.h"
#include "gpu/cpu/gemm.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <limits>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

struct Sizes {
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
};

// A product with rows longer than what is used of them, and C among guards.
template <class Real> struct Problem {
    Problem(Sizes wanted, bool aTransposed, bool bTransposed)
        : sizes(wanted)
        , aStride((aTransposed ? sizes.m : sizes.k) + 3)
        , bStride((bTransposed ? sizes.k : sizes.n) + 5)
        , cStride(sizes.n + 2)
        , a(randomValues<Real>((aTransposed ? sizes.k : sizes.m) * aStride, 1))
        , b(randomValues<Real>((bTransposed ? sizes.n : sizes.k) * bStride, 2))
        , start(randomValues<Real>(sizes.m * cStride, 3))
        , bias(randomValues<Real>(sizes.n, 4))
        , c(sizes.m * cStride)
    {
        gemm = { sizes.m, sizes.n, sizes.k, { a.data(), aStride, aTransposed }, { b.data(), bStride, bTransposed },
            c.data(), cStride, 1, 0, nullptr };
    }

    [[nodiscard]] std::vector<double> expected() const
    {
        std::vector<double> result(start.begin(), start.end());
        for (std::int64_t i = 0; i < sizes.m; ++i) {
            for (std::int64_t j = 0; j < sizes.n; ++j) {
                double sum = 0;
                for (std::int64_t k = 0; k < sizes.k; ++k) {
                    const auto left = a[index(gemm.a.transposed ? k * aStride + i : i * aStride + k)];
                    const auto right = b[index(gemm.b.transposed ? j * bStride + k : k * bStride + j)];
                    sum += static_cast<double>(left) * static_cast<double>(right);
                }
                double& out = result[index(i * cStride + j)];
                const double before = gemm.bias != nullptr ? static_cast<double>(bias[index(j)])
                    : gemm.beta == 0                       ? 0.0
                                                           : static_cast<double>(gemm.beta) * out;
                out = static_cast<double>(gemm.alpha) * sum + before;
            }
        }
        return result;
    }

    // C before: `start`, but NaN where beta is 0 and nothing of it may be read.
    void reset()
    {
        std::vector<Real> values = start;
        if (gemm.beta == 0) {
            for (std::int64_t i = 0; i < sizes.m; ++i) {
                for (std::int64_t j = 0; j < sizes.n; ++j) {
                    values[index(i * cStride + j)] = std::numeric_limits<Real>::quiet_NaN();
                }
            }
        }
        c.poison();
        c.set(values);
    }

    static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

    Sizes sizes;
    std::int64_t aStride;
    std::int64_t bStride;
    std::int64_t cStride;
    std::vector<Real> a;
    std::vector<Real> b;
    std::vector<Real> start;
    std::vector<Real> bias;
    Buffer<Real> c;
    Gemm<Real> gemm;
};

template <class Real> constexpr double kTolerance = sizeof(Real) == 4 ? 2e-5 : 1e-14;

template <class Real> void agreesWithSums(Sizes sizes, bool aTransposed, bool bTransposed)
{
    Problem<Real> problem(sizes, aTransposed, bTransposed);
    struct Scale {
        Real alpha;
        Real beta;
        bool bias;
    };
    for (const Scale scale : { Scale { 1, 0, false }, Scale { 1, 1, false }, Scale { Real(-0.5), Real(0.25), false },
             Scale { 1, 0, true } }) {
        problem.gemm.alpha = scale.alpha;
        problem.gemm.beta = scale.beta;
        problem.gemm.bias = scale.bias ? problem.bias.data() : nullptr;
        const std::vector<double> expected = problem.expected();
        problem.reset();
        gemmHere(problem.gemm);
        QVERIFY(relativeError(problem.c.values(), expected) < kTolerance<Real>);
        QVERIFY(problem.c.guardsHold());
        if (!scale.bias) {
            problem.reset();
            ownGemm(problem.gemm);
            QVERIFY(relativeError(problem.c.values(), expected) < kTolerance<Real>);
            QVERIFY(problem.c.guardsHold());
            problem.reset();
            if (blasGemm(problem.gemm)) {
                QVERIFY(relativeError(problem.c.values(), expected) < kTolerance<Real>);
                QVERIFY(problem.c.guardsHold());
            }
        }
        std::vector<Real> alone;
        for (const int threads : { 1, 2, 3, 5 }) {
            ThreadPool pool(threads);
            problem.reset();
            gemm(problem.gemm, pool);
            if (threads == 1) {
                alone = problem.c.values();
                QVERIFY(relativeError(alone, expected) < kTolerance<Real>);
                QVERIFY(problem.c.guardsHold());
            }
            QVERIFY(sameBits(problem.c.values(), alone));
        }
    }
}

} // namespace

class TestGemm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSums_data();
    void agreesWithSums();
    void tilesCoverAll_data();
    void tilesCoverAll();
    void seesWrongValues();
    void libraryIsNamed();
};

void TestGemm::agreesWithSums_data()
{
    QTest::addColumn<qint64>("m");
    QTest::addColumn<qint64>("n");
    QTest::addColumn<qint64>("k");

    for (const Sizes& s : { Sizes { 1, 1, 1 }, Sizes { 1, 33, 7 }, Sizes { 17, 1, 300 }, Sizes { 12, 32, 64 },
             Sizes { 13, 31, 257 }, Sizes { 65, 67, 0 }, Sizes { 130, 270, 33 }, Sizes { 257, 129, 513 } }) {
        QTest::addRow(
            "%lldx%lldx%lld", static_cast<long long>(s.m), static_cast<long long>(s.n), static_cast<long long>(s.k))
            << static_cast<qint64>(s.m) << static_cast<qint64>(s.n) << static_cast<qint64>(s.k);
    }
}

void TestGemm::agreesWithSums()
{
    QFETCH(qint64, m);
    QFETCH(qint64, n);
    QFETCH(qint64, k);
    for (const bool aTransposed : { false, true }) {
        for (const bool bTransposed : { false, true }) {
            ::agreesWithSums<float>({ m, n, k }, aTransposed, bTransposed);
            ::agreesWithSums<double>({ m, n, k }, aTransposed, bTransposed);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
}

void TestGemm::tilesCoverAll_data()
{
    QTest::addColumn<qint64>("m");
    QTest::addColumn<qint64>("n");
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<qint64>("columns");

    QTest::addRow("one element") << qint64 { 1 } << qint64 { 1 } << qint64 { 1 } << qint64 { 1 };
    QTest::addRow("GPT-2 small up") << qint64 { 2048 } << qint64 { 3072 } << qint64 { 8 } << qint64 { 12 };
    QTest::addRow("width 256") << qint64 { 512 } << qint64 { 256 } << qint64 { 4 } << qint64 { 2 };
    QTest::addRow("odd") << qint64 { 1001 } << qint64 { 999 } << qint64 { 4 } << qint64 { 4 };
}

void TestGemm::tilesCoverAll()
{
    QFETCH(qint64, m);
    QFETCH(qint64, n);
    const GemmTiles tiles = gemmTiles(m, n);
    QVERIFY(tiles.rows * tiles.tileRows >= m && (tiles.rows - 1) * tiles.tileRows < m);
    QVERIFY(tiles.columns * tiles.tileColumns >= n && (tiles.columns - 1) * tiles.tileColumns < n);
    QTEST(static_cast<qint64>(tiles.rows), "rows");
    QTEST(static_cast<qint64>(tiles.columns), "columns");
}

// The comparators themselves.
void TestGemm::seesWrongValues()
{
    const std::vector<float> good { 1.0F, -2.0F, 0.0F };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(relativeError(good, good), 0.0);
    QVERIFY(relativeError(std::vector<float> { 1.0F, -2.0F, 0.1F }, good) > 0.04);
    QVERIFY(relativeError(std::vector<float> { 1.0F, -2.0F, nan }, good) > 1.0);
    QVERIFY(relativeError(good, std::vector<float> { 1.0F, nan, 0.0F }) > 1.0);
    QVERIFY(relativeError(std::vector<float> { nan }, std::vector<float> { nan }) > 1.0);
    QVERIFY(relativeError(std::vector<float> { 1.0F }, good) > 1.0);
    QVERIFY(sameBits(good, std::vector<float> { 1.0F, -2.0F, 0.0F }));
    QVERIFY(!sameBits(good, std::vector<float> { 1.0F, -2.0F, -0.0F }));
    QVERIFY(!sameBits(good, std::vector<float> { 1.0F, -2.0F }));
    Buffer<float> buffer(3);
    QVERIFY(buffer.guardsHold());
    *(buffer.data() + 3) = 0.0F;
    QVERIFY(!buffer.guardsHold());
    buffer.poison();
    *(buffer.data() - 1) = 0.0F;
    QVERIFY(!buffer.guardsHold());
}

void TestGemm::libraryIsNamed()
{
    float value = 0;
    const float one = 1;
    const bool has = blasGemm<float>({ 1, 1, 1, { &one, 1, false }, { &one, 1, false }, &value, 1, 1, 0, nullptr });
    QCOMPARE(blasLibrary() == "none", !has);
    QVERIFY(has || gemmName() == "own");
    QCOMPARE(value, has ? 1.0F : 0.0F);
}

QTEST_APPLESS_MAIN(TestGemm)
#include "tst_gemm.moc"
