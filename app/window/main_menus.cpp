// SPDX-License-Identifier: MIT
#include "app/language/core_text.h"
#include "app/language/language.h"
#include "app/model/text.h"
#include "app/peers/peers_dialog.h"
#include "app/style/motion.h"
#include "app/style/theme.h"
#include "app/window/about.h"
#include "app/window/command_line_text.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "app/window/theme_setting.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_json.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMenuBar>

namespace sublinear {

QAction* MainWindow::addTo(QMenu& menu, const QString& id, const QString& text, const QKeySequence& keys)
{
    QAction* action = menu.addAction(text);
    action->setObjectName(id);
    action->setShortcut(keys);
    return action;
}

void MainWindow::buildFileMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&File"));
    connect(addTo(menu, QStringLiteral("file.new"), tr("&New"), QKeySequence::New), &QAction::triggered, this,
        &MainWindow::newScenario);
    connect(addTo(menu, QStringLiteral("file.open"), tr("&Open\u2026"), QKeySequence::Open), &QAction::triggered, this,
        &MainWindow::openWithDialog);
    connect(addTo(menu, QStringLiteral("file.import"), tr("&Import config\u2026"), QKeySequence(Qt::CTRL | Qt::Key_I)),
        &QAction::triggered, this, &MainWindow::importWithDialog);
    m_presetMenu = menu.addMenu(tr("Open &preset"));
    m_presetMenu->setObjectName(QStringLiteral("file.presets"));
    m_presetMenu->setToolTipsVisible(true);
    fillPresets();
    m_recentMenu = menu.addMenu(tr("&Recent files"));
    m_recentMenu->setObjectName(QStringLiteral("file.recent"));
    connect(&menu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    fillRecent();
    menu.addSeparator();
    connect(addTo(menu, QStringLiteral("file.save"), tr("&Save"), QKeySequence::Save), &QAction::triggered, this,
        &MainWindow::save);
    connect(addTo(menu, QStringLiteral("file.saveAs"), tr("Save &as\u2026"), QKeySequence::SaveAs), &QAction::triggered,
        this, &MainWindow::saveAs);
    menu.addSeparator();
    buildExport(menu);
    menu.addSeparator();
    QAction* quit = addTo(menu, QStringLiteral("file.quit"), tr("&Quit"), QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::fillPresets()
{
    for (const ScenarioPreset& preset : scenarioPresets()) {
        QAction* action =
            addTo(*m_presetMenu, QStringLiteral("file.preset.") + toQString(preset.id), toQString(preset.name));
        action->setToolTip(fromCore(preset.story));
        connect(action, &QAction::triggered, this, [this, &preset] { // presets live as long as the program
            if (mayLeaveDocument()) {
                m_model->openScenario(preset.scenario, tr("Open %1").arg(toQString(preset.name)), preset.id);
            }
        });
    }
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    const QStringList paths = RecentFiles::list();
    for (const QString& path : paths) {
        QString shown = path;
        QAction* action = m_recentMenu->addAction(shown.replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, path] {
            if (!mayLeaveDocument()) {
                return;
            }
            if (!openFile(path) && !QFileInfo::exists(path)) {
                RecentFiles::remove(path);
            }
        });
    }
    m_recentMenu->addSeparator();
    QAction* clear = m_recentMenu->addAction(tr("Clear list"));
    clear->setEnabled(!paths.isEmpty());
    connect(clear, &QAction::triggered, this, [] { RecentFiles::clear(); });
}

void MainWindow::buildEditMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_model->undoStack().createUndoAction(this, tr("&Undo"));
    undo->setObjectName(QStringLiteral("edit.undo"));
    undo->setShortcut(QKeySequence::Undo);
    menu.addAction(undo);
    QAction* redo = m_model->undoStack().createRedoAction(this, tr("&Redo"));
    redo->setObjectName(QStringLiteral("edit.redo"));
    redo->setShortcuts({ QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y) });
    menu.addAction(redo);
    buildHistory(menu);
    menu.addSeparator();

    QAction* json = addTo(menu, QStringLiteral("edit.copyJson"), tr("Copy scenario as &JSON"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    connect(json, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(toQString(writeScenario(m_model->scenario())));
        m_messages->showNote(tr("Copied the scenario"));
    });
    QAction* command = addTo(menu, QStringLiteral("edit.copyCommand"), tr("Copy command &line"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
    connect(command, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(toQString(commandLineText(m_model->scenario())));
        m_messages->showNote(tr("Copied the command line"));
    });
}

void MainWindow::buildViewMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&View"));
    m_measureAction =
        addTo(menu, QStringLiteral("view.measure"), tr("&Measure panel"), QKeySequence(Qt::CTRL | Qt::Key_M));
    m_measureAction->setCheckable(true);
    connect(m_measureAction, &QAction::toggled, this, &MainWindow::showMeasurePanel);
    connect(addTo(menu, QStringLiteral("view.peers"), tr("What other &calculators say\u2026"),
                QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K)),
        &QAction::triggered, this, &MainWindow::showPeers);
    QMenu* themes = menu.addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const auto add = [&](Theme theme, const QString& id, const QString& text) {
        QAction* action = addTo(*themes, id, text);
        action->setCheckable(true);
        action->setChecked(themeSetting() == theme);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [theme] {
            storeThemeSetting(theme);
            applyTheme(*qApp, theme);
        });
    };
    add(Theme::System, QStringLiteral("view.theme.system"), tr("Follow the d&esktop"));
    add(Theme::Light, QStringLiteral("view.theme.light"), tr("&Light"));
    add(Theme::Dark, QStringLiteral("view.theme.dark"), tr("&Dark"));
    add(Theme::Projector, QStringLiteral("view.theme.projector"), tr("&Projector"));
    add(Theme::ProjectorDark, QStringLiteral("view.theme.projectorDark"), tr("Projector in a dark &room"));
    buildMotionMenu(menu);

    buildLanguageMenu(menu);

    QAction* full = addTo(menu, QStringLiteral("view.fullScreen"), tr("&Full screen"), QKeySequence(Qt::Key_F11));
    full->setCheckable(true);
    connect(full, &QAction::triggered, this,
        [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    connect(&menu, &QMenu::aboutToShow, full, [this, full] { full->setChecked(isFullScreen()); });
}

void MainWindow::showPeers()
{
    auto* dialog = findChild<PeersDialog*>();
    if (dialog == nullptr) {
        dialog = new PeersDialog(*m_model, this);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::buildMotionMenu(QMenu& view)
{
    QMenu* motions = view.addMenu(tr("M&otion"));
    motions->setObjectName(QStringLiteral("view.motion"));
    auto* group = new QActionGroup(this);
    const auto add = [&](Motion motion, const QString& id, const QString& text) {
        QAction* action = addTo(*motions, id, text);
        action->setCheckable(true);
        action->setChecked(motionSetting() == motion);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [motion] {
            storeMotionSetting(motion);
            applyMotion(*qApp, motion);
        });
    };
    add(Motion::System, QStringLiteral("view.motion.system"), tr("Follow the d&esktop"));
    add(Motion::Reduced, QStringLiteral("view.motion.reduced"), tr("&Reduced"));
}

void MainWindow::buildLanguageMenu(QMenu& view)
{
    QMenu* languages = view.addMenu(tr("Lan&guage"));
    languages->setObjectName(QStringLiteral("view.language"));
    auto* group = new QActionGroup(this);
    const auto add = [&](Language language, const QString& id, const QString& text) {
        QAction* action = addTo(*languages, id, text);
        action->setCheckable(true);
        action->setChecked(languageSetting() == language);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, language] {
            storeLanguageSetting(language);
            m_messages->showNote(tr("Sublinear speaks it from its next start on."));
        });
    };
    add(Language::System, QStringLiteral("view.language.system"), tr("&That of the desktop"));
    // Each in itself, to be found by who cannot read the other.
    add(Language::English, QStringLiteral("view.language.en"), QStringLiteral("&English"));
    add(Language::German, QStringLiteral("view.language.de"), QStringLiteral("&Deutsch"));
}

void MainWindow::buildHelpMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Help"));
    connect(addTo(menu, QStringLiteral("help.tour"), tr("Guided &tour"), QKeySequence(Qt::Key_F1)), &QAction::triggered,
        this, &MainWindow::startTour);
    QAction* about = addTo(menu, QStringLiteral("help.about"), tr("&About Sublinear"));
    about->setMenuRole(QAction::AboutRole);
    connect(about, &QAction::triggered, this, [this] { showAbout(*this); });
}

} // namespace sublinear
