// SPDX-License-Identifier: MIT
// Fused attention on tensor cores, whose products are emulated in the registers of 32 lanes: each kernel whole,
// against double precision and against the plain form.
#include "gpu/cuda/kernels/flash_attention.h"
#include "support/host_launcher.h"

#include <QTest>
#include <cmath>
#include <random>
#include <set>

using namespace sublinear;
using namespace sublinear::testing;
using kernels::Bf16;

namespace {

struct Case {
    std::int64_t batch = 1;
    std::int64_t sequence = 64;
    std::int64_t heads = 2;
    std::int64_t kvHeads = 2;
    std::int64_t headDim = 64;
    std::int64_t window = 0;
};

std::vector<Bf16> drawn(std::int64_t count, unsigned seed)
{
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0.0F, 1.0F);
    std::vector<Bf16> values(static_cast<std::size_t>(count));
    for (Bf16& value : values) {
        value = normal(engine);
    }
    return values;
}

/// One layer's attention: inputs, what the device makes of them, and double precision.
class AttentionRun {
public:
    explicit AttentionRun(const Case& shape)
        : m_shape(shape)
        , m_width((shape.heads + 2 * shape.kvHeads) * shape.headDim)
        , m_rows(shape.batch * shape.sequence)
        , m_qkv(drawn(m_rows * m_width, 1))
        , m_incoming(drawn(m_rows * shape.heads * shape.headDim, 2))
    {
        m_facts.shape.batch = shape.batch;
        m_facts.shape.sequence = shape.sequence;
        m_facts.shape.heads = shape.heads;
        m_facts.shape.kvHeads = shape.kvHeads;
        m_facts.shape.headDim = shape.headDim;
        if (shape.window > 0) {
            m_facts.slidingWindow = shape.window;
        }
    }

    struct Results {
        std::vector<Bf16> out;
        std::vector<float> logSums;
        std::vector<Bf16> gradient;
    };
    Results run(bool tensorCores, bool backwards = false)
    {
        Results results;
        const auto each = [](std::int64_t count) { return static_cast<std::size_t>(count); };
        results.out.assign(each(m_rows * m_shape.heads * m_shape.headDim), Bf16 { 0x7FC0 });
        results.logSums.assign(each(m_shape.batch * m_shape.heads * m_shape.sequence), std::nanf(""));
        results.gradient.assign(each(m_rows * m_width), Bf16 { 0x7FC0 });
        std::vector<float> rowSums(results.logSums.size(), std::nanf(""));
        HostLauncher launcher(nullptr, nullptr, backwards);
        launcher.usesTensorCores = tensorCores;
        const Shape statistics { m_shape.batch, m_shape.heads, m_shape.sequence };
        const Operand qkv { m_qkv.data(), Shape { m_rows, m_width }, ElementType::Bf16, "qkv" };
        const Shape wide { m_rows, m_shape.heads * m_shape.headDim };
        const Operand out { results.out.data(), wide, ElementType::Bf16, "out" };
        const Operand incoming { m_incoming.data(), wide, ElementType::Bf16, "d_out" };
        const Operand logSums { results.logSums.data(), statistics, ElementType::Fp32, "lse" };
        const Operand gradient { results.gradient.data(), qkv.shape, ElementType::Bf16, "d_qkv" };
        const Operand sums { rowSums.data(), statistics, ElementType::Fp32, "d_row_sums" };
        OpCall call;
        call.facts = &m_facts;
        const std::array forwardWrites { out, logSums };
        call.reads = { &qkv, 1 };
        call.writes = forwardWrites;
        cuda::runFlashAttention<Bf16>(call, launcher);
        const std::array backwardReads { incoming, qkv, out, logSums };
        const std::array backwardWrites { gradient, sums };
        call.reads = backwardReads;
        call.writes = backwardWrites;
        cuda::runFlashAttentionBackward<Bf16>(call, launcher);
        return results;
    }

    struct Exact {
        std::vector<double> out;
        std::vector<double> logSums;
        std::vector<double> gradient;
    };
    [[nodiscard]] Exact exact() const
    {
        Exact exact;
        exact.out.resize(static_cast<std::size_t>(m_rows * m_shape.heads * m_shape.headDim));
        exact.logSums.resize(static_cast<std::size_t>(m_shape.batch * m_shape.heads * m_shape.sequence));
        exact.gradient.resize(static_cast<std::size_t>(m_rows * m_width));
        for (std::int64_t b = 0; b < m_shape.batch; ++b) {
            for (std::int64_t head = 0; head < m_shape.heads; ++head) {
                for (std::int64_t i = 0; i < m_shape.sequence; ++i) {
                    addQuery(exact, b, head, i);
                }
            }
        }
        return exact;
    }

private:
    [[nodiscard]] std::size_t at(std::int64_t b, std::int64_t i, std::int64_t column) const
    {
        return static_cast<std::size_t>((b * m_shape.sequence + i) * m_width + column * m_shape.headDim);
    }
    [[nodiscard]] std::size_t outAt(std::int64_t b, std::int64_t i, std::int64_t head) const
    {
        return static_cast<std::size_t>(((b * m_shape.sequence + i) * m_shape.heads + head) * m_shape.headDim);
    }
    void addQuery(Exact& exact, std::int64_t b, std::int64_t head, std::int64_t i) const
    {
        const auto dim = static_cast<std::size_t>(m_shape.headDim);
        const std::int64_t keys = m_shape.heads + head / (m_shape.heads / m_shape.kvHeads);
        const std::int64_t values = keys + m_shape.kvHeads;
        const std::int64_t first = m_shape.window > 0 ? std::max<std::int64_t>(0, i - m_shape.window + 1) : 0;
        const double scale = 1.0 / std::sqrt(static_cast<double>(m_shape.headDim));
        const auto dot = [dim](const std::vector<Bf16>& left, std::size_t from, const std::vector<Bf16>& right,
                             std::size_t other) {
            double sum = 0;
            for (std::size_t d = 0; d < dim; ++d) {
                sum += static_cast<double>(static_cast<float>(left[from + d])) * static_cast<float>(right[other + d]);
            }
            return sum;
        };
        std::vector<double> powers;
        double total = 0;
        for (std::int64_t j = first; j <= i; ++j) {
            powers.push_back(std::exp(scale * dot(m_qkv, at(b, i, head), m_qkv, at(b, j, keys))));
            total += powers.back();
        }
        const std::size_t own = outAt(b, i, head);
        double rowSum = 0;
        for (std::int64_t j = first; j <= i; ++j) {
            const double probability = powers[static_cast<std::size_t>(j - first)] / total;
            for (std::size_t d = 0; d < dim; ++d) {
                exact.out[own + d] += probability * static_cast<float>(m_qkv[at(b, j, values) + d]);
            }
            rowSum += probability * dot(m_incoming, own, m_qkv, at(b, j, values));
        }
        exact.logSums[static_cast<std::size_t>((b * m_shape.heads + head) * m_shape.sequence + i)] = std::log(total);
        for (std::int64_t j = first; j <= i; ++j) {
            const double probability = powers[static_cast<std::size_t>(j - first)] / total;
            const double weight = probability * (dot(m_incoming, own, m_qkv, at(b, j, values)) - rowSum) * scale;
            for (std::size_t d = 0; d < dim; ++d) {
                exact.gradient[at(b, i, head) + d] += weight * static_cast<float>(m_qkv[at(b, j, keys) + d]);
                exact.gradient[at(b, j, keys) + d] += weight * static_cast<float>(m_qkv[at(b, i, head) + d]);
                exact.gradient[at(b, j, values) + d] += probability * static_cast<float>(m_incoming[own + d]);
            }
        }
    }

    Case m_shape;
    std::int64_t m_width;
    std::int64_t m_rows;
    std::vector<Bf16> m_qkv;
    std::vector<Bf16> m_incoming;
    RunFacts m_facts;
};

/// The largest difference, as a part of the largest number; infinite where something is no number.
template <class Stored> double apart(const std::vector<Stored>& ours, const std::vector<double>& exact)
{
    double largest = 0;
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double gap = std::abs(static_cast<double>(static_cast<float>(ours[i])) - exact[i]);
        worst = std::isnan(gap) ? INFINITY : std::max(worst, gap);
        largest = std::max(largest, std::abs(exact[i]));
    }
    return worst / largest;
}

bool sameBits(const AttentionRun::Results& a, const AttentionRun::Results& b)
{
    const auto same = [](const auto& left, const auto& right) {
        return left.size() == right.size() && std::memcmp(left.data(), right.data(), left.size() * sizeof left[0]) == 0;
    };
    return same(a.out, b.out) && same(a.logSums, b.logSums) && same(a.gradient, b.gradient);
}

// Two roundings to bf16 on the way: of the probabilities, and of the result.
constexpr double kAllowed = 8e-3;
constexpr double kAllowedLogSum = 1e-5;

} // namespace

Q_DECLARE_METATYPE(Case)

class TestTensorAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fragmentsStandAsInTheIsa();
    void fragmentsCoverTheirMatrix();
    void emulatedProduct();
    void factorsComeFromResults();
    void tilesGiveWhatIsInThem();
    void asInDoublePrecision_data();
    void asInDoublePrecision();
    void largeScoresDoNotOverflow();
    void wrongKernelIsSeen();
    void wideHeadsHaveThePlainForm();
    void rowsBeyond32Bits();
};

// Places written out from the tables of the PTX ISA for mma.m16n8k16 with 16-bit factors.
void TestTensorAttention::fragmentsStandAsInTheIsa()
{
    using namespace kernels;
    const auto a = [](int lane, int word) { return std::pair(rowOfA(lane, word), columnOfA(lane, word)); };
    QCOMPARE(a(0, 0), std::pair(0, 0)); // a0, a1: group, 2*thread
    QCOMPARE(a(5, 0), std::pair(1, 2));
    QCOMPARE(a(5, 1), std::pair(9, 2)); // a2, a3: group + 8
    QCOMPARE(a(5, 2), std::pair(1, 10)); // a4, a5: column + 8
    QCOMPARE(a(31, 3), std::pair(15, 14)); // a6, a7: both
    QCOMPARE(std::pair(rowOfB(6, 0), columnOfB(6)), std::pair(4, 1)); // b0, b1: 2*thread, group
    QCOMPARE(std::pair(rowOfB(6, 1), columnOfB(6)), std::pair(12, 1)); // b2, b3: row + 8
    const auto c = [](int lane, int i) { return std::pair(rowOfC(lane, i), columnOfC(lane, i)); };
    QCOMPARE(c(7, 0), std::pair(1, 6)); // c0, c1: group, 2*thread and the next
    QCOMPARE(c(7, 1), std::pair(1, 7));
    QCOMPARE(c(7, 2), std::pair(9, 6)); // c2, c3: group + 8
    QCOMPARE(c(7, 3), std::pair(9, 7));
}

void TestTensorAttention::fragmentsCoverTheirMatrix()
{
    std::set<std::pair<int, int>> a;
    std::set<std::pair<int, int>> b;
    std::set<std::pair<int, int>> c;
    for (int lane = 0; lane < 32; ++lane) {
        for (const int next : { 0, 1 }) {
            for (int word = 0; word < 4; ++word) {
                a.emplace(kernels::rowOfA(lane, word), kernels::columnOfA(lane, word) + next);
            }
            for (int word = 0; word < 2; ++word) {
                b.emplace(kernels::rowOfB(lane, word) + next, kernels::columnOfB(lane));
            }
        }
        for (int i = 0; i < 4; ++i) {
            c.emplace(kernels::rowOfC(lane, i), kernels::columnOfC(lane, i));
        }
    }
    QCOMPARE(a.size(), std::size_t { 256 });
    QCOMPARE(b.size(), std::size_t { 128 });
    QCOMPARE(c.size(), std::size_t { 128 });
    QCOMPARE(*a.rbegin(), std::pair(15, 15));
    QCOMPARE(*b.rbegin(), std::pair(15, 7));
    QCOMPARE(*c.rbegin(), std::pair(15, 7));
}

void TestTensorAttention::emulatedProduct()
{
    const std::vector<Bf16> a = drawn(256, 3);
    const std::vector<Bf16> b = drawn(128, 4);
    std::array<kernels::FragmentC, 32> c {};
    c[9].values[2] = 100.0F; // what is there is added to
    kernels::multiplyAdd<kernels::HostLanes>(
        [&](int lane) {
            kernels::FragmentA own {};
            for (int word = 0; word < 4; ++word) {
                const int at = kernels::rowOfA(lane, word) * 16 + kernels::columnOfA(lane, word);
                own.words[word] = kernels::packed(a[static_cast<std::size_t>(at)], a[static_cast<std::size_t>(at + 1)]);
            }
            return own;
        },
        [&](int lane) {
            kernels::FragmentB own {};
            for (int word = 0; word < 2; ++word) {
                const int at = kernels::rowOfB(lane, word) * 8 + kernels::columnOfB(lane);
                own.words[word] = kernels::packed(b[static_cast<std::size_t>(at)], b[static_cast<std::size_t>(at + 8)]);
            }
            return own;
        },
        [&](int lane) -> kernels::FragmentC& { return c[static_cast<std::size_t>(lane)]; });
    for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 4; ++i) {
            double sum = lane == 9 && i == 2 ? 100.0 : 0.0;
            for (int k = 0; k < 16; ++k) {
                sum += static_cast<double>(
                           static_cast<float>(a[static_cast<std::size_t>(kernels::rowOfC(lane, i) * 16 + k)]))
                    * static_cast<float>(b[static_cast<std::size_t>(k * 8 + kernels::columnOfC(lane, i))]);
            }
            QVERIFY(std::abs(static_cast<double>(c[static_cast<std::size_t>(lane)].values[i]) - sum) < 2e-5);
        }
    }
}

// A result's registers are those of the next product's factor.
void TestTensorAttention::factorsComeFromResults()
{
    for (int lane = 0; lane < 32; ++lane) {
        kernels::FragmentC left {};
        kernels::FragmentC right {};
        for (int i = 0; i < 4; ++i) {
            const int place = kernels::rowOfC(lane, i) * 16 + kernels::columnOfC(lane, i);
            left.values[i] = static_cast<float>(place); // below 256: exact in bf16
            right.values[i] = static_cast<float>(place + 8);
        }
        const kernels::FragmentA factor = kernels::factorFrom(left, right);
        for (int word = 0; word < 4; ++word) {
            const int place = kernels::rowOfA(lane, word) * 16 + kernels::columnOfA(lane, word);
            QCOMPARE(factor.words[word], kernels::packed(static_cast<float>(place), static_cast<float>(place + 1)));
        }
    }
}

// Rows and columns that there are, zeros beyond, and nothing outside of the rows; every fragment of it.
void TestTensorAttention::tilesGiveWhatIsInThem()
{
    constexpr int kWidth = 40;
    constexpr int kRows = 13;
    constexpr std::int64_t kStride = 100;
    std::vector<Bf16> data(kRows * kStride, Bf16 { 0x7FC0 });
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kWidth; ++column) {
            data[static_cast<std::size_t>(row * kStride + column)] = static_cast<float>((row * 40 + column) % 251);
        }
    }
    const auto expected = [](int row, int column) {
        return row < kRows && column < kWidth ? static_cast<float>((row * 40 + column) % 251) : 0.0F;
    };
    cuda::SharedTile<16, 64> tile;
    std::memset(&tile, 0xFF, sizeof tile);
    const cuda::HeadBlock block { data.data(), kStride, kRows, kWidth };
    for (int thread = 0; thread < cuda::kTeamThreads; ++thread) {
        tile.load(block, thread);
    }
    for (int lane = 0; lane < 32; ++lane) {
        for (int column = 0; column < 64; column += 16) {
            for (int word = 0; word < 4; ++word) {
                const int row = kernels::rowOfA(lane, word);
                const int at = column + kernels::columnOfA(lane, word);
                QCOMPARE(tile.rowsAt(lane, 0, column).words[word],
                    kernels::packed(expected(row, at), expected(row, at + 1)));
            }
            for (int word = 0; word < 2; ++word) {
                const int k = kernels::rowOfB(lane, word);
                const int n = kernels::columnOfB(lane);
                QCOMPARE(tile.turnedAt(lane, 8, column).words[word],
                    kernels::packed(expected(8 + n, column + k), expected(8 + n, column + k + 1)));
                QCOMPARE(tile.at(lane, 0, column + 8).words[word],
                    kernels::packed(expected(k, column + 8 + n), expected(k + 1, column + 8 + n)));
            }
        }
    }
}

void TestTensorAttention::asInDoublePrecision_data()
{
    QTest::addColumn<Case>("shape");
    for (const std::int64_t sequence : { 1, 5, 16, 63, 64, 65, 130 }) {
        QTest::addRow("%d tokens", static_cast<int>(sequence)) << Case { 1, sequence, 1, 1, 64, 0 };
    }
    for (const std::int64_t headDim : { 2, 6, 33, 40, 80, 128 }) {
        QTest::addRow("heads of %d", static_cast<int>(headDim)) << Case { 1, 70, 2, 2, headDim, 0 };
    }
    QTest::addRow("two sequences, grouped heads") << Case { 2, 70, 6, 2, 16, 0 };
    QTest::addRow("one key head") << Case { 2, 33, 4, 1, 64, 0 };
    for (const std::int64_t window : { 1, 7, 32, 64, 100 }) {
        QTest::addRow("window of %d", static_cast<int>(window)) << Case { 1, 150, 2, 1, 32, window };
    }
}

void TestTensorAttention::asInDoublePrecision()
{
    QFETCH(Case, shape);
    AttentionRun attention(shape);
    const AttentionRun::Results tensor = attention.run(true);
    const AttentionRun::Exact exact = attention.exact();
    QVERIFY2(apart(tensor.out, exact.out) < kAllowed, std::to_string(apart(tensor.out, exact.out)).c_str());
    QVERIFY(apart(tensor.logSums, exact.logSums) < kAllowedLogSum || shape.sequence == 1);
    if (shape.sequence > 1) { // of one token the gradients of query and key are 0
        QVERIFY2(apart(tensor.gradient, exact.gradient) < kAllowed,
            std::to_string(apart(tensor.gradient, exact.gradient)).c_str());
    }
    // the same bits again, warps and teams in the other order
    QVERIFY(sameBits(tensor, attention.run(true, true)));
    QVERIFY(apart(attention.run(false).out, exact.out) < kAllowed);
}

void TestTensorAttention::largeScoresDoNotOverflow()
{
    HostLauncher launcher(nullptr, nullptr);
    constexpr std::int64_t kSequence = 70;
    constexpr std::int64_t kDim = 16;
    std::vector<Bf16> qkv(kSequence * 3 * kDim);
    for (std::size_t i = 0; i < qkv.size(); ++i) {
        qkv[i] = i / kDim % 3 == 2 ? 1.0F : (i / (3 * kDim) % 2 == 0 ? 300.0F : -300.0F);
    }
    std::vector<Bf16> out(kSequence * kDim);
    std::vector<float> logSums(kSequence);
    const cuda::HeadsLayout<Bf16> layout { kSequence, 1, 1, kDim, 0, 0.25F, qkv.data(), 3 * kDim, qkv.data(),
        3 * kDim };
    launcher.teams(2, cuda::TensorForwardBody<64> { layout, out.data(), logSums.data() });
    for (const Bf16 value : out) {
        QCOMPARE(static_cast<float>(value), 1.0F); // a mean of ones
    }
    // the even queries see ever more even keys with a score of 360000, and odd ones with its negative
    QVERIFY(std::abs(logSums[68] - (360000.0F + std::log(35.0F))) < 0.1F);
}

// The comparison must see a mask that is off by one, and a scale that is not there.
void TestTensorAttention::wrongKernelIsSeen()
{
    const Case shape { 1, 70, 2, 2, 32, 0 };
    const AttentionRun::Exact exact = AttentionRun(shape).exact();
    Case windowed = shape;
    windowed.window = 69; // one query of two heads sees one key less
    QVERIFY(apart(AttentionRun(windowed).run(true).logSums, exact.logSums) > kAllowedLogSum);
    AttentionRun::Results results = AttentionRun(shape).run(true);
    results.gradient[500] = static_cast<float>(results.gradient[500]) + 0.5F;
    QVERIFY(apart(results.gradient, exact.gradient) > kAllowed);
    results.out[7] = Bf16 { 0x7FC0 };
    QVERIFY(!(apart(results.out, exact.out) < kAllowed));
}

void TestTensorAttention::wideHeadsHaveThePlainForm()
{
    AttentionRun wide({ 1, 20, 1, 1, 130, 0 });
    QVERIFY(sameBits(wide.run(true), wide.run(false)));
    AttentionRun narrow({ 1, 20, 1, 1, 128, 0 });
    QVERIFY(!sameBits(narrow.run(true), narrow.run(false)));
}

// Blocks of heads far behind in tensors of more than 2^31 elements.
void TestTensorAttention::rowsBeyond32Bits()
{
    constexpr std::int64_t kSequence = 8192;
    const cuda::HeadsLayout<Bf16> layout { kSequence, 64, 8, 128, 0, 1.0F, nullptr, 80 * 128, nullptr, 80 * 128 };
    const cuda::HeadBlocks blocks { layout, 60, 63, 7 };
    const auto elements = [](const cuda::HeadBlock& block) {
        return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(block.data) / sizeof(Bf16));
    };
    constexpr std::int64_t kRow = std::int64_t { 61 } * kSequence - 16;
    QCOMPARE(elements(blocks.queries(kSequence - 16)), kRow * 10240 + 63 * 128);
    QCOMPARE(elements(blocks.keys(kSequence - 16)), kRow * 10240 + 71 * 128);
    QCOMPARE(elements(blocks.values(kSequence - 16)), kRow * 10240 + 79 * 128);
    QCOMPARE(elements(blocks.outputs(nullptr, kSequence - 16)), kRow * 8192 + 63 * 128);
    QCOMPARE(blocks.queries(kSequence - 16).count, std::int64_t { 16 });
    QCOMPARE(blocks.statisticAt(8191), (std::int64_t { 60 } * 64 + 63) * 8192 + 8191);
    QCOMPARE(cuda::teamsOf(std::int64_t { 1 } << 40), std::int64_t { 1 } << 34);
}

QTEST_APPLESS_MAIN(TestTensorAttention)
#include "tst_tensor_attention.moc"
