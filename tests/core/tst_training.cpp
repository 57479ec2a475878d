// SPDX-License-Identifier: MIT
// Training accounting: what people found wrong in other estimators must come out right here.
#include "core/base/units.h"
#include "core/plan/evaluate.h"
#include "core/plan/timeline.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace sublinear;

namespace {

Scenario with(std::initializer_list<const char*> settings)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    for (const char* setting : settings) {
        const Status status = applySet(scenario, setting);
        if (!status) {
            qFatal("%s", status.error().message.c_str());
        }
    }
    return scenario;
}

Scenario with(Scenario scenario, std::initializer_list<const char*> settings)
{
    for (const char* setting : settings) {
        const Status status = applySet(scenario, setting);
        if (!status) {
            qFatal("%s", status.error().message.c_str());
        }
    }
    return scenario;
}

Evaluation evaluated(const Scenario& scenario, const char* policies = nullptr)
{
    std::vector<PolicySpec> compared;
    if (policies != nullptr) {
        compared = parsePolicies(policies).value();
    }
    const Result<Evaluation> made = evaluate(scenario, compared);
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    return *made;
}

Bytes kindOf(const SweepRow& row, MemoryKind kind)
{
    return row.byKind[std::size_t(kind)];
}

void checkRow(const SweepRow& row)
{
    Bytes sum = 0;
    for (const Bytes bytes : row.byKind) {
        QVERIFY(bytes >= 0);
        sum += bytes;
    }
    QCOMPARE(sum, row.totalBytes);
    QVERIFY(row.extraForwardFraction >= 0 && row.extraStepFraction >= 0);
    QVERIFY(row.extraStepFraction < row.extraForwardFraction || row.extraForwardFraction == 0);
}

} // namespace

class TestTraining : public QObject {
    Q_OBJECT

private slots:
    void rowsSumToTheTotal_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 30; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }

    void rowsSumToTheTotal()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto pick = [&random](auto... values) {
            const std::array<const char*, sizeof...(values)> list { values... };
            return list[random() % list.size()];
        };
        const Scenario scenario = with({ pick("model.preset=gpt2-124m", "model.preset=llama3.2-1b", "model.layers=6",
                                             "model.preset=mixtral-8x7b", "model.preset=phi-2"),
            pick("workload.sequence=256", "workload.sequence=1024"), pick("workload.batch=1", "workload.batch=3"),
            pick("recipe.name=bf16_fp32_master", "recipe.name=adafactor", "recipe.name=adam8bit", "recipe.name=fp32",
                "recipe.name=sgd"),
            pick("recipe.loss=full", "recipe.loss=chunked", "recipe.loss=none"),
            pick("recipe.gradients=preallocated", "recipe.gradients=on_demand"),
            pick("parallel.data=1", "parallel.data=8"),
            pick("parallel.zero=0", "parallel.zero=1", "parallel.zero=2", "parallel.zero=3"),
            pick("checkpointing.policy=article", "checkpointing.policy=segments", "checkpointing.policy=first_m",
                "checkpointing.policy=revolve", "checkpointing.policy=selective", "checkpointing.policy=recursive"),
            pick("recipe.attention=fused", "recipe.attention=materialized"),
            pick("recipe.dropout=true", "recipe.dropout=false") });
        const Evaluation evaluation = evaluated(scenario, "store_all,segments,article:2,selective:gelu,two_level:2");
        const Bytes rows = std::accumulate(evaluation.memory.rows.begin(), evaluation.memory.rows.end(), Bytes { 0 },
            [](Bytes sum, const MemoryRow& row) { return sum + row.bytes; });
        QCOMPARE(rows, evaluation.memory.totalBytes);
        QCOMPARE(evaluation.memory.totalBytes, evaluation.chosen.totalBytes);
        QVERIFY(!evaluation.sweep.empty());
        for (const auto* list : { &evaluation.sweep, &evaluation.compared, &evaluation.meanings }) {
            for (const SweepRow& row : *list) {
                checkRow(row);
                QVERIFY(!row.fits || row.totalBytes <= evaluation.memory.capacityBytes);
                QCOMPARE(row.maxBatch >= evaluation.scenario.workload.batch, row.fits);
            }
        }
        QCOMPARE(evaluation.compared.front().totalBytes, evaluation.storeAllBytes);
        Bytes saved = 0;
        for (const LayerComponent& component : evaluation.layer.components) {
            QVERIFY2(!component.formula.empty(), std::string(component.id).c_str());
            saved += component.bytes;
        }
        QCOMPARE(saved, evaluation.layer.totalBytes);
        QVERIFY(!verdict(evaluation).headline.empty());
        // the timeline is the same step, operation by operation
        const Result<Timeline> line = timeline(evaluation.scenario);
        QVERIFY(line);
        const TimelineOp& peak = line->ops[std::size_t(line->peakIndex)];
        QCOMPARE(peak.liveBytes, evaluation.memory.totalBytes);
        QVERIFY(peak.byKind == evaluation.chosen.byKind);
    }

    // The largest batch fits and one more does not.
    void largestBatchIsTheLargest()
    {
        for (const char* policy : { "checkpointing.policy=segments", "checkpointing.policy=store_all" }) {
            for (const char* gradients : { "recipe.gradients=preallocated", "recipe.gradients=on_demand" }) {
                const Scenario base = with({ "model.preset=gpt2-124m", "workload.sequence=1024", policy, gradients,
                    "device.memory_bytes=24GiB", "recipe.attention=fused" });
                const Count batch = evaluated(base).chosen.maxBatch;
                QVERIFY(batch > 1);
                Scenario at = base;
                at.workload.batch = batch;
                QVERIFY(evaluated(at).chosen.fits);
                at.workload.batch = batch + 1;
                QVERIFY(!evaluated(at).chosen.fits);
            }
        }
    }

    // Activations follow batch and sequence; what stays through the step does not.
    void activationsFollowTheBatch()
    {
        const Scenario base = with({ "model.preset=llama3.2-1b", "workload.batch=2", "workload.sequence=1024" });
        const SweepRow one = evaluated(base).chosen;
        for (const char* change : { "workload.batch=4", "workload.sequence=2048" }) {
            const SweepRow two = evaluated(with(base, { change })).chosen;
            QVERIFY(two.activationBytes > one.activationBytes);
            for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Gradients, MemoryKind::Optimizer }) {
                QVERIFY(kindOf(one, kind) > 0);
                QCOMPARE(kindOf(two, kind), kindOf(one, kind));
            }
        }
    }

    void zeroStages_data()
    {
        QTest::addColumn<int>("zero");
        for (int zero = 0; zero <= 3; ++zero) {
            QTest::addRow("%d", zero) << zero;
        }
    }

    // Bytes per parameter and share of each component; activations are never divided.
    void zeroStages()
    {
        QFETCH(int, zero);
        const std::string stage = "parallel.zero=" + std::to_string(zero);
        const Scenario base = with({ "model.preset=llama3.2-1b", "workload.batch=8", "workload.sequence=1024",
            "recipe.name=bf16_fp32_master", "parallel.data=8", stage.c_str(), "checkpointing.policy=store_all" });
        const Evaluation evaluation = evaluated(base);
        const Count P = evaluation.parameterCount;
        QCOMPARE(P, Count { 1235814400 });
        const Count share = (P + 7) / 8;
        const SweepRow& row = evaluation.chosen;
        QCOMPARE(kindOf(row, MemoryKind::Parameters), 2 * (zero >= 3 ? share : P));
        QCOMPARE(kindOf(row, MemoryKind::Gradients), 2 * (zero >= 2 ? share : P));
        QCOMPARE(kindOf(row, MemoryKind::MasterWeights), 4 * (zero >= 1 ? share : P));
        QCOMPARE(kindOf(row, MemoryKind::Optimizer), zero >= 1 ? (8 * P + 7) / 8 : 8 * P);
        const SweepRow unsharded = evaluated(with(base, { "parallel.zero=0" })).chosen;
        QCOMPARE(row.activationBytes, unsharded.activationBytes);
        // another gradient type changes one row
        const SweepRow wide = evaluated(with(base, { "recipe.gradient_dtype=fp32" })).chosen;
        QCOMPARE(kindOf(wide, MemoryKind::Gradients), 2 * kindOf(row, MemoryKind::Gradients));
        for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
            const bool gradients = MemoryKind(kind) == MemoryKind::Gradients;
            const bool buffers = MemoryKind(kind) == MemoryKind::Transient && zero >= 2; // whole gradients of a layer
            QVERIFY(gradients || buffers || wide.byKind[kind] == row.byKind[kind]);
        }
    }

    // Without sharding eight devices are as good as one.
    void capacityIsPerDevice()
    {
        const Scenario base = with({ "model.preset=llama3-8b", "workload.batch=1" });
        QCOMPARE(evaluated(with(base, { "parallel.data=8" })).chosen.totalBytes, evaluated(base).chosen.totalBytes);
        QVERIFY(evaluated(with(base, { "parallel.data=8", "parallel.zero=3" })).chosen.totalBytes
            < evaluated(base).chosen.totalBytes);
    }

    void tensorsCountUnderEveryRecomputingPolicy_data()
    {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<bool>("counts");
        for (const PolicyInfo& info : allPolicies()) {
            // Two levels hold one saved set at a time, and its backward pass follows at once.
            const bool nothingToLeaveOut = info.id == PolicyId::TwoLevel;
            QTest::addRow("%s", info.text.data())
                << QByteArray(info.text.data()) << (dropsTensors(info.id) && !nothingToLeaveOut);
        }
        QVERIFY(!dropsTensors(PolicyId::StoreAll) && !dropsTensors(PolicyId::Optimal));
    }
    void tensorsCountUnderEveryRecomputingPolicy()
    {
        QFETCH(QByteArray, policy);
        QFETCH(bool, counts);
        const Scenario whole = with({ ("checkpointing.policy=" + policy).constData(), "model.layers=12",
            "workload.batch=1", "recipe.attention=fused" });
        const Scenario less = with(whole, { "checkpointing.tensors=up,gelu" });
        const Evaluation before = evaluated(whole);
        const Evaluation after = evaluated(less);
        // The up-projection is a matrix product: made again, it costs FLOPs.
        QCOMPARE(after.chosen.extraForwardFraction > before.chosen.extraForwardFraction, counts);
        QCOMPARE(after.memory.totalBytes != before.memory.totalBytes
                || after.chosen.extraForwardFraction != before.chosen.extraForwardFraction,
            counts);
        const Result<Timeline> steps = timeline(after.scenario);
        QVERIFY(steps.ok());
        QCOMPARE(steps->ops[std::size_t(steps->peakIndex)].liveBytes, after.memory.totalBytes);
        // What a completed scenario says is what it was completed from.
        QCOMPARE(evaluate(complete(before.scenario))->memory.totalBytes, before.memory.totalBytes);
        QCOMPARE(evaluate(complete(after.scenario))->memory.totalBytes, after.memory.totalBytes);
    }

    void segmentsBreakdown_data()
    {
        QTest::addColumn<Count>("K");
        for (const Count K : { 1, 2, 4, 8, 16, 32 }) {
            QTest::addRow("K=%d", int(K)) << K;
        }
    }

    // Stored inputs and the live segment are two named numbers.
    void segmentsBreakdown()
    {
        QFETCH(Count, K);
        const std::string k = "checkpointing.k=" + std::to_string(K);
        const Evaluation evaluation =
            evaluated(with({ "checkpointing.policy=segments", k.c_str(), "workload.batch=1" }));
        const SweepRow& row = evaluation.chosen;
        const Bytes x = evaluation.layer.boundaryBytes;
        QCOMPARE(x, Bytes { 2048 * 4096 * 2 });
        QCOMPARE(kindOf(row, MemoryKind::Checkpoints), (32 + K - 1) / K * x);
        // at the peak the segment's last layer has given back some of its tensors
        const Bytes segment = K * evaluation.layer.totalBytes + (K - 1) * x;
        QVERIFY(kindOf(row, MemoryKind::Recomputed) <= segment);
        QVERIFY(kindOf(row, MemoryKind::Recomputed) > segment - evaluation.layer.totalBytes);
        QCOMPARE(kindOf(row, MemoryKind::Activations), Bytes { 0 });
        QVERIFY(kindOf(row, MemoryKind::Transient) > 0);
        const Bytes stays = kindOf(row, MemoryKind::Parameters) + kindOf(row, MemoryKind::Gradients)
            + kindOf(row, MemoryKind::Optimizer) + kindOf(row, MemoryKind::Reserve);
        QCOMPARE(row.totalBytes - stays, row.activationBytes + kindOf(row, MemoryKind::Transient));
    }

    // The peak over K has a minimum inside, and the ends are above it.
    void peakOverKHasAMinimum()
    {
        for (const char* layers : { "model.layers=32", "model.layers=64", "model.layers=96" }) {
            const Evaluation evaluation = evaluated(with({ layers, "checkpointing.policy=segments",
                "recipe.attention=fused", "workload.batch=1", "checkpointing.k=1" }));
            const auto& sweep = evaluation.sweep;
            const auto least = std::min_element(sweep.begin(), sweep.end(),
                [](const SweepRow& a, const SweepRow& b) { return a.totalBytes < b.totalBytes; });
            QVERIFY(least->totalBytes <= sweep.front().totalBytes);
            QVERIFY(sweep.back().totalBytes > least->totalBytes);
            QVERIFY(double(sweep.back().activationBytes) > 0.95
                    * double(evaluation.layer.totalBytes + evaluation.layer.boundaryBytes)
                    * double(sweep.size())); // K=N is close to no checkpointing
        }
    }

    void nothingCanHelp()
    {
        const Evaluation evaluation = evaluated(with({ "model.preset=llama2-70b", "workload.batch=1" }));
        QVERIFY(!evaluation.recommendation.fits);
        const auto reason = QString::fromStdString(evaluation.recommendation.reason);
        QVERIFY2(reason.contains(QStringLiteral("No checkpointing setting can help")), qPrintable(reason));
        QVERIFY(reason.contains(QStringLiteral("optimizer states (")));
        QCOMPARE(evaluation.chosen.maxBatch, Count { 0 });
        // no policy and no batch is offered: only what makes the states smaller
        for (const Alternative& alternative : evaluation.recommendation.alternatives) {
            const auto change = QString::fromStdString(alternative.change);
            QVERIFY2(change.contains(u"adam8bit") || change.contains(u"parallel.") || change.contains(u"chunked"),
                qPrintable(change));
        }
    }

    // The low-precision logits, their fp32 copy and the fp32 gradient: M*V*(2+4+4).
    void logits()
    {
        const Scenario base = with({ "model.preset=llama3.2-3b", "workload.batch=1", "workload.sequence=8192",
            "checkpointing.policy=segments", "checkpointing.k=1", "recipe.attention=fused" });
        const Bytes full = kindOf(evaluated(base).chosen, MemoryKind::Logits);
        QCOMPARE(full, Bytes { 8192 } * 128256 * (2 + 4 + 4) + 4 * 8192);
        const Scenario wide = with(base, { "recipe.dtype=fp32" });
        QCOMPARE(kindOf(evaluated(wide).chosen, MemoryKind::Logits), Bytes { 8192 } * 128256 * (4 + 4) + 4 * 8192);
        const SweepRow chunked = evaluated(with(base, { "recipe.loss=chunked" })).chosen;
        QVERIFY(kindOf(chunked, MemoryKind::Logits) <= Bytes { 512 } * 128256 * (4 + 2));
        QVERIFY(evaluated(base).chosen.totalBytes - chunked.totalBytes > 8 * kGiB);
    }

    void tiedEmbeddings()
    {
        const Scenario base = with({ "model.preset=llama3.2-1b", "workload.batch=1" });
        const Evaluation tied = evaluated(base);
        const Evaluation untied = evaluated(with(base, { "model.tied_embeddings=false" }));
        QCOMPARE(untied.parameterCount - tied.parameterCount, Count { 128256 } * 2048);
        QCOMPARE(kindOf(untied.chosen, MemoryKind::Parameters) - kindOf(tied.chosen, MemoryKind::Parameters),
            Bytes { 2 } * 128256 * 2048);
    }

    void optimizerStates_data()
    {
        QTest::addColumn<QByteArray>("optimizer");
        QTest::addColumn<double>("perParameter");
        QTest::addRow("adamw") << QByteArray("recipe.optimizer=adamw") << 8.0;
        QTest::addRow("sgd") << QByteArray("recipe.optimizer=sgd") << 0.0;
        QTest::addRow("momentum") << QByteArray("recipe.optimizer=sgd_momentum") << 4.0;
        QTest::addRow("8-bit") << QByteArray("recipe.optimizer=adam8bit") << 2.03;
        QTest::addRow("adafactor") << QByteArray("recipe.optimizer=adafactor") << 0.005;
    }

    void optimizerStates()
    {
        QFETCH(QByteArray, optimizer);
        QFETCH(double, perParameter);
        const Evaluation evaluation =
            evaluated(with({ "model.preset=llama3.2-1b", "workload.batch=1", optimizer.constData() }));
        const double bytes =
            double(kindOf(evaluation.chosen, MemoryKind::Optimizer)) / double(evaluation.parameterCount);
        QVERIFY2(std::abs(bytes - perParameter) < 0.005, qPrintable(QString::number(bytes)));
    }

    // Checkpointing costs time at a fixed batch; what a larger batch gains is another number.
    void timeAndThroughput()
    {
        const Evaluation evaluation =
            evaluated(with({ "model.preset=gpt2-124m", "device.memory_bytes=24GiB" }), "store_all,segments:1");
        const SweepRow& all = evaluation.compared[0];
        const SweepRow& checkpointed = evaluation.compared[1];
        QVERIFY(checkpointed.extraStepFraction > all.extraStepFraction);
        QVERIFY(checkpointed.maxBatch > all.maxBatch);
        QVERIFY(checkpointed.throughput > 0 && all.throughput > 0);
    }

    void reserveIsARow()
    {
        const Scenario base = with({ "model.preset=gpt2-124m" });
        const Evaluation evaluation = evaluated(with(base, { "device.reserve_bytes=3GiB" }));
        QCOMPARE(kindOf(evaluation.chosen, MemoryKind::Reserve), 3 * kGiB);
        QCOMPARE(evaluation.memory.rows.back().kind, MemoryKind::Reserve);
        QVERIFY(evaluation.memory.rows.back().basis == Basis::Assumed);
        QCOMPARE(evaluation.chosen.totalBytes - evaluated(base).chosen.totalBytes, 2 * kGiB); // 1 GiB by default
    }

    // LLaMA-7B, ZeRO-2 over eight 32 GiB cards: reported to run out of memory in the optimizer step.
    void sevenBillionOnV100()
    {
        const Evaluation evaluation = evaluated(with({ "model.preset=llama2-7b", "recipe.name=fp16_mixed",
            "parallel.data=8", "parallel.zero=2", "device.gpu=v100-sxm2-32gb", "workload.batch=4",
            "workload.sequence=2048", "checkpointing.policy=segments", "checkpointing.k=1" }));
        QVERIFY2(!evaluation.chosen.fits || double(evaluation.memory.marginBytes) < 0.1 * 32 * double(kGiB),
            formatGiBUnit(evaluation.chosen.totalBytes).c_str());
    }

    void optimalUsesWhatIsLeft()
    {
        const Scenario base = with({ "model.layers=12", "model.d_model=1024", "model.d_ffn=4096", "model.heads=16",
            "recipe.attention=fused", "device.memory_bytes=5GiB", "checkpointing.policy=optimal" });
        const Evaluation evaluation = evaluated(base, "segments:1,store_all");
        QVERIFY(evaluation.chosen.fits);
        QVERIFY(evaluation.sweep.size() > 3);
        QVERIFY(!evaluation.compared[1].fits);
        QVERIFY(evaluation.chosen.extraForwardFraction <= evaluation.compared[0].extraForwardFraction);
        const Evaluation given = evaluated(with(base, { "checkpointing.budget_bytes=1GiB" }));
        QVERIFY(given.chosen.totalBytes - evaluation.memory.totalBytes <= 0);
        const Result<Evaluation> tooLittle = evaluate(with(base, { "checkpointing.budget_bytes=1MiB" }));
        QVERIFY(!tooLittle);
        QCOMPARE(tooLittle.error().field, std::string("checkpointing.budget_bytes"));
    }

    void tooLargeIsRefused()
    {
        const Scenario huge = with({ "model.layers=10000", "workload.batch=65536", "workload.sequence=65536" });
        const Result<Evaluation> made = evaluate(huge);
        QVERIFY(!made);
        QVERIFY(!made.error().message.empty());
    }
};

QTEST_APPLESS_MAIN(TestTraining)
#include "tst_training.moc"
