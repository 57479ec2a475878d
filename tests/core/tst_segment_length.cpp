// SPDX-License-Identifier: MIT
#include "core/plan/evaluate.h"
#include "core/plan/segment_length.h"
#include "core/scenario/fields.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace sublinear;

class TestSegmentLength : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void best_data()
    {
        QTest::addColumn<qint64>("layers");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QList<qint64>>("expected");
        QTest::addColumn<double>("smooth");
        using Ks = QList<qint64>;
        // A boundary as dear as a layer: the square root, 5.66 and 10, and its neighbours that cost the same.
        QTest::addRow("32 equal") << qint64 { 32 } << 1.0 << Ks { 4, 5, 6, 7, 8 } << std::sqrt(32.0);
        QTest::addRow("100 equal") << qint64 { 100 } << 1.0 << Ks { 10 } << 10.0;
        QTest::addRow("32 twice") << qint64 { 32 } << 2.0 << Ks { 4 } << 4.0;
        QTest::addRow("32 at 8") << qint64 { 32 } << 8.0 << Ks { 2 } << 2.0;
        QTest::addRow("32 at 16, a tie") << qint64 { 32 } << 16.0 << Ks { 1, 2 } << std::sqrt(2.0);
        QTest::addRow("24 of PyTorch's shape") << qint64 { 24 } << 20.0 << Ks { 1 } << std::sqrt(1.2);
        QTest::addRow("32 of the article's") << qint64 { 32 } << 27.0 << Ks { 1 } << std::sqrt(32.0 / 27);
        QTest::addRow("80 of the article's") << qint64 { 80 } << 27.0 << Ks { 2 } << std::sqrt(80.0 / 27);
        QTest::addRow("one layer") << qint64 { 1 } << 1.0 << Ks { 1 } << 1.0;
    }
    void best()
    {
        QFETCH(qint64, layers);
        QFETCH(double, ratio);
        QFETCH(QList<qint64>, expected);
        QFETCH(double, smooth);
        const std::vector<Count> found = bestSegmentLengths(layers, ratio);
        QCOMPARE(QList<qint64>(found.begin(), found.end()), expected);
        QCOMPARE(smoothSegmentLength(layers, ratio), smooth);
        // Whole lengths lie around the smooth one: the two neighbours of K* bound the best from both sides.
        const double least = segmentCost(layers, ratio, found.front());
        for (Count k = 1; k <= layers; ++k) {
            const bool isBest = std::find(found.begin(), found.end(), k) != found.end();
            QCOMPARE(segmentCost(layers, ratio, k) > least + 1e-9, !isBest);
        }
    }

    void costIsWhatPyTorchHolds_data()
    {
        QTest::addColumn<qint64>("k");
        QTest::addColumn<double>("measured"); // checkpoint_sequential, 24 layers, (A+x)/x = 20, in A+x
        QTest::addRow("K=1") << qint64 { 1 } << 2.51;
        QTest::addRow("K=2") << qint64 { 2 } << 2.91;
        QTest::addRow("K=4") << qint64 { 4 } << 4.60;
    }
    void costIsWhatPyTorchHolds()
    {
        QFETCH(qint64, k);
        QFETCH(double, measured);
        constexpr double kTransients = 0.355; // of the layer at work, whatever the length
        QVERIFY(std::abs(segmentCost(24, 20, k) + kTransients - measured) < 0.02);
        QVERIFY(std::abs(segmentCost(24, 10, k) + kTransients - measured) > 0.05); // another shape does not
    }

    void endsAreTheSameForEveryRatio()
    {
        for (const double ratio : { 1.0, 1.1, 5.0, 27.0, 500.0 }) {
            QCOMPARE(segmentCost(32, ratio, 32), 32.0); // one segment holds every layer
            QVERIFY(std::abs(segmentCost(32, ratio, 1) - (32 + ratio - 1) / ratio) < 1e-12);
        }
    }

    void theScenariosOwnRatio()
    {
        // QKV 3, weights H*S/D = 16, output 1, inner 4, outer 1, residuals 2, of B*S*D.
        QCOMPARE(layerToBoundary(*evaluate(Scenario {})), 27.0);
        Scenario training;
        for (const char* set : { "accounting=training", "recipe.attention=fused", "recipe.dtype=bf16" }) {
            QVERIFY(applySet(training, set).ok());
        }
        const auto evaluation = evaluate(training);
        QVERIFY(evaluation.ok());
        const double ratio = layerToBoundary(*evaluation);
        QCOMPARE(ratio,
            1 + double(evaluation->layer.totalBytes) / double(evaluation->layer.boundaryBytes)); // A leaves x out
        QVERIFY(ratio > 15 && ratio < 20); // sbh*32+4asb+16sb over 2sbh
    }
};

QTEST_APPLESS_MAIN(TestSegmentLength)
#include "tst_segment_length.moc"
