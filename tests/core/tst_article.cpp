// SPDX-License-Identifier: MIT
// Every figure that the article prints, and the exact bytes behind it.
#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/report/plan_table.h"

#include <QtTest>

using namespace sublinear;

namespace {

Scenario articleScenario(Count batch = 4, Count sequence = 2048)
{
    Scenario scenario;
    scenario.model.layers = 32;
    scenario.model.dModel = 4096;
    scenario.model.dFfn = 16384;
    scenario.model.heads = 32;
    scenario.workload.batch = batch;
    scenario.workload.sequence = sequence;
    scenario.device.memoryBytes = 80 * kGiB;
    return scenario;
}

Evaluation evaluated(const Scenario& scenario)
{
    Result<Evaluation> result = evaluate(scenario);
    if (!result) {
        qFatal("refused: %s", result.error().message.c_str());
    }
    return std::move(*result);
}

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

Bytes componentBytes(const Evaluation& evaluation, std::string_view id)
{
    for (const LayerComponent& component : evaluation.layer.components) {
        if (component.id == id) {
            return component.bytes;
        }
    }
    return -1;
}

} // namespace

class TestArticle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void perLayer_data();
    void perLayer();
    void training();
    void sweep_data();
    void sweep();
    void everyInput_data();
    void everyInput();
    void betweenTheCandidates();
    void recommendation_data();
    void recommendation();
    void preset_data();
    void preset();
};

void TestArticle::perLayer_data()
{
    QTest::addColumn<qint64>("batch");
    QTest::addColumn<qint64>("sequence");
    QTest::addColumn<QList<qint64>>(
        "bytes"); // qkv, attention weights and output, FFN intermediate and output, residuals
    QTest::addColumn<qint64>("total");
    QTest::addColumn<QStringList>("printed"); // qkv, attention weights, FFN, residuals, total, times 32

    QTest::addRow("1 x 2048") << qint64 { 1 } << qint64 { 2048 }
                              << QList<qint64> { 50331648, 268435456, 16777216, 67108864, 16777216, 33554432 }
                              << qint64 { 452984832 }
                              << QStringList { "0.05", "0.25", "0.08", "0.03", "0.42", "13.50" };
    QTest::addRow("4 x 2048") << qint64 { 4 } << qint64 { 2048 }
                              << QList<qint64> { 201326592, 1073741824, 67108864, 268435456, 67108864, 134217728 }
                              << qint64 { 1811939328 }
                              << QStringList { "0.19", "1.00", "0.31", "0.12", "1.69", "54.00" };
    QTest::addRow("4 x 4096") << qint64 { 4 } << qint64 { 4096 }
                              << QList<qint64> { 402653184, 4294967296, 134217728, 536870912, 134217728, 268435456 }
                              << qint64 { 5771362304 }
                              << QStringList { "0.38", "4.00", "0.62", "0.25", "5.38", "172.00" };
    QTest::addRow("8 x 2048") << qint64 { 8 } << qint64 { 2048 }
                              << QList<qint64> { 402653184, 2147483648, 134217728, 536870912, 134217728, 268435456 }
                              << qint64 { 3623878656 }
                              << QStringList { "0.38", "2.00", "0.62", "0.25", "3.38", "108.00" };
}

void TestArticle::perLayer()
{
    QFETCH(qint64, batch);
    QFETCH(qint64, sequence);
    QFETCH(QList<qint64>, bytes);
    QFETCH(qint64, total);
    QFETCH(QStringList, printed);
    const Evaluation evaluation = evaluated(articleScenario(batch, sequence));
    const QList<qint64> found = { componentBytes(evaluation, "qkv"), componentBytes(evaluation, "attention_weights"),
        componentBytes(evaluation, "attention_output"), componentBytes(evaluation, "ffn_intermediate"),
        componentBytes(evaluation, "ffn_output"), componentBytes(evaluation, "residuals") };
    QCOMPARE(found, bytes);
    QCOMPARE(evaluation.layer.totalBytes, total);
    const QStringList shown = { text(formatGiB(found[0])), text(formatGiB(found[1])),
        text(formatGiB(found[3] + found[4])), text(formatGiB(found[5])), text(formatGiB(total)),
        text(formatGiB(32 * total)) };
    QCOMPARE(shown, printed);
}

void TestArticle::training()
{
    Scenario scenario = articleScenario();
    scenario.checkpointing.k = 1;
    const Evaluation evaluation = evaluated(scenario);
    QCOMPARE(evaluation.parameterCount, Count { 6442450944 });
    QCOMPARE(evaluation.memory.bytesOf(MemoryKind::Parameters), Bytes { 12884901888 });
    QCOMPARE(evaluation.memory.bytesOf(MemoryKind::Optimizer), Bytes { 51539607552 });
    QCOMPARE(evaluation.memory.bytesOf(MemoryKind::Activations), Bytes { 57982058496 });
    QCOMPARE(evaluation.memory.totalBytes, Bytes { 122406567936 });
    QCOMPARE(evaluation.storeAllBytes, Bytes { 122406567936 });
    QVERIFY(!evaluation.memory.fits);
    QCOMPARE(text(formatGiB(evaluation.memory.bytesOf(MemoryKind::Parameters))), QString("12.00"));
    QCOMPARE(text(formatGiB(evaluation.memory.bytesOf(MemoryKind::Optimizer))), QString("48.00"));
    QCOMPARE(text(formatGiB(evaluation.memory.bytesOf(MemoryKind::Activations))), QString("54.00"));
    QCOMPARE(text(formatGiB(evaluation.memory.totalBytes)), QString("114.00"));
}

void TestArticle::sweep_data()
{
    QTest::addColumn<int>("k");
    QTest::addColumn<qint64>("activations");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("maxBatch");
    QTest::addColumn<double>("throughput");
    // Activations, total, saved, +forward, +step, saved per +forward, throughput as printed.
    QTest::addColumn<QStringList>("printed");

    QTest::addRow("K=1") << 1 << qint64 { 57982058496 } << qint64 { 122406567936 } << qint64 { 1 } << 1.0
                         << QStringList { "54.00", "114.00", "0.0", "0.0", "0.0", "infinite", "1.00" };
    QTest::addRow("K=2") << 2 << qint64 { 32614907904 } << qint64 { 97039417344 } << qint64 { 2 } << 1.7142857142857142
                         << QStringList { "30.38", "90.38", "20.7", "50.0", "16.7", "0.41", "1.71" };
    QTest::addRow("K=4") << 4 << qint64 { 21743271936 } << qint64 { 86167781376 } << qint64 { 3 } << 2.4
                         << QStringList { "20.25", "80.25", "29.6", "75.0", "25.0", "0.39", "2.40" };
    QTest::addRow("K=8") << 8 << qint64 { 21743271936 } << qint64 { 86167781376 } << qint64 { 3 } << 2.32258064516129
                         << QStringList { "20.25", "80.25", "29.6", "87.5", "29.2", "0.34", "2.32" };
    QTest::addRow("K=16") << 16 << qint64 { 32614907904 } << qint64 { 97039417344 } << qint64 { 2 }
                          << 1.5238095238095237
                          << QStringList { "30.38", "90.38", "20.7", "93.8", "31.2", "0.22", "1.52" };
    QTest::addRow("K=32") << 32 << qint64 { 59793997824 } << qint64 { 124218507264 } << qint64 { 1 }
                          << 0.7559055118110236
                          << QStringList { "55.69", "115.69", "-1.5", "96.9", "32.3", "-0.02", "0.76" };
}

void TestArticle::sweep()
{
    QFETCH(int, k);
    QFETCH(qint64, activations);
    QFETCH(qint64, total);
    QFETCH(qint64, maxBatch);
    QFETCH(double, throughput);
    QFETCH(QStringList, printed);
    const Evaluation evaluation = evaluated(articleScenario());
    const auto index = static_cast<std::size_t>(k - 1);
    const SweepRow& row = evaluation.sweep.at(index);
    QCOMPARE(row.k, std::optional<Count>(k));
    QCOMPARE(row.activationBytes, activations);
    QCOMPARE(row.totalBytes, total);
    QVERIFY(!row.fits);
    QCOMPARE(row.maxBatch, maxBatch);
    QCOMPARE(row.throughput, throughput);
    // Policy and K, then the article's columns, then fits and the largest batch and sequence between them.
    const std::vector<std::string> cells = sweepTable(evaluation).rows.at(index);
    const QStringList shown = { text(cells[2]), text(cells[3]), text(cells[4]), text(cells[5]), text(cells[6]),
        text(cells[7]), text(cells[11]) };
    QCOMPARE(shown, printed);
    QCOMPARE(text(cells[0]), QString("article"));
    QCOMPARE(text(cells[1]), QString::number(k));
    QCOMPARE(text(cells[8]), QString("no"));
    QCOMPARE(text(cells[9]), QString::number(maxBatch));
}

void TestArticle::everyInput_data()
{
    QTest::addColumn<int>("input");
    for (int input = 0; input < 7; ++input) {
        QTest::addRow("input %d", input) << input;
    }
}

// The negative control of the figures above: no input is without effect on the total.
void TestArticle::everyInput()
{
    QFETCH(int, input);
    Scenario scenario = articleScenario();
    scenario.checkpointing.k = 4;
    const Bytes before = evaluated(scenario).memory.totalBytes;
    QCOMPARE(before, Bytes { 86167781376 });
    switch (input) {
    case 0:
        scenario.model.layers = 36;
        break;
    case 1:
        scenario.model.dModel = 4128;
        break;
    case 2:
        scenario.model.dFfn = 16385;
        break;
    case 3:
        scenario.model.heads = 64;
        break;
    case 4:
        scenario.workload.batch = 5;
        break;
    case 5:
        scenario.workload.sequence = 2049;
        break;
    default:
        scenario.recipe.dtype = Dtype::Fp32;
    }
    QVERIFY(evaluated(scenario).memory.totalBytes > before);
}

void TestArticle::betweenTheCandidates()
{
    const Evaluation evaluation = evaluated(articleScenario());
    const SweepRow& five = evaluation.sweep.at(4);
    QCOMPARE(five.activationBytes, 11 * evaluation.layer.totalBytes);
    QCOMPARE(text(formatGiB(five.totalBytes)), QString("78.56"));
    QVERIFY(five.fits);
    QCOMPARE(five.maxBatch, Count { 4 });
    QCOMPARE(text(formatFixed(five.throughput, 2)), QString("3.15"));
    QCOMPARE(evaluation.recommendation.k, std::optional<Count>(5));
    QVERIFY(evaluation.recommendation.fits);
    QCOMPARE(evaluation.recommendation.totalBytes, five.totalBytes);
}

void TestArticle::recommendation_data()
{
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<QList<int>>("shape"); // N, D, F, H, B, S
    QTest::addColumn<bool>("fits");
    QTest::addColumn<int>("k");
    QTest::addColumn<QString>("totalGib");
    QTest::addColumn<QString>("extraForward");

    QTest::addRow("6.4B, 4 x 2048") << qint64 { 6400000000 } << QList<int> { 32, 4096, 16384, 32, 4, 2048 } << true << 4
                                    << "79.9"
                                    << "75.0";
    QTest::addRow("6.4B, 2 x 2048") << qint64 { 6400000000 } << QList<int> { 32, 4096, 16384, 32, 2, 2048 } << true << 2
                                    << "74.8"
                                    << "50.0";
    QTest::addRow("3.1B, 8 x 2048") << qint64 { 3100000000 } << QList<int> { 32, 3072, 12288, 24, 8, 2048 } << true << 2
                                    << "74.4"
                                    << "50.0";
    QTest::addRow("6.4B, 2 x 4096") << qint64 { 6400000000 } << QList<int> { 32, 4096, 16384, 32, 2, 4096 } << false
                                    << 0 << ""
                                    << "";
    QTest::addRow("13B, 2 x 2048") << qint64 { 13000000000 } << QList<int> { 40, 5120, 20480, 40, 2, 2048 } << false
                                   << 0 << ""
                                   << "";
}

void TestArticle::recommendation()
{
    QFETCH(qint64, parameters);
    QFETCH(QList<int>, shape);
    QFETCH(bool, fits);
    QFETCH(int, k);
    QFETCH(QString, totalGib);
    QFETCH(QString, extraForward);
    Scenario scenario = articleScenario(shape[4], shape[5]);
    scenario.model.layers = shape[0];
    scenario.model.dModel = shape[1];
    scenario.model.dFfn = shape[2];
    scenario.model.heads = shape[3];
    scenario.model.parameters = parameters;
    scenario.checkpointing.candidates = std::vector<Count> { 1, 2, 4, 8, 16, shape[0] };
    const Recommendation advice = evaluated(scenario).recommendation;
    QCOMPARE(advice.fits, fits);
    if (fits) {
        QCOMPARE(advice.k, std::optional<Count>(k));
        QCOMPARE(text(formatGiB(advice.totalBytes, 1)), totalGib);
        QCOMPARE(text(formatFixed(advice.extraForwardFraction * 100, 1)), extraForward);
    } else {
        QVERIFY(advice.marginBytes < 0);
    }
}

void TestArticle::preset_data()
{
    QTest::addColumn<bool>("fits");
    QTest::addColumn<int>("k");
    QTest::addRow("article-6.4b-b4") << true << 4;
    QTest::addRow("article-6.4b-b2") << true << 2;
    QTest::addRow("article-3.1b-b8") << true << 2;
    QTest::addRow("article-6.4b-b2-s4096") << false << 0;
    QTest::addRow("article-13b-b2") << false << 0;
}

void TestArticle::preset()
{
    QFETCH(bool, fits);
    QFETCH(int, k);
    const ScenarioPreset* preset = findScenarioPreset(QTest::currentDataTag());
    QVERIFY(preset != nullptr);
    const Evaluation evaluation = evaluated(preset->scenario);
    QCOMPARE(evaluation.recommendation.fits, fits);
    QCOMPARE(evaluation.scenario.device.memoryBytes, 80 * kGiB);
    if (fits) {
        QCOMPARE(evaluation.recommendation.k, std::optional<Count>(k));
    }
}

QTEST_APPLESS_MAIN(TestArticle)
#include "tst_article.moc"
