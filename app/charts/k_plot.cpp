// SPDX-License-Identifier: MIT
#include "app/charts/k_plot.h"

#include "app/charts/sweep_rows.h"
#include "core/base/units.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sublinear {

KPlot::KPlot(QWidget* parent)
    : Plot(parent)
{
    connect(this, &Plot::pointed, this,
        [this](const QPointF& value, const QPointF& position) { point(m_numbers.nearest(value.x()), position); });
    connect(this, &Plot::pointerLeft, this, [this] { point(kNoNumber, {}); });
    connect(this, &Plot::clicked, this,
        [this](const QPointF& value) { Q_EMIT numberChosen(m_numbers.nearest(value.x())); });
}

void KPlot::setRows(const Evaluation& evaluation)
{
    m_rows = evaluation.sweep;
    m_chosenRow = evaluation.chosen;
    setNumbers(numberSpan(evaluation));
}

const SweepRow* KPlot::rowFor(Count k) const
{
    const SweepRow* row = rowOf(m_rows, k);
    return row == nullptr && m_chosenRow.k == k ? &m_chosenRow : row;
}

void KPlot::setNumbers(const NumberSpan& numbers)
{
    if (numbers == m_numbers && m_hasNumbers) {
        return;
    }
    m_hasNumbers = true;
    m_numbers = numbers;
    if (m_pointed != kNoNumber) {
        m_pointed = numbers.stepped(m_pointed, 0);
    }
    setXTitle(numbers.title());
    setXAxis(numbers.axis());
}

void KPlot::setMarks(Count chosen, Count recommended)
{
    const auto onAxis = [this](Count k) { return m_numbers.holds(k) ? k : kNoNumber; };
    m_chosen = onAxis(chosen);
    m_recommended = onAxis(recommended);
    if (m_pointed != kNoNumber && !hoverText().isEmpty()) { // the numbers in the box have moved on
        const double height = markHeight(m_pointed);
        showHover(toChart({ position(m_pointed), std::isfinite(height) ? height : 0 }), describe(m_pointed));
    }
    repaintMarks();
}

void KPlot::setPointedK(Count k)
{
    if (k != m_pointed) {
        m_pointed = k;
        repaintMarks();
    }
}

void KPlot::point(Count k, QPointF position)
{
    if (k == kNoNumber) {
        hideHover();
    } else {
        showHover(position, describe(k));
    }
    if (k != m_pointed) {
        m_pointed = k;
        repaintMarks();
        Q_EMIT numberPointed(k);
    }
}

void KPlot::paintGuide(QPainter& painter, Count k, const QPen& pen) const
{
    const double x = toChart({ position(k), 0 }).x();
    painter.setPen(pen);
    painter.drawLine(QPointF(x, plotRect().top()), QPointF(x, plotRect().bottom()));
}

void KPlot::paintMarks(QPainter& painter) const
{
    const QRectF plot = plotRect();
    if (m_pointed != kNoNumber) {
        paintGuide(painter, m_pointed, QPen(look().muted, 1, Qt::DotLine));
    }
    if (m_chosen != kNoNumber) {
        paintGuide(painter, m_chosen, QPen(look().accent, 1.5));
    }
    const auto ring = [&](Count k, double radius, const QPen& pen, const QBrush& brush) {
        const double height = markHeight(k);
        if (std::isfinite(height)) {
            painter.setPen(pen);
            painter.setBrush(brush);
            painter.drawEllipse(toChart({ position(k), height }), radius, radius);
        }
    };
    if (m_recommended != kNoNumber) {
        ring(m_recommended, 7, QPen(look().fits, 2), Qt::NoBrush);
    }
    ring(m_chosen, 3.5, QPen(look().card, 1), look().accent);
    if (!m_numbers.hasNumbers()) {
        return;
    }
    painter.setFont(look().axis);
    if (m_numbers.letter == QLatin1String("K")) { // where N/K + K has its minimum
        const auto layers = static_cast<double>(m_numbers.last);
        const double root = toChart({ std::log2(layers) / 2, 0 }).x();
        painter.setPen(QPen(look().muted, 1));
        painter.drawLine(QPointF(root, plot.bottom()), QPointF(root, plot.bottom() + 4));
        const QFontMetricsF metrics(look().axis);
        painter.drawText(QPointF(plot.left(), plot.bottom() + 4 + metrics.height() + metrics.ascent()),
            QStringLiteral("√N = ") + QString::fromStdString(formatFixed(std::sqrt(layers), 1)));
    }
    if (m_chosen == kNoNumber) {
        return;
    }
    painter.setPen(look().accent);
    const QString name = nameOf(m_chosen);
    const double half = QFontMetricsF(look().axis).horizontalAdvance(name) / 2;
    const double at = toChart({ position(m_chosen), 0 }).x();
    drawLabel(painter, { std::max(at, plot.left() + half + 2), headHeight() }, Qt::AlignHCenter | Qt::AlignTop, name);
}

bool KPlot::movePointer(Move move)
{
    const std::optional<Count> to = movedNumber(m_numbers, move, m_pointed != kNoNumber ? m_pointed : m_chosen);
    if (!to) {
        return false;
    }
    const double height = markHeight(*to);
    point(*to, toChart({ position(*to), std::isfinite(height) ? height : 0 }));
    return true;
}

bool KPlot::takePointed()
{
    if (m_pointed == kNoNumber) {
        return false;
    }
    Q_EMIT numberChosen(m_pointed);
    return true;
}

bool KPlot::dropPointed()
{
    if (m_pointed == kNoNumber) {
        return false;
    }
    point(kNoNumber, {});
    return true;
}

} // namespace sublinear
