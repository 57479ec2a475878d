// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card_page.h"
#include "app/model/scenario_model.h"

#include <QAbstractSeries>
#include <QChartView>

class QPieSeries;

namespace sublinear::testing {

/// A page with its model, shown and laid out.
class CardBench {
public:
    explicit CardBench(QSize size, const QStringList& shownIds = allIds());

    /// Every card and the table, the depth of the model too.
    static QStringList allIds();

    ScenarioModel model;
    CardPage page;

    /// Makes the scenario the model's and lets everything that follows from it happen.
    void take(const Scenario& scenario);
    void settle();

    [[nodiscard]] Card& card(const QString& id);
};

/// A series of a card's chart by its name; null where there is none.
QAbstractSeries* findSeries(const QChartView& view, const QString& name);

template <class Series> Series* findSeries(const QChartView& view, const QString& name)
{
    return qobject_cast<Series*>(findSeries(view, name));
}

} // namespace sublinear::testing
