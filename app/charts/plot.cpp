// SPDX-License-Identifier: MIT
#include "app/charts/plot.h"

#include "app/charts/hover_box.h"

#include <QApplication>
#include <QAreaSeries>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace sublinear {

/// Above every series: axis labels, marks and the hover box.
class Plot::Marks : public QGraphicsItem {
public:
    explicit Marks(Plot& plot)
        : QGraphicsItem(plot.chart())
        , m_plot(plot)
    {
        setZValue(11); // Qt Charts' own layers end at 10
        setAcceptedMouseButtons(Qt::NoButton);
    }

    [[nodiscard]] QRectF boundingRect() const override { return QRectF(QPointF(0, 0), m_plot.chart()->size()); }
    void resized() { prepareGeometryChange(); }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) override
    {
        m_plot.paintAxes(*painter);
        m_plot.paintMarks(*painter);
        m_plot.paintHover(*painter);
    }

private:
    Plot& m_plot;
};

/// Below every series. Qt Charts' own grid lags behind a resize by a layout, and makes and
/// destroys its lines when their number changes.
class Plot::Grid : public QGraphicsItem {
public:
    explicit Grid(Plot& plot)
        : QGraphicsItem(plot.chart())
        , m_plot(plot)
    {
        setZValue(2); // Qt Charts' series begin at 4
        setAcceptedMouseButtons(Qt::NoButton);
    }

    [[nodiscard]] QRectF boundingRect() const override { return QRectF(QPointF(0, 0), m_plot.chart()->size()); }
    void resized() { prepareGeometryChange(); }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) override
    {
        m_plot.paintGrid(*painter);
    }

private:
    Plot& m_plot;
};

Plot::Plot(QWidget* parent)
    : QChartView(parent)
    , m_xAxis(new QValueAxis(this))
    , m_yAxis(new QValueAxis(this))
    , m_marks(nullptr)
    , m_grid(nullptr)
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->addAxis(m_xAxis, Qt::AlignBottom);
    chart()->addAxis(m_yAxis, Qt::AlignLeft);
    for (QValueAxis* axis : { m_xAxis, m_yAxis }) {
        axis->setVisible(false);
    }
    m_marks = new Marks(*this);
    m_grid = new Grid(*this);
    m_look = lookOf(palette(), font());
}

void Plot::setLook(const Look& look)
{
    m_look = look;
    setBackgroundBrush(look.card);
    styleSeries();
    layOut();
    repaintMarks();
}

void Plot::adopt(QAbstractSeries* series, const QString& name)
{
    series->setName(name);
    series->setObjectName(name);
    chart()->addSeries(series);
    series->attachAxis(m_xAxis);
    series->attachAxis(m_yAxis);
}

QAreaSeries* Plot::addArea(const QString& name)
{
    auto* upper = new QLineSeries(this);
    auto* area = new QAreaSeries(upper);
    adopt(area, name);
    return area;
}

QLineSeries* Plot::addLine(const QString& name)
{
    auto* line = new QLineSeries;
    adopt(line, name);
    return line;
}

void Plot::setXAxis(const AxisSpec& spec)
{
    if (spec == m_x) {
        return;
    }
    m_x = spec;
    m_xAxis->setRange(spec.minimum, spec.maximum);
    repaintMarks();
}

void Plot::setYAxis(const AxisSpec& spec)
{
    if (spec == m_y) {
        return;
    }
    m_y = spec;
    m_yAxis->setRange(spec.minimum, spec.maximum);
    layOut();
    repaintMarks();
}

void Plot::setXTitle(const QString& title)
{
    m_xTitle = title;
    layOut();
}

void Plot::setLegend(const std::vector<LegendEntry>& entries)
{
    if (entries != m_legend) {
        m_legend = entries;
        layOut();
        repaintMarks();
    }
}

QRectF Plot::plotRect() const
{
    return m_plot;
}

double Plot::headHeight() const
{
    return legendHeight(m_look, m_legend, chart()->size().width());
}

QPointF Plot::toChart(QPointF value) const
{
    const double x = (value.x() - m_x.minimum) / (m_x.maximum - m_x.minimum);
    const double y = (value.y() - m_y.minimum) / (m_y.maximum - m_y.minimum);
    return { m_plot.left() + x * m_plot.width(), m_plot.bottom() - y * m_plot.height() };
}

QPointF Plot::toValue(QPointF position) const
{
    const double x = (position.x() - m_plot.left()) / std::max(1.0, m_plot.width());
    const double y = (m_plot.bottom() - position.y()) / std::max(1.0, m_plot.height());
    return { m_x.minimum + x * (m_x.maximum - m_x.minimum), m_y.minimum + y * (m_y.maximum - m_y.minimum) };
}

void Plot::layOut()
{
    const QFontMetricsF metrics(m_look.axis);
    double labels = metrics.horizontalAdvance(QStringLiteral("000"));
    for (const Tick& tick : m_y.ticks) {
        labels = std::max(labels, metrics.horizontalAdvance(tick.text));
    }
    const double left = std::ceil(labels) + 8;
    const double bottom = std::ceil(metrics.height()) * (m_xTitle.isEmpty() ? 1 : 2) + 8;
    const QSizeF size = chart()->size();
    const double top = headHeight() + 12;
    const double least = std::min(70.0, 5 * metrics.height()); // a legend does not eat the picture it explains
    setMinimumHeight(m_legend.empty() ? 0 : static_cast<int>(std::ceil(top + bottom + least)));
    const QRectF plot(
        left, top, std::max(10.0, size.width() - left - rightMargin()), std::max(10.0, size.height() - bottom - top));
    if (plot != m_plot) {
        m_plot = plot;
        chart()->setPlotArea(plot);
    }
    m_marks->resized();
    m_grid->resized();
}

void Plot::paintMarks(QPainter& /*painter*/) const { }

void Plot::paintHover(QPainter& painter) const
{
    if (!m_hover.empty()) {
        paintHoverBox(painter, m_look, QRectF(QPointF(0, 0), chart()->size()), m_hoverAt, m_hover);
    }
}

void Plot::drawLabel(QPainter& painter, QPointF anchor, Qt::Alignment alignment, const QString& text) const
{
    drawHaloText(painter, m_look, QRectF(QPointF(0, 0), chart()->size()), anchor, alignment, text);
}

void Plot::drawLimit(QPainter& painter, const QLineF& line) const
{
    QColor halo = m_look.card;
    halo.setAlphaF(0.7F);
    painter.setPen(QPen(halo, 4));
    painter.drawLine(line);
    painter.setPen(QPen(m_look.limit, 1.5, Qt::DashLine));
    painter.drawLine(line);
}

void Plot::repaintMarks()
{
    m_marks->update();
    m_grid->update();
}

void Plot::showHover(QPointF position, const std::vector<HoverLine>& lines)
{
    m_hoverAt = position;
    m_hover = lines;
    repaintMarks();
}

void Plot::hideHover()
{
    if (!m_hover.empty()) {
        m_hover.clear();
        repaintMarks();
    }
}

QString Plot::hoverText() const
{
    QStringList texts;
    for (const HoverLine& line : m_hover) {
        texts << line.text;
    }
    return texts.join(QLatin1Char('\n'));
}

void Plot::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    layOut();
}

// The pointer is ours alone: Qt Charts' own handlers dereference items that may be gone by then.
void Plot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton;
    event->accept();
}

void Plot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && event->button() == Qt::LeftButton) {
        m_pressed = false;
        m_sinceClick.start();
        Q_EMIT clicked(toValue(event->position()), event->position());
    }
    event->accept();
}

void Plot::mouseMoveEvent(QMouseEvent* event)
{
    Q_EMIT pointed(toValue(event->position()), event->position());
    event->accept();
}

void Plot::mouseDoubleClickEvent(QMouseEvent* event)
{
    // The window system sends the first click of the two like any other.
    if (m_sinceClick.isValid() && m_sinceClick.elapsed() < 2 * QApplication::doubleClickInterval()) {
        Q_EMIT clickTakenBack();
    }
    m_sinceClick.invalidate();
    event->ignore(); // the card's: to full size and back
}

void Plot::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // a chart does not scroll inside itself
}

void Plot::leaveEvent(QEvent* event)
{
    hideHover();
    Q_EMIT pointerLeft();
    QChartView::leaveEvent(event);
}

void Plot::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    repaintMarks();
}

void Plot::focusOutEvent(QFocusEvent* event)
{
    hideHover();
    QChartView::focusOutEvent(event);
    repaintMarks();
}

} // namespace sublinear
