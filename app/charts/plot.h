// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/axis.h"
#include "app/charts/legend.h"
#include "app/style/look.h"

#include <QChartView>
#include <QElapsedTimer>
#include <QStringList>

#include <optional>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace sublinear {

struct NumberSpan;

/// A line of the box that appears beside the pointer: a colour chip (if valid) and a text.
struct HoverLine {
    QString text;
    QColor chip = {};
};

/// A chart with two axes. Qt Charts draws the series; grid, labels, marks and the hover box are
/// painted by us, so that nothing is elided, moves or is laid out again while a hand drags.
/// Series are made once by the derived chart and filled in place ever after.
class Plot : public QChartView {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    void setLook(const Look& look);
    [[nodiscard]] const Look& look() const { return m_look; }

    void setXAxis(const AxisSpec& spec);
    void setYAxis(const AxisSpec& spec);
    [[nodiscard]] const AxisSpec& xAxis() const { return m_x; }
    [[nodiscard]] const AxisSpec& yAxis() const { return m_y; }
    void setXTitle(const QString& title);
    /// What stands beside the plot's own series, in lines above it; none by default.
    void setLegend(const std::vector<LegendEntry>& entries);
    [[nodiscard]] const std::vector<LegendEntry>& legend() const { return m_legend; }

    /// Between values and chart coordinates (= viewport pixels).
    [[nodiscard]] QPointF toChart(QPointF value) const;
    [[nodiscard]] QPointF toValue(QPointF position) const;
    [[nodiscard]] QRectF plotRect() const;
    /// Lower end of the legend: marks stay below.
    [[nodiscard]] double headHeight() const;
    /// How large the plot must be on paper, in heights of a line of its type.
    [[nodiscard]] virtual QSizeF leastLines() const { return { 0, 5 }; }

    void showHover(QPointF position, const std::vector<HoverLine>& lines);
    void hideHover();
    [[nodiscard]] QString hoverText() const;
    /// As small as can be: a view would ask for what its picture was once, and hold a card open that was larger then.
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

Q_SIGNALS:
    void pointed(const QPointF& value, const QPointF& position);
    void pointerLeft();
    void clicked(const QPointF& value, const QPointF& position);
    void clickTakenBack(); ///< it was the first half of a double click

protected:
    QAreaSeries* addArea(const QString& name);
    QLineSeries* addLine(const QString& name);
    /// Any other series, shown on the same two axes.
    void adopt(QAbstractSeries* series, const QString& name);

    /// Painted over the series, inside and around the plot area, in chart coordinates.
    virtual void paintMarks(QPainter& painter) const;
    /// Colours of the series; called when the look changes.
    virtual void styleSeries() { }
    /// Room right of the plot area, for labels at line ends.
    virtual double rightMargin() const { return 10; }

    /// The keys are the same on every plot: arrows, Home and End move a pointer over what is drawn, Enter
    /// and Space take what it is on, Esc lets it go. Each says whether the key was of use.
    enum class Move { Left, Right, Up, Down, First, Last };
    virtual bool movePointer(Move /*move*/) { return false; }
    virtual bool takePointed() { return false; }
    virtual bool dropPointed() { return false; }
    /// For plots over numbers: where a move from `from` leads; empty for up and down.
    static std::optional<Count> movedNumber(const NumberSpan& numbers, Move move, Count from);

    void repaintMarks();
    /// The device's size: dashed, with a halo, so that it shows over any fill.
    void drawLimit(QPainter& painter, const QLineF& line) const;
    void drawLabel(QPainter& painter, QPointF anchor, Qt::Alignment alignment, const QString& text) const;

    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    class Marks;
    class Grid;

    void layOut();
    void paintGrid(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintXTicks(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    Look m_look;
    AxisSpec m_x;
    AxisSpec m_y;
    QString m_xTitle;
    std::vector<LegendEntry> m_legend;
    QValueAxis* m_xAxis;
    QValueAxis* m_yAxis;
    Marks* m_marks;
    Grid* m_grid;
    QRectF m_plot;
    std::vector<HoverLine> m_hover;
    QPointF m_hoverAt;
    bool m_pressed = false;
    QElapsedTimer m_sinceClick;
};

} // namespace sublinear
