// SPDX-License-Identifier: MIT
// Total memory against each slider's quantity: the curves are the plans' own, and a click or a key sets the slider.
#include "app/cards/scaling_card.h"
#include "app/cards/scaling_plot.h"
#include "app/export/chart_rows.h"
#include "app/export/figure.h"
#include "app/model/text.h"
#include "core/plan/evaluate.h"
#include "core/plan/scaling.h"
#include "core/scenario/fields.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/painted.h"

#include <QApplication>

#include <algorithm>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const ScalingCurve& curveOf(const std::vector<ScalingCurve>& curves, std::string_view field)
{
    const auto found =
        std::find_if(curves.begin(), curves.end(), [&](const ScalingCurve& curve) { return curve.field == field; });
    if (found == curves.end()) {
        qFatal("no curve over %s", std::string(field).c_str());
    }
    return *found;
}

Bytes bytesAt(const ScalingCurve& curve, Count at)
{
    const auto found = std::find_if(
        curve.points.begin(), curve.points.end(), [at](const ScalingPoint& point) { return point.at == at; });
    return found == curve.points.end() ? -1 : found->totalBytes;
}

} // namespace

class TestScalingCard : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<CardBench> m_bench;

    [[nodiscard]] ScalingPlot& plot() const { return *m_bench->page.findChild<ScalingPlot*>(); }
    void open() { m_bench = std::make_unique<CardBench>(QSize(900, 600), QStringList { QStringLiteral("scaling") }); }
    /// Index of a curve, and of the point at a value.
    [[nodiscard]] QPointF placeAt(std::string_view field, Count at) const
    {
        const auto& curves = plot().curves();
        for (std::size_t i = 0; i < curves.size(); ++i) {
            for (std::size_t j = 0; curves[i].field == field && j < curves[i].points.size(); ++j) {
                if (curves[i].points[j].at == at) {
                    return plot().placeOf(i, j);
                }
            }
        }
        qFatal("no such point");
    }

private Q_SLOTS:
    void cleanup() { m_bench.reset(); }

    void curvesAreThePlans_data()
    {
        QTest::addColumn<QStringList>("sets");
        QTest::addRow("the article's") << QStringList {};
        QTest::addRow("segments") << QStringList { QStringLiteral("checkpointing.policy=segments"),
            QStringLiteral("checkpointing.k=2") };
        QTest::addRow("a real step") << QStringList { QStringLiteral("accounting=training"),
            QStringLiteral("model.preset=gpt2-124m"), QStringLiteral("checkpointing.policy=every_nth") };
        QTest::addRow("the first m") << QStringList { QStringLiteral("checkpointing.policy=first_m") };
    }
    void curvesAreThePlans()
    {
        QFETCH(QStringList, sets);
        Scenario scenario;
        for (const QString& set : sets) {
            QVERIFY2(applySet(scenario, toUtf8(set)).ok(), qPrintable(set));
        }
        const auto evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const auto curves = scalingCurves(*evaluation);
        QCOMPARE(curves.size(), std::size_t { 4 });
        for (const ScalingCurve& curve : curves) {
            QCOMPARE(bytesAt(curve, curve.here), evaluation->memory.totalBytes);
            QVERIFY(std::is_sorted(curve.points.begin(), curve.points.end(),
                [](const ScalingPoint& left, const ScalingPoint& right) { return left.at < right.at; }));
            const Field& field = *findField(curve.field);
            for (const ScalingPoint& point : curve.points) {
                Scenario moved = scenario;
                field.set(moved, FieldValue { point.at });
                const auto planned = evaluate(clamped(std::move(moved)));
                QVERIFY(planned.ok());
                QCOMPARE(point.totalBytes, planned->memory.totalBytes);
                QCOMPARE(point.fits, planned->memory.fits);
            }
        }
    }

    void articleFigures()
    {
        const auto evaluation = evaluate(Scenario {});
        const auto curves = scalingCurves(*evaluation);
        QCOMPARE(bytesAt(curveOf(curves, "workload.batch"), 3), Bytes { 80731963392 }); // 75.1875 GiB
        QCOMPARE(bytesAt(curveOf(curves, "checkpointing.k"), 5), evaluation->sweep[4].totalBytes);
        QCOMPARE(curveOf(curves, "workload.sequence").points.back().at, Count { 4096 });
        QCOMPARE(curveOf(curves, "model.layers").points.back().at, Count { 64 });
    }

    void policiesWithoutANumber()
    {
        Scenario scenario;
        scenario.checkpointing.policy = PolicyId::StoreAll;
        QCOMPARE(scalingCurves(*evaluate(scenario)).size(), std::size_t { 3 });
        int asked = 0;
        const auto stopped = scalingCurves(*evaluate(scenario), [&asked] { return ++asked > 5; });
        QCOMPARE(stopped.front().points.size(), std::size_t { 5 }); // no more is worked out once it is not wanted
        QVERIFY(stopped.back().points.empty());
    }

    void aClickSetsTheSliderOnce()
    {
        open();
        QTRY_COMPARE(plot().curves().size(), std::size_t { 4 });
        const int before = m_bench->model.undoStack().count();
        for (const auto& [field, at] :
            { std::pair("workload.batch", Count { 3 }), std::pair("model.layers", Count { 16 }),
                std::pair("workload.sequence", Count { 1024 }), std::pair("checkpointing.k", Count { 5 }) }) {
            m_bench->settle();
            QTRY_VERIFY(curveOf(plot().curves(), field).here == m_bench->model.effectiveWhole(field));
            click(plot(), placeAt(field, at));
            QTRY_COMPARE(m_bench->model.effectiveWhole(field), at);
            m_bench->settle();
            QTRY_COMPARE(curveOf(plot().curves(), field).here, at);
        }
        QCOMPARE(m_bench->model.undoStack().count(), before + 4);
        while (m_bench->model.undoStack().canUndo()) {
            m_bench->model.undoStack().undo();
        }
        QCOMPARE(m_bench->model.scenario(), Scenario {});
    }

    void twoClicksOnOneCurveAreTwoEntries()
    {
        open();
        QTRY_COMPARE(plot().curves().size(), std::size_t { 4 });
        click(plot(), placeAt("workload.batch", 3));
        QTRY_COMPARE(m_bench->model.effectiveWhole("workload.batch"), 3);
        click(plot(), placeAt("workload.batch", 2));
        QTRY_COMPARE(m_bench->model.effectiveWhole("workload.batch"), 2);
        m_bench->model.undoStack().undo();
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 3);
    }

    void keysReachEveryPoint()
    {
        open();
        QTRY_COMPARE(plot().curves().size(), std::size_t { 4 });
        plot().setFocus();
        QTest::keyClick(&plot(), Qt::Key_Down); // from the layers to the batch
        QCOMPARE(plot().hoverText(), QStringLiteral("Batch 4: 80.25 GiB, does not fit"));
        QTest::keyClick(&plot(), Qt::Key_Left);
        QCOMPARE(plot().hoverText(), QStringLiteral("Batch 3: 75.19 GiB, fits"));
        QCOMPARE(plot().accessibleDescription(), plot().hoverText());
        QTest::keyClick(&plot(), Qt::Key_Return);
        QTRY_COMPARE(m_bench->model.effectiveWhole("workload.batch"), 3);
        QVERIFY(m_bench->page.fullSizeCard() == nullptr);
        QTest::keyClick(&plot(), Qt::Key_Escape);
        QVERIFY(plot().hoverText().isEmpty());
        QTest::keyClick(&plot(), Qt::Key_Return); // nothing pointed at: the card's
        QVERIFY(m_bench->page.fullSizeCard() != nullptr);
    }

    void everyTextCanBeRead_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addRow("a card of the grid") << QSize(320, 330);
        QTest::addRow("wide") << QSize(1200, 330);
        QTest::addRow("full size") << QSize(1200, 800);
    }
    void everyTextCanBeRead()
    {
        QFETCH(QSize, size);
        open();
        m_bench->page.resize(size);
        m_bench->settle();
        QTRY_COMPARE(plot().curves().size(), std::size_t { 4 });
        const Painted picture = painted(plot());
        const QStringList faults = unreadable(picture.texts);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        for (const char* title : { "Layers 32", "Batch 4", "Sequence 2048", "K 4" }) {
            QVERIFY2(picture.hasText(QString::fromLatin1(title)), title);
        }
    }

    void isExportedByName()
    {
        const auto all = allCharts();
        QVERIFY(std::find(all.begin(), all.end(), "scaling") == all.end());
        const auto every = figureCharts();
        QVERIFY(std::find(every.begin(), every.end(), "scaling") != every.end());
        FigureContent content;
        content.evaluation = *evaluate(Scenario {});
        const ChartRows rows = chartRows("scaling", content);
        std::size_t points = 0;
        for (const ScalingCurve& curve : scalingCurves(content.evaluation)) {
            points += curve.points.size();
        }
        QCOMPARE(rows.rows.size(), points);
        QCOMPARE(rows.columns[3], std::string("field"));
        QVERIFY(chartTikz("scaling", content, "", "").find("times the scenario") != std::string::npos);
        const Figure figure("scaling", content, FigureStyle {});
        QCOMPARE(figure.title(), QStringLiteral("Fits up to batch 3"));
        QVERIFY2(figure.summary().contains(QStringLiteral("now at 2048")), qPrintable(figure.summary()));
    }
};

QTEST_MAIN(TestScalingCard)
#include "tst_scaling_card.moc"
