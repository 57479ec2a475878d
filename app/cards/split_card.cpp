// SPDX-License-Identifier: MIT
#include "app/cards/split_card.h"

#include "app/cards/findings.h"
#include "app/cards/timeline_card.h"
#include "app/highlight/highlight_model.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace sublinear {

SplitCard::SplitCard(QWidget* parent)
    : Card(QStringLiteral("split"), tr("Memory split"), tr("Split"), parent)
    , m_row(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_ring(new SplitRing(this))
    , m_table(new SplitTable(this))
    , m_bar(new CapacityBar(this))
{
    m_ring->setObjectName(QStringLiteral("split.ring"));
    m_ring->setAccessibleName(name());
    m_table->setObjectName(QStringLiteral("split.table"));
    m_bar->setObjectName(QStringLiteral("split.bar"));
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 4, 4, 0);
    column->setSpacing(6);
    m_row->setSpacing(8);
    m_row->addWidget(m_ring, 9);
    m_row->addWidget(m_table, 14);
    column->addLayout(m_row, 1);
    column->addWidget(m_bar);
    setBody(body);
    const auto point = [this](std::optional<MemoryKind> kind) { Q_EMIT componentPointed(HighlightModel::idOf(kind)); };
    connect(m_ring, &SplitRing::kindPointed, this, point);
    connect(m_table, &SplitTable::kindPointed, this, point);
}

void SplitCard::setHighlighted(const QString& id)
{
    const std::optional<MemoryKind> kind = HighlightModel::kindOf(id);
    m_ring->setPointedKind(kind);
    m_table->setPointedKind(kind);
    m_bar->setPointedKind(kind);
}

void SplitCard::update(const Evaluation& evaluation)
{
    m_peak = { evaluation.memory, findings::split(evaluation), tr("Training memory at the peak, GiB"),
        findings::splitSummary(evaluation), baseline() != nullptr ? std::optional(baseline()->memory) : std::nullopt };
    if (m_peak.baseline) {
        m_peak.measure += tr("; inner ring: baseline");
    }
    showSplit(m_instant ? *m_instant : m_peak);
}

void SplitCard::showInstant(const std::optional<SplitInstant>& instant)
{
    if (!instant && !m_instant) {
        return;
    }
    m_instant.reset();
    if (instant) {
        Evaluation at;
        at.memory = instant->split;
        m_instant =
            Shown { instant->split, tr("At %1").arg(instant->where), tr("Live memory at the timeline's instant, GiB"),
                tr("At the timeline's instant, %1. %2").arg(instant->where, findings::splitSummary(at)), std::nullopt };
    }
    showSplit(m_instant ? *m_instant : m_peak);
}

void SplitCard::showSplit(const Shown& shown)
{
    const MemorySplit* before = shown.baseline ? &*shown.baseline : nullptr;
    m_ring->present(shown.split, before);
    m_table->present(shown.split, before);
    m_bar->present(shown.split, before);
    arrange();
    setTitle(shown.title);
    setMeasure(shown.measure);
    setSummary(shown.summary);
    m_table->setAccessibleName(name());
    m_table->setAccessibleDescription(accessibleDescription());
}

void SplitCard::arrange()
{
    constexpr int kLeastRing = 90;
    const int room = picture()->width() - m_table->minimumWidth() - m_row->spacing();
    const bool above = m_table->hasChanges() && room < kLeastRing;
    m_row->setDirection(above ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_table->setMinimumHeight(above ? m_table->fullHeight() : 0);
}

void SplitCard::resizeEvent(QResizeEvent* event)
{
    Card::resizeEvent(event);
    arrange();
}

void SplitCard::restyle(const Look& look)
{
    m_ring->setLook(look);
    m_table->setLook(look);
    m_bar->setLook(look);
    arrange();
}

} // namespace sublinear
