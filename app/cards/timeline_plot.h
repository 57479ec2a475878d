// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/plot.h"
#include "app/charts/step_picture.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace sublinear {

/// A picture of steps that a hand goes through: the pointer, the wheel or the keys move the instant. What does not
/// change with it is painted once.
class TimelinePlot : public QWidget {
    Q_OBJECT
public:
    explicit TimelinePlot(QWidget* parent = nullptr);

    /// The instant stays where it was in the step: at the peak if it was there.
    void present(const StepPicture& picture);
    void showTrouble(const QString& text); ///< no picture, and why
    void setLook(const Look& look);
    void setLit(std::optional<MemoryKind> kind); ///< the others are pale
    void setWaiting(bool waiting); ///< pale while another picture is worked out

    [[nodiscard]] bool isEmpty() const { return m_picture.lanes.empty(); }
    [[nodiscard]] const StepPicture& picture() const { return m_picture; }
    [[nodiscard]] const StepPainter& painter() const; ///< laid out as shown; not while empty
    [[nodiscard]] Count instants() const { return m_picture.axis.instants(); } ///< of one step alone its operations
    [[nodiscard]] Count peak() const; ///< of the first lane
    [[nodiscard]] Count instant() const { return m_instant; }
    [[nodiscard]] const TimelineOp& opAt(std::size_t lane, Count instant) const;
    void moveTo(Count instant);
    void moveByLayers(int direction); ///< to where another layer or pass begins
    /// Where each layer and pass of the first lane begins.
    [[nodiscard]] std::vector<Count> layerStops() const;
    [[nodiscard]] QString hoverText() const;

Q_SIGNALS:
    void instantMoved(); ///< also where another picture moved it
    void takenInHand(); ///< a key, the wheel or the pointer moved it
    void playAsked();
    void kindPointed(std::optional<MemoryKind> kind);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    void pointKind(std::optional<MemoryKind> kind);
    void byHand(Count instant);
    void hover(QPointF at);
    void showBoxAtInstant();
    [[nodiscard]] std::vector<HoverLine> linesOf(std::size_t lane, Count instant) const;

    Look m_look;
    StepPicture m_picture;
    QString m_trouble;
    mutable std::optional<StepPainter> m_painter;
    QPixmap m_ground;
    Count m_instant = 0;
    bool m_atPeak = true; ///< stays there whatever picture comes
    bool m_dragging = false;
    bool m_waiting = false;
    int m_wheel = 0; ///< what is left of turns of less than a notch
    std::optional<MemoryKind> m_lit;
    std::optional<MemoryKind> m_pointedKind;
    std::vector<HoverLine> m_hover;
    QPointF m_hoverAt;
};

} // namespace sublinear
