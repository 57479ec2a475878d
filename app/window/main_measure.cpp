// SPDX-License-Identifier: MIT
// The measure panel at the window's right side: how it comes and goes.
#include "app/cards/card_page.h"
#include "app/files/measurement_file.h"
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/shown_marks.h"
#include "app/model/text.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "core/measurement/overlay.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace sublinear {

namespace {

// Why points that were opened have no place on the charts, from what every one of them lacks.
QString undrawnText(const Measurement& measurement, const ResolvedScenario& scenario)
{
    const auto all = [&](auto&& lacks) {
        return !measurement.points.empty() && std::all_of(measurement.points.begin(), measurement.points.end(), lacks);
    };
    if (all([](const PointRecord& point) { return !point.valid || !point.measuredPeakBytes; })) {
        return MainWindow::tr("; none is drawn, as none has a valid peak");
    }
    const bool isForetold = !all([](const PointRecord& point) { return !point.predictedPeakBytes; });
    if (!measurement.run.run && !measurement.points.empty() && !isForetold) {
        return MainWindow::tr(
            "; none is drawn, as their shape is not known (layers, d_model, heads, batch, sequence and dtype say it)");
    }
    const Result<ResolvedScenario> ran =
        measurement.run.run ? resolve(*measurement.run.run) : Result<ResolvedScenario>(Error {});
    const bool isElsewhere = !ran || !sameShape(*ran, scenario);
    const bool hasMoving = !all([](const PointRecord& point) { return !point.staticBytes; });
    if (isElsewhere && !measurement.points.empty()
        && (!isForetold || (scenario.accounting == Accounting::Article && !hasMoving))) {
        return MainWindow::tr("; they are drawn on the shape that ran: Show what ran");
    }
    return {};
}

} // namespace

void MainWindow::buildMeasure(QBoxLayout& left, QBoxLayout& row)
{
    auto* host = new QWidget;
    auto* button = new QPushButton(tr("Measure\u2026"), host);
    button->setObjectName(QStringLiteral("measure.open"));
    button->setAccessibleDescription(tr("Shows the panel that runs these policies for real"));
    button->setToolTip(tr("Run these policies for real (Ctrl+M)"));
    auto* space = new QHBoxLayout(host);
    space->setContentsMargins(12, 8, 8, 12);
    space->addWidget(button, 1);
    if (QWidget* hint = makeTourHint(host)) {
        space->addWidget(hint);
    }
    left.addWidget(host);

    m_measured = new MeasuredSets(this);
    m_page->followMeasured(*m_measured);
    m_marks = new MarkSource(*m_model, *m_measured, this);
    connect(m_marks, &MarkSource::changed, this, [this] { m_page->showMeasured(m_marks->marks()); });
    m_measureSide = new QWidget;
    m_measure = new MeasurePanel(*m_model, *m_measured, m_measureSide);
    // With all of it unfolded the panel is taller than a small window.
    auto* scroll = new QScrollArea(m_measureSide);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_measure);
    const auto fit = [this, scroll] {
        scroll->setFixedWidth(m_measure->width() + scroll->verticalScrollBar()->sizeHint().width());
        syncSides();
    };
    fit();
    connect(m_measure, &MeasurePanel::widthChanged, this, fit);
    scroll->viewport()->setAutoFillBackground(false);
    m_measure->setAutoFillBackground(false);
    auto* line = new QFrame(m_measureSide);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    auto* side = new QHBoxLayout(m_measureSide);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    side->addWidget(line);
    side->addWidget(scroll);
    m_measureSide->hide();
    row.addWidget(m_measureSide);

    connect(button, &QPushButton::clicked, this, [this] {
        m_measureAction->setChecked(true);
        m_measure->focusButton();
    });
    connect(m_measure, &MeasurePanel::openAsked, this, &MainWindow::openMeasurements);
    connect(m_measure, &MeasurePanel::saveAsked, this, &MainWindow::saveMeasurementAs);
    connect(m_measure, &MeasurePanel::closeAsked, this, [this, button] {
        m_measureAction->setChecked(false);
        button->setFocus();
    });
}

void MainWindow::showMeasurePanel(bool shown)
{
    m_measureSide->setVisible(shown);
    syncSides();
    if (shown) {
        m_measure->focusButton();
    }
}

QString MainWindow::takeMeasurement(const QString& path, const Measurement& measurement)
{
    m_measured->open(path, measurement);
    RecentFiles::add(QFileInfo(path).absoluteFilePath());
    m_measureAction->setChecked(true);
    m_measure->showFile(path);
    const std::size_t count = measurement.points.size();
    const QString points = count == 1 ? tr("1 measured point") : tr("%1 measured points").arg(count);
    return tr("Opened %1: %2").arg(QFileInfo(path).fileName(), count > 0 ? points : tr("no measured points in it"))
        + undrawnText(measurement, m_model->evaluation().scenario);
}

void MainWindow::openMeasurements()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open measured points"), QFileInfo(documentPath()).absolutePath(),
            tr("Measurements and training runs (*.json *.jsonl *.csv);;All files (*)"));
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls << QUrl::fromLocalFile(path);
    }
    takeFiles(urls);
}

void MainWindow::saveMeasurementAs()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save measurement"), QStringLiteral("measurement.json"), tr("Measurements (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        saveMeasurementTo(path);
    }
}

bool MainWindow::saveMeasurementTo(const QString& path)
{
    const MeasuredSet* set = m_measure->shownSet();
    if (set == nullptr) {
        m_messages->showTrouble(tr("There is no measurement to save"));
        return false;
    }
    if (const Status saved = saveMeasurement(path, set->measurement); !saved) {
        m_messages->showTrouble(toQString(saved.error().message));
        return false;
    }
    m_messages->showNote(tr("Saved %1").arg(QFileInfo(path).absoluteFilePath()));
    return true;
}

} // namespace sublinear
