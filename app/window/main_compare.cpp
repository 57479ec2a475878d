// SPDX-License-Identifier: MIT
// What the present scenario is held against: the pinned baseline, and other scenarios in a table.
#include "app/cards/card_page.h"
#include "app/compare/baseline.h"
#include "app/compare/baseline_chip.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"

#include <QMenu>
#include <QMenuBar>

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
    QAction* swap = addTo(menu, QStringLiteral("baseline.swap"), tr("&Swap with baseline"));
    swap->setToolTip(tr("Make the baseline the scenario, and pin what is the scenario now"));
    connect(swap, &QAction::triggered, m_baseline, &Baseline::swap);
    QAction* clear = addTo(menu, QStringLiteral("baseline.clear"), tr("&Clear baseline"));
    connect(clear, &QAction::triggered, m_baseline, &Baseline::clear);
    auto* chip = new BaselineChip(*m_baseline, m_page);
    m_page->addToSwitches(chip);
    chip->addActions({ open, swap, clear });
    const auto sync = [this, open, swap, clear] {
        for (QAction* action : { open, swap, clear }) {
            action->setEnabled(m_baseline->isPinned());
        }
    };
    connect(m_baseline, &Baseline::changed, this, sync);
    sync();
}

} // namespace sublinear
