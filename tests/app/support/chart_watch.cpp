// SPDX-License-Identifier: MIT
#include "tests/app/support/chart_watch.h"

#include <QAbstractBarSeries>
#include <QBarSet>
#include <QChartView>
#include <QGraphicsItem>
#include <QPieSeries>
#include <QPieSlice>
#include <QTextObject>

namespace sublinear::testing {

namespace {
constexpr int kMark = 1604;
}

QSet<QObject*> objectsOf(const QChartView& view)
{
    QSet<QObject*> objects;
    const auto add = [&](QObject* root) {
        objects.insert(root);
        for (QObject* child : root->findChildren<QObject*>()) {
            if (qobject_cast<QTextObject*>(child) == nullptr) { // inside of a hidden label's document
                objects.insert(child);
            }
        }
    };
    add(view.chart());
    for (QAbstractSeries* series : view.chart()->series()) {
        add(series);
        if (auto* bars = qobject_cast<QAbstractBarSeries*>(series)) {
            for (QBarSet* set : bars->barSets()) {
                add(set);
            }
        }
        if (auto* pie = qobject_cast<QPieSeries*>(series)) {
            for (QPieSlice* slice : pie->slices()) {
                add(slice);
            }
        }
    }
    for (QAbstractAxis* axis : view.chart()->axes()) {
        add(axis);
    }
    for (QGraphicsItem* item : view.scene()->items()) {
        if (QGraphicsObject* object = item->toGraphicsObject()) {
            add(object);
        }
    }
    return objects;
}

ChartWatch::ChartWatch(const QList<QChartView*>& charts)
{
    m_charts.reserve(static_cast<std::size_t>(charts.size())); // the connections hold pointers into it
    for (QChartView* view : charts) {
        const QSet<QObject*> objects = objectsOf(*view);
        const QList<QGraphicsItem*> items = view->scene()->items();
        m_charts.push_back({ view, objects.size(), items.size() });
        Chart& chart = m_charts.back();
        for (QObject* object : objects) {
            const QString name = QLatin1String(object->metaObject()->className());
            QObject::connect(object, &QObject::destroyed, &m_context, [&chart, name] { chart.destroyed << name; });
        }
        for (QGraphicsItem* item : items) {
            item->setData(kMark, true);
        }
    }
}

ChartWatch::~ChartWatch() = default;

QStringList ChartWatch::changes() const
{
    QStringList changes;
    for (const Chart& chart : m_charts) {
        const QList<QGraphicsItem*> items = chart.view->scene()->items();
        const auto fresh = std::count_if(
            items.begin(), items.end(), [](const QGraphicsItem* item) { return !item->data(kMark).toBool(); });
        const qsizetype objects = objectsOf(*chart.view).size();
        if (!chart.destroyed.isEmpty() || objects != chart.objects || items.size() != chart.items || fresh != 0) {
            changes << QStringLiteral("%1: %2 objects became %3, of which died: %4; %5 items became %6, %7 of them new")
                           .arg(chart.view->objectName())
                           .arg(chart.objects)
                           .arg(objects)
                           .arg(chart.destroyed.join(QLatin1Char(' ')))
                           .arg(chart.items)
                           .arg(items.size())
                           .arg(fresh);
        }
    }
    return changes;
}

} // namespace sublinear::testing
