// SPDX-License-Identifier: MIT
#include "app/window/main_window.h"

#include "app/cards/card_page.h"
#include "app/cards/compare_menu.h"
#include "app/compare/baseline.h"
#include "app/controls/fold_section.h"
#include "app/controls/scenario_panel.h"
#include "app/files/figure_file.h"
#include "app/files/measurement_file.h"
#include "app/measure/measure_panel.h"
#include "app/model/text.h"
#include "app/tour/tour_guide.h"
#include "app/window/incoming_file.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "app/window/scenario_file.h"
#include "app/window/verdict_bar.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QVBoxLayout>

namespace sublinear {
namespace {

constexpr int kLayoutVersion = 1;
constexpr QSize kFirstSize(1400, 900);
constexpr QSize kSmallest(1024, 640);

QString fileFilter()
{
    return MainWindow::tr("Scenarios, measurements and figures (*.sublinear.json *.json *.jsonl *.svg *.pdf *.png "
                          "*.html *.csv *.tikz);;All files (*)");
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
{
    setObjectName(QStringLiteral("main.window"));
    setAcceptDrops(true);
    setMinimumSize(kSmallest);
    restoreSession();
    buildBody();
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildBaselineMenu();
    buildHelpMenu();
    restoreLayout();
    restoreTour();

    connect(m_model, &ScenarioModel::scenarioChanged, this, &MainWindow::syncTitle);
    connect(m_model, &ScenarioModel::refused, m_messages, &MessageBar::showTrouble);
    constexpr int kSaveSoonMilliseconds = 3000;
    m_saveSoon.setSingleShot(true);
    m_saveSoon.setInterval(kSaveSoonMilliseconds);
    connect(m_model, &ScenarioModel::scenarioChanged, &m_saveSoon, qOverload<>(&QTimer::start));
    connect(&m_saveSoon, &QTimer::timeout, this, [this] { m_session.saveSoon(m_model->scenario(), documentPath()); });
    syncTitle();
    if (!m_startTrouble.isEmpty()) {
        m_messages->showTrouble(m_startTrouble);
    }
}

MainWindow::~MainWindow() = default;

void MainWindow::restoreSession()
{
    SessionStart start = Session::restore();
    m_model = new ScenarioModel(start.scenario, this);
    if (start.document) {
        m_documents.put(m_model->document(), std::move(*start.document));
    }
    m_startTrouble = start.trouble;
    m_baseline = new Baseline(*m_model, this);
    if (start.baseline) {
        m_baseline->pin(*start.baseline);
    }
    connect(m_baseline, &Baseline::changed, this, [this] { m_session.keepBaseline(m_baseline->scenario()); });
}

void MainWindow::buildBody()
{
    auto* body = new QWidget(this);
    m_verdict = new VerdictBar(*m_model, body);
    m_messages = new MessageBar(body);
    m_panel = new ScenarioPanel(*m_model, body);
    m_page = new CardPage(*m_model, body);
    auto* line = new QFrame(body);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);

    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_panel, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addLayout(left);
    row->addWidget(line);
    row->addWidget(m_page, 1);
    m_page->followBaseline(*m_baseline);
    m_verdict->followBaseline(*m_baseline);
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight);
    m_sides->setSpacing(0);
    row->addLayout(m_sides);
    buildMeasure(*left, *m_sides);
    buildTour(*m_sides);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_messages);
    column->addLayout(row, 1);
    setCentralWidget(body);
}

QString MainWindow::documentPath() const
{
    return m_documents.path(m_model->document());
}

void MainWindow::syncTitle()
{
    const QString path = documentPath();
    const QString name = path.isEmpty() ? tr("Untitled") : QFileInfo(path).fileName();
    const QString title = QStringLiteral("%1[*] \u2014 Sublinear").arg(name);
    if (title != windowTitle()) {
        setWindowTitle(title);
        setWindowFilePath(path);
    }
    const bool modified = m_documents.isModified(m_model->document(), m_model->scenario());
    if (modified != isWindowModified()) {
        setWindowModified(modified);
    }
}

bool MainWindow::openFile(const QString& path)
{
    if (const auto figure = loadFigureFile(path); !figure) {
        m_messages->showTrouble(toQString(figure.error().message));
        return false;
    } else if (*figure) {
        report({ takeFigure(path, **figure) }, {}, false);
        return true;
    }
    if (const auto measurement = loadMeasurement(path); !measurement) {
        m_messages->showTrouble(toQString(measurement.error().message));
        return false;
    } else if (*measurement) {
        report({ takeMeasurement(path, **measurement) }, {}, false);
        return true;
    }
    const auto loaded = loadScenario(path);
    if (!loaded) {
        const auto incoming = loadIncoming(path);
        const bool config = incoming && std::holds_alternative<ImportedModel>(*incoming);
        const QString trouble = toQString(loaded.error().message);
        m_messages->showTrouble(
            config ? tr("%1 (it is a model's config: File > Import config takes it)").arg(trouble) : trouble);
        return false;
    }
    takeScenario(path, *loaded);
    m_messages->hide();
    return true;
}

void MainWindow::takeScenario(const QString& path, const Scenario& scenario)
{
    const QString full = QFileInfo(path).absoluteFilePath();
    m_model->openScenario(scenario, tr("Open %1").arg(QFileInfo(path).fileName()));
    m_documents.put(m_model->document(), { full, scenario });
    RecentFiles::add(full);
    syncTitle();
}

bool MainWindow::saveTo(const QString& path)
{
    m_model->settle();
    if (!m_model->refusal().isEmpty()) {
        m_messages->showTrouble(
            tr("%1: not saved, because no window could open it again: %2").arg(path, m_model->refusal()));
        return false;
    }
    if (const auto saved = saveScenario(path, m_model->scenario()); !saved) {
        m_messages->showTrouble(toQString(saved.error().message));
        return false;
    }
    const QString full = QFileInfo(path).absoluteFilePath();
    m_documents.put(m_model->document(), { full, m_model->scenario() });
    RecentFiles::add(full);
    m_messages->showNote(tr("Saved %1").arg(full));
    syncTitle();
    return true;
}

bool MainWindow::mayLeaveDocument()
{
    if (!m_documents.isModified(m_model->document(), m_model->scenario())) {
        return true;
    }
    QMessageBox question(QMessageBox::Question, tr("Sublinear"),
        tr("%1 has changes that are not in the file.").arg(QFileInfo(documentPath()).fileName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setInformativeText(tr("Save them?"));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

void MainWindow::newScenario()
{
    if (mayLeaveDocument()) {
        m_model->openScenario(Scenario {}, tr("New scenario"));
    }
}

void MainWindow::openWithDialog()
{
    if (!mayLeaveDocument()) {
        return;
    }
    const QString folder = QFileInfo(documentPath()).absolutePath();
    if (const QString path = QFileDialog::getOpenFileName(this, tr("Open scenario"), folder, fileFilter());
        !path.isEmpty()) {
        openFile(path);
    }
}

bool MainWindow::save()
{
    const QString path = documentPath();
    return path.isEmpty() ? saveAs() : saveTo(path);
}

bool MainWindow::saveAs()
{
    const QString proposal = documentPath().isEmpty() ? QStringLiteral("scenario.sublinear.json") : documentPath();
    QString path = QFileDialog::getSaveFileName(this, tr("Save scenario"), proposal, fileFilter());
    if (path.isEmpty()) {
        return false;
    }
    return saveTo(path);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayLeaveDocument()) {
        event->ignore();
        return;
    }
    // Changes that were discarded are not to come back with the next start.
    const Document* document = m_documents.find(m_model->document());
    const bool discarded = document != nullptr && document->onDisk != m_model->scenario();
    const Scenario& last = discarded ? document->onDisk : m_model->scenario();
    m_saveSoon.stop();
    if (const auto saved = m_session.saveNow(last, documentPath()); !saved) {
        qWarning("%s", saved.error().message.c_str());
    }
    storeLayout();
    m_tour->store();
    m_measure->abandon(); // no worker outlives its window
    event->accept();
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    if (!restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray())) {
        resize(kFirstSize.boundedTo(screen()->availableSize()));
    }
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
    m_page->compareMenu().setCheckedPolicies(settings.value(QStringLiteral("window/compare")).toStringList());
    if (const QVariant cards = settings.value(QStringLiteral("window/cards")); cards.isValid()) {
        m_page->setShownIds(cards.toStringList());
    }
    m_measureAction->setChecked(settings.value(QStringLiteral("window/measure")).toBool());
    m_page->restoreLayoutState(settings.value(QStringLiteral("window/page")).toByteArray());
    for (FoldSection* section : m_panel->sections()) {
        const QVariant open = settings.value(QStringLiteral("window/open/") + section->objectName());
        if (open.isValid()) {
            section->setOpen(open.toBool());
        }
    }
}

void MainWindow::storeLayout()
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
    settings.setValue(QStringLiteral("window/cards"), m_page->shownIds());
    settings.setValue(QStringLiteral("window/compare"), m_page->compareMenu().checkedPolicies());
    settings.setValue(QStringLiteral("window/measure"), m_measureAction->isChecked());
    settings.setValue(QStringLiteral("window/page"), m_page->layoutState());
    for (const FoldSection* section : m_panel->sections()) {
        settings.setValue(QStringLiteral("window/open/") + section->objectName(), section->isOpen());
    }
}

} // namespace sublinear
