// SPDX-License-Identifier: MIT
#include "tests/gpu/support/attention_case.h"

#include <QtTest>

#include <array>
#include <limits>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

// Tiles are 64 queries by 256 keys, blocks 64 by 64: each row of cases crosses what it names.
constexpr std::array kCases {
    AttentionCase { "one token", 1, 1, 1, 1, 4 },
    AttentionCase { "odd and small", 1, 7, 2, 2, 3 },
    AttentionCase { "one block exactly", 2, 64, 2, 2, 8 },
    AttentionCase { "grouped heads, three sequences", 3, 70, 4, 2, 8 },
    AttentionCase { "one key head", 2, 130, 6, 1, 5 },
    AttentionCase { "two tiles of keys", 1, 300, 2, 2, 16 },
    AttentionCase { "window within a tile", 1, 300, 3, 3, 7, 50 },
    AttentionCase { "window over tiles", 1, 600, 1, 1, 4, 290 },
    AttentionCase { "window of one", 2, 70, 4, 2, 8, 1 },
    AttentionCase { "window longer than all", 1, 40, 2, 1, 6, 1000 },
    AttentionCase { "query and key of their own", 2, 90, 4, 2, 6, 0, true },
    AttentionCase { "their own, with a window", 1, 270, 2, 1, 6, 33, true },
};

// softmax(Q K^T / sqrt(head_dim)) V by its definition.
std::vector<double> plainAttention(const AttentionCase& c, AttentionInputs<double> in)
{
    std::vector<double> out(static_cast<std::size_t>(c.rows() * c.outWidth()), 0.0);
    const Count D = c.headDim;
    for (Count b = 0; b < c.batch; ++b) {
        for (Count h = 0; h < c.heads; ++h) {
            const Count kv = h / (c.heads / c.kvHeads);
            for (Count i = 0; i < c.sequence; ++i) {
                const Count first = c.window > 0 ? std::max<Count>(0, i - c.window + 1) : 0;
                std::vector<double> weights;
                double sum = 0;
                for (Count j = first; j <= i; ++j) {
                    double score = 0;
                    for (Count d = 0; d < D; ++d) {
                        score += in.at(c, b * c.sequence + i, h * D + d)
                            * in.at(c, b * c.sequence + j, (c.heads + kv) * D + d);
                    }
                    weights.push_back(std::exp(score / std::sqrt(static_cast<double>(D))));
                    sum += weights.back();
                }
                for (Count j = first; j <= i; ++j) {
                    for (Count d = 0; d < D; ++d) {
                        out[static_cast<std::size_t>((b * c.sequence + i) * c.outWidth() + h * D + d)] +=
                            weights[static_cast<std::size_t>(j - first)] / sum
                            * in.at(c, b * c.sequence + j, (c.heads + c.kvHeads + kv) * D + d);
                    }
                }
            }
        }
    }
    return out;
}

// <out, incoming>, whose gradient the backward pass gives.
double value(const AttentionCase& c, bool fused, const AttentionInputs<double>& in, ThreadPool& pool)
{
    const std::vector<double> out = (fused ? fusedForward(c, in, pool) : materialisedForward(c, in, pool)).out;
    double sum = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        sum += out[i] * in.incoming[i];
    }
    return sum;
}

// Central differences at up to `most` elements, in the order in which `chosen` has the gradient.
void differences(const AttentionCase& c, bool fused, const std::vector<double>& gradient, ThreadPool& pool,
    std::vector<double>& chosen, std::vector<double>& expected)
{
    constexpr Count kMost = 60;
    constexpr double kStep = 1e-5;
    AttentionInputs<double> in(c);
    const Count all = c.rows() * c.qkvWidth();
    for (Count i = 0; i < std::min(kMost, all); ++i) {
        const Count element = all <= kMost ? i : (i * 7919 + 31) % all;
        double& x = in.at(c, element / c.qkvWidth(), element % c.qkvWidth());
        const double before = x;
        x = before + kStep;
        const double above = value(c, fused, in, pool);
        x = before - kStep;
        const double below = value(c, fused, in, pool);
        x = before;
        chosen.push_back(gradient[static_cast<std::size_t>(element)]);
        expected.push_back((above - below) / (2 * kStep));
    }
}

} // namespace

class TestAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithDefinition_data() { addCases(); }
    void agreesWithDefinition();
    void gradientIsDifference_data() { addCases(); }
    void gradientIsDifference();
    void fusedEqualsMaterialised_data() { addCases(); }
    void fusedEqualsMaterialised();
    void sameBitsForAnyThreads_data() { addCases(); }
    void sameBitsForAnyThreads();
    void rowsAreWhole();
    void futureIsNotSeen();
    void wrongStatisticIsSeen();
    void unwantedResultsAreLeftOut();
    void largeScoresStayFinite();

private:
    static void addCases()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<bool>("fused");
        for (std::size_t i = 0; i < kCases.size(); ++i) {
            for (const bool fused : { false, true }) {
                QTest::addRow("%s, %s", kCases.at(i).name, fused ? "fused" : "materialised")
                    << static_cast<int>(i) << fused;
            }
        }
    }
};

void TestAttention::agreesWithDefinition()
{
    QFETCH(int, index);
    QFETCH(bool, fused);
    const AttentionCase& c = kCases.at(static_cast<std::size_t>(index));
    ThreadPool pool(2);
    const AttentionInputs<double> wide(c);
    const AttentionInputs<float> narrow(wide);
    const std::vector<double> expected = plainAttention(c, wide);
    const auto results = runAttention(c, fused, wide, pool);
    QVERIFY(results.fine);
    QVERIFY(relativeError(results.out, expected) < 1e-13);
    const auto single = runAttention(c, fused, narrow, pool);
    QVERIFY(single.fine);
    QVERIFY(relativeError(single.out, expected) < 2e-6);
    QVERIFY(relativeError(single.gradient, results.gradient) < 5e-6);
}

void TestAttention::gradientIsDifference()
{
    QFETCH(int, index);
    QFETCH(bool, fused);
    const AttentionCase& c = kCases.at(static_cast<std::size_t>(index));
    ThreadPool pool(2);
    const auto results = runAttention(c, fused, AttentionInputs<double>(c), pool);
    std::vector<double> chosen;
    std::vector<double> expected;
    differences(c, fused, results.gradient, pool, chosen, expected);
    QVERIFY2(relativeError(chosen, expected) < 1e-6, qPrintable(QString::number(relativeError(chosen, expected))));
}

void TestAttention::fusedEqualsMaterialised()
{
    QFETCH(int, index);
    const AttentionCase& c = kCases.at(static_cast<std::size_t>(index));
    ThreadPool pool(2);
    const AttentionInputs<double> in(c);
    const auto fused = runAttention(c, true, in, pool);
    const auto materialised = runAttention(c, false, in, pool);
    QVERIFY(relativeError(fused.out, materialised.out) < 1e-13);
    QVERIFY(relativeError(fused.gradient, materialised.gradient) < 1e-12);
}

// Memory is new, and NaN, in each run.
void TestAttention::sameBitsForAnyThreads()
{
    QFETCH(int, index);
    QFETCH(bool, fused);
    const AttentionCase& c = kCases.at(static_cast<std::size_t>(index));
    const AttentionInputs<float> in(c);
    ThreadPool one(1);
    const auto alone = runAttention(c, fused, in, one);
    for (const int threads : { 1, 2, 3, 5 }) {
        ThreadPool pool(threads);
        const auto results = runAttention(c, fused, in, pool);
        QVERIFY(sameBits(results.out, alone.out));
        QVERIFY(sameBits(results.kept, alone.kept));
        QVERIFY(sameBits(results.gradient, alone.gradient));
    }
}

void TestAttention::rowsAreWhole()
{
    const AttentionCase c { "", 1, 70, 2, 2, 4, 9 };
    ThreadPool pool(2);
    const std::vector<float> kept = materialisedForward(c, AttentionInputs<float>(c), pool).kept;
    for (Count row = 0; row < c.heads * c.sequence; ++row) {
        const Count i = row % c.sequence;
        double sum = 0;
        for (Count j = 0; j < c.sequence; ++j) {
            const float p = kept[static_cast<std::size_t>(row * c.sequence + j)];
            if (j > i || j + c.window <= i) {
                QCOMPARE(p, 0.0F);
            } else {
                QVERIFY(p > 0.0F);
            }
            sum += static_cast<double>(p);
        }
        QVERIFY(std::abs(sum - 1.0) < 1e-6);
    }
}

void TestAttention::futureIsNotSeen()
{
    const AttentionCase c { "", 1, 100, 1, 1, 4 };
    constexpr Count kChanged = 66;
    ThreadPool pool(1);
    for (const bool fused : { false, true }) {
        AttentionInputs<float> in(c);
        const auto before = runAttention(c, fused, in, pool).out;
        for (Count column = 0; column < c.qkvWidth(); ++column) {
            in.at(c, kChanged, column) = std::numeric_limits<float>::infinity(); // what is masked may be anything
        }
        const auto after = (fused ? fusedForward(c, in, pool) : materialisedForward(c, in, pool)).out;
        const auto head = static_cast<std::size_t>(64 * c.outWidth()); // products take whole blocks of queries
        QVERIFY(sameBits<float>({ before.data(), head }, { after.data(), head }));
        QVERIFY(!sameBits(before, after));
    }
}

void TestAttention::wrongStatisticIsSeen()
{
    const AttentionCase c { "", 1, 70, 2, 1, 8 };
    ThreadPool pool(2);
    const AttentionInputs<double> in(c);
    auto results = runAttention(c, true, in, pool);
    const auto good = results.gradient;
    results.kept[5] += 1e-3;
    fusedBackward(c, in, results, pool);
    QVERIFY(relativeError(results.gradient, good) > 1e-6);
    results.kept[5] -= 1e-3;
    results.out[5] += 1e-3;
    fusedBackward(c, in, results, pool);
    QVERIFY(relativeError(results.gradient, good) > 1e-6);
}

void TestAttention::unwantedResultsAreLeftOut()
{
    const AttentionCase c { "", 1, 70, 2, 1, 8 };
    ThreadPool pool(2);
    const AttentionInputs<float> in(c);
    const auto all = fusedForward(c, in, pool);
    for (const bool wantsOut : { true, false }) {
        KernelCall<float> call = callOf<float>(c);
        call.read("qkv", { c.rows(), c.qkvWidth() }, in.qkv);
        const Shape lse { c.batch, c.heads, c.sequence };
        const Shape atty { c.rows(), c.outWidth() };
        std::vector<float> result;
        if (wantsOut) {
            const auto& out = call.write("atty", atty);
            call.writeNothing("lse", lse);
            QVERIFY(runs(call, Kernel::FlashAttention, pool));
            QVERIFY(sameBits(out.values(), all.out));
        } else {
            call.writeNothing("atty", atty);
            const auto& kept = call.write("lse", lse);
            QVERIFY(runs(call, Kernel::FlashAttention, pool));
            QVERIFY(sameBits(kept.values(), all.kept));
        }
    }
}

void TestAttention::largeScoresStayFinite()
{
    const AttentionCase c { "", 1, 300, 1, 1, 4 };
    ThreadPool pool(1);
    AttentionInputs<float> in(c);
    for (float& x : in.qkv) {
        x *= 100.0F; // e^10000 is beyond fp32
    }
    for (const bool fused : { false, true }) {
        const auto results = runAttention(c, fused, in, pool);
        const std::vector<float> first(results.out.begin(), results.out.begin() + c.headDim);
        const auto* const ownValue = &in.at(c, 0, c.pairWidth()); // all that the first token sees
        QVERIFY(sameBits(first, std::vector<float>(ownValue, ownValue + c.headDim)));
        QVERIFY(relativeError(results.out, results.out) == 0.0); // NaN is never near itself
        QVERIFY(relativeError(results.gradient, results.gradient) == 0.0);
    }
}

QTEST_APPLESS_MAIN(TestAttention)
#include "tst_attention.moc"
