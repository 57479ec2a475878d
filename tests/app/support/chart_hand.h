// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/k_plot.h"
#include "tests/app/support/card_bench.h"

#include <QPointF>

namespace sublinear::testing {

/// Mouse events of a real hand, one by one.
void send(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButton button = Qt::NoButton);
void click(QWidget& widget, QPointF at, Qt::MouseButton button = Qt::LeftButton);
/// Press, release, double click, release: as a window system sends it.
void doubleClick(QWidget& widget, QPointF at);

/// A page of cards and a hand on it.
class ChartHand : public CardBench {
public:
    using CardBench::CardBench;

    /// The pointer is over nothing any more.
    void leaveAll();
    Plot& plot(const QString& id) { return *page.findChild<Plot*>(id + QStringLiteral(".plot")); }
    KPlot& kPlot(const QString& id) { return *page.findChild<KPlot*>(id + QStringLiteral(".plot")); }
    const Evaluation& evaluation() { return model.evaluation(); }
    const SweepRow& row(Count k) { return evaluation().sweep[static_cast<std::size_t>(k - 1)]; }
    Count chosen() { return model.effectiveWhole("checkpointing.k"); }
    /// Half-way up over a K; the K's point on the frontier.
    static QPointF overK(const Plot& plot, Count k);
    QPointF onFrontier(Count k);
};

/// Cards over K with one value each.
QStringList cardsOverK();

} // namespace sublinear::testing
