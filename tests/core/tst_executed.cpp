// SPDX-License-Identifier: MIT
// What a law's row holds when the stack that is measured really runs: the curve that measured
// points lie on, so it must be the peak of the very program that is executed.
#include "core/plan/evaluate.h"
#include "core/program/lower.h"
#include "core/schedule/policies.h"
#include "core/simulate/simulate.h"
#include "core/training/executed.h"
#include "scenario_text.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

ResolvedScenario resolvedFrom(const QByteArray& assignments)
{
    const Result<ResolvedScenario> resolved = resolve(given(assignments));
    if (!resolved) {
        qFatal("%s", resolved.error().message.c_str());
    }
    return *resolved;
}

SweepRow rowOf(PolicyId policy, std::optional<Count> k)
{
    SweepRow row;
    row.policy = policy;
    row.k = k;
    return row;
}

// The whole program, operation by operation.
Bytes programPeak(const ResolvedScenario& scenario, const PolicySpec& policy)
{
    const Result<Chain> chain = makeChain(scenario);
    const Result<Schedule> schedule = makeSchedule(policy, scenario.model.layers);
    if (!chain || !schedule) {
        qFatal("no chain or schedule for %s", policyText(policy).c_str());
    }
    const Result<Program> program = lower(*chain, *schedule, {});
    if (!program) {
        qFatal("%s", program.error().message.c_str());
    }
    return simulate(*program).peakBytes;
}

std::vector<std::optional<Bytes>> executedOf(const QByteArray& assignments, std::span<const SweepRow> rows)
{
    return executedActivationBytes(resolvedFrom(assignments), rows);
}

} // namespace

class TestExecuted : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // GPT-2 layers of width 64 with 2 x 64 tokens, fused attention: x = 2*64*64*2 = 16384 bytes,
    // A = 15x + lse + statistics = 245760 + 2*4*64*4 + 2*2*128*4 = 249856.
    void byHand_data()
    {
        QTest::addColumn<int>("policy");
        QTest::addColumn<Count>("k");
        QTest::addColumn<Bytes>("expected");
        constexpr Bytes x = 16384;
        constexpr Bytes A = 249856;
        constexpr Bytes W = 81920; // the gradients of a layer's output, x, and of the MLP's hidden tensor, 4x
        QTest::addRow("store_all") << int(PolicyId::StoreAll) << Count { 0 } << 8 * (A + x) + W;
        QTest::addRow("article 1") << int(PolicyId::Article) << Count { 1 } << 8 * (A + x) + W;
        QTest::addRow("article 4") << int(PolicyId::Article) << Count { 4 } << 2 * (A + 2 * x) + 3 * A + 2 * x + W;
        QTest::addRow("segments 1") << int(PolicyId::Segments) << Count { 1 } << 8 * x + A + W;
        QTest::addRow("segments 3") << int(PolicyId::Segments) << Count { 3 } << 2 * x + 3 * A + 2 * x + W;
        QTest::addRow("every_nth 2") << int(PolicyId::EveryNth) << Count { 2 } << 4 * (A + x) + 4 * x + A + W;
        QTest::addRow("first_m 3") << int(PolicyId::FirstM) << Count { 3 } << 5 * (A + x) + 3 * x + W;
        QTest::addRow("two_level 4") << int(PolicyId::TwoLevel) << Count { 4 } << 5 * x + A + W;
    }

    void byHand()
    {
        QFETCH(int, policy);
        QFETCH(Count, k);
        QFETCH(Bytes, expected);
        const SweepRow row = rowOf(PolicyId(policy), k > 0 ? std::optional<Count>(k) : std::nullopt);
        const auto executed = executedOf("model.layers=8 model.d_model=64 model.d_ffn=256 model.heads=4 "
                                         "workload.batch=2 workload.sequence=64 recipe.attention=fused",
            { &row, 1 });
        QCOMPARE(executed.size(), std::size_t { 1 });
        QCOMPARE(executed.front().value_or(-1), expected);
    }

    void equalsTheProgram_data()
    {
        QTest::addColumn<QByteArray>("assignments");
        const auto row = [](const char* assignments) { QTest::addRow("%s", assignments) << QByteArray(assignments); };
        row("model.layers=6 model.d_model=64 model.heads=4 workload.sequence=32");
        row("model.layers=6 model.d_model=64 model.heads=4 workload.sequence=32 recipe.dtype=fp32");
        row("model.preset=llama3.2-1b model.layers=5 workload.sequence=64 recipe.attention=fused");
        row("model.preset=mixtral-8x7b model.layers=4 model.dense_layers=1 workload.sequence=16");
        row("model.layers=7 workload.sequence=64 checkpointing.start=1 checkpointing.last_stored=true");
        row("model.layers=4 workload.sequence=64 checkpointing.tensors=gelu,norms");
    }

    void equalsTheProgram()
    {
        QFETCH(QByteArray, assignments);
        const ResolvedScenario scenario = resolvedFrom(assignments);
        const std::vector<PolicySpec> compared =
            parsePolicies("store_all,segments,every_nth,first_m,two_level").value();
        const Result<Evaluation> evaluation = evaluate(scenario, compared);
        QVERIFY(evaluation);
        std::vector<SweepRow> rows = evaluation->sweep;
        rows.insert(rows.end(), evaluation->compared.begin(), evaluation->compared.end());
        const auto executed = executedActivationBytes(scenario, rows);
        QCOMPARE(executed.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            PolicySpec spec;
            spec.id = rows[i].policy;
            spec.number = rows[i].k;
            spec = inScenario(spec, scenario);
            QVERIFY2(executed[i] == programPeak(measuredStack(scenario), spec), policyText(spec).c_str());
        }
    }

    // The head, the optimizer and other devices are not in what is run.
    void stackAlone()
    {
        const SweepRow row = rowOf(PolicyId::Segments, 3);
        const QByteArray shape = "model.layers=3 model.d_model=64 model.d_ffn=256 model.heads=4 workload.sequence=64";
        const auto plain = executedOf(shape, { &row, 1 });
        for (const char* other : { " model.vocab=50000", " recipe.gradients=on_demand", " recipe.optimizer=sgd",
                 " parallel.tensor=4", " parallel.data=8 parallel.zero=3", " device.reserve_bytes=5GiB" }) {
            QVERIFY2(executedOf(shape + other, { &row, 1 }) == plain, other);
        }
        for (const char* other : { " recipe.attention=fused", " recipe.dtype=fp32", " model.gated_mlp=true",
                 " workload.batch=5", " checkpointing.tensors=gelu" }) {
            QVERIFY2(executedOf(shape + other, { &row, 1 }) != plain, other);
        }
    }

    void whereNothingIsSimulated()
    {
        const std::array rows { rowOf(PolicyId::Optimal, 1 << 20), rowOf(PolicyId::Segments, 99),
            rowOf(PolicyId::Segments, 2) };
        const auto executed = executedOf("model.layers=4 workload.sequence=16", rows);
        QVERIFY(!executed[0] && !executed[1] && executed[2]);
        // one tensor alone is over 2^63-1 bytes
        const auto over = executedOf("model.layers=2 model.d_model=262144 model.d_ffn=1048576 model.heads=1024 "
                                     "workload.batch=65536 workload.sequence=16777216",
            { &rows[2], 1 });
        QVERIFY(!over.front());
    }
};

QTEST_APPLESS_MAIN(TestExecuted)
#include "tst_executed.moc"
