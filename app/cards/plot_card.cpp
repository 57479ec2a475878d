// SPDX-License-Identifier: MIT
#include "app/cards/plot_card.h"

#include "app/charts/k_plot.h"

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
    connect(plot, &KPlot::numberPointed, this, &Card::numberPointed);
}

void KCard::setPointedK(Count k)
{
    m_plot->setPointedK(k);
}

void KCard::mark(const Evaluation& evaluation)
{
    m_plot->setMarks(chosenNumber(evaluation), recommendedNumber(evaluation));
}

} // namespace sublinear
