// SPDX-License-Identifier: MIT
#include "tests/app/support/card_bench.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

namespace sublinear::testing {

CardBench::CardBench(QSize size, const QStringList& shownIds)
    : page(model)
{
    page.resize(size);
    page.setShownIds(shownIds);
    page.show();
    if (!QTest::qWaitForWindowExposed(&page)) {
        qFatal("The page was never shown.");
    }
    settle();
}

QStringList CardBench::allIds()
{
    return { QStringLiteral("split"), QStringLiteral("layers"), QStringLiteral("memory"), QStringLiteral("frontier"),
        QStringLiteral("batch"), QStringLiteral("throughput"), QStringLiteral("depth"), QStringLiteral("timeline"),
        QStringLiteral("meanings"), QStringLiteral("segments"), QStringLiteral("scaling"), QStringLiteral("table") };
}

void CardBench::take(const Scenario& scenario)
{
    model.replaceScenario(scenario, QStringLiteral("test"));
    settle();
}

void CardBench::settle()
{
    model.settle();
    // Layout and painting are posted; what they post is done in the same go.
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

Card& CardBench::card(const QString& id)
{
    const auto found =
        std::find_if(page.cards().begin(), page.cards().end(), [&](const Card* card) { return card->id() == id; });
    if (found == page.cards().end()) {
        qFatal("There is no card \"%s\".", qPrintable(id));
    }
    return **found;
}

QAbstractSeries* findSeries(const QChartView& view, const QString& name)
{
    const QList<QAbstractSeries*> all = view.chart()->series();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const QAbstractSeries* one) { return one->objectName() == name; });
    return found == all.end() ? nullptr : *found;
}

} // namespace sublinear::testing
