// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

#include <QChartView>

#include <array>
#include <optional>

class QGraphicsSimpleTextItem;
class QPieSeries;
class QPieSlice;

namespace sublinear {

/// A ring with one slice per kind, always in the same order, and the total in its hole.
class SplitRing : public QChartView {
    Q_OBJECT
public:
    explicit SplitRing(QWidget* parent = nullptr);
    void present(const MemorySplit& split);
    void setLook(const Look& look);
    void setPointedKind(std::optional<MemoryKind> kind);

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
    std::array<QPieSlice*, kMemoryKinds> m_slices {};
    QGraphicsSimpleTextItem* m_total;
    QGraphicsSimpleTextItem* m_unit;
    std::optional<MemoryKind> m_pointed;
};

/// The ring's table: chip, name, GiB and share of every kind that is there, and the total. Never so
/// narrow that a name would be cut.
class SplitTable : public QWidget {
    Q_OBJECT
public:
    explicit SplitTable(QWidget* parent = nullptr);
    void present(const MemorySplit& split);
    void setLook(const Look& look);
    void setPointedKind(std::optional<MemoryKind> kind);

    struct Line {
        std::optional<MemoryKind> kind; ///< empty for the total
        QString name;
        QString gib;
        QString share;
    };
    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }

Q_SIGNALS:
    void kindPointed(std::optional<MemoryKind> kind);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] double rowHeight() const;

    Look m_look;
    std::vector<Line> m_lines;
    std::optional<MemoryKind> m_pointed;
};

/// The kinds stacked in one bar against the device's size, which a ring cannot show.
class CapacityBar : public QWidget {
    Q_OBJECT
public:
    explicit CapacityBar(QWidget* parent = nullptr);
    void present(const MemorySplit& split);
    void setLook(const Look& look);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Look m_look;
    MemorySplit m_split;
};

struct SplitInstant;

class SplitCard : public Card {
    Q_OBJECT
public:
    explicit SplitCard(QWidget* parent = nullptr);

    /// An instant of the step instead of the peak, until it is given none.
    void showInstant(const std::optional<SplitInstant>& instant);

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    /// A split and what is said of it.
    struct Shown {
        MemorySplit split;
        QString title;
        QString measure;
        QString summary;
    };
    void showSplit(const Shown& shown);

    SplitRing* m_ring;
    SplitTable* m_table;
    CapacityBar* m_bar;
    Shown m_peak;
    std::optional<Shown> m_instant; ///< shown instead
};

} // namespace sublinear
