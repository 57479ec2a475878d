// SPDX-License-Identifier: MIT
#include "app/cards/dropped_tensors.h"

#include "core/block/transformer.h"
#include "core/plan/article_model.h"
#include "core/schedule/policies.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace sublinear {

namespace {

std::vector<std::string> droppedGroups(const ResolvedScenario& scenario)
{
    const PolicySpec chosen = chosenPolicy(scenario);
    if (scenario.accounting == Accounting::Training) {
        return chosen.tensors;
    }
    // the article's laws know of no named tensors, and its layer has two of them
    return chosen.id == PolicyId::Selective
        ? tensorNames(static_cast<TensorGroups>(tensorGroups(chosen.tensors) & kArticleGroups))
        : std::vector<std::string> {};
}

QString groupName(const std::string& group)
{
    const char* const name = group == "gelu" ? "activation" : group == "up" ? "up-projection" : group.c_str();
    return QCoreApplication::translate("TensorsRow", name); // as the box that leaves it out is called
}

} // namespace

QString droppedWords(const ResolvedScenario& scenario)
{
    QStringList names;
    for (const std::string& group : droppedGroups(scenario)) {
        names << groupName(group);
    }
    return names.join(QStringLiteral(", "));
}

std::vector<bool> droppedComponents(const Evaluation& evaluation)
{
    const TensorGroups groups = tensorGroups(droppedGroups(evaluation.scenario));
    if (groups == kNoGroup) {
        return {};
    }
    if (evaluation.scenario.accounting == Accounting::Article) {
        std::vector<bool> dropped;
        for (const LayerComponent& component : evaluation.layer.components) {
            dropped.push_back((articleGroupOf(component.id) & groups) != 0);
        }
        return dropped;
    }
    for (const bool experts : { false, true }) {
        const Result<Block> layer = makeLayer(evaluation.scenario, experts);
        if (!layer || savedBytes(*layer) != evaluation.layer.totalBytes) {
            continue; // the model is mostly made of the other kind
        }
        const SlotSet kept = savedSet(*layer, groups);
        std::vector<bool> dropped;
        for (const LayerComponent& component : evaluation.layer.components) {
            dropped.push_back((kept & slotBit(layer->find(component.id))) == 0);
        }
        const bool any = std::find(dropped.begin(), dropped.end(), true) != dropped.end();
        return any ? dropped : std::vector<bool> {};
    }
    return {};
}

} // namespace sublinear
