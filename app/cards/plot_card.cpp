// SPDX-License-Identifier: MIT
#include "app/cards/plot_card.h"

#include "app/charts/k_plot.h"
#include "app/highlight/highlight_model.h"

namespace sublinear {

void PlotCard::setPlot(Plot* plot)
{
    m_plot = plot;
    plot->setObjectName(id() + QStringLiteral(".plot"));
    plot->setAccessibleName(name());
    setBody(plot);
    connect(plot, &Plot::clickTakenBack, this, &Card::choiceTakenBack);
}

void PlotCard::restyle(const Look& look)
{
    m_plot->setLook(look);
}

void KCard::setPlot(KPlot* plot)
{
    m_plot = plot;
    PlotCard::setPlot(plot);
    connect(plot, &KPlot::numberChosen, this, &Card::numberChosen);
    connect(plot, &KPlot::numberPointed, this, [this](Count k) { Q_EMIT componentPointed(HighlightModel::idOf(k)); });
}

void KCard::setHighlighted(const QString& id)
{
    m_plot->setPointedK(HighlightModel::numberOf(id));
}

void KCard::mark(const Evaluation& evaluation)
{
    m_plot->setMarks(chosenNumber(evaluation), recommendedNumber(evaluation));
}

} // namespace sublinear
