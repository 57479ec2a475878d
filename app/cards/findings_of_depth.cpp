// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/cards/dropped_tensors.h"
#include "app/cards/finding_text.h"

#include <algorithm>

namespace sublinear {

namespace {

using findings::tr;

Count countOf(const Evaluation& evaluation, LayerFate fate)
{
    return std::count_if(evaluation.depth.begin(), evaluation.depth.end(),
        [fate](const LayerStore& layer) { return layer.fate == fate; });
}

/// "3", "5 to 8": the layers of some fates, neighbours closed up; empty where there are none.
QString layersOf(const Evaluation& evaluation, std::initializer_list<LayerFate> fates)
{
    const auto is = [&](std::size_t i) {
        return std::find(fates.begin(), fates.end(), evaluation.depth[i].fate) != fates.end();
    };
    QStringList parts;
    for (std::size_t i = 0; i < evaluation.depth.size(); ++i) {
        if (!is(i)) {
            continue;
        }
        std::size_t end = i;
        while (end + 1 < evaluation.depth.size() && is(end + 1)) {
            ++end;
        }
        const QString first = QString::number(i + 1);
        parts << (end == i ? first : tr("%1 to %2").arg(first, QString::number(end + 1)));
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

/// "without attention"; "in part" where every layer may leave out something else.
QString keptHow(const Evaluation& evaluation)
{
    const QString dropped = droppedWords(evaluation.scenario);
    return dropped.isEmpty() ? tr("in part") : tr("without %1").arg(dropped);
}

} // namespace

namespace findings {

QString depth(const Evaluation& evaluation)
{
    const auto all = static_cast<Count>(evaluation.depth.size());
    const Count kept = countOf(evaluation, LayerFate::Kept) + countOf(evaluation, LayerFate::Checkpoint);
    const Count inPart = countOf(evaluation, LayerFate::KeptInPart);
    const Count recomputed = all - kept - inPart;
    if (inPart == all) {
        const QString dropped = droppedWords(evaluation.scenario);
        return all == 1         ? tr("The one layer is kept %1").arg(keptHow(evaluation))
            : dropped.isEmpty() ? tr("All %1 layers are kept in part").arg(all)
                                : tr("All %1 layers without %2").arg(all).arg(dropped);
    }
    if (kept == all) {
        return all == 1 ? tr("The one layer is kept") : tr("All %1 layers are kept").arg(all);
    }
    return inPart == 0 ? tr("%1 of %2 kept, %3 recomputed").arg(kept).arg(all).arg(recomputed)
                       : tr("%1 of %2 kept, %3 in part, %4 recomputed").arg(kept).arg(all).arg(inPart).arg(recomputed);
}

QString depthSummary(const Evaluation& evaluation)
{
    QStringList parts { depth(evaluation) };
    const auto add = [&](const QString& what, std::initializer_list<LayerFate> fates) {
        if (const QString layers = layersOf(evaluation, fates); !layers.isEmpty()) {
            parts << what.arg(layers);
        }
    };
    add(tr("Checkpoints at layers %1"), { LayerFate::Checkpoint });
    add(tr("Only the input kept of layers %1"), { LayerFate::Boundary });
    add(tr("Kept %1: layers %2").arg(keptHow(evaluation)), { LayerFate::KeptInPart });
    add(tr("Recomputed: layers %1"), { LayerFate::Boundary, LayerFate::Recomputed });
    return parts.join(QStringLiteral(". "));
}

} // namespace findings

} // namespace sublinear
