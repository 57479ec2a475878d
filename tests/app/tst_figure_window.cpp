// SPDX-License-Identifier: MIT
// Figures in the window: a card's menu, the dialog, and a figure that is opened where its author stood.
#include "app/cards/card_page.h"
#include "app/cards/timeline_card.h"
#include "app/export/export_dialog.h"
#include "app/export/figure.h"
#include "app/export/figure_content.h"
#include "app/measure/measured_sets.h"
#include "app/model/text.h"
#include "app/report/report.h"
#include "app/window/message_bar.h"
#include "core/figure/embed.h"
#include "core/report/plan_table.h"
#include "tests/app/support/window_bench.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Measurement measured(const Scenario& scenario)
{
    Measurement measurement;
    measurement.run.run = scenario;
    PointRecord point;
    point.policy = { PolicyId::Article, 4, {}, 0, false };
    point.predictedPeakBytes = Bytes { 20 } << 30;
    point.measuredPeakBytes = Bytes { 21 } << 30;
    measurement.points.push_back(point);
    return measurement;
}

} // namespace

class TestFigureWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowBench> m_bench;
    QTemporaryDir m_folder;

    /// What a card's or the table's menu offers, as a right click on it opens it.
    void choose(QWidget* on, const QString& menuId, const QString& actionId)
    {
        const QPoint middle = on->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, middle, on->mapToGlobal(middle));
        QApplication::sendEvent(on, &event);
        auto* menu = m_bench->window().findChild<QMenu*>(menuId);
        QVERIFY2(menu != nullptr, qPrintable(menuId));
        auto* action = menu->findChild<QAction*>(actionId);
        QVERIFY2(action != nullptr, qPrintable(actionId));
        action->trigger();
        delete menu;
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<WindowBench>("tst_figure_window"); }
    void cleanup() { m_bench.reset(); }

    void opensItsOwnFigures_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* name : { "memory.svg", "memory.pdf", "memory.png", "memory.csv", "memory.json", "memory.tikz",
                 "report.html", "report.pdf" }) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void opensItsOwnFigures()
    {
        QFETCH(QString, file);
        MainWindow& window = m_bench->window();
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        m_bench->model().setCompared(*parsePolicies("store_all,segments:2"));
        window.measured().open(m_folder.filePath(QStringLiteral("run.json")), measured(m_bench->model().scenario()));
        const Scenario author = m_bench->model().scenario();
        const QString path = m_folder.filePath(file);
        if (file.startsWith(QLatin1String("report"))) {
            QVERIFY2(window.reportTo(path), qPrintable(window.messages().text()));
        } else {
            ExportOrder order { { "memory" },
                { FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Csv, FigureFormat::Json,
                    FigureFormat::Tikz },
                {}, m_folder.path() };
            QVERIFY2(window.exportFiles(order), qPrintable(window.messages().text()));
        }
        m_bench = std::make_unique<WindowBench>("tst_figure_window");
        QVERIFY(m_bench->model().scenario() != author);
        MainWindow& reader = m_bench->window();
        QVERIFY2(reader.openFile(path), qPrintable(reader.messages().text()));
        QVERIFY(m_bench->model().scenario() == author);
        QVERIFY(m_bench->model().compared() == *parsePolicies("store_all,segments:2"));
        QCOMPARE(reader.measured().all().size(), std::size_t { 1 });
        QCOMPARE(reader.measured().all().front().name, QStringLiteral("run.json"));
        QCOMPARE(reader.documentPath(), QString()); // a save does not go over the figure
    }

    // With the step that stood below the first, and the operations that were measured.
    void opensAStepAsItStood()
    {
        MainWindow& window = m_bench->window();
        m_bench->model().setCompared(*parsePolicies("segments"));
        Measurement run = measured(m_bench->model().scenario());
        run.points.front().ops = { { 3, Bytes { 30 } << 30, 10 } };
        window.measured().open(m_folder.filePath(QStringLiteral("run.json")), run);
        window.findChild<CardPage*>()->showCard(QStringLiteral("timeline"));
        const SecondStep below { SecondStep::Kind::Policy, PolicyId::Segments };
        window.findChild<TimelineCard*>()->setSecond(below);
        QTRY_VERIFY(window.findChild<TimelineCard*>()->second() == below);
        QVERIFY(window.exportFiles({ { "timeline" }, { FigureFormat::Svg }, {}, m_folder.path() }));
        m_bench = std::make_unique<WindowBench>("tst_figure_window");
        MainWindow& reader = m_bench->window();
        QVERIFY(reader.findChild<TimelineCard*>()->second() == SecondStep {});
        QVERIFY2(
            reader.openFile(m_folder.filePath(QStringLiteral("timeline.svg"))), qPrintable(reader.messages().text()));
        QTRY_VERIFY(reader.findChild<TimelineCard*>()->second() == below);
        QVERIFY(reader.measured().all().front().measurement.points[0].ops == run.points[0].ops);
        // What is read is written again.
        QCOMPARE(reader.figureContent().record.secondStep, std::string("segments"));
        QCOMPARE(reader.figureContent().step.picture.lanes.size(), std::size_t { 2 });
    }

    void showsTheCardOfAFigure()
    {
        auto* page = m_bench->window().findChild<CardPage*>();
        for (const std::string_view chart : figureCharts()) {
            QVERIFY(
                m_bench->window().exportFiles({ { std::string(chart) }, { FigureFormat::Svg }, {}, m_folder.path() }));
            page->setShownIds({ QStringLiteral("split") });
            QVERIFY(m_bench->window().openFile(m_folder.filePath(toQString(chart) + QStringLiteral(".svg"))));
            QVERIFY2(page->shownIds().contains(toQString(chart)), chart.data());
        }
    }

    void refusesADamagedFigure()
    {
        const QString path = m_folder.filePath(QStringLiteral("damaged.svg"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QByteArray::fromStdString("<svg>" + xmlRecord(R"({"format":"sublinear-figure","version":9})") + "</svg>"));
        file.close();
        const Scenario before = m_bench->model().scenario();
        QVERIFY(!m_bench->window().openFile(path));
        QVERIFY(m_bench->window().messages().text().contains(QStringLiteral("damaged.svg: version")));
        QVERIFY(m_bench->model().scenario() == before);
    }

    void windowAndCommandLineDrawTheSame()
    {
        ExportOrder order { { "frontier" }, { FigureFormat::Png }, {}, m_folder.path() };
        QVERIFY(m_bench->window().exportFiles(order));
        const QByteArray shown = contentOf(m_folder.filePath(QStringLiteral("frontier.png")));
        const Scenario scenario = m_bench->model().scenario();
        const FigureContent content =
            figureContent(m_bench->model().evaluation(), scenario, m_bench->model().compared(), {});
        QVERIFY(exportFigures(content, order).ok());
        QVERIFY(!shown.isEmpty() && shown == contentOf(m_folder.filePath(QStringLiteral("frontier.png"))));
    }

    void cardsCopyTheirFigure()
    {
        auto* plot = m_bench->named<QWidget>("memory.plot");
        choose(plot, QStringLiteral("card.menu"), QStringLiteral("card.copyTable"));
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("policy\tk\tbasis\ttotal_bytes\t")));
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("\narticle\t4\tlaw\t86167781376\t80.25\t")));
        choose(plot, QStringLiteral("card.menu"), QStringLiteral("card.copyCommand"));
        QCOMPARE(QApplication::clipboard()->text(),
            QStringLiteral("sublinear export --charts memory --format svg --out figures"));
        choose(plot, QStringLiteral("card.menu"), QStringLiteral("card.copyImage"));
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(1920, 1200));
    }

    void tableCopies_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("begins");
        QTest::newRow("markdown") << QStringLiteral("table.copyMarkdown") << QStringLiteral("| Policy | K |");
        QTest::newRow("latex") << QStringLiteral("table.copyLatex") << QStringLiteral("\\begin{tabular}");
        QTest::newRow("csv") << QStringLiteral("table.copyCsv") << QStringLiteral("policy,k,basis,");
    }

    void tableCopies()
    {
        QFETCH(QString, action);
        QFETCH(QString, begins);
        auto* table = m_bench->window().findChild<QAbstractScrollArea*>(QStringLiteral("table"));
        QVERIFY(table != nullptr);
        choose(table->viewport(), QStringLiteral("table.menu"), action);
        QVERIFY2(QApplication::clipboard()->text().startsWith(begins), qPrintable(QApplication::clipboard()->text()));
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("80.25")));
    }

    void dialogAsksForWhatItSays()
    {
        ExportDialog dialog({ { QStringLiteral("split"), QStringLiteral("Memory split") },
                                { QStringLiteral("memory"), QStringLiteral("Memory over K") } },
            QStringLiteral("memory"));
        dialog.findChild<QCheckBox*>(QStringLiteral("export.pdf"))->setChecked(true);
        dialog.findChild<QLineEdit*>(QStringLiteral("export.size"))->setText(QStringLiteral("160x100mm"));
        dialog.findChild<QDoubleSpinBox*>(QStringLiteral("export.scale"))->setValue(3);
        auto* theme = dialog.findChild<QComboBox*>(QStringLiteral("export.theme"));
        theme->setCurrentIndex(theme->findData(QStringLiteral("projector")));
        const ExportOrder order = dialog.order();
        QCOMPARE(order.charts, std::vector<std::string> { "memory" });
        QVERIFY(order.formats == (std::vector { FigureFormat::Svg, FigureFormat::Pdf }));
        QCOMPARE(order.style.size.pixels, QSize(605, 378));
        QCOMPARE(order.style.scale, 3.0);
        QVERIFY(order.style.ground == Ground::Projector);
        dialog.findChild<QComboBox*>(QStringLiteral("export.charts"))->setCurrentIndex(0);
        QCOMPARE(dialog.order().charts, std::vector<std::string>(allCharts().begin(), allCharts().end()));

        auto* button = dialog.findChild<QPushButton*>(QStringLiteral("export.export"));
        QVERIFY(button->isEnabled());
        dialog.findChild<QLineEdit*>(QStringLiteral("export.size"))->setText(QStringLiteral("large"));
        QVERIFY(!button->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("export.trouble"))->text().contains(QStringLiteral("large")));
    }

    void reportsThatCannotBeWritten()
    {
        MainWindow& window = m_bench->window();
        QVERIFY(!window.reportTo(m_folder.filePath(QStringLiteral("report.doc"))));
        QVERIFY(window.messages().text().contains(QStringLiteral(".pdf or .html")));
        QVERIFY(!window.reportTo(QStringLiteral("/proc/nowhere/report.pdf")));
        QVERIFY(window.messages().text().contains(QStringLiteral("report.pdf: could not be saved")));
    }

    void reportHoldsItself()
    {
        FigureContent content = m_bench->window().figureContent();
        content.record.command = reportCommand(content.record, ReportFormat::Html);
        const QByteArray html = reportHtml(content);
        QVERIFY(html == reportHtml(content) && reportPdf(content) == reportPdf(content));
        for (const char* outside : { "src=", "href=", "@import", "url(http" }) {
            QVERIFY2(!html.contains(outside), outside);
        }
        for (const char* inside : { "Does not fit: 80.25 of 80 GiB", "The table over K", "Meanings of K",
                 "checkpoint_sequential", "N*(4*D*D + 2*D*F)", "model.layers", "sublinear report" }) {
            QVERIFY2(html.contains(inside), inside);
        }
        QCOMPARE(html.count("<svg "), qsizetype { 9 });
        QVERIFY(html.contains("memory-clip-0") && html.contains("depth-hatch-")); // ids of one chart are not another's
    }
};

QTEST_MAIN(TestFigureWindow)
#include "tst_figure_window.moc"
