// SPDX-License-Identifier: MIT
#include "app/charts/hover_box.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace sublinear {

namespace {

QRectF keptInside(QRectF box, const QRectF& bounds)
{
    box.moveLeft(std::clamp(box.left(), bounds.left(), std::max(bounds.left(), bounds.right() - box.width())));
    box.moveTop(std::clamp(box.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - box.height())));
    return box;
}

constexpr double kPad = 6;
constexpr double kChip = 10;

double indentOf(const HoverLine& line)
{
    return line.chip.isValid() ? kChip + 4 : 0;
}

} // namespace

std::vector<HoverLine> wrappedLines(const std::vector<HoverLine>& lines, const QFontMetricsF& metrics, double width)
{
    std::vector<HoverLine> wrapped;
    for (const HoverLine& line : lines) {
        const double room = width - indentOf(line);
        if (metrics.horizontalAdvance(line.text) <= room) {
            wrapped.push_back(line);
            continue;
        }
        HoverLine part = line;
        part.text.clear();
        for (const QString& word : line.text.split(u' ')) {
            const QString longer = part.text.isEmpty() ? word : part.text + u' ' + word;
            if (!part.text.isEmpty() && metrics.horizontalAdvance(longer) > room) {
                wrapped.push_back(part);
                part = { word };
            } else {
                part.text = longer;
            }
        }
        wrapped.push_back(part);
    }
    return wrapped;
}

namespace {

// As narrow as reads well; as wide as there is room where that is too high; and cut, visibly, where that is too.
std::vector<HoverLine> fitted(const std::vector<HoverLine>& lines, const QFontMetricsF& metrics, const QRectF& bounds)
{
    constexpr double kReadsWell = 380;
    const double widest = bounds.width() - 4 - 2 * kPad;
    const auto most = static_cast<std::size_t>(std::max(1.0, (bounds.height() - 4 - 2 * kPad) / metrics.height()));
    std::vector<HoverLine> shown = wrappedLines(lines, metrics, std::min(kReadsWell, widest));
    if (shown.size() > most) {
        shown = wrappedLines(lines, metrics, widest);
    }
    if (shown.size() > most) {
        shown.resize(most);
        shown.back().text += QStringLiteral(" \u2026");
    }
    return shown;
}

} // namespace

void paintHoverBox(
    QPainter& painter, const Look& look, const QRectF& bounds, QPointF at, const std::vector<HoverLine>& asked)
{
    const QFontMetricsF metrics(look.axis);
    const std::vector<HoverLine> lines = fitted(asked, metrics, bounds);
    double width = 0;
    for (const HoverLine& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line.text) + indentOf(line));
    }
    QRectF box(
        at.x() + 12, at.y() - 12, width + 2 * kPad, metrics.height() * static_cast<double>(lines.size()) + 2 * kPad);
    if (box.right() > bounds.right() - 2) {
        box.moveRight(at.x() - 12);
    }
    box = keptInside(box, bounds.adjusted(2, 2, -2, -2));
    painter.setPen(QPen(look.border, 1));
    painter.setBrush(look.dark ? look.window : look.card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(look.axis);
    double top = box.top() + kPad;
    for (const HoverLine& line : lines) {
        double left = box.left() + kPad;
        if (line.chip.isValid()) {
            painter.setPen(QPen(edgeColor(line.chip, look.dark), 1));
            painter.setBrush(line.chip);
            painter.drawRect(QRectF(left, top + (metrics.height() - kChip + 2) / 2, kChip - 2, kChip - 2));
            left += kChip + 4;
        }
        painter.setPen(look.text);
        painter.drawText(QPointF(left, top + metrics.ascent()), line.text);
        top += metrics.height();
    }
}

void drawHaloText(QPainter& painter, const Look& look, const QRectF& bounds, QPointF anchor, Qt::Alignment alignment,
    const QString& text)
{
    const QFont font = painter.font();
    const QFontMetricsF metrics(font);
    QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
    box.moveLeft(alignment & Qt::AlignRight ? anchor.x() - box.width()
            : alignment & Qt::AlignHCenter  ? anchor.x() - box.width() / 2
                                            : anchor.x());
    box.moveTop(alignment & Qt::AlignBottom ? anchor.y() - box.height()
            : alignment & Qt::AlignVCenter  ? anchor.y() - box.height() / 2
                                            : anchor.y());
    box = keptInside(box, bounds);
    QColor halo = look.card;
    halo.setAlphaF(0.82F);
    const QPen pen = painter.pen();
    painter.setPen(Qt::NoPen);
    painter.setBrush(halo);
    painter.drawRoundedRect(box.adjusted(-2, 0, 2, 0), 3, 3);
    painter.setPen(pen);
    painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), text);
}

} // namespace sublinear
