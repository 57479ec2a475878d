// SPDX-License-Identifier: MIT
// How a step is drawn: stacked kinds, peak, limit, phases, measured lines, and the strip of layers.
#include "app/charts/hover_box.h"
#include "app/charts/marker.h"
#include "app/charts/step_picture.h"
#include "app/charts/sweep_rows.h"
#include "app/compare/ghost.h"
#include "app/highlight/pale.h"
#include "app/measure/set_color.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StepPicture", text);
}

/// Where one phase of the step goes over into the next: forward | backward | optimizer. What is
/// recomputed is part of the backward phase.
struct Phases {
    Count backward = 0; ///< its first operation
    Count optimizer = 0;
};

/// From below: what stays through the step, then what comes and goes, so that its shape is seen.
constexpr std::array<MemoryKind, kMemoryKinds> kStacked { MemoryKind::Parameters, MemoryKind::MasterWeights,
    MemoryKind::Optimizer, MemoryKind::Reserve, MemoryKind::Gradients, MemoryKind::Activations, MemoryKind::Checkpoints,
    MemoryKind::Recomputed, MemoryKind::Logits, MemoryKind::Transient };

Phases phasesOf(const Timeline& timeline)
{
    Phases phases { static_cast<Count>(timeline.ops.size()), static_cast<Count>(timeline.ops.size()) };
    for (const TimelineOp& op : timeline.ops) {
        if (op.step == "optimizer") {
            phases.optimizer = std::min(phases.optimizer, op.index);
        } else if (op.step != "forward") {
            phases.backward = std::min(phases.backward, op.index);
        }
    }
    phases.backward = std::min(phases.backward, phases.optimizer);
    return phases;
}

} // namespace

void StepPainter::paintGround(QPainter& painter) const
{
    painter.save();
    painter.setFont(m_look.axis);
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        paintLane(painter, lane);
    }
    paintXAxis(painter);
    painter.restore();
}

void StepPainter::paintInstant(QPainter& painter, Count instant) const
{
    painter.save();
    painter.setFont(m_look.axis);
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        const TimelineOp& op = opAt(lane, instant);
        paintStrip(painter, lane, op.index);
        const QRectF& plot = m_plots[lane];
        const double x = std::round(xOf(instant)) + 0.5;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(m_look.card, 3));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(QPen(m_look.accent, 1));
        painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, plot.bottom() + 3));
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(m_look.card, 1.5));
        painter.setBrush(m_look.accent);
        painter.drawEllipse(QPointF(x, yOf(lane, op.liveBytes)), 4, 4);
    }
    painter.restore();
}

void StepPainter::paintLane(QPainter& painter, std::size_t lane) const
{
    const StepLane& shown = m_picture.lanes[lane];
    if (m_titled) {
        const Timeline& steps = timeline(lane);
        const TimelineOp& peak = steps.ops[static_cast<std::size_t>(steps.peakIndex)];
        const QString text = tr("%1: peak %2 GiB, %3").arg(shown.name, gibText(peak.liveBytes), opText(peak));
        const QRectF box(m_area.left(), m_strips[lane].top() - m_line, m_area.width(), m_line);
        painter.setPen(m_look.text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(m_look.axis).elidedText(text, Qt::ElideRight, box.width()));
    }
    painter.setPen(m_look.muted);
    const QRectF& strip = m_strips[lane];
    painter.drawText(QRectF(m_area.left(), strip.center().y() - m_line / 2, strip.left() - m_area.left() - 6, m_line),
        Qt::AlignRight | Qt::AlignVCenter, tr("layers"));
    paintYAxis(painter, lane);
    paintStack(painter, lane);
    if (lane == 0 && m_picture.ghost != nullptr) {
        paintGhost(painter);
    }
    paintPhases(painter, lane);
    paintMeasured(painter, lane);
    paintLimit(painter, lane);
    paintPeak(painter, lane);
}

void StepPainter::paintYAxis(QPainter& painter, std::size_t lane) const
{
    const QRectF& plot = m_plots[lane];
    painter.setRenderHint(QPainter::Antialiasing, false);
    // Never one label on another: a low picture has fewer of them.
    const double between = m_y.gridStep / m_y.maximum * plot.height();
    const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(m_line / std::max(0.1, between))));
    for (std::size_t i = 0; i < m_y.ticks.size(); ++i) {
        const Tick& tick = m_y.ticks[i];
        const double y = plot.bottom() - tick.at / m_y.maximum * plot.height();
        painter.setPen(QPen(i == 0 ? m_look.border : m_look.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (i % stride == 0) {
            painter.setPen(m_look.muted);
            painter.drawText(QRectF(m_area.left(), y - m_line / 2, plot.left() - m_area.left() - 6, m_line),
                Qt::AlignRight | Qt::AlignVCenter, tick.text);
        }
    }
}

QColor StepPainter::inked(MemoryKind kind, const QColor& ink) const
{
    return m_lit && *m_lit != kind ? paledOn(m_look.card, ink) : ink;
}

std::optional<MemoryKind> StepPainter::kindAt(std::size_t lane, QPointF at) const
{
    if (!m_plots[lane].contains(at)) {
        return std::nullopt;
    }
    const TimelineOp& op = opAt(lane, instantAt(at.x()));
    Bytes below = m_hiddenBytes[lane];
    for (const MemoryKind kind : kStacked) {
        const auto index = static_cast<std::size_t>(kind);
        const double floor = yOf(lane, below);
        below += op.byKind[index] - m_hidden[lane][index];
        if (at.y() <= floor && at.y() > yOf(lane, below)) {
            return kind;
        }
    }
    return std::nullopt;
}

void StepPainter::paintStack(QPainter& painter, std::size_t lane) const
{
    const std::vector<Count>& shown = m_shown[lane];
    std::vector<Bytes> below(shown.size(), m_hiddenBytes[lane]);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const MemoryKind memoryKind : kStacked) {
        const auto kind = static_cast<std::size_t>(memoryKind);
        QPolygonF upper;
        QPolygonF lower;
        upper.reserve(static_cast<qsizetype>(4 * shown.size()));
        lower.reserve(static_cast<qsizetype>(2 * shown.size()));
        bool any = false;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Bytes bytes = opAt(lane, shown[i]).byKind[kind] - m_hidden[lane][kind];
            any = any || bytes > 0;
            const double floor = yOf(lane, below[i]);
            below[i] += bytes;
            const double roof = yOf(lane, below[i]);
            const double left = borderOf(lane, i);
            const double right = borderOf(lane, i + 1);
            upper << QPointF(left, roof) << QPointF(right, roof);
            lower << QPointF(left, floor) << QPointF(right, floor);
        }
        if (!any) {
            continue;
        }
        const QColor own = kindColor(memoryKind, m_look.dark);
        const QColor fill = inked(memoryKind, own);
        const QColor edge = inked(memoryKind, edgeColor(own, m_look.dark));
        QPolygonF outline = upper;
        for (auto point = lower.crbegin(); point != lower.crend(); ++point) {
            outline << *point;
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(outline);
        if (memoryKind == MemoryKind::Recomputed) { // hatched, as everywhere
            painter.setBrush(QBrush(edge, Qt::BDiagPattern));
            painter.drawPolygon(outline);
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(edge, 1));
        painter.drawPolyline(upper);
    }
}

// The two steps need not have the same layers or operations: where a phase begins and ends they stand above each
// other, between that each is spread evenly.
void StepPainter::paintGhost(QPainter& painter) const
{
    const Timeline& before = m_picture.ghost->timeline;
    const Timeline& now = timeline(0);
    const Phases own = phasesOf(now);
    const Phases its = phasesOf(before);
    const QRectF& plot = m_plots.front();
    const auto border = [&](Count op) {
        return plot.left()
            + static_cast<double>(m_picture.axis.instantOf(0, op)) / static_cast<double>(m_instants) * plot.width();
    };
    const std::array<Count, 4> from { 0, its.backward, its.optimizer, static_cast<Count>(before.ops.size()) };
    const std::array<double, 4> to { plot.left(), border(own.backward), border(own.optimizer), plot.right() };
    QPolygonF outline;
    for (std::size_t phase = 0; phase + 1 < from.size(); ++phase) {
        const auto count = static_cast<double>(from[phase + 1] - from[phase]);
        const double width = to[phase + 1] - to[phase];
        for (Count op = from[phase]; op < from[phase + 1]; ++op) {
            const auto place = static_cast<double>(op - from[phase]);
            const Bytes live = before.ops[static_cast<std::size_t>(op)].liveBytes - m_ghostHidden;
            const double y = plot.bottom() - inGiB(live) / m_y.maximum * plot.height();
            const double left = to[phase] + place / count * width;
            outline << QPointF(left, y) << QPointF(to[phase] + (place + 1) / count * width, y);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_look.card, 3));
    painter.drawPolyline(outline);
    painter.setPen(ghostPen(m_look));
    painter.drawPolyline(outline);
}

void StepPainter::paintLimit(QPainter& painter, std::size_t lane) const
{
    const QRectF& plot = m_plots[lane];
    const Bytes left = m_picture.capacityBytes - m_hiddenBytes[lane];
    if (left < 0 || inGiB(left) > m_y.maximum) {
        return;
    }
    const double y = yOf(lane, m_picture.capacityBytes);
    QColor halo = m_look.card;
    halo.setAlphaF(0.7F);
    painter.setPen(QPen(halo, 4));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(QPen(m_look.limit, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    if (lane > 0) {
        return; // named once
    }
    const QString name =
        m_picture.statesHidden ? tr("%1 less what stays").arg(m_picture.capacityName) : m_picture.capacityName;
    const QSizeF room(QFontMetricsF(m_look.axis).horizontalAdvance(name), m_line);
    const QRectF peak = m_titled ? QRectF() : peakName(lane).box;
    const double start = plot.left() + 3;
    const double end = plot.right() - 2 - room.width();
    painter.setPen(m_look.limit);
    for (const QPointF& corner :
        { QPointF(end, y - 1 - m_line), QPointF(start, y - 1 - m_line), QPointF(end, y + 1), QPointF(start, y + 1) }) {
        const bool inside = corner.y() > plot.top() - 2 && corner.y() + m_line <= plot.bottom();
        if (inside && !QRectF(corner, room).adjusted(-4, -1, 4, 1).intersects(peak)) {
            drawHaloText(painter, m_look, m_area, corner, Qt::AlignLeft | Qt::AlignTop, name);
            return;
        }
    }
}

void StepPainter::paintMeasured(QPainter& painter, std::size_t lane) const
{
    constexpr double kPale = 0.4;
    constexpr double kApart = 7; ///< pixels between diamonds that do not run into each other
    constexpr double kSize = 6;
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const MeasuredLine& line : m_picture.lanes[lane].measured) {
        const QColor ink = setColor(line.color, m_look);
        QPolygonF track; // the highest of each column
        for (const MeasuredLine::Point& point : line.points) {
            const QPointF at(xOfOp(lane, point.op), yOf(lane, point.bytes));
            if (!track.isEmpty() && std::floor(track.back().x()) == std::floor(at.x())) {
                track.back().setY(std::min(track.back().y(), at.y()));
            } else {
                track << at;
            }
        }
        painter.setOpacity(line.stale ? kPale : 1);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_look.card, 3.5));
        painter.drawPolyline(track);
        painter.setPen(QPen(ink, 1.5, line.carried ? Qt::DashLine : Qt::SolidLine));
        painter.drawPolyline(track);
        painter.setPen(QPen(ink, 1.2));
        painter.setBrush(line.carried ? m_look.card : ink);
        double last = -kApart;
        for (const QPointF& at : track) {
            if (at.x() - last >= kApart) {
                drawMarker(painter, at, kSize, MarkerShape::Diamond);
                last = at.x();
            }
        }
        painter.setOpacity(1);
    }
}

void StepPainter::paintPeak(QPainter& painter, std::size_t lane) const
{
    const QPointF at = placeOf(lane, timeline(lane).peakIndex);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_look.card, 1.5));
    painter.setBrush(m_look.text);
    painter.drawPolygon(QPolygonF() << at << at + QPointF(-5, -8) << at + QPointF(5, -8));
    if (m_titled) {
        return; // the lane's name says it
    }
    const PeakName name = peakName(lane);
    painter.setPen(m_look.text);
    drawHaloText(painter, m_look, m_area, name.box.topLeft(), Qt::AlignLeft | Qt::AlignTop, name.text);
}

StepPainter::PeakName StepPainter::peakName(std::size_t lane) const
{
    const Timeline& steps = timeline(lane);
    const TimelineOp& peak = steps.ops[static_cast<std::size_t>(steps.peakIndex)];
    const QPointF at = placeOf(lane, steps.peakIndex);
    const QRectF& plot = m_plots[lane];
    QString text = tr("%1 GiB, %2").arg(gibText(peak.liveBytes), opText(peak));
    double width = QFontMetricsF(m_look.axis).horizontalAdvance(text);
    if (m_picture.printed && at.x() + 9 + width >= plot.right() && at.x() - 9 - width <= plot.left()) {
        text = gibUnitText(peak.liveBytes); // beside the cursor, and not across it: the title names the operation
        width = QFontMetricsF(m_look.axis).horizontalAdvance(text);
    }
    const double wanted = at.x() + 9 + width < plot.right() ? at.x() + 9 : at.x() - 9 - width;
    const double left = std::clamp(wanted, plot.left() + 2, std::max(plot.left() + 2, plot.right() - width));
    const bool above = at.y() - 4 - m_line > plot.top() - 2;
    return { text, QRectF(left, above ? at.y() - 2 - m_line : at.y() + 4, width, m_line) };
}

void StepPainter::paintPhases(QPainter& painter, std::size_t lane) const
{
    const Timeline& steps = timeline(lane);
    const Phases phases = phasesOf(steps);
    const QRectF& plot = m_plots[lane];
    const QFontMetricsF metrics(m_look.axis);
    const auto border = [&](Count op) {
        const auto instant = static_cast<double>(m_picture.axis.instantOf(lane, op));
        return plot.left() + instant / static_cast<double>(m_instants) * plot.width();
    };
    const double end = plot.right();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QString optimizer = tr("optimizer");
    const double last = metrics.horizontalAdvance(optimizer);
    // One operation of a hundred has no room for its name: it stands at the end, and the one before gives way.
    const double name = std::min(border(phases.optimizer) + 3, plot.right() - last);
    const bool room = name - border(phases.backward) > 4;
    for (const Count at : { phases.backward, phases.optimizer }) {
        painter.setPen(QPen(m_look.muted, 1, Qt::DotLine));
        painter.drawLine(QPointF(border(at), plot.top()), QPointF(border(at), plot.bottom()));
        painter.setPen(QPen(m_look.muted, 1));
        const bool crossed = room && border(at) > name - 2 && border(at) < name + last; // it ends above the name
        painter.drawLine(
            QPointF(border(at), plot.bottom()), QPointF(border(at), plot.bottom() + (crossed ? 3 : m_line)));
    }
    painter.setPen(m_look.muted);
    const double top = plot.bottom() + 1;
    if (room) {
        painter.drawText(QRectF(name, top, last + 1, m_line), Qt::AlignLeft | Qt::AlignVCenter, optimizer);
    }
    const auto phase = [&](double from, double to, const QString& text) {
        const QString shown = metrics.elidedText(text, Qt::ElideRight, to - from - 6);
        if (shown.size() > 1) {
            painter.drawText(QRectF(from + 3, top, to - from - 6, m_line), Qt::AlignHCenter | Qt::AlignVCenter, shown);
        }
    };
    phase(plot.left(), border(phases.backward), tr("forward"));
    phase(border(phases.backward), room ? std::min(end, name) : end, tr("backward"));
}

void StepPainter::paintXAxis(QPainter& painter) const
{
    const QFontMetricsF metrics(m_look.axis);
    const QRectF& plot = m_plots.back();
    const double top = plot.bottom() + m_line + 2;
    painter.setPen(m_look.muted);
    double free = m_area.left();
    const auto label = [&](double at, const QString& text) {
        const double width = metrics.horizontalAdvance(text);
        const double x = plot.left() + at / static_cast<double>(m_instants) * plot.width();
        const double left = std::clamp(x - width / 2, free, std::max(free, m_area.right() - width));
        if (left > x - width / 2 + 8 && left > m_area.left()) {
            return; // it would run into the one before
        }
        painter.drawText(QPointF(left, top + metrics.ascent()), text);
        free = left + width + 6;
    };
    for (const Tick& tick : m_picture.axis.isSingle() ? m_x.ticks : std::vector<Tick> {}) {
        if (tick.at <= static_cast<double>(m_instants)) {
            label(tick.at, tick.text);
        }
    }
    if (m_named) {
        paintFoot(painter);
    }
}

void StepPainter::paintFoot(QPainter& painter) const
{
    const QRectF& plot = m_plots.back();
    const double top = plot.bottom() + m_line + 2 + m_ticks;
    const QString name = axisName();
    const std::vector<HeldSign> signs = heldSigns();
    const double wanted = std::accumulate(
        signs.begin(), signs.end(), 0.0, [](double sum, const HeldSign& sign) { return sum + sign.width; });
    double end = plot.right() - QFontMetricsF(m_look.axis).horizontalAdvance(name) - 12;
    if (m_picture.printed && m_area.left() + wanted > end) {
        end = plot.right(); // what cells mean is said nowhere else, and what the axis is above the picture
    } else {
        painter.drawText(
            QRectF(m_area.left(), top, plot.right() - m_area.left(), m_line), Qt::AlignRight | Qt::AlignVCenter, name);
    }
    paintLegend(painter, signs, end);
    paintKinds(painter);
}

QString StepPainter::axisName() const
{
    return m_picture.axis.isSingle() ? tr("operation of the step") : tr("each layer above itself");
}

std::vector<StepPainter::HeldSign> StepPainter::heldSigns() const
{
    const QFontMetricsF metrics(m_look.axis);
    std::vector<HeldSign> signs;
    for (const auto& [held, name] :
        { std::pair(LayerHeld::Whole, tr("kept")), std::pair(LayerHeld::InPart, tr("kept in part")),
            std::pair(LayerHeld::Checkpoint, tr("checkpoint")), std::pair(LayerHeld::Input, tr("input kept")),
            std::pair(LayerHeld::Dropped, tr("dropped")), std::pair(LayerHeld::Again, tr("recomputed")) }) {
        const auto isHeld = [held = held](const std::vector<LayerChange>& layer) {
            return std::any_of(
                layer.begin(), layer.end(), [held](const LayerChange& each) { return each.held == held; });
        };
        if (std::any_of(m_picture.lanes.begin(), m_picture.lanes.end(), [&](const StepLane& lane) {
                return std::any_of(lane.detail->layers.begin(), lane.detail->layers.end(), isHeld);
            })) {
            signs.push_back({ held, name, 22 + metrics.horizontalAdvance(name) });
        }
    }
    return signs;
}

void StepPainter::paintLegend(QPainter& painter, const std::vector<HeldSign>& signs, double end) const
{
    const QFontMetricsF metrics(m_look.axis);
    const double top = m_plots.back().bottom() + m_line + m_ticks + 2;
    double left = m_area.left();
    for (const HeldSign& sign : signs) {
        if (left + sign.width - 10 > end) {
            break;
        }
        paintCell(painter, QRectF(left + 0.5, top + (m_line - 9) / 2, 8, 9), sign.held, true);
        painter.setPen(m_look.muted);
        painter.drawText(QPointF(left + 12, top + metrics.ascent()), sign.name);
        left += sign.width;
    }
}

void StepPainter::paintKinds(QPainter& painter) const
{
    constexpr double kChip = 8;
    const QFontMetricsF metrics(m_look.axis);
    const QPointF origin(m_area.left(), m_plots.back().bottom() + 2 * m_line + m_ticks + 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const KindSign& sign : m_kinds) {
        const QPointF corner = origin + sign.corner;
        const QRectF chip(corner + QPointF(0, (m_line - kChip) / 2), QSizeF(kChip, kChip));
        const QColor own = kindColor(sign.kind, m_look.dark);
        const QColor edge = inked(sign.kind, edgeColor(own, m_look.dark));
        painter.fillRect(chip, inked(sign.kind, own));
        painter.setPen(QPen(edge, 1));
        painter.setBrush(sign.kind == MemoryKind::Recomputed ? QBrush(edge, Qt::BDiagPattern) : QBrush(Qt::NoBrush));
        painter.drawRect(chip);
        painter.setPen(m_look.muted);
        painter.drawText(corner + QPointF(kChip + 4, metrics.ascent()), sign.name);
    }
}

void StepPainter::paintCell(QPainter& painter, const QRectF& cell, LayerHeld held, bool outlined) const
{
    constexpr double kInput = 0.4; ///< height of an input beside a whole saved set
    constexpr double kPart = 0.7;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto fill = [&](MemoryKind kind, double height, bool hatched) {
        const QColor color = kindColor(kind, m_look.dark);
        const QRectF box(cell.left(), cell.bottom() - cell.height() * height, cell.width(), cell.height() * height);
        painter.fillRect(box, color);
        if (hatched) {
            painter.fillRect(box, QBrush(edgeColor(color, m_look.dark), Qt::BDiagPattern));
        }
        if (outlined) {
            painter.setPen(QPen(edgeColor(color, m_look.dark), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        }
    };
    switch (held) {
    case LayerHeld::Ahead:
        painter.fillRect(cell, m_look.grid);
        break;
    case LayerHeld::Whole:
        fill(MemoryKind::Activations, 1, false);
        break;
    case LayerHeld::InPart:
        fill(MemoryKind::Activations, kPart, false);
        break;
    case LayerHeld::Checkpoint:
        fill(MemoryKind::Checkpoints, 1, false);
        break;
    case LayerHeld::Input:
        fill(MemoryKind::Checkpoints, kInput, false);
        break;
    case LayerHeld::Dropped:
        if (outlined) {
            painter.setPen(QPen(m_look.muted, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell.adjusted(0, 0, -1, -1));
        } else {
            painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), m_look.muted);
        }
        break;
    case LayerHeld::InputAgain:
        fill(MemoryKind::Recomputed, kInput, true);
        break;
    case LayerHeld::Again:
        fill(MemoryKind::Recomputed, 1, true);
        break;
    case LayerHeld::Done:
        painter.fillRect(QRectF(cell.left(), cell.center().y() - 1, cell.width(), 2), m_look.border);
        break;
    }
}

void StepPainter::paintStrip(QPainter& painter, std::size_t lane, Count op) const
{
    const StepDetail& detail = *m_picture.lanes[lane].detail;
    const QRectF& strip = m_strips[lane];
    const auto layers = static_cast<Count>(detail.layers.size());
    const auto cells = std::min(layers, static_cast<Count>(strip.width()));
    const double width = strip.width() / static_cast<double>(std::max<Count>(1, cells));
    for (Count i = 0; i < cells; ++i) {
        const Count layer = cells == layers ? i + 1 : 1 + i * layers / cells;
        const double left = std::round(strip.left() + static_cast<double>(i) * width);
        const double right = std::round(strip.left() + static_cast<double>(i + 1) * width);
        const double gap = width >= 5 ? 1 : 0;
        paintCell(painter, QRectF(left, strip.top(), std::max(1.0, right - left - gap), strip.height()),
            detail.held(layer, op), gap > 0);
    }
    const Count running = detail.timeline.ops[static_cast<std::size_t>(op)].layer;
    if (running > 0) {
        const double each = strip.width() / static_cast<double>(layers);
        const double left = strip.left() + static_cast<double>(running - 1) * each;
        const QRectF frame(
            std::floor(left) - 1, strip.top() - 2, std::max(3.0, std::ceil(each) + 1), strip.height() + 3);
        painter.setPen(QPen(m_look.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(frame);
    }
}

} // namespace sublinear
