// SPDX-License-Identifier: MIT
// The pinned baseline: what charts, tables, verdict, files and the next start make of it.
#include "app/cards/card_page.h"
#include "app/cards/split_card.h"
#include "app/charts/plot.h"
#include "app/compare/baseline.h"
#include "app/compare/comparison_dialog.h"
#include "app/compare/difference.h"
#include "app/export/chart_rows.h"
#include "app/export/figure.h"
#include "app/export/figure_content.h"
#include "app/export/render.h"
#include "app/files/figure_file.h"
#include "app/table/k_table.h"
#include "core/base/units.h"
#include "core/figure/figure_record.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/window_bench.h"

#include <QLabel>
#include <QLineSeries>
#include <QMenu>
#include <QPieSeries>

#include <cmath>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Evaluation evaluated(const Scenario& scenario)
{
    const auto resolved = resolve(scenario);
    if (!resolved) {
        qFatal("%s", resolved.error().message.c_str());
    }
    return *evaluate(*resolved, {});
}

Scenario inTraining()
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    return scenario;
}

FieldValue whole(std::int64_t value)
{
    return FieldValue { value };
}

} // namespace

class TestBaseline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<WindowBench>("tst_baseline"); }
    void cleanup() { m_bench.reset(); }

    void changesAreSigned_data()
    {
        QTest::addColumn<qint64>("now");
        QTest::addColumn<qint64>("before");
        QTest::addColumn<QString>("text");
        QTest::addRow("equal") << qint64(kGiB) << qint64(kGiB) << QStringLiteral("=");
        QTest::addRow("more") << qint64(3 * kGiB) << qint64(kGiB) << QStringLiteral("\u25B2 +2.00 GiB");
        QTest::addRow("less") << qint64(kGiB) << qint64(3 * kGiB) << QStringLiteral("\u25BC \u22122.00 GiB");
        QTest::addRow("a byte is not nothing")
            << qint64(kGiB + 1) << qint64(kGiB) << QStringLiteral("\u25B2 +0.00000000093 GiB");
    }
    void changesAreSigned()
    {
        QFETCH(qint64, now);
        QFETCH(qint64, before);
        QTEST(changeUnitText(now, before), "text");
    }

    void verdictSaysTheDifference_data()
    {
        QTest::addColumn<int>("k");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("the same") << 4 << QStringLiteral("As much as the baseline.");
        QTest::addRow("less") << 5 << QStringLiteral("1.69 GiB less than the baseline.");
        QTest::addRow("more") << 1 << QStringLiteral("33.75 GiB more than the baseline.");
    }
    void verdictSaysTheDifference()
    {
        QFETCH(int, k);
        QFETCH(QString, sentence);
        const QString alone = m_bench->headline();
        m_bench->trigger("baseline.pin");
        QVERIFY(m_bench->model().setField("checkpointing.k", whole(k)));
        m_bench->model().settle();
        QVERIFY2(m_bench->headline().endsWith(QLatin1Char(' ') + sentence), qPrintable(m_bench->headline()));
        m_bench->trigger("baseline.clear");
        QVERIFY(!m_bench->headline().contains(QStringLiteral("baseline")));
        QVERIFY(!alone.contains(QStringLiteral("baseline")));
    }

    void otherAccountingIsNotCompared()
    {
        m_bench->trigger("baseline.pin");
        m_bench->model().openScenario(inTraining(), QStringLiteral("Open"));
        m_bench->model().settle();
        QCoreApplication::processEvents();
        QVERIFY(
            m_bench->headline().endsWith(QStringLiteral("Not compared: the baseline is counted as the article does.")));
        QCOMPARE(m_bench->named<KTable>("table")->tableModel().columnCount(), int(KTableModel::ColumnCount));
        QVERIFY(m_bench->named<SplitTable>("split.table")->lines().back().change.isEmpty());
        QCOMPARE(ghostPoints("memory"), 0);
        m_bench->model().undoStack().undo(); // undo does not touch what is pinned
        m_bench->model().settle();
        QCoreApplication::processEvents();
        QVERIFY(m_bench->headline().endsWith(QStringLiteral("As much as the baseline.")));
        QVERIFY(ghostPoints("memory") > 0);
    }

    void tablesTellEveryDifference()
    {
        m_bench->trigger("baseline.pin");
        m_bench->model().chooseNumber(1); // from checkpoints and a live segment to activations
        m_bench->model().settle();
        QCoreApplication::processEvents();
        QStringList told;
        for (const SplitTable::Line& line : m_bench->named<SplitTable>("split.table")->lines()) {
            told << line.name + QLatin1Char(' ') + line.gib + QLatin1Char(' ') + line.change;
        }
        QCOMPARE(told,
            QStringList({ QStringLiteral("Parameters 12.00 ="), QStringLiteral("Optimizer states 48.00 ="),
                QStringLiteral("Activations 54.00 \u25B2 +54.00"),
                QStringLiteral("Checkpoints 0.00 \u25BC \u221213.50"),
                QStringLiteral("Recomputed segment 0.00 \u25BC \u22126.75"),
                QStringLiteral("Total 114.00 \u25B2 +33.75") }));
        const KTableModel& table = m_bench->named<KTable>("table")->tableModel();
        QCOMPARE(table.columnCount(), int(KTableModel::ColumnCount) + 1);
        QCOMPARE(table.index(0, KTableModel::Change).data().toString(), QStringLiteral("\u25B2 +33.75"));
        QCOMPARE(table.index(3, KTableModel::Change).data().toString(), QStringLiteral("="));
        QCOMPARE(table.index(4, KTableModel::Change).data().toString(), QStringLiteral("\u25BC \u22121.69"));
    }

    void everyChartDrawsItsGhost_data()
    {
        QTest::addColumn<QString>("card");
        for (const QString& card : { QStringLiteral("memory"), QStringLiteral("batch"), QStringLiteral("throughput"),
                 QStringLiteral("depth"), QStringLiteral("segments") }) {
            QTest::addRow("%s", qPrintable(card)) << card;
        }
    }
    void everyChartDrawsItsGhost()
    {
        QFETCH(QString, card);
        page().setShownIds({ card });
        QCoreApplication::processEvents();
        QCOMPARE(ghostPoints(qPrintable(card)), 0);
        m_bench->trigger("baseline.pin");
        QVERIFY(m_bench->model().setField("model.layers", whole(24)));
        QVERIFY(m_bench->model().setField("workload.batch", whole(2)));
        m_bench->model().settle();
        QCoreApplication::processEvents();
        QVERIFY(ghostPoints(qPrintable(card)) > 0);
        for (const QPointF at : ghost(qPrintable(card))->points()) {
            QVERIFY(std::isfinite(at.x()) && std::isfinite(at.y()));
        }
        m_bench->trigger("baseline.clear");
        QCOMPARE(ghostPoints(qPrintable(card)), 0);
    }

    void smallCardsSayWholeWhichLineIsTheBaselines()
    {
        const QString words = QStringLiteral("; dash-dot: baseline");
        page().setShownIds({ QStringLiteral("split"), QStringLiteral("layers"), QStringLiteral("memory"),
            QStringLiteral("frontier"), QStringLiteral("batch"), QStringLiteral("depth"), QStringLiteral("meanings") });
        QFont large = m_bench->window().font();
        large.setPixelSize(20);
        m_bench->window().setFont(large);
        m_bench->trigger("baseline.pin");
        m_bench->model().settle();
        QCoreApplication::processEvents();
        int cut = 0;
        for (const Card* card : page().cards()) {
            if (card->isVisible() && card->measureText().endsWith(words)) {
                const auto* label = card->findChild<QLabel*>(card->id() + QStringLiteral(".measure"));
                QVERIFY2(label->text().endsWith(words), qPrintable(card->id() + u' ' + label->text()));
                QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= card->width());
                if (label->text() != card->measureText()) {
                    ++cut;
                    QCOMPARE(label->toolTip(), card->measureText());
                }
            }
        }
        QVERIFY(cut > 0); // they really were small
    }

    void memoryGhostHasTheBaselinesTotals()
    {
        const Evaluation before = evaluated({});
        m_bench->trigger("baseline.pin");
        QVERIFY(m_bench->model().setField("workload.batch", whole(2)));
        m_bench->model().settle();
        QCoreApplication::processEvents();
        const QList<QPointF> points = ghost("memory")->points();
        QCOMPARE(points.size(), qsizetype(before.sweep.size()));
        for (qsizetype i = 0; i < points.size(); ++i) {
            const double gib = double(before.sweep[size_t(i)].totalBytes) / double(kGiB);
            QVERIFY(std::abs(points[i].y() - gib) < 1e-9);
        }
    }

    void survivesARestartAndIsGoneWhenCleared()
    {
        QVERIFY(m_bench->model().setField("workload.batch", whole(3)));
        m_bench->trigger("baseline.pin");
        const Scenario pinned = m_bench->model().scenario();
        QVERIFY(m_bench->model().setField("workload.batch", whole(6)));
        QVERIFY(m_bench->restart());
        QCOMPARE(m_bench->window().baseline().scenario(), std::optional(pinned));
        QVERIFY(m_bench->headline().contains(QStringLiteral("more than the baseline.")));
        m_bench->trigger("baseline.clear");
        QVERIFY(m_bench->restart());
        QVERIFY(!m_bench->window().baseline().isPinned());
    }

    void goingThereIsOneEntryAndSwapPinsWhatWas()
    {
        m_bench->trigger("baseline.pin");
        QVERIFY(m_bench->model().setField("workload.batch", whole(9)));
        const Scenario changed = m_bench->model().scenario();
        m_bench->trigger("baseline.swap");
        QCOMPARE(m_bench->model().scenario(), Scenario {});
        QCOMPARE(m_bench->window().baseline().scenario(), std::optional(changed));
        QCOMPARE(m_bench->model().undoStack().count(), 2);
        QCOMPARE(m_bench->model().undoStack().undoText(), QStringLiteral("Swap with the baseline"));
        m_bench->trigger("baseline.open");
        QCOMPARE(m_bench->model().scenario(), changed);
        QCOMPARE(m_bench->model().undoStack().undoText(), QStringLiteral("Go to the baseline"));
    }

    void refusedScenarioIsNotPinned()
    {
        Scenario refused;
        refused.model.kvHeads = 5; // which do not divide 32 heads
        m_bench->model().openScenario(refused, QStringLiteral("Open"));
        m_bench->model().settle();
        QVERIFY(!m_bench->model().refusal().isEmpty());
        m_bench->trigger("baseline.pin");
        QVERIFY(!m_bench->window().baseline().isPinned());
        QCOMPARE(m_bench->message(), QStringLiteral("Not pinned: this scenario has no plan."));
    }

    void filesCarryTheBaseline_data()
    {
        QTest::addColumn<QString>("chart");
        for (const std::string_view chart : figureCharts()) {
            QTest::addRow("%s", std::string(chart).c_str()) << QString::fromStdString(std::string(chart));
        }
    }
    void filesCarryTheBaseline()
    {
        QFETCH(QString, chart);
        const std::string id = chart.toStdString();
        Scenario other = batchOf(2);
        const FigureContent alone = figureContent(evaluated({}), {}, {}, {});
        const FigureContent held = figureContent(evaluated({}), {}, {}, {}, other);
        const ChartRows usual = chartRows(id, alone);
        const ChartRows rows = chartRows(id, held);
        QVERIFY(std::find(usual.columns.begin(), usual.columns.end(), "shown_as") == usual.columns.end());
        QCOMPARE(rows.columns.back(), std::string("shown_as"));
        QCOMPARE(rows.columns[0], std::string("policy"));
        QCOMPARE(rows.columns[1], std::string("k"));
        QCOMPARE(rows.columns[2], std::string("basis"));
        size_t own = 0;
        size_t pinned = 0;
        for (const std::vector<Cell>& row : rows.rows) {
            QCOMPARE(row.size(), rows.columns.size());
            ++(row.back().text == "scenario" ? own : pinned);
        }
        QCOMPARE(own, usual.rows.size());
        QVERIFY(pinned > 0);
        QVERIFY(chartTikz(id, held, "{}", "").find("baseline") != std::string::npos);
        QVERIFY(chartTikz(id, alone, "{}", "").find("baseline") == std::string::npos);
        // The record opens what it was drawn from.
        const Figure figure(id, held, FigureStyle {});
        const auto record = readFigureRecord(figure.record(FigureFormat::Svg));
        QVERIFY(record);
        QCOMPARE(record->baseline, std::optional(other));
        QVERIFY(!readFigureRecord(Figure(id, alone, FigureStyle {}).record(FigureFormat::Svg))->baseline);
    }

    void aBaselineOfAnotherAccountingIsNotInFiles()
    {
        const FigureContent content = figureContent(evaluated({}), {}, {}, {}, inTraining());
        QVERIFY(!content.baseline);
        QVERIFY(!content.record.baseline);
    }

    void openingAFigurePinsItsBaseline()
    {
        const FigureContent content = figureContent(evaluated(batchOf(3)), batchOf(3), {}, {}, batchOf(2));
        const QString path =
            m_bench->written("figure.svg", svgOf(Figure("memory", content, FigureStyle {})).toStdString());
        QVERIFY2(m_bench->window().openFile(path), qPrintable(m_bench->message()));
        QCOMPARE(m_bench->model().scenario(), batchOf(3));
        QCOMPARE(m_bench->window().baseline().scenario(), std::optional(batchOf(2)));
    }

    void comparisonListsWhatDiffers()
    {
        Scenario longer = batchOf(2);
        longer.workload.sequence = 4096;
        const std::vector<ComparedScenario> scenarios { { QStringLiteral("a"), {}, evaluated({}) },
            { QStringLiteral("b"), longer, evaluated(longer) } };
        const Comparison some = compare(scenarios, false);
        QStringList inputs;
        for (const Comparison::Row& row : some.inputs) {
            inputs << row.name + QStringLiteral(": ") + row.cells.join(u'/');
        }
        QCOMPARE(inputs, QStringList({ QStringLiteral("Batch: 4/2"), QStringLiteral("Sequence: 2048/4096") }));
        QVERIFY(compare(scenarios, true).inputs.size() > some.inputs.size());
        const auto total = std::find_if(some.results.begin(), some.results.end(),
            [](const Comparison::Row& row) { return row.name == QStringLiteral("Total, GiB"); });
        QVERIFY(total != some.results.end());
        QCOMPARE(total->cells, QStringList({ QStringLiteral("80.25"), QStringLiteral("92.25") }));
        QCOMPARE(total->best, (std::vector<bool> { true, false }));
        QCOMPARE(cellText(*total, 0), QStringLiteral("\u2605 80.25"));
        QCOMPARE(cellText(*total, 1), QStringLiteral("92.25"));
        const QString csv = comparisonCsv(some);
        QVERIFY2(csv.startsWith(QStringLiteral(",a,b\nBatch,4,2\nSequence,2048,4096\n")), qPrintable(csv));
        QVERIFY(comparisonMarkdown(some).startsWith(
            QStringLiteral("|  | a | b |\n| :--- | ---: | ---: |\n| Batch | 4 | 2 |\n")));
        QVERIFY(comparisonLatex(some).contains(QStringLiteral("  Total, GiB & \\textbf{80.25} & 92.25 \\\\\n")));
    }

    void noneIsBestOfWhatCannotBeRanked()
    {
        const std::vector<ComparedScenario> scenarios { { QStringLiteral("a"), {}, evaluated({}) },
            { QStringLiteral("b"), inTraining(), evaluated(inTraining()) } };
        for (const Comparison::Row& row : compare(scenarios, false).results) {
            const bool counts = row.name.endsWith(QStringLiteral("GiB")) || row.name == QStringLiteral("Throughput");
            QVERIFY2(!counts || row.best.empty(), qPrintable(row.name));
        }
    }

    void comparisonRefusesABadFileAndKeepsTheOthers()
    {
        m_bench->trigger("compare.scenarios");
        auto* dialog = m_bench->window().findChild<ComparisonDialog*>();
        dialog->addFiles({ m_bench->written("good.sublinear.json", writeScenario(batchOf(2))),
            m_bench->written("bad.json", "{}"), m_bench->written("fine.sublinear.json", writeScenario(batchOf(3))) });
        QCOMPARE(dialog->comparison().names,
            QStringList({ QStringLiteral("Present"), QStringLiteral("good"), QStringLiteral("fine") }));
        QVERIFY(dialog->message().contains(QStringLiteral("bad.json")));
        QVERIFY(!dialog->message().contains(u'\n'));
        QVERIFY(m_bench->model().setField("workload.batch", whole(9))); // the first column follows the window
        m_bench->model().settle();
        QCoreApplication::processEvents();
        QCOMPARE(dialog->comparison().inputs.front().cells,
            QStringList({ QStringLiteral("9"), QStringLiteral("2"), QStringLiteral("3") }));
    }

private:
    CardPage& page() { return *m_bench->window().findChild<CardPage*>(); }
    QLineSeries* ghost(const char* card)
    {
        auto* plot = m_bench->named<Plot>((std::string(card) + ".plot").c_str());
        return findSeries<QLineSeries>(*plot, QStringLiteral("baseline"));
    }
    qsizetype ghostPoints(const char* card) { return ghost(card)->count(); }

    std::unique_ptr<WindowBench> m_bench;
};

QTEST_MAIN(TestBaseline)
#include "tst_baseline.moc"
