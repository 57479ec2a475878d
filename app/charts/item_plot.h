// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/plot.h"

namespace sublinear {

/// A plot of a list of things: the pointer or the arrow keys go to one of them, and the box says
/// what it is. The box follows its thing when the numbers change.
class ItemPlot : public Plot {
    Q_OBJECT
public:
    explicit ItemPlot(QWidget* parent = nullptr);

    static constexpr qsizetype kNone = -1;
    [[nodiscard]] qsizetype pointedItem() const { return m_pointed; }

Q_SIGNALS:
    void itemPointed(qsizetype item); ///< by the pointer or a key; kNone: none any more

protected:
    [[nodiscard]] virtual qsizetype itemCount() const = 0;
    /// The thing under a value, or kNone.
    [[nodiscard]] virtual qsizetype itemAt(QPointF value) const = 0;
    /// Where its box is put when it was reached by key.
    [[nodiscard]] virtual QPointF placeOf(qsizetype item) const = 0;
    [[nodiscard]] virtual std::vector<HoverLine> describe(qsizetype item) const = 0;

    /// To be called when the list has changed.
    void refreshHover();

    bool movePointer(Move move) override;
    bool dropPointed() override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void point(qsizetype item, QPointF position);

    qsizetype m_pointed = kNone;
    QPointF m_at;
};

} // namespace sublinear
