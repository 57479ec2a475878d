// SPDX-License-Identifier: MIT
#include "app/compare/baseline_chip.h"

#include "app/charts/sweep_rows.h"
#include "app/compare/baseline.h"
#include "app/compare/ghost.h"

#include <QEvent>
#include <QPainter>
#include <QPixmap>

namespace sublinear {

BaselineChip::BaselineChip(const Baseline& baseline, QWidget* parent)
    : QToolButton(parent)
    , m_baseline(baseline)
{
    setObjectName(QStringLiteral("baseline.chip"));
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(&baseline, &Baseline::changed, this, &BaselineChip::sync);
    sync();
}

void BaselineChip::sync()
{
    setVisible(m_baseline.isPinned());
    const Evaluation* known = m_baseline.evaluation();
    setText(known != nullptr ? tr("Baseline %1").arg(gibUnitText(known->memory.totalBytes)) : tr("Baseline\u2026"));
    setToolTip(tr("The baseline, %1. Drawn in dashes and dots.").arg(m_baseline.text()));
    setAccessibleName(tr("Baseline, %1").arg(m_baseline.text()));
    const Look look = lookOf(palette(), font());
    QPixmap sign(24, 16);
    sign.fill(Qt::transparent);
    QPainter painter(&sign);
    painter.setPen(ghostPen(look));
    painter.drawLine(0, 8, 24, 8);
    painter.end();
    setIconSize(sign.size());
    setIcon(sign);
}

void BaselineChip::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        sync();
    }
}

} // namespace sublinear
