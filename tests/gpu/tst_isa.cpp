// SPDX-License-Identifier: MIT
// The kernels give the same bits with every kind of vectors and any number of threads. The choice is
// made once in a process, so the test starts itself: `tst_isa --digest` prints what they come to.
#include "gpu/cpu/gemm.h"
#include "gpu/cpu/vectorise.h"
#include "tests/gpu/support/attention_case.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QtTest>

#include <cstdio>
#include <cstring>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

template <class Real> std::uint64_t hashed(const std::vector<Real>& values, std::uint64_t hash)
{
    return hashOf(std::span<const Real>(values), hash);
}

template <class Real> std::uint64_t productDigest(std::uint64_t hash)
{
    constexpr std::int64_t kM = 71;
    constexpr std::int64_t kN = 45;
    constexpr std::int64_t kK = 300;
    const auto a = randomValues<Real>(kM * kK, 1);
    const auto b = randomValues<Real>(kK * kN, 2);
    for (const bool aTransposed : { false, true }) {
        for (const bool bTransposed : { false, true }) {
            std::vector<Real> c(static_cast<std::size_t>(kM * kN));
            ownGemm<Real>({ kM, kN, kK, { a.data(), aTransposed ? kM : kK, aTransposed },
                { b.data(), bTransposed ? kK : kN, bTransposed }, c.data(), kN, Real(0.7), 0, nullptr });
            hash = hashed(c, hash);
        }
    }
    return hash;
}

template <class Real> std::uint64_t attentionDigest(std::uint64_t hash, ThreadPool& pool)
{
    for (const AttentionCase& c : { AttentionCase { "", 2, 70, 4, 2, 8, 9 }, AttentionCase { "", 1, 300, 2, 1, 5 } }) {
        for (const bool fused : { false, true }) {
            const auto results = runAttention(c, fused, AttentionInputs<Real>(c), pool);
            hash = hashed(results.gradient, hashed(results.kept, hashed(results.out, hash)));
        }
    }
    return hash;
}

template <class Real> std::uint64_t columnSumDigest(std::uint64_t hash, ThreadPool& pool)
{
    constexpr Count kRows = 150;
    constexpr Count kWidth = 333;
    KernelCall<Real> call;
    call.op.kernel = Kernel::MatmulBackward;
    call.read("dy", { kRows, kWidth }, randomValues<Real>(kRows * kWidth, 3));
    call.read("x", { kRows, 1 }, randomValues<Real>(kRows, 4));
    call.parameter("weight", { 1, kWidth }, randomValues<Real>(kWidth, 5));
    call.gradient("weight", { 1, kWidth }, randomValues<Real>(kWidth, 6));
    const auto& sums = call.gradient("bias", { 1, kWidth }, randomValues<Real>(kWidth, 7));
    call.write("dx", { kRows, 1 });
    return runOnCpu<Real>(call.call(), pool).ok() ? hashed(sums.values(), hash) : 0;
}

template <class Real> std::uint64_t digest(ThreadPool& pool)
{
    return columnSumDigest<Real>(attentionDigest<Real>(productDigest<Real>(hashOf<Real>({})), pool), pool);
}

int printDigest()
{
    ThreadPool pool(3);
    std::printf("%d %016llx %016llx\n", static_cast<int>(hostIsa()),
        static_cast<unsigned long long>(digest<float>(pool)), static_cast<unsigned long long>(digest<double>(pool)));
    return 0;
}

} // namespace

class TestIsa : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameBitsOnEvery_data();
    void sameBitsOnEvery();

private:
    /// The isa, and the digests behind it.
    static QByteArrayList digestsWith(const QString& isa)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SUBLINEAR_ISA", isa);
        environment.insert("SUBLINEAR_GEMM", "own");
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), { "--digest" });
        if (!process.waitForFinished(120000) || process.exitCode() != 0) {
            return {};
        }
        return process.readAllStandardOutput().simplified().split(' ');
    }
};

void TestIsa::sameBitsOnEvery_data()
{
    QTest::addColumn<QString>("isa");
    QTest::addColumn<int>("number");
    QTest::addRow("16 bytes") << "baseline" << static_cast<int>(Isa::Baseline);
    QTest::addRow("32 bytes") << "avx2" << static_cast<int>(Isa::Avx2);
    QTest::addRow("all that there is") << "" << static_cast<int>(Isa::Avx512);
}

void TestIsa::sameBitsOnEvery()
{
    QFETCH(QString, isa);
    QFETCH(int, number);
    const QByteArrayList one = digestsWith("baseline");
    const QByteArrayList other = digestsWith(isa);
    QCOMPARE(one.size(), 3);
    QCOMPARE(other.size(), 3);
    if (other.at(0).toInt() != number) {
        QSKIP("this processor has no such vectors");
    }
    QCOMPARE(other.at(1), one.at(1));
    QCOMPARE(other.at(2), one.at(2));
    QVERIFY(one.at(1) != one.at(2));
}

int main(int argc, char** argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--digest") == 0) {
        return printDigest();
    }
    QCoreApplication application(argc, argv);
    TestIsa test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_isa.moc"
