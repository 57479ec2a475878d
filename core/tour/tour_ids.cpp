// SPDX-License-Identifier: MIT
#include "core/tour/tour_ids.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/policy/policy.h"
#include "core/scenario/fields.h"

#include <algorithm>

namespace sublinear {
namespace {

bool isTensor(std::string_view name, const Evaluation& evaluation)
{
    const auto& all = evaluation.layer.components;
    return std::any_of(
        all.begin(), all.end(), [name](const LayerComponent& component) { return component.id == name; });
}

bool isSweptNumber(std::string_view name, const Evaluation& evaluation)
{
    const std::optional<std::int64_t> number = parseWhole(name);
    return number && std::any_of(evaluation.sweep.begin(), evaluation.sweep.end(), [&](const SweepRow& row) {
        return row.k == number;
    });
}

bool isKnown(std::string_view prefix, std::string_view name, const Evaluation& evaluation)
{
    if (prefix == "kind") {
        return findMemoryKind(name).has_value();
    }
    if (prefix == "tensor") {
        return isTensor(name, evaluation);
    }
    if (prefix == "k") {
        return isSweptNumber(name, evaluation);
    }
    if (prefix == "policy") {
        return parsePolicies(name).ok();
    }
    if (prefix == "field") {
        return findField(name) != nullptr;
    }
    return prefix == "card" && !name.empty();
}

} // namespace

Status checkComponentId(const std::string& id, const Evaluation& evaluation)
{
    if (id == "verdict" || id == "table" || id == "measure") {
        return success();
    }
    const std::size_t colon = id.find(':');
    if (colon != std::string::npos
        && isKnown(std::string_view(id).substr(0, colon), std::string_view(id).substr(colon + 1), evaluation)) {
        return success();
    }
    return Error { quoted(id) + " is not known" };
}

} // namespace sublinear
