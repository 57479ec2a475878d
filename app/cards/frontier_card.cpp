// SPDX-License-Identifier: MIT
#include "app/cards/frontier_card.h"

#include "app/cards/findings.h"
#include "app/cards/frontier_plot.h"
#include "app/highlight/highlight_model.h"

#include <algorithm>

namespace sublinear {

FrontierCard::FrontierCard(QWidget* parent)
    : PlotCard(QStringLiteral("frontier"), tr("Memory-compute frontier"), tr("Frontier"), parent)
    , m_plot(new FrontierPlot(this))
{
    setPlot(m_plot);
    connect(m_plot, &FrontierPlot::numberChosen, this, &Card::numberChosen);
    connect(m_plot, &FrontierPlot::numberPointed, this,
        [this](Count k) { Q_EMIT componentPointed(HighlightModel::idOf(k)); });
    connect(m_plot, &FrontierPlot::policyChosen, this, &Card::policyChosen);
}

void FrontierCard::setHighlighted(const QString& id)
{
    m_plot->setPointedK(HighlightModel::numberOf(id));
    m_plot->setLitPolicy(HighlightModel::policyOf(id));
}

void FrontierCard::update(const Evaluation& evaluation)
{
    m_plot->present(evaluation, beside(), measured(), baseline());
    setTitle(findings::frontier(evaluation));
    const auto bound = [](const std::vector<SweepRow>& rows) {
        return std::any_of(rows.begin(), rows.end(), [](const SweepRow& row) { return !row.exact; });
    };
    setMeasure(
        (bound(evaluation.sweep) || bound(evaluation.compared) ? tr("Saved, %, against forward, %; a bound, not exact")
                : beside().kind == BesideRows::Kind::None
                ? tr("Memory saved, %, against extra forward, %")
                : tr("Saved, % of its own store-all") + findings::besideWords(beside()) + marksWords(measured()))
        + baselineWords());
    setSummary(findings::frontierSummary(evaluation) + findings::besideSummary(evaluation, beside())
        + marksSummary(measured()));
}

} // namespace sublinear
