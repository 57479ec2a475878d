// SPDX-License-Identifier: MIT
#include "app/cards/scaling_plot.h"

#include "app/charts/hover_box.h"
#include "app/charts/sweep_rows.h"
#include "app/language/core_text.h"
#include "core/base/units.h"
#include "core/scenario/fields.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kGap = 8;
constexpr double kHead = 5; ///< between the card's measure and the first name
constexpr double kLeastCell = 96; ///< width, below which cells stand below each other

} // namespace

ScalingPlot::ScalingPlot(QWidget* parent)
    : QWidget(parent)
    , m_look(lookOf(palette(), font()))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QString ScalingPlot::nameOf(const ScalingCurve& curve)
{
    const Field* field = findField(curve.field);
    return field != nullptr ? fromCore(field->label) : QString();
}

void ScalingPlot::setLook(const Look& look)
{
    m_look = look;
    update();
}

void ScalingPlot::present(const std::vector<ScalingCurve>& curves, Bytes capacity)
{
    const bool sameKind = curves.size() == m_curves.size();
    m_curves = curves;
    m_capacity = capacity;
    double highest = 0;
    m_xAxes.resize(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (const ScalingPoint& point : curves[i].points) {
            highest = std::max(highest, inGiB(point.totalBytes));
        }
        const double last = curves[i].points.empty() ? 1 : static_cast<double>(curves[i].points.back().at);
        const AxisSpec before = m_xAxes[i];
        m_xAxes[i] = valueAxis(0, last, sameKind ? &before : nullptr, 1);
    }
    const double limit = inGiB(capacity);
    if (limit < 2 * highest) {
        highest = std::max(highest, limit);
    }
    const AxisSpec before = m_yAxis;
    m_yAxis = valueAxis(0, highest, &before);
    if (m_pointed
        && (m_pointed->curve >= curves.size() || m_pointed->point >= curves[m_pointed->curve].points.size())) {
        m_pointed.reset();
    }
    update();
}

std::vector<ScalingPlot::Cell> ScalingPlot::cells() const
{
    const auto count = static_cast<int>(m_curves.size());
    if (count == 0) {
        return {};
    }
    const QFontMetricsF metrics(m_look.axis);
    const double line = metrics.height();
    double labels = 0;
    for (const Tick& tick : m_yAxis.ticks) {
        labels = std::max(labels, metrics.horizontalAdvance(tick.text));
    }
    const double side = labels + 6;
    const auto columnsFit = static_cast<int>((width() - side) / std::max(kLeastCell, 7 * line));
    int columns = std::clamp(columnsFit, 1, count);
    if (columns < count) {
        columns = std::min(columns, (count + 1) / 2); // two even rows rather than three and one
    } else if (count > 1 && height() > width()) {
        columns = (count + 1) / 2;
    }
    const int rows = (count + columns - 1) / columns;
    const double cellWidth = (width() - side - kGap * columns) / columns;
    const double cellHeight = (height() - kHead - kGap * (rows - 1)) / rows;
    std::vector<Cell> all;
    for (int i = 0; i < count; ++i) {
        const double left = side + (i % columns) * (cellWidth + kGap);
        const int row = i / columns;
        const double top = kHead + row * (cellHeight + kGap);
        Cell cell;
        cell.all = QRectF(left, top, cellWidth, cellHeight);
        cell.plot = cell.all.adjusted(0, line + 4, -2, -line - 6);
        cell.isFirst = i % columns == 0;
        all.push_back(cell);
    }
    return all;
}

QPointF ScalingPlot::toCell(const Cell& cell, std::size_t curve, double at, double gib) const
{
    const AxisSpec& x = m_xAxes[curve];
    return { cell.plot.left() + at / std::max(1e-9, x.maximum) * cell.plot.width(),
        cell.plot.bottom() - gib / std::max(1e-9, m_yAxis.maximum) * cell.plot.height() };
}

QPointF ScalingPlot::placeOf(std::size_t curve, std::size_t point) const
{
    const ScalingPoint& at = m_curves[curve].points[point];
    return toCell(cells()[curve], curve, static_cast<double>(at.at), inGiB(at.totalBytes));
}

std::optional<ScalingPlot::Pointed> ScalingPlot::nearest(QPointF position) const
{
    const std::vector<Cell> all = cells();
    for (std::size_t curve = 0; curve < all.size(); ++curve) {
        const auto& points = m_curves[curve].points;
        if (!all[curve].all.contains(position) || points.empty()) {
            continue;
        }
        const auto away = [&](const ScalingPoint& point) {
            return std::abs(toCell(all[curve], curve, static_cast<double>(point.at), 0).x() - position.x());
        };
        const auto best = std::min_element(points.begin(), points.end(),
            [&](const ScalingPoint& left, const ScalingPoint& right) { return away(left) < away(right); });
        return Pointed { curve, static_cast<std::size_t>(best - points.begin()) };
    }
    return std::nullopt;
}

ScalingPlot::Pointed ScalingPlot::hereIn(std::size_t curve) const
{
    const auto& points = m_curves[curve].points;
    const auto here = std::find_if(
        points.begin(), points.end(), [&](const ScalingPoint& point) { return point.at == m_curves[curve].here; });
    return { curve, here == points.end() ? 0 : static_cast<std::size_t>(here - points.begin()) };
}

QString ScalingPlot::textAt(const Pointed& pointed) const
{
    const ScalingCurve& curve = m_curves[pointed.curve];
    const ScalingPoint& point = curve.points[pointed.point];
    return QStringLiteral("%1 %2: %3").arg(nameOf(curve)).arg(point.at).arg(gibUnitText(point.totalBytes))
        + (point.fits ? tr(", fits") : tr(", does not fit"));
}

QString ScalingPlot::hoverText() const
{
    return m_pointed ? textAt(*m_pointed) : QString();
}

void ScalingPlot::point(std::optional<Pointed> pointed)
{
    if (pointed != m_pointed) {
        m_pointed = pointed;
        setAccessibleDescription(hoverText());
        update();
    }
}

void ScalingPlot::take()
{
    if (m_pointed) {
        const ScalingCurve& curve = m_curves[m_pointed->curve];
        Q_EMIT valueChosen(QString::fromUtf8(curve.field.data(), qsizetype(curve.field.size())),
            qint64(curve.points[m_pointed->point].at));
    }
}

void ScalingPlot::mouseMoveEvent(QMouseEvent* event)
{
    point(nearest(event->position()));
}

void ScalingPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton;
    event->accept();
}

void ScalingPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && event->button() == Qt::LeftButton) {
        point(nearest(event->position()));
        take();
    }
    m_pressed = false;
}

void ScalingPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept(); // its first half has chosen a value: full size is asked for on the card's title
}

void ScalingPlot::leaveEvent(QEvent* event)
{
    point(std::nullopt);
    QWidget::leaveEvent(event);
}

void ScalingPlot::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void ScalingPlot::focusOutEvent(QFocusEvent* event)
{
    point(std::nullopt);
    QWidget::focusOutEvent(event);
    update();
}

void ScalingPlot::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Escape && m_pointed) {
        point(std::nullopt);
        return;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && m_pointed) {
        take();
        return;
    }
    const bool moves = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down
        || key == Qt::Key_Home || key == Qt::Key_End;
    if (!moves || m_curves.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    Pointed next = m_pointed.value_or(hereIn(0));
    const std::size_t last = std::max<std::size_t>(1, m_curves[next.curve].points.size()) - 1;
    if (key == Qt::Key_Left && next.point > 0) {
        --next.point;
    } else if (key == Qt::Key_Right && next.point < last) {
        ++next.point;
    } else if (key == Qt::Key_Home) {
        next.point = 0;
    } else if (key == Qt::Key_End) {
        next.point = last;
    } else if (key == Qt::Key_Up && next.curve > 0) {
        next = hereIn(next.curve - 1);
    } else if (key == Qt::Key_Down && next.curve + 1 < m_curves.size()) {
        next = hereIn(next.curve + 1);
    }
    if (next.point < m_curves[next.curve].points.size()) {
        point(next);
    }
}

} // namespace sublinear
