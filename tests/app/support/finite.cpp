// SPDX-License-Identifier: MIT
#include "tests/app/support/finite.h"

#include "core/plan/evaluation.h"
#include "tests/app/support/painted.h"

#include <QAbstractBarSeries>
#include <QAreaSeries>
#include <QBarSet>
#include <QChartView>
#include <QLineSeries>
#include <QPieSeries>
#include <QPieSlice>
#include <QRegularExpression>

#include <cmath>
#include <numeric>

namespace sublinear::testing {

namespace {

bool arePoints(const QXYSeries* series)
{
    const QList<QPointF> points = series != nullptr ? series->points() : QList<QPointF>();
    return std::all_of(
        points.begin(), points.end(), [](QPointF at) { return std::isfinite(at.x()) && std::isfinite(at.y()); });
}

bool isFinite(const QAbstractSeries& series)
{
    if (const auto* points = qobject_cast<const QXYSeries*>(&series)) {
        return arePoints(points);
    }
    if (const auto* area = qobject_cast<const QAreaSeries*>(&series)) {
        return arePoints(area->upperSeries()) && arePoints(area->lowerSeries());
    }
    if (const auto* bars = qobject_cast<const QAbstractBarSeries*>(&series)) {
        for (const QBarSet* set : bars->barSets()) {
            for (int i = 0; i < set->count(); ++i) {
                if (!std::isfinite(set->at(i))) {
                    return false;
                }
            }
        }
    }
    if (const auto* pie = qobject_cast<const QPieSeries*>(&series)) {
        const QList<QPieSlice*> slices = pie->slices();
        return std::all_of(slices.begin(), slices.end(),
            [](const QPieSlice* slice) { return std::isfinite(slice->value()) && slice->value() >= 0; });
    }
    return true;
}

void addRowFaults(const SweepRow& row, QStringList& faults)
{
    const Bytes sum = std::accumulate(row.byKind.begin(), row.byKind.end(), Bytes { 0 });
    if (sum != row.totalBytes) {
        faults << QStringLiteral("a row's kinds are %1 bytes, its total %2").arg(sum).arg(row.totalBytes);
    }
    for (const double each : { row.savedFraction, row.extraForwardFraction, row.extraStepFraction, row.throughput,
             row.stepSeconds.value_or(0) }) {
        if (!std::isfinite(each)) {
            faults << QStringLiteral("a figure of a row is %1").arg(each);
        }
    }
}

} // namespace

bool saysNoNumber(const QString& text)
{
    static const QRegularExpression kNoNumber(QStringLiteral("(?<![\\p{L}\\d])[-+\u2212]?(nan|inf)(?![\\p{L}\\d])"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return kNoNumber.match(text).hasMatch();
}

QStringList evaluationFaults(const Evaluation& evaluation)
{
    QStringList faults;
    const MemorySplit& memory = evaluation.memory;
    Bytes sum = 0;
    for (const MemoryRow& row : memory.rows) {
        sum += row.bytes;
        if (row.bytes < 0) {
            faults << QStringLiteral("a row of %1 bytes").arg(row.bytes);
        }
    }
    if (sum != memory.totalBytes || memory.capacityBytes - memory.totalBytes != memory.marginBytes
        || memory.fits != (memory.marginBytes >= 0)) {
        faults << QStringLiteral("rows of %1 bytes, %2 in all, %3 to spare")
                      .arg(sum)
                      .arg(memory.totalBytes)
                      .arg(memory.marginBytes);
    }
    const Bytes layer = std::accumulate(evaluation.layer.components.begin(), evaluation.layer.components.end(),
        Bytes { 0 }, [](Bytes so, const LayerComponent& each) { return so + each.bytes; });
    if (layer != evaluation.layer.totalBytes) {
        faults << QStringLiteral("a layer of %1 bytes has tensors of %2").arg(evaluation.layer.totalBytes).arg(layer);
    }
    for (const std::vector<SweepRow>* rows : { &evaluation.sweep, &evaluation.compared, &evaluation.meanings }) {
        for (const SweepRow& row : *rows) {
            addRowFaults(row, faults);
        }
    }
    addRowFaults(evaluation.chosen, faults);
    return faults;
}

QStringList seriesFaults(QWidget& window)
{
    QStringList faults;
    for (const QChartView* view : window.findChildren<QChartView*>()) {
        for (const QAbstractSeries* series : view->isVisible() ? view->chart()->series() : QList<QAbstractSeries*>()) {
            if (!isFinite(*series)) {
                faults << QStringLiteral("%1: series %2 has what is no number")
                              .arg(view->objectName(), series->objectName());
            }
        }
    }
    return faults;
}

QStringList textFaults(QWidget& window)
{
    QStringList faults;
    for (const QString& text : painted(window).textList()) {
        if (saysNoNumber(text)) {
            faults << QStringLiteral("shown: \"%1\"").arg(text);
        }
    }
    return faults;
}

} // namespace sublinear::testing
