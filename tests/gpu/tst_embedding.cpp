// SPDX-License-Identifier: MIT
#include "gpu/cpu/families.h"
#include "tests/gpu/support/compare.h"
#include "tests/gpu/support/finite_differences.h"
#include "tests/gpu/support/kernel_call.h"

#include <QtTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

struct Case {
    Count batch = 1;
    Count sequence = 1;
    Count width = 1;
    Count vocab = 1;
    bool learned = true; ///< positions

    [[nodiscard]] Count rows() const { return batch * sequence; }
};

template <class Real> void setUp(KernelCall<Real>& kernel, const Case& c)
{
    kernel.facts.shape.batch = c.batch;
    kernel.facts.shape.sequence = c.sequence;
    kernel.facts.shape.vocab = c.vocab;
}

std::vector<std::int32_t> tokensOf(const Case& c)
{
    KernelCall<float> kernel;
    setUp(kernel, c);
    auto& tokens = kernel.writeTokens("tokens", { c.batch, c.sequence });
    ThreadPool pool(1);
    runTokens<float>(kernel.call(), pool);
    return tokens.values();
}

// A table of positions has more rows than the sequence here.
Count positionRows(const Case& c)
{
    return c.sequence + 2;
}

std::vector<float> embedded(
    const Case& c, const std::vector<float>& table, const std::vector<float>& positions, int threads)
{
    KernelCall<float> kernel;
    setUp(kernel, c);
    kernel.readTokens("tokens", { c.batch, c.sequence }, tokensOf(c));
    auto& x = kernel.write("embedded", { c.rows(), c.width });
    kernel.parameter("wte", { c.vocab, c.width }, table);
    if (c.learned) {
        kernel.parameter("wpe", { positionRows(c), c.width }, positions);
    }
    ThreadPool pool(threads);
    runEmbed<float>(kernel.call(), pool);
    return kernel.guardsHold() ? x.values() : std::vector<float> {};
}

struct TableGradients {
    std::vector<float> table;
    std::vector<float> positions;
};

TableGradients backward(const Case& c, const std::vector<float>& incoming, const TableGradients& before, int threads)
{
    KernelCall<float> kernel;
    setUp(kernel, c);
    kernel.read("dx", { c.rows(), c.width }, incoming);
    kernel.readTokens("tokens", { c.batch, c.sequence }, tokensOf(c));
    auto& table = kernel.gradient("wte", { c.vocab, c.width }, before.table);
    Buffer<float>* positions =
        c.learned ? &kernel.gradient("wpe", { positionRows(c), c.width }, before.positions) : nullptr;
    ThreadPool pool(threads);
    runEmbedBackward<float>(kernel.call(), pool);
    if (!kernel.guardsHold()) {
        return {};
    }
    return { table.values(), positions != nullptr ? positions->values() : std::vector<float> {} };
}

} // namespace

Q_DECLARE_METATYPE(Case)

class TestEmbedding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsOfTheTables_data();
    void rowsOfTheTables();
    void gradientOfTheStacksInputIsCopied();
};

void TestEmbedding::rowsOfTheTables_data()
{
    QTest::addColumn<Case>("c");
    QTest::newRow("one") << Case { 1, 1, 1, 1, true };
    QTest::newRow("few words, often") << Case { 5, 31, 67, 3, true };
    QTest::newRow("many words") << Case { 2, 7, 130, 1009, true };
    QTest::newRow("no positions") << Case { 3, 17, 65, 11, false };
}

void TestEmbedding::rowsOfTheTables()
{
    QFETCH(Case, c);
    const std::vector<std::int32_t> tokens = tokensOf(c);
    const auto table = randomValues<float>(c.vocab * c.width, 1);
    const auto positions = randomValues<float>(positionRows(c) * c.width, 2);
    const auto incoming = randomValues<float>(c.rows() * c.width, 3);
    const TableGradients before { randomValues<float>(c.vocab * c.width, 4),
        randomValues<float>(positionRows(c) * c.width, 5) };
    std::vector<float> rows;
    std::vector<double> tableGradient = widened(before.table);
    std::vector<double> positionGradient = widened(before.positions);
    for (Count row = 0; row < c.rows(); ++row) {
        for (Count i = 0; i < c.width; ++i) {
            const auto word = static_cast<std::size_t>(tokens[static_cast<std::size_t>(row)] * c.width + i);
            const auto place = static_cast<std::size_t>(row % c.sequence * c.width + i);
            rows.push_back(c.learned ? table[word] + positions[place] : table[word]);
            tableGradient[word] += incoming[static_cast<std::size_t>(row * c.width + i)];
            positionGradient[place] += incoming[static_cast<std::size_t>(row * c.width + i)];
        }
    }
    const TableGradients one = backward(c, incoming, before, 1);
    QCOMPARE_LT(relativeError(one.table, tableGradient), 2e-6);
    if (c.learned) {
        QCOMPARE_LT(relativeError(one.positions, positionGradient), 2e-6);
    }
    for (const int threads : { 1, 2, 3, 5 }) {
        QVERIFY(sameBits(embedded(c, table, positions, threads), rows));
        const TableGradients other = backward(c, incoming, before, threads);
        QVERIFY(sameBits(one.table, other.table));
        QVERIFY(sameBits(one.positions, other.positions));
    }
}

void TestEmbedding::gradientOfTheStacksInputIsCopied()
{
    const auto gradient = randomValues<double>(40003, 1);
    KernelCall<double> kernel;
    kernel.read("dx", { 1, 40003 }, gradient);
    Buffer<double> place(40003);
    ThreadPool pool(3);
    runInputGradient<double>(kernel.call(), pool); // nowhere to put it
    kernel.results.inputGradient = { place.data(), { 1, 40003 }, ElementType::Fp32, "d_x0" };
    runInputGradient<double>(kernel.call(), pool);
    QVERIFY(place.guardsHold());
    QVERIFY(sameBits(place.values(), gradient));
}

QTEST_APPLESS_MAIN(TestEmbedding)
#include "tst_embedding.moc"
