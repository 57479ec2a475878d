// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/cards/finding_text.h"
#include "app/charts/sweep_rows.h"
#include "app/language/core_text.h"
#include "core/base/units.h"
#include "core/plan/words.h"

#include <algorithm>

namespace sublinear {

namespace findings {

QString splitSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const MemoryRow& row : evaluation.memory.rows) {
        parts << tr("%1 %2").arg(kindName(row.kind), gibUnitText(row.bytes));
    }
    return tr("Total %1 of %2: %3")
        .arg(gibUnitText(evaluation.memory.totalBytes), gibUnitText(evaluation.memory.capacityBytes),
            parts.join(QStringLiteral(", ")));
}

QString layerSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const LayerComponent& component : evaluation.layer.components) {
        parts << tr("%1 %2").arg(QCoreApplication::translate("LayerComponent", std::string(component.name).c_str()),
            gibUnitText(component.bytes));
    }
    return tr("One layer %1: %2").arg(gibUnitText(evaluation.layer.totalBytes), parts.join(QStringLiteral(", ")));
}

QString besideWords(const BesideRows& beside)
{
    switch (beside.kind) {
    case BesideRows::Kind::Executed:
        return tr("; dashed: executed");
    case BesideRows::Kind::Law:
        return tr("; dashed: the law");
    case BesideRows::Kind::None:
        break;
    }
    return {};
}

QString besideSummary(const Evaluation& evaluation, const BesideRows& beside)
{
    for (std::size_t i = 0; i < std::min(evaluation.sweep.size(), beside.figures.size()); ++i) {
        if (evaluation.sweep[i].k == evaluation.chosen.k && beside.figures[i]) {
            const QString size = gibUnitText(beside.figures[i]->totalBytes);
            return beside.kind == BesideRows::Kind::Executed ? tr(". Executed: %1").arg(size)
                                                             : tr(". By the law: %1").arg(size);
        }
    }
    return {};
}

QString memorySummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: %2, %3 of %4")
        .arg(memory(evaluation), fromCore(policyWords(chosenPolicy(evaluation.scenario))),
            gibUnitText(evaluation.memory.totalBytes), gibUnitText(evaluation.memory.capacityBytes));
}

QString batchSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: batch %2").arg(batch(evaluation)).arg(evaluation.chosen.maxBatch);
}

QString frontierSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: saves %2 for %3 more forward")
        .arg(frontier(evaluation), percent(evaluation.chosen.savedFraction),
            percent(evaluation.chosen.extraForwardFraction));
}

QString throughputSummary(const Evaluation& evaluation)
{
    return tr("%1. Chosen: %2 %3")
        .arg(throughput(evaluation),
            QString::fromStdString(throughputText(evaluation.chosen.throughput, evaluation.timedOn.has_value())),
            evaluation.timedOn ? tr("samples per second") : throughputUnitText(evaluation.scenario.accounting));
}

QString meaningsSummary(const Evaluation& evaluation)
{
    QStringList parts;
    for (const SweepRow& row : evaluation.meanings) {
        parts << tr("%1 %2, %3 more forward")
                     .arg(policyName(row.policy), gibUnitText(row.totalBytes), percent(row.extraForwardFraction));
    }
    return tr("%1: %2. Selective, recursive, revolve and optimal take no K")
        .arg(meanings(evaluation), parts.join(QStringLiteral("; ")));
}

} // namespace findings

} // namespace sublinear
