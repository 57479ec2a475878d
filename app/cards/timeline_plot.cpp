// SPDX-License-Identifier: MIT
#include "app/cards/timeline_plot.h"

#include "app/cards/findings.h"
#include "app/charts/hover_box.h"
#include "app/charts/sweep_rows.h"
#include "app/language/language.h"
#include "app/measure/measure_text.h"
#include "app/measure/set_color.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace sublinear {

TimelinePlot::TimelinePlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(90);
    m_look = lookOf(palette(), font());
}

void TimelinePlot::present(const StepPicture& picture)
{
    const Count before = instants();
    m_picture = picture;
    m_trouble.clear();
    layOut();
    if (m_atPeak || before == 0) {
        m_instant = peak();
        m_atPeak = true;
    } else if (before != instants()) { // the same place in another step
        const double part = static_cast<double>(m_instant) / static_cast<double>(before);
        m_instant = std::clamp<Count>(std::llround(part * static_cast<double>(instants())), 0, instants() - 1);
    }
    m_hover.clear();
    Q_EMIT instantMoved();
}

void TimelinePlot::showTrouble(const QString& text)
{
    m_picture = {};
    m_trouble = text;
    m_instant = 0;
    m_atPeak = true;
    m_hover.clear();
    layOut();
    Q_EMIT instantMoved();
}

void TimelinePlot::setLook(const Look& look)
{
    m_look = look;
    layOut();
}

void TimelinePlot::setWaiting(bool waiting)
{
    if (waiting != m_waiting) {
        m_waiting = waiting;
        update();
    }
}

void TimelinePlot::setLit(std::optional<MemoryKind> kind)
{
    if (kind != m_lit) {
        m_lit = kind;
        if (m_painter) {
            m_painter->light(kind);
        }
        m_ground = {};
        update();
    }
}

void TimelinePlot::pointKind(std::optional<MemoryKind> kind)
{
    if (kind != m_pointedKind) {
        m_pointedKind = kind;
        Q_EMIT kindPointed(kind);
    }
}

void TimelinePlot::layOut()
{
    m_painter.reset();
    m_ground = {};
    update();
}

const StepPainter& TimelinePlot::painter() const
{
    if (!m_painter) {
        m_painter.emplace(m_picture, m_look, QRectF(rect()).adjusted(5, 3, -5, -3));
        m_painter->light(m_lit);
    }
    return *m_painter;
}

Count TimelinePlot::peak() const
{
    return isEmpty() ? 0 : m_picture.axis.instantOf(0, m_picture.lanes.front().detail->timeline.peakIndex);
}

const TimelineOp& TimelinePlot::opAt(std::size_t lane, Count instant) const
{
    return m_picture.lanes[lane].detail->timeline.ops[static_cast<std::size_t>(m_picture.axis.opAt(lane, instant))];
}

void TimelinePlot::moveTo(Count instant)
{
    if (isEmpty()) {
        return;
    }
    m_instant = std::clamp<Count>(instant, 0, instants() - 1);
    m_atPeak = m_instant == peak();
    update();
    Q_EMIT instantMoved();
}

std::vector<Count> TimelinePlot::layerStops() const
{
    std::vector<Count> stops;
    if (isEmpty()) {
        return stops;
    }
    const std::vector<TimelineOp>& ops = m_picture.lanes.front().detail->timeline.ops;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (i == 0 || ops[i].layer != ops[i - 1].layer || ops[i].step != ops[i - 1].step) {
            stops.push_back(m_picture.axis.instantOf(0, static_cast<Count>(i)));
        }
    }
    return stops;
}

void TimelinePlot::moveByLayers(int direction)
{
    const std::vector<Count> stops = layerStops();
    if (stops.empty()) {
        return;
    }
    if (direction > 0) {
        const auto next = std::upper_bound(stops.begin(), stops.end(), m_instant);
        moveTo(next == stops.end() ? instants() - 1 : *next);
    } else {
        const auto here = std::lower_bound(stops.begin(), stops.end(), m_instant);
        moveTo(here == stops.begin() ? 0 : *std::prev(here));
    }
}

QString TimelinePlot::hoverText() const
{
    QStringList texts;
    for (const HoverLine& line : m_hover) {
        texts << line.text;
    }
    return texts.join(QLatin1Char('\n'));
}

std::vector<HoverLine> TimelinePlot::linesOf(std::size_t lane, Count instant) const
{
    const StepLane& shown = m_picture.lanes[lane];
    const TimelineOp& at = opAt(lane, instant);
    std::vector<HoverLine> lines { { tr("%1. %2").arg(at.index + 1).arg(opText(at)) },
        { tr("%1 live").arg(gibUnitText(at.liveBytes)) } };
    if (m_picture.lanes.size() > 1) {
        lines.insert(lines.begin(), { shown.name });
    }
    for (std::size_t kind = kMemoryKinds; kind-- > 0;) {
        if (at.byKind[kind] > 0) {
            const auto memoryKind = static_cast<MemoryKind>(kind);
            lines.push_back({ gibUnitText(at.byKind[kind]) + QLatin1Char(' ') + withinSentence(kindName(memoryKind)),
                kindColor(memoryKind, m_look.dark) });
        }
    }
    for (const MeasuredLine& line : shown.measured) {
        const auto point = std::lower_bound(line.points.begin(), line.points.end(), at.index,
            [](const MeasuredLine::Point& each, Count wanted) { return each.op < wanted; });
        if (point != line.points.end() && point->op == at.index) {
            const QColor ink = setColor(line.color, m_look);
            if (line.carried) {
                lines.push_back({ tr("%1 carried over").arg(sizeText(point->bytes)), ink });
                lines.push_back({ tr("from %1, %2").arg(sizeText(point->measuredBytes), line.set), ink });
            } else {
                lines.push_back({ tr("%1 measured, %2").arg(sizeText(point->measuredBytes), line.set), ink });
                if (point->bytes != point->measuredBytes) {
                    lines.push_back({ tr("%1 with the reserve").arg(sizeText(point->bytes)), ink });
                }
            }
        }
    }
    return lines;
}

void TimelinePlot::hover(QPointF at)
{
    m_hover.clear();
    m_hoverAt = at;
    std::optional<MemoryKind> kind;
    if (!isEmpty()) {
        for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
            if (const Count layer = painter().layerAt(lane, at); layer > 0) {
                m_hover = { { heldText(
                    layer, m_picture.lanes[lane].detail->held(layer, opAt(lane, m_instant).index)) } };
            } else if (painter().plotRect(lane).contains(at)) {
                m_hover = linesOf(lane, painter().instantAt(at.x()));
                kind = painter().kindAt(lane, at);
            }
        }
    }
    pointKind(m_dragging ? std::nullopt : kind); // a hand that scrubs would make it flicker
    update();
}

void TimelinePlot::showBoxAtInstant()
{
    m_hover = linesOf(0, m_instant);
    m_hoverAt = painter().placeOf(0, opAt(0, m_instant).index);
    update();
}

void TimelinePlot::byHand(Count instant)
{
    moveTo(instant);
    Q_EMIT takenInHand();
}

void TimelinePlot::paintEvent(QPaintEvent* /*event*/)
{
    QPainter device(this);
    if (isEmpty()) {
        device.setFont(m_look.axis);
        device.setPen(m_look.muted);
        device.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, m_trouble);
        return;
    }
    const double ratio = devicePixelRatioF();
    if (m_ground.isNull()) {
        m_ground = QPixmap((QSizeF(size()) * ratio).toSize());
        m_ground.setDevicePixelRatio(ratio);
        m_ground.fill(m_look.card);
        QPainter ground(&m_ground);
        painter().paintGround(ground);
    }
    constexpr double kPale = 0.45;
    device.setOpacity(m_waiting ? kPale : 1);
    device.drawPixmap(0, 0, m_ground);
    painter().paintInstant(device, m_instant);
    device.setOpacity(1);
    device.setRenderHint(QPainter::Antialiasing, true);
    if (!m_hover.empty()) {
        paintHoverBox(device, m_look, QRectF(rect()), m_hoverAt, m_hover);
    }
    if (hasFocus()) {
        device.setPen(QPen(m_look.accent, 1.5));
        device.setBrush(Qt::NoBrush);
        device.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TimelinePlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isEmpty()) {
        event->ignore();
        return;
    }
    m_dragging = true;
    byHand(painter().instantAt(event->position().x()));
    hover(event->position());
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging && !isEmpty()) {
        byHand(painter().instantAt(event->position().x()));
    }
    hover(event->position());
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    m_dragging = m_dragging && event->button() != Qt::LeftButton;
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->ignore(); // the card's: to full size and back
}

void TimelinePlot::wheelEvent(QWheelEvent* event)
{
    // Without the focus the page scrolls past it.
    if (!hasFocus() || isEmpty()) {
        event->ignore();
        return;
    }
    constexpr int kNotch = 120;
    const QPoint turned = event->angleDelta();
    m_wheel += turned.y() != 0 ? turned.y() : turned.x();
    const int notches = m_wheel / kNotch;
    m_wheel -= notches * kNotch;
    if (notches != 0) {
        if (event->modifiers() & Qt::ControlModifier) {
            for (int i = 0; i < std::abs(notches); ++i) {
                moveByLayers(notches > 0 ? -1 : 1);
            }
        } else {
            moveTo(m_instant - notches);
        }
        Q_EMIT takenInHand();
        showBoxAtInstant();
    }
    event->accept();
}

void TimelinePlot::keyPressEvent(QKeyEvent* event)
{
    const bool layers = event->modifiers() & Qt::ControlModifier;
    const auto moved = [&](auto&& move) {
        if (!isEmpty()) {
            move();
            Q_EMIT takenInHand();
            showBoxAtInstant();
        }
    };
    const auto step = [&](int direction) {
        moved([&] { layers ? moveByLayers(direction) : moveTo(m_instant + direction); });
    };
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        return;
    case Qt::Key_Right:
        step(1);
        return;
    case Qt::Key_PageUp:
        moved([&] { moveByLayers(-1); });
        return;
    case Qt::Key_PageDown:
        moved([&] { moveByLayers(1); });
        return;
    case Qt::Key_Home:
        moved([&] { moveTo(0); });
        return;
    case Qt::Key_End:
        moved([&] { moveTo(instants() - 1); });
        return;
    case Qt::Key_P:
        moved([&] { moveTo(peak()); });
        return;
    case Qt::Key_Space:
        Q_EMIT playAsked();
        return;
    case Qt::Key_Escape:
        event->setAccepted(!m_hover.empty());
        m_hover.clear();
        update();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TimelinePlot::leaveEvent(QEvent* event)
{
    m_hover.clear();
    pointKind(std::nullopt);
    update();
    QWidget::leaveEvent(event);
}

void TimelinePlot::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void TimelinePlot::focusOutEvent(QFocusEvent* event)
{
    m_hover.clear();
    pointKind(std::nullopt);
    QWidget::focusOutEvent(event);
    update();
}

} // namespace sublinear
