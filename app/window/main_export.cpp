// SPDX-License-Identifier: MIT
// Figures of what the window shows: File > Export, the menu of a card, and figures that are opened again.
#include "app/cards/card.h"
#include "app/cards/card_page.h"
#include "app/cards/compare_menu.h"
#include "app/cards/timeline_card.h"
#include "app/compare/baseline.h"
#include "app/export/chart_rows.h"
#include "app/export/export_dialog.h"
#include "app/export/figure.h"
#include "app/export/figure_command.h"
#include "app/export/render.h"
#include "app/files/figure_file.h"
#include "app/language/language.h"
#include "app/measure/measure_panel.h"
#include "app/model/text.h"
#include "app/report/report.h"
#include "app/table/k_table.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "core/report/plan_table.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>

#include <algorithm>

namespace sublinear {

namespace {

std::string idOf(const Card& card)
{
    return toUtf8(card.id());
}

bool canBeExported(const Card& card)
{
    const auto charts = figureCharts();
    return std::find(charts.begin(), charts.end(), idOf(card)) != charts.end();
}

} // namespace

FigureContent MainWindow::figureContent() const
{
    m_model->settle();
    return sublinear::figureContent(m_model->evaluation(), m_model->scenario(), m_model->compared(), m_measured->all(),
        m_baseline->scenario(), m_page->findChild<TimelineCard*>()->second());
}

void MainWindow::buildExport(QMenu& file)
{
    connect(addTo(file, QStringLiteral("file.export"), tr("&Export\u2026"), QKeySequence(Qt::CTRL | Qt::Key_E)),
        &QAction::triggered, this, [this] { exportWithDialog({}); });
    connect(addTo(file, QStringLiteral("file.report"), tr("Repor&t\u2026")), &QAction::triggered, this,
        &MainWindow::reportWithDialog);
    for (Card* card : m_page->cards()) {
        connect(card, &Card::menuAsked, this, [this, card](const QPoint& at) { showCardMenu(*card, at); });
    }
    connect(&m_page->table(), &KTable::menuAsked, this, &MainWindow::showTableMenu);
}

void MainWindow::exportWithDialog(const QString& chart)
{
    std::vector<ExportDialog::Chart> charts;
    for (const Card* card : m_page->cards()) {
        if (canBeExported(*card)) {
            charts.push_back({ card->id(), card->name() });
        }
    }
    ExportDialog dialog(charts, chart, this);
    connect(&dialog, &ExportDialog::commandAsked, this, [&] {
        const ExportOrder order = dialog.order();
        const FigureContent content = figureContent();
        copyText(
            figureCommand(content.record, order.charts, order.formats, order.style), tr("Copied the command line"));
    });
    if (dialog.exec() == QDialog::Accepted) {
        exportFiles(dialog.order());
    }
}

bool MainWindow::exportFiles(const ExportOrder& order)
{
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const FigureContent content = figureContent();
    const Status written = exportFigures(content, order);
    QApplication::restoreOverrideCursor();
    if (!written) {
        m_messages->showTrouble(toQString(written.error().message));
        return false;
    }
    const qsizetype count = qsizetype(order.charts.size() * order.formats.size());
    const QString folder = QDir::toNativeSeparators(QFileInfo(order.folder).absoluteFilePath());
    m_messages->showNote(
        count == 1 ? tr("Exported 1 file to %1").arg(folder) : tr("Exported %1 files to %2").arg(count).arg(folder));
    return true;
}

void MainWindow::reportWithDialog()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Write a report"), QStringLiteral("report.pdf"), tr("Reports (*.pdf *.html);;All files (*)"));
    if (!path.isEmpty()) {
        reportTo(path);
    }
}

bool MainWindow::reportTo(const QString& path)
{
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const Status written = [&] {
        const InEnglish english;
        return saveReport(path, figureContent());
    }();
    QApplication::restoreOverrideCursor();
    if (!written) {
        m_messages->showTrouble(toQString(written.error().message));
        return false;
    }
    m_messages->showNote(tr("Wrote %1").arg(QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath())));
    return true;
}

void MainWindow::showCardMenu(const Card& card, const QPoint& at)
{
    if (!canBeExported(card)) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("card.menu"));
    const std::string chart = idOf(card);
    const auto add = [&](const char* id, const QString& text, auto&& run) {
        QAction* action = addTo(*menu, QString::fromLatin1(id), text);
        connect(action, &QAction::triggered, this, run);
    };
    add("card.export", tr("&Export\u2026"), [this, chart] { exportWithDialog(toQString(chart)); });
    menu->addSeparator();
    add("card.copyImage", tr("Copy &image"), [this, chart] { copyImage(chart); });
    add("card.copyTable", tr("Copy its &table"), [this, chart] { copyTable(chart); });
    add("card.copyCommand", tr("Copy command &line"), [this, chart] {
        copyText(figureCommand(figureContent().record, { chart }, { FigureFormat::Svg }, ExportDialog::lastStyle()),
            tr("Copied the command line"));
    });
    menu->popup(at);
}

void MainWindow::copyImage(const std::string& chart)
{
    const FigureContent content = figureContent();
    FigureStyle style = ExportDialog::lastStyle();
    style.scale = std::max(style.scale, 2.0);
    if (!checkStyle(style)) {
        style.scale = 1;
    }
    const Figure figure(chart, content, style);
    auto* copied = new QMimeData; // the clipboard's from then on
    copied->setImageData(imageOf(figure));
    copied->setData(QStringLiteral("image/svg+xml"), svgOf(figure));
    QApplication::clipboard()->setMimeData(copied);
    m_messages->showNote(tr("Copied the image"));
}

void MainWindow::copyTable(const std::string& chart)
{
    copyText(chartTsv(chart, figureContent()), tr("Copied the table"));
}

void MainWindow::copyText(const std::string& text, const QString& note)
{
    QApplication::clipboard()->setText(toQString(text));
    m_messages->showNote(note);
}

void MainWindow::showTableMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("table.menu"));
    const auto add = [&](const char* id, const QString& text, std::string (*of)(const Evaluation&)) {
        QAction* action = addTo(*menu, QString::fromLatin1(id), text);
        connect(action, &QAction::triggered, this, [this, of] {
            m_model->settle();
            copyText(of(m_model->evaluation()), tr("Copied the table"));
        });
    };
    QAction* rows = addTo(*menu, QStringLiteral("table.copy"), tr("&Copy rows"));
    connect(rows, &QAction::triggered, this,
        [this] { copyText(toUtf8(m_page->table().copyText()), tr("Copied the rows")); });
    menu->addSeparator();
    add("table.copyMarkdown", tr("Copy as &Markdown"), &sweepMarkdown);
    add("table.copyLatex", tr("Copy as &LaTeX"), &sweepLatex);
    add("table.copyCsv", tr("Copy as C&SV"), &planCsv);
    menu->popup(at);
}

QString MainWindow::takeFigure(const QString& path, const FigureRecord& figure)
{
    const QString name = QFileInfo(path).fileName();
    // In no file yet: a save must not put a scenario in the figure's place.
    m_model->openScenario(figure.scenario, tr("Open %1").arg(name));
    QStringList compared;
    for (const PolicySpec& spec : figure.compared) {
        compared << toQString(policyInfo(spec.id).text);
    }
    m_page->compareMenu().setCheckedPolicies(compared);
    m_model->setCompared(figure.compared); // with their numbers, for which the menu has no room
    for (const FigureRecord::Measured& set : figure.measured) {
        const QString given = toQString(set.file);
        m_measured->open(QFileInfo(path).absoluteDir().filePath(given.isEmpty() ? toQString(set.name) : given),
            set.measurement, given);
    }
    m_page->findChild<TimelineCard*>()->setSecond(secondStepOf(figure.secondStep).value_or(SecondStep {}));
    if (figure.baseline) {
        m_baseline->pin(*figure.baseline);
    }
    if (!figure.chart.empty()) {
        m_page->showCard(toQString(figure.chart));
    }
    RecentFiles::add(QFileInfo(path).absoluteFilePath());
    syncTitle();
    return tr("Opened what %1 was drawn from").arg(name);
}

} // namespace sublinear
