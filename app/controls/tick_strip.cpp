// SPDX-License-Identifier: MIT
#include "app/controls/tick_strip.h"

#include "app/model/text.h"
#include "core/base/units.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sublinear {
namespace {

constexpr int kReach = 4; ///< pixels from a tick that still mean it
constexpr int kTickHeight = 5;
constexpr int kMarkHalf = 4;

QString rootText(int layers)
{
    return QStringLiteral("\u221a%1 = %2: where N/K + K is least")
        .arg(toQString(std::to_string(layers)), toQString(formatFixed(std::sqrt(layers), 2)));
}

} // namespace

std::vector<int> divisorsOf(int number)
{
    std::vector<int> divisors;
    for (int candidate = 1; candidate <= number; ++candidate) {
        if (number % candidate == 0) {
            divisors.push_back(candidate);
        }
    }
    return divisors;
}

TickStrip::TickStrip(const ValueSlider& slider, QWidget* parent)
    : QWidget(parent)
    , m_slider(slider)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setMouseTracking(true);
}

void TickStrip::setLayers(int layers)
{
    if (layers != m_layers || m_ticks.empty()) {
        m_layers = layers;
        m_ticks = divisorsOf(layers);
    }
    update(); // the slider's range may have changed, too
}

int TickStrip::rootX() const
{
    const double root = std::sqrt(m_layers);
    const int below = int(std::floor(root));
    const int left = m_slider.xOf(below);
    const int right = m_slider.xOf(std::min(below + 1, m_layers));
    return left + int(std::lround((root - below) * (right - left)));
}

int TickStrip::tickNear(int x) const
{
    int nearest = 0;
    int distance = kReach + 1;
    for (const int tick : m_ticks) {
        if (const int gap = std::abs(m_slider.xOf(tick) - x); gap < distance) {
            nearest = tick;
            distance = gap;
        }
    }
    return nearest;
}

QString TickStrip::textAt(int x) const
{
    QStringList lines;
    if (const int tick = tickNear(x); tick > 0) {
        lines << QStringLiteral("%1 divides %2: %3 even groups")
                     .arg(QString::number(tick), QString::number(m_layers), QString::number(m_layers / tick));
    }
    if (std::abs(rootX() - x) <= kReach) {
        lines << rootText(m_layers);
    }
    return lines.join(u'\n');
}

QSize TickStrip::sizeHint() const
{
    return { 1, kTickHeight + 2 + fontMetrics().height() };
}

bool TickStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textAt(help->pos().x());
    if (text.isEmpty()) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
}

void TickStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QColor quiet = palette().color(QPalette::WindowText);
    quiet.setAlphaF(0.6F);
    painter.setPen(quiet);
    for (const int tick : m_ticks) {
        const int x = m_slider.xOf(tick);
        painter.drawLine(x, 0, x, kTickHeight - 1);
    }
    const int x = rootX();
    const QColor strong = palette().color(QPalette::WindowText);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(strong);
    painter.drawPolygon(QPolygonF { { QPointF(x + 0.5, 1), QPointF(x + 0.5 - kMarkHalf, 2 + kTickHeight),
        QPointF(x + 0.5 + kMarkHalf, 2 + kTickHeight) } });
    painter.setPen(strong);
    const QString label = QStringLiteral("\u221aN");
    const int width = fontMetrics().horizontalAdvance(label);
    const int left = std::clamp(x + kMarkHalf + 3, 0, std::max(this->width() - width, 0));
    painter.drawText(left, kTickHeight + fontMetrics().ascent(), label);
}

void TickStrip::mousePressEvent(QMouseEvent* event)
{
    if (const int tick = tickNear(event->position().toPoint().x()); tick > 0 && event->button() == Qt::LeftButton) {
        Q_EMIT picked(tick);
    }
}

} // namespace sublinear
