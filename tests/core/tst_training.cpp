// SPDX-License-Identifier: MIT
// Training accounting: rows, batches, optimizers and refusals.
#include "core/base/units.h"
#include "core/plan/evaluate.h"
#include "core/plan/timeline.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "training_cases.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace sublinear;
using namespace sublinear::test;

namespace {

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

private Q_SLOTS:
    // What follows from a given parameter count is called assumed, in both accountings; what does not, does not.
    void whatGivenParametersMakeIsAssumed()
    {
        for (const Accounting accounting : { Accounting::Article, Accounting::Training }) {
            for (const bool given : { false, true }) {
                Scenario scenario;
                scenario.accounting = accounting;
                scenario.model.parameters = given ? std::optional<Count>(5) : std::nullopt;
                const Result<Evaluation> evaluation = evaluate(scenario);
                QVERIFY(evaluation.ok());
                int counted = 0;
                for (const MemoryRow& row : evaluation->memory.rows) {
                    const bool state = row.kind == MemoryKind::Parameters || row.kind == MemoryKind::Gradients
                        || row.kind == MemoryKind::MasterWeights || row.kind == MemoryKind::Optimizer;
                    QCOMPARE(row.basis == Basis::Assumed, (state && given) || row.kind == MemoryKind::Reserve);
                    counted += state ? 1 : 0;
                }
                QVERIFY(counted >= 2);
            }
        }
    }

    // Adam's two fp32 moments are 8 bytes for each of as many parameters as are given, whatever the shape has: products
    // of both lie beyond what a floating-point number holds.
    void givenParametersAreCountedToTheByte_data()
    {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<Count>("given");
        QTest::addRow("63 layers") << "63 513 11117 245897" << Count { 50436475694 };
        QTest::addRow("78 layers") << "78 513 19950 110519" << Count { 230901407984 };
        QTest::addRow("85 layers") << "85 257 2002 212077" << Count { 274853956671 };
        QTest::addRow("one") << "2 513 64 101" << Count { 1 };
    }

    void givenParametersAreCountedToTheByte()
    {
        QFETCH(QString, shape);
        QFETCH(Count, given);
        const QStringList numbers = shape.split(' ');
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.model.layers = numbers[0].toLongLong();
        scenario.model.dModel = numbers[1].toLongLong();
        scenario.model.dFfn = numbers[2].toLongLong();
        scenario.model.vocab = numbers[3].toLongLong();
        scenario.model.heads = 1;
        scenario.model.parameters = given;
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY2(evaluation.ok(), evaluation ? "" : evaluation.error().message.c_str());
        Bytes optimizer = 0;
        for (const MemoryRow& row : evaluation->memory.rows) {
            optimizer += row.kind == MemoryKind::Optimizer ? row.bytes : 0;
        }
        QCOMPARE(optimizer, 8 * given);
    }

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

    void openBudgetIsTheLeastWhereNothingFits()
    {
        const Scenario tight = with({ "checkpointing.policy=optimal", "model.layers=6", "workload.batch=1",
            "recipe.attention=fused", "device.memory_bytes=1GiB" });
        const Evaluation evaluation = evaluated(tight);
        QVERIFY(!evaluation.memory.fits);
        QCOMPARE(evaluation.chosen.k, evaluation.sweep.front().k);
        for (const SweepRow& row : evaluation.sweep) {
            QVERIFY(row.totalBytes >= evaluation.memory.totalBytes);
        }
        const Result<Timeline> steps = timeline(evaluation.scenario);
        QVERIFY(steps.ok());
        QCOMPARE(steps->ops[std::size_t(steps->peakIndex)].liveBytes, evaluation.memory.totalBytes);
        // One that is given is a promise, and refused.
        const Result<Evaluation> given = evaluate(with(tight, { "checkpointing.budget_bytes=1MiB" }));
        QVERIFY(!given.ok() && given.error().field == "checkpointing.budget_bytes");
        QVERIFY(given.error().message.find("the least is") != std::string::npos);
        // Where there is room, it is what the device has left.
        const Evaluation roomy = evaluated(with(tight, { "device.memory_bytes=80GiB" }));
        QVERIFY(roomy.memory.fits && *roomy.chosen.k > *evaluation.chosen.k);
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
