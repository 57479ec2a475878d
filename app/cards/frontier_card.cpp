// SPDX-License-Identifier: MIT
#include "app/cards/frontier_card.h"

#include "app/cards/findings.h"
#include "app/cards/frontier_plot.h"

namespace sublinear {

FrontierCard::FrontierCard(QWidget* parent)
    : PlotCard(QStringLiteral("frontier"), tr("Memory-compute frontier"), tr("Frontier"), parent)
    , m_plot(new FrontierPlot(this))
{
    setPlot(m_plot);
    connect(m_plot, &FrontierPlot::numberChosen, this, &Card::numberChosen);
    connect(m_plot, &FrontierPlot::numberPointed, this, &Card::numberPointed);
    connect(m_plot, &FrontierPlot::policyChosen, this, &Card::policyChosen);
}

void FrontierCard::setPointedK(Count k)
{
    m_plot->setPointedK(k);
}

void FrontierCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation);
    setTitle(findings::frontier(evaluation));
    setMeasure(tr("Memory saved, %, against extra forward, %"));
    setSummary(findings::frontierSummary(evaluation));
}

} // namespace sublinear
