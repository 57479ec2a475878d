// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

#include <QChartView>

#include <array>
#include <optional>

class QBoxLayout;
class QGraphicsSimpleTextItem;
class QPieSeries;
class QPieSlice;

namespace sublinear {

/// A ring with one slice per kind, always in the same order, and the total in its hole.
class SplitRing : public QChartView {
    Q_OBJECT
public:
    explicit SplitRing(QWidget* parent = nullptr);
    /// With the baseline's as a thin ring inside, if there is one.
    void present(const MemorySplit& split, const MemorySplit* baseline);
    void setLook(const Look& look);
    void setPointedKind(std::optional<MemoryKind> kind);
    /// As small as can be: a view would ask for what its picture was once, and hold a card open that was larger then.
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

Q_SIGNALS:
    void kindPointed(std::optional<MemoryKind> kind);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] std::optional<MemoryKind> kindAt(QPointF position) const;
    void placeTexts();
    void styleSlices();

    Look m_look;
    QPieSeries* m_ring;
    QPieSeries* m_ghost; ///< the baseline's
    std::array<QPieSlice*, kMemoryKinds> m_slices {};
    std::array<QPieSlice*, kMemoryKinds> m_ghostSlices {};
    QGraphicsSimpleTextItem* m_total;
    QGraphicsSimpleTextItem* m_unit;
    std::optional<MemoryKind> m_pointed;
};

/// The ring's table: chip, name, GiB and share of every kind that is there, and the total; how each differs from the
/// baseline, if there is one. Never so narrow that a name would be cut.
class SplitTable : public QWidget {
    Q_OBJECT
public:
    explicit SplitTable(QWidget* parent = nullptr);
    void present(const MemorySplit& split, const MemorySplit* baseline);
    void setLook(const Look& look);
    void setPointedKind(std::optional<MemoryKind> kind);

    struct Line {
        std::optional<MemoryKind> kind; ///< empty for the total
        QString name;
        QString gib;
        QString share;
        QString change = {}; ///< "▼ −12.30", "="; empty without a baseline
    };
    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }
    [[nodiscard]] bool hasChanges() const { return !m_lines.empty() && !m_lines.back().change.isEmpty(); }
    [[nodiscard]] int fullHeight() const; ///< of all its rows

Q_SIGNALS:
    void kindPointed(std::optional<MemoryKind> kind);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] double rowHeight() const;
    void fitWidth();

    Look m_look;
    std::vector<Line> m_lines;
    std::optional<MemoryKind> m_pointed;
};

/// The kinds stacked in one bar against the device's size, which a ring cannot show.
class CapacityBar : public QWidget {
    Q_OBJECT
public:
    explicit CapacityBar(QWidget* parent = nullptr);
    void present(const MemorySplit& split, const MemorySplit* baseline);
    void setLook(const Look& look);
    void setPointedKind(std::optional<MemoryKind> kind);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Look m_look;
    std::optional<MemoryKind> m_pointed;
    MemorySplit m_split;
    std::optional<Bytes> m_before; ///< the baseline's total
};

struct SplitInstant;

class SplitCard : public Card {
    Q_OBJECT
public:
    explicit SplitCard(QWidget* parent = nullptr);

    /// An instant of the step instead of the peak, until it is given none.
    void showInstant(const std::optional<SplitInstant>& instant);
    void setHighlighted(const QString& id) override;

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A split and what is said of it.
    struct Shown {
        MemorySplit split;
        QString title;
        QString measure;
        QString summary;
        std::optional<MemorySplit> baseline = {}; ///< a copy: shown again, hidden or not, when the pinned one has gone
    };
    void showSplit(const Shown& shown);
    void arrange(); ///< the ring beside its table, or above it where changes leave no room

    QBoxLayout* m_row;

    SplitRing* m_ring;
    SplitTable* m_table;
    CapacityBar* m_bar;
    Shown m_peak;
    std::optional<Shown> m_instant; ///< shown instead
};

} // namespace sublinear
