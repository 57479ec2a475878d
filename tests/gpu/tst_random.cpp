// SPDX-License-Identifier: MIT
#include "gpu/cpu/data.h"
#include "gpu/cpu/families.h"
#include "gpu/kernels/random.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

using Words = std::array<std::uint32_t, 4>;

template <class Real> std::vector<Real> drawnInput(Shape shape, std::uint64_t seed, std::int64_t step, int threads)
{
    KernelCall<Real> kernel;
    kernel.facts.seed = seed;
    kernel.trainingStep = step;
    auto& x = kernel.write("x0", shape);
    ThreadPool pool(threads);
    runInput<Real>(kernel.call(), pool);
    return kernel.guardsHold() ? x.values() : std::vector<Real> {};
}

} // namespace

Q_DECLARE_METATYPE(Words)

class TestRandom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownAnswers_data();
    void knownAnswers();
    void whoAsksDecides();
    void uniformNumbersAreInside();
    void normalsHaveTheirMoments();
    void inputIsTheSameInAnyOrder();
    void tokensAreWithinTheVocabulary();
    void targetsAreTheNextTokens();
};

// From the authors' own list (Random123, kat_vectors).
void TestRandom::knownAnswers_data()
{
    QTest::addColumn<Words>("counter");
    QTest::addColumn<Words>("key");
    QTest::addColumn<Words>("expected");
    QTest::newRow("zeros") << Words {} << Words {} << Words { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 };
    constexpr std::uint32_t ones = 0xffffffff;
    QTest::newRow("ones") << Words { ones, ones, ones, ones } << Words { ones, ones }
                          << Words { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd };
    QTest::newRow("digits of pi") << Words { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }
                                  << Words { 0xa4093822, 0x299f31d0 }
                                  << Words { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 };
}

void TestRandom::knownAnswers()
{
    QFETCH(Words, counter);
    QFETCH(Words, key);
    QFETCH(Words, expected);
    const auto drawn = kernels::philox({ { counter[0], counter[1], counter[2], counter[3] } }, { { key[0], key[1] } });
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(drawn.words[i], expected[i]);
    }
}

// Another seed, step, stage, site or element: other numbers. The same: the same.
void TestRandom::whoAsksDecides()
{
    std::set<Words> seen;
    int asked = 0;
    for (const std::uint64_t seed : { 1ULL, 2ULL, 1ULL << 40U }) {
        for (const std::int64_t step : { 0, 1, 2 }) {
            for (const std::int64_t stage : { 0, 1, 65535 }) {
                for (const char* site :
                    { "res2", "y", "attention dropout", "embedding dropout", "wte", "input", "stack loss", "tokens" }) {
                    for (const std::int64_t group : { 0LL, 1LL, 1LL << 33U }) {
                        const auto drawn = kernels::randomStream(seed, step, stage, site).words(group);
                        const auto again = kernels::randomStream(seed, step, stage, site).words(group);
                        QVERIFY(std::equal(std::begin(drawn.words), std::end(drawn.words), std::begin(again.words)));
                        seen.insert({ drawn.words[0], drawn.words[1], drawn.words[2], drawn.words[3] });
                        ++asked;
                    }
                }
            }
        }
    }
    QCOMPARE(static_cast<int>(seen.size()), asked);
}

void TestRandom::uniformNumbersAreInside()
{
    QCOMPARE_GT(kernels::uniform(0), 0.0F);
    QCOMPARE_LT(kernels::uniform(0xffffffffU), 1.0F);
    QVERIFY(std::isfinite(kernels::normals({ { 0, 0, 0xffffffffU, 0xffffffffU } }).values[0]));
}

void TestRandom::normalsHaveTheirMoments()
{
    const std::vector<double> drawn = drawnInput<double>({ 1000, 1000 }, 7, 1, 2);
    std::array<double, 5> moments {};
    for (const double value : drawn) {
        for (std::size_t power = 1; power < moments.size(); ++power) {
            moments[power] += std::pow(value, static_cast<double>(power)) / static_cast<double>(drawn.size());
        }
    }
    // four standard errors of each at a million numbers
    QCOMPARE_LT(std::abs(moments[1]), 0.004);
    QCOMPARE_LT(std::abs(moments[2] - 1.0), 0.006);
    QCOMPARE_LT(std::abs(moments[3]), 0.016);
    QCOMPARE_LT(std::abs(moments[4] - 3.0), 0.04);
}

void TestRandom::inputIsTheSameInAnyOrder()
{
    for (const Shape shape : { Shape { 1, 1 }, Shape { 3, 5 }, Shape { 331, 101 }, Shape { 128, 512 } }) {
        const std::vector<float> one = drawnInput<float>(shape, 3, 1, 1);
        QVERIFY(!one.empty());
        for (const int threads : { 2, 3, 5 }) {
            QVERIFY(sameBits(one, drawnInput<float>(shape, 3, 1, threads)));
        }
        QVERIFY(sameBits(one, drawnInput<float>(shape, 3, 2, 2))); // the data stays from step to step
        QVERIFY(!sameBits(one, drawnInput<float>(shape, 4, 1, 2)));
        QCOMPARE(relativeError(drawnInput<double>(shape, 3, 1, 2), one), 0.0); // the same numbers in both precisions
    }
}

void TestRandom::tokensAreWithinTheVocabulary()
{
    for (const Count vocab : { 1, 2, 50257 }) {
        KernelCall<float> kernel;
        kernel.facts.shape.vocab = vocab;
        kernel.facts.shape.sequence = 301;
        auto& tokens = kernel.writeTokens("tokens", { 67, 301 });
        ThreadPool pool(2);
        runTokens<float>(kernel.call(), pool);
        QVERIFY(kernel.guardsHold());
        double mean = 0.0;
        for (const std::int32_t token : tokens.values()) {
            QVERIFY(token >= 0 && token < vocab);
            mean += token / static_cast<double>(tokens.size());
        }
        const auto middle = static_cast<double>(vocab - 1) / 2;
        QCOMPARE_LE(std::abs(mean - middle), 0.02 * static_cast<double>(vocab));
    }
}

void TestRandom::targetsAreTheNextTokens()
{
    KernelCall<float> kernel;
    constexpr Count S = 7;
    kernel.facts.shape.vocab = 1000;
    kernel.facts.shape.sequence = S;
    auto& tokens = kernel.writeTokens("tokens", { 3, S });
    ThreadPool pool(1);
    runTokens<float>(kernel.call(), pool);
    const std::vector<std::int32_t> drawn = tokens.values();
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        if (row % S + 1 < S) {
            QCOMPARE(targetOf(kernel.facts, row), drawn[i + 1]);
        } else {
            QVERIFY(targetOf(kernel.facts, row) >= 0 && targetOf(kernel.facts, row) < 1000);
        }
    }
}

QTEST_APPLESS_MAIN(TestRandom)
#include "tst_random.moc"
