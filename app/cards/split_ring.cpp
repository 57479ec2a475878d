// SPDX-License-Identifier: MIT
#include "app/cards/split_card.h"

#include "app/charts/sweep_rows.h"
#include "app/model/text.h"
#include "core/base/units.h"

#include <QGraphicsLayout>
#include <QGraphicsSimpleTextItem>
#include <QMouseEvent>
#include <QPieSeries>
#include <QPieSlice>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sublinear {

namespace {
constexpr double kHole = 0.60;
constexpr double kRim = 0.96;
constexpr double kGhostHole = 0.49; ///< a thin ring in the other's hole
constexpr double kGhostRim = 0.57;
} // namespace

SplitRing::SplitRing(QWidget* parent)
    : QChartView(parent)
    , m_ring(new QPieSeries)
    , m_ghost(new QPieSeries)
    , m_total(nullptr)
    , m_unit(nullptr)
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus); // the table beside it is the readable form
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    m_ring->setObjectName(QStringLiteral("split"));
    m_ring->setHoleSize(kHole);
    m_ring->setPieSize(kRim);
    m_ghost->setObjectName(QStringLiteral("baseline"));
    m_ghost->setHoleSize(kGhostHole);
    m_ghost->setPieSize(kGhostRim);
    m_ghost->setVisible(false);
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const std::string_view id = memoryKindId(static_cast<MemoryKind>(i));
        m_slices[i] = m_ring->append(toQString(id), 0);
        m_slices[i]->setLabelVisible(false);
        m_ghostSlices[i] = m_ghost->append(toQString(id), 0);
        m_ghostSlices[i]->setLabelVisible(false);
    }
    chart()->addSeries(m_ring);
    chart()->addSeries(m_ghost);
    m_total = new QGraphicsSimpleTextItem(chart());
    m_unit = new QGraphicsSimpleTextItem(chart());
    m_look = lookOf(palette(), font());
}

void SplitRing::present(const MemorySplit& split, const MemorySplit* baseline)
{
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        m_slices[i]->setValue(inGiB(split.bytesOf(static_cast<MemoryKind>(i))));
        if (baseline != nullptr) {
            m_ghostSlices[i]->setValue(inGiB(baseline->bytesOf(static_cast<MemoryKind>(i))));
        }
    }
    if (m_ghost->isVisible() != (baseline != nullptr)) {
        m_ghost->setVisible(baseline != nullptr);
    }
    styleSlices();
    m_total->setText(gibText(split.totalBytes));
    m_total->setBrush(split.fits ? m_look.text : m_look.doesNotFit);
    m_unit->setText(tr("GiB"));
    placeTexts();
}

void SplitRing::setLook(const Look& look)
{
    m_look = look;
    setBackgroundBrush(look.card);
    m_unit->setFont(look.axis);
    m_unit->setBrush(look.muted);
    styleSlices();
    placeTexts();
}

void SplitRing::styleSlices()
{
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        QColor fill = kindColor(kind, m_look.dark);
        if (m_pointed && *m_pointed != kind) {
            fill.setAlphaF(0.3F);
        }
        m_slices[i]->setBrush(fill);
        // A slice of nothing would still draw its border as a line.
        m_slices[i]->setPen(m_slices[i]->value() > 0 ? QPen(m_look.card, 1.5) : QPen(Qt::NoPen));
        m_ghostSlices[i]->setBrush(fill);
        m_ghostSlices[i]->setPen(m_ghostSlices[i]->value() > 0 ? QPen(m_look.card, 1) : QPen(Qt::NoPen));
    }
}

void SplitRing::setPointedKind(std::optional<MemoryKind> kind)
{
    if (kind != m_pointed) {
        m_pointed = kind;
        styleSlices();
    }
}

void SplitRing::placeTexts()
{
    const QRectF area = chart()->plotArea();
    const QPointF centre = area.center();
    // Large totals are written smaller rather than into the ring.
    const double room =
        0.84 * (m_ghost->isVisible() ? kGhostHole : kHole) * kRim * std::min(area.width(), area.height());
    QFont font = m_look.strong;
    const double width = QFontMetricsF(font).horizontalAdvance(m_total->text());
    if (width > room && room > 0) {
        font.setPixelSize(std::max(7, static_cast<int>(font.pixelSize() * room / width)));
    }
    m_total->setFont(font);
    const QRectF total = m_total->boundingRect();
    const QRectF unit = m_unit->boundingRect();
    m_total->setPos(centre.x() - total.width() / 2, centre.y() - (total.height() + unit.height()) / 2);
    m_unit->setPos(centre.x() - unit.width() / 2, m_total->y() + total.height() - 2);
}

std::optional<MemoryKind> SplitRing::kindAt(QPointF position) const
{
    const QRectF area = chart()->plotArea();
    const QPointF away = position - area.center();
    const double radius = std::hypot(away.x(), away.y()) / (std::min(area.width(), area.height()) / 2);
    if (radius < kHole - 0.05 || radius > kRim + 0.05) {
        return std::nullopt;
    }
    // Qt's pies start at twelve o'clock and go clockwise.
    double angle = std::atan2(away.x(), -away.y()) * 180 / std::numbers::pi;
    angle = angle < 0 ? angle + 360 : angle;
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const QPieSlice* slice = m_slices[i];
        if (angle >= slice->startAngle() && angle < slice->startAngle() + slice->angleSpan()) {
            return static_cast<MemoryKind>(i);
        }
    }
    return std::nullopt;
}

void SplitRing::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    chart()->setPlotArea(QRectF(QPointF(0, 0), chart()->size()));
    placeTexts();
}

void SplitRing::mousePressEvent(QMouseEvent* event)
{
    event->accept(); // Qt Charts' own handler dereferences an item that need not be there
}

void SplitRing::mouseMoveEvent(QMouseEvent* event)
{
    Q_EMIT kindPointed(kindAt(event->position()));
}

void SplitRing::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->ignore();
}

void SplitRing::leaveEvent(QEvent* event)
{
    Q_EMIT kindPointed(std::nullopt);
    QChartView::leaveEvent(event);
}

} // namespace sublinear
