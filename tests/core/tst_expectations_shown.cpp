// SPDX-License-Identifier: MIT
// The same for what is shown: rows, markers, times and what can be adjusted.
#include "core/base/units.h"
#include "core/plan/verdict.h"
#include "core/report/plan_table.h"
#include "training_cases.h"

#include <QTest>

#include <cmath>

using namespace sublinear;
using namespace sublinear::test;

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

const SweepRow& rowAt(const Evaluation& evaluation, Count k)
{
    const auto found =
        std::find_if(evaluation.sweep.begin(), evaluation.sweep.end(), [k](const SweepRow& row) { return row.k == k; });
    return *found;
}

} // namespace

class TestExpectationsShown : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
        const QString told = text(verdict(evaluation).headline);
        QVERIFY2(told.startsWith("Does not fit: ") || told.contains(", close: "), qPrintable(told));
        const QString plan = text(planText(evaluation));
        QVERIFY2(plan.contains("ZeRO's communication buckets are not counted"), qPrintable(plan));
        // the control: with room to spare neither is said
        const Evaluation roomy = evaluated(with({ "model.preset=gpt2-124m", "device.gpu=v100-sxm2-32gb" }));
        QVERIFY(roomy.chosen.fits && !text(planText(roomy)).contains("close: "));
        QVERIFY(!text(planText(roomy)).contains("buckets"));
    }

    void displayedRowsAddUp_data()
    {
        QTest::addColumn<QByteArray>("model");
        for (const char* model : { "gpt2-124m", "llama3.2-1b", "llama3-8b", "mixtral-8x7b", "gemma2-2b", "phi-2" }) {
            QTest::addRow("%s", model) << QByteArray(model);
        }
    }

    // As printed: the rows' sum is the total within half a hundredth for each of them.
    void displayedRowsAddUp()
    {
        QFETCH(QByteArray, model);
        for (const char* accounting : { "accounting=article", "accounting=training" }) {
            for (const char* policy : { "checkpointing.policy=article", "checkpointing.policy=segments" }) {
                const TextTable table = memoryTable(evaluated(
                    with({ accounting, policy, ("model.preset=" + model).constData(), "workload.sequence=777" })));
                double sum = 0;
                double total = -1;
                int rows = 0;
                for (const std::vector<std::string>& row : table.rows) {
                    if (row[0] == "Total") {
                        total = text(row[1]).toDouble();
                    } else if (row[0] != "Capacity") {
                        sum += text(row[1]).toDouble();
                        ++rows;
                    }
                }
                QVERIFY(rows > 1 && total > 0);
                QVERIFY2(std::abs(sum - total) <= 0.005 * (rows + 1) + 1e-9,
                    qPrintable(QStringLiteral("%1 against %2").arg(sum).arg(total)));
            }
        }
    }

    void markersMatchTheNumbers_data()
    {
        QTest::addColumn<Count>("layers");
        QTest::addColumn<Count>("K");
        for (const Count layers : { 12, 24, 32, 33 }) {
            for (const Count K : { 2, 3, 4, 7, 12 }) {
                QTest::addRow("%d layers, K=%d", int(layers), int(K)) << layers << K;
            }
        }
    }

    // A bar per layer: as many marked as stored as the law keeps, the others as run again.
    void markersMatchTheNumbers()
    {
        QFETCH(Count, layers);
        QFETCH(Count, K);
        const auto count = [&](PolicyId id, LayerFate fate) {
            PolicySpec spec;
            spec.id = id;
            spec.number = K;
            const std::vector<LayerFate> fates = layerFates(spec, layers);
            return Count(std::count(fates.begin(), fates.end(), fate));
        };
        const Count segments = (layers + K - 1) / K;
        QCOMPARE(count(PolicyId::Segments, LayerFate::Boundary), segments);
        QCOMPARE(count(PolicyId::Segments, LayerFate::Recomputed), layers - segments);
        QCOMPARE(count(PolicyId::Article, LayerFate::Checkpoint), layers / K);
        QCOMPARE(count(PolicyId::Article, LayerFate::Recomputed), layers - layers / K);
        const std::string number = "checkpointing.k=" + std::to_string(K);
        const std::string depth = "model.layers=" + std::to_string(layers);
        const Evaluation article =
            evaluated(with({ "accounting=article", "checkpointing.policy=article", number.c_str(), depth.c_str() }));
        QCOMPARE(article.memory.bytesOf(MemoryKind::Checkpoints), layers / K * article.layer.totalBytes);
        QCOMPARE(rowAt(article, K).extraForwardFraction,
            double(count(PolicyId::Article, LayerFate::Recomputed)) / double(layers));
    }
};

QTEST_APPLESS_MAIN(TestExpectationsShown)
#include "tst_expectations_shown.moc"
