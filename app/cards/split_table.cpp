// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"
#include "app/cards/split_card.h"

#include "app/charts/sweep_rows.h"
#include "app/compare/difference.h"
#include "app/compare/ghost.h"
#include "app/highlight/pale.h"
#include "core/base/gib_parts.h"

#include <QMouseEvent>
#include <QPainter>
#include <QtMath>

#include <algorithm>

namespace sublinear {

namespace {
constexpr double kChipRoom = 14;
constexpr double kApart = 8; ///< a change from the figure before it
} // namespace

SplitTable::SplitTable(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    m_look = lookOf(palette(), font());
}

void SplitTable::present(const MemorySplit& split, const MemorySplit* baseline)
{
    const bool hadChanges = hasChanges();
    m_lines.clear();
    const auto share = [&](Bytes bytes) {
        const auto total = static_cast<double>(split.totalBytes);
        return QString::fromStdString(formatPercent(total > 0 ? static_cast<double>(bytes) / total : 0, 0));
    };
    std::vector<MemoryRow> rows; // in their order; what has gone since has one, too
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        const Bytes bytes = split.bytesOf(kind);
        if (bytes > 0 || (baseline != nullptr && baseline->bytesOf(kind) > 0)) {
            rows.push_back({ kind, {}, bytes });
        }
    }
    const GiBParts texts = formatGiBPartsOf(rows);
    const auto change = [&](Bytes bytes, Bytes before) {
        return baseline != nullptr ? changeText(bytes, before) : QString();
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const MemoryKind kind = rows[i].kind;
        const Bytes bytes = rows[i].bytes;
        m_lines.push_back({ kind, kindName(kind), QString::fromStdString(texts.parts[i]), share(bytes),
            change(bytes, baseline != nullptr ? baseline->bytesOf(kind) : 0) });
    }
    m_lines.push_back({ std::nullopt, tr("Total"), QString::fromStdString(texts.total), share(split.totalBytes),
        change(split.totalBytes, baseline != nullptr ? baseline->totalBytes : 0) });
    if (hadChanges != (baseline != nullptr)) {
        fitWidth();
    }
    update();
}

void SplitTable::setLook(const Look& look)
{
    m_look = look;
    fitWidth();
    update();
}

void SplitTable::fitWidth()
{
    const Look& look = m_look;
    // For whatever kinds may come: the ring must not change its size under a hand.
    const QFontMetricsF metrics(look.axis);
    QFont boldAxis = look.axis;
    boldAxis.setWeight(QFont::DemiBold);
    const double figure = QFontMetricsF(boldAxis).horizontalAdvance(QStringLiteral("0000.00"));
    double name = 0;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        name = std::max(name, metrics.horizontalAdvance(kindName(static_cast<MemoryKind>(kind))));
    }
    const double change =
        hasChanges() ? kApart + QFontMetricsF(boldAxis).horizontalAdvance(QStringLiteral("▲ +000.00")) : 0;
    setMinimumWidth(qCeil(kChipRoom + name + 6 + figure + change));
}

void SplitTable::setPointedKind(std::optional<MemoryKind> kind)
{
    if (kind != m_pointed) {
        m_pointed = kind;
        update();
    }
}

int SplitTable::fullHeight() const
{
    return qCeil((QFontMetricsF(m_look.axis).height() + 2) * static_cast<double>(m_lines.size()));
}

double SplitTable::rowHeight() const
{
    const double wanted = QFontMetricsF(m_look.axis).height() + 5;
    return std::min(wanted, height() / static_cast<double>(std::max<std::size_t>(1, m_lines.size())));
}

void SplitTable::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(m_look.axis);
    const double row = rowHeight();
    QFont boldAxis = m_look.axis;
    boldAxis.setWeight(QFont::DemiBold);
    const QFontMetricsF bold(boldAxis); // the total's row is the widest
    const double shareWidth = bold.horizontalAdvance(QStringLiteral("100 %"));
    double gibWidth = bold.horizontalAdvance(QStringLiteral("000.00"));
    for (const Line& line : m_lines) {
        gibWidth = std::max(gibWidth, bold.horizontalAdvance(line.gib));
    }
    double nameWidth = 0;
    for (const Line& line : m_lines) {
        nameWidth = std::max(nameWidth, bold.horizontalAdvance(line.name));
    }
    double changeWidth = 0;
    for (const Line& line : m_lines) {
        changeWidth = std::max(changeWidth, line.change.isEmpty() ? 0 : kApart + bold.horizontalAdvance(line.change));
    }
    // Names come before shares where there is no room for both, and so does what has changed.
    const bool shares = kChipRoom + nameWidth + 8 + gibWidth + 10 + shareWidth + changeWidth <= width();
    double top = std::max(0.0, (height() - row * static_cast<double>(m_lines.size())) / 2);
    for (const Line& line : m_lines) {
        const bool total = !line.kind;
        const bool out = m_pointed && line.kind && line.kind != m_pointed; // figures stay readable
        const QRectF box(0, top, width(), row);
        if (line.kind && line.kind == m_pointed) {
            painter.fillRect(box, m_look.grid);
        }
        if (total) {
            painter.setPen(QPen(m_look.border, 1));
            painter.drawLine(box.topLeft(), box.topRight());
        } else {
            const QColor own = kindColor(*line.kind, m_look.dark);
            const QColor edge = edgeColor(own, m_look.dark);
            painter.setPen(QPen(out ? paledOn(m_look.card, edge) : edge, 1));
            painter.setBrush(out ? paledOn(m_look.card, own) : own);
            painter.drawRect(QRectF(1, box.center().y() - 4, 8, 8));
        }
        QFont font = m_look.axis;
        font.setWeight(total ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(m_look.text);
        const double numbers = gibWidth + (shares ? shareWidth + 10 : 0) + changeWidth;
        const QRectF nameBox(kChipRoom, top, std::max(20.0, width() - kChipRoom - numbers - 4), row);
        painter.drawText(nameBox, Qt::AlignVCenter | Qt::AlignLeft,
            QFontMetricsF(font).elidedText(line.name, Qt::ElideRight, nameBox.width()));
        painter.drawText(QRectF(width() - numbers, top, gibWidth, row), Qt::AlignVCenter | Qt::AlignRight, line.gib);
        if (changeWidth > 0) {
            painter.drawText(
                QRectF(width() - changeWidth, top, changeWidth, row), Qt::AlignVCenter | Qt::AlignRight, line.change);
        }
        if (shares) {
            painter.setPen(m_look.muted);
            painter.drawText(QRectF(width() - changeWidth - shareWidth, top, shareWidth, row),
                Qt::AlignVCenter | Qt::AlignRight, line.share);
        }
        top += row;
    }
}

void SplitTable::mouseMoveEvent(QMouseEvent* event)
{
    const double row = rowHeight();
    const double first = std::max(0.0, (height() - row * static_cast<double>(m_lines.size())) / 2);
    const double index = (event->position().y() - first) / row;
    const bool inside = index >= 0 && index < static_cast<double>(m_lines.size());
    Q_EMIT kindPointed(inside ? m_lines[static_cast<std::size_t>(index)].kind : std::nullopt);
}

void SplitTable::leaveEvent(QEvent* event)
{
    Q_EMIT kindPointed(std::nullopt);
    QWidget::leaveEvent(event);
}

CapacityBar::CapacityBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_look = lookOf(palette(), font());
}

void CapacityBar::present(const MemorySplit& split, const MemorySplit* baseline)
{
    m_split = split;
    m_before = baseline != nullptr ? std::optional(baseline->totalBytes) : std::nullopt;
    update();
}

void CapacityBar::setLook(const Look& look)
{
    m_look = look;
    setFixedHeight(qRound(QFontMetricsF(look.axis).height()) + 16);
    update();
}

void CapacityBar::setPointedKind(std::optional<MemoryKind> kind)
{
    if (kind != m_pointed) {
        m_pointed = kind;
        update();
    }
}

void CapacityBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(m_look.axis);
    const QRectF bar(1, metrics.height() + 3, width() - 2, 10);
    const double full = std::max({ static_cast<double>(m_split.totalBytes),
        static_cast<double>(m_split.capacityBytes) * 1.02, static_cast<double>(m_before.value_or(0)) });
    const auto at = [&](double bytes) { return bar.left() + bar.width() * bytes / std::max(1.0, full); };
    painter.setPen(QPen(m_look.border, 1));
    painter.setBrush(m_look.grid);
    painter.drawRect(bar);
    double sum = 0;
    for (const MemoryRow& row : m_split.rows) {
        const double left = at(sum);
        sum += static_cast<double>(row.bytes);
        QColor fill = kindColor(row.kind, m_look.dark);
        if (m_pointed && *m_pointed != row.kind) {
            fill = paledOn(m_look.card, fill);
        }
        painter.setPen(QPen(edgeColor(fill, m_look.dark), 0.5));
        painter.setBrush(fill);
        painter.drawRect(QRectF(left, bar.top(), at(sum) - left, bar.height()));
    }
    if (m_before) {
        painter.setPen(ghostPen(m_look));
        painter.setBrush(Qt::NoBrush);
        const double end = at(static_cast<double>(*m_before));
        painter.drawRect(QRectF(bar.left(), bar.top() - 2, end - bar.left(), bar.height() + 4));
    }
    const double limit = at(static_cast<double>(m_split.capacityBytes));
    painter.setPen(QPen(m_look.limit, 2));
    painter.drawLine(QPointF(limit, bar.top() - 2), QPointF(limit, bar.bottom() + 3));
    painter.setFont(m_look.axis);
    const GiBPair pair = formatGiBDistinct(m_split.totalBytes, m_split.capacityBytes);
    const QString text =
        tr("%1 of %2 GiB: %3")
            .arg(inGiB(m_split.totalBytes) < 0.01 ? gibText(m_split.totalBytes) : QString::fromStdString(pair.first),
                QString::fromStdString(pair.second), m_split.fits ? tr("fits") : tr("does not fit"));
    painter.setPen(m_split.fits ? m_look.fits : m_look.doesNotFit);
    painter.drawText(QRectF(0, 0, width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(text, Qt::ElideRight, width()));
}

} // namespace sublinear
