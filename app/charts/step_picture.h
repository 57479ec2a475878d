// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/axis.h"
#include "app/charts/step_axis.h"
#include "app/style/look.h"
#include "core/plan/step_detail.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace sublinear {

/// Live bytes that were measured in a step, by operation; those of a point, with the colour of its set.
struct MeasuredLine {
    QString set; ///< "This machine", "run.json"
    int color = 0;
    bool carried = false; ///< another shape ran: hollow, dashed
    bool stale = false; ///< asked for by another scenario: pale
    struct Point {
        Count op = 0;
        Bytes bytes = 0; ///< where it stands
        Bytes measuredBytes = 0; ///< on the shape that ran
        bool operator==(const Point&) const = default;
    };
    std::vector<Point> points; ///< by rising operation
};

/// One policy's step.
struct StepLane {
    QString name; ///< "article, K=4"
    std::shared_ptr<const StepDetail> detail;
    std::vector<MeasuredLine> measured;
};

/// Steps one above the other on the same axes, and the device they are held against.
struct StepPicture {
    std::vector<StepLane> lanes;
    StepAxis axis; ///< of the lanes
    std::shared_ptr<const StepDetail> ghost = {}; ///< the baseline's step, if there is one
    Bytes capacityBytes = 0;
    QString capacityName; ///< "80 GiB (article)"
    bool printed = false; ///< nothing beside a pointer tells what colours mean: legends whatever the height
    bool statesHidden = false; ///< what stays through the whole step is left out, and of the device too
};

/// The axis that the lanes have in common.
StepAxis axisOf(const std::vector<StepLane>& lanes);

/// "backward layer 29", "backward: attention, layer 3"
QString opText(const TimelineOp& op);
/// "layer 3: its input kept"
QString heldText(Count layer, LayerHeld held);

/// A picture laid out in a rectangle and drawn: pure, so that the window and a file have the same. Each column of
/// pixels shows the operation of most live bytes under it.
class StepPainter {
public:
    StepPainter(StepPicture picture, const Look& look, const QRectF& area);

    /// Lights one kind, and pales the others.
    void light(std::optional<MemoryKind> kind) { m_lit = kind; }
    [[nodiscard]] std::optional<MemoryKind> lit() const { return m_lit; }
    /// The kind whose live bytes are drawn at a place of a lane.
    [[nodiscard]] std::optional<MemoryKind> kindAt(std::size_t lane, QPointF at) const;
    /// All that no cursor moves.
    void paintGround(QPainter& painter) const;
    /// The cursor over it, and what is held of each layer at its instant.
    void paintInstant(QPainter& painter, Count instant) const;

    [[nodiscard]] const StepPicture& picture() const { return m_picture; }
    /// The instant that an x shows; of several in a column the one of most live bytes in the first lane.
    [[nodiscard]] Count instantAt(double x) const;
    [[nodiscard]] double xOf(Count instant) const;
    [[nodiscard]] double xOfOp(std::size_t lane, Count op) const;
    [[nodiscard]] QPointF placeOf(std::size_t lane, Count op) const; ///< upper edge of the live bytes
    [[nodiscard]] QRectF plotRect(std::size_t lane) const { return m_plots[lane]; }
    [[nodiscard]] QRectF stripRect(std::size_t lane) const { return m_strips[lane]; }
    /// The layer whose cell is at a place in a lane's strip; 0 for none.
    [[nodiscard]] Count layerAt(std::size_t lane, QPointF at) const;
    [[nodiscard]] const AxisSpec& yAxis() const { return m_y; }
    /// The instants that stand for the columns of a lane, from the left; one each where there are fewer than pixels.
    [[nodiscard]] const std::vector<Count>& shownInstants(std::size_t lane) const { return m_shown[lane]; }

private:
    void hideStates();
    void layOut();
    void clearPeak(); ///< room for its name above it
    void decimate();
    [[nodiscard]] const Timeline& timeline(std::size_t lane) const { return m_picture.lanes[lane].detail->timeline; }
    [[nodiscard]] const TimelineOp& opAt(std::size_t lane, Count instant) const;
    [[nodiscard]] double yOf(std::size_t lane, Bytes bytes) const; ///< of all live bytes
    /// Left end of what the i-th shown instant stands for.
    [[nodiscard]] double borderOf(std::size_t lane, std::size_t i) const;
    void paintLane(QPainter& painter, std::size_t lane) const;
    [[nodiscard]] QColor inked(MemoryKind kind, const QColor& ink) const; ///< pale unless it is lit
    void paintStack(QPainter& painter, std::size_t lane) const;
    void paintGhost(QPainter& painter) const; ///< behind the first lane, stretched phase by phase
    void paintYAxis(QPainter& painter, std::size_t lane) const;
    void paintLimit(QPainter& painter, std::size_t lane) const;
    void paintMeasured(QPainter& painter, std::size_t lane) const;
    void paintPeak(QPainter& painter, std::size_t lane) const;
    struct PeakName {
        QString text;
        QRectF box;
    };
    [[nodiscard]] PeakName peakName(std::size_t lane) const;
    void paintPhases(QPainter& painter, std::size_t lane) const;
    void paintXAxis(QPainter& painter) const;
    void paintStrip(QPainter& painter, std::size_t lane, Count op) const;
    /// The kinds that are there, a chip and a name each, in up to two lines at the foot.
    struct KindSign {
        MemoryKind kind = MemoryKind::Parameters;
        QString name;
        QPointF corner; ///< from the first line's left end
    };
    [[nodiscard]] std::vector<KindSign> kindSigns() const;
    void paintKinds(QPainter& painter) const;
    /// What a strip shows of layers, a cell and a name each, in one line under the axis.
    struct HeldSign {
        LayerHeld held = LayerHeld::Whole;
        QString name;
        double width = 0;
    };
    [[nodiscard]] std::vector<HeldSign> heldSigns() const;
    void paintFoot(QPainter& painter) const;
    void paintCell(QPainter& painter, const QRectF& cell, LayerHeld held, bool outlined) const;
    [[nodiscard]] QString axisName() const;
    void paintLegend(QPainter& painter, const std::vector<HeldSign>& signs, double end) const;

    StepPicture m_picture;
    Look m_look;
    std::optional<MemoryKind> m_lit;
    QRectF m_area;
    Count m_instants = 1;
    AxisSpec m_y;
    AxisSpec m_x;
    bool m_titled = false; ///< lanes have their names above them
    bool m_named = false; ///< there is room for the axis's name and the legend
    double m_line = 12; ///< height of a line of text
    double m_ticks = 0; ///< height of the numbers under the axis
    std::vector<KindSign> m_kinds;
    std::vector<QRectF> m_strips;
    std::vector<QRectF> m_plots;
    std::vector<std::vector<Count>> m_shown;
    std::vector<std::array<Bytes, kMemoryKinds>> m_hidden; ///< by lane: what is left out of each kind
    Bytes m_ghostHidden = 0; ///< what is left out of the baseline's
    std::vector<Bytes> m_hiddenBytes; ///< the same together
};

} // namespace sublinear
