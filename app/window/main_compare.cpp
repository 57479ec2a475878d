// SPDX-License-Identifier: MIT
// What the present scenario is held against: the pinned baseline, and other scenarios in a table.
#include "app/cards/card_page.h"
#include "app/compare/baseline.h"
#include "app/compare/baseline_chip.h"
#include "app/compare/comparison_dialog.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/catalog/catalog.h"

#include <QMenu>
#include <QMenuBar>
#include <QUndoView>
#include <QVBoxLayout>

namespace sublinear {

void MainWindow::buildBaselineMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Compare"));
    menu.setToolTipsVisible(true);
    QAction* pin = addTo(menu, QStringLiteral("baseline.pin"), tr("&Pin baseline"), QKeySequence(Qt::Key_B));
    pin->setToolTip(tr("Keep the present scenario as what every chart, the table and the verdict are held against"));
    connect(pin, &QAction::triggered, this, [this] {
        if (m_baseline->pin()) {
            m_messages->showNote(tr("Pinned as the baseline: %1").arg(m_baseline->text()));
        } else {
            m_messages->showTrouble(tr("Not pinned: this scenario has no plan."));
        }
    });
    QAction* open = addTo(menu, QStringLiteral("baseline.open"), tr("&Go to baseline"));
    open->setToolTip(tr("Make the baseline the scenario again"));
    connect(open, &QAction::triggered, m_baseline, &Baseline::open);
    QAction* swap = addTo(menu, QStringLiteral("baseline.swap"), tr("S&wap with baseline"));
    swap->setToolTip(tr("Make the baseline the scenario, and pin what is the scenario now"));
    connect(swap, &QAction::triggered, m_baseline, &Baseline::swap);
    QAction* clear = addTo(menu, QStringLiteral("baseline.clear"), tr("&Clear baseline"));
    connect(clear, &QAction::triggered, m_baseline, &Baseline::clear);
    auto* chip = new BaselineChip(*m_baseline, m_page);
    m_page->addToSwitches(chip);
    chip->addActions({ open, swap, clear });
    menu.addSeparator();
    connect(addTo(menu, QStringLiteral("compare.scenarios"), tr("Compare &scenarios\u2026")), &QAction::triggered, this,
        &MainWindow::compareScenarios);
    const auto sync = [this, open, swap, clear] {
        for (QAction* action : { open, swap, clear }) {
            action->setEnabled(m_baseline->isPinned());
        }
    };
    connect(m_baseline, &Baseline::changed, this, sync);
    sync();
}

void MainWindow::compareScenarios()
{
    auto* dialog = findChild<ComparisonDialog*>();
    if (dialog == nullptr) {
        dialog = new ComparisonDialog(*m_model, this);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::buildHistory(QMenu& edit)
{
    connect(addTo(edit, QStringLiteral("edit.history"), tr("&History\u2026"), QKeySequence(Qt::CTRL | Qt::Key_H)),
        &QAction::triggered, this, &MainWindow::showHistory);
    edit.addSeparator();
    connect(addTo(edit, QStringLiteral("edit.reset"), tr("R&eset scenario")), &QAction::triggered, this,
        &MainWindow::resetScenario);
}

void MainWindow::showHistory()
{
    auto* dialog = findChild<QDialog*>(QStringLiteral("history"));
    if (dialog == nullptr) {
        dialog = new QDialog(this);
        dialog->setObjectName(QStringLiteral("history"));
        dialog->setWindowTitle(tr("History"));
        dialog->resize(320, 420);
        auto* view = new QUndoView(&m_model->undoStack(), dialog);
        view->setObjectName(QStringLiteral("history.view"));
        view->setAccessibleName(tr("Every change, the last one at the bottom; choosing one goes back to it"));
        view->setEmptyLabel(tr("As it was at the start"));
        auto* column = new QVBoxLayout(dialog);
        column->addWidget(view);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

// To what it was when it was opened: its file, its preset, or a new one.
void MainWindow::resetScenario()
{
    const Document* document = m_documents.find(m_model->document());
    const ScenarioPreset* preset = findScenarioPreset(m_model->scenarioPreset());
    const Scenario start = document != nullptr ? document->onDisk : preset != nullptr ? preset->scenario : Scenario {};
    m_model->replaceScenario(start, tr("Reset scenario"));
}

} // namespace sublinear
