// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"

namespace sublinear {

class KPlot;
class Plot;

/// A card whose body is one plot, named after it: "layers.plot".
class PlotCard : public Card {
    Q_OBJECT
public:
    using Card::Card;

protected:
    /// Once, from the constructor of the card that made it.
    void setPlot(Plot* plot);
    void restyle(const Look& look) override;

private:
    Plot* m_plot = nullptr;
};

/// A card over K: its plot's choices are the card's, and it follows the K pointed at elsewhere.
class KCard : public PlotCard {
    Q_OBJECT
public:
    using PlotCard::PlotCard;
    void setHighlighted(const QString& id) override;

protected:
    void setPlot(KPlot* plot);
    /// Marks the chosen and the recommended number, once the plot shows the evaluation.
    void mark(const Evaluation& evaluation);

private:
    KPlot* m_plot = nullptr;
};

} // namespace sublinear
